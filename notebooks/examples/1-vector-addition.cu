# %% [markdown]
# Vector addition: one thread for each element.
#
#     warpbook exec notebooks/examples/1-vector-addition.cu
#
# The kernel is plain CUDA C. The model executes it on a GTX 280 and says how long it takes there,
# and why. Try another GPU: use("H200").

# %% the card: a GTX 280 of 2008
use("GTX 280")

# %% the kernel
%%cuda
__global__ void add(float *c, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)          // the last block may reach beyond the end
        c[i] = a[i] + b[i];
}

# %% the host's part: arrays and a launch
n = 1000000
a, b, c = rand(n, seed=1), rand(n, seed=2), zeros(n)
block = 256
grid = (n + block - 1) // block         # round up: 3907 blocks, one of them with 192 threads to spare
r = add[grid, block](c, a, b, n, full=True)
check(allclose(c, a + b), "every element is the sum")
r

# %% where the time goes: 12 bytes for one addition
print(f"{r.time * 1e6:.1f} µs, {r.gbps:.0f} GB/s of {gpu('GTX 280').bandwidth_gbps:.0f}, limited by {r.bound}")

# %% the same text on GPUs of four generations
n = 1 << 23
a, b, c = ones(n), ones(n), zeros(n)
rows = []
for card in ["8800 GTX", "Tesla C2050", "A100", "H200"]:
    r = launch(add, n // 256, 256, [c, a, b, n], gpu=gpu(card))
    rows.append({"GPU": card, "time (µs)": round(r.time * 1e6, 1), "GB/s": round(r.gbps), "of the peak": f"{r.gbps / gpu(card).bandwidth_gbps:.0%}"})
table(rows)
