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
//                Few batches are cut into segments: then the inputs are read twice (3n).
//   determinism  a device combines a batch in the same tree on every run; one segment without GROUP_A_BATCH in the loop's own order.
//   needs        OpenCL C 1.2; local memory for TILE values, and barriers. No atomics, no progress between groups.
//   launch       segments * batches work-items, with GROUP_A_BATCH groups, of reduce_segments and of scan_batches, and between them
//                `batches` groups of scan_totals. Of one segment, scan_batches alone.

#pragma OPENCL FP_CONTRACT OFF

typedef ulong scan_t;

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }

// What iteration c adds to the scan.
scan_t element(const long c, __global const uchar *image, const long image_from, const ulong w, const ulong r)
{
    return (ulong)image[c + (long)r * (long)w - image_from];
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

// Phase 2, a group for each batch: prefixes[segment * batches + batch] = its start value and the totals of all segments before, `tiles` of
// which have one: the last has none.
__kernel void scan_totals(
    __global const scan_t *restrict totals, __global scan_t *restrict prefixes, const ulong tiles,
    __global const scan_t *restrict start_values)
{
    const ulong batch = get_group_id(0), batches = get_num_groups(0);
    // A run of totals for each work-item, until there are none left.
    const uint item = get_local_id(0);
    const ulong run = (tiles + GROUP_SIZE - 1) / GROUP_SIZE;
    const ulong begin = item * run, end = min(begin + run, tiles);
    __local scan_t runs[GROUP_SIZE];
    if (begin < tiles) {
        scan_t total = totals[begin * batches + batch];
        for (ulong tile = begin + 1; tile < end; tile++)
            total = scan_op(total, totals[tile * batches + batch]);
        runs[item] = total;
    }
    scan_runs(runs, (tiles + run - 1) / run, 1);
    if (begin < tiles) {
        scan_t prefix = item == 0 ? start_values[batch] : scan_op(start_values[batch], runs[item - 1]);
        for (ulong tile = begin; tile < end; tile++) {
            prefixes[tile * batches + batch] = prefix;
            prefix = scan_op(prefix, totals[tile * batches + batch]);
        }
        if (end == tiles)
            prefixes[tiles * batches + batch] = prefix;
    }
}

#ifdef GROUP_A_BATCH
#define TILE ((ulong)GROUP_SIZE * ITEMS) // so many iterations at a time, each from the value before it

// values[0] = the first `count` values, combined: a group's up-sweep, of neighbours, then of neighbours' totals, and so on.
void up_sweep(__local scan_t *values, const uint count)
{
    for (uint distance = 1; distance < count; distance *= 2) {
        const uint left = 2 * distance * get_local_id(0), right = left + distance;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (right < count)
            values[left] = scan_op(values[left], values[right]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Phase 1: totals[segment * batches + batch] = the elements of a batch's iterations in a segment, `length` of them or what is left, combined.
__kernel void reduce_segments(
    __global const uchar *restrict image, const long image_from,
    const ulong w,
    const long first, const ulong n,
    __global scan_t *restrict totals,
    const long first_batch, const ulong batches, const ulong length)
{
    const ulong segment = get_group_id(0) / batches, batch = get_group_id(0) % batches;
    const ulong segment_begin = segment * length, segment_end = min(segment_begin + length, n);
    if (segment_begin >= n)
        return;
    const ulong r = (ulong)(first_batch + (long)batch);
    const uint item = get_local_id(0);
    __local scan_t block[GROUP_SIZE];
    const ulong tile_begin = segment_begin, tile_end = segment_end;
    // The operator commutes: neighbours load neighbours, and each work-item goes on at the next group's width.
    const ulong begin = tile_begin + item;
    if (begin < tile_end) {
        scan_t total = element(first + (long)begin, image, image_from, w, r);
        for (ulong iteration = begin + GROUP_SIZE; iteration < tile_end; iteration += GROUP_SIZE) {
            const long c = first + (long)iteration;
            total = scan_op(total, element(c, image, image_from, w, r));
        }
        block[item] = total;
    }
    up_sweep(block, min(tile_end - tile_begin, (ulong)GROUP_SIZE));
    if (item == 0)
        totals[segment * batches + batch] = block[0];
}

// Phase 3: every iteration of the segment from its prefix on; of a batch's only segment that is the batch's start value.
__kernel void scan_batches(
    __global const uchar *restrict image, const long image_from,
    __global ulong *restrict out, const long out_from,
    const ulong w,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes,
    const long first_batch, const ulong batches, const ulong length)
{
    const ulong segment = get_group_id(0) / batches, batch = get_group_id(0) % batches;
    const ulong segment_begin = segment * length, segment_end = min(segment_begin + length, n);
    if (segment_begin >= n)
        return;
    const ulong r = (ulong)(first_batch + (long)batch);
    const uint item = get_local_id(0);
    __local scan_t block[GROUP_SIZE * ITEMS];
    scan_t before_tile = prefixes[segment * batches + batch];
    for (ulong begin = segment_begin; begin < segment_end; begin += TILE) {
        const uint count = min(segment_end - begin, TILE);
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
// A work-item loads so many elements before it combines the first: nothing else hides the wait.
#define LOADS 8

// Phase 1: totals[segment * batches + batch] = the elements of a batch's iterations in a segment, `length` of them or what is left, combined.
__kernel void reduce_segments(
    __global const uchar *restrict image, const long image_from,
    const ulong w,
    const long first, const ulong n,
    __global scan_t *restrict totals,
    const long first_batch, const ulong batches, const ulong length)
{
    const ulong segment = get_global_id(0) / batches, batch = get_global_id(0) % batches;
    const ulong segment_begin = segment * length, segment_end = min(segment_begin + length, n);
    if (segment_begin >= n)
        return;
    const ulong r = (ulong)(first_batch + (long)batch);
    scan_t total = element(first + (long)segment_begin, image, image_from, w, r);
    for (ulong iteration = segment_begin + 1; iteration < segment_end; iteration += LOADS) {
        scan_t elements[LOADS];
        for (uint part = 0; part < LOADS; part++)
            if (iteration + part < segment_end)
                elements[part] = element(first + (long)(iteration + part), image, image_from, w, r);
        for (uint part = 0; part < LOADS && iteration + part < segment_end; part++)
            total = scan_op(total, elements[part]);
    }
    totals[segment * batches + batch] = total;
}

// Phase 3: every iteration of the segment from its prefix on; of a batch's only segment that is the batch's start value.
__kernel void scan_batches(
    __global const uchar *restrict image, const long image_from,
    __global ulong *restrict out, const long out_from,
    const ulong w,
    const long first, const ulong n,
    __global const scan_t *restrict prefixes,
    const long first_batch, const ulong batches, const ulong length)
{
    const ulong segment = get_global_id(0) / batches, batch = get_global_id(0) % batches;
    const ulong segment_begin = segment * length, segment_end = min(segment_begin + length, n);
    if (segment_begin >= n)
        return;
    const ulong r = (ulong)(first_batch + (long)batch);
    scan_t carried = prefixes[segment * batches + batch];
    for (ulong iteration = segment_begin; iteration < segment_end; iteration += LOADS) {
        scan_t elements[LOADS];
        for (uint part = 0; part < LOADS; part++)
            if (iteration + part < segment_end)
                elements[part] = element(first + (long)(iteration + part), image, image_from, w, r);
        for (uint part = 0; part < LOADS && iteration + part < segment_end; part++) {
            const long c = first + (long)(iteration + part);
            const scan_t before = carried;
            const scan_t after = scan_op(before, elements[part]);
            out[c + (long)r * (long)w - out_from] = after;
            carried = after;
        }
    }
}
#endif
