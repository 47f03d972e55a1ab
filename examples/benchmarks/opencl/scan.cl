// An inclusive scan in three kernels: the blocks, the sums of the blocks, the addition of what is before each block.
//
// The benchmark says before this: scan_t, IDENTITY, op(left, right), INPUTS (parameters), INPUT_NAMES, and load(i, INPUTS).
// On a processor a work-item scans a block, elsewhere a work-group does, by Blelloch's up-sweep and down-sweep.

#ifdef BY_ITEM

__kernel void scan_blocks(__global scan_t *y, __global scan_t *block_sums, const ulong n, INPUTS)
{
    const ulong block = get_global_id(0);
    const ulong end = min((block + 1) * BLOCK, n);
    scan_t sum = IDENTITY;
    for (ulong i = block * BLOCK; i < end; i++) {
        sum = op(sum, load(i, INPUT_NAMES));
        y[i] = sum;
    }
    block_sums[block] = sum;
}

// One work-item.
__kernel void scan_sums(__global scan_t *block_sums, const ulong blocks)
{
    scan_t sum = IDENTITY;
    for (ulong block = 0; block < blocks; block++) {
        sum = op(sum, block_sums[block]);
        block_sums[block] = sum;
    }
}

__kernel void add_sums(__global scan_t *y, __global const scan_t *block_sums, const ulong n)
{
    const ulong block = get_global_id(0);
    if (block == 0) return;
    const scan_t before = block_sums[block - 1];
    const ulong end = min((block + 1) * BLOCK, n);
    for (ulong i = block * BLOCK; i < end; i++) y[i] = op(before, y[i]);
}

#else

// The exclusive scan of a block in local memory; its sum comes back.
scan_t sweep(__local scan_t *part)
{
    const size_t item = get_local_id(0);
    for (size_t stride = 1; stride < BLOCK; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const size_t right = (item + 1) * 2 * stride - 1;
        if (right < BLOCK) part[right] = op(part[right - stride], part[right]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const scan_t sum = part[BLOCK - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) part[BLOCK - 1] = IDENTITY;
    for (size_t stride = BLOCK / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const size_t right = (item + 1) * 2 * stride - 1;
        if (right < BLOCK) {
            const scan_t left = part[right - stride];
            part[right - stride] = part[right];
            // What is before the right half: what is before both, then the left one.
            part[right] = op(part[right], left);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_blocks(__global scan_t *y, __global scan_t *block_sums, const ulong n, INPUTS)
{
    __local scan_t part[BLOCK];
    const size_t item = get_local_id(0);
    const ulong at[2] = { get_group_id(0) * BLOCK + item, get_group_id(0) * BLOCK + item + GROUP_SIZE };
    scan_t own[2];
    for (int side = 0; side < 2; side++) {
        own[side] = at[side] < n ? load(at[side], INPUT_NAMES) : IDENTITY;
        part[item + side * GROUP_SIZE] = own[side];
    }
    const scan_t sum = sweep(part);
    if (item == 0) block_sums[get_group_id(0)] = sum;
    for (int side = 0; side < 2; side++) {
        if (at[side] < n) y[at[side]] = op(part[item + side * GROUP_SIZE], own[side]);
    }
}

// One work-group, block after block.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void scan_sums(__global scan_t *block_sums, const ulong blocks)
{
    __local scan_t part[BLOCK];
    const size_t item = get_local_id(0);
    scan_t before = IDENTITY;
    for (ulong from = 0; from < blocks; from += BLOCK) {
        scan_t own[2];
        for (int side = 0; side < 2; side++) {
            const ulong at = from + item + side * GROUP_SIZE;
            own[side] = at < blocks ? block_sums[at] : IDENTITY;
            part[item + side * GROUP_SIZE] = own[side];
        }
        const scan_t sum = sweep(part);
        for (int side = 0; side < 2; side++) {
            const ulong at = from + item + side * GROUP_SIZE;
            if (at < blocks) block_sums[at] = op(op(before, part[item + side * GROUP_SIZE]), own[side]);
        }
        before = op(before, sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void add_sums(__global scan_t *y, __global const scan_t *block_sums, const ulong n)
{
    const ulong i = get_global_id(0);
    if (i < n && i >= BLOCK) y[i] = op(block_sums[i / BLOCK - 1], y[i]);
}

#endif
