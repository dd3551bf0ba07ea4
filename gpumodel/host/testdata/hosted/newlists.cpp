// Arrays of new with a list of values: the elements behind them begin as zeros, or as their class says.
#include <cstdio>
#include <string>
struct Point { int x, y = 7; };
struct Loud {
    int n;
    Loud() : n(-1) { printf("made\n"); }
    Loud(int n) : n(n) { printf("made of %d\n", n); }
    ~Loud() { printf("gone %d\n", n); }
};
static int next() { static int n = 10; return n++; }
int main(int argc, char **)
{
    float *f = new float[2]{1, 2};
    int *rest = new int[5]{next(), next(), }, *none = new int[3]{};
    printf("%g %g\n%d %d %d %d\n%d\n", f[0], f[1], rest[0], rest[1], rest[2], rest[4], none[2]);
    Point *p = new Point[argc + 2]{{1, 2}, {3}};
    printf("%d %d %d %d %d %d\n", p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
    std::string word = "three", *s = new std::string[4]{"one", std::string(2, 'x'), word};
    for (int i = 0; i < 4; i++) printf("[%s]", s[i].c_str());
    printf("%s\n", word.c_str());
    Loud *l = new Loud[3]{4, 5};
    delete[] l;
    double (*m)[2] = new double[2][2]{{1, 2}, {3, 4}};
    printf("%g\n", m[1][0]);
    delete[] m;
    delete[] s;
    delete[] p;
    delete[] none;
    delete[] rest;
    delete[] f;
}
