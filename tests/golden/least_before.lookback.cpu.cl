// Made by scanc from loops.rs, fn least_before, loop 0.
//
//     for i in 0..levels.len() {
//         lows[i] = low;
//         low = low.min(levels[i]);
//     }
//
// Exclusive scan of i16 with min, into lows.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); for the
//                bounded wait Smith, Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025).
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs, or IN_PLACE=1 where iterations read their own element only.
//   launch       ceil(n / TILE) work-items of single_pass_scan, each a group; in state 1 + ceil(n / TILE) * ceil(sizeof(scan_t) / 4)
//                ulong, zeroed.

#pragma OPENCL FP_CONTRACT OFF

typedef short scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return min(left, right);
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const short *levels, const long levels_from)
{
    return levels[i - levels_from];
}

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// So many iterations are scanned at once, in the lanes of a vector.
#define LANES 16
#define NEUTRAL 32767 // no lane is greater
typedef short16 lanes_t;

lanes_t combine_lanes(const lanes_t left, const lanes_t right) { return min(left, right); }

// What the iterations from i on add to the scan.
lanes_t load_lanes(const long i, __global const short *levels, const long levels_from)
{
    scan_t gathered[LANES];
    for (uint lane = 0; lane < LANES; lane++)
        gathered[lane] = element(i + lane, levels, levels_from);
    return vload16(0, (short *)gathered);
}

// The inclusive partials of the lanes, by Sklansky's network: pairs, then fours, and so on, each upper half from the lower's last.
lanes_t scan_lanes(lanes_t lanes)
{
    lanes = combine_lanes((lanes_t)(NEUTRAL, lanes.s0, NEUTRAL, lanes.s2, NEUTRAL, lanes.s4, NEUTRAL, lanes.s6,
        NEUTRAL, lanes.s8, NEUTRAL, lanes.sa, NEUTRAL, lanes.sc, NEUTRAL, lanes.se), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, lanes.s1, lanes.s1, NEUTRAL, NEUTRAL, lanes.s5, lanes.s5,
        NEUTRAL, NEUTRAL, lanes.s9, lanes.s9, NEUTRAL, NEUTRAL, lanes.sd, lanes.sd), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, lanes.s3, lanes.s3, lanes.s3, lanes.s3,
        NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, lanes.sb, lanes.sb, lanes.sb, lanes.sb), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL,
        lanes.s7, lanes.s7, lanes.s7, lanes.s7, lanes.s7, lanes.s7, lanes.s7, lanes.s7), lanes);
    return lanes;
}

// The lanes, each in the next one's place.
lanes_t delay(const lanes_t lanes)
{
    return (lanes_t)(NEUTRAL, lanes.s0, lanes.s1, lanes.s2, lanes.s3, lanes.s4, lanes.s5, lanes.s6,
        lanes.s7, lanes.s8, lanes.s9, lanes.sa, lanes.sb, lanes.sc, lanes.sd, lanes.se);
}

