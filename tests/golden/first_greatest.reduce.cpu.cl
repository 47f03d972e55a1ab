// Made by scanc from loops.rs, fn first_greatest, loop 0.
// Reduction of most of u32 with max taking along at (u32), backwards.
//
//     for i in (0..x.len()).rev() {
//         if x[i] > most {
//             most = x[i];
//             at = i as u32;
//         }
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

typedef struct { uint most; uint at; } scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return right.most > left.most ? right : left; }

// What iteration i adds to the scan.
scan_t element(const long i, __global const uint *x, const long x_from) { return (scan_t){.most = x[i - x_from], .at = (uint)i}; }

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const uint *x, const long x_from)
{
    scan_t total = element(i, x, x_from);
    for (ulong done = 1; done < count; done++) {
        i--;
        total = scan_op(total, element(i, x, x_from));
    }
    return total;
}

// So many iterations in a row are combined at a time.
#define BLOCK 256
#define ROW (BLOCK / 2)

// Values, each field in a row of its own: so what is done with all of them is done with vectors.
typedef struct {
    uint most[ROW];
    uint at[ROW];
} rows_t;

static inline scan_t value_at(const rows_t *rows, const uint place)
{
    return (scan_t){.most = rows->most[place], .at = rows->at[place]};
}

static inline void put(rows_t *rows, const uint place, const scan_t value)
{
    rows->most[place] = value.most;
    rows->at[place] = value.at;
}

// An up-sweep's step: `count` values from twice as many, neighbours combined.
static inline void combine_neighbours(const rows_t *from, rows_t *to, const uint count)
{
    for (uint pair = 0; pair < count; pair++)
        put(to, pair, scan_op(value_at(from, 2 * pair), value_at(from, 2 * pair + 1)));
}

// The elements of the iterations from `begin` to before `end`, combined; begin < end. `first_index` is the loop variable of iteration 0.
scan_t fold_tile(const long first_index, const ulong begin, const ulong end, __global const uint *x, const long x_from)
{
    const ulong after = begin + (end - begin) / BLOCK * BLOCK;
    if (after == begin)
        return fold(first_index - (long)begin, end - begin, x, x_from);
    scan_t total;
    for (ulong iteration = begin; iteration < after; iteration += BLOCK) {
        rows_t wide, narrow;
        for (uint pair = 0; pair < BLOCK / 2; pair++) {
            const ulong first_of_pair = iteration + 2 * pair;
            const scan_t left = element(first_index - (long)first_of_pair, x, x_from);
            const scan_t right = element(first_index - (long)(first_of_pair + 1), x, x_from);
            put(&wide, pair, scan_op(left, right));
        }
        combine_neighbours(&wide, &narrow, BLOCK / 4);
        combine_neighbours(&narrow, &wide, BLOCK / 8);
        combine_neighbours(&wide, &narrow, BLOCK / 16);
        combine_neighbours(&narrow, &wide, BLOCK / 32);
        scan_t block = value_at(&wide, 0);
        for (uint part = 1; part < BLOCK / 32; part++)
            block = scan_op(block, value_at(&wide, part));
        total = iteration == begin ? block : scan_op(total, block);
    }
    if (after < end)
        total = scan_op(total, fold(first_index - (long)after, end - after, x, x_from));
    return total;
}

// totals[tile] = the tile's elements, combined.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reduce_tiles(
    __global const uint *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    totals[tile] = fold_tile(first, begin, end, x, x_from);
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
