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
int fputs(const char *s, FILE *f) { return (int)__sys_fputs(s, f); }
int fputc(int c, FILE *f) { return (int)__sys_fputc(c, f); }
int putc(int c, FILE *f) { return (int)__sys_fputc(c, f); }
int putchar_unlocked(int c) { return (int)__sys_putchar(c); }
int ungetc(int c, FILE *f) { return (int)__sys_ungetc(c, f); }
int fflush(FILE *f) { return 0; }
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
    if (!f) errno = 2; // ENOENT
    return f;
}
FILE *freopen(const char *name, const char *mode, FILE *f)
{
    FILE *g = (FILE *)__sys_fopen(name, mode);
    if (!g) return 0;
    f->number = g->number;
    return f;
}
int remove(const char *name) { return (int)__sys_remove(name); }
int unlink(const char *name) { return (int)__sys_remove(name); }
int fclose(FILE *f) { return (int)__sys_fclose(f); }
size_t fread(void *to, size_t size, size_t n, FILE *f) { return __sys_fread(to, size, n, f); }
size_t fwrite(const void *from, size_t size, size_t n, FILE *f) { return __sys_fwrite(from, size, n, f); }
char *fgets(char *to, int n, FILE *f) { return (char *)__sys_fgets(to, n, f); }
int fgetc(FILE *f) { return (int)__sys_fgetc(f); }
int getc(FILE *f) { return (int)__sys_fgetc(f); }
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
int ferror(FILE *f) { return 0; }
int fseek(FILE *f, long at, int from) { return (int)__sys_fseek(f, at, from); }
long ftell(FILE *f) { return (long)__sys_ftell(f); }
void rewind(FILE *f) { __sys_fseek(f, 0L, 0); }
void clearerr(FILE *f) { __sys_clearerr(f); }
int fileno(FILE *f) { return f->number; }
typedef long fpos_t;
int fgetpos(FILE *f, fpos_t *at) { *at = ftell(f); return 0; }
int fsetpos(FILE *f, const fpos_t *at) { return fseek(f, *at, SEEK_SET); }
int fseeko(FILE *f, long at, int from) { return fseek(f, at, from); }
long ftello(FILE *f) { return ftell(f); }
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define L_tmpnam 20
