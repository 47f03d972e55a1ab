// Made by scanc 0.1.0 from batches.rs, line 147, fn lagged_by_name.
//
//     for second in until..x.len() {
//         y[second] = y[second - until].wrapping_add(x[second].wrapping_mul(rest) ^ part);
//     }
//
// Scans in one launch, each continuing what was stored until_ iterations before: u32 with +, into y.
//
// batched: many scans that do not depend on each other, in one launch. A batch is every lag-th iteration: lag scans, interleaved.
//   papers       Blelloch, Scans as primitive parallel operations, IEEE Trans. Computers 38 (1989), for many scans as one operation;
//                Nehab et al., GPU-efficient recursive filtering and summed-area tables, ACM Trans. Graphics 30 (2011), for columns.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out), and a start value for each batch.
//   determinism  a batch is combined in the loop's own order.
//   needs        OpenCL C 1.2. No local memory, no atomics, no progress between groups.
//   launch       ceil(min(lag, n) / BATCHES) work-items in groups of GROUP_SIZE, each with BATCHES neighbouring batches that it walks side
//                by side, so that what lies side by side in memory is touched together.

#pragma OPENCL FP_CONTRACT OFF

typedef uint scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right)
{
    return left + right;
}

// What iteration second_ adds to the scan.
scan_t element(const long second_, __global const uint *x, const long x_from, const uint rest, const uint part_)
{
    return (x[second_ - x_from] * rest) ^ part_;
}


// Every work-item scans its batches: of each the first iteration, then of each the second, and so on.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_batches(
    __global const uint *restrict x, const long x_from,
    __global uint *restrict y, const long y_from,
    const ulong until_, const uint rest, const uint part_,
    const long first, const ulong n,
    __global const scan_t *restrict start_values)
{
    // With a longer one no iteration continues another.
    const ulong lag = min(until_, n);
    const ulong begin = get_global_id(0) * BATCHES;
    if (begin >= lag)
        return;
    const uint count = min((ulong)BATCHES, lag - begin);
    scan_t carried[BATCHES];
    for (uint lane = 0; lane < count; lane++)
        carried[lane] = start_values[begin + lane];
    for (ulong iteration = begin; iteration < n; iteration += lag) {
        const uint part = min((ulong)count, n - iteration);
        for (uint lane = 0; lane < part; lane++) {
            const long second_ = first + (long)(iteration + lane);
            const scan_t before = carried[lane];
            const scan_t after = scan_op(before, element(second_, x, x_from, rest, part_));
            y[second_ - y_from] = after;
            carried[lane] = after;
        }
    }
}

