// Threads, after ISO C++17 ([thread]). A program has one: what a std::thread or std::async is given runs where it is made, to its
// end. So a lock is always free, and a condition that is waited for must hold already.

namespace std {

struct __thread_id { unsigned long __n; };
bool operator==(__thread_id a, __thread_id b) { return a.__n == b.__n; }
bool operator!=(__thread_id a, __thread_id b) { return a.__n != b.__n; }
bool operator<(__thread_id a, __thread_id b) { return a.__n < b.__n; }
ostream &operator<<(ostream &os, __thread_id id)
{
    if (!id.__n) return os << "thread::id of a non-executing thread";
    return os << 139637976727360uL + id.__n * 8392704;
}
unsigned long __threads_made = 1;
unsigned long __thread_now = 1;
template <typename T> T &__passed(T &x) { return x; }
template <typename T> T &__passed(reference_wrapper<T> &r) { return r.get(); }
template <typename T> T &__passed(const reference_wrapper<T> &r) { return r.get(); }
template <typename F, typename... A> decltype(auto) __run_with(F f, A &&...a) { return f(__passed(a)...); }
class thread {
    unsigned long __n;
public:
    typedef __thread_id id;
    thread() : __n(0) {}
    template <typename F, typename... A, typename = enable_if_t<!is_same<decay_t<F>, thread>::value>> explicit thread(F &&f, A &&...a)
    {
        unsigned long outer = __thread_now;
        __n = ++__threads_made;
        __thread_now = __n;
        __run_with(f, std::forward<A>(a)...);
        __thread_now = outer;
    }
    thread(thread &&t) : __n(t.__n) { t.__n = 0; }
    thread(const thread &) = delete;
    ~thread() { if (__n) terminate(); }
    thread &operator=(thread &&t)
    {
        if (__n) terminate();
        __n = t.__n;
        t.__n = 0;
        return *this;
    }
    bool joinable() const { return __n != 0; }
    void join() { __n = 0; }
    void detach() { __n = 0; }
    void swap(thread &t) { unsigned long n = __n; __n = t.__n; t.__n = n; }
    __thread_id get_id() const { __thread_id id = {__n}; return id; }
    static unsigned hardware_concurrency() { return 1; }
};
void terminate() { __sys_abort(); }
namespace this_thread {
__thread_id get_id() { __thread_id id = {__thread_now}; return id; }
void yield() {}
template <typename R, typename P> void sleep_for(const chrono::duration<R, P> &d) { __sys_sleep((long)chrono::duration_cast<chrono::nanoseconds>(d).count()); }
template <typename C, typename D> void sleep_until(const chrono::time_point<C, D> &t) { sleep_for(t - C::now()); }
}

struct mutex {
    bool __locked;
    mutex() : __locked(false) {}
    mutex(const mutex &) = delete;
    void lock()
    {
        if (__locked) throw runtime_error("Resource deadlock avoided");
        __locked = true;
    }
    bool try_lock()
    {
        if (__locked) return false;
        return __locked = true;
    }
    void unlock() { __locked = false; }
};
struct recursive_mutex {
    int __n;
    recursive_mutex() : __n(0) {}
    void lock() { __n++; }
    bool try_lock() { __n++; return true; }
    void unlock() { __n--; }
};
typedef mutex timed_mutex;
struct shared_mutex : mutex {
    void lock_shared() {}
    void unlock_shared() {}
};
struct defer_lock_t {};
struct adopt_lock_t {};
struct try_to_lock_t {};
const defer_lock_t defer_lock = {};
const adopt_lock_t adopt_lock = {};
const try_to_lock_t try_to_lock = {};
template <typename M> struct lock_guard {
    M &__m;
    explicit lock_guard(M &m) : __m(m) { __m.lock(); }
    lock_guard(M &m, adopt_lock_t) : __m(m) {}
    ~lock_guard() { __m.unlock(); }
};
template <typename M> struct scoped_lock {
    M &__m;
    explicit scoped_lock(M &m) : __m(m) { __m.lock(); }
    ~scoped_lock() { __m.unlock(); }
};
template <typename M> struct unique_lock {
    M *__m;
    bool __owns;
    unique_lock() : __m(0), __owns(false) {}
    explicit unique_lock(M &m) : __m(&m), __owns(true) { m.lock(); }
    unique_lock(M &m, defer_lock_t) : __m(&m), __owns(false) {}
    unique_lock(M &m, adopt_lock_t) : __m(&m), __owns(true) {}
    unique_lock(M &m, try_to_lock_t) : __m(&m), __owns(m.try_lock()) {}
    unique_lock(unique_lock &&u) : __m(u.__m), __owns(u.__owns) { u.__m = 0; u.__owns = false; }
    unique_lock(const unique_lock &) = delete;
    ~unique_lock() { if (__owns) __m->unlock(); }
    void lock() { __m->lock(); __owns = true; }
    bool try_lock() { return __owns = __m->try_lock(); }
    void unlock() { __m->unlock(); __owns = false; }
    bool owns_lock() const { return __owns; }
    explicit operator bool() const { return __owns; }
};
template <typename M> struct shared_lock {
    M &__m;
    explicit shared_lock(M &m) : __m(m) {}
};
enum class cv_status { no_timeout, timeout };
struct condition_variable {
    condition_variable() {}
    void notify_one() {}
    void notify_all() {}
    template <typename L> void wait(L &) {}
    template <typename L, typename F> void wait(L &, F f)
    {
        if (f()) return;
        const char *why = "std::condition_variable::wait: no other thread can make the condition true, since threads run one after another here\n";
        __sys_write(2, why, __sys_strlen(why));
        __sys_abort();
    }
    template <typename L, typename D> cv_status wait_for(L &, const D &d) { this_thread::sleep_for(d); return cv_status::timeout; }
    template <typename L, typename D, typename F> bool wait_for(L &, const D &d, F f)
    {
        if (!f()) this_thread::sleep_for(d);
        return f();
    }
};
typedef condition_variable condition_variable_any;
struct once_flag { bool __done; once_flag() : __done(false) {} };
template <typename F, typename... A> void call_once(once_flag &flag, F &&f, A &&...a)
{
    if (flag.__done) return;
    f(std::forward<A>(a)...);
    flag.__done = true;
}

enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <typename T> struct atomic {
    T __x;
    typedef T value_type;
    atomic() : __x() {}
    atomic(T x) : __x(x) {}
    atomic(const atomic &) = delete;
    T operator=(T x) { __x = x; return x; }
    operator T() const { return __x; }
    T load(memory_order = memory_order_seq_cst) const { return __x; }
    void store(T x, memory_order = memory_order_seq_cst) { __x = x; }
    T exchange(T x, memory_order = memory_order_seq_cst) { T old = __x; __x = x; return old; }
    bool compare_exchange_strong(T &expected, T x, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst)
    {
        if (__x == expected) {
            __x = x;
            return true;
        }
        expected = __x;
        return false;
    }
    bool compare_exchange_weak(T &expected, T x, memory_order a = memory_order_seq_cst, memory_order b = memory_order_seq_cst) { return compare_exchange_strong(expected, x); }
    T fetch_add(T x, memory_order = memory_order_seq_cst) { T old = __x; __x += x; return old; }
    T fetch_sub(T x, memory_order = memory_order_seq_cst) { T old = __x; __x -= x; return old; }
    T fetch_and(T x, memory_order = memory_order_seq_cst) { T old = __x; __x &= x; return old; }
    T fetch_or(T x, memory_order = memory_order_seq_cst) { T old = __x; __x |= x; return old; }
    T fetch_xor(T x, memory_order = memory_order_seq_cst) { T old = __x; __x ^= x; return old; }
    T operator++() { return ++__x; }
    T operator++(int) { return __x++; }
    T operator--() { return --__x; }
    T operator--(int) { return __x--; }
    T operator+=(T x) { return __x += x; }
    T operator-=(T x) { return __x -= x; }
    T operator|=(T x) { return __x |= x; }
    T operator&=(T x) { return __x &= x; }
    bool is_lock_free() const { return true; }
};
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<bool> atomic_bool;
typedef atomic<size_t> atomic_size_t;
struct atomic_flag {
    bool __set;
    atomic_flag() : __set(false) {}
    bool test_and_set(memory_order = memory_order_seq_cst) { bool old = __set; __set = true; return old; }
    void clear(memory_order = memory_order_seq_cst) { __set = false; }
};

enum class launch { async = 1, deferred = 2 };
launch operator|(launch a, launch b) { return a; }
enum class future_status { ready, timeout, deferred };
template <typename T> struct __promised {
    T __x;
    bool __ready;
    __promised() : __x(), __ready(false) {}
};
template <> struct __promised<void> {
    bool __ready;
    __promised() : __ready(false) {}
};
template <typename T> struct future {
    shared_ptr<__promised<T>> __s;
    future() {}
    bool valid() const { return (bool)__s; }
    void wait() const {}
    template <typename D> future_status wait_for(const D &) const { return __s->__ready ? future_status::ready : future_status::timeout; }
    T get()
    {
        if (__s.get() == 0 || !__s->__ready) throw runtime_error("std::future_error: the promise was not kept before get, since threads run one after another here");
        shared_ptr<__promised<T>> s = __s;
        __s.reset();
        if constexpr (!is_void<T>::value) return std::move(s->__x);
    }
};
template <typename T> struct promise {
    shared_ptr<__promised<T>> __s;
    promise() : __s(new __promised<T>()) {}
    future<T> get_future() { future<T> f; f.__s = __s; return f; }
    void set_value(const T &x) { __s->__x = x; __s->__ready = true; }
};
template <> struct promise<void> {
    shared_ptr<__promised<void>> __s;
    promise() : __s(new __promised<void>()) {}
    future<void> get_future() { future<void> f; f.__s = __s; return f; }
    void set_value() { __s->__ready = true; }
};
template <typename F, typename... A> auto __asynchronous(F f, A &&...a)
{
    typedef decltype(__run_with(f, a...)) R;
    promise<decay_t<R>> p;
    future<decay_t<R>> result = p.get_future();
    if constexpr (is_void<R>::value) {
        __run_with(f, std::forward<A>(a)...);
        p.set_value();
    } else p.set_value(__run_with(f, std::forward<A>(a)...));
    return result;
}
template <typename F, typename... A, typename = enable_if_t<!is_same<decay_t<F>, launch>::value>> auto async(F &&f, A &&...a) { return __asynchronous(f, std::forward<A>(a)...); }
template <typename F, typename... A> auto async(launch, F &&f, A &&...a) { return __asynchronous(f, std::forward<A>(a)...); }

}
