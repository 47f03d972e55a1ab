// Made by scanc 0.1.0 from loops.rs, line 519, fn clipped.
//
//     for (x, bound) in x.iter_mut().zip(bounds) {
//         *x = if *x > *bound { *bound } else { *x * 0.5 };
//     }
//
// Independent iterations, into x in place.
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
    __global const float *x, const long x_from,
    __global const float *restrict bounds, const long bounds_from,
    __global float *x_out, const long x_out_from,
    const long first, const ulong n)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        x_out[i - x_out_from] = x[i - x_from] > bounds[i - bounds_from] ? bounds[i - bounds_from] : x[i - x_from] * 0.5f;
    }
}
