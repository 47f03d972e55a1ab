// Made by scanc 0.1.0 from loops.rs, line 51, fn delay_register.
//
//     for i in 1..x.len() {
//         let next = x[i];
//         x[i] = x[i - 1].wrapping_add(aux);
//         aux = next;
//     }
//
// Inclusive scan of i32 with +, into x in place.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); for the
//                bounded wait Smith, Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025).
//   traffic      2n for one array in and one out: a tile's second reading finds it in local memory.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs; local memory for TILE + 2 * GROUP_SIZE values, and barriers.
//   launch       ceil(n / TILE) groups of single_pass_scan; in state 1 + ceil(n / TILE) * ceil(sizeof(scan_t) / 4) ulong, zeroed.

#pragma OPENCL FP_CONTRACT OFF

typedef int scan_t;

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return add_i32(left, right);
}

// 1 in a slice of the loop that goes on where others have ended: none of its iterations is the first.
#ifndef CONTINUES
#define CONTINUES 0
#endif

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from, const int aux, const long first)
{
    if (!CONTINUES && i == first) {
        return aux;
    } else {
        const int next_ = x[i - 1 - x_from];
        return next_;
    }
}

// A tile is the iterations of a work-group.
#define TILE ((ulong)GROUP_SIZE * ITEMS)

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

// Inclusive scan of block[0], ..., block[count - 1] by a group, 1 <= count <= GROUP_SIZE: in Hillis and Steele's steps, each from one half
// of `block` to the other. Returns the half that holds the partials.
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

// So many predecessors are polled together, each by a work-item.
#define WINDOW (GROUP_SIZE < 32 ? GROUP_SIZE : 32)

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// All work-items of the group find it. `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, __local scan_t *window_values,
    __local uint *window_statuses, const long first_index, __global const int *x, const long x_from, const int aux,
    const long first)
{
    const uint item = get_local_id(0);
    scan_t before = start;
    bool is_known = tile == 0;
    if (item == 0 && tile > 0)
        publish(state, tile, AGGREGATE, total);
    uint spins = 0;
    for (ulong next = tile; !is_known;) {
        // `before` has the tiles from `next` on; here come its predecessors, the nearest first.
        const uint most = min(next, (ulong)WINDOW);
        if (item < most) {
            scan_t predecessor;
            window_statuses[item] = poll(state, next - 1 - item, &predecessor);
            window_values[item] = predecessor;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint accounted = 0;
        for (; accounted < most && window_statuses[accounted] != 0 && !is_known; accounted++) {
            before = next - accounted == tile ? window_values[accounted] : scan_op(window_values[accounted], before);
            is_known = window_statuses[accounted] == PREFIX;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        spins = accounted > 0 ? 0 : spins + 1;
        if (spins == SPINS) {
            const ulong begin = (next - 1) * TILE;
            scan_t predecessor = element(first_index + (long)begin, x, x_from, aux, first);
            for (ulong iteration = begin + 1; iteration < begin + TILE; iteration++)
                predecessor = scan_op(predecessor, element(first_index + (long)iteration, x, x_from, aux, first));
            before = next == tile ? predecessor : scan_op(predecessor, before);
            accounted = 1;
            spins = 0;
        }
        next -= accounted;
        if (next == 0 && !is_known) {
            before = scan_op(start, before);
            is_known = true;
        }
    }
    if (item == 0)
        publish(state, tile, PREFIX, scan_op(before, total));
    return before;
}

// One group for each tile.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void single_pass_scan(
    __global const int *x, const long x_from,
    __global int *x_out, const long x_out_from,
    const int aux,
    const long first, const ulong n,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    __local scan_t block[GROUP_SIZE * ITEMS];
    __local scan_t runs[2 * GROUP_SIZE];
    __local scan_t window_values[WINDOW];
    __local uint window_statuses[WINDOW];
    __local ulong ticket;
    const uint item = get_local_id(0);
    if (item == 0)
        ticket = atom_inc(&state[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong tile = ticket;
    const ulong begin = tile * TILE;
    const uint count = min(n - begin, TILE);

    // Neighbouring work-items load neighbouring elements; then each has a run of ITEMS, one after the other.
    for (uint slot = item; slot < count; slot += GROUP_SIZE)
        block[slot] = element(first + (long)(begin + slot), x, x_from, aux, first);
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
        look_back(state, tile, total, start, window_values, window_statuses, first, x, x_from, aux, first);
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
        x_out[i - x_out_from] = after;
    }
}
