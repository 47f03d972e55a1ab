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
//   needs        OpenCL C 1.2. No local memory, no atomics, no progress between groups.
//   launch       tiles = ceil(n / ITEMS) work-items of reduce_tiles, each a group; one work-item of combine_totals.

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

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const uint *x, const long x_from)
{
    scan_t total = element(i, x, x_from);
    for (ulong done = 1; done < count; done++) {
        i += 2;
        total = scan_op(total, element(i, x, x_from));
    }
    return total;
}

// Iterations in a row go to a chain each: the operator commutes.
#define CHAINS 8
#define ROW CHAINS

// Values, each field in a row of its own: so what is done with all of them is done with vectors.
typedef struct {
    uint sum[ROW];
    uint parity[ROW];
} rows_t;

static inline scan_t value_at(const rows_t *rows, const uint place)
{
    return (scan_t){.sum = rows->sum[place], .parity = rows->parity[place]};
}

static inline void put(rows_t *rows, const uint place, const scan_t value)
{
    rows->sum[place] = value.sum;
    rows->parity[place] = value.parity;
}

// The elements of the iterations from `begin` to before `end`, combined; begin < end. `first_index` is the loop variable of iteration 0.
scan_t fold_tile(const long first_index, const ulong begin, const ulong end, __global const uint *x, const long x_from)
{
    const ulong length = (end - begin) / CHAINS;
    if (length == 0)
        return fold(first_index + 2 * (long)begin, end - begin, x, x_from);
    rows_t chains;
    for (uint part = 0; part < CHAINS; part++)
        put(&chains, part, element(first_index + 2 * (long)(begin + part), x, x_from));
    for (ulong done = 1; done < length; done++)
        for (uint part = 0; part < CHAINS; part++) {
            const scan_t right = element(first_index + 2 * (long)(begin + done * CHAINS + part), x, x_from);
            put(&chains, part, scan_op(value_at(&chains, part), right));
        }
    scan_t total = value_at(&chains, 0);
    for (uint part = 1; part < CHAINS; part++)
        total = scan_op(total, value_at(&chains, part));
    const ulong after = begin + length * CHAINS;
    if (after < end)
        total = scan_op(total, fold(first_index + 2 * (long)after, end - after, x, x_from));
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
