// Made by scanc 0.1.0 from regions.rs, line 573, fn independent_within.
//
//     for c in 0..w {
//         t = t.wrapping_add(x[r * w + c]);
//         y[r * w + c] = t;
//     }
//
// Inclusive scan of u32 with +, into y.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); Smith,
//                Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025), for the bounded wait.
//   traffic      the inputs are read once from memory, the outputs written once (2n for one array in and one out): a tile's second
//                reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     tiles take their numbers as they start, so whatever a tile waits for has started. It waits SPINS times and then
//                combines the predecessor's elements itself: no device can make it wait for ever.
//   needs        OpenCL C 1.2 with cl_khr_int64_base_atomics; outputs apart from the inputs, but with -D IN_PLACE and -D restrict=
//                where every iteration reads its own element only.
//   launch       tiles = ceil(n / ITEMS) work-items of single_pass_scan, each a group, over 1 + tiles * ceil(sizeof(scan_t) / 4) zeroed
//                ulong of state.

#pragma OPENCL FP_CONTRACT OFF

typedef uint scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return left + right;
}

// What iteration c adds to the scan.
scan_t element(const long c, __global const uint *x, const long x_from, const ulong r, const ulong w)
{
    return x[c + (long)r * (long)w - x_from];
}

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from c on, combined from first to last; count >= 1.
scan_t fold(long c, const ulong count, __global const uint *x, const long x_from, const ulong r, const ulong w)
{
    scan_t total = element(c, x, x_from, r, w);
    for (ulong done = 1; done < count; done++) {
        c++;
        total = scan_op(total, element(c, x, x_from, r, w));
    }
    return total;
}

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// How often a tile looks at a predecessor that has published nothing before it does that one's work itself.
#ifndef SPINS
#define SPINS 1024
#endif

// A tile publishes a value in packets: 32 bits of it in the lower half, in the upper half what the value is. A packet is written and
// read by one atomic operation, so its halves belong together; packets of different values are told apart by their upper halves. So
// nothing depends on the order in which another tile sees the packets.
#define PACKETS ((sizeof(scan_t) + 3) / 4)
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined
typedef union { scan_t value; uint words[PACKETS]; } packed_t;

// The packets of a tile; before them all stands the number of the next tile to start.
#define PUBLISHED(state, tile) (&(state)[1 + (tile) * PACKETS])

void publish(__global volatile ulong *packets, const ulong status, const scan_t value)
{
    packed_t packed;
    packed.words[PACKETS - 1] = 0; // the value may be shorter
    packed.value = value;
    for (uint word = 0; word < PACKETS; word++)
        atom_xchg(&packets[word], status << 32 | packed.words[word]);
}

// What is published, if anything is, and its status: 0 while there is nothing, or some packets are still those of the value before.
uint look_at(__global volatile ulong *packets, scan_t *value)
{
    packed_t packed;
    uint status = AGGREGATE | PREFIX;
    for (uint word = 0; word < PACKETS; word++) {
        const ulong packet = atom_add(&packets[word], 0);
        packed.words[word] = (uint)packet;
        status &= (uint)(packet >> 32);
    }
    *value = packed.value;
    return status;
}

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, const long first_index,
    __global const uint *x, const long x_from, const ulong r, const ulong w)
{
    scan_t before = start;
    if (tile > 0)
        publish(PUBLISHED(state, tile), AGGREGATE, total);
    for (ulong other = tile; other > 0; other--) {
        // `before` has the tiles from `other` on; here comes `other - 1`.
        scan_t theirs;
        uint status, spins = 0;
        do {
            status = look_at(PUBLISHED(state, other - 1), &theirs);
#ifdef IN_PLACE
            // Its elements may be overwritten by now. Only a CPU device works in place: a tile that is drawn is some thread's work.
        } while (status == 0);
#else
        } while (status == 0 && ++spins < SPINS);
        if (status == 0)
            theirs = fold(first_index + (long)((other - 1) * TILE), TILE, x, x_from, r, w);
#endif
        before = other == tile ? theirs : scan_op(theirs, before);
        if (status == PREFIX)
            break;
        if (other == 1)
            before = scan_op(start, before);
    }
    publish(PUBLISHED(state, tile), PREFIX, scan_op(before, total));
    return before;
}

// So many iterations are scanned at once, in the lanes of a vector.
#define LANES 8
typedef uint8 lanes_t;

// Added to a lane it changes nothing.
#define NEUTRAL 0

// From so many bytes on what is stored goes to memory past the caches, which could not hold it.
#ifndef STREAMED_FROM
#define STREAMED_FROM (16 << 20)
#endif
#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store) && !defined(IN_PLACE)
#define HAS_STREAMING
#endif
#endif

#ifdef __has_builtin
#if defined(AHEAD) && __has_builtin(__builtin_prefetch)
// What this core is likely to work on next: AHEAD tiles further on, as many as there are cores.
#define FETCH(address) __builtin_prefetch((const void *)((ulong)(address) + AHEAD * TILE * sizeof(*(address))), 0, 2)
#endif
#endif
#ifndef FETCH
#define FETCH(address)
#endif

