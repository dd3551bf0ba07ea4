// Arrays of several dimensions whose lengths are not constants.

#include <cstdio>
#include <cstring>

static int calls;
static int next(int n)
{
    calls++;
    return n;
}
static int total(const int *x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}
static void fill(int n, int m)
{
    int grid[n][m], first[2][m], last[n][2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) grid[i][j] = 10 * i + j;
    memset(first, 0, sizeof first);
    memset(last, 0, sizeof(last));
    first[1][m - 1] = 5, last[n - 1][1] = 6;
    std::printf("%d %d %zu %zu %zu\n", grid[n - 1][m - 1], grid[1][0], sizeof grid, sizeof(grid[0]), sizeof grid[0][0]);
    std::printf("%zu %zu %zu %zu %d %d\n", sizeof first, sizeof(*first), sizeof last, sizeof last[1], total(first[1], m), total(last[0], 2 * n));
    std::printf("%d %d %d %d\n", *(*(grid + 1) + 2), **grid, (*grid)[1], *grid[1]);
    int *row = grid[n - 1], *cell = &grid[1][1];
    row[0] = -1;
    *cell += 100;
    std::printf("%d %d %d %ld\n", grid[n - 1][0], grid[1][1], total(&grid[0][0], n * m), (long)(grid[1] - grid[0]));
    auto p = grid + 1;
    std::printf("%d %d\n", p[0][1], (p - 1)[0][1]);
    auto sum = [&](int i) { return grid[i][0] + grid[i][1]; };
    std::printf("%d\n", sum(1));
}
int main()
{
    fill(3, 4);
    fill(2, 7);
    double cube[next(2)][next(3)][next(4)], tail[next(3)][next(2)][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) cube[i][j][k] = i * 100 + j * 10 + k;
    tail[2][1][1] = .5;
    std::printf("%g %g %g %zu %zu %zu %d\n", cube[1][2][3], cube[0][2][1], tail[2][1][1], sizeof cube, sizeof cube[0], sizeof cube[0][0], calls);
    for (int k = 1; k < 50; k++) {
        char block[k][2 * k];
        block[k - 1][2 * k - 1] = 1;
        calls += block[k - 1][2 * k - 1];
    }
    std::printf("%d\n", calls);
}
