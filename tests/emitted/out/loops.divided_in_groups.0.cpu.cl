// Made by scanc 0.1.0 from loops.rs, line 400, fn divided_in_groups.
//
//     for i in 0..x.len() {
//         let value = x[i];
//         if value < pivot {
//             out[k] = value;
//             k += 1;
//         } else if value % 2 == 0 {
//             out[j] = -value;
//             j += 1;
//         }
//     }
//
// Two scans of one loop, fused: k of usize with + and j of usize with +, into out.
//
// lookback: a single pass. A tile is reduced, publishes its total, looks back at the tiles before it until it knows the value that it
// starts from, publishes the value that it ends with, and is scanned.
//   papers       Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002 (2016); for the
//                bounded wait Smith, Levien and Owens, Decoupled fallback: a portable single-pass GPU scan, SPAA (2025).
//   traffic      2n for one array in and one out: a tile's second reading finds it in the cache.
//   determinism  exact operators always give the same. Floats may be combined in another order on every run.
//   progress     whatever a tile waits for has started, and after SPINS polls it does its predecessor's work itself.
//   needs        cl_khr_int64_base_atomics; outputs apart from the inputs.
//   launch       ceil(n / TILE) work-items of single_pass_scan, each a group; in state 1 + ceil(n / TILE) * ceil(sizeof(scan_t) / 4)
//                ulong, zeroed.

#pragma OPENCL FP_CONTRACT OFF

typedef struct { ulong k; ulong j; } scan_t;

// -a, wrapping.
static inline int neg_i32(const int a) { return as_int(-(uint)a); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return (scan_t){.k = left.k + right.k, .j = left.j + right.j};
}

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from, const int pivot)
{
    const int value = x[i - x_from];
    return (scan_t){.k = value < pivot ? 1UL : 0UL, .j = value < pivot ? 0UL : value % 2 == 0 ? 1UL : 0UL};
}

// Whether there is room for all that is stored where the loop counts until it has come to `after`, from `start` on. If not, there is none
// for anything later either.
bool has_room(const scan_t after, const scan_t start, const ulong out_len)
{
    return after.k <= out_len
        && after.j <= out_len
        && (after.k <= start.j || after.j <= start.k);
}

// A tile is the iterations of a work-item.
#define TILE ((ulong)ITEMS)

// The elements of `count` iterations from i on, combined from first to last; count >= 1.
scan_t fold(long i, const ulong count, __global const int *x, const long x_from, const int pivot)
{
    scan_t total = element(i, x, x_from, pivot);
    for (ulong done = 1; done < count; done++) {
        i++;
        total = scan_op(total, element(i, x, x_from, pivot));
    }
    return total;
}

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// A tile publishes a value in status words: 32 bits of it in the lower half of each, in the upper half what the value is. A word is
// written and read by one atomic operation, so its halves belong together; words of different values are told apart by their upper
// halves. So nothing depends on the order in which another tile sees them. Before them all stands the ticket of the next tile.
#define STATUS_WORDS ((sizeof(scan_t) + 3) / 4)
typedef union { scan_t value; uint words[STATUS_WORDS]; } packed_t;
#define AGGREGATE 1 // the tile's elements, combined
#define PREFIX 2    // the start value and all elements up to the tile's last, combined

void publish(__global volatile ulong *state, const ulong tile, const ulong status, const scan_t value)
{
    packed_t packed;
    packed.words[STATUS_WORDS - 1] = 0; // the value may be shorter
    packed.value = value;
    for (uint word = 0; word < STATUS_WORDS; word++)
        atom_xchg(&state[1 + tile * STATUS_WORDS + word], status << 32 | packed.words[word]);
}

// What a tile has published, and its status: 0 while that is nothing, or some words are still those of the value before.
uint poll(__global volatile ulong *state, const ulong tile, scan_t *value)
{
    packed_t packed;
    uint status = AGGREGATE | PREFIX;
    for (uint word = 0; word < STATUS_WORDS; word++) {
        const ulong status_word = atom_add(&state[1 + tile * STATUS_WORDS + word], 0);
        packed.words[word] = (uint)status_word;
        status &= (uint)(status_word >> 32);
    }
    *value = packed.value;
    return status;
}

// The value before a tile whose elements combine to `total`: the predecessors' from the nearest back to one whose prefix is known.
// `first_index` is the loop variable of iteration 0.
scan_t look_back(
    __global volatile ulong *state, const ulong tile, const scan_t total, const scan_t start, const long first_index,
    __global const int *x, const long x_from, const int pivot)
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
        while (status == 0 && ++spins < SPINS);
        if (status == 0)
            predecessor = fold(first_index + (long)((next - 1) * TILE), TILE, x, x_from, pivot);
        before = next == tile ? predecessor : scan_op(predecessor, before);
        if (status == PREFIX)
            break;
        if (next == 1)
            before = scan_op(start, before);
    }
    publish(state, tile, PREFIX, scan_op(before, total));
    return before;
}

// One work-item for each tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void single_pass_scan(
    __global const int *restrict x, const long x_from,
    __global int *restrict out, const long out_from, const ulong out_len,
    const int pivot,
    const long first, const ulong n,
    __global int *panicked,
    __global volatile ulong *restrict state, __global scan_t *restrict carry, const scan_t start)
{
    const ulong tile = atom_inc(&state[0]);
    const ulong begin = tile * TILE;
    const ulong end = min(begin + TILE, n);
    const scan_t total = fold(first + (long)begin, end - begin, x, x_from, pivot);
    scan_t before = look_back(state, tile, total, start, first, x, x_from, pivot);
    const scan_t last = scan_op(before, total);
    if (end == n)
        carry[0] = last;
    if (!has_room(last, start, out_len)) {
        *panicked = 1;
        return;
    }
    ulong iteration = begin;
    // What is stored is stored without a branch: what is not to be kept is overwritten by what is, which comes before the tile's end.
    for (; iteration < end && before.k < last.k && before.j < last.j; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, x, x_from, pivot));
        const int value = x[i - x_from];
        const int value_2 = x[i - x_from];
        out[(long)before.k - out_from] = value;
        out[(long)before.j - out_from] = neg_i32(value_2);
        before = after;
    }
    for (; iteration < end; iteration++) {
        const long i = first + (long)iteration;
        const scan_t after = scan_op(before, element(i, x, x_from, pivot));
        const int value = x[i - x_from];
        const int value_2 = x[i - x_from];
        if (value < pivot)
            out[(long)before.k - out_from] = value;
        if (value_2 < pivot ? false : value_2 % 2 == 0)
            out[(long)before.j - out_from] = neg_i32(value_2);
        before = after;
    }
}
