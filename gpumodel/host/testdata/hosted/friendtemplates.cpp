// Templates of functions that are friends of a class template.

#include <cstdio>
template <typename T> class V;
template <typename T> V<T> operator+(const V<T> &a, const V<T> &b);
template <typename T> class V {
    T x;

public:
    V(T x) : x(x) {}
    T get() const { return x; }
    template <typename U> friend V<U> operator+(const V<U> &a, const V<U> &b);
    template <typename U>
    friend V<U> scale(const V<U> &a, U f);
};
template <typename T> V<T> operator+(const V<T> &a, const V<T> &b) { return V<T>(a.x + b.x); }
template <typename T> V<T> scale(const V<T> &a, T f) { return V<T>(a.x * f); }
int main() {
    V<float> a(1), b(2.5f);
    std::printf("%g %d\n", scale(a + b, 2.f).get(), scale(V<int>(3), 4).get());
}
