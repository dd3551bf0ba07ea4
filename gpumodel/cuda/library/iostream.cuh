// The streams, texts, vectors and clocks of the standard library for the code of a host, after ISO C++17.

struct std::string {
    char *__p;
    size_t __n, __room;
    typedef char *iterator;
    static const size_t npos = 18446744073709551615uL;
    std::string() : __p(0), __n(0), __room(0) {}
    std::string(const char *s) : __p(0), __n(0), __room(0) { __add(s, __sys_strlen(s)); }
    std::string(const char *s, size_t n) : __p(0), __n(0), __room(0) { __add(s, n); }
    std::string(size_t n, char c) : __p(0), __n(0), __room(0) { for (; n > 0; n--) push_back(c); }
    std::string(const std::string &s) : __p(0), __n(0), __room(0) { __add(s.__p, s.__n); }
    ~std::string() { if (__p) __sys_free(__p); }
    void __add(const char *s, size_t n)
    {
        if (__n + n + 1 > __room) {
            __room = (__n + n) * 2 + 16;
            __p = (char *)__sys_realloc(__p, __room);
        }
        if (n) __sys_memmove(__p + __n, s, n);
        __n += n;
        __p[__n] = 0;
    }
    std::string &operator=(const std::string &s) { if (&s != this) { __n = 0; __add(s.__p, s.__n); } return *this; }
    std::string &operator=(const char *s) { __n = 0; __add(s, __sys_strlen(s)); return *this; }
    std::string &operator+=(const std::string &s) { __add(s.__p, s.__n); return *this; }
    std::string &operator+=(const char *s) { __add(s, __sys_strlen(s)); return *this; }
    std::string &operator+=(char c) { __add(&c, 1); return *this; }
    std::string &append(const std::string &s) { __add(s.__p, s.__n); return *this; }
    void push_back(char c) { __add(&c, 1); }
    void pop_back() { __p[--__n] = 0; }
    size_t size() const { return __n; }
    size_t length() const { return __n; }
    bool empty() const { return __n == 0; }
    void clear() { __n = 0; if (__p) *__p = 0; }
    const char *c_str() const { return __p ? __p : ""; }
    const char *data() const { return __p ? __p : ""; }
    char &operator[](size_t i) { return __p[i]; }
    char operator[](size_t i) const { return __p[i]; }
    char &at(size_t i) { return __p[i]; }
    char back() const { return __p[__n - 1]; }
    char *begin() { return __p; }
    char *end() { return __p + __n; }
    std::string substr(size_t at = 0, size_t n = 18446744073709551615uL) const { return std::string(__p + at, n < __n - at ? n : __n - at); }
    size_t find(const std::string &s, size_t from = 0) const
    {
        for (size_t i = from; i + s.__n <= __n; i++)
            if (!(int)__sys_memcmp(__p + i, s.__p, s.__n)) return i;
        return 18446744073709551615uL;
    }
    size_t find(char c, size_t from = 0) const
    {
        for (size_t i = from; i < __n; i++)
            if (__p[i] == c) return i;
        return 18446744073709551615uL;
    }
    size_t rfind(char c) const
    {
        for (size_t i = __n; i > 0; i--)
            if (__p[i - 1] == c) return i - 1;
        return 18446744073709551615uL;
    }
    int compare(const std::string &s) const { return (int)__sys_strcmp(c_str(), s.c_str(), -1L); }
};
std::string operator+(const std::string &a, const std::string &b) { std::string r(a); r += b; return r; }
std::string operator+(const std::string &a, const char *b) { std::string r(a); r += b; return r; }
std::string operator+(const char *a, const std::string &b) { std::string r(a); r += b; return r; }
std::string operator+(const std::string &a, char b) { std::string r(a); r += b; return r; }
bool operator==(const std::string &a, const std::string &b) { return a.compare(b) == 0; }
bool operator==(const std::string &a, const char *b) { return !(int)__sys_strcmp(a.c_str(), b, -1L); }
bool operator!=(const std::string &a, const std::string &b) { return a.compare(b) != 0; }
bool operator!=(const std::string &a, const char *b) { return (int)__sys_strcmp(a.c_str(), b, -1L) != 0; }
bool operator<(const std::string &a, const std::string &b) { return a.compare(b) < 0; }
std::string std::to_string(int x) { char b[32]; __sys_sprintf(b, "%d", x); return std::string(b); }
std::string std::to_string(unsigned x) { char b[32]; __sys_sprintf(b, "%u", x); return std::string(b); }
std::string std::to_string(long x) { char b[32]; __sys_sprintf(b, "%ld", x); return std::string(b); }
std::string std::to_string(unsigned long x) { char b[32]; __sys_sprintf(b, "%lu", x); return std::string(b); }
std::string std::to_string(long long x) { char b[32]; __sys_sprintf(b, "%lld", x); return std::string(b); }
std::string std::to_string(double x) { char b[512]; __sys_sprintf(b, "%f", x); return std::string(b); }
int std::stoi(const std::string &s) { return (int)__sys_atol(s.c_str()); }
long std::stol(const std::string &s) { return (long)__sys_atol(s.c_str()); }
double std::stod(const std::string &s) { return __longlong_as_double((long long)__sys_atof(s.c_str())); }
float std::stof(const std::string &s) { return (float)__longlong_as_double((long long)__sys_atof(s.c_str())); }

