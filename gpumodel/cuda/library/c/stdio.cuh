// What a host has of stdio.h. The names that begin with __sys_ are those of package host.

// stdio.h
struct FILE { int number; };
FILE __files[3] = {{0}, {1}, {2}};
#define stdin (&__files[0])
#define stdout (&__files[1])
#define stderr (&__files[2])
#define EOF (-1)
int vprintf(const char *format, va_list list) { return (int)__sys_vprintf(format, list); }
int vfprintf(FILE *f, const char *format, va_list list) { return (int)__sys_vfprintf(f, format, list); }
int vsprintf(char *to, const char *format, va_list list) { return (int)__sys_vsprintf(to, format, list); }
int vsnprintf(char *to, size_t n, const char *format, va_list list) { return (int)__sys_vsnprintf(to, n, format, list); }
int puts(const char *s) { return (int)__sys_puts(s); }
int putchar(int c) { return (int)__sys_putchar(c); }
// __failed is what a call about a file returns that has failed: it sets errno.
long __failed(long result)
{
    int n = (int)__sys_errno();
    if (n) errno = n;
    return result;
}
int fputs(const char *s, FILE *f) { int n = (int)__sys_fputs(s, f); return n < 0 ? (int)__failed(EOF) : n; }
int fputc(int c, FILE *f) { int n = (int)__sys_fputc(c, f); return n < 0 ? (int)__failed(EOF) : n; }
int putc(int c, FILE *f) { return fputc(c, f); }
int putchar_unlocked(int c) { return (int)__sys_putchar(c); }
int ungetc(int c, FILE *f) { return (int)__sys_ungetc(c, f); }
int fflush(FILE *f) { return __sys_fflush(f) ? (int)__failed(EOF) : 0; }
int getchar() { return (int)__sys_getchar(); }
void perror(const char *s) { fprintf(stderr, s && *s ? "%s: %s\n" : "%s%s\n", s ? s : "", strerror(errno)); }
int setvbuf(FILE *f, char *buffer, int mode, size_t n) { return 0; }
void setbuf(FILE *f, char *buffer) {}
void setlinebuf(FILE *f) {}
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
FILE *fopen(const char *name, const char *mode)
{
    FILE *f = (FILE *)__sys_fopen(name, mode);
    if (!f) __failed(0);
    return f;
}
FILE *freopen(const char *name, const char *mode, FILE *f)
{
    FILE *g = (FILE *)__sys_freopen(name, mode, f);
    if (!g) __failed(0);
    return g;
}
int remove(const char *name) { return __sys_remove(name) ? (int)__failed(-1) : 0; }
int unlink(const char *name) { return __sys_remove(name) ? (int)__failed(-1) : 0; }
int rename(const char *from, const char *to) { return __sys_rename(from, to) ? (int)__failed(-1) : 0; }
int fclose(FILE *f) { return __sys_fclose(f) ? (int)__failed(EOF) : 0; }
size_t fread(void *to, size_t size, size_t n, FILE *f)
{
    size_t done = __sys_fread(to, size, n, f);
    return done < n ? (size_t)__failed(done) : done;
}
size_t fwrite(const void *from, size_t size, size_t n, FILE *f)
{
    size_t done = __sys_fwrite(from, size, n, f);
    return done < n ? (size_t)__failed(done) : done;
}
char *fgets(char *to, int n, FILE *f)
{
    char *s = (char *)__sys_fgets(to, n, f);
    if (!s) __failed(0);
    return s;
}
int fgetc(FILE *f) { int c = (int)__sys_fgetc(f); return c == EOF ? (int)__failed(EOF) : c; }
int getc(FILE *f) { return fgetc(f); }
// getline reads a line of any length into memory of malloc, which it lets grow.
long getdelim(char **line, size_t *n, int end, FILE *f)
{
    size_t at = 0;
    int c;
    if (!*line) *n = 0;
    while ((c = fgetc(f)) != EOF) {
        if (at + 2 > *n) {
            *n = *n ? 2 * *n : 120;
            *line = (char *)__sys_realloc(*line, *n);
        }
        (*line)[at++] = (char)c;
        if (c == end) break;
    }
    if (!at) return -1;
    (*line)[at] = 0;
    return (long)at;
}
long getline(char **line, size_t *n, FILE *f) { return getdelim(line, n, '\n', f); }
int feof(FILE *f) { return (int)__sys_feof(f); }
int ferror(FILE *f) { return (int)__sys_ferror(f); }
int fseek(FILE *f, long at, int from) { return __sys_fseek(f, at, from) ? (int)__failed(-1) : 0; }
long ftell(FILE *f) { long at = (long)__sys_ftell(f); return at < 0 ? __failed(-1) : at; }
void clearerr(FILE *f) { __sys_clearerr(f); }
void rewind(FILE *f) { fseek(f, 0, 0); clearerr(f); }
int fileno(FILE *f) { return f->number; }
typedef long fpos_t;
int fgetpos(FILE *f, fpos_t *at) { *at = ftell(f); return 0; }
int fsetpos(FILE *f, const fpos_t *at) { return fseek(f, *at, SEEK_SET); }
int fseeko(FILE *f, long at, int from) { return fseek(f, at, from); }
long ftello(FILE *f) { return ftell(f); }
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define L_tmpnam 20
