// Functions with …, and what stdarg.h has for them.

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
    Logger g;
    g.say("%s %d %d\n", "method", 4, 5);
    g.say("done\n");
    char t[64];
    printf("%d\n", g.calls + (int)strlen(strcpy(t, "12345")));
}
