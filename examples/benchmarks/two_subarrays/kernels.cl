// Built for the sums, and with -D PAIRING for the best left windows.
typedef int scan_t;

#ifndef PAIRING

#define IDENTITY 0
#define INPUTS __global const int *x
#define INPUT_NAMES x

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return x[i]; }

#else

#define IDENTITY INT_MIN
#define INPUTS __global const int *sums, const ulong k
#define INPUT_NAMES sums, k

// The sum of the k elements from i on; sums[i] is that of x[0..=i].
int window(const ulong i, INPUTS) { return sums[i + k - 1] - (i > 0 ? sums[i - 1] : 0); }

scan_t op(const scan_t left, const scan_t right) { return max(left, right); }

scan_t load(const ulong i, INPUTS) { return window(i, sums, k); }

__kernel void find_best(__global const scan_t *left, __global int *best, const ulong windows, INPUTS)
{
    int most = INT_MIN;
    FOR_SHARE (i, windows) most = max(most, left[i] + window(i + k, sums, k));
    best[get_global_id(0)] = most;
}

#endif
