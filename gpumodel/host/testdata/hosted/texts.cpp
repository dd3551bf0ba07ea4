// Texts as arrays and pointers, and variables at file scope with values in parentheses.

#include <cstdio>
void f(char *s) { puts(s); } 
void g(char *) { puts("char*"); } void g(const char *) { puts("const"); }
struct A { char *n; int k; };
struct B { int a, b; B(int x, int y) : a(x), b(y) {} };
B bb(3, 4); int one(1); const char *text("abc");
int main(int c, char **v) { f("hi"); g("x");  char *p; char *q[] = {"a", "b"}; puts(q[1]); const A a = {"n", 2}; puts(a.n);
 char s[] = {"braced"}; puts(s); char t[10] = {"ab"}; puts(t); printf("%zu %zu %zu\n", sizeof s, sizeof "abc", sizeof t); static char *names[2][2] = {{"q","r"},{"s","t"}}; puts(names[1][0]); 
 printf("%c\n", "hello"[1]);
 unsigned char u[] = "abc"; printf("%d\n", u[3]); char m[2][5] = {"one", "two"}; puts(m[1]); f((char*)"cast"); p = "assign"; puts(p); printf("%d %d %d %s\n", bb.a, bb.b, one, text); return 0; }
