// Made by scanc 0.1.0 from loops.rs, line 229, fn reduced_in_order.
// Reduction of f32 with max, backwards.
//
//     for value in x.iter().rev() {
//         *most = most.max(*value);
//     }
//
// reduce: every tile is reduced to its total, and the totals are combined. Nothing else is stored.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990), whose up-sweep it is; Harris, Optimizing parallel
//                reduction in CUDA (2007), for work-items that fold many elements before they meet.
//   traffic      the inputs are read once (n for one array), and nothing else but the totals is moved.
//   determinism  the same GROUP_SIZE, ITEMS and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; ITEMS a multiple of COLUMNS; local memory for GROUP_SIZE * ROW values, and barriers. No atomics, no
//                progress between groups.
//   launch       ceil(n / (GROUP_SIZE * ITEMS)) groups of reduce_tiles, one group of combine_totals.

#pragma OPENCL FP_CONTRACT OFF

typedef float scan_t;

// The max: of equals the left, of NaN and a number the number.
static inline float max_f32(const float left, const float right) { return right > left || isnan(left) ? right : left; }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return max_f32(left, right); }

// What iteration i adds to the scan.
scan_t element(const long i, __global const float *x, const long x_from) { return x[i - x_from]; }

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
    __global const float *x, const long x_from)
{
    const uint item = get_local_id(0);
    // All at once where none is missing.
    if (begin + GROUP_SIZE * TILE <= iterations)
        #pragma unroll
        for (uint part = 0; part < COLUMNS; part++) {
            const uint slot = part * GROUP_SIZE + item, row = slot / COLUMNS, column = slot % COLUMNS;
            const ulong iteration = begin + row * TILE + done + column;
            rows[row * ROW + column] = element(first_index - (long)iteration, x, x_from);
        }
    else
        for (uint part = 0; part < COLUMNS; part++) {
            const uint slot = part * GROUP_SIZE + item, row = slot / COLUMNS, column = slot % COLUMNS;
            const ulong iteration = begin + row * TILE + done + column;
            if (iteration < iterations)
                rows[row * ROW + column] = element(first_index - (long)iteration, x, x_from);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// totals[tile] = the tile's elements, combined from first to last.
__kernel void reduce_tiles(
    __global const float *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    __local scan_t rows[GROUP_SIZE * ROW];
    __local scan_t *const row = rows + get_local_id(0) * ROW;
    const ulong tile = get_global_id(0), begin = get_group_id(0) * GROUP_SIZE * TILE;
    scan_t total;
    for (ulong done = 0; done < min(TILE, n - begin); done += COLUMNS) {
        load_rows(rows, begin, done, first, n, x, x_from);
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

// One group: carry[0] = `start` and all totals. One work-item combines what all have loaded.
__kernel void combine_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict carry, const ulong tiles, const scan_t start)
{
    __local scan_t block[GROUP_SIZE * ROW];
    const uint item = get_local_id(0);
    scan_t total = start;
    for (ulong tile = 0; tile < tiles; tile += GROUP_SIZE * ROW) {
        const uint count = min(tiles - tile, (ulong)(GROUP_SIZE * ROW));
        for (uint slot = item; slot < count; slot += GROUP_SIZE)
            block[slot] = totals[tile + slot];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0)
            #ifdef __INTEL_LLVM_COMPILER // would add up floats in another order
            #pragma clang loop vectorize(disable) unroll(disable)
            #endif
            for (uint slot = 0; slot < count; slot++)
                total = scan_op(total, block[slot]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        carry[0] = total;
}
