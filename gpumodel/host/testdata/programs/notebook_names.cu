// What programs in public notebooks use, each a gap at some time: other names of types and functions, kernels as arguments.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda/cmath>
#include <iostream>

using namespace std;
using namespace std::chrono;
using namespace cooperative_groups;

__global__ void three(int *a) { *a = 3; }
__global__ void four(int *a) { *a = 4; }

void launch(void (*k)(int *), int *a)
{
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
}

__device__ int total(thread_group &g, int *t, int v)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        t[lane] = v;
        g.sync();
        if (lane < i) v += t[lane + i];
        g.sync();
    }
    return v;
}

__device__ int sizeOf(thread_group g) { return g.size(); }

__global__ void groups(int *r)
{
    __shared__ int t[64];
    thread_block b = this_thread_block();
    thread_group g = b;
    int all = total(b, t, threadIdx.x), tile = sizeOf(tiled_partition<8>(b)), some = 0;
    if (threadIdx.x < 5) some = sizeOf(coalesced_threads());
    if (b.thread_rank() == 0) {
        r[0] = all;
        r[1] = sizeOf(b) + g.size();
        r[2] = tile;
        r[3] = some;
        r[4] = cuda::ceil_div(100, 32);
    }
}

void text(char *s) { puts(s); }

int main(int argc, char **argv)
{
    std::srand(std::time({}));
    int *a;
    cudaError e = cudaMallocManaged(&a, 5 * sizeof(int));
    launch(three, a);
    cout << *a;
    launch(&four, a);
    cout << *a << " " << cudaGetErrorString(e) << endl;
    groups<<<1, 64>>>(a);
    e = cudaDeviceSynchronize();
    cout << a[0] << " " << a[1] << " " << a[2] << " " << a[3] << " " << a[4] << endl;
    printf("%d %d\n", (int)cudaMemAdvise(a, 20, cudaMemAdviseSetReadMostly, 0), (int)cudaMemAdvise(a, 20, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
    cudaFree(a);

    constexpr int blocks = cuda::ceil_div(1000, 256);
    size_t n = 100;
    printf("%d %zu %d %d\n", blocks, cuda::ceil_div(n, 3u), cuda::round_up(5, 4), cuda::round_down(7, 4));

    auto begin = high_resolution_clock::now();
    duration<double> took = high_resolution_clock::now() - begin;
    cout << (took.count() >= 0) << " " << (duration_cast<microseconds>(took).count() < 1000000) << endl;
    time_t now = time(NULL);
    printf("%.1f\n", difftime(now + 3, now));

    int x = 1, y = 2, read = -1;
    swap(x, y);
    cout << x << y << " " << !(cin >> read) << endl;
    char words[] = "a,b;c";
    for (char *p = strtok(words, ",;"); p; p = strtok(NULL, ",;")) printf("[%s]", p);
    puts("");
    text("a literal");

    cudaDeviceProp prop;
    memset(&prop, 0, sizeof prop);
    prop.major = 7;
    int device = -1;
    cudaChooseDevice(&device, &prop);
    cudaGetDeviceProperties(&prop, device);
    printf("%s %zu\n", prop.name, prop.totalGlobalMem);
    size_t free, all;
    cudaMemGetInfo(&free, &all);
    printf("%d %zu\n", free <= all, all);
    printf("%g %g %d %d\n", std::sqrt(4.0f), std::pow(2.0, 3), std::atoi("5"), std::strcmp("a", "b") < 0);
    if (argc > 0) std::exit(7);
}
