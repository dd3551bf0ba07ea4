#include <stdio.h>
__global__ void k() { fputs("x", stdout); }
int main() { k<<<1,1>>>(); cudaDeviceSynchronize(); }
