// Iterators, ranges and lists in braces, after ISO C++17 ([iterators], [support.initlist]).

namespace std {

template <typename T> struct initializer_list {
    const T *__first;
    size_t __n;
    typedef T value_type;
    typedef const T *iterator;
    typedef const T *const_iterator;
    typedef size_t size_type;
    size_t size() const { return __n; }
    const T *begin() const { return __first; }
    const T *end() const { return __first + __n; }
};
template <typename T, unsigned long N> struct __listed { T elements[N]; };

struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};

template <typename I> struct iterator_traits {
    typedef typename I::value_type value_type;
    typedef typename I::difference_type difference_type;
    typedef typename I::reference reference;
    typedef typename I::pointer pointer;
    typedef typename I::iterator_category iterator_category;
};
template <typename T> struct iterator_traits<T *> {
    typedef remove_cv_t<T> value_type;
    typedef long difference_type;
    typedef T &reference;
    typedef T *pointer;
    typedef random_access_iterator_tag iterator_category;
};
template <typename Category, typename T, typename D = long, typename P = T *, typename R = T &> struct iterator {
    typedef T value_type;
    typedef D difference_type;
    typedef P pointer;
    typedef R reference;
    typedef Category iterator_category;
};
template <typename I> constexpr bool __jumps = is_base_of<random_access_iterator_tag, typename iterator_traits<I>::iterator_category>::value;

template <typename I, typename N> void advance(I &i, N n)
{
    if constexpr (__jumps<I>) i += n;
    else {
        for (; n > 0; --n) ++i;
        if constexpr (is_base_of<bidirectional_iterator_tag, typename iterator_traits<I>::iterator_category>::value)
            for (; n < 0; ++n) --i;
    }
}
template <typename I> long distance(I from, I to)
{
    if constexpr (__jumps<I>) return to - from;
    else {
        long n = 0;
        for (; from != to; ++from) n++;
        return n;
    }
}
template <typename I> I next(I i, long n = 1) { advance(i, n); return i; }
template <typename I> I prev(I i, long n = 1) { advance(i, -n); return i; }
template <typename I, typename J> void iter_swap(I a, J b) { swap(*a, *b); }

template <typename I> struct reverse_iterator {
    I __i;
    typedef typename iterator_traits<I>::value_type value_type;
    typedef typename iterator_traits<I>::difference_type difference_type;
    typedef typename iterator_traits<I>::reference reference;
    typedef typename iterator_traits<I>::pointer pointer;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    reverse_iterator() : __i() {}
    explicit reverse_iterator(I i) : __i(i) {}
    template <typename J> reverse_iterator(const reverse_iterator<J> &r) : __i(r.__i) {}
    I base() const { return __i; }
    reference operator*() const { I j = __i; return *--j; }
    pointer operator->() const { I j = __i; return &*--j; }
    reference operator[](long n) const { return *(*this + n); }
    reverse_iterator &operator++() { --__i; return *this; }
    reverse_iterator operator++(int) { reverse_iterator old = *this; --__i; return old; }
    reverse_iterator &operator--() { ++__i; return *this; }
    reverse_iterator operator--(int) { reverse_iterator old = *this; ++__i; return old; }
    reverse_iterator operator+(long n) const { return reverse_iterator(__i - n); }
    reverse_iterator operator-(long n) const { return reverse_iterator(__i + n); }
    reverse_iterator &operator+=(long n) { __i -= n; return *this; }
    reverse_iterator &operator-=(long n) { __i += n; return *this; }
};
template <typename I, typename J> bool operator==(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return a.__i == b.__i; }
template <typename I, typename J> bool operator!=(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return a.__i != b.__i; }
template <typename I, typename J> bool operator<(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return b.__i < a.__i; }
template <typename I, typename J> bool operator>(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return a.__i < b.__i; }
template <typename I, typename J> bool operator<=(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return !(a.__i < b.__i); }
template <typename I, typename J> bool operator>=(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return !(b.__i < a.__i); }
template <typename I, typename J> long operator-(const reverse_iterator<I> &a, const reverse_iterator<J> &b) { return b.__i - a.__i; }
template <typename I> reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }

// A __node_iterator points to a node of a container, to none at the end. Where it is then, the container's last node is before
// it, which a node finds from what the container keeps: its root, or its last node.
template <typename N, typename R> struct __node_iterator {
    N *__n;
    N *const *__kept;
    typedef remove_cv_t<R> value_type;
    typedef long difference_type;
    typedef R &reference;
    typedef R *pointer;
    typedef bidirectional_iterator_tag iterator_category;
    __node_iterator() : __n(0), __kept(0) {}
    __node_iterator(N *n, N *const *kept) : __n(n), __kept(kept) {}
    template <typename S> __node_iterator(const __node_iterator<N, S> &i) : __n(i.__n), __kept(i.__kept) {}
    R &operator*() const { return __n->__value; }
    R *operator->() const { return &__n->__value; }
    __node_iterator &operator++() { __n = __n->__after(); return *this; }
    __node_iterator operator++(int) { __node_iterator old = *this; ++*this; return old; }
    __node_iterator &operator--() { __n = __n ? __n->__prior() : (*__kept)->__last(); return *this; }
    __node_iterator operator--(int) { __node_iterator old = *this; --*this; return old; }
};
template <typename N, typename R, typename S> bool operator==(const __node_iterator<N, R> &a, const __node_iterator<N, S> &b) { return a.__n == b.__n; }
template <typename N, typename R, typename S> bool operator!=(const __node_iterator<N, R> &a, const __node_iterator<N, S> &b) { return a.__n != b.__n; }

