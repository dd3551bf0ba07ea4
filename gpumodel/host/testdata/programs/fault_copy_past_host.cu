// A copy that reads past a block of the host's heap succeeds on a card, as long as the memory behind it is mapped.
#include <stdio.h>
#include <stdlib.h>
int main() {
    int n = 10, size = n * sizeof(int);
    int *a = new int[n * n], *back = new int[size * size / sizeof(int)], *d;
    for (int i = 0; i < n * n; i++) a[i] = i;
    cudaMalloc(&d, size * size);
    cudaMemset(d, 0, size * size);
    printf("%s\n", cudaGetErrorString(cudaMemcpy(d, a, size * size, cudaMemcpyHostToDevice))); // n * n * sizeof(int) is meant
    printf("%s\n", cudaGetErrorString(cudaMemcpy(back, d, size * size, cudaMemcpyDeviceToHost)));
    printf("%d %d\n", back[0], back[n * n - 1]);
    printf("%s\n", cudaGetErrorString(cudaMemcpy(a, d, size * size, cudaMemcpyDeviceToHost))); // it would overwrite other blocks
    cudaFree(d);
    cudaMalloc(&d, 1 << 20);
    printf("%s\n", cudaGetErrorString(cudaMemcpy(d, a, 1 << 20, cudaMemcpyHostToDevice))); // further than a heap is mapped
    cudaFree(d);
    delete[] a;
    delete[] back;
}
