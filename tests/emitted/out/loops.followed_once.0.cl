// Made by scanc 0.1.0 from loops.rs, line 667, fn followed_once.
//
//     for i in 0..places.len() {
//         let next = table[places[i] as usize];
//         y[i] = next ^ 1;
//         places[i] = next;
//     }
//
// Independent iterations, into places in place and y.
//
// map: every iteration is computed by itself, as none needs what another has computed.
//   papers       Blelloch, Vector models for data-parallel computing (1990), whose elementwise operations these are.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out).
//   determinism  every iteration computes what it computes in the loop: the same bits everywhere.
//   needs        OpenCL C 1.2. No local memory, no barriers, no atomics, no progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of map.

#pragma OPENCL FP_CONTRACT OFF

// i, an index: panics past the end.
static inline ulong checked_index_of_item(const ulong i, const ulong length, int *panicked)
{
    if (i >= length) {
        *panicked = 1;
        return 0;
    }
    return i;
}

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const uint *places, const long places_from,
    __global const uint *restrict table, const long table_from, const ulong table_len,
    __global uint *places_out, const long places_out_from,
    __global uint *restrict y, const long y_from,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        const uint next_ = table[checked_index_of_item((ulong)places[i - places_from], table_len, &failed)];
        const uint value_0 = next_;
        const uint next__2 = table[checked_index_of_item((ulong)places[i - places_from], table_len, &failed)];
        const uint value_1 = next__2 ^ 1U;
        if (failed)
            break;
        places_out[i - places_out_from] = value_0;
        y[i - y_from] = value_1;
    }
    if (failed)
        *panicked = 1;
}
