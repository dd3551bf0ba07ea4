// A kernel prints the texts that pointers lead to, in every memory.
#include <stdio.h>
__device__ const char message[] = "from a variable";
__constant__ char fixed[16] = "constant";
__device__ void show(const char *what, const char *s) { printf("%-8s [%6.3s] %s\n", what, s, s); }
__global__ void say(const char *arg, int k)
{
    char local[8] = { 'l', 'o', 'c', 0 };
    __shared__ char sh[8];
    sh[0] = 's'; sh[1] = 'h'; sh[2] = 0;
    char *heap = (char *)malloc(4);
    heap[0] = 'h'; heap[1] = 0;
    const char *either = k > threadIdx.x ? "greater" : "less";
    printf("variable %s\n", message);
    printf("constant %s\n", fixed);
    printf("argument %s\n", arg);
    printf("local %s\n", local);
    printf("shared %s, literal %s, heap %s\n", sh, "lit", heap);
    show("either", either);
    show("offset", arg + 3);
    free(heap);
}
__global__ void outside(const char *s) { printf("%s\n", s + 256); }
int main()
{
    char *d;
    cudaMalloc(&d, 8);
    cudaMemcpy(d, "global", 7, cudaMemcpyHostToDevice);
    say<<<1, 1>>>(d, 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    outside<<<1, 1>>>((const char *)0x10);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
