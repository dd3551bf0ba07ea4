// Algorithms, after ISO C++17 ([algorithms]). Those with an order take a comparison as their last argument or use <.

namespace std {

struct __by_less { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a < b; } };
struct __by_equal { template <typename A, typename B> bool operator()(const A &a, const B &b) const { return a == b; } };

template <typename T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T, typename F> const T &min(const T &a, const T &b, F less) { return less(b, a) ? b : a; }
template <typename T, typename F> const T &max(const T &a, const T &b, F less) { return less(a, b) ? b : a; }
template <typename T> T min(initializer_list<T> l) { return *std::min_element(l.begin(), l.end()); }
template <typename T> T max(initializer_list<T> l) { return *std::max_element(l.begin(), l.end()); }
template <typename T, typename F> T min(initializer_list<T> l, F less) { return *std::min_element(l.begin(), l.end(), less); }
template <typename T, typename F> T max(initializer_list<T> l, F less) { return *std::max_element(l.begin(), l.end(), less); }
template <typename T> pair<const T &, const T &> minmax(const T &a, const T &b)
{
    if (b < a) return pair<const T &, const T &>(b, a);
    return pair<const T &, const T &>(a, b);
}
template <typename T> pair<T, T> minmax(initializer_list<T> l) { return pair<T, T>(*std::min_element(l.begin(), l.end()), *std::max_element(l.begin(), l.end())); }

template <typename I, typename F> I min_element(I from, I to, F less)
{
    I best = from;
    for (; from != to; ++from)
        if (less(*from, *best)) best = from;
    return best;
}
template <typename I, typename F> I max_element(I from, I to, F less)
{
    I best = from;
    for (; from != to; ++from)
        if (less(*best, *from)) best = from;
    return best;
}
template <typename I, typename F> pair<I, I> minmax_element(I from, I to, F less)
{
    I least = from, most = from;
    for (; from != to; ++from) {
        if (less(*from, *least)) least = from;
        if (!less(*from, *most)) most = from;
    }
    return pair<I, I>(least, most);
}
template <typename I> I min_element(I from, I to) { return std::min_element(from, to, __by_less()); }
template <typename I> I max_element(I from, I to) { return std::max_element(from, to, __by_less()); }
template <typename I> pair<I, I> minmax_element(I from, I to) { return std::minmax_element(from, to, __by_less()); }

template <typename I, typename F> F for_each(I from, I to, F f)
{
    for (; from != to; ++from) f(*from);
    return f;
}
template <typename I, typename N, typename F> I for_each_n(I from, N n, F f)
{
    for (; n > 0; --n, ++from) f(*from);
    return from;
}
template <typename I, typename F> bool all_of(I from, I to, F f)
{
    for (; from != to; ++from)
        if (!f(*from)) return false;
    return true;
}
template <typename I, typename F> bool any_of(I from, I to, F f)
{
    for (; from != to; ++from)
        if (f(*from)) return true;
    return false;
}
template <typename I, typename F> bool none_of(I from, I to, F f) { return !std::any_of(from, to, f); }
template <typename I, typename T> I find(I from, I to, const T &x)
{
    for (; from != to; ++from)
        if (*from == x) return from;
    return to;
}
template <typename I, typename F> I find_if(I from, I to, F f)
{
    for (; from != to; ++from)
        if (f(*from)) return from;
    return to;
}
template <typename I, typename F> I find_if_not(I from, I to, F f)
{
    for (; from != to; ++from)
        if (!f(*from)) return from;
    return to;
}
template <typename I, typename T> long count(I from, I to, const T &x)
{
    long n = 0;
    for (; from != to; ++from)
        if (*from == x) n++;
    return n;
}
template <typename I, typename F> long count_if(I from, I to, F f)
{
    long n = 0;
    for (; from != to; ++from)
        if (f(*from)) n++;
    return n;
}
template <typename I, typename J, typename F> I search(I from, I to, J a, J b, F same)
{
    for (;; ++from) {
        I i = from;
        for (J j = a;; ++i, ++j) {
            if (j == b) return from;
            if (i == to) return to;
            if (!same(*i, *j)) break;
        }
    }
}
template <typename I, typename J> I search(I from, I to, J a, J b) { return std::search(from, to, a, b, __by_equal()); }
template <typename I, typename J> I find_end(I from, I to, J a, J b)
{
    I found = to;
    for (I i = std::search(from, to, a, b); i != to && a != b; i = std::search(i, to, a, b)) found = i++;
    return found;
}
template <typename I, typename J> I find_first_of(I from, I to, J a, J b)
{
    for (; from != to; ++from)
        for (J j = a; j != b; ++j)
            if (*from == *j) return from;
    return to;
}
template <typename I, typename F> I adjacent_find(I from, I to, F same)
{
    if (from == to) return to;
    for (I next = from; ++next != to; from = next)
        if (same(*from, *next)) return from;
    return to;
}
template <typename I> I adjacent_find(I from, I to) { return std::adjacent_find(from, to, __by_equal()); }
template <typename I, typename J> bool equal(I from, I to, J other)
{
    for (; from != to; ++from, ++other)
        if (!(*from == *other)) return false;
    return true;
}
template <typename I, typename J, typename F, typename = decltype(declval<F>()(*declval<I>(), *declval<J>()))> bool equal(I from, I to, J other, F same)
{
    for (; from != to; ++from, ++other)
        if (!same(*from, *other)) return false;
    return true;
}
template <typename I, typename J, typename = typename iterator_traits<J>::iterator_category> bool equal(I from, I to, J a, J b)
{
    for (; from != to && a != b; ++from, ++a)
        if (!(*from == *a)) return false;
    return from == to && a == b;
}
template <typename I, typename J> pair<I, J> mismatch(I from, I to, J other)
{
    for (; from != to && *from == *other; ++from) ++other;
    return pair<I, J>(from, other);
}
template <typename I, typename J, typename F> bool lexicographical_compare(I from, I to, J a, J b, F less)
{
    for (; from != to && a != b; ++from, ++a) {
        if (less(*from, *a)) return true;
        if (less(*a, *from)) return false;
    }
    return from == to && a != b;
}
template <typename I, typename J> bool lexicographical_compare(I from, I to, J a, J b) { return std::lexicographical_compare(from, to, a, b, __by_less()); }

