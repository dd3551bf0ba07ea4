// Functions that are declared inside of others, and defined further down.
#include <cstdio>
#include <vector>
typedef double real;
struct Point { int x, y; };
namespace inner {
int outside()
{
    int own(int);
    return own(20);
}
int own(int x) { return x + 1; }
}
int main()
{
    int twice(int);
    int n = 4;
    extern float mean(float, float);
    void greet();
    void tell(const char *text);
    unsigned long long big(unsigned n);
    real half(real);
    int *first(std::vector<int> &);
    int many(int a, int b = 3);
    Point made(int x);
    float fraction(float(n) / 8), sum(n + 1);
    greet();
    tell("told");
    std::vector<int> v(3, 8), w(size_t(2));
    printf("%d %g %llu %g %d %d %d\n", twice(n), mean(1, 2), big(3), half(3), *first(v), many(1), made(6).y);
    printf("%g %g %zu %d\n", fraction, sum, w.size(), inner::outside());
    if (n > 3) {
        int twice(int);
        printf("%d\n", twice(9));
    }
}
int twice(int x) { return 2 * x; }
float mean(float a, float b) { return (a + b) / 2; }
void greet() { puts("hello"); }
void tell(const char *text) { puts(text); }
unsigned long long big(unsigned n) { return 1ull << 40 | n; }
real half(real x) { return x / 2; }
int *first(std::vector<int> &v) { return &v[0]; }
int many(int a, int b) { return a * 10 + b; }
Point made(int x) { return {x, x + 1}; }
