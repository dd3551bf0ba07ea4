#include <stdio.h>

struct Layout { int embed[3]; long stride; };
struct Plan { int rank; Layout in, out; };

static void fill(int *from, int *to, int x) { for (; from < to; from++) *from = x++; }

static int walk(int n)
{
    int a[8], *p;
    for (p = a; p < a + 8; p++) *p = n * (int)(p - a);
    int sum = 0;
    for (p = a + 7; p >= a; p--) sum = 3 * sum + *p;
    return sum;
}

static long choose(bool which, int depth)
{
    Plan q;
    q.rank = depth;
    for (int i = 0; i < 3; i++) q.in.embed[i] = i, q.out.embed[i] = 10 * i;
    q.in.stride = q.out.stride = 1;
    Layout *l = which ? &q.in : &q.out;
    l->embed[2] = 77;
    l->stride += depth;
    int b[4];
    int *end = b;
    while (end != b + 4) *end++ = depth;
    fill(b, b + 2, 5);
    long s = q.in.embed[2] + 100 * q.out.embed[2] + 10000 * (q.in.stride + 10 * q.out.stride) + b[0] + b[1] + b[2] + b[3];
    return depth ? s + 3 * choose(!which, depth - 1) : s;
}

struct Pair { char a; short b; long c; };

// before reaches elements in front of a pointer, of all widths.
long before(int n)
{
    int words[64];
    char bytes[16];
    Pair pairs[8];
    int *w = words + 63 - n, *middle = words + n;
    char *c = bytes + n;
    Pair *p = pairs + n;
    for (int i = -n; i < n; i++) {
        middle[i] = i;
        c[i] = (char)(i * 3);
        p[i].a = (char)i;
        p[i].b = (short)(2 * i);
        p[i].c = 3L * i;
    }
    for (int i = 0; i <= n; i++) w[i] = 100 + i;
    Pair whole = p[-1];
    return w[n] + 1000 * middle[-n] + c[-2] + p[-n].a + 100000 * (p[1 - n].b + p[-n].c) + whole.c;
}

int main()
{
    char text[16], *c = text;
    for (const char *s = "frames"; (*c = *s); c++, s++) {}
    printf("%s %d %d %ld %ld\n", text, walk(1), walk(5), choose(true, 4), choose(false, 3));
    printf("%ld %ld\n", before(4), before(2));
    return 0;
}