template <typename I, typename O> O copy(I from, I to, O out)
{
    for (; from != to; ++from, ++out) *out = *from;
    return out;
}
template <typename I, typename N, typename O> O copy_n(I from, N n, O out)
{
    for (; n > 0; --n, ++from, ++out) *out = *from;
    return out;
}
template <typename I, typename O, typename F> O copy_if(I from, I to, O out, F f)
{
    for (; from != to; ++from)
        if (f(*from)) {
            *out = *from;
            ++out;
        }
    return out;
}
template <typename I, typename O> O copy_backward(I from, I to, O out)
{
    while (to != from) *--out = *--to;
    return out;
}
template <typename I, typename O> O move(I from, I to, O out)
{
    for (; from != to; ++from, ++out) *out = std::move(*from);
    return out;
}
template <typename I, typename O> O move_backward(I from, I to, O out)
{
    while (to != from) *--out = std::move(*--to);
    return out;
}
template <typename I, typename J> J swap_ranges(I from, I to, J other)
{
    for (; from != to; ++from, ++other) swap(*from, *other);
    return other;
}
template <typename I, typename O, typename F> O transform(I from, I to, O out, F f)
{
    for (; from != to; ++from, ++out) *out = f(*from);
    return out;
}
template <typename I, typename J, typename O, typename F> O transform(I from, I to, J other, O out, F f)
{
    for (; from != to; ++from, ++other, ++out) *out = f(*from, *other);
    return out;
}
template <typename I, typename T> void fill(I from, I to, const T &x) { for (; from != to; ++from) *from = x; }
template <typename I, typename N, typename T> I fill_n(I at, N n, const T &x)
{
    for (; n > 0; --n, ++at) *at = x;
    return at;
}
template <typename I, typename F> void generate(I from, I to, F f) { for (; from != to; ++from) *from = f(); }
template <typename I, typename N, typename F> I generate_n(I at, N n, F f)
{
    for (; n > 0; --n, ++at) *at = f();
    return at;
}
template <typename I, typename T> void replace(I from, I to, const T &x, const T &y)
{
    for (; from != to; ++from)
        if (*from == x) *from = y;
}
template <typename I, typename F, typename T> void replace_if(I from, I to, F f, const T &y)
{
    for (; from != to; ++from)
        if (f(*from)) *from = y;
}
template <typename I, typename O, typename T> O replace_copy(I from, I to, O out, const T &x, const T &y)
{
    for (; from != to; ++from, ++out)
        if (*from == x) *out = y;
        else *out = *from;
    return out;
}
template <typename I, typename T> I remove(I from, I to, const T &x)
{
    from = std::find(from, to, x);
    if (from == to) return from;
    for (I i = from; ++i != to;)
        if (!(*i == x)) {
            *from = std::move(*i);
            ++from;
        }
    return from;
}
template <typename I, typename F> I remove_if(I from, I to, F f)
{
    from = std::find_if(from, to, f);
    if (from == to) return from;
    for (I i = from; ++i != to;)
        if (!f(*i)) {
            *from = std::move(*i);
            ++from;
        }
    return from;
}
template <typename I, typename O, typename T> O remove_copy(I from, I to, O out, const T &x)
{
    for (; from != to; ++from)
        if (!(*from == x)) {
            *out = *from;
            ++out;
        }
    return out;
}
template <typename I, typename O, typename F> O remove_copy_if(I from, I to, O out, F f)
{
    for (; from != to; ++from)
        if (!f(*from)) {
            *out = *from;
            ++out;
        }
    return out;
}
template <typename I, typename F> I unique(I from, I to, F same)
{
    if (from == to) return to;
    I last = from;
    while (++from != to)
        if (!same(*last, *from) && ++last != from) *last = std::move(*from);
    return ++last;
}
template <typename I> I unique(I from, I to) { return std::unique(from, to, __by_equal()); }
template <typename I, typename O> O unique_copy(I from, I to, O out)
{
    if (from == to) return out;
    I last = from;
    *out = *from;
    ++out;
    while (++from != to) {
        if (!(*last == *from)) {
            *out = *from;
            ++out;
        }
        last = from;
    }
    return out;
}
template <typename I> void reverse(I from, I to)
{
    while (from != to && from != --to) {
        swap(*from, *to);
        ++from;
    }
}
template <typename I, typename O> O reverse_copy(I from, I to, O out)
{
    for (; from != to; ++out) *out = *--to;
    return out;
}
template <typename I> I rotate(I from, I middle, I to)
{
    if (from == middle) return to;
    if (middle == to) return from;
    std::reverse(from, middle);
    std::reverse(middle, to);
    std::reverse(from, to);
    return std::next(from, std::distance(middle, to));
}
template <typename I, typename O> O rotate_copy(I from, I middle, I to, O out) { return std::copy(from, middle, std::copy(middle, to, out)); }

