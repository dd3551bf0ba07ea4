#include "common.h"
#define N 4
static void helper() { printf("helper a %d\n", ++counter); }
__constant__ float factor = 2;
int shared_total = 1;
namespace { struct Local { int x; }; int f() { return 1; } }
static double worth(double x) { return x + 0.5; }
struct Pair { double a, b; };
int main(int argc, char **argv) {
    Local l{3};
    Params p{N, 0.5f};
    float out[N];
    run(p, out);
    helper();
    printf("%d %d %d %d %d\n", shared_total, twice(4), third(9), l.x + f(), LIMIT);
    for (int i = 0; i < N; i++) printf("%g ", out[i]);
    printf("\n%d %s\n", argc, argc > 1 ? argv[1] : "");
    printf("%d %g %u\n", (int)sizeof(Pair), worth(1), MOST);
    return 0;
}
