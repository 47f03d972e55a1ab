// Made by scanc 0.1.0 from loops.rs, line 148, fn with_options.
//
//     for (i, reading) in readings.iter().enumerate() {
//         level += reading.abs().min(scale) * 0.5;
//         levels[i] = level;
//     }
//
// Inclusive scan of f32 with +, into levels.
//
// reduce_then_scan: every tile is reduced, the tiles' totals are scanned, every tile is scanned from its prefix.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990): the scan by fewer processors than elements;
//                Merrill and Grimshaw, Parallel scan for stream architectures, UVA CS2009-14 (2009).
//   traffic      the inputs are read twice, the outputs written once (3n for one array in and one out); nothing else but the totals.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; with GROUP_SIZE > 1 local memory for 2 * GROUP_SIZE values and barriers. No atomics, no progress
//                between groups. With GROUP_SIZE 1 a tile is a serial loop, as a CPU wants it.
//   launch       tiles = ceil(n / (GROUP_SIZE * ITEMS)) groups of reduce_tiles, one group of scan_totals, `tiles` groups of scan_tiles.

#pragma OPENCL FP_CONTRACT OFF

typedef float scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return left + right;
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const float *readings, const long readings_from, const float scale)
{
    return fmin(fabs(readings[i - readings_from]), scale) * 0.5f;
}

// A tile is the iterations of a work-group; each work-item has a run of ITEMS of them, one after the other.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const float *readings, const long readings_from, const float scale)
{
    scan_t total = element(i, readings, readings_from, scale);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, readings, readings_from, scale));
    }
    return total;
}

// Phase 1: totals[tile] = the tile's elements, combined from first to last.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void reduce_tiles(
    __global const float *restrict readings, const long readings_from,
    const float scale,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE + get_local_id(0) * (ulong)ITEMS;
    const ulong end = min(begin + ITEMS, n);
    totals[tile] = fold(first + (long)begin, end - begin, readings, readings_from, scale);
}

// Phase 2, one group: prefixes[tile] = `start` and the totals before the tile; prefixes[tiles] = the value after the last iteration.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict prefixes, const ulong tiles, const scan_t start)
{
    scan_t prefix = start;
    for (ulong tile = 0; tile < tiles; tile++) {
        prefixes[tile] = prefix;
        prefix = scan_op(prefix, totals[tile]);
    }
    prefixes[tiles] = prefix;
}

// Phase 3: every iteration of the tile from the tile's prefix on.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_tiles(
    __global const float *restrict readings, const long readings_from,
    __global float *restrict levels, const long levels_from,
    const float scale,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE + get_local_id(0) * (ulong)ITEMS;
    const ulong end = min(begin + ITEMS, n);
    scan_t before = prefixes[tile];
    for (ulong iteration = begin; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, readings, readings_from, scale));
        levels[i - levels_from] = after;
        before = after;
    }
}
