// Unions that initialisers of variables at file scope have, on the GPU and on the host; an anonymous one too.
#include <cstdio>
union U { int i; float f; };
struct S { int a; U u; const char *s; };
__device__ U u = {3};
__device__ S s[2] = {{1, {7}, "x"}, {2, {9}, "y"}};
__constant__ U c[2] = {{1}, {2}};
U h = {5}; S hs = {1, {2}, "host"};
__global__ void k() { printf("%d %d %s %d %d\n", u.i, s[1].u.i, s[1].s, c[1].i, s[0].a); }
struct A { int a; union { int c; float d; }; int e; } v = {1, {3}, 4};
int main() { k<<<1,1>>>(); cudaDeviceSynchronize(); printf("%d %d %s %d %d\n", h.i, hs.u.i, hs.s, v.c, v.e); }
