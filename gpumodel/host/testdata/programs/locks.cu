// A lock lives on the GPU alone: that the host never reads it is no fault. What the kernel adds up has to be fetched.
#include <cstdio>

struct Lock {
    int *taken;
    Lock() { cudaMalloc(&taken, sizeof(int)); cudaMemset(taken, 0, sizeof(int)); }
    __device__ void lock() { while (atomicCAS(taken, 0, 1) != 0) {} __threadfence(); }
    __device__ void unlock() { __threadfence(); atomicExch(taken, 0); }
};

__global__ void add(Lock lock, int *sum, unsigned *ticket) {
    if (threadIdx.x == 0) {
        unsigned mine = atomicAdd(ticket, 1);
        lock.lock();
        *sum += mine;
        lock.unlock();
    }
}

int main() {
    Lock lock;
    int *sum, value = 0;
    unsigned *ticket;
    cudaMalloc(&sum, sizeof(int));
    cudaMalloc(&ticket, sizeof(unsigned));
    cudaMemset(ticket, 0, sizeof(unsigned));
    cudaMemcpy(sum, &value, sizeof(int), cudaMemcpyHostToDevice);
    add<<<8, 64>>>(lock, sum, ticket);
    cudaMemcpy(&value, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    cudaFree(sum), cudaFree(ticket), cudaFree(lock.taken);
}
