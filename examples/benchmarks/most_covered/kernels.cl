typedef int scan_t;
#define IDENTITY 0
#define INPUTS __global const int *ends
#define INPUT_NAMES ends

scan_t op(const scan_t left, const scan_t right) { return left + right; }

scan_t load(const ulong i, INPUTS) { return ends[i]; }

// `ends` holds 0 before.
__kernel void note_ends(
    __global const uint *low, __global const uint *high, volatile __global int *ends, const ulong ranges)
{
    const ulong k = get_global_id(0);
    if (k >= ranges) return;
    atomic_inc(&ends[low[k]]);
    atomic_dec(&ends[high[k] + 1]);
}

// The least of the integers that occur most often, of each share.
__kernel void find_most(__global const scan_t *cover, __global uint *integer, __global int *times, const ulong n)
{
    uint at = 0;
    int most = 0;
    FOR_SHARE (i, n) {
        if (cover[i] > most) {
            most = cover[i];
            at = (uint)i;
        }
    }
    integer[get_global_id(0)] = at;
    times[get_global_id(0)] = most;
}
