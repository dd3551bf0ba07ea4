// Random numbers, after ISO C++17 ([rand]). What the standard leaves open is as in libstdc++, so that the same seed gives the
// same numbers.

namespace std {

template <typename U, U A, U C, U M> struct linear_congruential_engine {
    U __x;
    typedef U result_type;
    static constexpr U default_seed = 1;
    linear_congruential_engine() { seed(1); }
    explicit linear_congruential_engine(U s) { seed(s); }
    void seed(U s = 1) { __x = s % M == 0 && C % M == 0 ? 1 : s % M; }
    static constexpr U min() { return C == 0 ? 1 : 0; }
    static constexpr U max() { return M - 1; }
    U operator()() { return __x = (U)((A * (unsigned long)__x + C) % M); }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
};
typedef linear_congruential_engine<unsigned long, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<unsigned long, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand0 default_random_engine;

template <typename U, int W, int N, int M, int R, U A, int S1, U D, int S2, U B, int S3, U C, int S4, U F> struct mersenne_twister_engine {
    U __x[N];
    int __at;
    typedef U result_type;
    static constexpr U default_seed = 5489;
    mersenne_twister_engine() { seed(); }
    explicit mersenne_twister_engine(U s) { seed(s); }
    explicit mersenne_twister_engine(const seed_seq &s) { seed(s); }
    void seed(U s = 5489)
    {
        __x[0] = s;
        for (int i = 1; i < N; i++) __x[i] = F * (__x[i - 1] ^ __x[i - 1] >> W - 2) + i;
        __at = N;
    }
    void seed(const seed_seq &s)
    {
        const int words = (W + 31) / 32;
        vector<unsigned> all(N * words);
        s.generate(all.begin(), all.end());
        bool zero = true;
        for (int i = 0; i < N; i++) {
            U x = 0;
            for (int j = 0; j < words; j++) x |= (U)all[i * words + j] << 32 * j % W;
            __x[i] = x;
            if (zero && (i ? x : x >> R) != 0) zero = false;
        }
        if (zero) __x[0] = (U)1 << W - 1;
        __at = N;
    }
    static constexpr U min() { return 0; }
    static constexpr U max() { return (U)-1; }
    U operator()()
    {
        if (__at >= N) {
            const U low = ((U)1 << R) - 1;
            for (int i = 0; i < N; i++) {
                U y = __x[i] & ~low | __x[i + 1 < N ? i + 1 : 0] & low;
                __x[i] = __x[i + M < N ? i + M : i + M - N] ^ y >> 1 ^ (y & 1 ? A : (U)0);
            }
            __at = 0;
        }
        U z = __x[__at++];
        z ^= z >> S1 & D;
        z ^= z << S2 & B;
        z ^= z << S3 & C;
        return z ^ z >> S4;
    }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
};
typedef mersenne_twister_engine<unsigned, 32, 624, 397, 31, 0x9908b0dfu, 11, 0xffffffffu, 7, 0x9d2c5680u, 15, 0xefc60000u, 18, 1812433253u> mt19937;
typedef mersenne_twister_engine<unsigned long, 64, 312, 156, 31, 0xb5026f5aa96619e9uL, 29, 0x5555555555555555uL, 17, 0x71d67fffeda60000uL, 37, 0xfff7eee000000000uL, 43, 6364136223846793005uL> mt19937_64;

struct seed_seq {
    vector<unsigned> __v;
    typedef unsigned result_type;
    seed_seq() {}
    seed_seq(initializer_list<unsigned> l) : __v(l.begin(), l.end()) {}
    template <typename I> seed_seq(I from, I to) { for (; from != to; ++from) __v.push_back((unsigned)*from); }
    size_t size() const { return __v.size(); }
    static unsigned __mix(unsigned x) { return x ^ x >> 27; }
    template <typename I> void generate(I from, I to) const
    {
        size_t n = to - from, s = __v.size(), t = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : n >= 7 ? 3 : (n - 1) / 2, p = (n - t) / 2, q = p + t, m = s + 1 > n ? s + 1 : n;
        if (!n) return;
        for (I i = from; i != to; ++i) *i = 0x8b8b8b8bu;
        for (size_t k = 0; k < m; k++) {
            unsigned r = 1664525u * __mix(from[k % n] ^ from[(k + p) % n] ^ from[(k + n - 1) % n]);
            unsigned r2 = r + (unsigned)(k == 0 ? s : k <= s ? k % n + __v[k - 1] : k % n);
            from[(k + p) % n] += r;
            from[(k + q) % n] += r2;
            from[k % n] = r2;
        }
        for (size_t k = m; k < m + n; k++) {
            unsigned r = 1566083941u * __mix(from[k % n] + from[(k + p) % n] + from[(k + n - 1) % n]);
            unsigned r2 = r - (unsigned)(k % n);
            from[(k + p) % n] ^= r;
            from[(k + q) % n] ^= r2;
            from[k % n] = r2;
        }
    }
};

// A random_device gives the same numbers in each run, so that a program prints the same each time.
struct random_device {
    mt19937 __g;
    typedef unsigned result_type;
    random_device() : __g(20111115u) {}
    explicit random_device(const string &) : __g(20111115u) {}
    static constexpr unsigned min() { return 0; }
    static constexpr unsigned max() { return 4294967295u; }
    unsigned operator()() { return __g(); }
    double entropy() const { return 0; }
};

template <typename R, size_t Bits, typename G> R generate_canonical(G &g)
{
    const double range = (double)G::max() - (double)G::min() + 1;
    int log = 0;
    for (double x = range; x >= 2; x /= 2) log++;
    int digits = sizeof(R) == 4 ? 24 : 53, wanted = Bits < digits ? (int)Bits : digits, n = (wanted + log - 1) / log;
    if (n < 1) n = 1;
    R sum = 0, factor = 1;
    for (; n > 0; n--) {
        sum += (R)(g() - G::min()) * factor;
        factor *= (R)range;
    }
    R x = sum / factor;
    if (x >= (R)1) x = sizeof(R) == 4 ? (R)0.99999994f : (R)0.99999999999999989;
    return x;
}

// __below is a number from 0 to most, each as likely.
template <typename G> unsigned long __below(G &g, unsigned long most)
{
    constexpr unsigned long range = (unsigned long)G::max() - (unsigned long)G::min();
    if (range > most) {
        unsigned long n = most + 1;
        if (range == 18446744073709551615uL) {
            unsigned long x = g(), low = x * n;
            if (low < n) {
                unsigned long least = -n % n;
                while (low < least) {
                    x = g();
                    low = x * n;
                }
            }
            return __umul64hi(x, n);
        }
        if (range == 4294967295uL) {
            unsigned long product = (unsigned long)g() * n;
            unsigned low = (unsigned)product;
            if (low < (unsigned)n) {
                unsigned least = -(unsigned)n % (unsigned)n;
                while (low < least) {
                    product = (unsigned long)g() * n;
                    low = (unsigned)product;
                }
            }
            return product >> 32;
        }
        unsigned long scale = range / n, past = n * scale, x;
        do x = (unsigned long)g() - G::min();
        while (x >= past);
        return x / scale;
    }
    if constexpr (range < 18446744073709551615uL) {
        if (range < most) {
            unsigned long x, high;
            do {
                high = (range + 1) * __below(g, most / (range + 1));
                x = high + ((unsigned long)g() - G::min());
            } while (x > most || x < high);
            return x;
        }
    }
    return (unsigned long)g() - G::min();
}
// __uniform is every number of an interval, each as likely: of the integers from a to b, or of the real numbers below b.
template <typename T> struct __uniform {
    static constexpr T __most = is_floating_point<T>::value ? (T)1 : numeric_limits<T>::max();
    T __a, __b;
    typedef T result_type;
    struct param_type { T a_, b_; param_type(T a = 0, T b = __most) : a_(a), b_(b) {} T a() const { return a_; } T b() const { return b_; } };
    explicit __uniform(const param_type &p) : __a(p.a_), __b(p.b_) {}
    T a() const { return __a; }
    T b() const { return __b; }
    T min() const { return __a; }
    T max() const { return __b; }
    void reset() {}
    void param(const param_type &p) { __a = p.a_; __b = p.b_; }
    template <typename G> T operator()(G &g)
    {
        if constexpr (is_floating_point<T>::value) return generate_canonical<T, 64>(g) * (__b - __a) + __a;
        else return (T)(__below(g, (unsigned long)__b - (unsigned long)__a) + (unsigned long)__a);
    }
    template <typename G> T operator()(G &g, const param_type &p) { return __uniform(p)(g); }
};
template <typename T = int> struct uniform_int_distribution : __uniform<T> {
    typedef typename __uniform<T>::param_type param_type;
    uniform_int_distribution() : __uniform<T>(param_type()) {}
    explicit uniform_int_distribution(T a, T b = __uniform<T>::__most) : __uniform<T>(param_type(a, b)) {}
    explicit uniform_int_distribution(const param_type &p) : __uniform<T>(p) {}
};
template <typename T = double> struct uniform_real_distribution : __uniform<T> {
    typedef typename __uniform<T>::param_type param_type;
    uniform_real_distribution() : __uniform<T>(param_type()) {}
    explicit uniform_real_distribution(T a, T b = 1) : __uniform<T>(param_type(a, b)) {}
    explicit uniform_real_distribution(const param_type &p) : __uniform<T>(p) {}
};
template <typename T = double> struct normal_distribution {
    T __mean, __deviation, __kept;
    bool __has;
    typedef T result_type;
    struct param_type { T m, s; param_type(T mean = 0, T deviation = 1) : m(mean), s(deviation) {} };
    normal_distribution() : __mean(0), __deviation(1), __has(false) {}
    explicit normal_distribution(T mean, T deviation = 1) : __mean(mean), __deviation(deviation), __has(false) {}
    explicit normal_distribution(const param_type &p) : __mean(p.m), __deviation(p.s), __has(false) {}
    T mean() const { return __mean; }
    T stddev() const { return __deviation; }
    void reset() { __has = false; }
    template <typename G> T operator()(G &g)
    {
        T x, y, r;
        if (__has) {
            __has = false;
            return __kept * __deviation + __mean;
        }
        do {
            x = (T)2 * generate_canonical<T, 64>(g) - (T)1;
            y = (T)2 * generate_canonical<T, 64>(g) - (T)1;
            r = x * x + y * y;
        } while (r > 1 || r == 0);
        T m = sqrt(-2 * log(r) / r);
        __kept = x * m;
        __has = true;
        return y * m * __deviation + __mean;
    }
};
template <typename T = double> struct lognormal_distribution {
    normal_distribution<T> __n;
    T __m, __s;
    typedef T result_type;
    explicit lognormal_distribution(T m = 0, T s = 1) : __m(m), __s(s) {}
    template <typename G> T operator()(G &g) { return exp(__s * __n(g) + __m); }
};
template <typename T = double> struct exponential_distribution {
    T __lambda;
    typedef T result_type;
    exponential_distribution() : __lambda(1) {}
    explicit exponential_distribution(T lambda) : __lambda(lambda) {}
    T lambda() const { return __lambda; }
    void reset() {}
    template <typename G> T operator()(G &g) { return -log((T)1 - generate_canonical<T, 64>(g)) / __lambda; }
};
struct bernoulli_distribution {
    double __p;
    typedef bool result_type;
    bernoulli_distribution() : __p(0.5) {}
    explicit bernoulli_distribution(double p) : __p(p) {}
    double p() const { return __p; }
    void reset() {}
    template <typename G> bool operator()(G &g) { return generate_canonical<double, 64>(g) < __p; }
};
template <typename T = int> struct geometric_distribution {
    double __p;
    typedef T result_type;
    explicit geometric_distribution(double p = 0.5) : __p(p) {}
    template <typename G> T operator()(G &g)
    {
        const double most = (double)numeric_limits<T>::max() + 0.4999999999999999;
        double x;
        do x = floor(log(1.0 - generate_canonical<double, 64>(g)) / log(1.0 - __p));
        while (x >= most);
        return (T)(x + 0.4999999999999999);
    }
};
template <typename T = int> struct poisson_distribution {
    double __mean;
    normal_distribution<double> __n;
    typedef T result_type;
    poisson_distribution() : __mean(1) {}
    explicit poisson_distribution(double mean) : __mean(mean) {}
    double mean() const { return __mean; }
    void reset() { __n.reset(); }
    template <typename G> T operator()(G &g)
    {
        if (__mean < 12) {
            T x = 0;
            double product = 1, least = exp(-__mean);
            do {
                product *= generate_canonical<double, 64>(g);
                x += 1;
            } while (product > least);
            return x - 1;
        }
        const double most = (double)numeric_limits<T>::max() + 0.4999999999999999, pi_4 = 0.78539816339744830962;
        double m = floor(__mean), root = sqrt(m * 2 / 3.14159265358979323846), lfm = lgamma(m + 1), sm = sqrt(m);
        double lm = log(__mean), dx = sqrt(2 * m * log(32 * m / pi_4)), d = round(dx > m ? m : dx < 6 ? 6 : dx), cx = 2 * m + d;
        double scx = sqrt(cx / 2), i2cx = 1 / cx, c2b = sqrt(pi_4 * cx) * exp(i2cx), c1 = sm * sqrt(3.14159265358979323846 / 2), c2 = c2b;
        double cb = 2 * cx * exp(-d * i2cx * (1 + d / 2)) / d, c12 = c1 + c2, c3 = c12 + 1, c4 = c3 + 1, e178 = 0.0128205128205128205128205128205128, c5 = c4 + exp(e178), c = cb + c5, x = 0, w;
        bool reject = true;
        do {
            double u = c * generate_canonical<double, 64>(g), e = -log(1.0 - generate_canonical<double, 64>(g));
            w = 0;
            if (u <= c1) {
                double n = __n(g), y = -fabs(n) * sm - 1;
                x = floor(y);
                w = -n * n / 2;
                if (x < -m) continue;
            } else if (u <= c12) {
                double n = __n(g), y = 1 + fabs(n) * scx;
                x = ceil(y);
                w = y * (2 - y) * i2cx;
                if (x > d) continue;
            } else if (u <= c3) x = -1;
            else if (u <= c4) x = 0;
            else if (u <= c5) {
                x = 1;
                w = e178;
            } else {
                double v = -log(1.0 - generate_canonical<double, 64>(g)), y = d + v * 2 * cx / d;
                x = ceil(y);
                w = -d * i2cx * (1 + y / 2);
            }
            reject = w - e - x * lm > lfm - lgamma(x + m + 1);
            reject = reject || x + m >= most;
        } while (reject);
        return (T)(x + m + 0.4999999999999999);
    }
};
template <typename T = int> struct discrete_distribution {
    vector<double> __p, __sums;
    typedef T result_type;
    discrete_distribution() {}
    discrete_distribution(initializer_list<double> l) : __p(l.begin(), l.end()) { __begin(); }
    template <typename I> discrete_distribution(I from, I to) : __p(from, to) { __begin(); }
    void __begin()
    {
        if (__p.size() < 2) {
            __p.clear();
            return;
        }
        double sum = 0, last = 0;
        for (double p : __p) sum += p;
        for (double &p : __p) {
            p /= sum;
            __sums.push_back(last += p);
        }
        __sums.back() = 1;
    }
    vector<double> probabilities() const { return __p.empty() ? vector<double>(1, 1.0) : __p; }
    template <typename G> T operator()(G &g)
    {
        if (__sums.empty()) return 0;
        double x = generate_canonical<double, 64>(g);
        return (T)(std::lower_bound(__sums.begin(), __sums.end(), x) - __sums.begin());
    }
};

template <typename I, typename G> void shuffle(I from, I to, G &&g)
{
    typedef remove_reference_t<G> E;
    if (from == to) return;
    const unsigned long range = (unsigned long)E::max() - (unsigned long)E::min(), n = to - from;
    if (range / n < n) {
        for (I i = from + 1; i != to; ++i) swap(*i, from[__below(g, (unsigned long)(i - from))]);
        return;
    }
    I i = from + 1;
    if (n % 2 == 0) {
        swap(*i, from[__below(g, 1uL)]);
        ++i;
    }
    while (i != to) { // two places out of one number
        unsigned long k = i - from + 1, both = __below(g, k * (k + 1) - 1);
        swap(*i, from[both / (k + 1)]);
        ++i;
        swap(*i, from[both % (k + 1)]);
        ++i;
    }
}
template <typename I> void random_shuffle(I from, I to)
{
    if (from == to) return;
    for (I i = from + 1; i != to; ++i) {
        I j = from + (int)__sys_rand() % (i - from + 1);
        if (i != j) swap(*i, *j);
    }
}

}
