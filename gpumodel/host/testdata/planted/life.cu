// The game of life on a torus: two boards, which take turns.
#include <cstdio>
#include <utility>
__global__ void step(const int *now, int *next, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < n) {
        int sum = 0;
        for (int dy = n - 1; dy <= n + 1; dy++)
            for (int dx = n - 1; dx <= n + 1; dx++)
                sum += now[(y + dy) % n * n + (x + dx) % n];
        next[y * n + x] = sum == 3 || sum == 4 && now[y * n + x];
    }
}
int main()
{
    const int n = 20;
    int board[n * n] = {}, *now, *next;
    board[1] = board[n + 2] = board[2 * n] = board[2 * n + 1] = board[2 * n + 2] = 1;
    cudaMalloc(&now, sizeof board);
    cudaMalloc(&next, sizeof board);
    cudaMemcpy(now, board, sizeof board, cudaMemcpyHostToDevice);
    for (int k = 0; k < 8; k++) {
        step<<<dim3(1, n), 32>>>(now, next, n);
        std::swap(now, next);
    }
    cudaMemcpy(board, now, sizeof board, cudaMemcpyDeviceToHost);
    int alive = 0;
    for (int i = 0; i < n * n; i++)
        alive += board[i];
    printf("%d\n", alive);
    cudaFree(now);
    cudaFree(next);
}
