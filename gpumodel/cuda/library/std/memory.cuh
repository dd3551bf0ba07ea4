// What containers share: objects in raw memory, allocators and errors, after ISO C++17 ([memory], [std.exceptions]).

namespace std {

// __grown is realloc for objects of a type, or an exception.
template <typename T> T *__grown(T *p, size_t n)
{
    if (n > 9223372036854775807uL / sizeof(T)) throw bad_alloc();
    p = (T *)__sys_realloc(p, n * sizeof(T));
    if (!p && n) throw bad_alloc();
    return p;
}
template <typename T> T *__room_for(size_t n) { return n ? __grown<T>((T *)0, n) : (T *)0; }

template <typename T> struct allocator {
    typedef T value_type;
    allocator() {}
    template <typename U> allocator(const allocator<U> &) {}
    T *allocate(size_t n) { return __room_for<T>(n); }
    void deallocate(T *p, size_t) { __sys_free(p); }
};

template <typename T> void __destroy(T *p) { p->~T(); }

// __relocated moves n objects to another place, where there are none, and destroys them here.
template <typename T> void __relocated(T *from, size_t n, T *to)
{
    if constexpr (is_trivially_copyable<T>::value) {
        if (n) __sys_memmove(to, from, n * sizeof(T));
    } else {
        for (size_t i = 0; i < n; i++) {
            new (to + i) T(std::move(from[i]));
            from[i].~T();
        }
    }
}
template <typename T> T *addressof(T &x) { return &x; }
template <typename I, typename O> O uninitialized_copy(I from, I to, O out)
{
    for (; from != to; ++from, ++out) new ((void *)&*out) typename iterator_traits<O>::value_type(*from);
    return out;
}
template <typename I, typename T> void uninitialized_fill(I from, I to, const T &x) { for (; from != to; ++from) new ((void *)&*from) typename iterator_traits<I>::value_type(x); }

}
