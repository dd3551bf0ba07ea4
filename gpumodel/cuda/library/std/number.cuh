// Complex numbers and sets of bits, after ISO C++17 ([complex.numbers], [template.bitset]).

namespace std {

template <typename T> struct complex {
    T __re, __im;
    typedef T value_type;
    __host__ __device__ constexpr complex(const T &re = 0, const T &im = 0) : __re(re), __im(im) {}
    template <typename U> __host__ __device__ constexpr complex(const complex<U> &z) : __re((T)z.real()), __im((T)z.imag()) {}
    constexpr T real() const { return __re; }
    constexpr T imag() const { return __im; }
    void real(T x) { __re = x; }
    void imag(T x) { __im = x; }
    complex &operator=(const T &x) { __re = x; __im = 0; return *this; }
    complex &operator+=(const complex &z) { __re += z.__re; __im += z.__im; return *this; }
    complex &operator-=(const complex &z) { __re -= z.__re; __im -= z.__im; return *this; }
    complex &operator*=(const complex &z)
    {
        T re = __re * z.__re - __im * z.__im;
        __im = __re * z.__im + __im * z.__re;
        __re = re;
        return *this;
    }
    complex &operator/=(const complex &z)
    {
        T re = z.__re, im = z.__im;
        if (fabs(re) < fabs(im)) {
            T ratio = re / im, of = re * ratio + im, x = (__re * ratio + __im) / of;
            __im = (__im * ratio - __re) / of;
            __re = x;
        } else {
            T ratio = im / re, of = im * ratio + re, x = (__im * ratio + __re) / of;
            __im = (__im - __re * ratio) / of;
            __re = x;
        }
        return *this;
    }
    complex &operator+=(const T &x) { __re += x; return *this; }
    complex &operator-=(const T &x) { __re -= x; return *this; }
    complex &operator*=(const T &x) { __re *= x; __im *= x; return *this; }
    complex &operator/=(const T &x) { __re /= x; __im /= x; return *this; }
};
#define STD_COMPLEX(OP) \
    template <typename T> complex<T> operator OP(const complex<T> &a, const complex<T> &b) { complex<T> r = a; r OP##= b; return r; } \
    template <typename T> complex<T> operator OP(const complex<T> &a, const type_identity_t<T> &b) { complex<T> r = a; r OP##= b; return r; } \
    template <typename T> complex<T> operator OP(const type_identity_t<T> &a, const complex<T> &b) { complex<T> r = a; r OP##= b; return r; }
STD_COMPLEX(+)
STD_COMPLEX(-)
STD_COMPLEX(*)
STD_COMPLEX(/)
#undef STD_COMPLEX
template <typename T> complex<T> operator-(const complex<T> &z) { return complex<T>(-z.real(), -z.imag()); }
template <typename T> complex<T> operator+(const complex<T> &z) { return z; }
template <typename T> bool operator==(const complex<T> &a, const complex<T> &b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <typename T> bool operator!=(const complex<T> &a, const complex<T> &b) { return !(a == b); }
template <typename T> T real(const complex<T> &z) { return z.real(); }
template <typename T> T imag(const complex<T> &z) { return z.imag(); }
template <typename T> T abs(const complex<T> &z) { return hypot(z.real(), z.imag()); }
template <typename T> T arg(const complex<T> &z) { return atan2(z.imag(), z.real()); }
template <typename T> T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <typename T> complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
template <typename T> complex<T> polar(const T &r, const T &angle = 0) { return complex<T>(r * cos(angle), r * sin(angle)); }
template <typename T> complex<T> exp(const complex<T> &z) { return polar(exp(z.real()), z.imag()); }
template <typename T> complex<T> log(const complex<T> &z) { return complex<T>(log(abs(z)), arg(z)); }
template <typename T> complex<T> sqrt(const complex<T> &z)
{
    T x = z.real(), y = z.imag();
    if (x == 0) {
        T t = sqrt(fabs(y) / 2);
        return complex<T>(t, y < 0 ? -t : t);
    }
    T t = sqrt(2 * (abs(z) + fabs(x))), u = t / 2;
    return x > 0 ? complex<T>(u, y / t) : complex<T>(fabs(y) / t, y < 0 ? -u : u);
}
template <typename T> complex<T> pow(const complex<T> &z, const T &n) { return z.imag() == 0 && z.real() > 0 ? complex<T>(pow(z.real(), n), 0) : polar(exp(n * log(abs(z))), n * arg(z)); }
template <typename T> ostream &operator<<(ostream &os, const complex<T> &z)
{
    ostringstream s;
    s.flags(os.flags());
    s.precision(os.precision());
    s << '(' << z.real() << ',' << z.imag() << ')';
    return os << s.str();
}
inline namespace literals {
inline namespace complex_literals {
complex<double> operator""i(long double x) { return complex<double>(0, x); }
complex<double> operator""i(unsigned long long x) { return complex<double>(0, (double)x); }
complex<float> operator""if(long double x) { return complex<float>(0, (float)x); }
}
}

template <size_t N> struct bitset {
    unsigned long __w[(N + 63) / 64];
    struct reference {
        unsigned long *__p;
        unsigned __i;
        operator bool() const { return *__p >> __i & 1; }
        reference &operator=(bool x) { *__p = *__p & ~(1uL << __i) | (unsigned long)x << __i; return *this; }
        reference &operator=(const reference &r) { return *this = (bool)r; }
        reference &flip() { *__p ^= 1uL << __i; return *this; }
        bool operator~() const { return !(bool)*this; }
    };
    bitset() { reset(); }
    bitset(unsigned long x)
    {
        reset();
        __w[0] = x;
        __trim();
    }
    explicit bitset(const string &s, size_t at = 0)
    {
        reset();
        for (size_t i = at; i < s.size() && i - at < N; i++) set(s.size() - 1 - i < N ? s.size() - 1 - i : 0, s[i] == '1');
    }
    explicit bitset(const char *s) { *this = bitset(string(s)); }
    void __trim() { if (N % 64) __w[N / 64] &= (1uL << N % 64) - 1; }
    bool test(size_t i) const { __in_range("bitset::test: __position (which is %zu) >= _Nb (which is %zu)", i, N); return __w[i / 64] >> i % 64 & 1; }
    bool operator[](size_t i) const { return __w[i / 64] >> i % 64 & 1; }
    reference operator[](size_t i) { reference r = {&__w[i / 64], (unsigned)(i % 64)}; return r; }
    bitset &set() { for (auto &w : __w) w = ~0uL; __trim(); return *this; }
    bitset &set(size_t i, bool x = true) { __w[i / 64] = __w[i / 64] & ~(1uL << i % 64) | (unsigned long)x << i % 64; return *this; }
    bitset &reset() { for (auto &w : __w) w = 0; return *this; }
    bitset &reset(size_t i) { return set(i, false); }
    bitset &flip() { for (auto &w : __w) w = ~w; __trim(); return *this; }
    bitset &flip(size_t i) { __w[i / 64] ^= 1uL << i % 64; return *this; }
    size_t count() const { size_t n = 0; for (size_t i = 0; i < N; i++) n += (*this)[i]; return n; }
    size_t size() const { return N; }
    bool any() const { return count() > 0; }
    bool none() const { return count() == 0; }
    bool all() const { return count() == N; }
    unsigned long to_ulong() const { return __w[0]; }
    unsigned long long to_ullong() const { return __w[0]; }
    string to_string() const
    {
        string s(N, '0');
        for (size_t i = 0; i < N; i++)
            if ((*this)[i]) s[N - 1 - i] = '1';
        return s;
    }
    bitset operator~() const { bitset b = *this; b.flip(); return b; }
    bitset &operator&=(const bitset &b) { for (size_t i = 0; i < (N + 63) / 64; i++) __w[i] &= b.__w[i]; return *this; }
    bitset &operator|=(const bitset &b) { for (size_t i = 0; i < (N + 63) / 64; i++) __w[i] |= b.__w[i]; return *this; }
    bitset &operator^=(const bitset &b) { for (size_t i = 0; i < (N + 63) / 64; i++) __w[i] ^= b.__w[i]; return *this; }
    bitset operator<<(size_t n) const { bitset b; for (size_t i = n; i < N; i++) b.set(i, (*this)[i - n]); return b; }
    bitset operator>>(size_t n) const { bitset b; for (size_t i = n; i < N; i++) b.set(i - n, (*this)[i]); return b; }
    bool operator==(const bitset &b) const { for (size_t i = 0; i < (N + 63) / 64; i++) if (__w[i] != b.__w[i]) return false; return true; }
    bool operator!=(const bitset &b) const { return !(*this == b); }
};
template <size_t N> bitset<N> operator&(const bitset<N> &a, const bitset<N> &b) { bitset<N> r = a; r &= b; return r; }
template <size_t N> bitset<N> operator|(const bitset<N> &a, const bitset<N> &b) { bitset<N> r = a; r |= b; return r; }
template <size_t N> bitset<N> operator^(const bitset<N> &a, const bitset<N> &b) { bitset<N> r = a; r ^= b; return r; }
template <size_t N> ostream &operator<<(ostream &os, const bitset<N> &b) { return os << b.to_string(); }

}
