// y[i] = y[i - 1] ⊕ x[i], over types and an operator that the runtime defines. As plain as can be: the first work-item of a group
// scans its tile. The compiler's own templates do better.

#define TILE ((ulong)GROUP_SIZE * ITEMS)
// What a test has stored in the place of the value.
#ifndef STORED
#define STORED(value, k) (value)
#endif
// What a test has carried out of the last tile in the place of the value.
#ifndef CARRIED
#define CARRIED(value) (value)
#endif

__kernel void reduce_tiles(
    __global const x_t *x, const long x_from, const long first, const ulong n, __global scan_t *totals)
{
    if (get_local_id(0) == 0) {
        const ulong begin = get_group_id(0) * TILE;
        scan_t total = x[first + (long)begin - x_from];
        for (ulong k = begin + 1; k < min(n, begin + TILE); k++)
            total = scan_op(total, x[first + (long)k - x_from]);
        totals[get_group_id(0)] = total;
    }
}

__kernel void scan_totals(
    __global const scan_t *totals, __global scan_t *prefixes, const ulong tiles, const scan_t start)
{
    if (get_global_id(0) == 0) {
        prefixes[0] = start;
        for (ulong tile = 0; tile < tiles; tile++)
            prefixes[tile + 1] = scan_op(prefixes[tile], totals[tile]);
        prefixes[tiles] = CARRIED(prefixes[tiles]);
    }
}

__kernel void scan_tiles(
    __global const x_t *x, const long x_from, __global x_t *y, const long y_from,
    const long first, const ulong n, __global const scan_t *prefixes)
{
    if (get_local_id(0) == 0) {
        const ulong begin = get_group_id(0) * TILE;
        scan_t carried = prefixes[get_group_id(0)];
        for (ulong k = begin; k < min(n, begin + TILE); k++) {
            carried = scan_op(carried, x[first + (long)k - x_from]);
            y[first + (long)k - y_from] = STORED(carried, k);
        }
    }
}
