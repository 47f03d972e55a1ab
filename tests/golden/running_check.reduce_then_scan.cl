// Made by scanc from loops.rs, fn running_check, loop 0.
// Inclusive scan of u8 with ^, into checks.
//
//     for i in 0..message.len() {
//         let masked = message[i] ^ key;
//         check ^= masked;
//         checks[i] = check ^ salt;
//     }
//
// reduce_then_scan: every tile is reduced, the tiles' totals are scanned, every tile is scanned from its prefix.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990): the scan by fewer processors than elements;
//                Merrill and Grimshaw, Parallel scan for stream architectures, UVA CS2009-14 (2009).
//   traffic      the inputs are read twice, the outputs written once (3n for one array in and one out); nothing else but the totals.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; with GROUP_SIZE > 1 local memory for TILE values, and barriers. No atomics, no progress
//                between groups. With GROUP_SIZE 1 a tile is a serial loop, as a CPU wants it.
//   launch       tiles = ceil(n / (GROUP_SIZE * ITEMS)) groups of reduce_tiles, one group of scan_totals, `tiles` groups of scan_tiles.

#pragma OPENCL FP_CONTRACT OFF

typedef uchar scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return left ^ right; }

// What iteration i adds to the scan.
scan_t element(const long i, __global const uchar *message, const long message_from, const uchar key)
{
    const uchar masked = message[i - message_from] ^ key;
    return masked;
}

// A tile is the iterations of a work-group; each work-item has a run of ITEMS of them, one after the other.
#define TILE ((ulong)GROUP_SIZE * ITEMS)
// Told of the size of groups, NVIDIA's compiler spills registers of some kernels for more of them at once, which are no faster.
#ifdef __NV_CL_C_VERSION
#define reqd_work_group_size(first, second, third)
#endif

#if GROUP_SIZE == 1
// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const uchar *message, const long message_from, const uchar key)
{
    scan_t total = element(i, message, message_from, key);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, message, message_from, key));
    }
    return total;
}
#else
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

// Inclusive scan by a group, in Hillis and Steele's steps, of what ends each run of `run` values; the last run may be shorter.
void scan_runs(__local scan_t *block, const uint count, const uint run)
{
    const uint item = get_local_id(0), last = min((item + 1) * run, count) - 1, runs = (count + run - 1) / run;
    for (uint distance = 1; distance < runs; distance *= 2) {
        scan_t total;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < runs)
            total = item < distance ? block[last] : scan_op(block[(item - distance + 1) * run - 1], block[last]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < runs)
            block[last] = total;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
#endif

// Phase 1: totals[tile] = the tile's elements, combined from first to last.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void reduce_tiles(
    __global const uchar *restrict message, const long message_from,
    const uchar key, const uchar salt,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const ulong tile_begin = tile * TILE, tile_end = min(tile_begin + TILE, n);
#if GROUP_SIZE == 1
    totals[tile] = fold(first + (long)tile_begin, tile_end - tile_begin, message, message_from, key);
#else
    __local scan_t block[GROUP_SIZE];
    const uint item = get_local_id(0);
    // The operator commutes: neighbours load neighbours, and each work-item goes on at the next group's width.
    const ulong begin = tile_begin + item;
    if (begin < tile_end) {
        scan_t total = element(first + (long)begin, message, message_from, key);
        for (ulong iteration = begin + GROUP_SIZE; iteration < tile_end; iteration += GROUP_SIZE) {
            const long i = first + (long)iteration;
            total = scan_op(total, element(i, message, message_from, key));
        }
        block[item] = total;
    }
    up_sweep(block, min(tile_end - tile_begin, (ulong)GROUP_SIZE));
    if (item == 0)
        totals[tile] = block[0];
#endif
}

// Phase 2, one group: prefixes[tile] = `start` and the totals before the tile; prefixes[tiles] = the value after the last iteration.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict prefixes, const ulong tiles, const scan_t start)
{
#if GROUP_SIZE == 1
    scan_t prefix = start;
    for (ulong tile = 0; tile < tiles; tile++) {
        prefixes[tile] = prefix;
        prefix = scan_op(prefix, totals[tile]);
    }
    prefixes[tiles] = prefix;
#else
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
    scan_runs(runs, (tiles + run - 1) / run, 1);
    if (begin < tiles) {
        scan_t prefix = item == 0 ? start : scan_op(start, runs[item - 1]);
        for (ulong tile = begin; tile < end; tile++) {
            prefixes[tile] = prefix;
            prefix = scan_op(prefix, totals[tile]);
        }
        if (end == tiles)
            prefixes[tiles] = prefix;
    }
#endif
}

// Phase 3: every iteration of the tile from the tile's prefix on.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_tiles(
    __global const uchar *restrict message, const long message_from,
    __global uchar *restrict checks, const long checks_from,
    const uchar key, const uchar salt,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE;
#if GROUP_SIZE == 1
    const ulong end = min(begin + TILE, n);
    scan_t before = prefixes[tile];
    for (ulong iteration = begin; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, message, message_from, key));
        checks[i - checks_from] = after ^ salt;
        before = after;
    }
#else
    __local scan_t block[GROUP_SIZE * ITEMS];
    const uint item = get_local_id(0);
    const uint count = min(n - begin, TILE);

    // Neighbouring work-items load neighbouring elements, those with ITEMS of them all at once. Then each scans a run of ITEMS.
    if (item + TILE - GROUP_SIZE < count)
        for (uint part = 0; part < ITEMS; part++)
            block[part * GROUP_SIZE + item] = element(first + (long)(begin + part * GROUP_SIZE + item), message, message_from, key);
    else
        for (uint slot = item; slot < count; slot += GROUP_SIZE)
            block[slot] = element(first + (long)(begin + slot), message, message_from, key);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint run_begin = item * ITEMS, run_end = min(run_begin + ITEMS, count);
    for (uint slot = run_begin + 1; slot < run_end; slot++)
        block[slot] = scan_op(block[slot - 1], block[slot]);
    scan_runs(block, count, ITEMS);
    const scan_t before_tile = prefixes[tile];

    // Each run goes on from the runs before it.
    const scan_t before_run = item == 0 || run_begin >= count ? before_tile : scan_op(before_tile, block[run_begin - 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (run_begin < count) {
        for (uint slot = run_begin; slot + 1 < run_end; slot++)
            block[slot] = scan_op(before_run, block[slot]);
        block[run_end - 1] = scan_op(before_tile, block[run_end - 1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint part = 0; part < ITEMS; part++) {
        const uint slot = part * GROUP_SIZE + item;
        if (slot >= count)
            continue;
        const long i = first + (long)(begin + slot);
        const scan_t after = block[slot];
        checks[i - checks_from] = after ^ salt;
    }
#endif
}
