// cuBLAS beside loops of the host. The numbers are small and whole, so that all sums are exact.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cublas_v2.h>

#define CHECK(call) do { cublasStatus_t status = (call); if (status != CUBLAS_STATUS_SUCCESS) printf("line %d: %s\n", __LINE__, cublasGetStatusName(status)); } while (0)
const int ORDER = 70; // of all matrices, and more than a tile
float a[ORDER * ORDER], b[ORDER * ORDER], c[ORDER * ORDER], r[ORDER * ORDER], w[ORDER * ORDER];
int N = ORDER;
float *da, *db, *dc;
cublasHandle_t h;

void set() { for (int i = 0; i < N * N; i++) { a[i] = rand() % 7 - 3; b[i] = rand() % 7 - 3; c[i] = rand() % 7 - 3; } }
void up()
{
    CHECK(cublasSetMatrix(N, N, sizeof(float), a, N, da, N));
    CHECK(cublasSetMatrix(N, N, sizeof(float), b, N, db, N));
    CHECK(cublasSetMatrix(N, N, sizeof(float), c, N, dc, N));
}
void same(const char *what, const float *d, int n)
{
    cudaMemcpy(r, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (!(fabsf(r[i] - w[i]) <= 1e-5f * fabsf(w[i]))) wrong++;
    printf("%s: %d wrong\n", what, wrong);
}
float at(const float *m, bool t, int i, int j) { return t ? m[i * N + j] : m[j * N + i]; }

void vectors()
{
    const int n = 1000;
    float alpha = 3, s = 0, t = 0, x;
    int most = 0, at;
    up();
    CHECK(cublasSaxpy(h, n, &alpha, da, 2, db, -1));
    for (int i = 0; i < n; i++) w[n - 1 - i] = b[n - 1 - i] + 3 * a[2 * i];
    same("axpy", db, n);
    CHECK(cublasSdot(h, n, da, 1, dc, 2, &x));
    for (int i = 0; i < n; i++) s += a[i] * c[2 * i];
    printf("dot: %d\n", x == s);
    CHECK(cublasSasum(h, n, da, 1, &x));
    for (int i = 0; i < n; i++) t += fabsf(a[i]);
    printf("asum: %d\n", x == t);
    CHECK(cublasSnrm2(h, n, da, 1, &x));
    s = 0;
    for (int i = 0; i < n; i++) s += a[i] * a[i];
    printf("nrm2: %d\n", fabsf(x - sqrtf(s)) < 1e-4f);
    a[777] = -9;
    up();
    CHECK(cublasIsamax(h, n, da, 1, &at));
    CHECK(cublasIsamin(h, n, da, 1, &most));
    int least = 0;
    while (a[least] != 0) least++;
    printf("amax: %d, amin: %d\n", at, most == least + 1);
    CHECK(cublasSscal(h, n, &alpha, da, 1));
    CHECK(cublasSswap(h, n, da, 1, db, 1));
    CHECK(cublasScopy(h, n, db, 1, dc, 1));
    for (int i = 0; i < n; i++) w[i] = 3 * a[i];
    same("scal, swap, copy", dc, n);
    float cosine = 0.5f, sine = 2;
    up();
    CHECK(cublasSrot(h, n, da, 1, db, 1, &cosine, &sine));
    for (int i = 0; i < n; i++) w[i] = 0.5f * a[i] + 2 * b[i];
    same("rot", da, n);
}

void matrix_and_vector()
{
    float alpha = 2, beta = 3;
    for (int t = 0; t < 2; t++) {
        up();
        CHECK(cublasSgemv(h, t ? CUBLAS_OP_T : CUBLAS_OP_N, N, N, &alpha, da, N, db, 1, &beta, dc, 1));
        for (int i = 0; i < N; i++) {
            w[i] = 0;
            for (int j = 0; j < N; j++) w[i] += at(a, t, i, j) * b[j];
            w[i] = 2 * w[i] + 3 * c[i];
        }
        same(t ? "gemv T" : "gemv N", dc, N);
        up();
        CHECK(cublasSsymv(h, t ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, N, &alpha, da, N, db, 1, &beta, dc, 1));
        for (int i = 0; i < N; i++) {
            w[i] = 0;
            for (int j = 0; j < N; j++) w[i] += at(a, t ? i < j : i > j, i, j) * b[j];
            w[i] = 2 * w[i] + 3 * c[i];
        }
        same(t ? "symv, lower" : "symv, upper", dc, N);
    }
    up();
    CHECK(cublasSger(h, N, N, &alpha, db, 1, dc, 1, da, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) w[j * N + i] = a[j * N + i] + 2 * b[i] * c[j];
    same("ger", da, N * N);
    for (int t = 0; t < 4; t++) { // op(A) x, and back again
        up();
        cublasFillMode_t half = t & 1 ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
        cublasOperation_t op = t & 2 ? CUBLAS_OP_T : CUBLAS_OP_N;
        for (int i = 0; i < N * N; i++) r[i] = i % (N + 1) ? a[i] / 64 : 1;
        cudaMemcpy(da, r, sizeof(r), cudaMemcpyHostToDevice);
        CHECK(cublasStrmv(h, half, op, CUBLAS_DIAG_NON_UNIT, N, da, N, db, 1));
        float product[ORDER];
        cudaMemcpy(product, db, sizeof(product), cudaMemcpyDeviceToHost);
        float first = 0;
        for (int j = 0; j < N; j++)
            if (j == 0 || (t & 1) == (t >> 1)) first += at(r, t & 2, 0, j) * b[j];
        CHECK(cublasStrsv(h, half, op, CUBLAS_DIAG_NON_UNIT, N, da, N, db, 1));
        cudaMemcpy(r, db, N * sizeof(float), cudaMemcpyDeviceToHost);
        float most = 0;
        for (int i = 0; i < N; i++) most = fmaxf(most, fabsf(r[i] - b[i]));
        printf("trmv, trsv %d: %d %d\n", t, fabsf(product[0] - first) < 1e-3f, most < 1e-3f);
    }
}

void matrices()
{
    float alpha = 2, beta = 3;
    for (int t = 0; t < 4; t++) {
        up();
        CHECK(cublasSgemm(h, t & 1 ? CUBLAS_OP_T : CUBLAS_OP_N, t & 2 ? CUBLAS_OP_T : CUBLAS_OP_N, N, N, N, &alpha, da, N, db, N, &beta, dc, N));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                float s = 0;
                for (int k = 0; k < N; k++) s += at(a, t & 1, i, k) * at(b, t & 2, k, j);
                w[j * N + i] = 2 * s + 3 * c[j * N + i];
            }
        same("gemm", dc, N * N);
    }
    up();
    CHECK(cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, N, N, &alpha, da, N, &beta, dc, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < N; k++) s += a[i * N + k] * a[j * N + k];
            w[j * N + i] = i < j ? c[j * N + i] : 2 * s + 3 * c[j * N + i];
        }
    same("syrk", dc, N * N);
    up();
    CHECK(cublasSsymm(h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, N, N, &alpha, da, N, db, N, &beta, dc, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < N; k++) s += at(b, false, i, k) * at(a, k > j, k, j);
            w[j * N + i] = 2 * s + 3 * c[j * N + i];
        }
    same("symm", dc, N * N);
    up();
    CHECK(cublasSgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, N, N, &alpha, da, N, &beta, db, N, dc, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) w[j * N + i] = 2 * a[i * N + j] + 3 * b[j * N + i];
    same("geam", dc, N * N);
    CHECK(cublasSdgmm(h, CUBLAS_SIDE_RIGHT, N, N, da, N, db, 1, dc, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) w[j * N + i] = a[j * N + i] * b[j];
    same("dgmm", dc, N * N);
    CHECK(cublasStrmm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, N, N, &alpha, da, N, db, N, dc, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = b[j * N + i];
            for (int k = 0; k < i; k++) s += a[k * N + i] * b[j * N + k];
            w[j * N + i] = 2 * s;
        }
    same("trmm", dc, N * N);
    for (int side = 0; side < 2; side++) {
        up();
        for (int i = 0; i < N * N; i++) r[i] = i % (N + 1) ? a[i] / 64 : 2;
        cudaMemcpy(da, r, sizeof(r), cudaMemcpyHostToDevice);
        cublasSideMode_t s = side ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
        CHECK(cublasStrmm(h, s, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, N, N, &alpha, da, N, db, N, dc, N));
        float back = 0.5f;
        CHECK(cublasStrsm(h, s, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, N, N, &back, da, N, dc, N));
        cudaMemcpy(r, dc, sizeof(r), cudaMemcpyDeviceToHost);
        float most = 0;
        for (int i = 0; i < N * N; i++) most = fmaxf(most, fabsf(r[i] - b[i]));
        printf("trsm: %d\n", most < 1e-3f);
    }
}

void batches()
{
    const int n = 10, count = 5;
    float alpha = 1, beta = 0, *la[count], *lb[count], *lc[count], **dl;
    for (int i = 0; i < count; i++) la[i] = da + i * n * n, lb[i] = db + i * n * n, lc[i] = dc + i * n * n;
    for (int i = 0; i < count; i++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                float s = 0;
                for (int k = 0; k < n; k++) s += a[i * n * n + k * n + y] * b[i * n * n + x * n + k];
                w[i * n * n + x * n + y] = s;
            }
    up();
    CHECK(cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, da, n, n * n, db, n, n * n, &beta, dc, n, n * n, count));
    same("strided batch", dc, count * n * n);
    cudaMemset(dc, 0, sizeof(c));
    cudaMalloc(&dl, 3 * sizeof(la));
    cudaMemcpy(dl, la, sizeof(la), cudaMemcpyHostToDevice);
    cudaMemcpy(dl + count, lb, sizeof(lb), cudaMemcpyHostToDevice);
    cudaMemcpy(dl + 2 * count, lc, sizeof(lc), cudaMemcpyHostToDevice);
    CHECK(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, dl, n, dl + count, n, &beta, dl + 2 * count, n, count));
    same("batch", dc, count * n * n);
    cudaFree(dl);
}

