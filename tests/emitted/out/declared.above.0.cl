// Made by scanc 0.1.0 from declared.rs, line 95, fn above.
//
//     for node in 0..y.len() {
//         y[node] = sums[enter[node] as usize].open - sums[node].open;
//     }
//
// Independent iterations, into y.
//
// map: every iteration is computed by itself, as none needs what another has computed.
//   papers       Blelloch, Vector models for data-parallel computing (1990), whose elementwise operations these are.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out).
//   determinism  every iteration computes what it computes in the loop: the same bits everywhere.
//   needs        OpenCL C 1.2. No local memory, no barriers, no atomics, no progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of map.

#pragma OPENCL FP_CONTRACT OFF

// The runtime puts the definitions of sums_t in front of this text.

// i, an index: panics past the end.
static inline ulong checked_index_of_item(const ulong i, const ulong length, int *panicked)
{
    if (i >= length) {
        *panicked = 1;
        return 0;
    }
    return i;
}

// a - b, wrapping.
static inline long sub_i64(const long a, const long b) { return as_long((ulong)a - (ulong)b); }

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const uint *restrict enter, const long enter_from,
    __global const sums_t *restrict sums_, const long sums__from, const ulong sums__len,
    __global long *restrict y, const long y_from,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long node = first + (long)iteration;
        const long value = sub_i64(sums_[checked_index_of_item((ulong)enter[node - enter_from], sums__len, &failed)].open, sums_[checked_index_of_item((ulong)node, sums__len, &failed)].open);
        if (failed)
            break;
        y[node - y_from] = value;
    }
    if (failed)
        *panicked = 1;
}