// The elements of `count` iterations from i on, combined lane by lane and then the lanes: the operator commutes. Four vectors side by
// side don't wait for each other's results.
scan_t fold_lanes(long i, ulong count, __global const short *levels, const long levels_from)
{
    lanes_t lanes = (lanes_t)(NEUTRAL), second = lanes, third = lanes, fourth = lanes;
    for (; count >= 4 * LANES; count -= 4 * LANES, i += 4 * LANES) {
        lanes = combine_lanes(lanes, load_lanes(i, levels, levels_from));
        second = combine_lanes(second, load_lanes(i + LANES, levels, levels_from));
        third = combine_lanes(third, load_lanes(i + 2 * LANES, levels, levels_from));
        fourth = combine_lanes(fourth, load_lanes(i + 3 * LANES, levels, levels_from));
    }
    lanes = combine_lanes(combine_lanes(lanes, second), combine_lanes(third, fourth));
    for (; count >= LANES; count -= LANES, i += LANES)
        lanes = combine_lanes(lanes, load_lanes(i, levels, levels_from));
    scan_t totals[LANES];
    vstore16(lanes, 0, (short *)totals);
    scan_t total = totals[0];
    for (uint lane = 1; lane < LANES; lane++)
        total = scan_op(total, totals[lane]);
    for (; count > 0; count--, i++)
        total = scan_op(total, element(i, levels, levels_from));
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
    __global const short *levels, const long levels_from)
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
        // In place the predecessor's elements may be overwritten by now; there its ticket is some thread's work, which comes to its end.
        while (status == 0 && (spins += !IN_PLACE) < SPINS);
        if (status == 0)
            predecessor = fold_lanes(first_index + (long)((next - 1) * TILE), TILE, levels, levels_from);
        before = next == tile ? predecessor : scan_op(predecessor, before);
        if (status == PREFIX)
            break;
        if (next == 1)
            before = scan_op(start, before);
    }
    publish(state, tile, PREFIX, scan_op(before, total));
    return before;
}

// Where the compiler can: stores past the caches, and fetches of what this core is likely to work on next, AHEAD tiles further on.
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define STREAM(lanes, to) __builtin_nontemporal_store(lanes, (__global lanes_t *)(to))
#endif
#if defined(AHEAD) && __has_builtin(__builtin_prefetch)
#define FETCH(address) __builtin_prefetch((const void *)((ulong)(address) + AHEAD * TILE * sizeof(*(address))), 0, 2)
#endif
#endif
#ifndef STREAM
#define STREAM(lanes, to) vstore16(lanes, 0, (__global short *)(to))
#endif
#ifndef FETCH
#define FETCH(address)
#endif

// So many elements further on is an address that a whole vector can be stored to.
ulong until_aligned(__global const scan_t *address)
{
    return (-(ulong)address & (sizeof(lanes_t) - 1)) / sizeof(scan_t);
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const short *restrict levels, const long levels_from,
    __global short *restrict lows, const long lows_from,
    const long first, const ulong n,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    const ulong ticket = atom_inc(&state[0]);
    const ulong tile = IN_PLACE ? (uint)ticket : ticket;
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const bool is_large = !IN_PLACE && n * sizeof(scan_t) >= STREAMED_FROM;
    const scan_t total = fold_lanes(first + (long)begin, end - begin, levels, levels_from);
    scan_t carried = look_back(state, tile, total, start, first, levels, levels_from);

    // One by one up to an aligned address, in lanes as far as they go, and one by one to the tile's end.
    const long i = first + (long)begin;
    ulong iteration = begin, until = min(end, begin + until_aligned(&lows[i - lows_from]));
    do {
        for (; iteration < until; iteration++) {
            const long i = first + (long)iteration;
            const scan_t before = carried;
            const scan_t after = scan_op(before, element(i, levels, levels_from));
            lows[i - lows_from] = before;
            carried = after;
        }
        bool is_streamed = is_large;
        for (; iteration + LANES <= end; iteration += LANES) {
            const long i = first + (long)iteration;
            FETCH(&levels[iteration]);
            const lanes_t partials = scan_lanes(load_lanes(i, levels, levels_from));
            const lanes_t before = combine_lanes((lanes_t)carried, delay(partials));
            if (is_streamed)
                STREAM(before, &lows[i - lows_from]);
            else
                vstore16(before, 0, (__global short *)&lows[i - lows_from]);
            carried = scan_op(carried, partials.sf);
        }
        until = end;
    } while (iteration < end);
    // Streamed stores may still wait in a buffer of this core; an atomic operation empties it before the kernel counts as done.
    if (is_large)
        atom_add(&state[0], 0);
    if (end == n)
        carry[0] = carried;
    // In the upper half: how many tiles are done. Should the kernel fail, the host sees whether all that was there is still needed.
    if (IN_PLACE)
        atom_add(&state[0], (ulong)1 << 32);
}
