// Clocks and durations, after ISO C++17 ([time]). All clocks are the program's own, which is modelled.

namespace std {

constexpr long __divisor(long a, long b) { return b ? __divisor(b, a % b) : a; }
template <long N, long D = 1> struct ratio {
    static constexpr long num = N / __divisor(N, D), den = D / __divisor(N, D);
    typedef ratio<N / __divisor(N, D), D / __divisor(N, D)> type;
};
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1, 100> centi;
typedef ratio<1, 10> deci;
typedef ratio<10, 1> deca;
typedef ratio<100, 1> hecto;
typedef ratio<1000, 1> kilo;
typedef ratio<1000000, 1> mega;
typedef ratio<1000000000, 1> giga;
template <typename A, typename B> struct ratio_divide : ratio<A::num * B::den, A::den * B::num> {};
template <typename A, typename B> struct ratio_multiply : ratio<A::num * B::num, A::den * B::den> {};

namespace chrono {

template <typename R> constexpr bool __is_real = is_floating_point<R>::value;
template <typename R, typename P = ratio<1>> struct duration {
    R __n;
    typedef R rep;
    typedef P period;
    constexpr duration() : __n(0) {}
    template <typename S, typename = enable_if_t<is_arithmetic<S>::value>> constexpr explicit duration(const S &n) : __n((R)n) {}
    template <typename S, typename Q> constexpr duration(const duration<S, Q> &d) : __n(duration_cast<duration<R, P>>(d).__n) {}
    constexpr R count() const { return __n; }
    constexpr duration operator-() const { return duration(-__n); }
    constexpr duration operator+() const { return *this; }
    duration &operator++() { ++__n; return *this; }
    duration &operator--() { --__n; return *this; }
    duration &operator+=(const duration &d) { __n += d.__n; return *this; }
    duration &operator-=(const duration &d) { __n -= d.__n; return *this; }
    duration &operator*=(R x) { __n *= x; return *this; }
    duration &operator/=(R x) { __n /= x; return *this; }
    duration &operator%=(R x) { __n %= x; return *this; }
    static constexpr duration zero() { return duration(0); }
    static constexpr duration max() { return duration(numeric_limits<R>::max()); }
    static constexpr duration min() { return duration(numeric_limits<R>::lowest()); }
};
template <typename D, typename R, typename P> constexpr D duration_cast(const duration<R, P> &d)
{
    constexpr long up = P::num * D::period::den, down = P::den * D::period::num, common = __divisor(up, down);
    if constexpr (__is_real<R> || __is_real<typename D::rep>)
        return D((typename D::rep)(common == down ? (double)d.__n * (double)(up / common) : common == up ? (double)d.__n / (double)(down / common) : (double)d.__n * (double)(up / common) / (double)(down / common)));
    else return D((typename D::rep)((long)d.__n * (up / common) / (down / common)));
}
// __both is the duration that two can be converted to without loss.
template <typename D, typename E> struct __both {
    static constexpr long num = __divisor(D::period::num, E::period::num), den = D::period::den / __divisor(D::period::den, E::period::den) * E::period::den;
    typedef duration<decltype(typename D::rep() + typename E::rep()), ratio<num, den>> type;
};
template <typename R, typename P, typename S, typename Q> constexpr auto operator+(const duration<R, P> &a, const duration<S, Q> &b)
{
    typedef typename __both<duration<R, P>, duration<S, Q>>::type D;
    return D(D(a).__n + D(b).__n);
}
template <typename R, typename P, typename S, typename Q> constexpr auto operator-(const duration<R, P> &a, const duration<S, Q> &b)
{
    typedef typename __both<duration<R, P>, duration<S, Q>>::type D;
    return D(D(a).__n - D(b).__n);
}
template <typename R, typename P, typename S, typename Q> constexpr auto operator/(const duration<R, P> &a, const duration<S, Q> &b)
{
    typedef typename __both<duration<R, P>, duration<S, Q>>::type D;
    return D(a).__n / D(b).__n;
}
template <typename R, typename P, typename S, typename Q> constexpr auto operator%(const duration<R, P> &a, const duration<S, Q> &b)
{
    typedef typename __both<duration<R, P>, duration<S, Q>>::type D;
    return D(D(a).__n % D(b).__n);
}
template <typename R, typename P, typename S, typename = enable_if_t<is_arithmetic<S>::value>> constexpr auto operator*(const duration<R, P> &a, const S &x) { return duration<decltype(a.__n * x), P>(a.__n * x); }
template <typename R, typename P, typename S, typename = enable_if_t<is_arithmetic<S>::value>> constexpr auto operator*(const S &x, const duration<R, P> &a) { return duration<decltype(a.__n * x), P>(a.__n * x); }
template <typename R, typename P, typename S, typename = enable_if_t<is_arithmetic<S>::value>> constexpr auto operator/(const duration<R, P> &a, const S &x) { return duration<decltype(a.__n / x), P>(a.__n / x); }
#define STD_COMPARE(OP) \
    template <typename R, typename P, typename S, typename Q> constexpr bool operator OP(const duration<R, P> &a, const duration<S, Q> &b) \
    { \
        typedef typename __both<duration<R, P>, duration<S, Q>>::type D; \
        return D(a).__n OP D(b).__n; \
    }
STD_COMPARE(==)
STD_COMPARE(!=)
STD_COMPARE(<)
STD_COMPARE(>)
STD_COMPARE(<=)
STD_COMPARE(>=)
#undef STD_COMPARE
template <typename D, typename R, typename P> constexpr D floor(const duration<R, P> &d)
{
    D r = duration_cast<D>(d);
    return r > d ? r - D(1) : r;
}
template <typename D, typename R, typename P> constexpr D ceil(const duration<R, P> &d)
{
    D r = duration_cast<D>(d);
    return r < d ? r + D(1) : r;
}
template <typename D, typename R, typename P> constexpr D round(const duration<R, P> &d)
{
    D low = std::chrono::floor<D>(d), high = low + D(1);
    auto below = d - low, above = high - d;
    return below == above ? (low.__n & 1 ? high : low) : below < above ? low : high;
}
template <typename R, typename P> constexpr duration<R, P> abs(const duration<R, P> &d) { return d.__n < 0 ? -d : d; }
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long> seconds;
typedef duration<int, ratio<60>> minutes;
typedef duration<int, ratio<3600>> hours;
typedef duration<int, ratio<86400>> days;

template <typename C, typename D = typename C::duration> struct time_point {
    D __since;
    typedef C clock;
    typedef D duration;
    typedef typename D::rep rep;
    typedef typename D::period period;
    constexpr time_point() : __since() {}
    constexpr explicit time_point(const D &d) : __since(d) {}
    template <typename E> constexpr time_point(const time_point<C, E> &t) : __since(t.__since) {}
    constexpr D time_since_epoch() const { return __since; }
    time_point &operator+=(const D &d) { __since += d; return *this; }
    time_point &operator-=(const D &d) { __since -= d; return *this; }
    static constexpr time_point max() { return time_point(D::max()); }
    static constexpr time_point min() { return time_point(D::min()); }
};
template <typename C, typename D, typename R, typename P> constexpr auto operator+(const time_point<C, D> &t, const duration<R, P> &d)
{
    return time_point<C, typename __both<D, duration<R, P>>::type>(t.__since + d);
}
template <typename C, typename D, typename R, typename P> constexpr auto operator-(const time_point<C, D> &t, const duration<R, P> &d)
{
    return time_point<C, typename __both<D, duration<R, P>>::type>(t.__since - d);
}
template <typename C, typename D, typename E> constexpr auto operator-(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since - b.__since; }
template <typename C, typename D, typename E> constexpr bool operator==(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since == b.__since; }
template <typename C, typename D, typename E> constexpr bool operator!=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since != b.__since; }
template <typename C, typename D, typename E> constexpr bool operator<(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since < b.__since; }
template <typename C, typename D, typename E> constexpr bool operator>(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since > b.__since; }
template <typename C, typename D, typename E> constexpr bool operator<=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since <= b.__since; }
template <typename C, typename D, typename E> constexpr bool operator>=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.__since >= b.__since; }
template <typename E, typename C, typename D> constexpr time_point<C, E> time_point_cast(const time_point<C, D> &t) { return time_point<C, E>(duration_cast<E>(t.__since)); }