template <typename I, typename F> I partition(I from, I to, F f)
{
    from = std::find_if_not(from, to, f);
    if (from == to) return from;
    for (I i = from; ++i != to;)
        if (f(*i)) {
            swap(*i, *from);
            ++from;
        }
    return from;
}
template <typename I, typename F> I stable_partition(I from, I to, F f)
{
    vector<typename iterator_traits<I>::value_type> others;
    I out = from;
    for (; from != to; ++from)
        if (f(*from)) {
            *out = std::move(*from);
            ++out;
        } else others.push_back(std::move(*from));
    std::move(others.begin(), others.end(), out);
    return out;
}
template <typename I, typename F> bool is_partitioned(I from, I to, F f) { return std::none_of(std::find_if_not(from, to, f), to, f); }
template <typename I, typename F> I partition_point(I from, I to, F f)
{
    for (long n = std::distance(from, to); n > 0;) {
        I middle = std::next(from, n / 2);
        if (f(*middle)) {
            from = ++middle;
            n -= n / 2 + 1;
        } else n /= 2;
    }
    return from;
}

// __merged sorts n elements at a place with as much room beside it: equal ones keep their order.
template <typename T, typename F> void __merged(T *a, T *room, long n, F &less)
{
    if (n <= 12) {
        for (long i = 1; i < n; i++) {
            if (!less(a[i], a[i - 1])) continue;
            T x = std::move(a[i]);
            long j = i;
            do a[j] = std::move(a[j - 1]);
            while (--j > 0 && less(x, a[j - 1]));
            a[j] = std::move(x);
        }
        return;
    }
    long half = n / 2;
    __merged(a, room, half, less);
    __merged(a + half, room + half, n - half, less);
    if (!less(a[half], a[half - 1])) return;
    for (long i = 0; i < half; i++) room[i] = std::move(a[i]);
    long i = 0, j = half, out = 0;
    while (i < half && j < n) {
        if (less(a[j], room[i])) a[out++] = std::move(a[j++]);
        else a[out++] = std::move(room[i++]);
    }
    while (i < half) a[out++] = std::move(room[i++]);
}
template <typename I, typename F> void stable_sort(I from, I to, F less)
{
    typedef typename iterator_traits<I>::value_type T;
    long n = to - from;
    if (n < 2) return;
    vector<T> all(std::make_move_iterator(from), std::make_move_iterator(to)), room(n > 12 ? n : 0);
    __merged(all.data(), room.data(), n, less);
    std::move(all.begin(), all.end(), from);
}
template <typename I> void stable_sort(I from, I to) { std::stable_sort(from, to, __by_less()); }

