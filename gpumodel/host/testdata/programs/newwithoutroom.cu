// A new without room throws, at each depth of calls; one with std::nothrow gives a null pointer.
#include <stdio.h>
#include <new>
struct S {
    int a;
    S() : a(3) {}
    ~S() {}
};
template <typename T> T *made(size_t n) { return new T[n]; }
int main()
{
    size_t n = 1ull << 40;
    try {
        S *p = new S[n];
        printf("%d\n", p[0].a);
    } catch (const std::bad_alloc &e) {
        puts(e.what());
    }
    try {
        double *p = made<double>(n);
        printf("%g\n", p[0]);
    } catch (...) {
        puts("caught");
    }
    int *q = new (std::nothrow) int[n], *r = new (std::nothrow) int(7);
    printf("%d %d\n", q == nullptr, *r);
    delete r;
    try {
        made<S>(n);
    } catch (int) {
    }
}