struct std::__manipulator { int what, value; };
const std::__manipulator std::endl = {0, 0}, std::flush = {1, 0}, std::fixed = {2, 0}, std::scientific = {3, 0}, std::left = {4, 0}, std::right = {5, 0}, std::hex = {6, 0},
    std::dec = {7, 0}, std::boolalpha = {11, 0};
std::__manipulator std::setw(int n) { std::__manipulator m = {8, n}; return m; }
std::__manipulator std::setprecision(int n) { std::__manipulator m = {9, n}; return m; }
std::__manipulator std::setfill(char c) { std::__manipulator m = {10, c}; return m; }

struct std::ostream {
    int __number, __digits, __width, __fill;
    bool __fixed, __scientific, __left, __hex, __words;
    std::string *__to;
    void __out(const char *s)
    {
        int n = (int)__sys_strlen(s), missing = __width > n ? __width - n : 0;
        __width = 0;
        if (!__left) __pad(missing);
        __put(s, n);
        if (__left) __pad(missing);
    }
    void __pad(int n) { char c = (char)__fill; for (; n > 0; n--) __put(&c, 1); }
    void __put(const char *s, int n)
    {
        if (__to) __to->__add(s, n);
        else __sys_write(__number, s, n);
    }
    std::ostream &operator<<(const char *s) { __out(s); return *this; }
    std::ostream &operator<<(char *s) { __out(s); return *this; }
    std::ostream &operator<<(const std::string &s) { __out(s.c_str()); return *this; }
    std::ostream &operator<<(char c) { char b[2]; b[0] = c; b[1] = 0; __out(b); return *this; }
    std::ostream &operator<<(unsigned char c) { char b[2]; b[0] = c; b[1] = 0; __out(b); return *this; }
    std::ostream &operator<<(bool x) { if (__words) __out(x ? "true" : "false"); else __out(x ? "1" : "0"); return *this; }
    std::ostream &operator<<(short x) { return *this << (int)x; }
    std::ostream &operator<<(unsigned short x) { return *this << (unsigned)x; }
    std::ostream &operator<<(int x) { char b[32]; if (__hex) __sys_sprintf(b, "%x", x); else __sys_sprintf(b, "%d", x); __out(b); return *this; }
    std::ostream &operator<<(unsigned x) { char b[32]; if (__hex) __sys_sprintf(b, "%x", x); else __sys_sprintf(b, "%u", x); __out(b); return *this; }
    std::ostream &operator<<(long x) { char b[32]; if (__hex) __sys_sprintf(b, "%lx", x); else __sys_sprintf(b, "%ld", x); __out(b); return *this; }
    std::ostream &operator<<(unsigned long x) { char b[32]; if (__hex) __sys_sprintf(b, "%lx", x); else __sys_sprintf(b, "%lu", x); __out(b); return *this; }
    std::ostream &operator<<(long long x) { return *this << (long)x; }
    std::ostream &operator<<(unsigned long long x) { return *this << (unsigned long)x; }
    std::ostream &operator<<(float x) { return *this << (double)x; }
    std::ostream &operator<<(double x)
    {
        char b[512];
        if (__fixed) __sys_snprintf(b, 512L, "%.*f", __digits, x);
        else if (__scientific) __sys_snprintf(b, 512L, "%.*e", __digits, x);
        else __sys_snprintf(b, 512L, "%.*g", __digits, x);
        __out(b);
        return *this;
    }
    std::ostream &operator<<(const void *p) { char b[32]; if (p) __sys_sprintf(b, "%p", p); else __sys_sprintf(b, "0"); __out(b); return *this; }
    std::ostream &operator<<(const std::__manipulator &m)
    {
        switch (m.what) {
        case 0: __put("\n", 1); break;
        case 2: __fixed = true; __scientific = false; break;
        case 3: __scientific = true; __fixed = false; break;
        case 4: __left = true; break;
        case 5: __left = false; break;
        case 6: __hex = true; break;
        case 7: __hex = false; break;
        case 8: __width = m.value; break;
        case 9: __digits = m.value; break;
        case 10: __fill = m.value; break;
        case 11: __words = true; break;
        }
        return *this;
    }
    int precision(int n) { int old = __digits; __digits = n; return old; }
    int width(int n) { int old = __width; __width = n; return old; }
    std::ostream &flush() { return *this; }
    std::ostream &write(const char *s, long n) { __put(s, (int)n); return *this; }
};
std::ostream std::cout = {1, 6, 0, ' ', false, false, false, false, false, 0}, std::cerr = {2, 6, 0, ' ', false, false, false, false, false, 0},
    std::clog = {2, 6, 0, ' ', false, false, false, false, false, 0};

