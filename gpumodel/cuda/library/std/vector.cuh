// Vectors, after ISO C++17 ([vector]). Iterators are pointers. A vector of bool has an element for each, not a bit.

namespace std {

template <typename T, typename A = allocator<T>> struct vector {
    T *__p = 0;
    size_t __n = 0, __room = 0;
    typedef T value_type;
    typedef A allocator_type;
    typedef size_t size_type;
    typedef long difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef std::reverse_iterator<T *> reverse_iterator;
    typedef std::reverse_iterator<const T *> const_reverse_iterator;

    vector() {}
    explicit vector(const A &) {}
    explicit vector(size_t n) { resize(__checked(n)); }
    vector(size_t n, const T &x) { resize(__checked(n), x); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> vector(I from, I to) { __append(from, to); }
    vector(initializer_list<T> l) { __append(l.begin(), l.end()); }
    vector(const vector &v) { __append(v.__p, v.__p + v.__n); }
    vector(vector &&v) : __p(v.__p), __n(v.__n), __room(v.__room) { v.__p = 0; v.__n = v.__room = 0; }
    ~vector() { clear(); if (__p) __sys_free(__p); }
    vector &operator=(const vector &v)
    {
        if (&v != this) assign(v.__p, v.__p + v.__n);
        return *this;
    }
    vector &operator=(vector &&v)
    {
        if (&v != this) {
            clear();
            swap(v);
        }
        return *this;
    }
    vector &operator=(initializer_list<T> l) { assign(l.begin(), l.end()); return *this; }

    size_t __checked(size_t n) const
    {
        if (n > max_size()) throw length_error("cannot create std::vector larger than max_size()");
        return n;
    }
    void __move_to(size_t room)
    {
        if constexpr (is_trivially_copyable<T>::value) __p = __grown(__p, room);
        else {
            T *p = __room_for<T>(room);
            __relocated(__p, __n, p);
            if (__p) __sys_free(__p);
            __p = p;
        }
        __room = room;
    }
    void __more(size_t n)
    {
        if (n > max_size() - __n) throw length_error("vector::_M_default_append");
        if (__n + n > __room) __move_to(__n + (n > __n ? n : __n));
    }
    template <typename I> void __append(I from, I to)
    {
        if constexpr (is_base_of<forward_iterator_tag, typename iterator_traits<I>::iterator_category>::value) __more(std::distance(from, to));
        for (; from != to; ++from) emplace_back(*from);
    }
    // __gap makes room for n elements at a place, where objects are left that were moved away if made is not set.
    T *__gap(size_t at, size_t n)
    {
        __more(n);
        if constexpr (is_trivially_copyable<T>::value) __sys_memmove(__p + at + n, __p + at, (__n - at) * sizeof(T));
        else
            for (size_t i = __n; i > at; i--) {
                new (__p + i - 1 + n) T(std::move(__p[i - 1]));
                __p[i - 1].~T();
            }
        __n += n;
        return __p + at;
    }

    void reserve(size_t n)
    {
        if (n > max_size()) throw length_error("vector::reserve");
        if (n > __room) __move_to(n);
    }
    void shrink_to_fit() { if (__n < __room && __n) __move_to(__n); }
    void push_back(const T &x)
    {
        if (__n < __room) new (__p + __n++) T(x);
        else {
            T copy(x);
            __more(1);
            new (__p + __n++) T(std::move(copy));
        }
    }
    void push_back(T &&x)
    {
        if (__n < __room) new (__p + __n++) T(std::move(x));
        else {
            T copy(std::move(x));
            __more(1);
            new (__p + __n++) T(std::move(copy));
        }
    }
    template <typename... U> T &emplace_back(U &&...x)
    {
        if (__n < __room) new (__p + __n) T(std::forward<U>(x)...);
        else {
            T made(std::forward<U>(x)...);
            __more(1);
            new (__p + __n) T(std::move(made));
        }
        return __p[__n++];
    }
    void pop_back() { __n--; __p[__n].~T(); }
    void resize(size_t n)
    {
        if (n > __n) __more(n - __n);
        for (; __n < n; __n++) new (__p + __n) T();
        for (; __n > n;) pop_back();
    }
    void resize(size_t n, const T &x)
    {
        if (n > __n) {
            T copy(x);
            __more(n - __n);
            for (; __n < n; __n++) new (__p + __n) T(copy);
        }
        for (; __n > n;) pop_back();
    }
    void assign(size_t n, const T &x) { T copy(x); clear(); resize(n, copy); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> void assign(I from, I to) { clear(); __append(from, to); }
    void assign(initializer_list<T> l) { clear(); __append(l.begin(), l.end()); }
    void clear()
    {
        if constexpr (!is_trivially_copyable<T>::value)
            for (size_t i = 0; i < __n; i++) __p[i].~T();
        __n = 0;
    }
    template <typename... U> T *emplace(const T *at, U &&...x)
    {
        T made(std::forward<U>(x)...);
        return new (__gap(at - __p, 1)) T(std::move(made));
    }
    T *insert(const T *at, const T &x) { return emplace(at, x); }
    T *insert(const T *at, T &&x) { return emplace(at, std::move(x)); }
    T *insert(const T *at, size_t n, const T &x)
    {
        T copy(x);
        T *gap = __gap(at - __p, n);
        for (size_t i = 0; i < n; i++) new (gap + i) T(copy);
        return gap;
    }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> T *insert(const T *at, I from, I to)
    {
        T *gap = __gap(at - __p, std::distance(from, to));
        for (T *p = gap; from != to; ++from, ++p) new (p) T(*from);
        return gap;
    }
    T *insert(const T *at, initializer_list<T> l) { return insert(at, l.begin(), l.end()); }
    T *erase(const T *at) { return erase(at, at + 1); }
    T *erase(const T *from, const T *to)
    {
        T *p = __p + (from - __p), *end = __p + __n;
        size_t n = to - from;
        if (!n) return p;
        for (T *q = p; q + n != end; ++q) *q = std::move(q[n]);
        for (; n > 0; n--) pop_back();
        return p;
    }
    void swap(vector &v)
    {
        T *p = __p;
        size_t n = __n, room = __room;
        __p = v.__p;
        __n = v.__n;
        __room = v.__room;
        v.__p = p;
        v.__n = n;
        v.__room = room;
    }

    size_t size() const { return __n; }
    size_t capacity() const { return __room; }
    size_t max_size() const { return 9223372036854775807uL / sizeof(T); }
    bool empty() const { return __n == 0; }
    T *data() { return __p; }
    const T *data() const { return __p; }
    T &operator[](size_t i) { return __p[i]; }
    const T &operator[](size_t i) const { return __p[i]; }
    T &at(size_t i) { __in_range("vector::_M_range_check: __n (which is %zu) >= this->size() (which is %zu)", i, __n); return __p[i]; }
    const T &at(size_t i) const { __in_range("vector::_M_range_check: __n (which is %zu) >= this->size() (which is %zu)", i, __n); return __p[i]; }
    T &front() { return __p[0]; }
    T &back() { return __p[__n - 1]; }
    const T &front() const { return __p[0]; }
    const T &back() const { return __p[__n - 1]; }
    T *begin() { return __p; }
    T *end() { return __p + __n; }
    const T *begin() const { return __p; }
    const T *end() const { return __p + __n; }
    const T *cbegin() const { return __p; }
    const T *cend() const { return __p + __n; }
    reverse_iterator rbegin() { return reverse_iterator(__p + __n); }
    reverse_iterator rend() { return reverse_iterator(__p); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(__p + __n); }
    const_reverse_iterator rend() const { return const_reverse_iterator(__p); }
    const_reverse_iterator crbegin() const { return const_reverse_iterator(__p + __n); }
    const_reverse_iterator crend() const { return const_reverse_iterator(__p); }
    A get_allocator() const { return A(); }
    void flip() { for (size_t i = 0; i < __n; i++) __p[i] = !__p[i]; }
};
template <typename T, typename A> bool operator==(const vector<T, A> &a, const vector<T, A> &b) { return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()); }
template <typename T, typename A> bool operator!=(const vector<T, A> &a, const vector<T, A> &b) { return !(a == b); }
template <typename T, typename A> bool operator<(const vector<T, A> &a, const vector<T, A> &b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()); }
template <typename T, typename A> bool operator>(const vector<T, A> &a, const vector<T, A> &b) { return b < a; }
template <typename T, typename A> bool operator<=(const vector<T, A> &a, const vector<T, A> &b) { return !(b < a); }
template <typename T, typename A> bool operator>=(const vector<T, A> &a, const vector<T, A> &b) { return !(a < b); }
template <typename T, typename A> void swap(vector<T, A> &a, vector<T, A> &b) { a.swap(b); }
template <typename T> vector(initializer_list<T>) -> vector<T>;
template <typename T> vector(size_t, T) -> vector<T>;
template <typename I> vector(I, I) -> vector<typename iterator_traits<I>::value_type>;

}
