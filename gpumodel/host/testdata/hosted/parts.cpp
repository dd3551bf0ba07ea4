// Numbers taken apart: frexp and modf.

#include <cmath>
#include <cstdio>
int main() {
    const double x[] = {0.0, -0.0, 1, -1, 0.5, 3.75, -1234.5678, 1e300, 4.9e-324, 2.2250738585072014e-308, INFINITY, -INFINITY};
    const float y[] = {0.0f, -0.0f, 1, -1, 0.5f, 3.75f, -1234.5678f, 1e38f, 1.4e-45f, 1.17549435e-38f, INFINITY};
    for (double v : x) {
        int e = 7;
        double whole, f = std::frexp(v, &e), part = std::modf(v, &whole);
        printf("%.17g %d %.17g %.17g\n", f, std::isinf(v) ? 0 : e, whole, part);
    }
    for (float v : y) {
        int e = 7;
        float whole, f = frexpf(v, &e), part = modff(v, &whole);
        printf("%.9g %d %.9g %.9g\n", f, std::isinf(v) ? 0 : e, whole, part);
    }
    float f = 6.25f, whole;
    printf("%g %g\n", std::modf(f, &whole), whole);
}
