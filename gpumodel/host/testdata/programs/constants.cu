// Tables in constant memory that each thread reads elsewhere; the host sets one of them.
#include <stdio.h>

__constant__ float table[4] = {9, 0, 6, 3};
__constant__ const int powers[4] = {1, 10, 100, 1000};
__constant__ int late[64];
__global__ void look(float *out, const unsigned *bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = 0;
    float s = 0;
    for (int j = 0; j < 4; j++) {
        unsigned b = bits[i % 64] >> 2 * j & 3;
        s += table[b];
        a += powers[b] + late[63 - i % 64];
    }
    out[i] = s + a;
}

int main()
{
    const int n = 1 << 12;
    unsigned h[64], *bits;
    float *d, out[n];
    int l[64];
    for (int i = 0; i < 64; i++) {
        h[i] = i * 2654435761u;
        l[i] = i;
    }
    cudaMalloc(&bits, sizeof(h));
    cudaMalloc(&d, sizeof(out));
    cudaMemcpy(bits, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(late, l, sizeof(l));
    look<<<n / 64, 64>>>(d, bits);
    cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const float t[] = {9, 0, 6, 3};
        const int p[] = {1, 10, 100, 1000};
        float want = 4 * l[63 - i % 64];
        for (int j = 0; j < 4; j++) want += t[h[i % 64] >> 2 * j & 3] + p[h[i % 64] >> 2 * j & 3];
        if (out[i] != want) wrong++;
    }
    printf("%s, %d wrong, %g\n", cudaGetErrorString(cudaGetLastError()), wrong, out[n - 1]);
    cudaFree(d);
    cudaFree(bits);
    return wrong;
}
