// What a host has of POSIX. The names that begin with __sys_ are those of package host.

// errno.h, signal.h, unistd.h, sys/*.h, locale.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EDOM 33
#define ERANGE 34
#define ENAMETOOLONG 36
#define ENOTEMPTY 39
#define ELOOP 40
#define EDQUOT 122
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned mode_t;
typedef long off_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
typedef unsigned long u_long;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define PATH_MAX 4096
pid_t getpid() { return 4242; }
pid_t getppid() { return 4241; }
uid_t getuid() { return 1000; }
uid_t geteuid() { return 1000; }
int isatty(int fd) { return 0; }
int getpagesize() { return 4096; }
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
long sysconf(int name) { return name == _SC_PAGESIZE ? 4096 : name == _SC_NPROCESSORS_CONF || name == _SC_NPROCESSORS_ONLN ? 4 : -1; }
int gethostname(char *name, size_t n) { strncpy(name, "localhost", n); return 0; }
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
int access(const char *name, int mode)
{
    FILE *f = fopen(name, mode & W_OK ? "r+b" : "rb");
    if (!f) return errno == EISDIR && !(mode & W_OK) ? 0 : -1;
    fclose(f);
    return 0;
}
int mkdir(const char *name, mode_t mode) { return __sys_mkdir(name) ? (int)__failed(-1) : 0; }
struct stat { mode_t st_mode; off_t st_size; time_t st_mtime; };
#define S_IFREG 0100000
#define S_ISREG(m) (((m) & 0170000) == S_IFREG)
#define S_ISDIR(m) (((m) & 0170000) == 0040000)
int stat(const char *name, struct stat *s)
{
    FILE *f = fopen(name, "rb");
    if (!f) {
        if (errno != EISDIR) return -1;
        s->st_mode = 0040755;
        s->st_size = 4096;
        s->st_mtime = time(0);
        return 0;
    }
    fseek(f, 0, SEEK_END);
    s->st_mode = S_IFREG | 0644;
    s->st_size = ftell(f);
    s->st_mtime = time(0);
    fclose(f);
    return 0;
}

struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; };
int uname(utsname *u)
{
    strcpy(u->sysname, "Linux");
    strcpy(u->nodename, "localhost");
    strcpy(u->release, "6.1.0");
    strcpy(u->version, "#1 SMP");
    strcpy(u->machine, "x86_64");
    strcpy(u->domainname, "(none)");
    return 0;
}

// mmap gives memory that belongs to no file.
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_FAILED ((void *)-1)
void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
    if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    return (void *)__sys_calloc(n, 1L);
}
int munmap(void *at, size_t n) { __sys_free(at); return 0; }
int mlock(const void *at, size_t n) { return 0; }
int munlock(const void *at, size_t n) { return 0; }

// Signals come from the program alone, by raise. What a fault of memory raises ends it.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))-2)
#define SIG_ERR ((void (*)(int))-1)
typedef void (*sighandler_t)(int);
typedef int sig_atomic_t;
sighandler_t __handlers[65];
sighandler_t signal(int number, sighandler_t f)
{
    if (number < 1 || number > 64) return SIG_ERR;
    sighandler_t old = __handlers[number];
    __handlers[number] = f;
    return old;
}
int raise(int number)
{
    if (number < 1 || number > 64) return -1;
    sighandler_t f = __handlers[number];
    if (f == SIG_IGN) return 0;
    if (f == SIG_DFL) {
        if (number == SIGABRT) __sys_abort();
        __sys_exit(128 + number);
    }
    __handlers[number] = SIG_DFL;
    f(number);
    __handlers[number] = f;
    return 0;
}

#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
char *setlocale(int category, const char *locale) { return !locale || !*locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX") ? (char *)"C" : 0; }

struct rlimit { unsigned long rlim_cur, rlim_max; };
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
#define RUSAGE_SELF 0
#define RLIMIT_STACK 3
int getrusage(int who, rusage *r) { __sys_memset(r, 0, sizeof(rusage)); gettimeofday(&r->ru_utime, 0); r->ru_utime.tv_sec -= 1767225600; return 0; }
int getrlimit(int what, rlimit *r) { r->rlim_cur = what == RLIMIT_STACK ? 8388608ul : ~0ul; r->rlim_max = ~0ul; return 0; }
int setrlimit(int what, const rlimit *r) { return 0; }

// What gcc has for threads, which run one after the other here.
template <typename T> T __sync_fetch_and_add(T *p, T n) { T old = *p; *p = old + n; return old; }
template <typename T> T __sync_fetch_and_sub(T *p, T n) { T old = *p; *p = old - n; return old; }
template <typename T> T __sync_fetch_and_or(T *p, T n) { T old = *p; *p = old | n; return old; }
template <typename T> T __sync_fetch_and_and(T *p, T n) { T old = *p; *p = old & n; return old; }
template <typename T> T __sync_fetch_and_xor(T *p, T n) { T old = *p; *p = old ^ n; return old; }
template <typename T> T __sync_add_and_fetch(T *p, T n) { return *p += n; }
template <typename T> T __sync_sub_and_fetch(T *p, T n) { return *p -= n; }
template <typename T> T __sync_lock_test_and_set(T *p, T n) { T old = *p; *p = n; return old; }
template <typename T> void __sync_lock_release(T *p) { *p = 0; }
template <typename T> T __sync_val_compare_and_swap(T *p, T from, T to) { T old = *p; if (old == from) *p = to; return old; }
template <typename T> bool __sync_bool_compare_and_swap(T *p, T from, T to) { if (*p != from) return false; *p = to; return true; }
void __sync_synchronize() {}
