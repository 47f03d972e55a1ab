// Made by scanc from loops.rs, fn flipped_bits, loop 0.
// Independent iterations, into y, backwards.
//
//     for i in (0..y.len()).rev() {
//         y[i] = x[i] ^ mask;
//     }
//
// map: every iteration is computed by itself, as none needs what another has computed.
//   papers       Blelloch, Vector models for data-parallel computing (1990), whose elementwise operations these are.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out).
//   determinism  every iteration computes what it computes in the loop: the same bits everywhere.
//   needs        OpenCL C 1.2. No local memory, no barriers, no atomics, no progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of map.

#pragma OPENCL FP_CONTRACT OFF

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const uchar *restrict x, const long x_from,
    __global uchar *restrict y, const long y_from,
    const uchar mask,
    const long first, const ulong n)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first - (long)iteration;
        y[i - y_from] = x[i - x_from] ^ mask;
    }
}
