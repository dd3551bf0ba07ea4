// Arrays of a length that is no constant and begin with values: g++ takes them, and clang does not.
#include <cstdio>
struct Pair { int a; float b; };
static int rows = 3;
int main(int argc, char **argv)
{
    int columns = argc + 1;
    float h[rows * columns] = {1, 2.5, 3}, first = h[1] + h[5];
    int none[rows] = {}, table[rows][2] = {{1, 2}, {3}}, list[rows]{7, 8, 9};
    Pair pairs[columns] = {{4, 0.5f}};
    printf("%g %g %g %d\n", h[0], h[2], first, none[2]);
    printf("%d %d %d %d\n", table[0][1], table[1][0], table[1][1], table[2][1]);
    printf("%d %d %g %d\n", list[2], pairs[0].a, pairs[0].b, pairs[1].a);
    for (int k = 1; k < 4; k++) {
        int part[k] = {k};
        printf("%d ", part[0] + part[k - 1]);
    }
    printf("\n");
}
