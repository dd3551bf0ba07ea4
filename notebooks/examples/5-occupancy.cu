# %% [markdown]
# Occupancy: how many warps an SM holds at a time, what limits it, and when it matters.
#
#     warpbook exec notebooks/examples/5-occupancy.cu

# %% the card: a GTX 280 of 2008
use("GTX 280")

# %% a kernel that waits for memory: each thread adds up a column
%%cuda
__global__ void columns(float *sums, const float *a, int n, int rows) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < rows; y++)
        sum += a[y * n + x];
    sums[x] = sum;
}

# %% threads, registers and shared memory each allow a number of blocks; the least one counts
g = use("Tesla C2050")
columns.occupancy(g, block=256)

# %% shared memory that a kernel doesn't use still takes room: a way to lower the occupancy by hand
n, rows = 1 << 15, 32
a, sums = ones((rows, n)), zeros(n)
table([
    {"shared (KB)": kb, "occupancy": r.occupancy, "GB/s": round(r.gbps, 1), "limited by": r.bound}
    for kb in [0, 12, 16, 24, 48]
    for r in [columns[n // 256, 256, kb * 1024](sums, a, n, rows)]
])

# %% the block decides, too: small blocks run out of the 8 places of an SM
table([
    {"block": b, "occupancy": r.occupancy, "GB/s": round(r.gbps, 1)}
    for b in [32, 64, 128, 256, 512, 1024]
    for r in [columns[n // b, b](sums, a, n, rows)]
])
