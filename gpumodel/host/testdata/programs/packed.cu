// Members of packed structs lie anywhere: a kernel reads and writes them as the host does.
#include <stdio.h>

struct Inner { short s; float f; };
#pragma pack(push, 1)
struct Row { char tag; double d; int n[3]; Inner in; bool flag; unsigned short u; };
#pragma pack(pop)
struct __attribute__((packed)) Key { unsigned id; char kind; }; // of 5 bytes: the second lies at byte 5
#pragma pack(2)
struct Pair { short a; long long b; };
#pragma pack()
struct Around { int first; Key key; char last; };

__global__ void move(Row *rows, const Key *keys, Pair *pairs, Around *around)
{
    int i = threadIdx.x;
    Row r = rows[i]; // as a whole
    rows[i].d = 2 * r.d + r.n[i % 3];
    rows[i].n[i % 3] -= keys[i].id;
    rows[i].in.s = -r.in.s;
    rows[i].in.f += 0.5f;
    rows[i].flag = !r.flag;
    rows[i].u++;
    pairs[i].b += pairs[i].a;
    around[i].key = keys[i];
    around[i].key.id *= 3;
}

int main()
{
    const int n = 5;
    Row rows[n], *dr;
    Key keys[n], *dk;
    Pair pairs[n], *dp;
    Around around[n] = {}, *da;
    for (int i = 0; i < n; i++) {
        rows[i] = {(char)('a' + i), i + 0.25, {i, 10 * i, 100 * i}, {(short)(i - 2), i * 1.5f}, i % 2 == 0, (unsigned short)(65535 - i)};
        keys[i] = {1000u + i, (char)('A' + i)};
        pairs[i] = {(short)-i, 1ll << (i + 30)};
    }
    cudaMalloc(&dr, sizeof(rows)), cudaMalloc(&dk, sizeof(keys)), cudaMalloc(&dp, sizeof(pairs)), cudaMalloc(&da, sizeof(around));
    cudaMemcpy(dr, rows, sizeof(rows), cudaMemcpyHostToDevice);
    cudaMemcpy(dk, keys, sizeof(keys), cudaMemcpyHostToDevice);
    cudaMemcpy(dp, pairs, sizeof(pairs), cudaMemcpyHostToDevice);
    cudaMemcpy(da, around, sizeof(around), cudaMemcpyHostToDevice);
    move<<<1, n>>>(dr, dk, dp, da);
    cudaMemcpy(rows, dr, sizeof(rows), cudaMemcpyDeviceToHost);
    cudaMemcpy(pairs, dp, sizeof(pairs), cudaMemcpyDeviceToHost);
    cudaMemcpy(around, da, sizeof(around), cudaMemcpyDeviceToHost);
    printf("%s, sizes %zu %zu %zu %zu\n", cudaGetErrorString(cudaGetLastError()), sizeof(Row), sizeof(Key), sizeof(Pair), sizeof(Around));
    for (int i = 0; i < n; i++)
        printf("%c %g %d %d %d %d %g %d %u, %lld, %u %c %d\n", rows[i].tag, rows[i].d, rows[i].n[0], rows[i].n[1], rows[i].n[2], rows[i].in.s,
               rows[i].in.f, rows[i].flag, rows[i].u, pairs[i].b, around[i].key.id, around[i].key.kind, around[i].last);
    cudaFree(dr), cudaFree(dk), cudaFree(dp), cudaFree(da);
}
