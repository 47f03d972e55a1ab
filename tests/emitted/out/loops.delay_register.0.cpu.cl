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
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs, or IN_PLACE=1 where iterations read their own element only.
//   launch       ceil(n / TILE) groups of one work-item; in state first_ticket, then ceil(sizeof(scan_t) / 4) ulong a tile, 0 or old.

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

#define TILE ((ulong)ITEMS) // the iterations of a work-item
#define LANES 8 // so many of them are scanned at once, in a vector: unsigned, for sums and products that wrap
#define NEUTRAL 0 // added to a lane it changes nothing
typedef uint8 lanes_t;
lanes_t combine_lanes(const lanes_t left, const lanes_t right) { return left + right; }

// What the iterations from i on add to the scan.
lanes_t load_lanes(const long i, __global const int *x, const long x_from, const int aux, const long first)
{
    scan_t gathered[LANES];
    for (uint lane = 0; lane < LANES; lane++)
        gathered[lane] = element(i + lane, x, x_from, aux, first);
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

// The elements of `count` iterations from i on, in four chains of lanes that don't wait for each other: the operator commutes.
scan_t fold_lanes(long i, ulong count, __global const int *x, const long x_from, const int aux, const long first)
{
    lanes_t lanes = (lanes_t)(NEUTRAL), second = lanes, third = lanes, fourth = lanes;
    for (; count >= 4 * LANES; count -= 4 * LANES, i += 4 * LANES) {
        lanes = combine_lanes(lanes, load_lanes(i, x, x_from, aux, first));
        second = combine_lanes(second, load_lanes(i + LANES, x, x_from, aux, first));
        third = combine_lanes(third, load_lanes(i + 2 * LANES, x, x_from, aux, first));
        fourth = combine_lanes(fourth, load_lanes(i + 3 * LANES, x, x_from, aux, first));
    }
    scan_t total = scan_lanes(combine_lanes(combine_lanes(lanes, second), combine_lanes(third, fourth))).s7;
    for (; count > 0; count--, i++)
        total = scan_op(total, element(i, x, x_from, aux, first));
    return total;
}

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
    // In place the tile's elements may be overwritten by now; there its ticket is some thread's work, which comes to its end.
    for (uint spins = 0; spins < SPINS; spins += !IN_PLACE) {
        const ulong status_word = atom_add(&state[1 + tile], 0);
        const uint status = (uint)(status_word >> 32) ^ first_ticket << 2;
        *value = as_int((uint)status_word);
        if (status == AGGREGATE || status == PREFIX)
            return status;
    }
    const scan_t total = fold_lanes(first_index + (long)(tile * TILE), TILE, x, x_from, aux, first);
    *value = tile == 0 ? scan_op(start, total) : total;
    return tile == 0 ? PREFIX : AGGREGATE;
}

// On processors, by Clang: stores past the caches, and fetches of what this core is likely to work on next, AHEAD tiles further on.
#if defined(__clang__) && defined(AHEAD)
#define STREAM(lanes, to) __builtin_nontemporal_store(lanes, (__global lanes_t *)(to))
#define FETCH(address) __builtin_prefetch((const void *)((ulong)(address) + AHEAD * TILE * sizeof(*(address))), 0, 2)
#else
#define STREAM(lanes, to) vstore8(lanes, 0, (__global uint *)(to))
#define FETCH(address)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const int *x, const long x_from,
    __global int *x_out, const long x_out_from,
    const int aux,
    const long first, const ulong n,
    __global volatile ulong *restrict state, const uint first_ticket, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = (uint)atom_inc(&state[0]) - first_ticket;
    const ulong begin = tile * TILE, end = min(begin + TILE, n);
    const bool is_large = !IN_PLACE && n * sizeof(scan_t) >= STREAMED_FROM;
    const scan_t total = fold_lanes(first + (long)begin, end - begin, x, x_from, aux, first);
    scan_t carried = start;
    // Looks back: from the nearest predecessor to one whose prefix is known.
    uint status = tile > 0 ? AGGREGATE : PREFIX;
    if (tile > 0)
        publish(state, first_ticket, tile, AGGREGATE, total);
    for (ulong next = tile; status != PREFIX; next--) {
        scan_t predecessor;
        status = wait_for(state, first_ticket, next - 1, &predecessor, start, first, x, x_from, aux, first);
        carried = next == tile ? predecessor : scan_op(predecessor, carried);
    }
    publish(state, first_ticket, tile, PREFIX, scan_op(carried, total));
    // In lanes from an aligned address to the last whole vector, one by one elsewhere.
    long i = first + (long)begin;
    for (ulong iteration = begin; iteration < end; iteration++, i++) {
        if ((ulong)&x_out[i - x_out_from] % sizeof(lanes_t) == 0)
            for (; iteration + LANES <= end; iteration += LANES, i += LANES) {
                FETCH(&x[iteration]);
                const lanes_t partials = scan_lanes(load_lanes(i, x, x_from, aux, first));
                const lanes_t after = combine_lanes((lanes_t)carried, partials);
                is_large ? STREAM(after, &x_out[i - x_out_from]) : vstore8(after, 0, (__global uint *)&x_out[i - x_out_from]);
                carried = scan_op(carried, partials.s7);
            }
        if (iteration < end) {
            carried = scan_op(carried, element(i, x, x_from, aux, first));
            const scan_t after = carried;
            x_out[i - x_out_from] = after;
        }
    }
    // Streamed stores may still wait in a buffer of this core; an atomic operation empties it before the kernel counts as done.
    if (is_large)
        atom_add(&state[0], 0);
    if (end == n)
        carry[0] = carried;
    // In the upper half: how many tiles are done. Should the kernel fail, the host sees whether all that was there is still needed.
    if (IN_PLACE)
        atom_add(&state[0], (ulong)1 << 32);
}
