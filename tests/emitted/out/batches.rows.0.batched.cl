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
//   needs        OpenCL C 1.2; with GROUP_A_BATCH local memory for TILE values, and barriers. No atomics, no progress
//                between groups.
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


// Told of the size of groups, NVIDIA's compiler spills registers of some kernels for more of them at once, which are no faster.
#ifdef __NV_CL_C_VERSION
#define reqd_work_group_size(first, second, third)
#endif

#ifdef GROUP_A_BATCH
#define TILE ((ulong)GROUP_SIZE * ITEMS) // so many iterations at a time, each from the value before it

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

// A group for each batch.
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
    __local scan_t block[GROUP_SIZE * ITEMS];
    scan_t before_tile = start_values[batch];
    for (ulong begin = 0; begin < n; begin += TILE) {
        const uint count = min(n - begin, TILE);
    
        // Neighbouring work-items load neighbouring elements, those with ITEMS of them all at once. Then each scans a run of ITEMS.
        if (item + TILE - GROUP_SIZE < count)
            for (uint part = 0; part < ITEMS; part++)
                block[part * GROUP_SIZE + item] = element(first + (long)(begin + part * GROUP_SIZE + item), image, image_from, w, r);
        else
            for (uint slot = item; slot < count; slot += GROUP_SIZE)
                block[slot] = element(first + (long)(begin + slot), image, image_from, w, r);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint run_begin = item * ITEMS, run_end = min(run_begin + ITEMS, count);
        for (uint slot = run_begin + 1; slot < run_end; slot++)
            block[slot] = scan_op(block[slot - 1], block[slot]);
        scan_runs(block, count, ITEMS);

        // Each run goes on from the runs before it.
        const scan_t before_run = item == 0 || run_begin >= count ? before_tile : scan_op(before_tile, block[run_begin - 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (run_begin < count) {
            for (uint slot = run_begin; slot + 1 < run_end; slot++)
                block[slot] = scan_op(before_run, block[slot]);
            block[run_end - 1] = scan_op(before_tile, block[run_end - 1]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint part = 0; part < ITEMS; part++) {
            const uint slot = part * GROUP_SIZE + item;
            if (slot >= count)
                continue;
            const long c = first + (long)(begin + slot);
            const scan_t after = block[slot];
            out[c + (long)r * (long)w - out_from] = after;
        }
        before_tile = block[count - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#else
// A work-item with a batch of its own loads so many elements before it combines the first: on a GPU nothing else hides the wait.
#ifndef LOADS
#define LOADS 1
#endif

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
        for (ulong iteration = 0; iteration < n; iteration += LOADS) {
            scan_t elements[LOADS];
            for (uint part = 0; part < LOADS; part++)
                if (iteration + part < n)
                    elements[part] = element(first + (long)(iteration + part), image, image_from, w, r);
            for (uint part = 0; part < LOADS && iteration + part < n; part++) {
                const long c = first + (long)(iteration + part);
                const scan_t before = carried;
                const scan_t after = scan_op(before, elements[part]);
                out[c + (long)r * (long)w - out_from] = after;
                carried = after;
            }
        }
    }
#endif
}
#endif

