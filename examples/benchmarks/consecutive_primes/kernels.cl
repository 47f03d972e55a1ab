// How many primes there are up to a number, and their sum: both in one scan.
typedef struct { ulong sum; ulong count; } scan_t;
#define IDENTITY ((scan_t){ 0, 0 })
#define INPUTS __global const uchar *prime
#define INPUT_NAMES prime

scan_t op(const scan_t left, const scan_t right) { return (scan_t){ left.sum + right.sum, left.count + right.count }; }

scan_t load(const ulong i, INPUTS) { return (scan_t){ prime[i] ? i : 0, prime[i] }; }

__kernel void scatter(__global const scan_t *up_to, __global ulong *sums, const ulong n, INPUTS)
{
    const ulong i = get_global_id(0);
    if (i == 0) sums[0] = 0;
    if (i < n && prime[i]) sums[up_to[i].count] = up_to[i].sum;
}
