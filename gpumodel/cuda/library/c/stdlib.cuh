// What a host has of stdlib.h and stdarg.h. The names that begin with __sys_ are those of package host.

int errno = 0;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
// What atexit has noted is called by exit, the last first. So are the destructors of variables that live as long as the program.
#define __most_at_exit 1024
void (*__at_exit[__most_at_exit])();
int __ends_noted = 0;
int atexit(void (*f)())
{
    if (__ends_noted == __most_at_exit) return -1;
    __at_exit[__ends_noted++] = f;
    return 0;
}
void exit(int status)
{
    while (__ends_noted > 0) __at_exit[--__ends_noted]();
    __sys_exit(status);
}
void _exit(int status) { __sys_exit(status); }
void _Exit(int status) { __sys_exit(status); }
void quick_exit(int status) { __sys_exit(status); }
void abort() { __sys_abort(); }
void *calloc(size_t n, size_t size) { return (void *)__sys_calloc(n, size); }
void *realloc(void *p, size_t n) { return (void *)__sys_realloc(p, n); }
void *reallocarray(void *p, size_t n, size_t size) { return (void *)__sys_realloc(p, n * size); }
int posix_memalign(void **p, size_t align, size_t n) { *p = (void *)__sys_malloc(n); return 0; }
void *aligned_alloc(size_t align, size_t n) { return (void *)__sys_malloc(n); }
void *memalign(size_t align, size_t n) { return (void *)__sys_malloc(n); }
void *valloc(size_t n) { return (void *)__sys_malloc(n); }
#define alloca(n) ((void *)__sys_malloc((size_t)(n)))
#define __builtin_alloca(n) ((void *)__sys_malloc((size_t)(n)))
struct __block { void *at; __block(size_t n) : at((void *)__sys_malloc(n)) {} ~__block() { __sys_free(at); } };
int rand() { return (int)__sys_rand(); }
long random() { return (long)__sys_rand(); }
void srand(unsigned seed) { __sys_srand(seed); }
void srandom(unsigned seed) { __sys_srand(seed); }
// rand_r has a state of its own, as glibc has it.
int rand_r(unsigned *seed)
{
    unsigned next = *seed * 1103515245u + 12345u, n = next / 65536u % 2048u;
    for (int i = 0; i < 2; i++) {
        next = next * 1103515245u + 12345u;
        n = n << 10 ^ next / 65536u % 1024u;
    }
    *seed = next;
    return (int)n;
}
// The numbers of drand48 have 48 bits of state, which erand48, nrand48 and jrand48 find with their caller.
unsigned short __state48[3] = {0, 0, 0};
unsigned long __next48(unsigned short *x)
{
    unsigned long n = (x[0] | (unsigned long)x[1] << 16 | (unsigned long)x[2] << 32) * 0x5deece66dul + 0xb;
    x[0] = (unsigned short)n;
    x[1] = (unsigned short)(n >> 16);
    x[2] = (unsigned short)(n >> 32);
    return n & 0xfffffffffffful;
}
double erand48(unsigned short *x) { return __next48(x) * (1.0 / 281474976710656.0); }
long nrand48(unsigned short *x) { return (long)(__next48(x) >> 17); }
long jrand48(unsigned short *x) { return (long)(int)(__next48(x) >> 16); }
double drand48() { return erand48(__state48); }
long lrand48() { return nrand48(__state48); }
long mrand48() { return jrand48(__state48); }
void srand48(long seed)
{
    __state48[0] = 0x330e;
    __state48[1] = (unsigned short)seed;
    __state48[2] = (unsigned short)(seed >> 16);
}
int atoi(const char *s) { return (int)__sys_atol(s); }
long atol(const char *s) { return (long)__sys_atol(s); }
long long atoll(const char *s) { return (long long)__sys_atol(s); }
double atof(const char *s) { return __longlong_as_double((long long)__sys_atof(s)); }
long strtol(const char *s, char **end, int base) { return (long)__sys_strtol(s, end, base); }
unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)__sys_strtol(s, end, base); }
long long strtoll(const char *s, char **end, int base) { return (long long)__sys_strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return (unsigned long long)__sys_strtol(s, end, base); }
float strtof(const char *s, char **end) { return __int_as_float((int)__sys_strtof(s, end)); }
double strtod(const char *s, char **end) { return __longlong_as_double((long long)__sys_strtod(s, end)); }
// The environment is empty when a program begins.
#define __most_variables 256
char *__environment[__most_variables];
char **environ = __environment;
int __variable(const char *name)
{
    size_t n = __sys_strlen(name);
    for (int i = 0; __environment[i]; i++)
        if (!(int)__sys_strcmp(__environment[i], name, n) && __environment[i][n] == '=') return i;
    return -1;
}
char *getenv(const char *name)
{
    int i = __variable(name);
    return i < 0 ? 0 : __environment[i] + __sys_strlen(name) + 1;
}
int putenv(char *text)
{
    int i = 0;
    size_t n = 0;
    while (text[n] && text[n] != '=') n++;
    while (__environment[i] && ((int)__sys_strcmp(__environment[i], text, n) || __environment[i][n] != '=')) i++;
    if (i >= __most_variables - 1) return -1;
    __environment[i] = text;
    return 0;
}
int setenv(const char *name, const char *value, int overwrite)
{
    if (!overwrite && __variable(name) >= 0) return 0;
    size_t n = __sys_strlen(name);
    char *text = (char *)__sys_malloc(n + __sys_strlen(value) + 2);
    __sys_strcpy(text, name, -1L);
    text[n] = '=';
    __sys_strcpy(text + n + 1, value, -1L);
    return putenv(text);
}
int unsetenv(const char *name)
{
    int i = __variable(name);
    for (; i >= 0 && __environment[i]; i++) __environment[i] = __environment[i + 1];
    return 0;
}
// system starts nothing: a program here has no shell. It returns what it does where there is none.
int system(const char *command) { return command ? 127 << 8 : 0; }

struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
typedef ldiv_t lldiv_t;
div_t div(int a, int b) { div_t d = {a / b, a % b}; return d; }
ldiv_t ldiv(long a, long b) { ldiv_t d = {a / b, a % b}; return d; }
ldiv_t lldiv(long long a, long long b) { ldiv_t d = {(long)(a / b), (long)(a % b)}; return d; }

void __copy(char *to, const char *from, size_t n) { __sys_memcpy(to, from, n); }
// qsort merges, as glibc's does: what compares equal keeps its order.
void __merge_sort(char *a, size_t n, size_t size, int (*less)(const void *, const void *), char *room)
{
    if (n < 2) return;
    size_t half = n / 2, i = 0, j = half, k = 0;
    __merge_sort(a, half, size, less, room);
    __merge_sort(a + half * size, n - half, size, less, room);
    while (i < half && j < n) {
        if (less(a + i * size, a + j * size) <= 0) __copy(room + k++ * size, a + i++ * size, size);
        else __copy(room + k++ * size, a + j++ * size, size);
    }
    if (i < half) __copy(room + k * size, a + i * size, (half - i) * size);
    __copy(a, room, j * size);
}
void qsort(void *a, size_t n, size_t size, int (*less)(const void *, const void *))
{
    char *room = (char *)__sys_malloc(n * size + 1);
    __merge_sort((char *)a, n, size, less, room);
    __sys_free(room);
}
void *bsearch(const void *key, const void *a, size_t n, size_t size, int (*less)(const void *, const void *))
{
    for (size_t from = 0; from < n;) {
        size_t middle = (from + n) / 2;
        const char *at = (const char *)a + middle * size;
        int order = less(key, at);
        if (order == 0) return (void *)at;
        if (order < 0) n = middle;
        else from = middle + 1;
    }
    return 0;
}

// stdarg.h: the arguments behind the others, in words of 8 bytes
typedef unsigned long *va_list;
typedef va_list __builtin_va_list;
typedef va_list __gnuc_va_list;
#define va_start(list, ...) ((list) = __rest)
#define va_arg(list, type) (*(type *)(((list) += (sizeof(type) + 7) / 8) - (sizeof(type) + 7) / 8))
#define va_copy(to, from) ((to) = (from))
#define va_end(list) ((void)(list))
