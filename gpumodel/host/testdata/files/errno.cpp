#include <stdio.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
int tried(const char *name, const char *mode) {
    errno = 0;
    FILE *f = fopen(name, mode);
    printf("fopen(\"%s\", \"%s\"): %s\n", name, mode, f ? "opened" : strerror(errno));
    if (f) fclose(f);
    return f != 0;
}
void said(int result) { printf("%d %s\n", result, strerror(errno)); }
int main() {
    tried("none", "r"); tried("none/x", "w"); tried("plain", "z"); tried("plain", "");
    tried("new", "wx"); tried("new", "wx"); tried("new", "r+"); tried("new/x", "r"); tried("new/x", "w");
    tried("none", "r+");
    char longest[300];
    memset(longest, 'x', 299);
    longest[299] = 0;
    errno = 0; said(fopen(longest, "w") != 0);
    tried("new/", "r"); tried("none/", "r"); tried("none/", "w"); tried("a/../new", "r"); tried("./new", "r"); tried(".", "w");
    errno = 0; said(mkdir("none/x", 0777));
    printf("%d ", mkdir("d", 0777)); errno = 0; said(mkdir("d", 0777));
    tried("d", "w"); tried("d/x", "w"); tried("d/x/y", "w");
    errno = 0; said(remove("d"));
    printf("%d ", remove("d/x")); printf("%d\n", remove("d"));
    errno = 0; said(rename("new", "none/x"));
    char s[16];
    FILE *f = fopen("new", "w");
    errno = 0;
    printf("%zu ", fread(s, 1, 4, f)); printf("%s %d\n", strerror(errno), ferror(f) != 0);
    printf("%zu\n", fwrite("0123456789", 3, 3, f));
    fclose(f);
    f = fopen("new", "r");
    errno = 0;
    printf("%zu ", fwrite("abc", 1, 3, f)); printf("%s %d\n", strerror(errno), ferror(f) != 0);
    clearerr(f);
    printf("%d ", fputs("x", f)); printf("%d\n", fputc(120, f));
    printf("%zu ", fread(s, 4, 3, f)); printf("%ld\n", ftell(f));
    printf("%zu ", fread(s, 1, 3, f)); printf("%d\n", feof(f) != 0);
    printf("%d ", fseek(f, 100, SEEK_SET)); printf("%zu ", fread(s, 1, 3, f)); printf("%ld\n", ftell(f));
    errno = 0;
    printf("%d ", fseek(f, -1, SEEK_SET)); printf("%s\n", strerror(errno));
    fclose(f);
    f = fopen("new", "a"); printf("%ld ", ftell(f)); fputs("end", f); printf("%ld\n", ftell(f)); fclose(f);
    f = fopen("new", "a+"); printf("%ld ", ftell(f)); fputs("!", f); fseek(f, 0, SEEK_SET); memset(s, 0, 16); printf("%zu ", fread(s, 1, 15, f)); puts(s); fclose(f);
    f = fopen("new", "r+"); fseek(f, 3, SEEK_SET); fputs("XY", f); fseek(f, 0, SEEK_SET); memset(s, 0, 16); fgets(s, 16, f); puts(s); fclose(f);
    FILE *a = fopen("log", "a"), *b = fopen("log", "a");
    fputs("one ", a); fputs("two ", b); fflush(a); fflush(b); fputs("three", a); fclose(a); fclose(b);
    f = fopen("log", "r"); memset(s, 0, 16); fgets(s, 16, f); puts(s); fclose(f);
    printf("%d ", rename("log", "log2")); printf("%d ", rename("log", "x")); printf("%s\n", strerror(errno));
    errno = 0;
    printf("%d ", remove("log2")); printf("%d ", remove("log2")); printf("%s\n", strerror(errno));
    f = fopen("new", "w+"); fseek(f, 5, SEEK_SET); fputc('a', f); fseek(f, 0, SEEK_END); printf("%ld\n", ftell(f)); rewind(f);
    printf("%d ", fgetc(f)); printf("%d\n", getc(f)); ungetc('q', f); fclose(f);
    remove("new");
    f = fopen("one", "w"); fputs("1", f); f = freopen("two", "w", f); fputs("2", f); f = freopen("one", "r", f); printf("%c\n", fgetc(f)); fclose(f);
    printf("%d\n", freopen("one", "r", stdin) == stdin); int one = 0; printf("%d ", scanf("%d", &one)); printf("%d %d\n", one, getchar());
    f = freopen("out", "w", stdout); printf("printed "); puts("put"); putchar('c'); fputs("s", stdout); fwrite("w", 1, 1, stdout); fprintf(stdout, "%d", 7); printf(" %ld", ftell(stdout)); fclose(stdout);
}
