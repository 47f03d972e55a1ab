// One scan with two operators would need two programs: this one is built for the sums, and with -D COUNTING for the first ends.
#ifndef COUNTING

typedef int scan_t;
#define IDENTITY 0
#define INPUTS __global const int *x
#define INPUT_NAMES x

scan_t load(const ulong i, INPUTS) { return x[i]; }

#else

typedef uint scan_t;
#define IDENTITY 0
#define INPUTS __global const int *sums, const ulong last
#define INPUT_NAMES sums, last

// Whether the first part may end at i.
scan_t load(const ulong i, INPUTS) { return sums[i] == sums[last] / 3; }

// For every second end the first ends before it.
__kernel void count(__global const int *sums, __global const scan_t *firsts, __global ulong *ways, const ulong last)
{
    const int third = sums[last] / 3;
    ulong own = 0;
    FOR_SHARE (i, last) {
        if (sums[i] == 2 * third) own += firsts[i] - (sums[i] == third);
    }
    ways[get_global_id(0)] = own;
}

#endif

scan_t op(const scan_t left, const scan_t right) { return left + right; }
