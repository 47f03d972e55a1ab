// Made by scanc 0.1.0 from batches.rs, line 105, fn lagged.
// Scans in one launch, each continuing what was stored k iterations before: i64 with +, into y.
//
//     for i in k..y.len() {
//         y[i] = y[i - k] + x[i];
//     }
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

typedef long scan_t;

// a + b, wrapping.
static inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return add_i64(left, right); }

// What iteration i adds to the scan.
scan_t element(const long i, __global const long *x, const long x_from) { return x[i - x_from]; }

// Every work-item scans its batches: of each the first iteration, then of each the second, and so on.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_batches(
    __global const long *restrict x, const long x_from,
    __global long *restrict y, const long y_from,
    const ulong k,
    const long first, const ulong n,
    __global const scan_t *restrict start_values)
{
    // With a longer one no iteration continues another.
    const ulong lag = min(k, n);
    const ulong begin = get_global_id(0) * BATCHES;
    if (begin >= lag)
        return;
    const uint count = min((ulong)BATCHES, lag - begin);
    // Every lane begins with something: of a loop over some of them a driver of Intel's has been seen to lose the last.
    scan_t carried[BATCHES];
    for (uint lane = 0; lane < BATCHES; lane++)
        carried[lane] = start_values[min(begin + lane, lag - 1)];
    for (ulong iteration = begin; iteration < n; iteration += lag) {
        const uint part = min((ulong)count, n - iteration);
        for (uint lane = 0; lane < part; lane++) {
            const long i = first + (long)(iteration + lane);
            const scan_t before = carried[lane];
            const scan_t after = scan_op(before, element(i, x, x_from));
            y[i - y_from] = after;
            carried[lane] = after;
        }
    }
}
