// Variables that live as long as the program: when they are set, and when they are destroyed.

#include <cstdio>
#include <cstdlib>
#include <vector>
struct D { int k; D(int x) : k(x) { printf("make %d\n", k); } ~D() { printf("end %d\n", k); } };
D g1(1), g2 = D(2);
static D arr[2] = {D(10), D(11)};
int counter() { static int n = 5; static int m = rand() % 1 + n; return n++ + m; }
int f() { puts("f called"); return 7; }
int g() { static const int v = f(); static D d(3); return v + d.k; }
void bye() { puts("bye"); }
std::vector<int> gv(5, 3);
const char *day(int i) { static const char *const names[] = {"mo", "tu"}; return names[i]; }
struct Holder { int *p = new int(7); };
float *zeros = new float[10 * 10]();
D *one = new D(20);
static int *counted = new int[f()](), *behind = counted + 1;
Holder holder;
void heap() { zeros[99] += 2; printf("%g %d %d %d\n", zeros[99] + zeros[98], one->k, *behind, *holder.p); delete[] zeros; delete one; delete[] counted; delete holder.p; }
int main() { heap(); atexit(bye); for (int i = 0; i < 3; i++) printf("%d ", counter()); puts(""); printf("%d ", g()); printf("%d\n", g()); printf("%zu %d %s\n", gv.size(), gv[2], day(1)); if (f() == 7) exit(0); return 0; }
