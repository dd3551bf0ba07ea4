// Unordered maps and sets, after ISO C++17 ([unord]). Elements stand in one list, those of a bucket beside one another, and the
// number of buckets grows by primes: the order in which a loop finds them is that of libstdc++.

namespace std {

const unsigned __primes[] = {
    17u, 19u, 23u, 29u, 31u, 37u, 41u, 43u, 47u, 53u, 59u, 61u, 67u, 71u, 73u, 79u, 83u, 89u, 97u, 103u, 109u, 113u, 127u, 137u, 139u,
    149u, 157u, 167u, 179u, 193u, 199u, 211u, 227u, 241u, 257u, 277u, 293u, 313u, 337u, 359u, 383u, 409u, 439u, 467u, 503u, 541u, 577u,
    619u, 661u, 709u, 761u, 823u, 887u, 953u, 1031u, 1109u, 1193u, 1289u, 1381u, 1493u, 1613u, 1741u, 1879u, 2029u, 2179u, 2357u, 2549u,
    2753u, 2971u, 3209u, 3469u, 3739u, 4027u, 4349u, 4703u, 5087u, 5503u, 5953u, 6427u, 6949u, 7517u, 8123u, 8783u, 9497u, 10273u,
    11113u, 12011u, 12983u, 14033u, 15173u, 16411u, 17749u, 19183u, 20753u, 22447u, 24281u, 26267u, 28411u, 30727u, 33223u, 35933u,
    38873u, 42043u, 45481u, 49201u, 53201u, 57557u, 62233u, 67307u, 72817u, 78779u, 85229u, 92203u, 99733u, 107897u, 116731u, 126271u,
    136607u, 147793u, 159871u, 172933u, 187091u, 202409u, 218971u, 236897u, 256279u, 277261u, 299951u, 324503u, 351061u, 379787u,
    410857u, 444487u, 480881u, 520241u, 562841u, 608903u, 658753u, 712697u, 771049u, 834181u, 902483u, 976369u, 1056323u, 1142821u,
    1236397u, 1337629u, 1447153u, 1565659u, 1693859u, 1832561u, 1982627u, 2144977u, 2320627u, 2510653u, 2716249u, 2938679u, 3179303u,
    3439651u, 3721303u, 4026031u, 4355707u, 4712381u, 5098259u, 5515729u, 5967347u, 6456007u, 6984629u, 7556579u, 8175383u, 8844859u,
    9569143u, 10352717u, 11200489u, 12117689u, 13109983u, 14183539u, 15345007u, 16601593u, 17961079u, 19431899u, 21023161u, 22744717u,
    24607243u, 26622317u, 28802401u, 31160981u, 33712729u, 36473443u, 39460231u, 42691603u, 46187573u, 49969847u, 54061849u, 58488943u,
    63278561u, 68460391u, 74066549u, 80131819u, 86693767u, 93793069u, 101473717u, 109783337u, 118773397u, 128499677u, 139022417u,
    150406843u, 162723577u, 176048909u, 190465427u, 206062531u, 222936881u, 241193053u, 260944219u, 282312799u, 305431229u, 330442829u,
    357502601u, 386778277u, 418451333u, 452718089u, 489790921u, 529899637u, 573292817u, 620239453u, 671030513u, 725980837u, 785430967u,
    849749479u, 919334987u, 994618837u, 1076067617u, 1164186217u, 1259520799u, 1362662261u, 1474249943u, 1594975441u, 1725587117u,
    1866894511u, 2019773507u, 2185171673u, 2364114217u, 2557710269u, 2767159799u, 2993761039u, 3238918481u, 3504151727u, 3791104843u,
    4101556399u, 4294967291u
};
const unsigned char __few_buckets[] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
// __buckets_for is the number of buckets for at least n.
size_t __buckets_for(size_t n)
{
    if (n < 14) return __few_buckets[n];
    int low = 0, high = sizeof(__primes) / sizeof(__primes[0]) - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (__primes[middle] < n) low = middle + 1;
        else high = middle;
    }
    return __primes[low];
}
template <typename V> struct __link {
    __link *__next;
    size_t __hash;
    V __value;
    template <typename... A> explicit __link(A &&...a) : __next(0), __hash(0), __value(std::forward<A>(a)...) {}
};
template <typename V, typename R> struct __link_iterator {
    __link<V> *__n;
    typedef V value_type;
    typedef long difference_type;
    typedef R &reference;
    typedef R *pointer;
    typedef forward_iterator_tag iterator_category;
    __link_iterator() : __n(0) {}
    explicit __link_iterator(__link<V> *n) : __n(n) {}
    template <typename S> __link_iterator(const __link_iterator<V, S> &i) : __n(i.__n) {}
    R &operator*() const { return __n->__value; }
    R *operator->() const { return &__n->__value; }
    __link_iterator &operator++() { __n = __n->__next; return *this; }
    __link_iterator operator++(int) { __link_iterator old = *this; __n = __n->__next; return old; }
};
template <typename V, typename R, typename S> bool operator==(const __link_iterator<V, R> &a, const __link_iterator<V, S> &b) { return a.__n == b.__n; }
template <typename V, typename R, typename S> bool operator!=(const __link_iterator<V, R> &a, const __link_iterator<V, S> &b) { return a.__n != b.__n; }