lanes_t combine_lanes(const lanes_t left, const lanes_t right)
{
    return left + right;
}

// What the iterations from c on add to the scan.
lanes_t load_lanes(const long c, __global const uint *x, const long x_from, const ulong r, const ulong w)
{
    scan_t gathered[LANES];
    for (uint lane = 0; lane < LANES; lane++)
        gathered[lane] = element(c + lane, x, x_from, r, w);
    return vload8(0, (uint *)gathered);
}

// So many elements further on is an address that a whole vector can be stored to.
ulong until_aligned(__global const scan_t *address)
{
    return (-(ulong)address & (sizeof(lanes_t) - 1)) / sizeof(scan_t);
}

void store_lanes(__global scan_t *to, const lanes_t lanes, const bool is_streamed)
{
#ifdef HAS_STREAMING
    if (is_streamed) {
        __builtin_nontemporal_store(lanes, (__global lanes_t *)to);
        return;
    }
#endif
    vstore8(lanes, 0, (__global uint *)to);
}

// The inclusive partials of the lanes, by Sklansky's network: pairs, then fours, and so on, each upper half from the lower's last.
lanes_t scan_lanes(lanes_t lanes)
{
    lanes = combine_lanes((lanes_t)(NEUTRAL, lanes.s0, NEUTRAL, lanes.s2, NEUTRAL, lanes.s4, NEUTRAL, lanes.s6), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, lanes.s1, lanes.s1, NEUTRAL, NEUTRAL, lanes.s5, lanes.s5), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, lanes.s3, lanes.s3, lanes.s3, lanes.s3), lanes);
    return lanes;
}

// The elements of `count` iterations from c on, combined lane by lane and then the lanes: the operator commutes. Four vectors side by
// side don't wait for each other's results.
scan_t fold_lanes(long c, ulong count, __global const uint *x, const long x_from, const ulong r, const ulong w)
{
    lanes_t lanes = (lanes_t)(NEUTRAL), second = lanes, third = lanes, fourth = lanes;
    for (; count >= 4 * LANES; count -= 4 * LANES, c += 4 * LANES) {
        lanes = combine_lanes(lanes, load_lanes(c, x, x_from, r, w));
        second = combine_lanes(second, load_lanes(c + LANES, x, x_from, r, w));
        third = combine_lanes(third, load_lanes(c + 2 * LANES, x, x_from, r, w));
        fourth = combine_lanes(fourth, load_lanes(c + 3 * LANES, x, x_from, r, w));
    }
    lanes = combine_lanes(combine_lanes(lanes, second), combine_lanes(third, fourth));
    for (; count >= LANES; count -= LANES, c += LANES)
        lanes = combine_lanes(lanes, load_lanes(c, x, x_from, r, w));
    scan_t totals[LANES];
    vstore8(lanes, 0, (uint *)totals);
    scan_t total = totals[0];
    for (uint lane = 1; lane < LANES; lane++)
        total = scan_op(total, totals[lane]);
    for (; count > 0; count--, c++)
        total = scan_op(total, element(c, x, x_from, r, w));
    return total;
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const uint *restrict x, const long x_from,
    __global uint *restrict y, const long y_from,
    const ulong r, const ulong w,
    const long first, const ulong n,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
#ifdef IN_PLACE
    const ulong tile = (uint)atom_inc(&state[0]);
#else
    const ulong tile = atom_inc(&state[0]);
#endif
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const bool is_large = n * sizeof(scan_t) >= STREAMED_FROM;
    const scan_t total = fold_lanes(first + (long)begin, end - begin, x, x_from, r, w);
    scan_t carried = look_back(state, tile, total, start, first, x, x_from, r, w);

    // One by one up to an aligned address, in lanes as far as they go, and one by one to the tile's end.
    ulong iteration = begin;
    ulong until;
    {
        const long c = first + (long)begin;
        until = min(end, begin + until_aligned(&y[c + (long)r * (long)w - y_from]));
    }
    do {
        for (; iteration < until; iteration++) {
            const long c = first + (long)iteration;
            const scan_t before = carried;
            const scan_t after = scan_op(before, element(c, x, x_from, r, w));
            y[c + (long)r * (long)w - y_from] = after;
            carried = after;
        }
        bool is_streamed = is_large;
        for (; iteration + LANES <= end; iteration += LANES) {
            const long c = first + (long)iteration;
            FETCH(&x[iteration]);
            const lanes_t partials = scan_lanes(load_lanes(c, x, x_from, r, w));
            const lanes_t after = combine_lanes((lanes_t)carried, partials);
            store_lanes(&y[c + (long)r * (long)w - y_from], after, is_streamed);
            carried = scan_op(carried, partials.s7);
        }
        until = end;
    } while (iteration < end);
    // Streamed stores may still wait in a buffer of this core; an atomic operation empties it before the kernel counts as done.
    if (is_large)
        atom_add(&state[0], 0);
    if (end == n)
        carry[0] = carried;
#ifdef IN_PLACE
    // In the upper half: how many tiles are done. Should the kernel fail, the host sees whether all that was there is still needed.
    atom_add(&state[0], (ulong)1 << 32);
#endif
}
