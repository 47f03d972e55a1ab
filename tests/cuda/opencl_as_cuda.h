// OpenCL C 1.2, as far as kernels use it, read as CUDA C++. What no macro can change `assemble.py` does.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define __NV_CL_C_VERSION 120
#define __kernel extern "C" __global__
#define __global
#define __local // of what a pointer points to; of a variable it is `__shared__`
#define restrict __restrict__
#define reqd_work_group_size(x, y, z) launch_bounds(x)
#define __builtin_offsetof(type, field) ((ulong)__INTADDR__(&((type *)0)->field)) // which the front end of that compiler folds

#define CLK_LOCAL_MEM_FENCE
#define barrier(fence) __syncthreads()
#define get_local_id(dimension) ((ulong)threadIdx.x)
#define get_group_id(dimension) ((ulong)blockIdx.x)
#define get_num_groups(dimension) ((ulong)gridDim.x)
#define get_global_id(dimension) ((ulong)blockIdx.x * blockDim.x + threadIdx.x)
#define get_global_size(dimension) ((ulong)gridDim.x * blockDim.x)

typedef unsigned long long atom_t;
#define ATOMIC(name, function, type, as) inline type name(volatile type *at, type value) { return function((as *)at, value); }
#define ATOMICS(name, function, wide) \
    ATOMIC(atomic_##name, function, int, int) \
    ATOMIC(atomic_##name, function, uint, uint) \
    ATOMIC(atom_##name, function, long, wide) \
    ATOMIC(atom_##name, function, ulong, atom_t)
ATOMICS(add, atomicAdd, atom_t)
ATOMICS(and, atomicAnd, atom_t)
ATOMICS(or, atomicOr, atom_t)
ATOMICS(xor, atomicXor, atom_t)
ATOMICS(min, atomicMin, long long)
ATOMICS(max, atomicMax, long long)
ATOMIC(atom_xchg, atomicExch, ulong, atom_t)
inline ulong atom_inc(volatile ulong *at) { return atom_add(at, 1); }

template <typename To, typename From> inline To with_bits_of(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    union { From from; To to; } bits = {from};
    return bits.to;
}
#define as_char with_bits_of<char>
#define as_uchar with_bits_of<uchar>
#define as_short with_bits_of<short>
#define as_ushort with_bits_of<ushort>
#define as_int with_bits_of<int>
#define as_uint with_bits_of<uint>
#define as_long with_bits_of<long>
#define as_ulong with_bits_of<ulong>
#define as_float with_bits_of<float>
#define as_double with_bits_of<double>

// Of integers of any type.
template <typename T> constexpr uint width = 8 * sizeof(T);
template <typename T> constexpr T greatest = (T)-1 < 0 ? ~(1UL << (width<T> - 1)) : (T)-1;
template <typename T> inline T min(T a, T b) { return b < a ? b : a; }
template <typename T> inline T max(T a, T b) { return a < b ? b : a; }
template <typename T> inline T popcount(T x) { return __popcll((ulong)x & (~0UL >> (64 - width<T>))); }
template <typename T> inline T clz(T x) { return __clzll((ulong)x & (~0UL >> (64 - width<T>))) - (64 - width<T>); }
template <typename T> inline T rotate(T x, T by) { return x << (by & (width<T> - 1)) | x >> (-by & (width<T> - 1)); }
template <typename T> inline T clamp(T x, T least, T most) { return min(max(x, least), most); }
template <typename T> inline T abs_diff(T a, T b) { return a < b ? b - a : a - b; }
template <typename T> inline T add_sat(T a, T b)
{
    const T sum = (ulong)a + (ulong)b;
    if (greatest<T> == (T)-1)
        return sum < a ? greatest<T> : sum;
    return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? ~greatest<T> : greatest<T> : sum;
}
template <typename T> inline T sub_sat(T a, T b)
{
    const T difference = (ulong)a - (ulong)b;
    if (greatest<T> == (T)-1)
        return a < b ? 0 : difference;
    return ((a ^ b) & (a ^ difference)) < 0 ? a < 0 ? ~greatest<T> : greatest<T> : difference;
}

// `(T){.x = a, .y = b}`, in whichever order.
template <typename T> inline void set(T &) {}
template <typename T, typename Field, typename Value, typename... Others>
inline void set(T &to, Field T::*field, Value value, Others... others)
{
    to.*field = value;
    set(to, others...);
}
template <typename T, typename... Fields> inline T made(Fields... fields)
{
    T to;
    set(to, fields...);
    return to;
}

#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615UL
#define INFINITY as_float(0x7f800000)
#define NAN as_float(0x7fc00000)