// __median moves the middle one of three elements to the first of them.
template <typename I, typename F> void __median(I a, I b, I c, F &less)
{
    if (less(*a, *b)) {
        if (less(*b, *c)) swap(*a, *b);
        else if (less(*a, *c)) swap(*a, *c);
    } else if (!less(*a, *c)) {
        if (less(*b, *c)) swap(*a, *c);
        else swap(*a, *b);
    }
}
// __split puts what is less than the first element before the others, and returns where they meet.
template <typename I, typename F> I __split(I from, I to, F &less)
{
    long n = to - from;
    __median(from, from + n / 2, to - 1, less);
    I i = from, j = to;
    for (;;) {
        do ++i;
        while (i != to && less(*i, *from));
        do --j;
        while (less(*from, *j));
        if (!(i < j)) break;
        swap(*i, *j);
    }
    swap(*from, *j);
    return j;
}
template <typename I, typename F> void __insertion(I from, I to, F &less)
{
    for (I i = from; i != to; ++i) {
        typename iterator_traits<I>::value_type x = std::move(*i);
        I j = i;
        for (; j != from && less(x, *(j - 1)); --j) *j = std::move(*(j - 1));
        *j = std::move(x);
    }
}
template <typename I, typename F> void __sorted(I from, I to, F &less, int depth)
{
    while (to - from > 16) {
        if (depth-- == 0) {
            std::make_heap(from, to, less);
            std::sort_heap(from, to, less);
            return;
        }
        I middle = __split(from, to, less);
        if (middle - from < to - middle) {
            __sorted(from, middle, less, depth);
            from = middle + 1;
        } else {
            __sorted(middle + 1, to, less, depth);
            to = middle;
        }
    }
    __insertion(from, to, less);
}
template <typename I, typename F> void sort(I from, I to, F less) { __sorted(from, to, less, 64); }
template <typename I> void sort(I from, I to) { std::sort(from, to, __by_less()); }
template <typename I, typename F> void partial_sort(I from, I middle, I to, F less)
{
    std::make_heap(from, middle, less);
    for (I i = middle; i != to; ++i)
        if (less(*i, *from)) {
            std::pop_heap(from, middle, less);
            swap(*i, *(middle - 1));
            std::push_heap(from, middle, less);
        }
    std::sort_heap(from, middle, less);
}
template <typename I> void partial_sort(I from, I middle, I to) { std::partial_sort(from, middle, to, __by_less()); }
template <typename I, typename O, typename F> O partial_sort_copy(I from, I to, O a, O b, F less)
{
    vector<typename iterator_traits<I>::value_type> all(from, to);
    std::sort(all.begin(), all.end(), less);
    for (size_t i = 0; i < all.size() && a != b; i++, ++a) *a = all[i];
    return a;
}
template <typename I, typename O> O partial_sort_copy(I from, I to, O a, O b) { return std::partial_sort_copy(from, to, a, b, __by_less()); }
template <typename I, typename F> void nth_element(I from, I nth, I to, F less)
{
    if (nth == to) return;
    while (to - from > 16) {
        I middle = __split(from, to, less);
        if (nth == middle) return;
        if (nth < middle) to = middle;
        else from = middle + 1;
    }
    __insertion(from, to, less);
}
template <typename I> void nth_element(I from, I nth, I to) { std::nth_element(from, nth, to, __by_less()); }
template <typename I, typename F> I is_sorted_until(I from, I to, F less)
{
    if (from == to) return to;
    for (I next = from; ++next != to; from = next)
        if (less(*next, *from)) return next;
    return to;
}
template <typename I> I is_sorted_until(I from, I to) { return std::is_sorted_until(from, to, __by_less()); }
template <typename I, typename F> bool is_sorted(I from, I to, F less) { return std::is_sorted_until(from, to, less) == to; }
template <typename I> bool is_sorted(I from, I to) { return std::is_sorted_until(from, to, __by_less()) == to; }

