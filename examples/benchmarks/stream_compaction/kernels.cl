typedef uint scan_t;
#define IDENTITY 0
#define INPUTS __global const int *x, const int limit
#define INPUT_NAMES x, limit

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return x[i] > limit; }

// kept[i]: how many of x[0..=i] are kept.
__kernel void scatter(__global const scan_t *kept, __global int *out, const ulong n, INPUTS)
{
    const ulong i = get_global_id(0);
    if (i < n && x[i] > limit) out[kept[i] - 1] = x[i];
}
