// Made by scanc 0.1.0 from loops.rs, line 51, fn delay_register.
// Inclusive scan of i32 with +, into x in place.
//
//     for i in 1..x.len() {
//         let next = x[i];
//         x[i] = x[i - 1].wrapping_add(aux);
//         aux = next;
//     }
//
// lookback: one pass. A tile is reduced, publishes its total, looks back for what it starts from, publishes its prefix, and is scanned.
//   papers       Merrill and Garland, NVIDIA NVR-2016-002 (2016): decoupled look-back; Smith, Levien and Owens, SPAA (2025): bounded waits.
//   traffic      2n for one array in and one out: a tile's second reading finds it in local memory.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs; local memory for TILE + WINDOW values, and barriers.
//   launch       ceil(n / TILE) groups of single_pass_scan; in state first_ticket, then ceil(sizeof(scan_t) / 4) ulong a tile, 0 or old.

#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

typedef int scan_t;

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return add_i32(left, right); }

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

#define TILE ((ulong)GROUP_SIZE * ITEMS)           // the iterations of a work-group
#define WINDOW (GROUP_SIZE < 32 ? GROUP_SIZE : 32) // so many predecessors are polled together, each by a work-item

// A tile's status word: a value in the lower half, what it is and of which launch in the upper. Before them all stands the next ticket.
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined

void publish(__global volatile ulong *state, const uint first_ticket, const ulong tile, const uint status, const scan_t value)
{
    atom_xchg(&state[1 + tile], (ulong)(first_ticket << 2 | status) << 32 | as_uint(value));
}

// What a tile has published, and its status. If that is nothing after SPINS polls, its elements are combined here.
uint wait_for(
    __global volatile ulong *state, const uint first_ticket, const ulong tile, scan_t *value, const scan_t start,
    const long first_index, __global const int *x, const long x_from, const int aux, const long first)
{
    for (uint spins = 0; spins < SPINS; spins++) {
        const ulong status_word = atom_add(&state[1 + tile], 0);
        const uint status = (uint)(status_word >> 32) ^ first_ticket << 2;
        *value = as_int((uint)status_word);
        if (status == AGGREGATE || status == PREFIX)
            return status;
    }
    scan_t total = element(first_index + (long)(tile * TILE), x, x_from, aux, first);
    for (ulong iteration = tile * TILE + 1; iteration < (tile + 1) * TILE; iteration++)
        total = scan_op(total, element(first_index + (long)iteration, x, x_from, aux, first));
    *value = tile == 0 ? scan_op(start, total) : total;
    return tile == 0 ? PREFIX : AGGREGATE;
}

// Inclusive scan by a group, in Hillis and Steele's steps, of what ends each run of `run` values; the last run may be shorter.
void scan_runs(__local scan_t *block, const uint count, const uint run)
{
    const uint item = get_local_id(0), last = min((item + 1) * run, count) - 1, runs = (count + run - 1) / run;
    for (uint distance = 1; distance < runs; distance *= 2) {
        scan_t total;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < runs)
            total = item < distance ? block[last] : scan_op(block[(item - distance + 1) * run - 1], block[last]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < runs)
            block[last] = total;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void single_pass_scan(
    __global const int *x, const long x_from,
    __global int *x_out, const long x_out_from,
    const int aux,
    const long first, const ulong n,
    __global volatile ulong *restrict state, const uint first_ticket, __global scan_t *restrict carry, const scan_t start)
{
    __local scan_t block[GROUP_SIZE * ITEMS], window[WINDOW], before_tile;
    __local uint nearest_prefix, ticket;
    const uint item = get_local_id(0);
    if (item == 0) {
        ticket = (uint)atom_inc(&state[0]) - first_ticket;
        nearest_prefix = WINDOW;
        before_tile = start;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong tile = ticket, begin = tile * TILE;
    const uint count = min(n - begin, TILE);

    // Neighbouring work-items load neighbouring elements, those with ITEMS of them all at once. Then each scans a run of ITEMS.
    if (item + TILE - GROUP_SIZE < count)
        for (uint part = 0; part < ITEMS; part++)
            block[part * GROUP_SIZE + item] = element(first + (long)(begin + part * GROUP_SIZE + item), x, x_from, aux, first);
    else
        for (uint slot = item; slot < count; slot += GROUP_SIZE)
            block[slot] = element(first + (long)(begin + slot), x, x_from, aux, first);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint run_begin = item * ITEMS, run_end = min(run_begin + ITEMS, count);
    for (uint slot = run_begin + 1; slot < run_end; slot++)
        block[slot] = scan_op(block[slot - 1], block[slot]);
    scan_runs(block, count, ITEMS);

    // Looks back, one window of predecessors after the other, to the nearest whose prefix is known. A work-item combines them.
    bool is_known = tile == 0;
    if (item == 0 && !is_known)
        publish(state, first_ticket, tile, AGGREGATE, block[count - 1]);
    for (ulong next = tile; !is_known; next -= WINDOW) {
        const uint most = min(next, (ulong)WINDOW);
        if (item < most) {
            scan_t predecessor;
            if (wait_for(state, first_ticket, next - 1 - item, &predecessor, start, first, x, x_from, aux, first) == PREFIX)
                atomic_min(&nearest_prefix, item);
            window[item] = predecessor;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        is_known = nearest_prefix < WINDOW;
        if (item == 0) {
            const uint used = is_known ? nearest_prefix + 1 : most;
            for (uint distance = 0; distance < used; distance++)
                before_tile = next - distance == tile ? window[0] : scan_op(window[distance], before_tile);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        publish(state, first_ticket, tile, PREFIX, scan_op(before_tile, block[count - 1]));

    // Each run goes on from the runs before it.
    const scan_t before_run = item == 0 || run_begin >= count ? before_tile : scan_op(before_tile, block[run_begin - 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (run_begin < count) {
        for (uint slot = run_begin; slot + 1 < run_end; slot++)
            block[slot] = scan_op(before_run, block[slot]);
        block[run_end - 1] = scan_op(before_tile, block[run_end - 1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0 && begin + count == n)
        carry[0] = block[count - 1];
    for (uint part = 0; part < ITEMS; part++) {
        const uint slot = part * GROUP_SIZE + item;
        if (slot >= count)
            continue;
        const long i = first + (long)(begin + slot);
        const scan_t after = block[slot];
        x_out[i - x_out_from] = after;
    }
}
