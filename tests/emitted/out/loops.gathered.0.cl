// Made by scanc 0.1.0 from loops.rs, line 656, fn gathered.
//
//     for i in 0..y.len() {
//         y[i] = x[places[i] as usize];
//         if places[i] != 3 {
//             quotients[i] = (x[places[i] as usize / 2] / divisors[i]) as i64;
//         }
//     }
//
// Independent iterations, into y and quotients.
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

// a / b: panics on 0 and on MIN / -1.
static inline int div_i32_of_item(const int a, const int b, int *panicked)
{
    if (b == 0 || (a == INT_MIN && b == -1)) {
        *panicked = 1;
        return 0;
    }
    return a / b;
}

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const uint *restrict places, const long places_from,
    __global const int *restrict x, const long x_from, const ulong x_len,
    __global const int *restrict divisors, const long divisors_from,
    __global int *restrict y, const long y_from,
    __global long *restrict quotients, const long quotients_from,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        const int value = x[checked_index_of_item((ulong)places[i - places_from], x_len, &failed)];
        if (failed)
            break;
        y[i - y_from] = value;
        if (places[i - places_from] != 3U) {
            const long value_2 = (long)div_i32_of_item(x[checked_index_of_item((ulong)places[i - places_from] / 2UL, x_len, &failed)], divisors[i - divisors_from], &failed);
            if (failed)
                break;
            quotients[i - quotients_from] = value_2;
        }
    }
    if (failed)
        *panicked = 1;
}
