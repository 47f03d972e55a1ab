// Boost.Compute's scan on an OpenCL device, of numbers: its operators get their operands in an order that those of other types may mind.
#define CL_TARGET_OPENCL_VERSION 120
#include "contestant.hpp"
#include <boost/compute/core.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/iterator/buffer_iterator.hpp>
#include <boost/version.hpp>
#include <stdexcept>
#include <type_traits>

namespace compute = boost::compute;

const char *about() { return "Boost " BOOST_LIB_VERSION ", GCC " __VERSION__; }

// As OpenCL C names the type: no typedef of the host's stands for `long` everywhere.
template <class T>
struct Named {
    typedef T Type;
};
template <>
struct Named<uint64_t> {
    typedef compute::ulong_ Type;
};

static compute::device find(Place place)
{
    return compute::system::platforms().at(place.platform).devices().at(place.device);
}

template <class T>
struct BoostScan : Scan {
    typedef typename Named<T>::Type Number;
    size_t n;
    T *host;
    compute::device device;
    compute::context context;
    compute::command_queue queue;
    compute::buffer x, y;
    bool shares_memory;

    BoostScan(const T *from, T *to, size_t n, Place place)
        : n(n), host(to), device(find(place)), context(device), queue(context, device), shares_memory(device.type() & compute::device::cpu)
    {
        const cl_mem_flags flags = compute::buffer::read_write | (shares_memory ? compute::buffer::use_host_ptr : 0);
        x = compute::buffer(context, n * sizeof(T), flags, shares_memory ? const_cast<T *>(from) : nullptr);
        y = compute::buffer(context, n * sizeof(T), flags, shares_memory ? to : nullptr);
        if (!shares_memory)
            queue.enqueue_write_buffer(x, 0, n * sizeof(T), from);
    }

    void run() override
    {
        const auto begin = compute::make_buffer_iterator<Number>(x, 0);
        const auto out = compute::make_buffer_iterator<Number>(y, 0);
        compute::inclusive_scan(begin, begin + n, out, compute::plus<Number>(), queue);
        queue.finish();
    }

    void fetch() override
    {
        if (!shares_memory)
            queue.enqueue_read_buffer(y, 0, n * sizeof(T), host);
    }
};

template <class T>
std::unique_ptr<Scan> make(const T *x, T *y, size_t n, Place place)
{
    if constexpr (std::is_arithmetic<T>::value)
        return std::make_unique<BoostScan<T>>(x, y, n, place);
    else
        return nullptr;
}
