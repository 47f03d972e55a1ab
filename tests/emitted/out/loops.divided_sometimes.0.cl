// Made by scanc 0.1.0 from loops.rs, line 627, fn divided_sometimes.
//
//     for i in 0..y.len() {
//         let wide = by as i64;
//         y[i] = if x[i] > 0 { (x[i] as i64).rem_euclid(wide) + (x[i] / by) as i64 } else { 7 };
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

// a.rem_euclid(b), for a b that divides.
static inline long rem_euclid_i64(const long a, const long b)
{
    const long r = a % b;
    return r >= 0 ? r : b < 0 ? r - b : r + b;
}

// a + b, wrapping.
static inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const int *restrict x, const long x_from,
    __global long *restrict y, const long y_from,
    const int by,
    const long first, const ulong n)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        const long wide = (long)by;
        y[i - y_from] = x[i - x_from] > 0 ? add_i64(rem_euclid_i64((long)x[i - x_from], wide), (long)(x[i - x_from] / by)) : 7L;
    }
}
