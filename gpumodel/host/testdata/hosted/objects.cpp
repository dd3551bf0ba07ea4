// Objects with virtual functions: dynamic_cast, copies of the base alone. Classes with an operator new of their own, arrays of arrays.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>
struct A { int x = 1; virtual ~A() {} virtual const char *name() const { return "A"; } };
struct B : A { int y = 2; const char *name() const override { return "B"; } };
struct C : A { int z[3] = {3, 4, 5}; ~C() { puts("end C"); } const char *name() const override { return "C"; } };
struct D : B { const char *name() const override { return "D"; } };
class Managed {
public:
    void *operator new(size_t len) { printf("new %zu\n", len); return malloc(len); }
    void operator delete(void *p) { puts("delete"); free(p); }
    void *operator new[](size_t len) { printf("new[] %zu\n", len); return malloc(len); }
    void operator delete[](void *p) { puts("delete[]"); free(p); }
};
struct E : Managed { int v; E(int v) : v(v) {} E() : v(9) {} };
int which(const A *a) {
    if (const D *d = dynamic_cast<const D *>(a)) return 40 + d->y;
    if (const B *b = dynamic_cast<const B *>(a)) return 20 + b->y;
    if (const C *c = dynamic_cast<const C *>(a)) return 30 + c->z[2];
    return dynamic_cast<const A *>(a) ? 10 : 0;
}
int main() {
    A a; B b; C c; D d;
    printf("%d %d %d %d %d\n", which(&a), which(&b), which(&c), which(&d), which(nullptr));
    A s = d; printf("%s\n", s.name());
    A &r = c; A t = r; t = b; printf("%s %s\n", r.name(), t.name());
    r = b; printf("%s\n", r.name());
    try { throw std::runtime_error("bad"); } catch (std::exception e) { printf("%s\n", e.what()); }
    float (*q)[4] = new float[3][4]; q[2][3] = 7; printf("%g\n", q[2][3]); delete[] q;
    int (*z)[2][3] = new int[2][2][3](); printf("%d %zu\n", z[1][1][2], sizeof *z); delete[] z;
    E *e = new E(4); printf("%d\n", e->v); delete e;
    E *es = new E[3]; printf("%d\n", es[2].v); delete[] es;
    A *h = new C; delete h;
    std::vector<A> list(2, b); printf("%s\n", list[1].name());
}
