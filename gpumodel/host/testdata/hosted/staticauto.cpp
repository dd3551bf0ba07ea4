// A variable that is static in a function is set once, also if its type is deduced.
#include <cstdio>
#include <vector>
struct Counted { int value; };
int calls;
Counted make() { Counted c; c.value = ++calls; return c; }
int number() { static auto n = ++calls; return n++; }
int object() { static auto c = make(); return c.value; }
int constant() { static const auto c = make(); return c.value; }
int *pointer() { static auto *p = new int(++calls); return p; }
int deduced() { static std::vector v{++calls, 2}; v.push_back(0); return v[0] * 10 + (int)v.size(); }
template <class T> T ofTemplate(T x) { static auto sum = x; return sum += x; }
int main()
{
    for (int i = 0; i < 3; i++) {
        printf("%d ", number());
        printf("%d ", object());
        printf("%d ", constant());
        printf("%d ", *pointer());
        printf("%d ", deduced());
        printf("%d ", ofTemplate(2));
        printf("%g\n", ofTemplate(0.5));
    }
    printf("%d\n", calls);
    return 0;
}
