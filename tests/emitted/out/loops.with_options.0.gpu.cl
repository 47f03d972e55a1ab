// Made by scanc 0.1.0 from loops.rs, line 148, fn with_options.
// Inclusive scan of f32 with +, into levels.
//
//     for (i, reading) in readings.iter().enumerate() {
//         level += reading.abs().min(scale) * 0.5;
//         levels[i] = level;
//     }
//
// reduce_then_scan: every tile is reduced, the tiles' totals are scanned, every tile is scanned from its prefix.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990): the scan by fewer processors than elements;
//                Merrill and Grimshaw, Parallel scan for stream architectures, UVA CS2009-14 (2009).
//   traffic      the inputs are read twice, the outputs written once (3n for one array in and one out); nothing else but the totals.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; ITEMS a multiple of COLUMNS; local memory for GROUP_SIZE * ROW values, and barriers. No atomics, no
//                progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of reduce_tiles, one group of scan_totals, as many as first of scan_tiles.

#pragma OPENCL FP_CONTRACT OFF

typedef float scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }

// What iteration i adds to the scan.
scan_t element(const long i, __global const float *readings, const long readings_from, const float scale)
{
    return fmin(fabs(readings[i - readings_from]), scale) * 0.5f;
}

// Phase 1.
// A tile is the iterations of a work-item, which combines them one after the other: as on every device, so the bits are the same.
#define TILE ((ulong)ITEMS)
// A group goes through its tiles together, so many iterations of each at a time. A row of local memory holds those of a tile, and what comes
// before or after them.
#define COLUMNS 32
#define ROW (COLUMNS + 1)

// Puts into the rows what the iterations from `begin` + `done` on add, of the tile that begins at `begin`, and of the tiles after it.
// Neighbouring work-items load neighbouring elements. `first_index` is the loop variable of the first of all `iterations`.
void load_rows(
    __local scan_t *rows, const ulong begin, const ulong done, const long first_index, const ulong iterations,
    __global const float *readings, const long readings_from, const float scale)
{
    const uint item = get_local_id(0);
    // All at once where none is missing.
    if (begin + GROUP_SIZE * TILE <= iterations)
        #pragma unroll
        for (uint part = 0; part < COLUMNS; part++) {
            const uint slot = part * GROUP_SIZE + item, row = slot / COLUMNS, column = slot % COLUMNS;
            const ulong iteration = begin + row * TILE + done + column;
            rows[row * ROW + column] = element(first_index + (long)iteration, readings, readings_from, scale);
        }
    else
        for (uint part = 0; part < COLUMNS; part++) {
            const uint slot = part * GROUP_SIZE + item, row = slot / COLUMNS, column = slot % COLUMNS;
            const ulong iteration = begin + row * TILE + done + column;
            if (iteration < iterations)
                rows[row * ROW + column] = element(first_index + (long)iteration, readings, readings_from, scale);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// totals[tile] = the tile's elements, combined from first to last.
__kernel void reduce_tiles(
    __global const float *restrict readings, const long readings_from,
    const float scale,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    __local scan_t rows[GROUP_SIZE * ROW];
    __local scan_t *const row = rows + get_local_id(0) * ROW;
    const ulong tile = get_global_id(0), begin = get_group_id(0) * GROUP_SIZE * TILE;
    scan_t total;
    for (ulong done = 0; done < min(TILE, n - begin); done += COLUMNS) {
        load_rows(rows, begin, done, first, n, readings, readings_from, scale);
        const ulong iteration = tile * TILE + done;
        const uint count = iteration < n ? min(n - iteration, (ulong)COLUMNS) : 0;
        #ifdef __INTEL_LLVM_COMPILER // would add up floats in another order
        #pragma clang loop vectorize(disable) unroll(disable)
        #endif
        for (uint column = 0; column < count; column++)
            total = done + column == 0 ? row[0] : scan_op(total, row[column]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tile * TILE < n)
        totals[tile] = total;
}

// Phase 2, one group: prefixes[tile] = `start` and the totals before the tile; prefixes[tiles] = the value after the last iteration.
// One work-item combines what all have loaded.
__kernel void scan_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict prefixes, const ulong tiles, const scan_t start)
{
    __local scan_t block[GROUP_SIZE * ROW];
    const uint item = get_local_id(0);
    scan_t prefix = start;
    for (ulong tile = 0; tile < tiles; tile += GROUP_SIZE * ROW) {
        const uint count = min(tiles - tile, (ulong)(GROUP_SIZE * ROW));
        for (uint slot = item; slot < count; slot += GROUP_SIZE)
            block[slot] = totals[tile + slot];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            // Some are loaded before the first is replaced: no sum waits for them.
            uint slot = 0;
            for (; slot + 8 <= count; slot += 8) {
                scan_t loaded[8];
                #pragma unroll
                for (uint part = 0; part < 8; part++)
                    loaded[part] = block[slot + part];
                #pragma unroll
                for (uint part = 0; part < 8; part++) {
                    block[slot + part] = prefix;
                    prefix = scan_op(prefix, loaded[part]);
                }
            }
            for (; slot < count; slot++) {
                const scan_t total = block[slot];
                block[slot] = prefix;
                prefix = scan_op(prefix, total);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint slot = item; slot < count; slot += GROUP_SIZE)
            prefixes[tile + slot] = block[slot];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        prefixes[tiles] = prefix;
}

// Phase 3: every iteration of the tile from the tile's prefix on.
__kernel void scan_tiles(
    __global const float *restrict readings, const long readings_from,
    __global float *restrict levels, const long levels_from,
    const float scale,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes)
{
    __local scan_t rows[GROUP_SIZE * ROW];
    const uint item = get_local_id(0);
    __local scan_t *const row = rows + item * ROW;
    const ulong tile = get_global_id(0), begin = get_group_id(0) * GROUP_SIZE * TILE;
    scan_t carried = prefixes[min(tile, (n - 1) / TILE)];
    for (ulong done = 0; done < min(TILE, n - begin); done += COLUMNS) {
        load_rows(rows + 1, begin, done, first, n, readings, readings_from, scale);
        const ulong of_tile = tile * TILE + done;
        const uint count = of_tile < n ? min(n - of_tile, (ulong)COLUMNS) : 0;
        for (uint column = 0; column < count; column++) {
            row[column] = carried;
            carried = scan_op(carried, row[column + 1]);
        }
        row[count] = carried;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint part = 0; part < COLUMNS; part++) {
            const uint slot = part * GROUP_SIZE + item, place = slot / COLUMNS * ROW + slot % COLUMNS;
            const ulong iteration = begin + slot / COLUMNS * TILE + done + slot % COLUMNS;
            if (iteration >= n)
                continue;
            const long i = first + (long)iteration;
            const scan_t after = rows[place + 1];
            levels[i - levels_from] = after;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