// A bucket knows the link before its first one, or that it has none. What is before the first of all is null.
template <typename V> struct __bucket {
    bool __used;
    __link<V> *__before;
};
template <typename K, typename V, typename R, typename Key, typename Hash, typename Same, bool Many> struct __hashed {
    __link<V> *__first = 0;
    __bucket<V> *__b = 0;
    size_t __buckets = 1, __n = 0, __limit = 0;
    float __load = 1;
    Hash __hash;
    Same __same;
    typedef K key_type;
    typedef V value_type;
    typedef Hash hasher;
    typedef Same key_equal;
    typedef size_t size_type;
    typedef long difference_type;
    typedef R &reference;
    typedef __link_iterator<V, R> iterator;
    typedef __link_iterator<V, const V> const_iterator;
    __hashed() : __hash(), __same() {}
    __hashed(const __hashed &h) : __hash(h.__hash), __same(h.__same) { __copy(h); }
    __hashed(__hashed &&h) : __hash(h.__hash), __same(h.__same) { swap(h); }
    ~__hashed()
    {
        clear();
        if (__b) __sys_free(__b);
    }
    __hashed &operator=(const __hashed &h)
    {
        if (&h != this) {
            clear();
            __copy(h);
        }
        return *this;
    }
    __hashed &operator=(__hashed &&h)
    {
        if (&h != this) {
            clear();
            swap(h);
        }
        return *this;
    }
    void __copy(const __hashed &h)
    {
        __rehash(h.__buckets);
        __limit = h.__limit;
        __link<V> *last = 0;
        for (__link<V> *n = h.__first; n; n = n->__next) {
            __link<V> *m = new __link<V>(n->__value);
            m->__hash = n->__hash;
            if (last) last->__next = m;
            else __first = m;
            __bucket<V> &b = __b[m->__hash % __buckets];
            if (!b.__used) {
                b.__used = true;
                b.__before = last;
            }
            last = m;
            __n++;
        }
    }
    void clear()
    {
        for (__link<V> *n = __first; n;) {
            __link<V> *next = n->__next;
            delete n;
            n = next;
        }
        __first = 0;
        __n = 0;
        if (__b) __sys_memset(__b, 0, __buckets * sizeof(__bucket<V>));
    }
    void swap(__hashed &h)
    {
        __link<V> *first = __first;
        __bucket<V> *b = __b;
        size_t buckets = __buckets, n = __n, limit = __limit;
        __first = h.__first;
        __b = h.__b;
        __buckets = h.__buckets;
        __n = h.__n;
        __limit = h.__limit;
        h.__first = first;
        h.__b = b;
        h.__buckets = buckets;
        h.__n = n;
        h.__limit = limit;
    }
    // __hook puts a link at the beginning of its bucket.
    void __hook(__link<V> *n)
    {
        __bucket<V> &b = __b[n->__hash % __buckets];
        if (b.__used) {
            __link<V> *&after = b.__before ? b.__before->__next : __first;
            n->__next = after;
            after = n;
            return;
        }
        n->__next = __first;
        __first = n;
        b.__used = true;
        b.__before = 0;
        if (n->__next) __b[n->__next->__hash % __buckets].__before = n;
    }
    void __rehash(size_t buckets)
    {
        __link<V> *n = __first;
        if (__b) __sys_free(__b);
        __b = (__bucket<V> *)__sys_calloc(buckets, sizeof(__bucket<V>));
        __buckets = buckets;
        __limit = (size_t)((double)buckets * __load);
        __first = 0;
        __link<V> *last = 0;
        while (n) {
            __link<V> *next = n->__next;
            if (Many && last && last->__hash == n->__hash && __same(Key()(last->__value), Key()(n->__value))) {
                n->__next = last->__next;
                if (n->__next) __b[n->__next->__hash % __buckets].__before = __b[n->__next->__hash % __buckets].__before == last ? n : __b[n->__next->__hash % __buckets].__before;
                last->__next = n;
            } else __hook(n);
            last = n;
            n = next;
        }
    }
    // __grow makes buckets for so many more.
    void __grow(size_t more)
    {
        if (__b && __n + more <= __limit) return;
        double least = (double)(__n + more > 11 || __limit ? __n + more : 11) / __load;
        if (least >= __buckets) {
            size_t wanted = (size_t)least + 1, twice = __buckets * 2;
            __rehash(__buckets_for(wanted > twice ? wanted : twice));
        } else if (!__b) __rehash(__buckets);
        else __limit = (size_t)((double)__buckets * __load);
    }
    __link<V> *__found(const K &k, size_t h) const
    {
        if (!__b || !__b[h % __buckets].__used) return 0;
        __link<V> *n = __b[h % __buckets].__before;
        for (n = n ? n->__next : __first; n && n->__hash % __buckets == h % __buckets; n = n->__next)
            if (n->__hash == h && __same(Key()(n->__value), k)) return n;
        return 0;
    }
    pair<iterator, bool> __enter(__link<V> *n, size_t more)
    {
        n->__hash = __hash(Key()(n->__value));
        __link<V> *found = __found(Key()(n->__value), n->__hash);
        if (found && !Many) {
            delete n;
            return pair<iterator, bool>(iterator(found), false);
        }
        __grow(more);
        if (found) {
            n->__next = found->__next;
            found->__next = n;
            if (n->__next && n->__next->__hash % __buckets != n->__hash % __buckets) __b[n->__next->__hash % __buckets].__before = n;
        } else __hook(n);
        __n++;
        return pair<iterator, bool>(iterator(n), true);
    }
    template <typename... A> pair<iterator, bool> __emplace(A &&...a) { return __enter(new __link<V>(std::forward<A>(a)...), 1); }
    template <typename... A> auto emplace(A &&...a)
    {
        if constexpr (Many) return __emplace(std::forward<A>(a)...).first;
        else return __emplace(std::forward<A>(a)...);
    }
    auto insert(const V &v)
    {
        if constexpr (Many) return __emplace(v).first;
        else return __emplace(v);
    }
    auto insert(V &&v)
    {
        if constexpr (Many) return __emplace(std::move(v)).first;
        else return __emplace(std::move(v));
    }
    template <typename I> void insert(I from, I to)
    {
        size_t more = Many ? 1 : std::distance(from, to);
        for (; from != to; ++from) {
            if (__enter(new __link<V>(*from), more).second) more = 1;
            else if (more > 1) more--;
        }
    }
    void insert(initializer_list<V> l) { insert(l.begin(), l.end()); }
    // __begin_with makes room for the elements of a constructor, and enters them.
    template <typename I> void __begin_with(I from, I to, size_t buckets)
    {
        size_t n = __buckets_for(std::distance(from, to) > (long)buckets ? std::distance(from, to) : buckets);
        if (n > __buckets) __rehash(n);
        for (; from != to; ++from) __enter(new __link<V>(*from), 1);
    }
    iterator erase(const_iterator i)
    {
        __link<V> *n = i.__n, *next = n->__next;
        size_t at = n->__hash % __buckets;
        __link<V> *before = __b[at].__before;
        bool head = (before ? before->__next : __first) == n;
        while ((before ? before->__next : __first) != n) before = before ? before->__next : __first;
        size_t other = next ? next->__hash % __buckets : at;
        if (head && (!next || other != at)) __b[at].__used = false;
        if (next && other != at) __b[other].__before = before;
        if (before) before->__next = next;
        else __first = next;
        delete n;
        __n--;
        return iterator(next);
    }
    iterator erase(const_iterator from, const_iterator to)
    {
        while (from != to) from = erase(from);
        return iterator(to.__n);
    }
    size_t erase(const K &k)
    {
        size_t n = 0, h = __hash(k);
        for (__link<V> *l = __found(k, h); l && l->__hash == h && __same(Key()(l->__value), k); n++) l = erase(const_iterator(l)).__n;
        return n;
    }
    iterator find(const K &k) { return iterator(__found(k, __hash(k))); }
    const_iterator find(const K &k) const { return const_iterator(__found(k, __hash(k))); }
    bool contains(const K &k) const { return __found(k, __hash(k)) != 0; }
    size_t count(const K &k) const
    {
        size_t n = 0, h = __hash(k);
        for (__link<V> *l = __found(k, h); l && l->__hash == h && __same(Key()(l->__value), k); l = l->__next) n++;
        return n;
    }
    pair<iterator, iterator> equal_range(const K &k)
    {
        size_t h = __hash(k);
        __link<V> *from = __found(k, h), *to = from;
        while (to && to->__hash == h && __same(Key()(to->__value), k)) to = to->__next;
        return pair<iterator, iterator>(iterator(from), iterator(to));
    }
    size_t size() const { return __n; }
    bool empty() const { return __n == 0; }
    size_t bucket_count() const { return __buckets; }
    size_t bucket(const K &k) const { return __hash(k) % __buckets; }
    float load_factor() const { return (float)__n / (float)__buckets; }
    float max_load_factor() const { return __load; }
    void max_load_factor(float x) { __load = x; }
    void rehash(size_t buckets)
    {
        size_t least = (size_t)ceil((double)__n / __load);
        size_t n = __buckets_for(buckets > least ? buckets : least);
        if (n != __buckets) __rehash(n);
    }
    void reserve(size_t n) { rehash((size_t)ceil((double)n / __load)); }
    Hash hash_function() const { return __hash; }
    iterator begin() { return iterator(__first); }
    iterator end() { return iterator(0); }
    const_iterator begin() const { return const_iterator(__first); }
    const_iterator end() const { return const_iterator(0); }
    const_iterator cbegin() const { return const_iterator(__first); }
    const_iterator cend() const { return const_iterator(0); }
};
#define STD_HASHED_MADE(NAME, V) \
    NAME() {} \
    explicit NAME(size_t buckets) { this->rehash(buckets); } \
    NAME(size_t buckets, const Hash &hash) { this->__hash = hash; this->rehash(buckets); } \
    NAME(size_t buckets, const Hash &hash, const Same &same) { this->__hash = hash; this->__same = same; this->rehash(buckets); } \
    NAME(initializer_list<V> l) { this->__begin_with(l.begin(), l.end(), 0); } \
    template <typename I> NAME(I from, I to) { this->__begin_with(from, to, 0); } \
    NAME &operator=(initializer_list<V> l) { this->clear(); this->insert(l); return *this; }
