// Made by scanc 0.1.0 from between.rs, line 412, fn drop_at_the_end_of_a_block.
//
//     for i in 1..x.len() {
//         y[i] = y[i - 1] + x[i];
//     }
//
// Inclusive scan of i32 with +, into y.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); Smith,
//                Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025), for the bounded wait.
//   traffic      the inputs are read once from memory, the outputs written once (2n for one array in and one out): a tile's second
//                reading finds it in the cache, or in local memory.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     tiles take their numbers as they start, so whatever a tile waits for has started. It waits SPINS times and then
//                combines the predecessor's elements itself: no device can make it wait for ever.
//   needs        OpenCL C 1.2 with cl_khr_int64_base_atomics; outputs apart from the inputs, but with GROUP_SIZE 1, -D IN_PLACE and
//                -D restrict= where every iteration reads its own element only. With GROUP_SIZE > 1 local memory for TILE and
//                2 * GROUP_SIZE values, and barriers.
//   launch       tiles = ceil(n / (GROUP_SIZE * ITEMS)) groups of single_pass_scan over 1 + tiles * ceil(sizeof(scan_t) / 4) zeroed
//                ulong of state. A device without these atomics builds with -D REDUCE_THEN_SCAN and runs that algorithm.

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
    return x[i - x_from];
}

#ifndef GROUP_SIZE
#define GROUP_SIZE 256
#endif
#ifndef ITEMS
#define ITEMS 15
#endif
// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const int *x, const long x_from)
{
    scan_t total = element(i, x, x_from);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, x, x_from));
    }
    return total;
}

#if GROUP_SIZE > 1
// Inclusive scan of block[0], ..., block[count - 1] by all work-items of a group; 1 <= count <= GROUP_SIZE. Hillis and Steele's steps,
// each from one half of `block` to the other; returns the half that holds the partials.
__local const scan_t *scan_block(__local scan_t *block, const uint count)
{
    const uint item = get_local_id(0);
    __local scan_t *from = block;
    __local scan_t *to = block + GROUP_SIZE;
    for (uint distance = 1; distance < count; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < count)
            to[item] = item < distance ? from[item] : scan_op(from[item - distance], from[item]);
        __local scan_t *const last = from;
        from = to;
        to = last;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return from;
}
#endif

#ifdef REDUCE_THEN_SCAN

// Phase 1: totals[tile] = the tile's elements, combined from first to last.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void reduce_tiles(
    __global const int *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict totals)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE + get_local_id(0) * (ulong)ITEMS;
    const ulong end = min(begin + ITEMS, n);
#if GROUP_SIZE == 1
    totals[tile] = fold(first + (long)begin, end - begin, x, x_from);
#else
    __local scan_t runs[2 * GROUP_SIZE];
    if (begin < n)
        runs[get_local_id(0)] = fold(first + (long)begin, end - begin, x, x_from);
    const uint count = (min(n - tile * TILE, TILE) + ITEMS - 1) / ITEMS;
    __local const scan_t *inclusive = scan_block(runs, count);
    if (get_local_id(0) == 0)
        totals[tile] = inclusive[count - 1];
#endif
}

// Phase 2, one group: prefixes[tile] = `start` and the totals before the tile; prefixes[tiles] = the value after the last iteration.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict prefixes, const ulong tiles, const scan_t start)
{
#if GROUP_SIZE == 1 || defined(SEQUENTIAL_TOTALS)
    if (get_local_id(0) == 0) {
        scan_t prefix = start;
        for (ulong tile = 0; tile < tiles; tile++) {
            prefixes[tile] = prefix;
            prefix = scan_op(prefix, totals[tile]);
        }
        prefixes[tiles] = prefix;
    }
#else
    // A run of totals for each work-item, until there are none left.
    const uint item = get_local_id(0);
    const ulong run = (tiles + GROUP_SIZE - 1) / GROUP_SIZE;
    const ulong begin = item * run;
    const ulong end = min(begin + run, tiles);
    __local scan_t runs[2 * GROUP_SIZE];
    if (begin < tiles) {
        scan_t total = totals[begin];
        for (ulong tile = begin + 1; tile < end; tile++)
            total = scan_op(total, totals[tile]);
        runs[item] = total;
    }
    __local const scan_t *inclusive = scan_block(runs, (tiles + run - 1) / run);
    if (begin < tiles) {
        scan_t prefix = item == 0 ? start : scan_op(start, inclusive[item - 1]);
        for (ulong tile = begin; tile < end; tile++) {
            prefixes[tile] = prefix;
            prefix = scan_op(prefix, totals[tile]);
        }
        if (end == tiles)
            prefixes[tiles] = prefix;
    }
#endif
}

// Phase 3: every iteration of the tile from the tile's prefix on.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_tiles(
    __global const int *restrict x, const long x_from,
    __global int *restrict y, const long y_from,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes)
{
    const ulong tile = get_group_id(0);
    const ulong begin = tile * TILE + get_local_id(0) * (ulong)ITEMS;
    const ulong end = min(begin + ITEMS, n);
    scan_t before = prefixes[tile];
#if GROUP_SIZE > 1
    __local scan_t runs[2 * GROUP_SIZE];
    const uint item = get_local_id(0);
    if (begin < n)
        runs[item] = fold(first + (long)begin, end - begin, x, x_from);
    __local const scan_t *inclusive = scan_block(runs, (min(n - tile * TILE, TILE) + ITEMS - 1) / ITEMS);
    if (item > 0 && begin < n)
        before = scan_op(before, inclusive[item - 1]);
#endif
    for (ulong iteration = begin; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, x, x_from));
        y[i - y_from] = after;
        before = after;
    }
}

