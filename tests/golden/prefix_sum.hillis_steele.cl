// Made by scanc from loops.rs, fn prefix_sum, loop 0.
// Inclusive scan of i32 with +, into y.
//
//     for i in 1..y.len() {
//         y[i] = y[i - 1] + x[i - 1];
//     }
//
// hillis_steele: the step-efficient scan of a block, log2(GROUP_SIZE) steps; the blocks' sums are scanned in the same way.
//   papers       Hillis and Steele, Data parallel algorithms, CACM 29(12) (1986); Zegarra, Support for parallel scan in OpenMP, 3.1
//                (Listing 3.1) for the steps and 3.2 for the three phases.
//   traffic      inputs read once, partials written and read, outputs written: about 4n for one array in and one out.
//   determinism  the same GROUP_SIZE and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; local memory for GROUP_SIZE values and barriers; GROUP_SIZE > 1, or the block sums never become
//                fewer. No atomics, no progress between groups.
//   launch       ceil(n / BLOCK) groups of scan_blocks; while there are several sums, ceil(sums / BLOCK) groups of scan_block_sums
//                over them; the prefix of the one block at the top is the start value; add_prefixes back down; finish.

#pragma OPENCL FP_CONTRACT OFF

typedef int scan_t;

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

// The operator of the scan; `left` is the earlier partial.
scan_t scan_op(const scan_t left, const scan_t right) { return add_i32(left, right); }

// What iteration i adds to the scan.
scan_t element(const long i, __global const int *x, const long x_from) { return x[i - 1 - x_from]; }

// A block is the iterations of a work-group: one for each work-item.
#define BLOCK GROUP_SIZE
#define BLOCK_MEMORY BLOCK

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

// Inclusive scan of block[0], ..., block[count - 1] by all work-items of a group.
__local const scan_t *scan_block(__local scan_t *block, const uint count)
{
    scan_runs(block, count, 1);
    return block;
}

// Phase 1, a group per block: the inclusive partials of the iterations within their block, and the blocks' sums.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_blocks(
    __global const int *restrict x, const long x_from,
    const long first, const ulong n,
    __global scan_t *restrict partial, __global scan_t *restrict sums)
{
    __local scan_t block[BLOCK_MEMORY];
    const ulong begin = get_group_id(0) * (ulong)BLOCK;
    const uint count = min(n - begin, (ulong)BLOCK);
    for (uint item = get_local_id(0); item < count; item += GROUP_SIZE) {
        const long i = first + (long)(begin + item);
        block[item] = element(i, x, x_from);
    }
    __local const scan_t *inclusive = scan_block(block, count);
    for (uint item = get_local_id(0); item < count; item += GROUP_SIZE)
        partial[begin + item] = inclusive[item];
    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = inclusive[count - 1];
}

// Phase 2, a group per block: the same for the `count` block sums of the level below, always exclusive.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_block_sums(
    __global const scan_t *in, const ulong count, __global scan_t *partial, __global scan_t *sums)
{
    __local scan_t block[BLOCK_MEMORY];
    const ulong begin = get_group_id(0) * (ulong)BLOCK;
    const uint size = min(count - begin, (ulong)BLOCK);
    for (uint item = get_local_id(0); item < size; item += GROUP_SIZE)
        block[item] = in[begin + item];
    __local const scan_t *inclusive = scan_block(block, size);
    for (uint item = get_local_id(0); item < size; item += GROUP_SIZE)
        if (item > 0)
            partial[begin + item] = inclusive[item - 1];
    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = inclusive[size - 1];
}

// Phase 2, any number of groups: partials within a block become prefixes of the whole, by the prefixes of the level above.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void add_prefixes(
    __global scan_t *restrict partial, const ulong count, __global const scan_t *restrict prefixes)
{
    for (ulong k = get_global_id(0); k < count; k += get_global_size(0)) {
        const scan_t prefix = prefixes[k / BLOCK];
        partial[k] = k % BLOCK == 0 ? prefix : scan_op(prefix, partial[k]);
    }
}

// Phase 3, any number of groups: every iteration's partial meets its block's prefix, and the outputs are stored.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void finish(
    __global const int *restrict x, const long x_from,
    __global int *restrict y, const long y_from,
    const long first, const ulong n,
    __global const scan_t *restrict partial, __global const scan_t *restrict prefixes, __global scan_t *restrict carry)
{
    for (ulong iteration = get_global_id(0); iteration < n; iteration += get_global_size(0)) {
        const long i = first + (long)iteration;
        const scan_t prefix = prefixes[iteration / BLOCK];
        const scan_t after = scan_op(prefix, partial[iteration]);
        if (iteration == n - 1)
            carry[0] = after;
        y[i - y_from] = after;
    }
}
