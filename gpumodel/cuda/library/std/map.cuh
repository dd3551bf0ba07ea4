// Ordered maps and sets, after ISO C++17 ([associative]): one tree, whose nodes stay where they are. It is a treap: each node
// has a random rank, and no node has a higher one than the node above it.

namespace std {

template <typename V> struct __node {
    __node *__left, *__right, *__up;
    unsigned __rank;
    V __value;
    template <typename... A> explicit __node(unsigned rank, A &&...a) : __left(0), __right(0), __up(0), __rank(rank), __value(std::forward<A>(a)...) {}
    __node *__after()
    {
        __node *n = this;
        if (n->__right) return n->__right->__first();
        while (n->__up && n->__up->__right == n) n = n->__up;
        return n->__up;
    }
    __node *__prior()
    {
        __node *n = this;
        if (n->__left) return n->__left->__last();
        while (n->__up && n->__up->__left == n) n = n->__up;
        return n->__up;
    }
    __node *__first()
    {
        __node *n = this;
        while (n->__left) n = n->__left;
        return n;
    }
    __node *__last()
    {
        __node *n = this;
        while (n->__right) n = n->__right;
        return n;
    }
};

// __tree has values V, ordered by keys K that Key finds in them. R is what its iterators show.
template <typename K, typename V, typename R, typename Key, typename Less, bool Many> struct __tree {
    __node<V> *__root = 0;
    size_t __n = 0;
    unsigned __ranks = 1;
    Less __less;
    typedef K key_type;
    typedef V value_type;
    typedef Less key_compare;
    typedef size_t size_type;
    typedef long difference_type;
    typedef R &reference;
    typedef const V &const_reference;
    typedef __node_iterator<__node<V>, R> iterator;
    typedef __node_iterator<__node<V>, const V> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    __tree() : __less() {}
    explicit __tree(const Less &less) : __less(less) {}
    __tree(const __tree &t) : __less(t.__less) { __copy(t); }
    __tree(__tree &&t) : __root(t.__root), __n(t.__n), __ranks(t.__ranks), __less(t.__less) { t.__root = 0; t.__n = 0; }
    ~__tree() { clear(); }
    __tree &operator=(const __tree &t)
    {
        if (&t != this) {
            clear();
            __less = t.__less;
            __copy(t);
        }
        return *this;
    }
    __tree &operator=(__tree &&t)
    {
        if (&t != this) {
            clear();
            swap(t);
        }
        return *this;
    }
    void __copy(const __tree &t) { for (const_iterator i = t.begin(); i != t.end(); ++i) __insert(*i); }
    static void __delete(__node<V> *n)
    {
        while (n) {
            __delete(n->__right);
            __node<V> *left = n->__left;
            delete n;
            n = left;
        }
    }
    void clear() { __delete(__root); __root = 0; __n = 0; }
    void swap(__tree &t)
    {
        __node<V> *root = __root;
        size_t n = __n;
        Less less = __less;
        __root = t.__root;
        __n = t.__n;
        __less = t.__less;
        t.__root = root;
        t.__n = n;
        t.__less = less;
    }
    // __turn puts a node in the place of the one above it.
    void __turn(__node<V> *n)
    {
        __node<V> *up = n->__up, *above = up->__up;
        if (up->__left == n) {
            up->__left = n->__right;
            if (n->__right) n->__right->__up = up;
            n->__right = up;
        } else {
            up->__right = n->__left;
            if (n->__left) n->__left->__up = up;
            n->__left = up;
        }
        up->__up = n;
        n->__up = above;
        if (!above) __root = n;
        else if (above->__left == up) above->__left = n;
        else above->__right = n;
    }
    // __place finds where a key belongs: the node above it, and on which side; or the node that has it.
    __node<V> *__place(const K &k, __node<V> *&up, bool &left) const
    {
        __node<V> *found = 0;
        up = 0;
        left = true;
        for (__node<V> *n = __root; n;) {
            up = n;
            left = __less(k, Key()(n->__value));
            if (!left) found = n;
            n = left ? n->__left : n->__right;
        }
        if (!Many && found && !__less(Key()(found->__value), k)) return found;
        return 0;
    }
    iterator __hang(__node<V> *n, __node<V> *up, bool left)
    {
        n->__up = up;
        if (!up) __root = n;
        else if (left) up->__left = n;
        else up->__right = n;
        while (n->__up && n->__up->__rank < n->__rank) __turn(n);
        __n++;
        return iterator(n, &__root);
    }
    unsigned __next_rank() { return (__ranks = __ranks * 1664525u + 1013904223u) >> 4; }
    template <typename W> pair<iterator, bool> __insert(W &&v)
    {
        __node<V> *up, *found;
        bool left;
        found = __place(Key()(v), up, left);
        if (found) return pair<iterator, bool>(iterator(found, &__root), false);
        return pair<iterator, bool>(__hang(new __node<V>(__next_rank(), std::forward<W>(v)), up, left), true);
    }
    template <typename... A> pair<iterator, bool> __emplace(A &&...a)
    {
        __node<V> *n = new __node<V>(__next_rank(), std::forward<A>(a)...), *up, *found;
        bool left;
        found = __place(Key()(n->__value), up, left);
        if (!found) return pair<iterator, bool>(__hang(n, up, left), true);
        delete n;
        return pair<iterator, bool>(iterator(found, &__root), false);
    }
    auto insert(const V &v)
    {
        if constexpr (Many) return __insert(v).first;
        else return __insert(v);
    }
    auto insert(V &&v)
    {
        if constexpr (Many) return __insert(std::move(v)).first;
        else return __insert(std::move(v));
    }
    iterator insert(const_iterator, const V &v) { return __insert(v).first; }
    template <typename I> void insert(I from, I to) { for (; from != to; ++from) __emplace(*from); }
    void insert(initializer_list<V> l) { for (const V &v : l) __insert(v); }
    template <typename... A> auto emplace(A &&...a)
    {
        if constexpr (Many) return __emplace(std::forward<A>(a)...).first;
        else return __emplace(std::forward<A>(a)...);
    }
    template <typename... A> iterator emplace_hint(const_iterator, A &&...a) { return __emplace(std::forward<A>(a)...).first; }
    void __remove(__node<V> *n)
    {
        while (n->__left || n->__right) __turn(!n->__left ? n->__right : !n->__right ? n->__left : n->__left->__rank > n->__right->__rank ? n->__left : n->__right);
        if (!n->__up) __root = 0;
        else if (n->__up->__left == n) n->__up->__left = 0;
        else n->__up->__right = 0;
        __n--;
        delete n;
    }
    iterator erase(const_iterator i)
    {
        __node<V> *n = i.__n, *next = n->__after();
        __remove(n);
        return iterator(next, &__root);
    }
    iterator erase(const_iterator from, const_iterator to)
    {
        while (from != to) from = erase(from);
        return iterator(to.__n, &__root);
    }
    size_t erase(const K &k)
    {
        size_t n = 0;
        for (iterator i = find(k); i != end() && !__less(k, Key()(*i)); n++) i = erase(i);
        return n;
    }
    __node<V> *__lower(const K &k) const
    {
        __node<V> *found = 0;
        for (__node<V> *n = __root; n;)
            if (__less(Key()(n->__value), k)) n = n->__right;
            else {
                found = n;
                n = n->__left;
            }
        return found;
    }
    __node<V> *__upper(const K &k) const
    {
        __node<V> *found = 0;
        for (__node<V> *n = __root; n;)
            if (!__less(k, Key()(n->__value))) n = n->__right;
            else {
                found = n;
                n = n->__left;
            }
        return found;
    }
    __node<V> *__found(const K &k) const
    {
        __node<V> *n = __lower(k);
        return n && !__less(k, Key()(n->__value)) ? n : 0;
    }
    iterator find(const K &k) { return iterator(__found(k), &__root); }
    const_iterator find(const K &k) const { return const_iterator(__found(k), &__root); }
    iterator lower_bound(const K &k) { return iterator(__lower(k), &__root); }
    const_iterator lower_bound(const K &k) const { return const_iterator(__lower(k), &__root); }
    iterator upper_bound(const K &k) { return iterator(__upper(k), &__root); }
    const_iterator upper_bound(const K &k) const { return const_iterator(__upper(k), &__root); }
    pair<iterator, iterator> equal_range(const K &k) { return pair<iterator, iterator>(lower_bound(k), upper_bound(k)); }
    pair<const_iterator, const_iterator> equal_range(const K &k) const { return pair<const_iterator, const_iterator>(lower_bound(k), upper_bound(k)); }
    size_t count(const K &k) const
    {
        size_t n = 0;
        for (const_iterator i = lower_bound(k); i != end() && !__less(k, Key()(*i)); ++i) n++;
        return n;
    }
    bool contains(const K &k) const { return __found(k) != 0; }
    size_t size() const { return __n; }
    size_t max_size() const { return 9223372036854775807uL / sizeof(__node<V>); }
    bool empty() const { return __n == 0; }
    Less key_comp() const { return __less; }
    __node<V> *__first() const { return __root ? __root->__first() : 0; }
    iterator begin() { return iterator(__first(), &__root); }
    iterator end() { return iterator(0, &__root); }
    const_iterator begin() const { return const_iterator(__first(), &__root); }
    const_iterator end() const { return const_iterator(0, &__root); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
};
struct __first_of { template <typename P> const auto &operator()(const P &p) const { return p.first; } };
struct __itself { template <typename K> const K &operator()(const K &k) const { return k; } };
#define STD_TREE_MADE(NAME, V) \
    NAME() {} \
    explicit NAME(const Less &less) : __tree_base(less) {} \
    NAME(initializer_list<V> l) { this->insert(l); } \
    NAME(initializer_list<V> l, const Less &less) : __tree_base(less) { this->insert(l); } \
    template <typename I> NAME(I from, I to) { this->insert(from, to); } \
    NAME &operator=(initializer_list<V> l) { this->clear(); this->insert(l); return *this; }

template <typename K, typename T, typename Less = less<K>, typename A = allocator<pair<const K, T>>> struct map : __tree<K, pair<const K, T>, pair<const K, T>, __first_of, Less, false> {
    typedef __tree<K, pair<const K, T>, pair<const K, T>, __first_of, Less, false> __tree_base;
    typedef T mapped_type;
    typedef pair<const K, T> __pair;
    typedef __node_iterator<__node<__pair>, __pair> iterator;
    STD_TREE_MADE(map, __pair)
    T &operator[](const K &k)
    {
        __node<__pair> *up, *found;
        bool left;
        found = this->__place(k, up, left);
        if (!found) found = this->__hang(new __node<__pair>(this->__next_rank(), k, T()), up, left).__n;
        return found->__value.second;
    }
    T &at(const K &k)
    {
        __node<__pair> *n = this->__found(k);
        if (!n) throw out_of_range("map::at");
        return n->__value.second;
    }
    const T &at(const K &k) const
    {
        __node<__pair> *n = this->__found(k);
        if (!n) throw out_of_range("map::at");
        return n->__value.second;
    }
    template <typename U> pair<iterator, bool> insert_or_assign(const K &k, U &&x)
    {
        __node<__pair> *n = this->__found(k);
        if (!n) return this->__emplace(k, std::forward<U>(x));
        n->__value.second = std::forward<U>(x);
        return pair<iterator, bool>(iterator(n, &this->__root), false);
    }
    template <typename... U> pair<iterator, bool> try_emplace(const K &k, U &&...x)
    {
        __node<__pair> *n = this->__found(k);
        if (n) return pair<iterator, bool>(iterator(n, &this->__root), false);
        return this->__emplace(k, T(std::forward<U>(x)...));
    }
};
template <typename K, typename T, typename Less = less<K>, typename A = allocator<pair<const K, T>>> struct multimap : __tree<K, pair<const K, T>, pair<const K, T>, __first_of, Less, true> {
    typedef __tree<K, pair<const K, T>, pair<const K, T>, __first_of, Less, true> __tree_base;
    typedef T mapped_type;
    typedef pair<const K, T> __pair;
    STD_TREE_MADE(multimap, __pair)
};
template <typename K, typename Less = less<K>, typename A = allocator<K>> struct set : __tree<K, K, const K, __itself, Less, false> {
    typedef __tree<K, K, const K, __itself, Less, false> __tree_base;
    STD_TREE_MADE(set, K)
};
template <typename K, typename Less = less<K>, typename A = allocator<K>> struct multiset : __tree<K, K, const K, __itself, Less, true> {
    typedef __tree<K, K, const K, __itself, Less, true> __tree_base;
    STD_TREE_MADE(multiset, K)
};
#undef STD_TREE_MADE
template <typename K, typename V, typename R, typename Key, typename Less, bool Many> bool operator==(const __tree<K, V, R, Key, Less, Many> &a, const __tree<K, V, R, Key, Less, Many> &b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}
template <typename K, typename V, typename R, typename Key, typename Less, bool Many> bool operator!=(const __tree<K, V, R, Key, Less, Many> &a, const __tree<K, V, R, Key, Less, Many> &b) { return !(a == b); }
template <typename K, typename V, typename R, typename Key, typename Less, bool Many> bool operator<(const __tree<K, V, R, Key, Less, Many> &a, const __tree<K, V, R, Key, Less, Many> &b)
{
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

}
