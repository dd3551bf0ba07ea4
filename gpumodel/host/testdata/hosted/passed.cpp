// Objects that are passed by value: each is made once, and destroyed once, whether its function is expanded or called.

#include <cstdio>
struct L {
    unsigned *at, x;
    L(unsigned *at, unsigned x) : at(at), x(x) { *at = *at * 35u + x; }
    L(const L &o) : at(o.at), x(o.x + 1) { *at = *at * 15u + 1; }
    L &operator=(L o) { x = o.x; *at = *at * 7u + 4; return *this; }
    ~L() { *at = *at * 33u + x; }
};
struct Three { L a, b[2]; int z; };
L named(unsigned *at, unsigned x) { L l(at, x); l.x++; return l; }
L either(unsigned *at, unsigned x) { L l(at, x), m(at, 1); if (x & 1) return l; return m; }
L make(unsigned *at, unsigned x) { return L(at, x); }
unsigned value(L l) { return l.x; }
void show(const Three &w) { printf("%u %u %u %u\n", *w.a.at, w.a.x, w.b[0].x, w.b[1].x); }
int main() {
    unsigned a = 1;
    { L l = named(&a, 3), m(l); l = m; printf("%u\n", a); }
    printf("from a copy %u\n", a);
    { L l(&a, 3), m(&a, 4); m = l; printf("%u\n", a); }
    printf("from another %u\n", a);
    { L l(&a, 3), m(&a, 4); m = make(&a, 7); l = either(&a, 4); printf("%u\n", a); }
    printf("from a result %u\n", a);
    { L l(&a, 3); printf("%u\n", value(l)); printf("%u\n", value(make(&a, 5))); }
    printf("as an argument %u\n", a);
    { Three w = {make(&a, 1), {either(&a, 2), make(&a, 3)}, 4}, v = w; show(w); show(v); v = w; show(v); }
    printf("as members %u\n", a);
}
