// What every contestant in C++ has: the element types with their operators, and the functions that the benchmark calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#ifdef __CUDACC__
#define ON_DEVICE __host__ __device__
#else
#define ON_DEVICE
#endif

template <class F>
struct Affine {
    F scale, offset;
};

struct Matrix {
    uint64_t x00, x01, x10, x11;
};

// The operators, and what is neutral. Sums of i32 wrap as those of u32.
template <class T>
struct Operator {
    static ON_DEVICE T identity() { return T(0); }
    ON_DEVICE T operator()(const T &a, const T &b) const { return a + b; }
};

template <>
struct Operator<int32_t> {
    static ON_DEVICE int32_t identity() { return 0; }
    ON_DEVICE int32_t operator()(const int32_t &a, const int32_t &b) const { return int32_t(uint32_t(a) + uint32_t(b)); }
};

template <class F>
struct Operator<Affine<F>> {
    static ON_DEVICE Affine<F> identity() { return {F(1), F(0)}; }
    ON_DEVICE Affine<F> operator()(const Affine<F> &a, const Affine<F> &b) const
    {
        return {a.scale * b.scale, a.offset * b.scale + b.offset};
    }
};

template <>
struct Operator<Matrix> {
    static ON_DEVICE Matrix identity() { return {1, 0, 0, 1}; }
    ON_DEVICE Matrix operator()(const Matrix &a, const Matrix &b) const
    {
        return {a.x00 * b.x00 + a.x01 * b.x10, a.x00 * b.x01 + a.x01 * b.x11,
                a.x10 * b.x00 + a.x11 * b.x10, a.x10 * b.x01 + a.x11 * b.x11};
    }
};

// An inclusive scan from one array to another, made once for both and run often.
struct Scan {
    virtual void run() = 0;
    // Brings the last result to the host's array, if it is elsewhere.
    virtual void fetch() {}
    virtual ~Scan() = default;
};

// Where a scan runs that needs to be told.
struct Place {
    unsigned platform, device;
};

// Defined by the contestant: what it is, and its scan, or null for a type that it cannot scan.
const char *about();
template <class T>
std::unique_ptr<Scan> make(const T *x, T *y, size_t n, Place place);

static std::unique_ptr<Scan> make_for(const std::string &type, const void *x, void *y, size_t n, Place place)
{
#define FOR(name, T) \
    if (type == name) \
        return make<T>(static_cast<const T *>(x), static_cast<T *>(y), n, place);
    FOR("i32", int32_t)
    FOR("u64", uint64_t)
    FOR("f32", float)
    FOR("f64", double)
    FOR("affine32", Affine<float>)
    FOR("affine64", Affine<double>)
    FOR("matrix", Matrix)
#undef FOR
    return nullptr;
}

static std::string message;

// No exception leaves the library.
template <class F>
static int guarded(F act)
{
    try {
        act();
        return 0;
    } catch (const std::exception &error) {
        message = error.what();
    } catch (...) {
        message = "an exception of unknown type";
    }
    return 1;
}

extern "C" const char *bench_about() { return about(); }

extern "C" const char *bench_error() { return message.c_str(); }

extern "C" void *bench_open(const char *type, const void *x, void *y, size_t n, unsigned platform, unsigned device)
{
    std::unique_ptr<Scan> scan;
    message = std::string("it has no scan of ") + type;
    guarded([&] { scan = make_for(type, x, y, n, {platform, device}); });
    return scan.release();
}

extern "C" int bench_run(void *scan)
{
    return guarded([&] { static_cast<Scan *>(scan)->run(); });
}

extern "C" int bench_fetch(void *scan)
{
    return guarded([&] { static_cast<Scan *>(scan)->fetch(); });
}

extern "C" void bench_close(void *scan) { delete static_cast<Scan *>(scan); }
