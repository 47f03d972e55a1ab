// Made by scanc 0.1.0 from bins.rs, line 34, fn either.
// Histogram, into h.
//
//     'values: for &v in x {
//         if v.is_multiple_of(3) {
//             continue 'values;
//         }
//         if v.is_multiple_of(2) {
//             h[v as usize / 2] -= v as i32;
//         } else {
//             h[v as usize] -= 2;
//         }
//     }
//
// bins: every iteration combines a value into an element at a place that it computes, into which any others may combine.
//   papers       Gómez-Luna et al., An optimized approach to histogram computation on GPU (2013), whose replicated histograms these are.
//   traffic      the inputs are read once; with more elements than a group has copies of, an atomic in global memory for each iteration.
//   determinism  the operators commute and are exact: the same bits everywhere.
//   needs        OpenCL C 1.2; local memory for the copies, barriers, atomics. No progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of bins, over arrays that nobody looks at where one has panicked.

#pragma OPENCL FP_CONTRACT OFF

// -a, wrapping.
static inline int neg_i32(const int a) { return as_int(-(uint)a); }

// i, an index: panics past the end.
static inline ulong checked_index_of_item(const ulong i, const ulong length, int *panicked)
{
    if (i >= length) {
        *panicked = 1;
        return 0;
    }
    return i;
}

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Into an element of h, or of the group's own copy, which a single work-item has for itself.
static inline void h_combine(__global int *all, __local int *own, const bool fits, const ulong place, const int value)
{
    if (!fits)
        atomic_add(&all[place], value);
    else if (GROUP_SIZE == 1)
        own[place] = add_i32(own[place], value);
    else
        atomic_add(&own[place], value);
}

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void bins(
    __global const uint *restrict x, const long x_from,
    __global int *restrict h, const long h_from, const ulong h_len,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    const uint item = get_local_id(0);
    __local int h_own[4096];
    const bool h_fits = h_len <= 4096;
    for (ulong bin = item; h_fits && bin < h_len; bin += GROUP_SIZE)
        h_own[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + item; iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        if (!(x[i - x_from] % 3U == 0) && x[i - x_from] % 2U == 0)
            h_combine(h, h_own, h_fits, checked_index_of_item((ulong)x[i - x_from] / 2UL, h_len, &failed), neg_i32((int)x[i - x_from]));
        if (!(x[i - x_from] % 3U == 0) && !(x[i - x_from] % 2U == 0))
            h_combine(h, h_own, h_fits, checked_index_of_item((ulong)x[i - x_from], h_len, &failed), neg_i32(2));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong bin = item; h_fits && bin < h_len; bin += GROUP_SIZE) {
        const int value = h_own[bin];
        if (value != 0)
            atomic_add(&h[bin], value);
    }
    if (failed)
        *panicked = 1;
}