void other_types()
{
    const int n = 8;
    cuDoubleComplex z[n * n], one = {1, 0}, none = {0, 0}, *dz;
    for (int i = 0; i < n * n; i++) z[i].x = a[i], z[i].y = b[i];
    cudaMalloc(&dz, 2 * sizeof(z));
    cudaMemcpy(dz, z, sizeof(z), cudaMemcpyHostToDevice);
    CHECK(cublasZgemm(h, CUBLAS_OP_C, CUBLAS_OP_N, n, n, n, &one, dz, n, dz, n, &none, dz + n * n, n));
    cuDoubleComplex got[n * n];
    cudaMemcpy(got, dz + n * n, sizeof(got), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double x = 0, y = 0;
            for (int k = 0; k < n; k++) {
                cuDoubleComplex p = z[i * n + k], q = z[j * n + k];
                x += p.x * q.x + p.y * q.y;
                y += p.x * q.y - p.y * q.x;
            }
            wrong += got[j * n + i].x != x || got[j * n + i].y != y;
        }
    printf("zgemm: %d wrong\n", wrong);
    cudaFree(dz);
    __half half[n * n], *dh;
    for (int i = 0; i < n * n; i++) half[i] = __float2half(a[i]);
    cudaMalloc(&dh, sizeof(half));
    cudaMemcpy(dh, half, sizeof(half), cudaMemcpyHostToDevice);
    float alpha = 1, beta = 0;
    CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, dh, CUDA_R_16F, n, dh, CUDA_R_16F, n, &beta, dc, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            w[j * n + i] = 0;
            for (int k = 0; k < n; k++) w[j * n + i] += a[k * n + i] * a[j * n + k];
        }
    same("halves", dc, n * n);
    cudaFree(dh);
}

int main()
{
    set();
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dc, sizeof(c));
    CHECK(cublasCreate(&h));
    vectors();
    matrix_and_vector();
    matrices();
    batches();
    other_types();
    float *result, x;
    cudaMalloc(&result, sizeof(float));
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    up();
    CHECK(cublasSasum(h, N, da, 1, result));
    CHECK(cublasSscal(h, N, result, da, 1));
    cudaMemcpy(&x, result, sizeof(x), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) w[i] = x * a[i];
    same("a scalar of the GPU", da, N);
    float alpha = 1;
    CHECK(cublasSgemv(h, CUBLAS_OP_N, N, N, &alpha, da, N - 1, db, 1, &alpha, dc, 1));
    CHECK(cublasDestroy(h));
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(result);
}
