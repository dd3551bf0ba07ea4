// Addresses in the initialisers of variables of the device: of others, of parts of them, of literals.
#include <cstdio>
struct Node { int value; Node *next; };
__device__ Node third = {3, nullptr}, second = {2, &third};
__device__ Node list[3] = {{10, &second}, {20, &third}, {30, &second + 0}};
__constant__ const char text[] = "constant";
__device__ const char *const at = &text[3], *end = text + sizeof text - 1;
struct Names { const char *n[2]; struct { float *f; int i; } in; };
__device__ float grid[4][5];
__constant__ Names everything = {{"north", "south" + 1}, {&grid[2][3], 7}};
__managed__ const char *shared_name = "managed";
int host_between = 3;
__device__ double late[2] = {1.5, 2.5}, *to_late = late + 1;
__device__ void *untyped = &late[1];
__global__ void k()
{
    static int *own = &list[2].value;
    int sum = 0;
    for (Node *n = list; n; n = n->next) sum += n->value;
    printf("%d %s %ld %s %s %ld %d %d %s\n", sum, at, (long)(end - text), everything.n[0], everything.n[1], (long)(everything.in.f - &grid[0][0]), *own, second.next == &third, shared_name);
    printf("%g %d\n", *to_late, untyped == to_late);
    *everything.in.f = 4;
    printf("%g\n", grid[2][3]);
    list[0].next = &list[2];
}
int main()
{
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    k<<<1, 1>>>();
    Node copy;
    cudaMemcpyFromSymbol(&copy, list, sizeof copy);
    void *p; cudaGetSymbolAddress(&p, list);
    printf("%d %d\n", copy.value, copy.next == (Node *)p + 2);
    cudaDeviceSynchronize();
}
