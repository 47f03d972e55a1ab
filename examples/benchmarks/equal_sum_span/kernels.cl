typedef int scan_t;
#define IDENTITY 0
#define INPUTS __global const uchar *a, __global const uchar *b
#define INPUT_NAMES a, b

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return a[i] - b[i]; }

// first[n + d]: the least count of elements with the difference d. It holds UINT_MAX before.
__kernel void find_first(__global const scan_t *difference, volatile __global uint *first, const ulong n)
{
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const ulong place = n + difference[i];
    // What is there only gets less: most need no atomic operation.
    if (first[place] > i + 1) atomic_min(&first[place], (uint)i + 1);
}

__kernel void find_longest(
    __global const scan_t *difference, __global const uint *first, __global uint *longest, const ulong n)
{
    uint most = 0;
    FOR_SHARE (i, n) {
        // Before all elements the difference is 0.
        const uint before = difference[i] == 0 ? 0 : first[n + difference[i]];
        most = max(most, (uint)i + 1 - before);
    }
    longest[get_global_id(0)] = most;
}
