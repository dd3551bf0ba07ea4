// A host that reads what a copy of a stream has not brought yet. A card may print either value; here data are in order of issue.
#include <cstdio>

__global__ void seven(int *a) {
    *a = 7;
}

int main() {
    int *d, *h;
    cudaStream_t s;
    cudaMalloc(&d, sizeof(int));
    cudaMallocHost(&h, sizeof(int));
    cudaStreamCreate(&s);
    *h = 0;
    seven<<<1, 1, 0, s>>>(d);
    cudaMemcpyAsync(h, d, sizeof(int), cudaMemcpyDeviceToHost, s);
    int early = *h;
    printf("%d, %s\n", early, cudaGetErrorName(cudaStreamQuery(s)));
    cudaStreamSynchronize(s);
    printf("%d, %s\n", *h, cudaGetErrorName(cudaStreamQuery(s)));
    cudaStreamDestroy(s);
    cudaFreeHost(h);
    cudaFree(d);
}
