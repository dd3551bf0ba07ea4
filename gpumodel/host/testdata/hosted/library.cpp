// What C has: structs before their definition, tags, scanf, strings, dates, numbers of generators.

#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/stat.h>
struct Late;
struct Node { int v; const Node *next; struct Late *late; };
typedef struct list { int n; struct list *next; } list, *plist;
struct Late { int k; };
struct { int a, b; } pair = {3, 4}, pairs[2] = {{1, 2}, {5, 6}};
enum color { RED, GREEN = 5, BLUE } paint = BLUE;
struct late2 *global;
int first(const struct late2 *p);
struct late2 { int z; };
int first(const struct late2 *p) { return p->z; }
union word { unsigned u; float f; unsigned char c[4]; };
struct bits { unsigned a : 3, b : 5; int c : 4; };
int main()
{
    Late l = {9};
    Node a = {1, 0, &l}, b = {2, &a, &l};
    printf("%d %d %d\n", b.next->v, b.late->k, (*b.next).late->k);
    list x = {1, 0}; plist p = &x; struct list y = {2, p}; printf("%d\n", y.next->n);
    printf("%d %d %d\n", pair.a, pairs[1].b, paint);
    late2 z = {7}; global = &z; printf("%d %d\n", first(global), first(&z));
    union word w; w.f = 1.0f; printf("%x %d\n", w.u, w.c[3]);
    struct bits t = {5, 17, -3}; t.a++; printf("%d %d %d %zu\n", t.a, t.b, t.c, sizeof t);
    int n, m; char s[20], u[20]; float f; double d; char c; unsigned h; long q; short sh; unsigned char uc;
    printf("%d ", sscanf("12 abc 1.5 2.5e3 x ff -7", "%d %s %f %lf %c %x %ld", &n, s, &f, &d, &c, &h, &q)); printf("%d %s %g %g %c %u %ld\n", n, s, f, d, c, h, q);
    printf("%d ", sscanf("key=value;rest", "%[^=]=%[a-z];%n", s, u, &n)); printf("%s %s %d\n", s, u, n);
    printf("%d ", sscanf("0x1f 017 42", "%i %i %i", &n, &m, &h)); printf("%d %d %d\n", n, m, h);
    printf("%d ", sscanf("12345", "%2d%*1d%hd", &n, &sh)); printf("%d %d\n", n, sh);
    printf("%d ", sscanf("300 abc", "%hhu %3c", &uc, s)); printf("%d %.3s\n", uc, s);
    printf("%d %d %d\n", sscanf("", "%d", &n), sscanf("abc", "%d", &n), sscanf("5,6", "%d,%d", &n, &m));
    printf("%d\n", sscanf("nan inf -1e", "%f %f", &f, &f));
    char line[] = "a,b;;c d", copy[] = ",x,,y";
    for (char *tok = strtok(line, ",; "); tok; tok = strtok(NULL, ",; ")) printf("<%s>", tok);
    char *rest = copy; for (char *tok; (tok = strsep(&rest, ",")); ) printf("[%s]", tok);
    printf("\n%zu %zu %s %s\n", strspn("aabbc", "ab"), strcspn("hello", "l"), strpbrk("hello", "lo"), strrchr("a/b/c", '/'));
    strcpy(s, "abc"); strncat(s, "defgh", 3); printf("%s %d %d\n", s, strncmp(s, "abd", 3) < 0, memcmp("ab", "ac", 2) < 0); printf("%s %s\n", (char *)memchr("hello", 'l', 5), strstr("needle in hay", "in"));
    for (int i = 0; i < 128; i++) printf("%d", !!isalpha(i) + 2 * !!isdigit(i) + 4 * !!ispunct(i) + !!isxdigit(i) - !!iscntrl(i) + !!isprint(i)); puts("");
    long back = strtol("-0x1G", &rest, 16); printf("%ld %lu %d %lld\n", back, strtoul("777", NULL, 8), *rest, atoll("123456789012"));
    d = strtod("1e3x", &rest); printf("%g %g %.9g\n", d, atof("-2.5"), strtof("0.1", NULL)); printf("%s\n", rest);
    div_t dv = div(-7, 2); printf("%d %d %d\n", dv.quot, dv.rem, abs(-3));
    unsigned seed = 1; printf("%d ", rand_r(&seed)); printf("%d\n", rand_r(&seed));
    srand48(1); printf("%.12f ", drand48()); printf("%ld ", lrand48()); printf("%ld\n", mrand48());
    unsigned short x48[3] = {1, 2, 3}; printf("%.12f ", erand48(x48)); printf("%ld\n", nrand48(x48));
    time_t when = 1000000000; struct tm *g = gmtime(&when); char date[50]; strftime(date, 50, "%Y-%m-%d %H:%M:%S %a %B %j", g); printf("%s %s", date, asctime(g)); printf("%ld\n", (long)mktime(g));
    struct stat st; printf("%d ", stat("no such file", &st)); printf("%d %s\n", errno, strerror(errno));
    printf("%d %d %s\n", INT_MAX, CHAR_BIT, getenv("NO_SUCH_VARIABLE") ? "set" : "unset"); setenv("MINE", "1", 1); printf("%s\n", getenv("MINE"));
    FILE *o = fopen("t5.txt", "w"); fprintf(o, "line one\n2 3.5\n\nlast"); fclose(o);
    FILE *i = fopen("t5.txt", "r"); fgets(s, 20, i); printf("%s", s); fscanf(i, "%d %lf", &n, &d); printf("%d %g\n", n, d);
    int ch; while ((ch = fgetc(i)) != EOF) putchar(ch == '\n' ? '|' : ch); printf(" %d\n", feof(i)); rewind(i); ungetc(fgetc(i), i); ch = fgetc(i); printf("%c %ld\n", ch, ftell(i)); fclose(i);
    printf("%d ", remove("t5.txt")); printf("%d\n", remove("t5.txt"));
}