template <typename I, typename T, typename F> I lower_bound(I from, I to, const T &x, F less)
{
    for (long n = std::distance(from, to); n > 0;) {
        I middle = std::next(from, n / 2);
        if (less(*middle, x)) {
            from = ++middle;
            n -= n / 2 + 1;
        } else n /= 2;
    }
    return from;
}
template <typename I, typename T, typename F> I upper_bound(I from, I to, const T &x, F less)
{
    for (long n = std::distance(from, to); n > 0;) {
        I middle = std::next(from, n / 2);
        if (!less(x, *middle)) {
            from = ++middle;
            n -= n / 2 + 1;
        } else n /= 2;
    }
    return from;
}
template <typename I, typename T> I lower_bound(I from, I to, const T &x) { return std::lower_bound(from, to, x, __by_less()); }
template <typename I, typename T> I upper_bound(I from, I to, const T &x) { return std::upper_bound(from, to, x, __by_less()); }
template <typename I, typename T, typename F> pair<I, I> equal_range(I from, I to, const T &x, F less) { return pair<I, I>(std::lower_bound(from, to, x, less), std::upper_bound(from, to, x, less)); }
template <typename I, typename T> pair<I, I> equal_range(I from, I to, const T &x) { return std::equal_range(from, to, x, __by_less()); }
template <typename I, typename T, typename F> bool binary_search(I from, I to, const T &x, F less)
{
    from = std::lower_bound(from, to, x, less);
    return from != to && !less(x, *from);
}
template <typename I, typename T> bool binary_search(I from, I to, const T &x) { return std::binary_search(from, to, x, __by_less()); }

template <typename I, typename J, typename O, typename F> O merge(I from, I to, J a, J b, O out, F less)
{
    for (; from != to && a != b; ++out)
        if (less(*a, *from)) {
            *out = *a;
            ++a;
        } else {
            *out = *from;
            ++from;
        }
    return std::copy(a, b, std::copy(from, to, out));
}
template <typename I, typename J, typename O> O merge(I from, I to, J a, J b, O out) { return std::merge(from, to, a, b, out, __by_less()); }
template <typename I, typename F> void inplace_merge(I from, I middle, I to, F less)
{
    vector<typename iterator_traits<I>::value_type> all;
    std::merge(from, middle, middle, to, std::back_inserter(all), less);
    std::move(all.begin(), all.end(), from);
}
template <typename I> void inplace_merge(I from, I middle, I to) { std::inplace_merge(from, middle, to, __by_less()); }
template <typename I, typename J, typename F> bool includes(I from, I to, J a, J b, F less)
{
    for (; a != b; ++from) {
        if (from == to || less(*a, *from)) return false;
        if (!less(*from, *a)) ++a;
    }
    return true;
}
template <typename I, typename J> bool includes(I from, I to, J a, J b) { return std::includes(from, to, a, b, __by_less()); }
// __sets says which elements of two sorted ranges go to a third: those of the first alone, of both, of the second alone.
template <typename I, typename J, typename O, typename F> O __sets_joined(I from, I to, J a, J b, O out, F &less, bool first, bool both, bool second)
{
    while (from != to || a != b) {
        bool one = a == b || from != to && less(*from, *a), other = !one && (from == to || less(*a, *from));
        if (one && first || !one && !other && both) {
            *out = *from;
            ++out;
        } else if (other && second) {
            *out = *a;
            ++out;
        }
        if (!other) ++from;
        if (!one) ++a;
    }
    return out;
}
#define STD_SETS(NAME, FIRST, BOTH, SECOND) \
    template <typename I, typename J, typename O, typename F> O NAME(I from, I to, J a, J b, O out, F less) { return __sets_joined(from, to, a, b, out, less, FIRST, BOTH, SECOND); } \
    template <typename I, typename J, typename O> O NAME(I from, I to, J a, J b, O out) { __by_less less; return __sets_joined(from, to, a, b, out, less, FIRST, BOTH, SECOND); }
STD_SETS(set_union, true, true, true)
STD_SETS(set_intersection, false, true, false)
STD_SETS(set_difference, true, false, false)
STD_SETS(set_symmetric_difference, true, false, true)
#undef STD_SETS

