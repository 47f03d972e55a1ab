typedef ulong scan_t;
#define IDENTITY 0
#define INPUTS __global const uint *frequency
#define INPUT_NAMES frequency

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return frequency[i]; }

// The first number whose sum is above the draw.
__kernel void search(
    __global const scan_t *sums, const ulong n, __global const ulong *draws, __global uint *drawn, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const ulong draw = draws[k] % sums[n - 1];
    ulong low = 0, high = n;
    while (low < high) {
        const ulong middle = (low + high) / 2;
        if (sums[middle] <= draw) low = middle + 1; else high = middle;
    }
    drawn[k] = (uint)low;
}
