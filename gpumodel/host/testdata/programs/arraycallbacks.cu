// A copy to or from an array waits for the default stream, and functions of the host that are due then have run.
#include <stdio.h>

__global__ void spin(int *p, int n)
{
    int x = 0;
    for (int i = 0; i < n; i++) x = x * 3 + i;
    *p = x;
}
void CUDART_CB add(void *data) { ++*(int *)data; }

int main()
{
    int *d, count = 0, from[4][8] = {}, to[4][8];
    cudaMalloc(&d, sizeof(int));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t a, b;
    cudaMallocArray(&a, &format, 8, 4);
    cudaMallocArray(&b, &format, 8, 4);
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(from, sizeof(from[0]), 8, 4);
    p.dstArray = a;
    p.extent = make_cudaExtent(8, 4, 1);
    p.kind = cudaMemcpyHostToDevice;
    for (int i = 0; i < 6; i++) {
        spin<<<1, 1>>>(d, 10000);
        cudaLaunchHostFunc(0, add, &count);
        printf("%d ", count);
        switch (i) {
        case 0: cudaMemcpy2DToArray(a, 0, 0, from, sizeof(from[0]), sizeof(from[0]), 4, cudaMemcpyHostToDevice); break;
        case 1: cudaMemcpy2DFromArray(to, sizeof(to[0]), a, 0, 0, sizeof(to[0]), 4, cudaMemcpyDeviceToHost); break;
        case 2: cudaMemcpyToArray(a, 0, 0, from, sizeof(from), cudaMemcpyHostToDevice); break;
        case 3: cudaMemcpyFromArray(to, a, 0, 0, sizeof(to), cudaMemcpyDeviceToHost); break;
        case 4: cudaMemcpy3D(&p); break;
        case 5:
            cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof(to[0]), 4);
            cudaDeviceSynchronize(); // between two arrays of the GPU it does not wait
        }
    }
    printf("%d\n", count);
    cudaFreeArray(a);
    cudaFreeArray(b);
    cudaFree(d);
    return 0;
}
