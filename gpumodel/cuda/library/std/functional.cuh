// Function objects, after ISO C++17 ([function.objects]).

namespace std {

template <typename T> struct reference_wrapper {
    T *__p;
    typedef T type;
    reference_wrapper(T &x) : __p(&x) {}
    operator T &() const { return *__p; }
    T &get() const { return *__p; }
    template <typename... A> decltype(auto) operator()(A &&...a) const { return (*__p)(std::forward<A>(a)...); }
};
template <typename T> reference_wrapper<T> ref(T &x) { return reference_wrapper<T>(x); }
template <typename T> reference_wrapper<const T> cref(const T &x) { return reference_wrapper<const T>(x); }
template <typename F, typename... A> decltype(auto) invoke(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }

// A callable hides the type of what a function calls; functions share it, and the last one deletes it.
template <typename R, typename... A> struct __callable {
    long __users;
    __callable() : __users(1) {}
    virtual ~__callable() {}
    virtual R __call(A... a) = 0;
    virtual __callable *__copy() = 0;
};
template <typename F, typename R, typename... A> struct __callable_of : __callable<R, A...> {
    F __f;
    explicit __callable_of(const F &f) : __f(f) {}
    R __call(A... a) override { return __f(std::forward<A>(a)...); }
    __callable<R, A...> *__copy() override { return new __callable_of<F, R, A...>(__f); }
};
template <typename S> class function;
template <typename R, typename... A> class function<R(A...)> {
    __callable<R, A...> *__c;
public:
    typedef R result_type;
    function() : __c(0) {}
    function(nullptr_t) : __c(0) {}
    function(const function &f) : __c(f.__c ? f.__c->__copy() : 0) {}
    function(function &&f) : __c(f.__c) { f.__c = 0; }
    template <typename F> function(F f) : __c(new __callable_of<F, R, A...>(f)) {}
    ~function() { delete __c; }
    function &operator=(const function &f)
    {
        if (&f != this) {
            delete __c;
            __c = f.__c ? f.__c->__copy() : 0;
        }
        return *this;
    }
    function &operator=(nullptr_t) { delete __c; __c = 0; return *this; }
    R operator()(A... a) const
    {
        if (!__c) throw bad_function_call();
        return __c->__call(std::forward<A>(a)...);
    }
    explicit operator bool() const { return __c != 0; }
    void swap(function &f)
    {
        __callable<R, A...> *c = __c;
        __c = f.__c;
        f.__c = c;
    }
};
template <typename S> bool operator==(const function<S> &f, nullptr_t) { return !(bool)f; }
template <typename S> bool operator!=(const function<S> &f, nullptr_t) { return (bool)f; }

// Placeholders and bind: what a bound function is called with takes the places of _1, _2 and so on.
template <int N> struct __place {};
namespace placeholders {
const __place<1> _1 = {};
const __place<2> _2 = {};
const __place<3> _3 = {};
const __place<4> _4 = {};
}
template <typename B, typename T> B &__given(B &b, T &) { return b; }
template <typename B, typename T> B &__given(reference_wrapper<B> &b, T &) { return b.get(); }
template <int N, typename T> decltype(auto) __given(__place<N> &, T &t) { return std::get<N - 1>(t); }
template <typename F, typename... B> struct __bound {
    F __f;
    tuple<B...> __b;
    __bound(const F &f, const B &...b) : __f(f), __b(b...) {}
    template <typename T, unsigned long... I> decltype(auto) __call(T &t, index_sequence<I...>) { return __f(__given(std::get<I>(__b), t)...); }
    template <typename... A> decltype(auto) operator()(A &&...a)
    {
        tuple<A &...> t(a...);
        return __call(t, make_index_sequence<sizeof...(B)>());
    }
};
template <typename F, typename... B> auto bind(F f, B... b) { return __bound<F, B...>(f, b...); }

// Hashes: a number is its own, what has more bytes is mixed as MurmurHash64A does it.
size_t __mixed(size_t x) { return x ^ x >> 47; }
size_t __hash_bytes(const void *at, size_t n)
{
    const size_t factor = 0xc6a4a7935bd1e995uL;
    const unsigned char *p = (const unsigned char *)at;
    size_t h = 0xc70f6907uL ^ n * factor;
    for (; n >= 8; n -= 8, p += 8) {
        size_t x;
        __sys_memmove(&x, p, 8L);
        h = (h ^ __mixed(x * factor) * factor) * factor;
    }
    if (n) {
        size_t x = 0;
        __sys_memmove(&x, p, n);
        h = (h ^ x) * factor;
    }
    return __mixed(__mixed(h) * factor);
}
template <typename T> struct hash { size_t operator()(const T &x) const { return (size_t)x; } };
template <> struct hash<string> { size_t operator()(const string &s) const { return __hash_bytes(s.data(), s.size()); } };
template <> struct hash<string_view> { size_t operator()(string_view s) const { return __hash_bytes(s.data(), s.size()); } };
template <> struct hash<float> { size_t operator()(float x) const { return x == 0 ? 0 : __hash_bytes(&x, 4); } };
template <> struct hash<double> { size_t operator()(double x) const { return x == 0 ? 0 : __hash_bytes(&x, 8); } };

}
