"""Kernels of kernels.cu in Numba's CUDA simulator, for BenchmarkBeside: python numba_simulator.py KERNEL

Prints the microseconds of a thread. The simulator takes a thread of Python for each thread of CUDA, so few blocks
have to do; the loops inside the kernels are as long as in the launches of the benchmark.
"""
import os

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import sys
import time

import numpy as np
from numba import cuda, float32


@cuda.jit
def vector_add(a, b, c, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < n:
        c[i] = a[i] + b[i]


@cuda.jit
def transpose_naive(a, out, n):
    x = cuda.blockIdx.x * 32 + cuda.threadIdx.x
    y = cuda.blockIdx.y * 32 + cuda.threadIdx.y
    for j in range(0, 32, 8):
        out[x * n + y + j] = a[(y + j) * n + x]


@cuda.jit
def product_naive(a, b, c, n):
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    total = 0.0
    for k in range(n):
        total += a[row * n + k] * b[k * n + col]
    c[row * n + col] = total


@cuda.jit
def product_tiled(a, b, c, n):
    at = cuda.shared.array((16, 16), float32)
    bt = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.blockIdx.x * 16 + tx, cuda.blockIdx.y * 16 + ty
    total = 0.0
    for t in range(0, n, 16):
        at[ty, tx] = a[row * n + t + tx]
        bt[ty, tx] = b[(t + ty) * n + col]
        cuda.syncthreads()
        for k in range(16):
            total += at[ty, k] * bt[k, tx]
        cuda.syncthreads()
    c[row * n + col] = total


@cuda.jit
def reduce_shared(a, out, n):
    s = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    total = 0.0
    for i in range(cuda.blockIdx.x * 256 + t, n, 256 * 128):
        total += a[i]
    s[t] = total
    cuda.syncthreads()
    d = 128
    while d > 0:
        if t < d:
            s[t] += s[t + d]
        cuda.syncthreads()
        d >>= 1
    if t == 0:
        out[cuda.blockIdx.x] = s[0]


@cuda.jit
def stencil(a, out, n):
    x = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    y = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if x > 0 and x < n - 1 and y > 0 and y < n - 1:
        out[y * n + x] = 0.5 * a[y * n + x] + 0.125 * (
            a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]
        )


@cuda.jit
def mandelbrot(out, n, limit):
    x = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    y = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    cx, cy = -2.0 + 3.0 * x / n, -1.5 + 3.0 * y / n
    zx = zy = 0.0
    i = 0
    while i < limit and zx * zx + zy * zy < 4.0:
        zx, zy = zx * zx - zy * zy + cx, 2.0 * zx * zy + cy
        i += 1
    out[y * n + x] = i


def floats(n):
    return np.random.default_rng(1).random(n, dtype=np.float32)


SIDE, N = 256, 1 << 18
IMAGE = (floats(SIDE * SIDE), floats(SIDE * SIDE), SIDE)
PRODUCT = (floats(SIDE * SIDE), floats(SIDE * SIDE), floats(SIDE * SIDE), SIDE)
# Grids of a few blocks, which are all alike; those of a Mandelbrot set differ, so it is whole.
LAUNCHES = {
    "vector_add": (vector_add, 4, 256, (floats(N), floats(N), floats(N), N - 7)),
    "transpose_naive": (transpose_naive, (2, 2), (32, 8), IMAGE),
    "product_naive": (product_naive, (2, 2), (32, 8), PRODUCT),
    "product_tiled": (product_tiled, (2, 2), (16, 16), PRODUCT),
    "reduce_shared": (reduce_shared, 4, 256, (floats(N), floats(128), N)),
    "stencil": (stencil, (2, 2), (32, 8), IMAGE),
    "mandelbrot": (mandelbrot, (8, 32), (32, 8), (np.zeros(SIDE * SIDE, np.int32), SIDE, 64)),
}

if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        sys.exit(print(*LAUNCHES))
    kernel, grid, block, args = LAUNCHES[sys.argv[1]]
    threads = int(np.prod(grid) * np.prod(block))
    kernel[grid, block](*args)
    begun = time.perf_counter()
    kernel[grid, block](*args)
    print((time.perf_counter() - begun) * 1e6 / threads)
