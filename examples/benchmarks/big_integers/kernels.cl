// What limbs do to a carry: 0 absorb it.
typedef uchar scan_t;
#define PASS_ON 1
#define MAKE 2
#define IDENTITY PASS_ON
#define INPUTS __global const ulong *a, __global const ulong *b
#define INPUT_NAMES a, b

scan_t op(const scan_t low, const scan_t high) { return high & ~PASS_ON | (high & PASS_ON) * low; }

scan_t load(const ulong i, INPUTS)
{
    const ulong limb = a[i] + b[i];
    return (limb < a[i]) * MAKE | (limb == ULONG_MAX) * PASS_ON;
}

__kernel void add(__global const scan_t *carries, __global ulong *sum, const ulong n, INPUTS)
{
    const ulong i = get_global_id(0);
    if (i < n) sum[i] = a[i] + b[i] + (i > 0 && carries[i - 1] == MAKE);
}
