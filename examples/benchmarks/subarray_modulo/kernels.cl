// Built with #define MODULUS.
typedef uint scan_t;
#define IDENTITY 0
#define INPUTS __global const uint *x
#define INPUT_NAMES x

scan_t op(const scan_t left, const scan_t right)
{
    const uint sum = left + right;
    return sum >= MODULUS ? sum - MODULUS : sum;
}

scan_t load(const ulong i, INPUTS) { return x[i]; }

// Where each residue occurs first and last; `first` holds UINT_MAX before, `last` 0.
__kernel void find_occurrences(
    __global const scan_t *residue, volatile __global uint *first, volatile __global uint *last, const ulong n)
{
    const ulong i = get_global_id(0);
    if (i >= n) return;
    // What is there only gets less, or more: most need no atomic operation.
    if (first[residue[i]] > i + 1) atomic_min(&first[residue[i]], (uint)i + 1);
    if (last[residue[i]] < i + 1) atomic_max(&last[residue[i]], (uint)i + 1);
}
