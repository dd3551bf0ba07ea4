// Values that are deduced from the arguments of a class template.

#include <cstddef>
#include <cstdio>
#include <type_traits>

template <typename T, bool W> void put(T *p, std::bool_constant<W>) { *p = W ? 7 : 3; }
template <typename T, bool W> void pass(T *p, std::bool_constant<W> w) { put(p, w); }
template <bool W> int which(std::integral_constant<bool, W>) { return W + 1; }
template <int N> int times(std::integral_constant<int, N>, int x) { return N * x; }
template <typename T, T v> T value(std::integral_constant<T, v>) { return v; }
template <typename T, T v, T w> std::integral_constant<T, v + w> operator+(std::integral_constant<T, v>, std::integral_constant<T, w>) {
    return {};
}
template <typename T, T... v> struct List {};
template <typename T, T... v> int size(List<T, v...>) { return sizeof...(v); }
template <std::size_t... v> std::size_t sum(List<std::size_t, v...>) { return (v + ...); }
constexpr std::bool_constant<true> yes;
constexpr std::bool_constant<false> no;

int main() {
    int x;
    float y;
    pass(&x, yes);
    pass(&y, no);
    std::printf("%d %g %d %d\n", x, y, which(yes), which(std::false_type{}));
    std::printf("%d %d %d\n", times(std::integral_constant<int, 6>(), 7), value(std::integral_constant<short, -3>()), value(yes));
    auto five = std::integral_constant<int, 2>() + std::integral_constant<int, 3>();
    std::printf("%d %d %zu\n", five.value, size(List<char, 'a', 'b'>()), sum(List<std::size_t, 4, 5, 6>()));
}
