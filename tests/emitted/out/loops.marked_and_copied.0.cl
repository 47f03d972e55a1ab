// Made by scanc 0.1.0 from loops.rs, line 677, fn marked_and_copied.
//
//     for i in 0..y.len() {
//         if x[places[i] as usize] > 0 {
//             y[i] = 1;
//         }
//         copies[i] = places[i];
//     }
//
// Independent iterations, into y and copies.
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
    __global const uint *restrict places, const long places_from,
    __global const int *restrict x, const long x_from, const ulong x_len,
    __global uchar *restrict y, const long y_from,
    __global uint *restrict copies, const long copies_from,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        if (x[checked_index_of_item((ulong)places[i - places_from], x_len, &failed)] > 0) {
            const uchar value = 1;
            if (failed)
                break;
            y[i - y_from] = value;
        }
        if (failed)
            break;
        copies[i - copies_from] = places[i - places_from];
    }
    if (failed)
        *panicked = 1;
}
