// Made by scanc 0.1.0 from regions.rs, line 525, fn rounds.
//
//     for r in 0..h {
//         t ^= to[r * w + c];
//         from[r * w + c] = t;
//     }
//
// Inclusive scan of u64 with ^, into from.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); Smith,
//                Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025), for the bounded wait.
//   traffic      the inputs are read once from memory, the outputs written once (2n for one array in and one out): a tile's second
//                reading finds it in local memory.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     tiles take their numbers as they start, so whatever a tile waits for has started. It waits SPINS times and then
//                combines the predecessor's elements itself: no device can make it wait for ever.
//   needs        OpenCL C 1.2 with cl_khr_int64_base_atomics; outputs apart from the inputs; local memory for TILE and 2 * GROUP_SIZE
//                values, and barriers.
//   launch       tiles = ceil(n / (GROUP_SIZE * ITEMS)) groups of single_pass_scan over 1 + tiles * ceil(sizeof(scan_t) / 4) zeroed
//                ulong of state.

#pragma OPENCL FP_CONTRACT OFF

typedef ulong scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return left ^ right;
}

// What iteration r adds to the scan.
scan_t element(const long r, __global const ulong *to, const long to_from, const ulong w, const ulong c)
{
    return to[r * (long)w + (long)c - to_from];
}

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

// The elements of `count` iterations from r on, combined from first to last; count >= 1.
scan_t fold(long r, const ulong count, __global const ulong *to, const long to_from, const ulong w, const ulong c)
{
    scan_t total = element(r, to, to_from, w, c);
    for (ulong done = 1; done < count; done++) {
        r++;
        total = scan_op(total, element(r, to, to_from, w, c));
    }
    return total;
}

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

// So many predecessors are looked at together, each by a work-item.
#define WINDOW (GROUP_SIZE < 32 ? GROUP_SIZE : 32)

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// All work-items of the group find it. `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, __local scan_t *window_values,
    __local uint *window_statuses, const long first_index, __global const ulong *to, const long to_from, const ulong w,
    const ulong c)
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
            const scan_t theirs = fold(first_index + (long)((other - 1) * TILE), TILE, to, to_from, w, c);
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
    __global const ulong *restrict to, const long to_from,
    __global ulong *restrict from, const long from_from,
    const ulong w, const ulong c,
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
        block[slot] = element(first + (long)(begin + slot), to, to_from, w, c);
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
        look_back(state, tile, total, start, window_values, window_statuses, first, to, to_from, w, c);
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
        const long r = first + (long)(begin + slot);
        const scan_t after = block[slot];
        from[r * (long)w + (long)c - from_from] = after;
    }
}
