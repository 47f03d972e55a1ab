typedef struct { uint x00, x01, x10, x11; } scan_t;
#define IDENTITY ((scan_t){ 1, 0, 0, 1 })
#define INPUTS __global const scan_t *x
#define INPUT_NAMES x

scan_t op(const scan_t a, const scan_t b)
{
    return (scan_t){
        a.x00 * b.x00 + a.x01 * b.x10,
        a.x00 * b.x01 + a.x01 * b.x11,
        a.x10 * b.x00 + a.x11 * b.x10,
        a.x10 * b.x01 + a.x11 * b.x11,
    };
}

scan_t load(const ulong i, INPUTS) { return x[i]; }