// An inserter is an iterator that puts what is assigned to it into a container. I is the iterator itself.
template <typename C, typename I> struct __inserter {
    C *__c;
    typedef void value_type;
    typedef void reference;
    typedef void pointer;
    typedef long difference_type;
    typedef output_iterator_tag iterator_category;
    explicit __inserter(C &c) : __c(&c) {}
    I &operator*() { return static_cast<I &>(*this); }
    I &operator++() { return static_cast<I &>(*this); }
    I operator++(int) { return static_cast<I &>(*this); }
};
template <typename C> struct back_insert_iterator : __inserter<C, back_insert_iterator<C>> {
    explicit back_insert_iterator(C &c) : __inserter<C, back_insert_iterator<C>>(c) {}
    back_insert_iterator &operator=(const typename C::value_type &x) { this->__c->push_back(x); return *this; }
};
template <typename C> back_insert_iterator<C> back_inserter(C &c) { return back_insert_iterator<C>(c); }
template <typename C> struct front_insert_iterator : __inserter<C, front_insert_iterator<C>> {
    explicit front_insert_iterator(C &c) : __inserter<C, front_insert_iterator<C>>(c) {}
    front_insert_iterator &operator=(const typename C::value_type &x) { this->__c->push_front(x); return *this; }
};
template <typename C> front_insert_iterator<C> front_inserter(C &c) { return front_insert_iterator<C>(c); }
template <typename C> struct insert_iterator : __inserter<C, insert_iterator<C>> {
    typename C::iterator __at;
    insert_iterator(C &c, typename C::iterator at) : __inserter<C, insert_iterator<C>>(c), __at(at) {}
    insert_iterator &operator=(const typename C::value_type &x)
    {
        __at = this->__c->insert(__at, x);
        ++__at;
        return *this;
    }
};
template <typename C> insert_iterator<C> inserter(C &c, typename C::iterator at) { return insert_iterator<C>(c, at); }

template <typename I> struct move_iterator {
    I __i;
    typedef typename iterator_traits<I>::value_type value_type;
    typedef typename iterator_traits<I>::difference_type difference_type;
    typedef value_type &&reference;
    typedef I pointer;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    explicit move_iterator(I i) : __i(i) {}
    I base() const { return __i; }
    value_type &&operator*() const { return std::move(*__i); }
    move_iterator &operator++() { ++__i; return *this; }
    move_iterator operator++(int) { move_iterator old = *this; ++__i; return old; }
    move_iterator operator+(long n) const { return move_iterator(__i + n); }
    move_iterator &operator+=(long n) { __i += n; return *this; }
};
template <typename I> bool operator==(const move_iterator<I> &a, const move_iterator<I> &b) { return a.__i == b.__i; }
template <typename I> bool operator!=(const move_iterator<I> &a, const move_iterator<I> &b) { return a.__i != b.__i; }
template <typename I> long operator-(const move_iterator<I> &a, const move_iterator<I> &b) { return a.__i - b.__i; }
template <typename I> move_iterator<I> make_move_iterator(I i) { return move_iterator<I>(i); }

template <typename T, size_t N> T *begin(T (&a)[N]) { return a; }
template <typename T, size_t N> T *end(T (&a)[N]) { return a + N; }
template <typename C> auto begin(C &c) -> decltype(c.begin()) { return c.begin(); }
template <typename C> auto end(C &c) -> decltype(c.end()) { return c.end(); }
template <typename C> auto begin(const C &c) -> decltype(c.begin()) { return c.begin(); }
template <typename C> auto end(const C &c) -> decltype(c.end()) { return c.end(); }
template <typename C> auto cbegin(const C &c) { return std::begin(c); }
template <typename C> auto cend(const C &c) { return std::end(c); }
template <typename C> auto rbegin(C &c) -> decltype(c.rbegin()) { return c.rbegin(); }
template <typename C> auto rend(C &c) -> decltype(c.rend()) { return c.rend(); }
template <typename T, size_t N> reverse_iterator<T *> rbegin(T (&a)[N]) { return reverse_iterator<T *>(a + N); }
template <typename T, size_t N> reverse_iterator<T *> rend(T (&a)[N]) { return reverse_iterator<T *>(a); }
template <typename C> size_t size(const C &c) { return c.size(); }
template <typename T, size_t N> size_t size(const T (&a)[N]) { return N; }
template <typename C> bool empty(const C &c) { return c.empty(); }
template <typename C> auto data(C &c) -> decltype(c.data()) { return c.data(); }

}
