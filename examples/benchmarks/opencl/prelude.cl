// What the kernels of all benchmarks may use. Built with -D GROUP_SIZE=…, -D BLOCK=… and, for processors, -D BY_ITEM.

// A work-item's share of the elements 0 to n: a run of them on a processor, every so many-th on a device that loads side by side.
#ifdef BY_ITEM
#define FOR_SHARE(i, n)                                                                        \
    for (ulong i = (n) / get_global_size(0) * get_global_id(0)                                 \
                 + min((n) % get_global_size(0), (ulong)get_global_id(0)),                     \
               end_ = i + (n) / get_global_size(0) + (get_global_id(0) < (n) % get_global_size(0)); \
         i < end_; i++)
#else
#define FOR_SHARE(i, n) for (ulong i = get_global_id(0); i < (n); i += get_global_size(0))
#endif
