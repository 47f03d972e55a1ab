// CUB's scan on the first CUDA device; the arrays are there before, and the result stays there.
#include "contestant.hpp"
#include <cub/cub.cuh>
#include <stdexcept>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
const char *about() { return "CUB " TEXT(CUB_VERSION) ", CUDA " TEXT(CUDART_VERSION); }

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

// Device memory, freed with its owner.
struct Memory {
    void *pointer = nullptr;
    void allocate(size_t bytes) { check(cudaMalloc(&pointer, bytes)); }
    ~Memory() { cudaFree(pointer); }
};

template <class T>
struct CubScan : Scan {
    size_t n;
    T *host;
    Memory x, y, temporary;
    size_t temporary_bytes = 0;

    CubScan(const T *from, T *to, size_t n) : n(n), host(to)
    {
        x.allocate(n * sizeof(T));
        y.allocate(n * sizeof(T));
        scan();
        temporary.allocate(temporary_bytes);
        check(cudaMemcpy(x.pointer, from, n * sizeof(T), cudaMemcpyHostToDevice));
    }

    void scan()
    {
        const T *from = static_cast<const T *>(x.pointer);
        check(cub::DeviceScan::InclusiveScan(temporary.pointer, temporary_bytes, from, static_cast<T *>(y.pointer), Operator<T>(),
                                             int64_t(n)));
    }

    void run() override
    {
        scan();
        check(cudaDeviceSynchronize());
    }

    void fetch() override { check(cudaMemcpy(host, y.pointer, n * sizeof(T), cudaMemcpyDeviceToHost)); }
};

template <class T>
std::unique_ptr<Scan> make(const T *x, T *y, size_t n, Place)
{
    return std::make_unique<CubScan<T>>(x, y, n);
}
