// Functions with auto among their parameters.

#include <cstdio>

void show(auto x) { std::printf("%g\n", x * 1.); }
auto add(auto a, const auto &b) { return a + b; }
template <int N> void repeat(auto &x, auto by)
{
    for (int i = 0; i < N; i++) x += by;
}
int count(auto... xs) { return sizeof...(xs); }
auto total(auto &&...xs) { return (xs + ...); }
auto first(auto *p, int n = 1) { return p[n - 1]; }
auto later(auto x);
namespace space {
template <typename T> struct Box {
    T v;
    void add(auto x) { v += x; }
    auto operator()(auto x) const { return v * x; }
    static int size(auto x) { return sizeof x; }
private:
    int none() { return 0; }
public:
    T apply(auto f) const { return f(v); }
};
struct alignas(16) Plain {
    int v = 3;
    int times(auto x) { return v * x; }
    auto operator+(auto x) { return v + x; }
};
static inline int pass(int n, auto f) { return f(n); }
}
int overload(int) { return 1; }
int overload(auto) { return 2; }
auto later(auto x) { return x / 2; }

int main()
{
    show(3);
    show(2.5f);
    int i = 1;
    repeat<3>(i, 2);
    double d = .5;
    repeat<2>(d, 1);
    std::printf("%d %g %g\n", i, d, add(1, .25));
    int list[] = {4, 5};
    std::printf("%d %d %d %d\n", count(), count(1, 'a', 2.), total(1, 2, 3), first(list) * 10 + first(list, 2));
    space::Box<float> box{2};
    box.add(3);
    std::printf("%g %g %d %g\n", box.v, box(1.5), space::Box<int>::size('c'), box.apply([](auto x) { return x - 1; }));
    space::Plain plain;
    std::printf("%d %g %d\n", plain.times(4), plain + .5, space::pass(4, [](auto n) { return n * n; }));
    std::printf("%d %d %g\n", overload(1), overload(1.), later(3.));
}
