// Results that are deduced: a lambda that leaves early returns nothing.

#include <cstdio>
#include <vector>
auto shown(int i) {
    if (i < 0) return;
    std::printf("shown %d\n", i);
}
int main() {
    std::vector<double> x{1.5, 2.5};
    auto print = [&](const char *label, int i) {
        if (i < 0 || i >= (int)x.size()) return;
        const double v = x[i];
        std::printf("%s %g\n", label, v);
    };
    print("first", 0);
    print("none", 7);
    auto generic = [](auto v) {
        if (v < 0) return;
        std::printf("generic %g\n", (double)v);
    };
    generic(3);
    generic(-2.5);
    shown(1);
    shown(-1);
}