template <typename I, typename F> void __sift(I a, long at, long n, F &less)
{
    for (long child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && less(a[child], a[child + 1])) child++;
        if (!less(a[at], a[child])) return;
        swap(a[at], a[child]);
        at = child;
    }
}
template <typename I, typename F> void make_heap(I from, I to, F less)
{
    long n = to - from;
    for (long i = n / 2 - 1; i >= 0; i--) __sift(from, i, n, less);
}
template <typename I, typename F> void push_heap(I from, I to, F less)
{
    for (long i = to - from - 1; i > 0;) {
        long parent = (i - 1) / 2;
        if (!less(from[parent], from[i])) return;
        swap(from[parent], from[i]);
        i = parent;
    }
}
template <typename I, typename F> void pop_heap(I from, I to, F less)
{
    long n = to - from - 1;
    if (n < 1) return;
    swap(from[0], from[n]);
    __sift(from, 0L, n, less);
}
template <typename I, typename F> void sort_heap(I from, I to, F less) { for (; to - from > 1; --to) std::pop_heap(from, to, less); }
template <typename I> void make_heap(I from, I to) { std::make_heap(from, to, __by_less()); }
template <typename I> void push_heap(I from, I to) { std::push_heap(from, to, __by_less()); }
template <typename I> void pop_heap(I from, I to) { std::pop_heap(from, to, __by_less()); }
template <typename I> void sort_heap(I from, I to) { std::sort_heap(from, to, __by_less()); }
template <typename I, typename F> bool is_heap(I from, I to, F less)
{
    long n = to - from;
    for (long i = 1; i < n; i++)
        if (less(from[(i - 1) / 2], from[i])) return false;
    return true;
}
template <typename I> bool is_heap(I from, I to) { return std::is_heap(from, to, __by_less()); }

template <typename I, typename F> bool next_permutation(I from, I to, F less)
{
    if (from == to) return false;
    I i = to;
    if (from == --i) return false;
    for (;;) {
        I j = i;
        if (less(*--i, *j)) {
            I k = to;
            while (!less(*i, *--k)) {}
            swap(*i, *k);
            std::reverse(j, to);
            return true;
        }
        if (i == from) {
            std::reverse(from, to);
            return false;
        }
    }
}
template <typename I, typename F> bool prev_permutation(I from, I to, F less)
{
    return std::next_permutation(from, to, [&less](const auto &a, const auto &b) { return less(b, a); });
}
template <typename I> bool next_permutation(I from, I to) { return std::next_permutation(from, to, __by_less()); }
template <typename I> bool prev_permutation(I from, I to) { return std::prev_permutation(from, to, __by_less()); }
template <typename I, typename J> bool is_permutation(I from, I to, J other)
{
    long n = std::distance(from, to);
    J end = std::next(other, n);
    for (I i = from; i != to; ++i)
        if (std::count(from, to, *i) != std::count(other, end, *i)) return false;
    return true;
}

// Execution policies: the elements are taken in order.
namespace execution {
struct sequenced_policy {};
struct parallel_policy {};
struct parallel_unsequenced_policy {};
const sequenced_policy seq = {};
const parallel_policy par = {};
const parallel_unsequenced_policy par_unseq = {};
}
template <typename P> struct is_execution_policy : bool_constant<is_same<P, execution::sequenced_policy>::value || is_same<P, execution::parallel_policy>::value || is_same<P, execution::parallel_unsequenced_policy>::value> {};
#define STD_POLICY(NAME) \
    template <typename P, typename... A, typename = enable_if_t<is_execution_policy<remove_cvref_t<P>>::value>> auto NAME(P &&, A... a) { return std::NAME(a...); }
STD_POLICY(for_each)
STD_POLICY(transform)
STD_POLICY(sort)
STD_POLICY(stable_sort)
STD_POLICY(copy)
STD_POLICY(copy_if)
STD_POLICY(fill)
STD_POLICY(find)
STD_POLICY(find_if)
STD_POLICY(count)
STD_POLICY(count_if)
STD_POLICY(reduce)
STD_POLICY(transform_reduce)
STD_POLICY(inclusive_scan)
STD_POLICY(exclusive_scan)
STD_POLICY(max_element)
STD_POLICY(min_element)
STD_POLICY(generate)
STD_POLICY(all_of)
STD_POLICY(any_of)
#undef STD_POLICY

}
