// Which operator is called: of a class or beside it; conversions that are explicit; and names of templates in namespaces.
#include <stdio.h>
#include <tuple>

template <typename T> struct Place {
    T *p;
    explicit Place(T *p) : p(p) {}
    Place operator-(long n) const { return Place(p - n); }
    explicit operator bool() const { return p != 0; }
    explicit operator long() const { return 1000; }
    operator T() const { return *p; }
};
template <typename T, typename U> long operator-(const Place<T> &a, const Place<U> &b) { return a.p - b.p; }

struct Ref { // what a const one stands for can be assigned
    int *p;
    const Ref &operator=(int x) const { *p = x; return *this; }
    int *operator&() const { return p; } // where an element is that it stands for
    const Ref &twice(int x) const { return *this = 2 * x; }
};

namespace names {
template <typename... T> struct list { static const int count = sizeof...(T); };
template <typename T> struct holder { T x; };
template <typename T> struct size { static const int value = 0; };
template <typename... T> struct size<holder<list<T...>>> { static const int value = sizeof...(T); };
}
template <typename... T> names::holder<names::list<T...>> hold(const T &...) { return names::holder<names::list<T...>>(); }

int main()
{
    int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    Place<int> a(x), b(x + 5);
    printf("%ld %d %d %ld\n", b - a, *(b - 2L).p, b ? 1 : 0, (long)b);
    int value = b;
    printf("%d %d\n", value, b + 1);
    Ref r = {x + 3};
    const Ref s = r;
    s = 30;
    printf("%d ", x[3]);
    s.twice(7);
    printf("%d %d\n", x[3], (int)(&s - x));
    auto h = hold(1, 2.0, 'c');
    printf("%d %d\n", names::size<decltype(h)>::value, names::size<names::holder<names::list<int, names::list<int, names::list<int>>>>>::value);
}