#else

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

#if GROUP_SIZE == 1

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, const long first_index,
    __global const int *x, const long x_from)
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
            theirs = fold(first_index + (long)((other - 1) * TILE), TILE, x, x_from);
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

// So many iterations are scanned at once, in the lanes of a vector: unsigned, for sums and products that wrap.
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

// What the iterations from i on add to the scan.
lanes_t load_lanes(const long i, __global const int *x, const long x_from)
{
    scan_t gathered[LANES];
    for (uint lane = 0; lane < LANES; lane++)
        gathered[lane] = element(i + lane, x, x_from);
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

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const int *restrict x, const long x_from,
    __global int *restrict y, const long y_from,
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
    const scan_t total = fold_lanes(first + (long)begin, end - begin, x, x_from);
    scan_t carried = look_back(state, tile, total, start, first, x, x_from);

    // One by one up to an aligned address, in lanes as far as they go, and one by one to the tile's end.
    ulong iteration = begin;
    ulong until;
    {
        const long i = first + (long)begin;
        until = min(end, begin + until_aligned(&y[i - y_from]));
    }
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
            store_lanes(&y[i - y_from], after, is_streamed);
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

#else

// So many predecessors are looked at together, each by a work-item.
#define WINDOW (GROUP_SIZE < 32 ? GROUP_SIZE : 32)

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// All work-items of the group find it. `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, __local scan_t *window_values,
    __local uint *window_statuses, const long first_index, __global const int *x, const long x_from)
{
    const uint item = get_local_id(0);
    scan_t before = start;
    bool is_known = tile == 0;
    if (item == 0 && tile > 0)
        publish(PUBLISHED(state, tile), AGGREGATE, total);
    uint spins = 0;
    for (ulong other = tile; !is_known;) {
        // `before` has the tiles from `other` on; here come those before it, the nearest first.
        const uint most = min(other, (ulong)WINDOW);
        if (item < most) {
            scan_t theirs;
            window_statuses[item] = look_at(PUBLISHED(state, other - 1 - item), &theirs);
            window_values[item] = theirs;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint accounted = 0;
        for (; accounted < most && window_statuses[accounted] != 0 && !is_known; accounted++) {
            before = other - accounted == tile ? window_values[accounted] : scan_op(window_values[accounted], before);
            is_known = window_statuses[accounted] == PREFIX;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        spins = accounted > 0 ? 0 : spins + 1;
        if (spins == SPINS) {
            const scan_t theirs = fold(first_index + (long)((other - 1) * TILE), TILE, x, x_from);
            before = other == tile ? theirs : scan_op(theirs, before);
            accounted = 1;
            spins = 0;
        }
        other -= accounted;
        if (other == 0 && !is_known) {
            before = scan_op(start, before);
            is_known = true;
        }
    }
    if (item == 0)
        publish(PUBLISHED(state, tile), PREFIX, scan_op(before, total));
    return before;
}

// One group for each tile.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void single_pass_scan(
    __global const int *restrict x, const long x_from,
    __global int *restrict y, const long y_from,
    const long first, const ulong n,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    __local scan_t block[GROUP_SIZE * ITEMS];
    __local scan_t runs[2 * GROUP_SIZE];
    __local scan_t window_values[WINDOW];
    __local uint window_statuses[WINDOW];
    __local ulong drawn;
    const uint item = get_local_id(0);
    if (item == 0)
        drawn = atom_inc(&state[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong tile = drawn;
    const ulong begin = tile * TILE;
    const uint count = min(n - begin, TILE);

    // Neighbouring work-items load neighbouring elements; then each has a run of ITEMS, one after the other.
    for (uint slot = item; slot < count; slot += GROUP_SIZE)
        block[slot] = element(first + (long)(begin + slot), x, x_from);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint run_begin = item * ITEMS;
    const uint run_end = min(run_begin + ITEMS, count);
    if (run_begin < count) {
        scan_t total = block[run_begin];
        for (uint slot = run_begin + 1; slot < run_end; slot++)
            total = scan_op(total, block[slot]);
        runs[item] = total;
    }
    const uint last_run = (count - 1) / ITEMS;
    __local const scan_t *inclusive = scan_block(runs, last_run + 1);

    const scan_t total = inclusive[last_run];
    const scan_t before_tile =
        look_back(state, tile, total, start, window_values, window_statuses, first, x, x_from);
    if (run_begin < count) {
        scan_t carried = item == 0 ? before_tile : scan_op(before_tile, inclusive[item - 1]);
        for (uint slot = run_begin; slot < run_end; slot++) {
            carried = scan_op(carried, block[slot]);
            block[slot] = carried;
        }
        if (begin + run_end == n)
            carry[0] = carried;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint slot = item; slot < count; slot += GROUP_SIZE) {
        const long i = first + (long)(begin + slot);
        const scan_t after = block[slot];
        y[i - y_from] = after;
    }
}

#endif
#endif
