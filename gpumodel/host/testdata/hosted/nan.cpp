// NAN is the host's quiet NaN, with a sign that printf tells.
#include <cmath>
#include <cstdio>
#include <cstring>
static void show(double d, float f) { unsigned u; unsigned long long l; memcpy(&u, &f, 4); memcpy(&l, &d, 8); printf("%016llx %08x %f %5.1f %G %e\n", l, u, d, d, d, f); }
int main() {
    volatile double zero = 0, minus = -1;
    show(NAN, NAN);
    show(-NAN, -NAN);
    show(nan(""), nanf(""));
    show(0.0 / 0.0, 0.0f / 0.0f);
    printf("%f %f %f\n", zero / zero, sqrt(minus), fabs(zero / zero));
    float f = NAN;
    printf("%d %d %f\n", f == f, std::isnan(f) ? 1 : 0, f);
    union { unsigned long long l; double d; } all = { ~0ULL };
    printf("%f %g\n", all.d, -all.d);
}
