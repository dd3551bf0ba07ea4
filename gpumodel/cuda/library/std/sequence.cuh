// Lists, double-ended queues and what is made of them, after ISO C++17 ([sequences], [container.adaptors]).

namespace std {

template <typename T> struct __entry {
    __entry *__before, *__next;
    T __value;
    template <typename... A> explicit __entry(A &&...a) : __before(0), __next(0), __value(std::forward<A>(a)...) {}
    __entry *__after() { return __next; }
    __entry *__prior() { return __before; }
    __entry *__last() { return this; }
};

template <typename T, typename A = allocator<T>> struct list {
    __entry<T> *__first = 0, *__last = 0;
    size_t __n = 0;
    typedef T value_type;
    typedef size_t size_type;
    typedef long difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef __node_iterator<__entry<T>, T> iterator;
    typedef __node_iterator<__entry<T>, const T> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    list() {}
    explicit list(size_t n) { for (; n > 0; n--) emplace_back(); }
    list(size_t n, const T &x) { for (; n > 0; n--) emplace_back(x); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> list(I from, I to) { for (; from != to; ++from) emplace_back(*from); }
    list(initializer_list<T> l) { for (const T &x : l) emplace_back(x); }
    list(const list &l) { for (const T &x : l) emplace_back(x); }
    list(list &&l) : __first(l.__first), __last(l.__last), __n(l.__n) { l.__first = l.__last = 0; l.__n = 0; }
    ~list() { clear(); }
    list &operator=(const list &l)
    {
        if (&l != this) {
            clear();
            for (const T &x : l) emplace_back(x);
        }
        return *this;
    }
    list &operator=(list &&l) { if (&l != this) { clear(); swap(l); } return *this; }
    list &operator=(initializer_list<T> l) { clear(); for (const T &x : l) emplace_back(x); return *this; }
    void assign(size_t n, const T &x) { T copy(x); clear(); for (; n > 0; n--) emplace_back(copy); }
    void clear()
    {
        for (__entry<T> *n = __first; n;) {
            __entry<T> *next = n->__next;
            delete n;
            n = next;
        }
        __first = __last = 0;
        __n = 0;
    }
    void swap(list &l)
    {
        __entry<T> *first = __first, *last = __last;
        size_t n = __n;
        __first = l.__first;
        __last = l.__last;
        __n = l.__n;
        l.__first = first;
        l.__last = last;
        l.__n = n;
    }
    void __link(__entry<T> *n, __entry<T> *at)
    {
        n->__next = at;
        n->__before = at ? at->__before : __last;
        if (n->__before) n->__before->__next = n;
        else __first = n;
        if (at) at->__before = n;
        else __last = n;
        __n++;
    }
    void __unlink(__entry<T> *n)
    {
        if (n->__before) n->__before->__next = n->__next;
        else __first = n->__next;
        if (n->__next) n->__next->__before = n->__before;
        else __last = n->__before;
        __n--;
    }
    template <typename... U> iterator emplace(const_iterator at, U &&...x)
    {
        __entry<T> *n = new __entry<T>(std::forward<U>(x)...);
        __link(n, at.__n);
        return iterator(n, &__last);
    }
    template <typename... U> T &emplace_back(U &&...x) { __entry<T> *n = new __entry<T>(std::forward<U>(x)...); __link(n, 0); return n->__value; }
    template <typename... U> T &emplace_front(U &&...x) { __entry<T> *n = new __entry<T>(std::forward<U>(x)...); __link(n, __first); return n->__value; }
    void push_back(const T &x) { emplace_back(x); }
    void push_back(T &&x) { emplace_back(std::move(x)); }
    void push_front(const T &x) { emplace_front(x); }
    void push_front(T &&x) { emplace_front(std::move(x)); }
    void pop_back() { __entry<T> *n = __last; __unlink(n); delete n; }
    void pop_front() { __entry<T> *n = __first; __unlink(n); delete n; }
    iterator insert(const_iterator at, const T &x) { return emplace(at, x); }
    iterator insert(const_iterator at, size_t n, const T &x)
    {
        iterator first(at.__n, &__last);
        for (size_t i = 0; i < n; i++) {
            iterator made = emplace(at, x);
            if (!i) first = made;
        }
        return first;
    }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> iterator insert(const_iterator at, I from, I to)
    {
        iterator first(at.__n, &__last);
        for (bool any = false; from != to; ++from) {
            iterator made = emplace(at, *from);
            if (!any) first = made;
            any = true;
        }
        return first;
    }
    iterator insert(const_iterator at, initializer_list<T> l) { return insert(at, l.begin(), l.end()); }
    iterator erase(const_iterator at)
    {
        __entry<T> *n = at.__n, *next = n->__next;
        __unlink(n);
        delete n;
        return iterator(next, &__last);
    }
    iterator erase(const_iterator from, const_iterator to)
    {
        while (from != to) from = erase(from);
        return iterator(to.__n, &__last);
    }
    void resize(size_t n) { while (__n < n) emplace_back(); while (__n > n) pop_back(); }
    void resize(size_t n, const T &x) { while (__n < n) emplace_back(x); while (__n > n) pop_back(); }
    void splice(const_iterator at, list &l) { while (l.__first) splice(at, l, l.begin()); }
    void splice(const_iterator at, list &l, const_iterator i)
    {
        __entry<T> *n = i.__n;
        if (n == at.__n) return;
        l.__unlink(n);
        __link(n, at.__n);
    }
    void splice(const_iterator at, list &l, const_iterator from, const_iterator to)
    {
        while (from != to) {
            const_iterator next = from;
            ++next;
            splice(at, l, from);
            from = next;
        }
    }
    void remove(const T &x) { T copy(x); remove_if([&copy](const T &y) { return y == copy; }); }
    template <typename F> void remove_if(F f)
    {
        for (iterator i = begin(); i != end();)
            if (f(*i)) i = erase(i);
            else ++i;
    }
    template <typename F> void unique(F same)
    {
        if (!__n) return;
        for (iterator i = begin(), next = i; ++next != end();)
            if (same(*i, *next)) {
                erase(next);
                next = i;
            } else i = next;
    }
    void unique() { unique(__by_equal()); }
    void reverse()
    {
        for (__entry<T> *n = __first; n; n = n->__before) {
            __entry<T> *next = n->__next;
            n->__next = n->__before;
            n->__before = next;
        }
        __entry<T> *first = __first;
        __first = __last;
        __last = first;
    }
    template <typename F> void merge(list &l, F less)
    {
        iterator i = begin();
        while (l.__first) {
            while (i != end() && !less(l.__first->__value, *i)) ++i;
            splice(i, l, l.begin());
        }
    }
    void merge(list &l) { merge(l, __by_less()); }
    template <typename F> void sort(F less)
    {
        if (__n < 2) return;
        list half;
        for (size_t i = __n / 2; i > 0; i--) half.splice(half.end(), *this, begin());
        half.sort(less);
        sort(less);
        half.merge(*this, less);
        swap(half);
    }
    void sort() { sort(__by_less()); }
    size_t size() const { return __n; }
    bool empty() const { return __n == 0; }
    T &front() { return __first->__value; }
    T &back() { return __last->__value; }
    const T &front() const { return __first->__value; }
    const T &back() const { return __last->__value; }
    iterator begin() { return iterator(__first, &__last); }
    iterator end() { return iterator(0, &__last); }
    const_iterator begin() const { return const_iterator(__first, &__last); }
    const_iterator end() const { return const_iterator(0, &__last); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
};

// A deque is a ring: its elements begin at __at, and go on at the beginning of the memory.
template <typename T> struct deque;
template <typename T, typename R, typename D> struct __deque_iterator {
    D *__d;
    long __i;
    typedef T value_type;
    typedef long difference_type;
    typedef R &reference;
    typedef R *pointer;
    typedef random_access_iterator_tag iterator_category;
    __deque_iterator() : __d(0), __i(0) {}
    __deque_iterator(D *d, long i) : __d(d), __i(i) {}
    template <typename S, typename E> __deque_iterator(const __deque_iterator<T, S, E> &i) : __d(i.__d), __i(i.__i) {}
    R &operator*() const { return (*__d)[__i]; }
    R *operator->() const { return &(*__d)[__i]; }
    R &operator[](long n) const { return (*__d)[__i + n]; }
    __deque_iterator &operator++() { __i++; return *this; }
    __deque_iterator operator++(int) { __deque_iterator old = *this; __i++; return old; }
    __deque_iterator &operator--() { __i--; return *this; }
    __deque_iterator operator--(int) { __deque_iterator old = *this; __i--; return old; }
    __deque_iterator &operator+=(long n) { __i += n; return *this; }
    __deque_iterator &operator-=(long n) { __i -= n; return *this; }
    __deque_iterator operator+(long n) const { return __deque_iterator(__d, __i + n); }
    __deque_iterator operator-(long n) const { return __deque_iterator(__d, __i - n); }
    template <typename S, typename E> long operator-(const __deque_iterator<T, S, E> &i) const { return __i - i.__i; }
    template <typename S, typename E> bool operator==(const __deque_iterator<T, S, E> &i) const { return __i == i.__i; }
    template <typename S, typename E> bool operator!=(const __deque_iterator<T, S, E> &i) const { return __i != i.__i; }
    template <typename S, typename E> bool operator<(const __deque_iterator<T, S, E> &i) const { return __i < i.__i; }
    template <typename S, typename E> bool operator>(const __deque_iterator<T, S, E> &i) const { return __i > i.__i; }
    template <typename S, typename E> bool operator<=(const __deque_iterator<T, S, E> &i) const { return __i <= i.__i; }
    template <typename S, typename E> bool operator>=(const __deque_iterator<T, S, E> &i) const { return __i >= i.__i; }
};
template <typename T> struct deque {
    T *__p = 0;
    size_t __at = 0, __n = 0, __room = 0;
    typedef T value_type;
    typedef size_t size_type;
    typedef long difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef __deque_iterator<T, T, deque<T>> iterator;
    typedef __deque_iterator<T, const T, const deque<T>> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    deque() {}
    explicit deque(size_t n) { resize(n); }
    deque(size_t n, const T &x) { for (; n > 0; n--) emplace_back(x); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> deque(I from, I to) { for (; from != to; ++from) emplace_back(*from); }
    deque(initializer_list<T> l) { for (const T &x : l) emplace_back(x); }
    deque(const deque &d) { for (size_t i = 0; i < d.__n; i++) emplace_back(d[i]); }
    deque(deque &&d) : __p(d.__p), __at(d.__at), __n(d.__n), __room(d.__room) { d.__p = 0; d.__at = d.__n = d.__room = 0; }
    ~deque()
    {
        clear();
        if (__p) __sys_free(__p);
    }
    deque &operator=(const deque &d)
    {
        if (&d != this) {
            clear();
            for (size_t i = 0; i < d.__n; i++) emplace_back(d[i]);
        }
        return *this;
    }
    deque &operator=(deque &&d) { if (&d != this) { clear(); swap(d); } return *this; }
    void clear() { while (__n) pop_back(); __at = 0; }
    void swap(deque &d)
    {
        T *p = __p;
        size_t at = __at, n = __n, room = __room;
        __p = d.__p; __at = d.__at; __n = d.__n; __room = d.__room;
        d.__p = p; d.__at = at; d.__n = n; d.__room = room;
    }
    T *__place(size_t i) const { return __p + (__at + i & __room - 1); }
    void __more()
    {
        if (__n < __room) return;
        size_t room = __room ? 2 * __room : 8;
        T *p = __room_for<T>(room);
        for (size_t i = 0; i < __n; i++) {
            new (p + i) T(std::move(*__place(i)));
            __place(i)->~T();
        }
        if (__p) __sys_free(__p);
        __p = p;
        __at = 0;
        __room = room;
    }
    template <typename... U> T &emplace_back(U &&...x)
    {
        if (__n == __room) {
            T made(std::forward<U>(x)...);
            __more();
            return *new (__place(__n++)) T(std::move(made));
        }
        return *new (__place(__n++)) T(std::forward<U>(x)...);
    }
    template <typename... U> T &emplace_front(U &&...x)
    {
        T made(std::forward<U>(x)...);
        __more();
        __at = __at + __room - 1 & __room - 1;
        __n++;
        return *new (__place(0)) T(std::move(made));
    }
    void push_back(const T &x) { emplace_back(x); }
    void push_back(T &&x) { emplace_back(std::move(x)); }
    void push_front(const T &x) { emplace_front(x); }
    void push_front(T &&x) { emplace_front(std::move(x)); }
    void pop_back() { __n--; __place(__n)->~T(); }
    void pop_front() { __place(0)->~T(); __at = __at + 1 & __room - 1; __n--; }
    void resize(size_t n) { while (__n < n) emplace_back(); while (__n > n) pop_back(); }
    void resize(size_t n, const T &x) { while (__n < n) emplace_back(x); while (__n > n) pop_back(); }
    iterator insert(const_iterator at, const T &x)
    {
        size_t i = at.__i;
        emplace_back(x);
        std::rotate(begin() + i, end() - 1, end());
        return begin() + i;
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator from, const_iterator to)
    {
        std::move(begin() + to.__i, end(), begin() + from.__i);
        for (long n = to.__i - from.__i; n > 0; n--) pop_back();
        return begin() + from.__i;
    }
    size_t size() const { return __n; }
    bool empty() const { return __n == 0; }
    T &operator[](size_t i) { return *__place(i); }
    const T &operator[](size_t i) const { return *__place(i); }
    T &at(size_t i) { __in_range("deque::_M_range_check: __n (which is %zu)>= this->size() (which is %zu)", i, __n); return *__place(i); }
    T &front() { return *__place(0); }
    T &back() { return *__place(__n - 1); }
    const T &front() const { return *__place(0); }
    const T &back() const { return *__place(__n - 1); }
    iterator begin() { return iterator(this, 0); }
    iterator end() { return iterator(this, __n); }
    const_iterator begin() const { return const_iterator(this, 0); }
    const_iterator end() const { return const_iterator(this, __n); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
};
template <typename T, typename A> bool operator==(const list<T, A> &a, const list<T, A> &b) { return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()); }
template <typename T, typename A> bool operator!=(const list<T, A> &a, const list<T, A> &b) { return !(a == b); }
template <typename T> bool operator==(const deque<T> &a, const deque<T> &b) { return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin()); }

template <typename T, typename C = deque<T>> struct stack {
    C c;
    typedef T value_type;
    stack() {}
    explicit stack(const C &of) : c(of) {}
    void push(const T &x) { c.push_back(x); }
    void push(T &&x) { c.push_back(std::move(x)); }
    template <typename... U> void emplace(U &&...x) { c.emplace_back(std::forward<U>(x)...); }
    void pop() { c.pop_back(); }
    T &top() { return c.back(); }
    const T &top() const { return c.back(); }
    size_t size() const { return c.size(); }
    bool empty() const { return c.empty(); }
    void swap(stack &s) { c.swap(s.c); }
};
template <typename T, typename C = deque<T>> struct queue {
    C c;
    typedef T value_type;
    queue() {}
    explicit queue(const C &of) : c(of) {}
    void push(const T &x) { c.push_back(x); }
    void push(T &&x) { c.push_back(std::move(x)); }
    template <typename... U> void emplace(U &&...x) { c.emplace_back(std::forward<U>(x)...); }
    void pop() { c.pop_front(); }
    T &front() { return c.front(); }
    T &back() { return c.back(); }
    const T &front() const { return c.front(); }
    const T &back() const { return c.back(); }
    size_t size() const { return c.size(); }
    bool empty() const { return c.empty(); }
    void swap(queue &s) { c.swap(s.c); }
};
template <typename T, typename C = vector<T>, typename Less = less<T>> struct priority_queue {
    C c;
    Less __less;
    typedef T value_type;
    priority_queue() : __less() {}
    explicit priority_queue(const Less &less) : __less(less) {}
    priority_queue(const Less &less, const C &of) : c(of), __less(less) { std::make_heap(c.begin(), c.end(), __less); }
    template <typename I> priority_queue(I from, I to) : c(from, to), __less() { std::make_heap(c.begin(), c.end(), __less); }
    void push(const T &x) { c.push_back(x); std::push_heap(c.begin(), c.end(), __less); }
    void push(T &&x) { c.push_back(std::move(x)); std::push_heap(c.begin(), c.end(), __less); }
    template <typename... U> void emplace(U &&...x) { c.emplace_back(std::forward<U>(x)...); std::push_heap(c.begin(), c.end(), __less); }
    void pop() { std::pop_heap(c.begin(), c.end(), __less); c.pop_back(); }
    const T &top() const { return c.front(); }
    size_t size() const { return c.size(); }
    bool empty() const { return c.empty(); }
};

}
