// Arrays whose length is no constant, kernels aside: static methods as pointers, OpenMP with its threads in order.

#include <cstdio>
#include <cstring>
struct Op { static int twice(int x) { return 2 * x; } static void call(int (*f)(int), int v) { printf("%d\n", f(v)); } void go() { call(Op::twice, 21); call(twice, 4); } };
int sum(int n, int m)
{
    int a[n], *p[n], t[m][3];
    float f[n + 1], g[2 * m];
    for (int i = 0; i < n; i++) a[i] = i, p[i] = &a[i], f[i] = i * 0.5f;
    memset(g, 0, sizeof(g));
    memset(t, 1, sizeof t);
    int s = 0;
    for (int i = 0; i < n; i++) s += *p[i];
    printf("%zu %zu %zu %zu %d %g %g\n", sizeof(a), sizeof p, sizeof(t), sizeof(a[0]), t[m - 1][2], f[n - 1], g[m]);
    return s;
}
int main()
{
    Op o; o.go();
    int all = 0;
    for (int k = 1; k < 200; k++) { char block[k * 100]; block[k] = 1; all += block[k]; }
    int first = sum(10, 4), second = sum(3, 2); printf("%d %d %d\n", first, second, all);
    int total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 100; i++) total += i;
    printf("%d\n", total);
}
