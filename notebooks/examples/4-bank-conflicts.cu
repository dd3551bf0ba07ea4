# %% [markdown]
# Shared memory has banks: words that lie in one bank are delivered one after the other.
#
#     warpbook exec notebooks/examples/4-bank-conflicts.cu

# %% the card: a GTX 280 of 2008
use("GTX 280")

# %% each thread reads a word STRIDE words after its neighbour's
%%cuda --name strided -D STRIDE=1
__global__ void read(float *out) {
    __shared__ float s[64 * 32];
    for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x * STRIDE % (64 * 32)];
}

# %% [markdown]
# The passes of one load. A GTX 280 has 16 banks and serves half a warp at a time, so its least is 2. Later cards
# have 32 banks. Odd strides have no conflicts.

# %%
source = strided.read.source
passes = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
requests = "smsp__inst_executed_op_shared_ld.sum"
rows = []
for stride in [1, 2, 3, 4, 8, 16, 17, 32, 33]:
    k = cuda(source, defines={"STRIDE": stride}).read
    row = {"stride": stride}
    for card in ["GTX 280", "Tesla C2050", "H200"]:
        out = zeros(64)
        r = launch(k, 1, 64, [out], gpu=gpu(card), full=True)
        row[card] = r.counters[passes] / r.counters[requests]
    rows.append(row)
table(rows)

# %% that is why tiles are padded by one word: a column of 32 rows then lies in 32 banks
%%cuda
template <int PAD>
__global__ void column(float *out) {
    __shared__ float tile[32][32 + PAD];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

# %%
use("H200")
out = zeros(1024)
for pad in [0, 1]:
    r = column.instance(pad)[1, (32, 32)](out, full=True)
    print(f"padded by {pad}: passes for each load {r.counters[passes] / r.counters[requests]:.0f}, time {r.time * 1e6:.2f} µs")