template <typename T> struct std::vector {
    T *__p;
    size_t __n, __room;
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    std::vector() : __p(0), __n(0), __room(0) {}
    explicit std::vector(size_t n) : __p(0), __n(0), __room(0) { resize(n); }
    std::vector(size_t n, const T &x) : __p(0), __n(0), __room(0) { resize(n, x); }
    std::vector(const T *from, const T *to) : __p(0), __n(0), __room(0) { reserve(to - from); for (; from != to; from++) push_back(*from); }
    std::vector(const std::vector<T> &v) : __p(0), __n(0), __room(0) { reserve(v.__n); for (size_t i = 0; i < v.__n; i++) push_back(v.__p[i]); }
    ~std::vector() { clear(); if (__p) __sys_free(__p); }
    std::vector<T> &operator=(const std::vector<T> &v)
    {
        if (&v != this) {
            clear();
            reserve(v.__n);
            for (size_t i = 0; i < v.__n; i++) push_back(v.__p[i]);
        }
        return *this;
    }
    void reserve(size_t n)
    {
        if (n <= __room) return;
        __room = n;
        __p = (T *)__sys_realloc(__p, n * sizeof(T));
    }
    void __grow() { if (__n == __room) reserve(__room ? 2 * __room : 4); }
    void push_back(const T &x) { T copy(x); __grow(); new (__p + __n) T(copy); __n++; }
    void emplace_back(const T &x) { push_back(x); }
    void pop_back() { __n--; __p[__n].~T(); }
    void resize(size_t n)
    {
        reserve(n);
        for (; __n < n; __n++) new (__p + __n) T();
        for (; __n > n;) pop_back();
    }
    void resize(size_t n, const T &x)
    {
        reserve(n);
        for (; __n < n; __n++) new (__p + __n) T(x);
        for (; __n > n;) pop_back();
    }
    void assign(size_t n, const T &x) { T copy(x); clear(); resize(n, copy); }
    void clear() { for (; __n > 0;) pop_back(); }
    size_t size() const { return __n; }
    size_t capacity() const { return __room; }
    bool empty() const { return __n == 0; }
    T *data() { return __p; }
    const T *data() const { return __p; }
    T &operator[](size_t i) { return __p[i]; }
    const T &operator[](size_t i) const { return __p[i]; }
    T &at(size_t i) { return __p[i]; }
    T &front() { return __p[0]; }
    T &back() { return __p[__n - 1]; }
    T *begin() { return __p; }
    T *end() { return __p + __n; }
    const T *begin() const { return __p; }
    const T *cbegin() const { return __p; }
    const T *cend() const { return __p + __n; }
    const T *end() const { return __p + __n; }
};

