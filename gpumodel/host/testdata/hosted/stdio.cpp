#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <cctype>

struct Point { double x, y; };
static Point add(Point a, Point b) { Point r = {a.x + b.x, a.y + b.y}; return r; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
enum Color { RED, GREEN = 5, BLUE };
typedef int (*operation)(int, int);
static int plus(int a, int b) { return a + b; }
static int times(int a, int b) { return a * b; }
static long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int main()
{
    printf("%d %5d|%-5d|%05d %+d %u %x %X %o %c %s %%\n", 42, 42, 42, 42, 42, 4000000000u, 255, 255, 8, 'z', "text");
    printf("%f %.2f %8.3f|%-10.1f|%e %g %g %g\n", 3.14159, 2.5, -1.0, 7.25, 12345.678, 0.0001, 1e10, 123456789.0);
    printf("%ld %lld %lu %zu %hd %hhd %10s|%-10s|%.3s\n", -5L, 1LL << 40, 5UL, sizeof(double), (short)70000, (char)300, "right", "left", "abcdef");
    printf("%*d|%-*d|%.*f\n", 6, 7, 6, 7, 2, 1.005);
    char buffer[64];
    int n = snprintf(buffer, 8, "%s %d", "long text", 12345);
    printf("%d [%s]\n", n, buffer);
    sprintf(buffer, "%d-%s", 7, "x");
    printf("%s %zu %d %d\n", buffer, strlen(buffer), strcmp(buffer, "7-x"), strcmp("a", "b") < 0);
    strcpy(buffer, "one");
    strcat(buffer, " two");
    printf("%s %s %d\n", buffer, strchr(buffer, 't'), (int)(strstr(buffer, "two") - buffer));
    printf("%d %ld %.3f %d\n", atoi(" -42abc"), strtol("0x1f", 0, 16), atof("2.5e3"), toupper('q'));
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    srand(42);
    int first = rand();
    printf("%d %d\n", first, rand() % 100);
    Point p = add(Point{1, 2}, Point{0.5, 0.25});
    printf("%.2f %.2f %d %d\n", p.x, p.y, BLUE, GREEN);
    operation table[] = {plus, times};
    for (int i = 0; i < 2; i++) printf("%d ", table[i](6, 7));
    printf("%ld\n", fact(15));
    int grid[3][4], *flat = &grid[0][0];
    for (int i = 0; i < 12; i++) flat[i] = i * i % 7;
    int sum = 0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++) sum += grid[y][x] * (y + 1);
    printf("%d %.6f %.6f %.6f %.4f\n", sum, sqrt(2.0), sin(1.0), pow(2.0, 0.5), fabs(-3.5));
    float f = 0.1f;
    double d = 0;
    for (int i = 0; i < 1000; i++) { f += 0.1f; d += f; }
    printf("%.6f %.6f %d\n", f, d, (int)f);
    unsigned char bytes[4] = {1, 2, 3, 200};
    unsigned word;
    memcpy(&word, bytes, 4);
    printf("%u %d\n", word, memcmp(bytes, "\1\2\3", 3));
    static int calls = 0;
    do { calls++; } while (calls < 3);
    switch (calls) { case 1: puts("one"); break; case 3: puts("three"); default: puts("more"); }
    int *numbers = (int *)malloc(10 * sizeof(int));
    for (int i = 0; i < 10; i++) numbers[i] = (i * 7 + 3) % 10;
    for (int i = 0; i < 10; i++)
        for (int j = i + 1; j < 10; j++)
            if (compare(&numbers[j], &numbers[i]) < 0) { int t = numbers[i]; numbers[i] = numbers[j]; numbers[j] = t; }
    for (int i = 0; i < 10; i++) printf("%d", numbers[i]);
    printf("\n");
    free(numbers);
    long long big = 1;
    for (int i = 1; i <= 20; i++) big *= i;
    printf("%lld %lld %d %d\n", big, big % 1000007, -7 / 2, -7 % 3);
}
