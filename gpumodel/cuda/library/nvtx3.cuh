// nvtx3/nvtx3.hpp: ranges of a profiler as objects of C++. None listens here, so they keep nothing of their arguments.

namespace nvtx3 {
struct domain { struct global {}; };
struct rgb { unsigned char r, g, b; };
struct argb { unsigned char a, r, g, b; };
struct color { template <typename... A> constexpr explicit color(const A &...) {} };
struct category { unsigned id; constexpr explicit category(unsigned i) : id(i) {} };
struct payload { template <typename T> constexpr explicit payload(const T &) {} };
struct message { template <typename T> constexpr message(const T &) {} };
struct event_attributes { template <typename... A> constexpr event_attributes(const A &...) {} };
template <typename D> struct scoped_range_in {
    scoped_range_in() {}
    template <typename... A> explicit scoped_range_in(const A &...) {}
    scoped_range_in(const scoped_range_in &) = delete;
    ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<domain::global>;
template <typename D> struct unique_range_in {
    unique_range_in() {}
    template <typename A, typename... B> explicit unique_range_in(const A &, const B &...) {}
    unique_range_in(unique_range_in &&) = default;
    unique_range_in &operator=(unique_range_in &&) = default;
    ~unique_range_in() {}
};
using unique_range = unique_range_in<domain::global>;
struct range_handle { unsigned long value; };
template <typename D = domain::global, typename... A> void mark_in(const A &...) {}
template <typename... A> void mark(const A &...) {}
template <typename D = domain::global, typename... A> range_handle start_range_in(const A &...) { return range_handle{0}; }
template <typename... A> range_handle start_range(const A &...) { return range_handle{0}; }
template <typename D = domain::global> void end_range_in(range_handle) {}
inline void end_range(range_handle) {}
}
#define NVTX3_FUNC_RANGE() nvtx3::scoped_range nvtx3_func_range__
#define NVTX3_FUNC_RANGE_IN(D) nvtx3::scoped_range_in<D> nvtx3_func_range__
