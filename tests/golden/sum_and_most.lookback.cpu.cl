// Made by scanc from loops.rs, fn sum_and_most, loop 0.
// Two scans of one loop, fused: sum of u32 with + and most of u32 with max, into y.
//
//     for i in 0..x.len() {
//         sum += x[i];
//         y[i] = sum ^ most;
//         most = most.max(x[i]);
//     }
//
// lookback: one pass. A tile is reduced, publishes its total, looks back for what it starts from, publishes its prefix, and is scanned.
//   papers       Merrill and Garland, NVIDIA NVR-2016-002 (2016): decoupled look-back; Smith, Levien and Owens, SPAA (2025): bounded waits.
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs.
//   launch       ceil(n / TILE) groups of one work-item; in state first_ticket, then ceil(sizeof(scan_t) / 4) ulong a tile, 0 or old.

#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

typedef struct { uint sum; uint most; } scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return (scan_t){.sum = left.sum + right.sum, .most = max(left.most, right.most)};
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const uint *x, const long x_from)
{
    return (scan_t){.sum = x[i - x_from], .most = x[i - x_from]};
}

#define TILE ((ulong)ITEMS) // the iterations of a work-item

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const uint *x, const long x_from)
{
    scan_t total = element(i, x, x_from);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, x, x_from));
    }
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
    const long first_index, __global const uint *x, const long x_from)
{
    for (uint spins = 0; spins < SPINS; spins++) {
        const uint status = poll(state, first_ticket, tile, value);
        if (status != 0)
            return status;
    }
    const scan_t total = fold(first_index + (long)(tile * TILE), TILE, x, x_from);
    *value = tile == 0 ? scan_op(start, total) : total;
    return tile == 0 ? PREFIX : AGGREGATE;
}

// A tile is cut into so many runs, which are combined and scanned side by side: they don't wait for each other's results. Not a power of
// two, so that the runs of a tile don't fall into the same lines of a cache.
#define RUNS 6
// A value of so many bytes keeps a core busy by itself: there an operation is worth saving, and waiting for one costs little.
#define WIDE 16

// Whether the value before a tile is known already, without waiting: from the nearest predecessor that has published its prefix, and the
// aggregates after that.
bool known_before(
    __global volatile ulong *state, const uint first_ticket, const ulong tile, const scan_t start, scan_t *before_tile)
{
    *before_tile = start;
    uint status = tile > 0 ? AGGREGATE : PREFIX;
    for (ulong next = tile; status != PREFIX; next--) {
        scan_t predecessor;
        status = poll(state, first_ticket, next - 1, &predecessor);
        if (status == 0)
            return false;
        *before_tile = next == tile ? predecessor : scan_op(predecessor, *before_tile);
    }
    return true;
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const uint *restrict x, const long x_from,
    __global uint *restrict y, const long y_from,
    const long first, const ulong n,
    __global volatile ulong *restrict state, const uint first_ticket, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = (uint)atom_inc(&state[0]) - first_ticket;
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    scan_t before_tile;
    // A wide tile whose start is known need not be folded.
    const bool is_folded = sizeof(scan_t) < WIDE || !known_before(state, first_ticket, tile, start, &before_tile);
    const ulong run_length = (end - begin) / RUNS;
    const ulong after_runs = begin + RUNS * run_length;

    scan_t runs[RUNS];
    scan_t total;
    if (is_folded) {
        if (run_length > 0) {
            #pragma unroll
            for (uint part = 0; part < RUNS; part++)
                runs[part] = element(first + (long)(begin + part * run_length), x, x_from);
            for (ulong iteration = begin + 1; iteration < begin + run_length; iteration++)
                #pragma unroll
                for (uint part = 0; part < RUNS; part++) {
                    const long i = first + (long)(iteration + part * run_length);
                    runs[part] = scan_op(runs[part], element(i, x, x_from));
                }
            total = runs[0];
            #pragma unroll
            for (uint part = 1; part < RUNS; part++)
                total = scan_op(total, runs[part]);
        }
        if (after_runs < end) {
            const scan_t remainder = fold(first + (long)after_runs, end - after_runs, x, x_from);
            total = run_length > 0 ? scan_op(total, remainder) : remainder;
        }
        before_tile = start;
        // Looks back: from the nearest predecessor to one whose prefix is known.
        uint status = tile > 0 ? AGGREGATE : PREFIX;
        if (tile > 0)
            publish(state, first_ticket, tile, AGGREGATE, total);
        for (ulong next = tile; status != PREFIX; next--) {
            scan_t predecessor;
            status = wait_for(state, first_ticket, next - 1, &predecessor, start, first, x, x_from);
            before_tile = next == tile ? predecessor : scan_op(predecessor, before_tile);
        }
        publish(state, first_ticket, tile, PREFIX, scan_op(before_tile, total));
    }

    scan_t carried = before_tile;
    if (sizeof(scan_t) >= WIDE) {
        // One chain from the tile's start. That is read word by word, as if it could change: else LLVM may keep the value in a vector,
        // whose lanes an operator like the product of matrices has to move about at every step.
        packed_t packed;
        packed.value = before_tile;
        volatile uint words[STATUS_WORDS];
        for (uint word = 0; word < STATUS_WORDS; word++)
            words[word] = packed.words[word];
        for (uint word = 0; word < STATUS_WORDS; word++)
            packed.words[word] = words[word];
        carried = packed.value;
        for (ulong iteration = begin; iteration < end; iteration++) {
            const long i = first + (long)iteration;
            const scan_t before = carried;
            const scan_t after = scan_op(before, element(i, x, x_from));
            y[i - y_from] = after.sum ^ before.most;
            carried = after;
        }
        if (!is_folded)
            publish(state, first_ticket, tile, PREFIX, carried);
        if (end == n)
            carry[0] = carried;
        return;
    }

    if (run_length > 0) {
        // Each run from the value before it.
        #pragma unroll
        for (uint part = 0; part < RUNS; part++) {
            const scan_t before = carried;
            carried = scan_op(carried, runs[part]);
            runs[part] = before;
        }
        for (ulong iteration = begin; iteration < begin + run_length; iteration++)
            #pragma unroll
            for (uint part = 0; part < RUNS; part++) {
                const long i = first + (long)(iteration + part * run_length);
                const scan_t before = runs[part];
                const scan_t after = scan_op(before, element(i, x, x_from));
                y[i - y_from] = after.sum ^ before.most;
                runs[part] = after;
            }
        carried = runs[RUNS - 1];
    }
    for (ulong iteration = after_runs; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t before = carried;
        const scan_t after = scan_op(before, element(i, x, x_from));
        y[i - y_from] = after.sum ^ before.most;
        carried = after;
    }
    if (end == n)
        carry[0] = carried;
}
