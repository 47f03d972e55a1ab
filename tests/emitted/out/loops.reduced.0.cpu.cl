// Made by scanc 0.1.0 from loops.rs, line 220, fn reduced.
// Reduction of i64 with +.
//
//     for i in 0..x.len() {
//         sum += x[i] as i64;
//     }
//
// reduce: every tile is reduced to its total, and the totals are combined. Nothing else is stored.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990), whose up-sweep it is; Harris, Optimizing parallel
//                reduction in CUDA (2007), for work-items that fold many elements before they meet.
//   traffic      the inputs are read once (n for one array), and nothing else but the totals is moved.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2. No local memory, no atomics, no progress between groups.
//   launch       tiles = ceil(n / ITEMS) work-items of reduce_tiles, each a group; one work-item of combine_totals.

#pragma OPENCL FP_CONTRACT OFF

typedef long scan_t;

// a + b, wrapping.
static inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return add_i64(left, right); }

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from) { return (long)x[i - x_from]; }

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const int *x, const long x_from)
{
    scan_t total = element(i, x, x_from);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, x, x_from));
    }
    return total;
}

// totals[tile] = the tile's elements, combined.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reduce_tiles(
    __global const int *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    totals[tile] = fold(first + (long)begin, end - begin, x, x_from);
}

// One work-item: carry[0] = `start` and all totals.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void combine_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict carry, const ulong tiles, const scan_t start)
{
    scan_t total = start;
    for (ulong tile = 0; tile < tiles; tile++)
        total = scan_op(total, totals[tile]);
    carry[0] = total;
}
