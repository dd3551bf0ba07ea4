// A using directive leaves the functions of the file's own scope visible: floor and abs of numbers beside those of durations.

#include <chrono>
#include <cmath>
#include <cstdio>
using namespace std::chrono;
namespace mine {
struct V { double x; };
double fabs(const V &v) { return v.x < 0 ? -v.x : v.x; }
}
using namespace mine;
int main() {
    double a[2] = {1, 2.5}, *p = a;
    std::printf("%g %g %d\n", floor(p[0] - p[1]), round(p[1]), abs((int)p[0] - 4));
    std::printf("%d %g\n", (int)abs(milliseconds(-7)).count(), fabs(V{-2}) + fabs(-3.0));
}
