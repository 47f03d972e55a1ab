// Made by scanc 0.1.0 from loops.rs, line 545, fn exchanged.
//
//     for i in 0..a.len() {
//         let held = a[i];
//         a[i] = b[i].wrapping_add(1);
//         b[i] = held;
//     }
//
// Independent iterations, into a in place and b in place.
//
// map: every iteration is computed by itself, as none needs what another has computed.
//   papers       Blelloch, Vector models for data-parallel computing (1990), whose elementwise operations these are.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out).
//   determinism  every iteration computes what it computes in the loop: the same bits everywhere.
//   needs        OpenCL C 1.2. No local memory, no barriers, no atomics, no progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of map.

#pragma OPENCL FP_CONTRACT OFF

// a + b, wrapping.
static inline ushort add_u16(const ushort a, const ushort b) { return (ushort)((uint)a + (uint)b); }

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const ushort *a, const long a_from,
    __global const ushort *b, const long b_from,
    __global ushort *a_out, const long a_out_from,
    __global ushort *b_out, const long b_out_from,
    const long first, const ulong n)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        const ushort value_0 = add_u16(b[i - b_from], 1);
        const ushort held = a[i - a_from];
        const ushort value_1 = held;
        a_out[i - a_out_from] = value_0;
        b_out[i - b_out_from] = value_1;
    }
}
