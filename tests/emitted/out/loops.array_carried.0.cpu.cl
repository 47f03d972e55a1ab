// Made by scanc 0.1.0 from loops.rs, line 9, fn array_carried.
//
//     for i in 1..y.len() {
//         y[i] = y[i - 1].wrapping_add(x[i - 1]);
//     }
//
// Inclusive scan of i32 with +, into y.
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

typedef int scan_t;

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return add_i32(left, right);
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from)
{
    return x[i - 1 - x_from];
}

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// So many iterations are scanned at once, in the lanes of a vector: unsigned, for sums and products that wrap.
#define LANES 8
#define NEUTRAL 0 // added to a lane it changes nothing
typedef uint8 lanes_t;

lanes_t combine_lanes(const lanes_t left, const lanes_t right) { return left + right; }

// What the iterations from i on add to the scan.
lanes_t load_lanes(const long i, __global const int *x, const long x_from)
{
    scan_t gathered[LANES];
    for (uint lane = 0; lane < LANES; lane++)
        gathered[lane] = element(i + lane, x, x_from);
    return vload8(0, (uint *)gathered);
}

// The inclusive partials of the lanes, by Sklansky's network: pairs, then fours, and so on, each upper half from the lower's last.
lanes_t scan_lanes(lanes_t lanes)
{
    lanes = combine_lanes((lanes_t)(NEUTRAL, lanes.s0, NEUTRAL, lanes.s2, NEUTRAL, lanes.s4, NEUTRAL, lanes.s6), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, lanes.s1, lanes.s1, NEUTRAL, NEUTRAL, lanes.s5, lanes.s5), lanes);
    lanes = combine_lanes((lanes_t)(NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, lanes.s3, lanes.s3, lanes.s3, lanes.s3), lanes);
    return lanes;
}

// The elements of `count` iterations from i on, combined lane by lane and then the lanes: the operator commutes. Four vectors side by
// side don't wait for each other's results.
scan_t fold_lanes(long i, ulong count, __global const int *x, const long x_from)
{
    lanes_t lanes = (lanes_t)(NEUTRAL), second = lanes, third = lanes, fourth = lanes;
    for (; count >= 4 * LANES; count -= 4 * LANES, i += 4 * LANES) {
        lanes = combine_lanes(lanes, load_lanes(i, x, x_from));
        second = combine_lanes(second, load_lanes(i + LANES, x, x_from));
        third = combine_lanes(third, load_lanes(i + 2 * LANES, x, x_from));
        fourth = combine_lanes(fourth, load_lanes(i + 3 * LANES, x, x_from));
    }
    lanes = combine_lanes(combine_lanes(lanes, second), combine_lanes(third, fourth));
    for (; count >= LANES; count -= LANES, i += LANES)
        lanes = combine_lanes(lanes, load_lanes(i, x, x_from));
    scan_t totals[LANES];
    vstore8(lanes, 0, (uint *)totals);
    scan_t total = totals[0];
    for (uint lane = 1; lane < LANES; lane++)
        total = scan_op(total, totals[lane]);
    for (; count > 0; count--, i++)
        total = scan_op(total, element(i, x, x_from));
    return total;
}

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// A tile publishes a value in a status word: the value in the lower half, in the upper half what it is. One atomic operation writes or
// reads both, so they belong together. Before all status words stands the ticket of the next tile.
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined

void publish(__global volatile ulong *state, const ulong tile, const ulong status, const scan_t value)
{
    atom_xchg(&state[1 + tile], status << 32 | as_uint(value));
}

// What a tile has published, and its status: 0 while that is nothing.
uint poll(__global volatile ulong *state, const ulong tile, scan_t *value)
{
    const ulong status_word = atom_add(&state[1 + tile], 0);
    *value = as_int((uint)status_word);
    return (uint)(status_word >> 32);
}

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, const long first_index,
    __global const int *x, const long x_from)
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
            predecessor = fold_lanes(first_index + (long)((next - 1) * TILE), TILE, x, x_from);
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
#define STREAM(lanes, to) vstore8(lanes, 0, (__global uint *)(to))
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
    __global const int *restrict x, const long x_from,
    __global int *restrict y, const long y_from,
    const long first, const ulong n,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    const ulong ticket = atom_inc(&state[0]);
    const ulong tile = IN_PLACE ? (uint)ticket : ticket;
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const bool is_large = !IN_PLACE && n * sizeof(scan_t) >= STREAMED_FROM;
    const scan_t total = fold_lanes(first + (long)begin, end - begin, x, x_from);
    scan_t carried = look_back(state, tile, total, start, first, x, x_from);

    // One by one up to an aligned address, in lanes as far as they go, and one by one to the tile's end.
    const long i = first + (long)begin;
    ulong iteration = begin, until = min(end, begin + until_aligned(&y[i - y_from]));
    do {
        for (; iteration < until; iteration++) {
            const long i = first + (long)iteration;
            const scan_t before = carried;
            const scan_t after = scan_op(before, element(i, x, x_from));
            y[i - y_from] = after;
            carried = after;
        }
        bool is_streamed = is_large;
        for (; iteration + LANES <= end; iteration += LANES) {
            const long i = first + (long)iteration;
            FETCH(&x[iteration]);
            const lanes_t partials = scan_lanes(load_lanes(i, x, x_from));
            const lanes_t after = combine_lanes((lanes_t)carried, partials);
            if (is_streamed)
                STREAM(after, &y[i - y_from]);
            else
                vstore8(after, 0, (__global uint *)&y[i - y_from]);
            carried = scan_op(carried, partials.s7);
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
