// Made by scanc 0.1.0 from declared.rs, line 136, fn moved.
//
//     for item in 0..items.len() {
//         items[item] = shapes::moved(items[item], by[shapes::index(item * 7, n)]);
//     }
//
// Independent iterations, into items in place.
//
// map: every iteration is computed by itself, as none needs what another has computed.
//   papers       Blelloch, Vector models for data-parallel computing (1990), whose elementwise operations these are.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out).
//   determinism  every iteration computes what it computes in the loop: the same bits everywhere.
//   needs        OpenCL C 1.2. No local memory, no barriers, no atomics, no progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of map.

#pragma OPENCL FP_CONTRACT OFF

// The runtime puts the definitions of items_t, checked_moved and checked_index_ in front of this text.

// i, an index: panics past the end.
static inline ulong checked_index(const ulong i, const ulong length, __global int *panicked)
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
    __global const items_t *items, const long items_from,
    __global const long *restrict by, const long by_from, const ulong by_len,
    __global items_t *items_out, const long items_out_from,
    const ulong n_,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long item_ = first + (long)iteration;
        const items_t value_0 = checked_moved(items[item_ - items_from], by[checked_index(checked_index_((ulong)item_ * 7UL, n_, panicked), by_len, panicked)], panicked);
        if (*panicked)
            break;
        items_out[item_ - items_out_from] = value_0;
    }
}
