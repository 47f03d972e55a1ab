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

typedef uint word_t;
#define WORDS ((sizeof(scan_t) + sizeof(word_t) - 1) / sizeof(word_t))
typedef union { scan_t value; word_t words[WORDS]; } words_t;
// So many iterations in a row are combined at a time.
#define BLOCK 256

// Neighbours combined, the earlier one on the left: `count` values from twice as many. Each field stands in a row of its own, so that
// these are operations on vectors.
static inline void combine_neighbours(const word_t *from, word_t *to, const uint count)
{
    for (uint pair = 0; pair < count; pair++) {
        words_t left, right;
        #pragma unroll
        for (uint word = 0; word < WORDS; word++) {
            left.words[word] = from[2 * (word * count + pair)];
            right.words[word] = from[2 * (word * count + pair) + 1];
        }
        left.value = scan_op(left.value, right.value);
        #pragma unroll
        for (uint word = 0; word < WORDS; word++)
            to[word * count + pair] = left.words[word];
    }
}

// The elements of the iterations from `begin` to before `end`, combined; begin < end. `first_index` is the loop variable of iteration 0.
// An up-sweep of each block, to eight values, which are combined one after another.
scan_t fold_chains(const long first_index, const ulong begin, const ulong end, __global const uint *x, const long x_from)
{
    const ulong after_blocks = begin + (end - begin) / BLOCK * BLOCK;
    words_t total;
    for (ulong iteration = begin; iteration < after_blocks; iteration += BLOCK) {
        word_t narrow[WORDS * BLOCK / 4], wide[WORDS * BLOCK / 2];
        for (uint pair = 0; pair < BLOCK / 2; pair++) {
            const ulong first_of_pair = iteration + 2 * pair;
            const scan_t left = element(first_index - (long)first_of_pair, x, x_from);
            const scan_t right = element(first_index - (long)(first_of_pair + 1), x, x_from);
            const words_t combined = {.value = scan_op(left, right)};
            #pragma unroll
            for (uint word = 0; word < WORDS; word++)
                wide[word * BLOCK / 2 + pair] = combined.words[word];
        }
        combine_neighbours(wide, narrow, BLOCK / 4);
        combine_neighbours(narrow, wide, BLOCK / 8);
        combine_neighbours(wide, narrow, BLOCK / 16);
        combine_neighbours(narrow, wide, BLOCK / 32);
        words_t block;
        for (uint part = 0; part < BLOCK / 32; part++) {
            words_t next;
            #pragma unroll
            for (uint word = 0; word < WORDS; word++)
                next.words[word] = wide[word * BLOCK / 32 + part];
            block.value = part == 0 ? next.value : scan_op(block.value, next.value);
        }
        total.value = iteration == begin ? block.value : scan_op(total.value, block.value);
    }
    if (after_blocks == begin)
        return fold(first_index - (long)begin, end - begin, x, x_from);
    if (after_blocks < end)
        total.value = scan_op(total.value, fold(first_index - (long)after_blocks, end - after_blocks, x, x_from));
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
