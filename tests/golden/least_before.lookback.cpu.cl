// Made by scanc from loops.rs, fn least_before, loop 0.
// Exclusive scan of i16 with min, into lows.
//
//     for i in 0..levels.len() {
//         lows[i] = low;
//         low = low.min(levels[i]);
//     }
//
// lookback: one pass. A tile is reduced, publishes its total, looks back for what it starts from, publishes its prefix, and is scanned.
//   papers       Merrill and Garland, NVIDIA NVR-2016-002 (2016): decoupled look-back; Smith, Levien and Owens, SPAA (2025): bounded waits.
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs, or IN_PLACE=1 where iterations read their own element only.
//   launch       ceil(n / TILE) groups of one work-item; in state first_ticket, then ceil(sizeof(scan_t) / 4) ulong a tile, 0 or old.

#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

typedef short scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return min(left, right); }

// What iteration i adds to the scan.
scan_t element(const long i, __global const short *levels, const long levels_from) { return levels[i - levels_from]; }

#define TILE ((ulong)ITEMS) // the iterations of a work-item
#define LANES 16 // so many of them are scanned at once, in a vector
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

// The elements of `count` iterations from i on, in four chains of lanes that don't wait for each other: the operator commutes.
scan_t fold_lanes(long i, ulong count, __global const short *levels, const long levels_from)
{
    lanes_t lanes = (lanes_t)(NEUTRAL), second = lanes, third = lanes, fourth = lanes;
    for (; count >= 4 * LANES; count -= 4 * LANES, i += 4 * LANES) {
        lanes = combine_lanes(lanes, load_lanes(i, levels, levels_from));
        second = combine_lanes(second, load_lanes(i + LANES, levels, levels_from));
        third = combine_lanes(third, load_lanes(i + 2 * LANES, levels, levels_from));
        fourth = combine_lanes(fourth, load_lanes(i + 3 * LANES, levels, levels_from));
    }
    scan_t total = scan_lanes(combine_lanes(combine_lanes(lanes, second), combine_lanes(third, fourth))).sf;
    for (; count > 0; count--, i++)
        total = scan_op(total, element(i, levels, levels_from));
    return total;
}

// A tile publishes a value in status words: 32 bits of it in the lower half of each, in the upper half what the value is and of which
// launch. A word is written and read by one atomic operation, so its halves belong together; words of different values are told apart by
// their upper halves. So nothing depends on the order in which another tile sees them. Before them all stands the next ticket.
#define STATUS_WORDS ((sizeof(scan_t) + 3) / 4)
typedef union { scan_t value; uint words[STATUS_WORDS]; } packed_t;
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined

void publish(__global volatile ulong *state, const uint first_ticket, const ulong tile, const uint status, const scan_t value)
{
    packed_t packed;
    packed.words[STATUS_WORDS - 1] = 0; // the value may be shorter
    packed.value = value;
    for (uint word = 0; word < STATUS_WORDS; word++)
        atom_xchg(&state[1 + tile * STATUS_WORDS + word], (ulong)(first_ticket << 2 | status) << 32 | packed.words[word]);
}

// What a tile has published, and its status: 0 while that is nothing, or some words are still those of the value before.
uint poll(__global volatile ulong *state, const uint first_ticket, const ulong tile, scan_t *value)
{
    packed_t packed;
    uint status = AGGREGATE | PREFIX;
    for (uint word = 0; word < STATUS_WORDS; word++) {
        const ulong status_word = atom_add(&state[1 + tile * STATUS_WORDS + word], 0);
        packed.words[word] = (uint)status_word;
        const uint upper = (uint)(status_word >> 32) ^ first_ticket << 2;
        status &= upper <= PREFIX ? upper : 0;
    }
    *value = packed.value;
    return status;
}

// What a tile has published, and its status. If that is nothing after SPINS polls, its elements are combined here.
uint wait_for(
    __global volatile ulong *state, const uint first_ticket, const ulong tile, scan_t *value, const scan_t start,
    const long first_index, __global const short *levels, const long levels_from)
{
    for (uint spins = 0; spins < SPINS; spins++) {
        const uint status = poll(state, first_ticket, tile, value);
        if (status != 0)
            return status;
    }
    const scan_t total = fold_lanes(first_index + (long)(tile * TILE), TILE, levels, levels_from);
    *value = tile == 0 ? scan_op(start, total) : total;
    return tile == 0 ? PREFIX : AGGREGATE;
}

// On processors, by Clang: stores past the caches, and fetches of what this core is likely to work on next, AHEAD tiles further on.
#if defined(__clang__) && defined(AHEAD)
#define STREAM(lanes, to) __builtin_nontemporal_store(lanes, (__global lanes_t *)(to))
#define FETCH(address) __builtin_prefetch((const void *)((ulong)(address) + AHEAD * TILE * sizeof(*(address))), 0, 2)
#else
#define STREAM(lanes, to) vstore16(lanes, 0, (__global short *)(to))
#define FETCH(address)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const short *restrict levels, const long levels_from,
    __global short *restrict lows, const long lows_from,
    const long first, const ulong n,
    __global volatile ulong *restrict state, const uint first_ticket, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = (uint)atom_inc(&state[0]) - first_ticket;
    const ulong begin = tile * TILE, end = min(begin + TILE, n);
    const bool is_large = n * sizeof(scan_t) >= STREAMED_FROM;
    const scan_t total = fold_lanes(first + (long)begin, end - begin, levels, levels_from);
    scan_t carried = start;
    // Looks back: from the nearest predecessor to one whose prefix is known.
    uint status = tile > 0 ? AGGREGATE : PREFIX;
    if (tile > 0)
        publish(state, first_ticket, tile, AGGREGATE, total);
    for (ulong next = tile; status != PREFIX; next--) {
        scan_t predecessor;
        status = wait_for(state, first_ticket, next - 1, &predecessor, start, first, levels, levels_from);
        carried = next == tile ? predecessor : scan_op(predecessor, carried);
    }
    publish(state, first_ticket, tile, PREFIX, scan_op(carried, total));
    // In lanes from an aligned address to the last whole vector, one by one elsewhere.
    long i = first + (long)begin;
    for (ulong iteration = begin; iteration < end; iteration++, i++) {
        if ((ulong)&lows[i - lows_from] % sizeof(lanes_t) == 0)
            for (; iteration + LANES <= end; iteration += LANES, i += LANES) {
                FETCH(&levels[iteration]);
                const lanes_t partials = scan_lanes(load_lanes(i, levels, levels_from));
                const lanes_t before = combine_lanes((lanes_t)carried, delay(partials));
                is_large ? STREAM(before, &lows[i - lows_from]) : vstore16(before, 0, (__global short *)&lows[i - lows_from]);
                carried = scan_op(carried, partials.sf);
            }
        if (iteration < end) {
            const scan_t before = carried;
            carried = scan_op(carried, element(i, levels, levels_from));
            lows[i - lows_from] = before;
        }
    }
    // Streamed stores may still wait in a buffer of this core; an atomic operation empties it before the kernel counts as done.
    if (is_large)
        atom_add(&state[0], 0);
    if (end == n)
        carry[0] = carried;
}