template <typename I, typename T> void std::fill(I from, I to, const T &x) { for (; from != to; ++from) *from = x; }
template <typename I, typename F> void std::generate(I from, I to, F f) { for (; from != to; ++from) *from = f(); }
template <typename I, typename T> T std::accumulate(I from, I to, T sum) { for (; from != to; ++from) sum = sum + *from; return sum; }
template <typename I, typename T> void std::iota(I from, I to, T x) { for (; from != to; ++from) { *from = x; ++x; } }
template <typename I, typename O> O std::copy(I from, I to, O out) { for (; from != to; ++from) { *out = *from; ++out; } return out; }
template <typename I, typename F> F std::for_each(I from, I to, F f) { for (; from != to; ++from) f(*from); return f; }
template <typename I> bool std::is_sorted(I from, I to) { if (from == to) return true; for (I next = from + 1; next != to; ++next, ++from) if (*next < *from) return false; return true; }
template <typename I> I std::max_element(I from, I to) { I best = from; for (; from != to; ++from) if (*best < *from) best = from; return best; }
template <typename I> I std::min_element(I from, I to) { I best = from; for (; from != to; ++from) if (*from < *best) best = from; return best; }
template <typename I, typename J> bool std::equal(I from, I to, J other) { for (; from != to; ++from, ++other) if (!(*from == *other)) return false; return true; }
template <typename T> void std::__sift(T *a, long at, long n)
{
    for (long child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && a[child] < a[child + 1]) child++;
        if (!(a[at] < a[child])) return;
        T t = a[at];
        a[at] = a[child];
        a[child] = t;
        at = child;
    }
}
template <typename T> void std::sort(T *from, T *to)
{
    long n = to - from;
    for (long i = n / 2 - 1; i >= 0; i--) std::__sift(from, i, n);
    for (long i = n - 1; i > 0; i--) {
        T t = from[0];
        from[0] = from[i];
        from[i] = t;
        std::__sift(from, 0L, i);
    }
}
template <typename T> T *std::begin(std::vector<T> &v) { return v.begin(); }
template <typename T> T *std::end(std::vector<T> &v) { return v.end(); }
template <typename T, size_t N> T *std::begin(T (&a)[N]) { return a; }
template <typename T, size_t N> T *std::end(T (&a)[N]) { return a + N; }
template <typename I, typename J, typename F> J std::transform(I from, I to, J out, F f) { for (; from != to; ++from, ++out) *out = f(*from); return out; }
template <typename I, typename T> I std::find(I from, I to, const T &x) { for (; from != to; ++from) if (*from == x) return from; return to; }
template <typename I, typename T> long std::count(I from, I to, const T &x) { long n = 0; for (; from != to; ++from) if (*from == x) n++; return n; }
template <typename I, typename N, typename T> void std::fill_n(I at, N n, const T &x) { for (; n > 0; n--, ++at) *at = x; }
template <typename T> void std::reverse(T *from, T *to) { for (; from < to;) { T t = *--to; *to = *from; *from++ = t; } }

template <long N, long D> struct std::ratio { static const long num = N, den = D; };
typedef std::ratio<1, 1> std::__ones;
typedef std::ratio<1, 1000> std::milli;
typedef std::ratio<1, 1000000> std::micro;
typedef std::ratio<1, 1000000000> std::nano;

struct std::chrono {
    template <typename R, typename P = std::__ones> struct duration {
        R __n;
        typedef R rep;
        duration() : __n(0) {}
        explicit duration(R n) : __n(n) {}
        template <typename S, typename Q> duration(const duration<S, Q> &d) : __n((R)(d.__n * ((double)Q::num * P::den / ((double)Q::den * P::num)))) {}
        R count() const { return __n; }
        duration<R, P> operator+(const duration<R, P> &d) const { return duration<R, P>(__n + d.__n); }
        duration<R, P> operator-(const duration<R, P> &d) const { return duration<R, P>(__n - d.__n); }
        duration<R, P> &operator+=(const duration<R, P> &d) { __n += d.__n; return *this; }
    };
    typedef duration<long, std::nano> nanoseconds;
    typedef duration<long, std::micro> microseconds;
    typedef duration<long, std::milli> milliseconds;
    typedef duration<long, std::__ones> seconds;
    struct time_point {
        long __n;
        nanoseconds operator-(const time_point &t) const { return nanoseconds(__n - t.__n); }
        nanoseconds time_since_epoch() const { return nanoseconds(__n); }
    };
    struct high_resolution_clock {
        typedef std::chrono::time_point time_point;
        static std::chrono::time_point now() { std::chrono::time_point t; t.__n = (long)__sys_nanoseconds(); return t; }
    };
    typedef high_resolution_clock steady_clock;
    typedef high_resolution_clock system_clock;
    template <typename D, typename R, typename P> static D duration_cast(const duration<R, P> &d) { return D(d); }
};
