# %% [markdown]
# The sum of a vector: a tree in shared memory, and what the order of its steps costs.
#
#     warpbook exec notebooks/examples/3-reduction.cu

# %% the card: a GTX 280 of 2008
use("GTX 280")

# %% neighbours first: after the first step every second thread of a warp is idle
%%cuda
__global__ void neighbours(float *sums, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        if (t % (2 * step) == 0)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

# %% halves: the active threads stay together, so whole warps retire
%%cuda
__global__ void halves(float *sums, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

# %% both are right: ones add up to the number of elements
n = 1 << 16
ones_in, sums = ones(n), zeros(n // 256)
for k in [neighbours, halves]:
    k[n // 256, 256](sums, ones_in, full=True)
    check(sum(sums.tolist()) == n, "the sum is n")

# %% a barrier too few: the checker finds the race, with both lines
%%cuda
__global__ void no_barrier(float *sums, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

# %%
checked(no_barrier, 1, 256, [sums, ones_in])

# %% the order of the steps is worth this much
big, sums = ones(1 << 22), zeros(1 << 14)
slow, fast = neighbours[1 << 14, 256](sums, big), halves[1 << 14, 256](sums, big)
print(f"neighbours {slow.time * 1e6:.0f} µs, halves {fast.time * 1e6:.0f} µs: {slow.time / fast.time:.1f} times as fast")
print(f"instructions of warps: {slow.counters['smsp__inst_executed.sum']:,} and {fast.counters['smsp__inst_executed.sum']:,}")
