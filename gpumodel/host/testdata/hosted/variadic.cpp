// Functions with …, and what stdarg.h has for them.

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
void log(const char *f, ...) { char b[100]; va_list a; va_start(a, f); int n = vsnprintf(b, sizeof b, f, a); va_end(a); printf("[%s] %d\n", b, n); }
void both(FILE *to, const char *f, ...) { va_list a, b; va_start(a, f); va_copy(b, a); vfprintf(to, f, a); vprintf(f, b); va_end(a); va_end(b); }
void kinds(const char *k, ...)
{
    va_list l;
    va_start(l, k);
    for (; *k; k++)
        switch (*k) {
        case 'd': printf("%d ", va_arg(l, int)); break;
        case 'u': printf("%u ", va_arg(l, unsigned)); break;
        case 'l': printf("%ld ", va_arg(l, long)); break;
        case 'f': printf("%g ", va_arg(l, double)); break;
        case 's': printf("%s ", va_arg(l, char *)); break;
        case 'c': printf("%c ", va_arg(l, int)); break;
        }
    va_end(l);
    puts("");
}
int pick(int) { return 1; }
int pick(...) { return 2; }
#define LOG(f, ...) log("%s:%d " f, __func__, __LINE__, ##__VA_ARGS__)
struct Logger { int calls = 0; void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); calls++; } };
struct Small { short a; char b; };
struct Mixed { long n; double x; };
struct Odd { float x, y, z; };
Mixed mixed() { return {7, 0.5}; }
void classes(int n, ...)
{
    va_list l;
    va_start(l, n);
    Small s = va_arg(l, Small);
    long between = va_arg(l, long);
    Odd o = va_arg(l, Odd);
    Mixed m = va_arg(l, Mixed);
    printf("%d %d %ld %g %g %g %ld %g %d\n", s.a, s.b, between, o.x, o.y, o.z, m.n, m.x, va_arg(l, int));
    va_end(l);
}
int main()
{
    printf("%d %d\n", sum(0), sum(4, 1, 2, 3, -10));
    log("%d %s %5.2f %c %lld", -3, "text", 2.5f, 'x', 1LL << 40);
    log("nothing");
    both(stdout, "%u %zu\n", 4000000000u, sizeof(int));
    short s = -7;
    kinds("dulfscd", 1, 4000000000u, -5L, 1.5f, "abc", 'z', s);
    LOG("a macro");
    LOG("with %d", 3);
    printf("%d %d\n", pick(1), pick("x"));
    Small small = {-3, 'c'};
    classes(5, small, 1L << 40, Odd{1, 2, 3}, mixed(), -1);
    std::chrono::nanoseconds took(1234);
    char line[100];
    printf("%s took %lld ns, %d%%\n", "it", took, 5);
    printf("%ld %g\n", mixed());
    fprintf(stdout, "%lld\n", std::chrono::duration_cast<std::chrono::microseconds>(took));
    snprintf(line, sizeof line, "%g", std::chrono::duration<double>(1.5));
    puts(line);
    Logger g;
    g.say("%s %d %d\n", "method", 4, 5);
    g.say("done\n");
    char t[64];
    printf("%d\n", g.calls + (int)strlen(strcpy(t, "12345")));
}
