// Made by scanc 0.1.0 from loops.rs, line 442, fn by_bit.
//
//     for i in 0..keys.len() {
//         if (keys[i] >> bit) & 1 == 0 {
//             sorted[zeros] = keys[i];
//             moved[zeros] = values[i];
//             zeros += 1;
//         } else {
//             sorted[ones] = keys[i];
//             moved[ones] = values[i];
//             ones += 1;
//         }
//     }
//
// Two scans of one loop, fused: zeros of usize with + and ones of usize with +, into sorted and moved.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); for the
//                bounded wait Smith, Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025).
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs.
//   launch       ceil(n / TILE) work-items of single_pass_scan, each a group; in state 1 + ceil(n / TILE) * ceil(sizeof(scan_t) / 4)
//                ulong, zeroed.

#pragma OPENCL FP_CONTRACT OFF

typedef struct { ulong zeros; ulong ones; } scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return (scan_t){.zeros = left.zeros + right.zeros, .ones = left.ones + right.ones};
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const uint *keys, const long keys_from, const uint bit)
{
    return (scan_t){
        .zeros = ((keys[i - keys_from] >> (bit & 31)) & 1U) == 0U ? 1UL : 0UL,
        .ones = ((keys[i - keys_from] >> (bit & 31)) & 1U) == 0U ? 0UL : 1UL
    };
}

// Whether there is room for all that is stored where the loop counts until it has come to `after`, from `start` on. If not, there is none
// for anything later either.
bool has_room(const scan_t after, const scan_t start, const ulong sorted_len, const ulong moved_len)
{
    return after.zeros <= sorted_len
        && after.ones <= sorted_len
        && after.zeros <= moved_len
        && after.ones <= moved_len
        && (after.zeros <= start.ones || after.ones <= start.zeros);
}

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const uint *keys, const long keys_from, const uint bit)
{
    scan_t total = element(i, keys, keys_from, bit);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, keys, keys_from, bit));
    }
    return total;
}

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// A tile publishes a value in status words: 32 bits of it in the lower half of each, in the upper half what the value is. A word is
// written and read by one atomic operation, so its halves belong together; words of different values are told apart by their upper
// halves. So nothing depends on the order in which another tile sees them. Before them all stands the ticket of the next tile.
#define STATUS_WORDS ((sizeof(scan_t) + 3) / 4)
typedef union { scan_t value; uint words[STATUS_WORDS]; } packed_t;
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined

void publish(__global volatile ulong *state, const ulong tile, const ulong status, const scan_t value)
{
    packed_t packed;
    packed.words[STATUS_WORDS - 1] = 0; // the value may be shorter
    packed.value = value;
    for (uint word = 0; word < STATUS_WORDS; word++)
        atom_xchg(&state[1 + tile * STATUS_WORDS + word], status << 32 | packed.words[word]);
}

// What a tile has published, and its status: 0 while that is nothing, or some words are still those of the value before.
uint poll(__global volatile ulong *state, const ulong tile, scan_t *value)
{
    packed_t packed;
    uint status = AGGREGATE | PREFIX;
    for (uint word = 0; word < STATUS_WORDS; word++) {
        const ulong status_word = atom_add(&state[1 + tile * STATUS_WORDS + word], 0);
        packed.words[word] = (uint)status_word;
        status &= (uint)(status_word >> 32);
    }
    *value = packed.value;
    return status;
}

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, const long first_index,
    __global const uint *keys, const long keys_from, const uint bit)
{
    scan_t before = start;
    if (tile > 0)
        publish(state, tile, AGGREGATE, total);
    for (ulong next = tile; next > 0; next--) {
        // `before` has the tiles from `next` on; here comes the predecessor of that one.
        scan_t predecessor;
        uint status, spins = 0;
        do
            status = poll(state, next - 1, &predecessor);
        while (status == 0 && ++spins < SPINS);
        if (status == 0)
            predecessor = fold(first_index + (long)((next - 1) * TILE), TILE, keys, keys_from, bit);
        before = next == tile ? predecessor : scan_op(predecessor, before);
        if (status == PREFIX)
            break;
        if (next == 1)
            before = scan_op(start, before);
    }
    publish(state, tile, PREFIX, scan_op(before, total));
    return before;
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const uint *restrict keys, const long keys_from,
    __global const ushort *restrict values, const long values_from,
    __global uint *restrict sorted, const long sorted_from, const ulong sorted_len,
    __global ushort *restrict moved, const long moved_from, const ulong moved_len,
    const uint bit,
    const long first, const ulong n,
    __global int *panicked,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = atom_inc(&state[0]);
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const scan_t total = fold(first + (long)begin, end - begin, keys, keys_from, bit);
    scan_t before = look_back(state, tile, total, start, first, keys, keys_from, bit);
    const scan_t last = scan_op(before, total);
    if (end == n)
        carry[0] = last;
    if (!has_room(last, start, sorted_len, moved_len)) {
        *panicked = 1;
        return;
    }
    ulong iteration = begin;
    for (; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, keys, keys_from, bit));
        const long place = ((keys[i - keys_from] >> (bit & 31)) & 1U) == 0U ? (long)before.zeros : (long)before.ones;
        sorted[place - sorted_from] = keys[i - keys_from];
        moved[place - moved_from] = values[i - values_from];
        before = after;
    }
}
