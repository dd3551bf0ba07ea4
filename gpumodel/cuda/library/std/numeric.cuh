// Sums and numbers, after ISO C++17 ([numeric.ops]).

namespace std {

template <typename I, typename T> T accumulate(I from, I to, T sum)
{
    for (; from != to; ++from) sum = sum + *from;
    return sum;
}
template <typename I, typename T, typename F> T accumulate(I from, I to, T sum, F f)
{
    for (; from != to; ++from) sum = f(sum, *from);
    return sum;
}
template <typename I, typename T, typename F> T reduce(I from, I to, T sum, F f) { return std::accumulate(from, to, sum, f); }
template <typename I, typename T> T reduce(I from, I to, T sum) { return std::accumulate(from, to, sum); }
template <typename I> auto reduce(I from, I to) { return std::accumulate(from, to, typename iterator_traits<I>::value_type()); }
template <typename I, typename J, typename T> T inner_product(I from, I to, J other, T sum)
{
    for (; from != to; ++from, ++other) sum = sum + *from * *other;
    return sum;
}
template <typename I, typename J, typename T, typename F, typename G> T inner_product(I from, I to, J other, T sum, F f, G g)
{
    for (; from != to; ++from, ++other) sum = f(sum, g(*from, *other));
    return sum;
}
template <typename I, typename J, typename T> T transform_reduce(I from, I to, J other, T sum) { return std::inner_product(from, to, other, sum); }
template <typename I, typename T, typename F, typename G> T transform_reduce(I from, I to, T sum, F f, G g)
{
    for (; from != to; ++from) sum = f(sum, g(*from));
    return sum;
}
template <typename I, typename J, typename T, typename F, typename G> T transform_reduce(I from, I to, J other, T sum, F f, G g) { return std::inner_product(from, to, other, sum, f, g); }
template <typename I, typename O, typename F> O partial_sum(I from, I to, O out, F f)
{
    if (from == to) return out;
    typename iterator_traits<I>::value_type sum = *from;
    *out = sum;
    while (++from != to) {
        sum = f(sum, *from);
        *++out = sum;
    }
    return ++out;
}
template <typename I, typename O> O partial_sum(I from, I to, O out) { return std::partial_sum(from, to, out, plus<>()); }
template <typename I, typename O> O inclusive_scan(I from, I to, O out) { return std::partial_sum(from, to, out, plus<>()); }
template <typename I, typename O, typename F> O inclusive_scan(I from, I to, O out, F f) { return std::partial_sum(from, to, out, f); }
template <typename I, typename O, typename F, typename T> O inclusive_scan(I from, I to, O out, F f, T sum)
{
    for (; from != to; ++from, ++out) {
        sum = f(sum, *from);
        *out = sum;
    }
    return out;
}
template <typename I, typename O, typename T, typename F> O exclusive_scan(I from, I to, O out, T sum, F f)
{
    for (; from != to; ++from, ++out) {
        T next = f(sum, *from);
        *out = sum;
        sum = next;
    }
    return out;
}
template <typename I, typename O, typename T> O exclusive_scan(I from, I to, O out, T sum) { return std::exclusive_scan(from, to, out, sum, plus<>()); }
template <typename I, typename O, typename F> O adjacent_difference(I from, I to, O out, F f)
{
    if (from == to) return out;
    typename iterator_traits<I>::value_type last = *from;
    *out = last;
    while (++from != to) {
        typename iterator_traits<I>::value_type x = *from;
        *++out = f(x, last);
        last = x;
    }
    return ++out;
}
template <typename I, typename O> O adjacent_difference(I from, I to, O out) { return std::adjacent_difference(from, to, out, minus<>()); }
template <typename I, typename T> void iota(I from, I to, T x)
{
    for (; from != to; ++from) {
        *from = x;
        ++x;
    }
}
template <typename A, typename B> constexpr auto gcd(A a, B b)
{
    typedef decltype(a + b) T;
    T x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    while (y) {
        T r = x % y;
        x = y;
        y = r;
    }
    return x;
}
template <typename A, typename B> constexpr auto lcm(A a, B b)
{
    typedef decltype(a + b) T;
    T x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    return x && y ? x / gcd(a, b) * y : (T)0;
}
template <typename T> constexpr T midpoint(T a, T b) { return a + (b - a) / 2; }

}
