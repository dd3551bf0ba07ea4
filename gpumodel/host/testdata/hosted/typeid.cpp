// typeid of types, and of expressions that are not evaluated.

#include <cstdio>
#include <typeinfo>
namespace a { struct B { int x; }; }
struct C {};
template <class T> void f() { printf("%d %d %s\n", typeid(T) == typeid(double), typeid(T) != typeid(float), typeid(T).name()); }
int main() {
    f<double>(), f<float>(), f<int *>(), f<const char *>(), f<a::B>(), f<C>(), f<unsigned long>(), f<bool>();
    int k[3], n = 1;
    printf("%s %s\n", typeid(k).name(), typeid(n++ + 2.0).name());
    printf("%d\n", n);
}
