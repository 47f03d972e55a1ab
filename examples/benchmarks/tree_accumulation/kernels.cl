// Both sums in one scan: open, entered.
typedef int2 scan_t;
#define IDENTITY ((int2)(0, 0))
#define INPUTS __global const int *step
#define INPUT_NAMES step

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return (int2)(step[i], max(step[i], 0)); }

__kernel void gather(
    __global const scan_t *sums, __global const int *step, __global const uint *enter, __global const uint *exit,
    __global int *above, __global int *below, const ulong nodes)
{
    const ulong node = get_global_id(0);
    if (node >= nodes) return;
    const scan_t at = sums[enter[node]];
    above[node] = at.x;
    below[node] = sums[exit[node]].y - at.y + step[enter[node]];
}