// What clocks share. C is the clock itself.
template <typename C, bool Steady> struct __clock {
    typedef nanoseconds duration;
    typedef long rep;
    typedef nano period;
    typedef chrono::time_point<C, nanoseconds> time_point;
    static constexpr bool is_steady = Steady;
    static time_point now() { return time_point(nanoseconds((long)__sys_nanoseconds())); }
};
struct system_clock : __clock<system_clock, false> {
    static time_t to_time_t(const time_point &t) { return (time_t)(t.__since.__n / 1000000000); }
    static time_point from_time_t(time_t t) { return time_point(nanoseconds(t * 1000000000)); }
};
typedef system_clock high_resolution_clock;
struct steady_clock : __clock<steady_clock, true> {};

}

inline namespace literals {
inline namespace chrono_literals {
constexpr chrono::hours operator""h(unsigned long long n) { return chrono::hours(n); }
constexpr chrono::minutes operator""min(unsigned long long n) { return chrono::minutes(n); }
constexpr chrono::seconds operator""s(unsigned long long n) { return chrono::seconds(n); }
constexpr chrono::milliseconds operator""ms(unsigned long long n) { return chrono::milliseconds(n); }
constexpr chrono::microseconds operator""us(unsigned long long n) { return chrono::microseconds(n); }
constexpr chrono::nanoseconds operator""ns(unsigned long long n) { return chrono::nanoseconds(n); }
}
}

}
