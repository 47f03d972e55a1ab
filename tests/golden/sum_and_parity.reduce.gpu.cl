// Made by scanc from loops.rs, fn sum_and_parity, loop 0.
// Two reductions of one loop, fused: sum of u32 with + and parity of u32 with ^.
//
//     for i in (0..x.len()).step_by(2) {
//         sum += x[i];
//         parity ^= x[i];
//     }
//
// reduce: every tile is reduced to its total, and the totals are combined. Nothing else is stored.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990), whose up-sweep it is; Harris, Optimizing parallel
//                reduction in CUDA (2007), for work-items that fold many elements before they meet.
//   traffic      the inputs are read once (n for one array), and nothing else but the totals is moved.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; local memory for GROUP_SIZE values, and barriers. No atomics, no progress between groups.
//   launch       tiles = ceil(n / (GROUP_SIZE * ITEMS)) groups of reduce_tiles, one group of combine_totals.

#pragma OPENCL FP_CONTRACT OFF

typedef struct { uint sum; uint parity; } scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return (scan_t){.sum = left.sum + right.sum, .parity = left.parity ^ right.parity};
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const uint *x, const long x_from)
{
    return (scan_t){.sum = x[i - x_from], .parity = x[i - x_from]};
}

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// values[0] = the first `count` values, combined: a group's up-sweep, of neighbours, then of neighbours' totals, and so on.
void up_sweep(__local scan_t *values, const uint count)
{
    for (uint distance = 1; distance < count; distance *= 2) {
        const uint left = 2 * distance * get_local_id(0), right = left + distance;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (right < count)
            values[left] = scan_op(values[left], values[right]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// totals[tile] = the tile's elements, combined.
__kernel void reduce_tiles(
    __global const uint *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const uint item = get_local_id(0);
    __local scan_t block[GROUP_SIZE];
    const ulong tile_begin = tile * TILE, tile_end = min(tile_begin + TILE, n);
    // The operator commutes: neighbours load neighbours, and each work-item goes on at the next group's width.
    const ulong begin = tile_begin + item;
    if (begin < tile_end) {
        scan_t total = element(first + 2 * (long)begin, x, x_from);
        for (ulong iteration = begin + GROUP_SIZE; iteration < tile_end; iteration += GROUP_SIZE) {
            const long i = first + 2 * (long)iteration;
            total = scan_op(total, element(i, x, x_from));
        }
        block[item] = total;
    }
    up_sweep(block, min(tile_end - tile_begin, (ulong)GROUP_SIZE));
if (item == 0)
        totals[tile] = block[0];
}

// One group: carry[0] = `start` and all totals.
__kernel void combine_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict carry, const ulong tiles, const scan_t start)
{
    // A run of totals for each work-item, until there are none left.
    const uint item = get_local_id(0);
    const ulong run = (tiles + GROUP_SIZE - 1) / GROUP_SIZE;
    const ulong begin = item * run, end = min(begin + run, tiles);
    __local scan_t runs[GROUP_SIZE];
    if (begin < tiles) {
        scan_t total = totals[begin];
        for (ulong tile = begin + 1; tile < end; tile++)
            total = scan_op(total, totals[tile]);
        runs[item] = total;
    }
    up_sweep(runs, (tiles + run - 1) / run);
    if (item == 0)
        carry[0] = scan_op(start, runs[0]);
}
