// Made by scanc 0.1.0 from scatter.rs, line 24, fn some.
// Scatter, into y.
//
//     for (&to, &w) in p.iter().zip(w) {
//         if w > least {
//             let at = to as usize / 2;
//             y[at] = 1000 / (w - 7);
//         }
//     }
//
// scatter: every iteration stores an element at a place that it computes, and that no other iteration may have.
//   papers       He et al., Efficient gather and scatter operations on graphics processors (2007), whose scatter this is.
//   traffic      the inputs are read once, each output is stored once, and a bit for each of its elements is taken by an atomic.
//   determinism  the same bits everywhere: where two iterations have one place, the loop as written has to run.
//   needs        OpenCL C 1.2, a bit for each element. No local memory, no barriers.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of scatter, over bits that are all 0, and arrays that nobody looks at where one has
//                panicked.

#pragma OPENCL FP_CONTRACT OFF

// a - b, wrapping.
static inline long sub_i64(const long a, const long b) { return as_long((ulong)a - (ulong)b); }

// a / b: panics on 0 and on MIN / -1.
static inline long div_i64_of_item(const long a, const long b, int *panicked)
{
    if (b == 0 || (a == LONG_MIN && b == -1)) {
        *panicked = 1;
        return 0;
    }
    return a / b;
}

// i, an index: panics past the end.
static inline ulong checked_index_of_item(const ulong i, const ulong length, int *panicked)
{
    if (i >= length) {
        *panicked = 1;
        return 0;
    }
    return i;
}

// Takes an element's bit. Where another iteration has it already, `*panicked` is 2, and the loop as written has to run.
static inline bool take(__global uint *taken, const ulong place, __global int *panicked)
{
    const uint bit = 1u << (uint)(place % 32);
    const bool is_free = !(atomic_or(&taken[place / 32], bit) & bit);
    if (!is_free)
        *panicked = 2;
    return is_free;
}

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scatter(
    __global const long *restrict w, const long w_from,
    __global const uint *restrict p, const long p_from,
    __global long *restrict y, const long y_from, const ulong y_len,
    const long least,
    const long first, const ulong n,
    __global int *panicked,
    __global uint *y_taken)
{
    const ulong tile = get_group_id(0) * ((ulong)GROUP_SIZE * ITEMS);
    const ulong end = min(tile + (ulong)GROUP_SIZE * ITEMS, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        if (w[i - w_from] > least) {
            const ulong at = (ulong)p[i - p_from] / 2UL;
            const ulong cell = checked_index_of_item(at, y_len, &failed);
            if (take(y_taken, cell, panicked))
                y[cell] = div_i64_of_item(1000L, sub_i64(w[i - w_from], 7L), &failed);
        }
    }
    if (failed)
        *panicked = 1;
}
