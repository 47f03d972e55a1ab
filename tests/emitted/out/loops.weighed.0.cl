// Made by scanc 0.1.0 from loops.rs, line 509, fn weighed.
// Independent iterations, into y and above.
//
//     for i in 0..y.len() {
//         let weight = table[(x[i] & 63) as usize];
//         y[i] = weight.wrapping_mul(scale).wrapping_add(x[i] as i64);
//         above[y.len() - 1 - i] = u8::from(weight > scale);
//     }
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

// a * b, wrapping.
static inline long mul_i64(const long a, const long b) { return as_long((ulong)a * (ulong)b); }

// a + b, wrapping.
static inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// Neighbours have neighbouring iterations, and each work-item goes on at the group's width; with GROUP_SIZE 1 it has a run of them.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void map(
    __global const int *restrict x, const long x_from,
    __global const long *restrict table, const long table_from, const ulong table_len,
    __global long *restrict y, const long y_from,
    __global uchar *restrict above, const long above_from,
    const long scale, const ulong y_len_2,
    const long first, const ulong n,
    __global int *panicked)
{
    const ulong tile = get_group_id(0) * TILE;
    const ulong end = min(tile + TILE, n);
    // An iteration would have panicked, so that the loop as written has to run.
    int failed = 0;
    for (ulong iteration = tile + get_local_id(0); iteration < end; iteration += GROUP_SIZE) {
        const long i = first + (long)iteration;
        const long weight = table[checked_index_of_item((ulong)(x[i - x_from] & 63), table_len, &failed)];
        const long value_ = add_i64(mul_i64(weight, scale), (long)x[i - x_from]);
        if (failed)
            break;
        y[i - y_from] = value_;
        const long weight_2 = table[checked_index_of_item((ulong)(x[i - x_from] & 63), table_len, &failed)];
        const uchar value__2 = (uchar)(weight_2 > scale);
        if (failed)
            break;
        above[(long)y_len_2 - 1 - i - above_from] = value__2;
    }
    if (failed)
        *panicked = 1;
}
