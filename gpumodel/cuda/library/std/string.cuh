// Strings, after ISO C++17 ([strings]). A string without characters may have no memory; iterators are pointers.

namespace std {

template <typename C> struct char_traits {
    typedef C char_type;
    static size_t length(const C *s) { size_t n = 0; while (s[n]) n++; return n; }
    static int compare(const C *a, const C *b, size_t n) { return (int)__sys_memcmp(a, b, n); }
    static int eof() { return -1; }
};
template <typename C, typename Traits = char_traits<C>, typename A = allocator<C>> struct basic_string {
    C *__p = 0;
    size_t __n = 0, __room = 0;
    typedef C value_type;
    typedef Traits traits_type;
    typedef size_t size_type;
    typedef long difference_type;
    typedef C &reference;
    typedef const C &const_reference;
    typedef C *pointer;
    typedef C *iterator;
    typedef const C *const_iterator;
    typedef std::reverse_iterator<C *> reverse_iterator;
    typedef std::reverse_iterator<const C *> const_reverse_iterator;
    static const size_t npos = 18446744073709551615uL;

    basic_string() {}
    basic_string(const C *s) { __add(s, Traits::length(s)); }
    basic_string(const C *s, size_t n) { __add(s, n); }
    basic_string(size_t n, C c) { append(n, c); }
    basic_string(const basic_string &s) { __add(s.__p, s.__n); }
    basic_string(basic_string &&s) : __p(s.__p), __n(s.__n), __room(s.__room) { s.__p = 0; s.__n = s.__room = 0; }
    basic_string(const basic_string &s, size_t at, size_t n = npos) { s.__check(at, "basic_string::basic_string"); __add(s.__p + at, n < s.__n - at ? n : s.__n - at); }
    basic_string(initializer_list<C> l) { __add(l.begin(), l.size()); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> basic_string(I from, I to) { append(from, to); }
    explicit basic_string(basic_string_view<C> v) { __add(v.data(), v.size()); }
    ~basic_string() { if (__p) __sys_free(__p); }

    void __move_to(size_t room)
    {
        if (room < 15) room = 15;
        if (room > max_size()) throw length_error("basic_string::_M_create");
        __p = __grown(__p, room + 1);
        __room = room;
        __p[__n] = 0;
    }
    // __more makes room for n characters in all.
    void __more(size_t n) { if (n > __room || !__p) __move_to(n < 2 * __room ? 2 * __room : n); }
    void __add(const C *s, size_t n)
    {
        if (!n) return;
        if (n > max_size() - __n) throw length_error("basic_string::append");
        if (__p && s >= __p && s <= __p + __n) { // of this one itself
            size_t at = s - __p;
            __more(__n + n);
            s = __p + at;
        } else __more(__n + n);
        __sys_memmove(__p + __n, s, n * sizeof(C));
        __n += n;
        __p[__n] = 0;
    }
    // __replaced puts m characters in the place of n.
    basic_string &__replaced(size_t at, size_t n, const C *s, size_t m)
    {
        __check(at, "basic_string::replace");
        if (n > __n - at) n = __n - at;
        if (__p && s >= __p && s <= __p + __n) {
            basic_string copy(s, m);
            return __replaced(at, n, copy.__p, m);
        }
        __more(__n - n + m);
        __sys_memmove(__p + at + m, __p + at + n, (__n - at - n) * sizeof(C));
        if (m) __sys_memmove(__p + at, s, m * sizeof(C));
        __n = __n - n + m;
        __p[__n] = 0;
        return *this;
    }
    void __check(size_t at, const char *where) const
    {
        if (at <= __n) return;
        char b[256];
        __sys_snprintf(b, 256L, "%s: __pos (which is %zu) > this->size() (which is %zu)", where, at, __n);
        throw out_of_range(b);
    }

    basic_string &operator=(const basic_string &s) { if (&s != this) { clear(); __add(s.__p, s.__n); } return *this; }
    basic_string &operator=(basic_string &&s) { if (&s != this) { clear(); swap(s); } return *this; }
    basic_string &operator=(const C *s) { return assign(s, Traits::length(s)); }
    basic_string &operator=(C c) { clear(); push_back(c); return *this; }
    basic_string &operator=(initializer_list<C> l) { clear(); __add(l.begin(), l.size()); return *this; }
    basic_string &operator=(basic_string_view<C> v) { return assign(v.data(), v.size()); }
    basic_string &assign(const basic_string &s) { return *this = s; }
    basic_string &assign(const basic_string &s, size_t at, size_t n = npos) { basic_string part(s, at, n); swap(part); return *this; }
    basic_string &assign(const C *s, size_t n) { basic_string copy(s, n); swap(copy); return *this; }
    basic_string &assign(const C *s) { return assign(s, Traits::length(s)); }
    basic_string &assign(size_t n, C c) { clear(); return append(n, c); }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> basic_string &assign(I from, I to) { clear(); return append(from, to); }

    basic_string &operator+=(const basic_string &s) { __add(s.__p, s.__n); return *this; }
    basic_string &operator+=(const C *s) { __add(s, Traits::length(s)); return *this; }
    basic_string &operator+=(C c) { push_back(c); return *this; }
    basic_string &operator+=(initializer_list<C> l) { __add(l.begin(), l.size()); return *this; }
    basic_string &operator+=(basic_string_view<C> v) { __add(v.data(), v.size()); return *this; }
    basic_string &append(const basic_string &s) { __add(s.__p, s.__n); return *this; }
    basic_string &append(const basic_string &s, size_t at, size_t n = npos) { s.__check(at, "basic_string::append"); __add(s.__p + at, n < s.__n - at ? n : s.__n - at); return *this; }
    basic_string &append(const C *s, size_t n) { __add(s, n); return *this; }
    basic_string &append(const C *s) { __add(s, Traits::length(s)); return *this; }
    basic_string &append(size_t n, C c)
    {
        if (!n) return *this;
        if (n > max_size() - __n) throw length_error(__n ? "basic_string::_M_replace_aux" : "basic_string::_M_create");
        __more(__n + n);
        for (; n > 0; n--) __p[__n++] = c;
        __p[__n] = 0;
        return *this;
    }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> basic_string &append(I from, I to)
    {
        for (; from != to; ++from) push_back(*from);
        return *this;
    }
    void push_back(C c)
    {
        if (__n == __room || !__p) __more(__n + 1);
        __p[__n++] = c;
        __p[__n] = 0;
    }
    void pop_back() { __p[--__n] = 0; }
    basic_string &insert(size_t at, const basic_string &s) { return __replaced(at, 0, s.__p, s.__n); }
    basic_string &insert(size_t at, const basic_string &s, size_t from, size_t n = npos) { return insert(at, s.substr(from, n)); }
    basic_string &insert(size_t at, const C *s) { return __replaced(at, 0, s, Traits::length(s)); }
    basic_string &insert(size_t at, const C *s, size_t n) { return __replaced(at, 0, s, n); }
    basic_string &insert(size_t at, size_t n, C c) { return insert(at, basic_string(n, c)); }
    C *insert(const C *at, C c) { size_t i = at - __p; __replaced(i, 0, &c, 1); return __p + i; }
    C *insert(const C *at, size_t n, C c) { size_t i = at - __p; insert(i, basic_string(n, c)); return __p + i; }
    template <typename I, typename = typename iterator_traits<I>::iterator_category> C *insert(const C *at, I from, I to)
    {
        size_t i = at - __p;
        insert(i, basic_string(from, to));
        return __p + i;
    }
    basic_string &erase(size_t at = 0, size_t n = npos) { __check(at, "basic_string::erase"); return __replaced(at, n, (const C *)0, 0); }
    C *erase(const C *at) { size_t i = at - __p; __replaced(i, 1, (const C *)0, 0); return __p + i; }
    C *erase(const C *from, const C *to) { size_t i = from - __p; __replaced(i, to - from, (const C *)0, 0); return __p + i; }
    basic_string &replace(size_t at, size_t n, const basic_string &s) { return __replaced(at, n, s.__p, s.__n); }
    basic_string &replace(size_t at, size_t n, const basic_string &s, size_t from, size_t m = npos) { return replace(at, n, s.substr(from, m)); }
    basic_string &replace(size_t at, size_t n, const C *s) { return __replaced(at, n, s, Traits::length(s)); }
    basic_string &replace(size_t at, size_t n, const C *s, size_t m) { return __replaced(at, n, s, m); }
    basic_string &replace(size_t at, size_t n, size_t m, C c) { return replace(at, n, basic_string(m, c)); }
    basic_string &replace(const C *from, const C *to, const basic_string &s) { return __replaced(from - __p, to - from, s.__p, s.__n); }
    basic_string &replace(const C *from, const C *to, const C *s) { return __replaced(from - __p, to - from, s, Traits::length(s)); }
    void resize(size_t n, C c = 0)
    {
        if (n > __n) append(n - __n, c);
        else if (__p) __p[__n = n] = 0;
    }
    void reserve(size_t n = 0) { if (n > __room) __move_to(n); }
    void shrink_to_fit() {}
    void clear() { __n = 0; if (__p) *__p = 0; }
    void swap(basic_string &s)
    {
        C *p = __p;
        size_t n = __n, room = __room;
        __p = s.__p;
        __n = s.__n;
        __room = s.__room;
        s.__p = p;
        s.__n = n;
        s.__room = room;
    }

    size_t size() const { return __n; }
    size_t length() const { return __n; }
    size_t capacity() const { return __room < 15 ? 15 : __room; }
    size_t max_size() const { return 4611686018427387903uL / sizeof(C); }
    bool empty() const { return __n == 0; }
    const C *c_str() const { return __p ? __p : (const C *)""; }
    const C *data() const { return __p ? __p : (const C *)""; }
    C *data() { if (!__p) __more(0); return __p; }
    C &operator[](size_t i) { if (!__p) __more(0); return __p[i]; }
    const C &operator[](size_t i) const { return c_str()[i]; }
    C &at(size_t i) { __in_range("basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i, __n); return __p[i]; }
    const C &at(size_t i) const { __in_range("basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i, __n); return __p[i]; }
    C &front() { return __p[0]; }
    C &back() { return __p[__n - 1]; }
    const C &front() const { return __p[0]; }
    const C &back() const { return __p[__n - 1]; }
    C *begin() { return __p; }
    C *end() { return __p + __n; }
    const C *begin() const { return __p; }
    const C *end() const { return __p + __n; }
    const C *cbegin() const { return __p; }
    const C *cend() const { return __p + __n; }
    reverse_iterator rbegin() { return reverse_iterator(__p + __n); }
    reverse_iterator rend() { return reverse_iterator(__p); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(__p + __n); }
    const_reverse_iterator rend() const { return const_reverse_iterator(__p); }

    basic_string substr(size_t at = 0, size_t n = npos) const { __check(at, "basic_string::substr"); return basic_string(__p + at, n < __n - at ? n : __n - at); }
    size_t copy(C *to, size_t n, size_t at = 0) const
    {
        if (n > __n - at) n = __n - at;
        __sys_memmove(to, __p + at, n * sizeof(C));
        return n;
    }
    size_t find(const C *s, size_t from, size_t n) const
    {
        for (size_t i = from; i + n <= __n; i++)
            if (!n || !(int)__sys_memcmp(__p + i, s, n * sizeof(C))) return i;
        return npos;
    }
    size_t find(const basic_string &s, size_t from = 0) const { return find(s.__p, from, s.__n); }
    size_t find(const C *s, size_t from = 0) const { return find(s, from, Traits::length(s)); }
    size_t find(C c, size_t from = 0) const
    {
        for (size_t i = from; i < __n; i++)
            if (__p[i] == c) return i;
        return npos;
    }
    size_t rfind(const C *s, size_t from, size_t n) const
    {
        if (n > __n) return npos;
        for (size_t i = from < __n - n ? from : __n - n;; i--) {
            if (!n || !(int)__sys_memcmp(__p + i, s, n * sizeof(C))) return i;
            if (!i) return npos;
        }
    }
    size_t rfind(const basic_string &s, size_t from = npos) const { return rfind(s.__p, from, s.__n); }
    size_t rfind(const C *s, size_t from = npos) const { return rfind(s, from, Traits::length(s)); }
    size_t rfind(C c, size_t from = npos) const { return rfind(&c, from, 1); }
    static bool __among(C c, const C *s, size_t n)
    {
        for (; n > 0; n--)
            if (*s++ == c) return true;
        return false;
    }
    size_t __first(const C *s, size_t n, size_t from, bool among) const
    {
        for (size_t i = from; i < __n; i++)
            if (__among(__p[i], s, n) == among) return i;
        return npos;
    }
    size_t __last(const C *s, size_t n, size_t from, bool among) const
    {
        for (size_t i = from < __n ? from + 1 : __n; i > 0; i--)
            if (__among(__p[i - 1], s, n) == among) return i - 1;
        return npos;
    }
    size_t find_first_of(const basic_string &s, size_t from = 0) const { return __first(s.__p, s.__n, from, true); }
    size_t find_first_of(const C *s, size_t from = 0) const { return __first(s, Traits::length(s), from, true); }
    size_t find_first_of(C c, size_t from = 0) const { return __first(&c, 1, from, true); }
    size_t find_first_not_of(const basic_string &s, size_t from = 0) const { return __first(s.__p, s.__n, from, false); }
    size_t find_first_not_of(const C *s, size_t from = 0) const { return __first(s, Traits::length(s), from, false); }
    size_t find_first_not_of(C c, size_t from = 0) const { return __first(&c, 1, from, false); }
    size_t find_last_of(const basic_string &s, size_t from = npos) const { return __last(s.__p, s.__n, from, true); }
    size_t find_last_of(const C *s, size_t from = npos) const { return __last(s, Traits::length(s), from, true); }
    size_t find_last_of(C c, size_t from = npos) const { return __last(&c, 1, from, true); }
    size_t find_last_not_of(const basic_string &s, size_t from = npos) const { return __last(s.__p, s.__n, from, false); }
    size_t find_last_not_of(const C *s, size_t from = npos) const { return __last(s, Traits::length(s), from, false); }
    size_t find_last_not_of(C c, size_t from = npos) const { return __last(&c, 1, from, false); }
    static int __compared(const C *a, size_t n, const C *b, size_t m)
    {
        int d = n && m ? (int)__sys_memcmp(a, b, (n < m ? n : m) * sizeof(C)) : 0;
        return d ? d : n < m ? (m - n > 2147483647 ? -2147483647 : -(int)(m - n)) : (int)(n - m);
    }
    int compare(const basic_string &s) const { return __compared(__p, __n, s.__p, s.__n); }
    int compare(const C *s) const { return __compared(__p, __n, s, Traits::length(s)); }
    int compare(size_t at, size_t n, const basic_string &s) const { return substr(at, n).compare(s); }
    int compare(size_t at, size_t n, const C *s) const { return substr(at, n).compare(s); }
    int compare(size_t at, size_t n, const basic_string &s, size_t from, size_t m = npos) const { return substr(at, n).compare(s.substr(from, m)); }
    bool starts_with(const basic_string &s) const { return __n >= s.__n && !__compared(__p, s.__n, s.__p, s.__n); }
    bool ends_with(const basic_string &s) const { return __n >= s.__n && !__compared(__p + __n - s.__n, s.__n, s.__p, s.__n); }
    operator basic_string_view<C>() const { return basic_string_view<C>(c_str(), __n); }
};
typedef basic_string<char> string;

#define STD_SUM(A, B) \
    template <typename C, typename T, typename L> basic_string<C, T, L> operator+(A, B) \
    { \
        basic_string<C, T, L> r(a); \
        r += b; \
        return r; \
    }
#define STD_STRING const basic_string<C, T, L> &
STD_SUM(STD_STRING a, STD_STRING b)
STD_SUM(STD_STRING a, const C *b)
STD_SUM(STD_STRING a, C b)
STD_SUM(const C *a, STD_STRING b)
#undef STD_SUM
template <typename C, typename T, typename L> basic_string<C, T, L> operator+(C a, STD_STRING b)
{
    basic_string<C, T, L> r(1, a);
    r += b;
    return r;
}
#define STD_COMPARE(OP, TURNED) \
    template <typename C, typename T, typename L> bool operator OP(STD_STRING a, STD_STRING b) { return a.compare(b) OP 0; } \
    template <typename C, typename T, typename L> bool operator OP(STD_STRING a, const C *b) { return a.compare(b) OP 0; } \
    template <typename C, typename T, typename L> bool operator OP(const C *a, STD_STRING b) { return b.compare(a) TURNED 0; }
STD_COMPARE(==, ==)
STD_COMPARE(!=, !=)
STD_COMPARE(<, >)
STD_COMPARE(>, <)
STD_COMPARE(<=, >=)
STD_COMPARE(>=, <=)
#undef STD_COMPARE
#undef STD_STRING
template <typename C, typename T, typename L> void swap(basic_string<C, T, L> &a, basic_string<C, T, L> &b) { a.swap(b); }

#define STD_TO_STRING(T, FORMAT) string to_string(T x) { char b[400]; __sys_sprintf(b, FORMAT, x); return string(b); }
STD_TO_STRING(int, "%d")
STD_TO_STRING(unsigned, "%u")
STD_TO_STRING(long, "%ld")
STD_TO_STRING(unsigned long, "%lu")
STD_TO_STRING(long long, "%lld")
STD_TO_STRING(unsigned long long, "%llu")
STD_TO_STRING(float, "%f")
STD_TO_STRING(double, "%f")
#undef STD_TO_STRING

long __number(const string &s, size_t *at, int base, const char *name, long least, long most)
{
    char *end;
    long x = (long)__sys_strtol(s.c_str(), &end, base);
    if (end == s.c_str()) throw invalid_argument(name);
    if (x < least || x > most) throw out_of_range(name);
    if (at) *at = end - s.c_str();
    return x;
}
double __number(const string &s, size_t *at, const char *name)
{
    char *end;
    double x = __longlong_as_double((long long)__sys_strtod(s.c_str(), &end));
    if (end == s.c_str()) throw invalid_argument(name);
    if (at) *at = end - s.c_str();
    return x;
}
int stoi(const string &s, size_t *at = 0, int base = 10) { return (int)__number(s, at, base, "stoi", -2147483647L - 1, 2147483647L); }
long stol(const string &s, size_t *at = 0, int base = 10) { return __number(s, at, base, "stol", -9223372036854775807L - 1, 9223372036854775807L); }
long long stoll(const string &s, size_t *at = 0, int base = 10) { return __number(s, at, base, "stoll", -9223372036854775807L - 1, 9223372036854775807L); }
unsigned long stoul(const string &s, size_t *at = 0, int base = 10) { return __number(s, at, base, "stoul", -9223372036854775807L - 1, 9223372036854775807L); }
unsigned long long stoull(const string &s, size_t *at = 0, int base = 10) { return __number(s, at, base, "stoull", -9223372036854775807L - 1, 9223372036854775807L); }
double stod(const string &s, size_t *at = 0) { return __number(s, at, "stod"); }
double stold(const string &s, size_t *at = 0) { return __number(s, at, "stold"); }
float stof(const string &s, size_t *at = 0) { return (float)__number(s, at, "stof"); }

template <typename C, typename Traits = char_traits<C>> struct basic_string_view {
    const C *__p;
    size_t __n;
    typedef C value_type;
    typedef size_t size_type;
    typedef const C *iterator;
    typedef const C *const_iterator;
    static const size_t npos = 18446744073709551615uL;
    constexpr basic_string_view() : __p(0), __n(0) {}
    basic_string_view(const C *s) : __p(s), __n(Traits::length(s)) {}
    constexpr basic_string_view(const C *s, size_t n) : __p(s), __n(n) {}
    size_t size() const { return __n; }
    size_t length() const { return __n; }
    bool empty() const { return __n == 0; }
    const C *data() const { return __p; }
    const C *begin() const { return __p; }
    const C *end() const { return __p + __n; }
    const C &operator[](size_t i) const { return __p[i]; }
    const C &front() const { return __p[0]; }
    const C &back() const { return __p[__n - 1]; }
    void remove_prefix(size_t n) { __p += n; __n -= n; }
    void remove_suffix(size_t n) { __n -= n; }
    basic_string_view substr(size_t at = 0, size_t n = npos) const { return basic_string_view(__p + at, n < __n - at ? n : __n - at); }
    int compare(basic_string_view v) const { return basic_string<C>::__compared(__p, __n, v.__p, v.__n); }
    size_t find(basic_string_view v, size_t from = 0) const
    {
        for (size_t i = from; i + v.__n <= __n; i++)
            if (!v.__n || !(int)__sys_memcmp(__p + i, v.__p, v.__n * sizeof(C))) return i;
        return npos;
    }
    size_t find(C c, size_t from = 0) const
    {
        for (size_t i = from; i < __n; i++)
            if (__p[i] == c) return i;
        return npos;
    }
    size_t rfind(C c) const
    {
        for (size_t i = __n; i > 0; i--)
            if (__p[i - 1] == c) return i - 1;
        return npos;
    }
    size_t find_first_of(basic_string_view v, size_t from = 0) const
    {
        for (size_t i = from; i < __n; i++)
            if (basic_string<C>::__among(__p[i], v.__p, v.__n)) return i;
        return npos;
    }
    size_t find_first_not_of(basic_string_view v, size_t from = 0) const
    {
        for (size_t i = from; i < __n; i++)
            if (!basic_string<C>::__among(__p[i], v.__p, v.__n)) return i;
        return npos;
    }
    bool starts_with(basic_string_view v) const { return __n >= v.__n && !substr(0, v.__n).compare(v); }
    bool ends_with(basic_string_view v) const { return __n >= v.__n && !substr(__n - v.__n).compare(v); }
};
typedef basic_string_view<char> string_view;
bool operator==(string_view a, string_view b) { return a.compare(b) == 0; }
bool operator!=(string_view a, string_view b) { return a.compare(b) != 0; }
bool operator<(string_view a, string_view b) { return a.compare(b) < 0; }
bool operator>(string_view a, string_view b) { return a.compare(b) > 0; }

inline namespace literals {
inline namespace string_literals {
string operator""s(const char *s, size_t n) { return string(s, n); }
}
inline namespace string_view_literals {
string_view operator""sv(const char *s, size_t n) { return string_view(s, n); }
}
}

}
