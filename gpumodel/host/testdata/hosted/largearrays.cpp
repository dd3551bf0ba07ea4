// Arrays of a function that are too large to be initialised value by value.
#include <cstdio>
struct Cell { int x; float y; char name[8]; };
static int next() { static int n = 3; return n++; }
static long sum(int rows)
{
    int all[512][512] = {0}, some[300][100] = {{1, 2, 3}, {}, {next(), next()}};
    long s = 0;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < 100; x++)
            s += all[y][x]++ * 1000 + some[y % 300][x];
    return s;
}
int main()
{
    for (int i = 0; i < 2; i++) printf("%ld\n", sum(512));
    const double d[5000] = {1.5, 2.5};
    Cell cells[2000] = {{1, 2, "one"}, {2}};
    char text[20000] = "a text", *names[4000] = {text};
    bool flags[100][200] = {{true}, {false, true}};
    int many[5000] = {4, 5}, second = many[1] + many[2];
    printf("%d\n", second);
    double ds = 0, cs = 0;
    for (double x : d) ds += x;
    for (Cell &c : cells) cs += c.x + c.y + c.name[0];
    int set = 0;
    for (auto &row : flags) for (bool f : row) set += f;
    printf("%g %g %s %d %s %d %d\n", ds, cs, text, text[19999], names[0], names[3999] == nullptr, set);
}
