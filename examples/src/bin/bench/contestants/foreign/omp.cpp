// GCC's scan: `#pragma omp scan` in a parallel loop.
#include "contestant.hpp"

const char *about() { return "GCC " __VERSION__; }

template <class T>
T combined(const T &a, const T &b)
{
    return Operator<T>()(a, b);
}

template <class T>
void reset(T &value)
{
    value = Operator<T>::identity();
}

#pragma omp declare reduction(then : Affine<float>, Affine<double>, Matrix : omp_out = combined(omp_out, omp_in)) \
    initializer(reset(omp_priv))

template <class T>
struct OmpScan;

// The pragmas take no type of a template, so there is a class for each. Numbers have OpenMP's own `+`.
#define PRAGMA(text) _Pragma(#text)
#define OMP_SCAN(T, reduction_operator) \
    template <> \
    struct OmpScan<T> : Scan { \
        const T *x; \
        T *y; \
        size_t n; \
        OmpScan(const T *x, T *y, size_t n) : x(x), y(y), n(n) {} \
        void run() override \
        { \
            const T *x = this->x; \
            T *y = this->y; \
            T sum = Operator<T>::identity(); \
            PRAGMA(omp parallel for reduction(inscan, reduction_operator : sum)) \
            for (size_t i = 0; i < n; i++) { \
                sum = combined(sum, x[i]); \
                PRAGMA(omp scan inclusive(sum)) \
                y[i] = sum; \
            } \
        } \
    };

OMP_SCAN(int32_t, +)
OMP_SCAN(uint64_t, +)
OMP_SCAN(float, +)
OMP_SCAN(double, +)
OMP_SCAN(Affine<float>, then)
OMP_SCAN(Affine<double>, then)
OMP_SCAN(Matrix, then)

template <class T>
std::unique_ptr<Scan> make(const T *x, T *y, size_t n, Place)
{
    return std::make_unique<OmpScan<T>>(x, y, n);
}
