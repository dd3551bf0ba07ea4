# %% [markdown]
# A matrix transpose, one step after the other. Every step changes one thing, and the counters
# say what it changed.
#
#     warpbook exec notebooks/examples/2-transpose-ladder.cu

# %% the card: a GTX 280 of 2008
use("GTX 280")

# %% 1. naive: rows are read, columns are written
%%cuda
__global__ void naive(float *out, const float *in, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[x * n + y] = in[y * n + x];     // neighbouring threads write n words apart
}

# %% 2. tiled: the tile turns in shared memory, so that rows are written too
%%cuda
__global__ void tiled(float *out, const float *in, int n) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];    // a column of the tile: one bank
}

# %% 3. padded: a row of 17 words puts the column into 16 banks
%%cuda
__global__ void padded(float *out, const float *in, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

# %% all three are right
small = rand((64, 64), seed=3)
for k in [naive, tiled, padded]:
    out = zeros((64, 64))
    k[(4, 4), (16, 16)](out, small, 64, full=True)
    check(allclose(out, small.T), "out is the transpose")

# %% what each gains
n = 1040
out, m = zeros((n, n)), rand((n, n), seed=3)
stores = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"
conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
rows = []
for name, k in [("naive", naive), ("tiled", tiled), ("padded", padded)]:
    r = k[(n // 16, n // 16), (16, 16)](out, m, n)
    rows.append({"kernel": name, "GB/s": round(r.gbps, 1), "sectors a store": r.counters[stores], "bank conflicts": r.counters[conflicts], "bound": r.bound})
table(rows)

# %% at a power of two all columns lie in one partition of the memory
n = 1024
out, m = zeros((n, n)), rand((n, n), seed=3)
r = padded[(n // 16, n // 16), (16, 16)](out, m, n)
print(f"padded at n = {n}: {r.gbps:.1f} GB/s, limited by {r.bound}")
