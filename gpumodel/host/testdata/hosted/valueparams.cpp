// Value parameters of templates whose types depend on the parameters before them.

#include <cstdio>
#include <type_traits>

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> int kind(T) { return 1; }
template <typename T, typename std::enable_if<std::is_floating_point<T>::value>::type * = nullptr> int kind(T) { return 2; }
template <typename T, std::enable_if_t<std::is_pointer<T>::value> *unused = nullptr> int kind(T) { return 3; }
template <typename T, typename std::enable_if<(sizeof(T) > 4)>::type * = nullptr> bool wide(T) { return true; }
template <typename T, typename std::enable_if<(sizeof(T) <= 4)>::type * = nullptr> bool wide(T) { return false; }
template <typename T, typename T::value_type v> struct Held {
    static constexpr typename T::value_type value = v;
};
template <typename T, T *p = nullptr> bool none(T) { return p == nullptr; }

template <typename T, void (*f)(T *, int)> void apply(T *x) { f(x, 5); }
template <typename T, void (*f)(T *, int)> void twice(T *x) {
    apply<T, f>(x);
    f(x, 1);
}
void add(int *x, int n) { *x += n; }
void scale(float *x, int n) { *x *= n + .5f; }
void both(int *x, int n) { *x -= n; }
void both(float *x, int n) { *x -= n * .25f; }
template <typename T, T (*f)(T, T)> T fold(const T *x, int n) {
    T sum = x[0];
    for (int i = 1; i < n; i++) sum = f(sum, x[i]);
    return sum;
}
float product(float a, float b) { return a * b; }

template <typename T> struct Box {
    T v;
    template <typename U = T, typename std::enable_if<std::is_same<U, int>::value>::type * = nullptr> int get() const { return v; }
    template <typename U = T, typename std::enable_if<!std::is_same<U, int>::value>::type * = nullptr> int get() const { return -1; }
};
template <typename T, typename std::enable_if<std::is_signed<T>::value>::type * = nullptr> struct Signed {
    T v;
};

int main() {
    int x[] = {1, 2, 3};
    float y[] = {2, 3, 4};
    std::printf("%d %d %d %d %d\n", kind(1), kind(1.5), kind(x), wide(1), wide(1.5));
    std::printf("%d %d\n", Held<std::integral_constant<int, 5>, 7>::value, none(2));
    twice<int, add>(x);
    twice<float, scale>(y);
    std::printf("%d %g %g\n", x[0], y[0], fold<float, product>(y, 3));
    apply<int, both>(x);
    apply<float, &both>(y);
    std::printf("%d %g\n", x[0], y[0]);
    std::printf("%d %d %d\n", Box<int>{5}.get(), Box<float>{5}.get(), Signed<int>{-4}.v);
}
