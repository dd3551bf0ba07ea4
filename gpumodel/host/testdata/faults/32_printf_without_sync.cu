#include <stdio.h>
#include <stdlib.h>
__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }
int main()
{
    const int n = 1;
    hello<<<1, 4>>>();
    return 0;
}
