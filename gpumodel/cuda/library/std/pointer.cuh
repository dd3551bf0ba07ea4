// Pointers that own what they point to, after ISO C++17 ([smartptr]).

namespace std {

template <typename T> struct default_delete {
    default_delete() {}
    template <typename U> default_delete(const default_delete<U> &) {}
    void operator()(T *p) const { delete p; }
};
template <typename T> struct default_delete<T[]> { void operator()(T *p) const { delete[] p; } };

// __owner is what unique_ptr has for an object and for an array.
template <typename T, typename D> class __owner {
public:
    T *__p;
    D __d;
    typedef T element_type;
    typedef T *pointer;
    typedef D deleter_type;
    explicit __owner(T *p) : __p(p), __d() {}
    __owner(T *p, const D &d) : __p(p), __d(d) {}
    __owner(const __owner &) = delete;
    ~__owner() { if (__p) __d(__p); }
    __owner &operator=(const __owner &) = delete;
    T *get() const { return __p; }
    D &get_deleter() { return __d; }
    explicit operator bool() const { return __p != 0; }
    T *release() { T *p = __p; __p = 0; return p; }
    void reset(T *p = 0)
    {
        T *old = __p;
        __p = p;
        if (old) __d(old);
    }
    void swap(__owner &u)
    {
        T *p = __p;
        D d = __d;
        __p = u.__p;
        __d = u.__d;
        u.__p = p;
        u.__d = d;
    }
    template <typename U, typename E> void __take(__owner<U, E> &u)
    {
        reset(u.release());
        __d = D(u.__d);
    }
};
template <typename T, typename D = default_delete<T>> class unique_ptr : public __owner<T, D> {
public:
    unique_ptr(nullptr_t = nullptr) : __owner<T, D>(0) {}
    explicit unique_ptr(T *p) : __owner<T, D>(p) {}
    unique_ptr(T *p, const D &d) : __owner<T, D>(p, d) {}
    unique_ptr(unique_ptr &&u) : __owner<T, D>(u.release(), u.__d) {}
    template <typename U, typename E> unique_ptr(unique_ptr<U, E> &&u) : __owner<T, D>(u.release(), D(u.__d)) {}
    unique_ptr &operator=(unique_ptr &&u) { this->__take(u); return *this; }
    template <typename U, typename E> unique_ptr &operator=(unique_ptr<U, E> &&u) { this->__take(u); return *this; }
    unique_ptr &operator=(nullptr_t) { this->reset(); return *this; }
    T &operator*() const { return *this->__p; }
    T *operator->() const { return this->__p; }
};
template <typename T, typename D> class unique_ptr<T[], D> : public __owner<T, D> {
public:
    unique_ptr(nullptr_t = nullptr) : __owner<T, D>(0) {}
    explicit unique_ptr(T *p) : __owner<T, D>(p) {}
    unique_ptr(T *p, const D &d) : __owner<T, D>(p, d) {}
    unique_ptr(unique_ptr &&u) : __owner<T, D>(u.release(), u.__d) {}
    unique_ptr &operator=(unique_ptr &&u) { this->__take(u); return *this; }
    unique_ptr &operator=(nullptr_t) { this->reset(); return *this; }
    T &operator[](size_t i) const { return this->__p[i]; }
};
template <typename T> struct __made { // what make_unique<T> makes
    template <typename... A> static unique_ptr<T> make(A &&...a) { return unique_ptr<T>(new T(std::forward<A>(a)...)); }
};
template <typename T> struct __made<T[]> {
    static unique_ptr<T[]> make(size_t n)
    {
        T *p = new T[n];
        if constexpr (is_arithmetic<T>::value || is_pointer<T>::value) __sys_memset(p, 0, n * sizeof(T));
        return unique_ptr<T[]>(p);
    }
};
template <typename T, typename... A> auto make_unique(A &&...a) { return __made<T>::make(std::forward<A>(a)...); }

// __shares counts the owners of an object, and those that only know of it.
struct __shares {
    long __owners, __all;
    __shares() : __owners(1), __all(1) {}
    virtual ~__shares() {}
    virtual void __end() = 0;
    void __leave()
    {
        if (--__all == 0) delete this;
    }
    void __disown()
    {
        if (--__owners == 0) __end();
        __leave();
    }
};
template <typename T, typename D> struct __shares_of : __shares {
    T *__p;
    D __d;
    __shares_of(T *p, const D &d) : __p(p), __d(d) {}
    void __end() override { if (__p) __d(__p); }
};
template <typename T> class weak_ptr;
template <typename T> class shared_ptr {
public:
    typedef remove_extent_t<T> element_type;
    element_type *__p;
    __shares *__s;
    shared_ptr() : __p(0), __s(0) {}
    shared_ptr(nullptr_t) : __p(0), __s(0) {}
    template <typename U> explicit shared_ptr(U *p) : __p(p)
    {
        if constexpr (is_array<T>::value) __s = new __shares_of<U, default_delete<U[]>>(p, default_delete<U[]>());
        else __s = new __shares_of<U, default_delete<U>>(p, default_delete<U>());
    }
    template <typename U, typename D> shared_ptr(U *p, D d) : __p(p), __s(new __shares_of<U, D>(p, d)) {}
    template <typename U> shared_ptr(const shared_ptr<U> &s, element_type *p) : __p(p), __s(s.__s) { __own(); }
    shared_ptr(const shared_ptr &s) : __p(s.__p), __s(s.__s) { __own(); }
    shared_ptr(shared_ptr &&s) : __p(s.__p), __s(s.__s) { s.__p = 0; s.__s = 0; }
    template <typename U> shared_ptr(const shared_ptr<U> &s) : __p(s.__p), __s(s.__s) { __own(); }
    template <typename U, typename E> shared_ptr(unique_ptr<U, E> &&u) : __p(u.get()), __s(0)
    {
        if (__p) __s = new __shares_of<U, E>(u.release(), u.get_deleter());
    }
    explicit shared_ptr(const weak_ptr<T> &w) : __p(w.__p), __s(w.__s)
    {
        if (w.expired()) throw bad_weak_ptr();
        __own();
    }
    ~shared_ptr() { if (__s) __s->__disown(); }
    void __own() { if (__s) { __s->__owners++; __s->__all++; } }
    shared_ptr &operator=(const shared_ptr &s) { shared_ptr copy(s); swap(copy); return *this; }
    template <typename U> shared_ptr &operator=(const shared_ptr<U> &s) { shared_ptr copy(s); swap(copy); return *this; }
    template <typename U, typename E> shared_ptr &operator=(unique_ptr<U, E> &&u) { shared_ptr made(std::move(u)); swap(made); return *this; }
    shared_ptr &operator=(nullptr_t) { reset(); return *this; }
    void reset() { shared_ptr none; swap(none); }
    template <typename U> void reset(U *p) { shared_ptr made(p); swap(made); }
    void swap(shared_ptr &s)
    {
        element_type *p = __p;
        __shares *t = __s;
        __p = s.__p;
        __s = s.__s;
        s.__p = p;
        s.__s = t;
    }
    element_type *get() const { return __p; }
    element_type &operator*() const { return *__p; }
    element_type *operator->() const { return __p; }
    element_type &operator[](long i) const { return __p[i]; }
    explicit operator bool() const { return __p != 0; }
    long use_count() const { return __s ? __s->__owners : 0; }
    bool unique() const { return use_count() == 1; }
};
template <typename T> class weak_ptr {
public:
    T *__p;
    __shares *__s;
    weak_ptr() : __p(0), __s(0) {}
    weak_ptr(const weak_ptr &w) : __p(w.__p), __s(w.__s) { if (__s) __s->__all++; }
    template <typename U> weak_ptr(const shared_ptr<U> &s) : __p(s.__p), __s(s.__s) { if (__s) __s->__all++; }
    ~weak_ptr() { if (__s) __s->__leave(); }
    weak_ptr &operator=(const weak_ptr &w) { weak_ptr copy(w); swap(copy); return *this; }
    template <typename U> weak_ptr &operator=(const shared_ptr<U> &s) { weak_ptr copy(s); swap(copy); return *this; }
    void reset() { weak_ptr none; swap(none); }
    void swap(weak_ptr &w)
    {
        T *p = __p;
        __shares *s = __s;
        __p = w.__p;
        __s = w.__s;
        w.__p = p;
        w.__s = s;
    }
    long use_count() const { return __s ? __s->__owners : 0; }
    bool expired() const { return use_count() == 0; }
    shared_ptr<T> lock() const
    {
        if (expired()) return shared_ptr<T>();
        return shared_ptr<T>(*this);
    }
};
template <typename T, typename... A> shared_ptr<T> make_shared(A &&...a) { return shared_ptr<T>(new T(std::forward<A>(a)...)); }
template <typename T, typename U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &s) { return shared_ptr<T>(s, static_cast<T *>(s.get())); }
template <typename T, typename U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &s)
{
    T *p = dynamic_cast<T *>(s.get());
    return p ? shared_ptr<T>(s, p) : shared_ptr<T>();
}
#define STD_COMPARE(OP) \
    template <typename T, typename D, typename U, typename E> bool operator OP(const unique_ptr<T, D> &a, const unique_ptr<U, E> &b) { return a.get() OP b.get(); } \
    template <typename T, typename U> bool operator OP(const shared_ptr<T> &a, const shared_ptr<U> &b) { return a.get() OP b.get(); }
STD_COMPARE(==)
STD_COMPARE(!=)
STD_COMPARE(<)
#undef STD_COMPARE
#define STD_COMPARE(OP) \
    template <typename T, typename D> bool operator OP(const unique_ptr<T, D> &a, nullptr_t) { return a.get() OP nullptr; } \
    template <typename T, typename D> bool operator OP(nullptr_t, const unique_ptr<T, D> &a) { return a.get() OP nullptr; } \
    template <typename T> bool operator OP(const shared_ptr<T> &a, nullptr_t) { return a.get() OP nullptr; } \
    template <typename T> bool operator OP(nullptr_t, const shared_ptr<T> &a) { return a.get() OP nullptr; }
STD_COMPARE(==)
STD_COMPARE(!=)
#undef STD_COMPARE
template <typename T, typename D> void swap(unique_ptr<T, D> &a, unique_ptr<T, D> &b) { a.swap(b); }
template <typename T> void swap(shared_ptr<T> &a, shared_ptr<T> &b) { a.swap(b); }
template <typename T> ostream &operator<<(ostream &os, const shared_ptr<T> &s) { return os << (const void *)s.get(); }

}
