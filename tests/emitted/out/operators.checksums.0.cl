// Made by scanc 0.1.0 from operators.rs, line 109, fn checksums.
// Inclusive scan of u32 with residues::add, into y.
//
//     for i in 0..x.len() {
//         sum = residues::add(sum, x[i]);
//         y[i] = sum;
//     }
//
// blelloch: the work-efficient scan of a block by an up-sweep and a down-sweep; the blocks' sums are scanned in the same way.
//   papers       Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990); Harris, Sengupta and Owens, Parallel prefix
//                sum (scan) with CUDA, GPU Gems 3 (2007), chapter 39; Zegarra, Support for parallel scan in OpenMP, 3.1 and 3.2, whose
//                kernel_0, kernel_1 and kernel_2 are the three phases below.
//   traffic      inputs read once, partials written and read, outputs written: about 4n for one array in and one out.
//   determinism  the same GROUP_SIZE and n combine in the same tree on every run.
//   needs        OpenCL C 1.2; local memory for 2 * GROUP_SIZE + 1 values and barriers. No atomics, no progress between groups.
//   launch       ceil(n / BLOCK) groups of scan_blocks; while there are several sums, ceil(sums / BLOCK) groups of scan_block_sums
//                over them; the prefix of the one block at the top is the start value; add_prefixes back down; finish.

#pragma OPENCL FP_CONTRACT OFF

// How functions take and return structs. Where a processor's convention has their fields share registers, which are packed and unpacked
// at every step of a scan, the runtime says another one.
#ifndef BY_REFERENCE
#define BY_REFERENCE
#endif

static inline uint add(const uint a, const uint b)
{
    const uint sum = a + b;
    return sum >= 65521U ? sum - 65521U : sum;
}

static inline uchar add_domain(const uint a)
{
    return a < 65521U;
}

typedef uint scan_t;

// The operator of the scan; `left` is the earlier partial. No kernel needs its identity, because every scan of a loop has a start value:
// 0U
BY_REFERENCE scan_t scan_op(const scan_t left, const scan_t right) { return add(left, right); }

// On these values alone the operator is associative. With an element outside of its domain the loop runs as written.
BY_REFERENCE scan_t within_domain(const scan_t value, __global int *panicked)
{
    if (!add_domain(value))
        *panicked = 1;
    return value;
}

// What iteration i adds to the scan.
BY_REFERENCE scan_t element(const long i, __global const uint *x, const long x_from, __global int *panicked)
{
    return within_domain(x[i - x_from], panicked);
}

// A block is the iterations of a work-group: two for each work-item.
#define BLOCK (2 * GROUP_SIZE)
#define BLOCK_MEMORY (BLOCK + 1)

// Scan of block[0], ..., block[count - 1] by all work-items of a group; 1 <= count <= BLOCK. Returns the inclusive partials.
//
// A node of the tree at `stride` joins the values up to `left` with those after it up to `right`; `count` may cut the last node of a
// level short, and then it ends there. No identity is needed: nodes on the left edge of the tree have no prefix, and take none.
__local const scan_t *scan_block(__local scan_t *block, const uint count)
{
    const uint item = get_local_id(0);
    uint stride = 1;

    // Up-sweep: block[right] becomes the total of its node, the earlier half on the left.
    for (; stride < count; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint left = (2 * item + 1) * stride - 1;
        if (left + 1 < count) {
            const uint right = min(left + stride, count - 1);
            block[right] = scan_op(block[left], block[right]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0)
        block[count] = block[count - 1];

    // Down-sweep: a node's prefix, held in block[right], goes to its left half; with the left half's total it goes to the right half.
    while (stride > 1) {
        stride /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint left = (2 * item + 1) * stride - 1;
        if (left + 1 < count) {
            const uint right = min(left + stride, count - 1);
            const scan_t left_total = block[left];
            if (item == 0) {
                block[right] = left_total;
            } else {
                block[left] = block[right];
                block[right] = scan_op(block[left], left_total);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // block[k] is the exclusive partial of k (block[0] means nothing), so block[k + 1] is the inclusive one.
    return block + 1;
}

// Phase 1, a group per block: the inclusive partials of the iterations within their block, and the blocks' sums.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_blocks(
    __global const uint *restrict x, const long x_from,
    const long first, const ulong n,
    __global int *panicked,
    __global scan_t *restrict partial, __global scan_t *restrict sums)
{
    __local scan_t block[BLOCK_MEMORY];
    const ulong begin = get_group_id(0) * (ulong)BLOCK;
    const uint count = min(n - begin, (ulong)BLOCK);
    for (uint item = get_local_id(0); item < count; item += GROUP_SIZE) {
        const long i = first + (long)(begin + item);
        block[item] = element(i, x, x_from, panicked);
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
    __global const uint *restrict x, const long x_from,
    __global uint *restrict y, const long y_from,
    const long first, const ulong n,
    __global int *panicked,
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
