// What host code has where a function has no value, bit for bit: clang with glibc 2.36 prints the same.
#include <cstdio>
#include <cstring>
#include <cmath>
static unsigned b(float x) { unsigned u; memcpy(&u, &x, 4); return u; }
static unsigned long long bd(double x) { unsigned long long u; memcpy(&u, &x, 8); return u; }
int main() {
  volatile float z = 0, inf = INFINITY, m = -2, two = 2; volatile double dz = 0, dinf = INFINITY, dm = -2, dtwo = 2;
#define F(n, ...) { float r = n##f(__VA_ARGS__); printf("%s %08x\n", #n "f", b(r)); }
#define D(n, ...) { double r = n(__VA_ARGS__); printf("%s %016llx\n", #n, bd(r)); }
  F(acos, two) F(asin, two) F(acosh, z) F(atanh, two) F(log, m) F(log2, m) F(log10, m) F(log1p, m) F(sqrt, m) F(pow, m, 0.5f) F(fmod, two, z) F(fmod, inf, two) F(remainder, two, z) F(sin, inf) F(cos, inf) F(tan, inf) F(tgamma, m) F(tgamma, -inf) F(fma, inf, z, two) F(lgamma, -inf)
  F(exp, z / z) F(sqrt, -inf) F(hypot, z / z, two) F(atan2, z / z, two) F(sin, z / z) F(sin, -(z / z)) F(cbrt, -(z/z)) F(erf, z/z) F(exp, -(z/z)) F(pow, -(z/z), two) F(fmod, -(z/z), two) F(floor, -(z/z)) F(round, -(z/z)) F(fabs, z/z)
  D(acos, dtwo) D(asin, dtwo) D(acosh, dz) D(atanh, dtwo) D(log, dm) D(log2, dm) D(log10, dm) D(log1p, dm) D(sqrt, dm) D(pow, dm, 0.5) D(fmod, dtwo, dz) D(remainder, dtwo, dz) D(sin, dinf) D(cos, dinf) D(tan, dinf) D(tgamma, dm) D(fma, dinf, dz, dtwo)
  F(copysign, z / z, two) F(copysign, two, z / z) F(lgamma, m)
  float y; unsigned p = 0x7fa00001; memcpy(&y, &p, 4); volatile float s = y;
  printf("%08x %08x %08x %016llx\n", b(expf(s)), b(floorf(s)), b(z / z), bd(dinf - dinf));
  D(exp, -(dz/dz)) D(sin, -(dz/dz)) D(pow, -(dz/dz), dtwo) D(fmod, -(dz/dz), dtwo) D(floor, -(dz/dz)) D(cbrt, -(dz/dz)) D(erf, -(dz/dz)) D(log, -(dz/dz)) D(atan2, -(dz/dz), dtwo) D(hypot, -(dz/dz), dtwo) D(tgamma, -(dz/dz))
}
