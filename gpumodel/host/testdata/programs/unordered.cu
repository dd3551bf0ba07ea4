// Streams that nobody has told to wait for one another. Data are in order of issue, so the results are right; a card may print others.
#include <cstdio>

const int n = 4096;

__global__ void scale(float *out, const float *in, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = by * in[i];
}

__global__ void count(int *total, const float *in)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0.5f) atomicAdd(total, 1);
}

int main()
{
    float *h, *d_in, *d_out;
    int *total, *h_total;
    cudaMallocHost(&h, n * sizeof(float));
    cudaMallocHost(&h_total, sizeof(int));
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMalloc(&total, sizeof(int));
    for (int i = 0; i < n; i++) h[i] = 1;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaMemset(total, 0, sizeof(int)); // in the default stream: both wait for it

    // The kernel does not wait for the copy, nor the second copy for the kernel, nor the host for that.
    cudaMemcpyAsync(d_in, h, n * sizeof(float), cudaMemcpyHostToDevice, a);
    scale<<<n / 256, 256, 0, b>>>(d_out, d_in, 2);
    cudaMemcpyAsync(h, d_out, n * sizeof(float), cudaMemcpyDeviceToHost, a);
    float early = h[7];
    cudaDeviceSynchronize();

    // Here all wait.
    cudaMemcpyAsync(d_in, h, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done);
    scale<<<n / 256, 256, 0, b>>>(d_out, d_in, 2);
    cudaEventRecord(done, b);
    cudaStreamWaitEvent(a, done);
    cudaMemcpyAsync(h, d_out, n * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    float late = h[7];

    // Atomics of both streams need no order, but what reads the sum does.
    count<<<n / 256, 256, 0, a>>>(total, d_out);
    count<<<n / 256, 256, 0, b>>>(total, d_in);
    cudaMemcpyAsync(h_total, total, sizeof(int), cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("%g, %g, %d\n", early, late, *h_total);
    cudaEventDestroy(done);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(total);
    cudaFreeHost(h);
    cudaFreeHost(h_total);
}
