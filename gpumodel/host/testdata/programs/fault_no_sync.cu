#include <stdio.h>
#include <stdlib.h>
__global__ void hello() { printf("hello from %d\n", threadIdx.x); }
int main() {
    hello<<<1, 2>>>();
}
