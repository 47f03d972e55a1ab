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

typedef uint word_t;
#define WORDS ((sizeof(scan_t) + sizeof(word_t) - 1) / sizeof(word_t))
typedef union { scan_t value; word_t words[WORDS]; } words_t;
#define CHAINS_IN_WORDS 8

// The elements of the iterations from `begin` to before `end`, combined; begin < end. `first_index` is the loop variable of iteration 0.
// What a chain has combined is kept field by field, beside what the other chains have: the fields become vectors, of which each chain is
// a lane.
scan_t fold_chains(const long first_index, const ulong begin, const ulong end, __global const uint *x, const long x_from)
{
    const ulong length = (end - begin) / CHAINS_IN_WORDS;
    if (length == 0)
        return fold(first_index + 2 * (long)begin, end - begin, x, x_from);
    word_t chains[WORDS][CHAINS_IN_WORDS];
    for (uint part = 0; part < CHAINS_IN_WORDS; part++) {
        const long i = first_index + 2 * (long)(begin + part);
        const words_t chain = {.value = element(i, x, x_from)};
        for (uint word = 0; word < WORDS; word++)
            chains[word][part] = chain.words[word];
    }
    for (ulong done = 1; done < length; done++)
        for (uint part = 0; part < CHAINS_IN_WORDS; part++) {
            const long i = first_index + 2 * (long)(begin + done * CHAINS_IN_WORDS + part);
            words_t chain;
            #pragma unroll
            for (uint word = 0; word < WORDS; word++)
                chain.words[word] = chains[word][part];
            chain.value = scan_op(chain.value, element(i, x, x_from));
            #pragma unroll
            for (uint word = 0; word < WORDS; word++)
                chains[word][part] = chain.words[word];
        }
    words_t total;
    for (uint part = 0; part < CHAINS_IN_WORDS; part++) {
        words_t chain;
        for (uint word = 0; word < WORDS; word++)
            chain.words[word] = chains[word][part];
        total.value = part == 0 ? chain.value : scan_op(total.value, chain.value);
    }
    const ulong after_runs = begin + CHAINS_IN_WORDS * length;
    if (after_runs < end)
        total.value = scan_op(total.value, fold(first_index + 2 * (long)after_runs, end - after_runs, x, x_from));
    return total.value;
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
    totals[tile] = fold_chains(first, begin, end, x, x_from);
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
