// Made by scanc 0.1.0 from batches.rs, line 10, fn rows.
// Scans in one launch, one for each r: u64 with +, into out.
//
//     for r in 0..h {
//         let mut t = 0;
//         for c in 0..w {
//             t += image[r * w + c] as u64;
//             out[r * w + c] = t;
//         }
//     }
//
// batched: many scans that do not depend on each other, in one launch. A batch is an iteration of the outer loop.
//   papers       Blelloch, Scans as primitive parallel operations, IEEE Trans. Computers 38 (1989), for many scans as one operation;
//                Nehab et al., GPU-efficient recursive filtering and summed-area tables, ACM Trans. Graphics 30 (2011), for columns.
//   traffic      the inputs are read once, the outputs written once (2n for one array in and one out), and a start value for each batch.
//   determinism  a batch is combined in the loop's own order; with GROUP_A_BATCH in the same tree on every run.
//   needs        OpenCL C 1.2; with GROUP_A_BATCH local memory for 2 * GROUP_SIZE values and barriers. No atomics, no progress between
//                groups.
//   launch       ceil(batches / BATCHES) work-items in groups of GROUP_SIZE, each with BATCHES neighbouring batches, one after the other;
//                with SIDE_BY_SIDE it walks them together, so that what lies side by side in memory is touched together; with
//                GROUP_A_BATCH `batches` groups.

#pragma OPENCL FP_CONTRACT OFF

typedef ulong scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }

// What iteration c adds to the scan.
scan_t element(const long c, __global const uchar *image, const long image_from, const ulong w, const ulong r)
{
    return (ulong)image[c + (long)r * (long)w - image_from];
}


#ifdef GROUP_A_BATCH
// Inclusive scan of block[0], ..., block[count - 1] by a group, 1 <= count <= GROUP_SIZE: in Hillis and Steele's steps, each from one half
// of `block` to the other. Returns the half that holds the partials.
__local const scan_t *scan_block(__local scan_t *block, const uint count)
{
    const uint item = get_local_id(0);
    uint from = 0, to = GROUP_SIZE;
    for (uint distance = 1; distance < count; distance *= 2, from ^= GROUP_SIZE, to ^= GROUP_SIZE) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < count)
            block[to + item] = item < distance ? block[from + item] : scan_op(block[from + item - distance], block[from + item]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return block + from;
}

// A group for each batch: GROUP_SIZE iterations at a time, each from the value before it.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_batches(
    __global const uchar *restrict image, const long image_from,
    __global ulong *restrict out, const long out_from,
    const ulong w,
    const long first, const ulong n,
    __global const scan_t *restrict start_values,
    const long first_batch, const ulong batches)
{
    const ulong batch = get_group_id(0);
    const ulong r = (ulong)(first_batch + (long)batch);
    const uint item = get_local_id(0);
    __local scan_t runs[2 * GROUP_SIZE];
    scan_t start = start_values[batch];
    for (ulong done = 0; done < n; done += GROUP_SIZE) {
        const uint count = min((ulong)GROUP_SIZE, n - done);
        const long c = first + (long)(done + item);
        if (item < count)
            runs[item] = element(c, image, image_from, w, r);
        __local const scan_t *inclusive = scan_block(runs, count);
        if (item < count) {
            const scan_t before = item == 0 ? start : scan_op(start, inclusive[item - 1]);
            const scan_t after = scan_op(start, inclusive[item]);
            out[c + (long)r * (long)w - out_from] = after;
        }
        start = scan_op(start, inclusive[count - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#else
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_batches(
    __global const uchar *restrict image, const long image_from,
    __global ulong *restrict out, const long out_from,
    const ulong w,
    const long first, const ulong n,
    __global const scan_t *restrict start_values,
    const long first_batch, const ulong batches)
{
    const ulong begin = get_global_id(0) * BATCHES;
    if (begin >= batches)
        return;
    const uint count = min((ulong)BATCHES, batches - begin);
#ifdef SIDE_BY_SIDE
    // Of each batch the first iteration, then of each the second, and so on.
    // Every lane begins with something: of a loop over some of them a driver of Intel's has been seen to lose the last.
    scan_t carried[BATCHES];
    for (uint lane = 0; lane < BATCHES; lane++)
        carried[lane] = start_values[min(begin + lane, batches - 1)];
    for (ulong iteration = 0; iteration < n; iteration++) {
        const long c = first + (long)iteration;
        for (uint lane = 0; lane < count; lane++) {
            const ulong batch = begin + lane;
            const ulong r = (ulong)(first_batch + (long)batch);
            const scan_t before = carried[lane];
            const scan_t after = scan_op(before, element(c, image, image_from, w, r));
            out[c + (long)r * (long)w - out_from] = after;
            carried[lane] = after;
        }
    }
#else
    for (uint lane = 0; lane < count; lane++) {
        const ulong batch = begin + lane;
        const ulong r = (ulong)(first_batch + (long)batch);
        scan_t carried = start_values[batch];
        for (ulong iteration = 0; iteration < n; iteration++) {
            const long c = first + (long)iteration;
            const scan_t before = carried;
            const scan_t after = scan_op(before, element(c, image, image_from, w, r));
            out[c + (long)r * (long)w - out_from] = after;
            carried = after;
        }
    }
#endif
}
#endif