template <typename K, typename T, typename Hash = hash<K>, typename Same = equal_to<K>, typename A = allocator<pair<const K, T>>>
struct unordered_map : __hashed<K, pair<const K, T>, pair<const K, T>, __first_of, Hash, Same, false> {
    typedef T mapped_type;
    typedef pair<const K, T> __pair;
    typedef __link_iterator<__pair, __pair> iterator;
    STD_HASHED_MADE(unordered_map, __pair)
    T &operator[](const K &k)
    {
        __link<__pair> *n = this->__found(k, this->__hash(k));
        if (!n) n = this->__emplace(k, T()).first.__n;
        return n->__value.second;
    }
    T &at(const K &k)
    {
        __link<__pair> *n = this->__found(k, this->__hash(k));
        if (!n) throw out_of_range("_Map_base::at");
        return n->__value.second;
    }
    const T &at(const K &k) const
    {
        __link<__pair> *n = this->__found(k, this->__hash(k));
        if (!n) throw out_of_range("_Map_base::at");
        return n->__value.second;
    }
    template <typename U> pair<iterator, bool> insert_or_assign(const K &k, U &&x)
    {
        __link<__pair> *n = this->__found(k, this->__hash(k));
        if (!n) return this->__emplace(k, std::forward<U>(x));
        n->__value.second = std::forward<U>(x);
        return pair<iterator, bool>(iterator(n), false);
    }
    template <typename... U> pair<iterator, bool> try_emplace(const K &k, U &&...x)
    {
        __link<__pair> *n = this->__found(k, this->__hash(k));
        if (n) return pair<iterator, bool>(iterator(n), false);
        return this->__emplace(k, T(std::forward<U>(x)...));
    }
};
template <typename K, typename T, typename Hash = hash<K>, typename Same = equal_to<K>, typename A = allocator<pair<const K, T>>>
struct unordered_multimap : __hashed<K, pair<const K, T>, pair<const K, T>, __first_of, Hash, Same, true> {
    typedef T mapped_type;
    typedef pair<const K, T> __pair;
    STD_HASHED_MADE(unordered_multimap, __pair)
};
template <typename K, typename Hash = hash<K>, typename Same = equal_to<K>, typename A = allocator<K>> struct unordered_set : __hashed<K, K, const K, __itself, Hash, Same, false> {
    STD_HASHED_MADE(unordered_set, K)
};
template <typename K, typename Hash = hash<K>, typename Same = equal_to<K>, typename A = allocator<K>> struct unordered_multiset : __hashed<K, K, const K, __itself, Hash, Same, true> {
    STD_HASHED_MADE(unordered_multiset, K)
};
#undef STD_HASHED_MADE

}
