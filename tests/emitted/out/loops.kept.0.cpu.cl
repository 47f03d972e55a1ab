// Made by scanc 0.1.0 from loops.rs, line 357, fn kept.
// Exclusive scan of usize with +, into out.
//
//     for i in 0..x.len() {
//         if x[i] >= least {
//             out[k] = x[i];
//             k += 1;
//         }
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

typedef ulong scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from, const int least)
{
    return x[i - x_from] >= least ? 1UL : 0UL;
}

// Whether there is room for all that is stored where the loop counts until it has come to `after`. If not, there is none
// for anything later either.
bool has_room(const scan_t after, const ulong out_len)
{
    return after <= out_len;
}

#define TILE ((ulong)ITEMS) // the iterations of a work-item

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const int *x, const long x_from, const int least)
{
    scan_t total = element(i, x, x_from, least);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, x, x_from, least));
    }
    return total;
}

// A tile is sparse where at most one iteration in so many keeps something: then only those are visited.
#define SPARSE 2

// Which of 64 iterations keep something, of which the first has the loop variable `first_index` and the lowest bit.
ulong kept_of(const long first_index, __global const int *x, const long x_from, const int least)
{
    ulong kept = 0;
    #pragma unroll
    for (uint done = 0; done < 64; done += 8) {
        uchar flags[8];
        #pragma unroll
        for (uint part = 0; part < 8; part++) {
            const long i = first_index + (long)(done + part);
            flags[part] = x[i - x_from] >= least;
        }
        // The product brings the lowest bits of eight bytes together in the highest byte.
        const ulong bytes = as_ulong((uchar8)(flags[0], flags[1], flags[2], flags[3], flags[4], flags[5], flags[6], flags[7]));
        kept |= (bytes * 0x0102040810204080UL >> 56) << done;
    }
    return kept;
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
    const long first_index, __global const int *x, const long x_from, const int least)
{
    for (uint spins = 0; spins < SPINS; spins++) {
        const uint status = poll(state, first_ticket, tile, value);
        if (status != 0)
            return status;
    }
    const scan_t total = fold(first_index + (long)(tile * TILE), TILE, x, x_from, least);
    *value = tile == 0 ? scan_op(start, total) : total;
    return tile == 0 ? PREFIX : AGGREGATE;
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const int *restrict x, const long x_from,
    __global int *restrict out, const long out_from, const ulong out_len,
    const int least,
    const long first, const ulong n,
    __global int *panicked,
    __global volatile ulong *restrict state, const uint first_ticket, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = (uint)atom_inc(&state[0]) - first_ticket;
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const scan_t total = fold(first + (long)begin, end - begin, x, x_from, least);
    scan_t before = start;
    // Looks back: from the nearest predecessor to one whose prefix is known.
    uint status = tile > 0 ? AGGREGATE : PREFIX;
    if (tile > 0)
        publish(state, first_ticket, tile, AGGREGATE, total);
    for (ulong next = tile; status != PREFIX; next--) {
        scan_t predecessor;
        status = wait_for(state, first_ticket, next - 1, &predecessor, start, first, x, x_from, least);
        before = next == tile ? predecessor : scan_op(predecessor, before);
    }
    publish(state, first_ticket, tile, PREFIX, scan_op(before, total));
    const scan_t last = scan_op(before, total);
    if (end == n)
        carry[0] = last;
    if (!has_room(last, out_len)) {
        *panicked = 1;
        return;
    }
    ulong iteration = begin;
#ifdef __ENDIAN_LITTLE__
    if (SPARSE * (last - before) <= end - begin) {
        for (; iteration + 64 <= end; iteration += 64) {
            ulong kept = kept_of(first + (long)iteration, x, x_from, least);
            for (; kept != 0; kept &= kept - 1) {
                // The lowest of its bits.
                const ulong part = popcount(~kept & (kept - 1));
                const long i = first + (long)(iteration + part);
                const scan_t after = scan_op(before, element(i, x, x_from, least));
                out[(long)before - out_from] = x[i - x_from];
                before = after;
            }
        }
        // The last ones, fewer than 64.
        for (; iteration < end; iteration++) {
            const long i = first + (long)iteration;
            const scan_t after = scan_op(before, element(i, x, x_from, least));
            if (x[i - x_from] >= least)
                out[(long)before - out_from] = x[i - x_from];
            before = after;
        }
        return;
    }
#endif
    // What is stored is stored without a branch: what is not to be kept is overwritten by what is, which comes before the tile's end.
    for (; before < last; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, x, x_from, least));
        out[(long)before - out_from] = x[i - x_from];
        before = after;
    }
}
