// The standard library's scan, on all threads.
#include "contestant.hpp"
#include <execution>
#include <numeric>

const char *about() { return "libstdc++ of GCC " __VERSION__; }

template <class T>
struct StdScan : Scan {
    const T *x;
    T *y;
    size_t n;
    StdScan(const T *x, T *y, size_t n) : x(x), y(y), n(n) {}

    void run() override { std::inclusive_scan(std::execution::par, x, x + n, y, Operator<T>(), Operator<T>::identity()); }
};

template <class T>
std::unique_ptr<Scan> make(const T *x, T *y, size_t n, Place)
{
    return std::make_unique<StdScan<T>>(x, y, n);
}
