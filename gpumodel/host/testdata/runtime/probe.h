// What the programs of this folder share. Each asks the CUDA runtime about one subject, with right and wrong arguments, and prints a
// line a call: the call, what it returns, and what cudaPeekAtLastError, cudaGetLastError and cudaGetLastError again return behind it.
// Usage: PROGRAM prints how many cases there are. PROGRAM N [CALL...] runs case N without the calls of these numbers: record.sh leaves
// out those that end the process, so that the calls behind them are recorded too.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static int calls, skipped, skips[64];

// next counts a call, and tells whether it is to be made.
static bool next(const char *what)
{
    calls++;
    printf("%s -> ", what);
    for (int i = 0; i < skipped; i++)
        if (skips[i] == calls) {
            printf("ends the process\n");
            return false;
        }
    return true;
}

static void told(cudaError_t r)
{
    printf("%d", (int)r);
    printf(" peek %d", (int)cudaPeekAtLastError());
    printf(" get %d", (int)cudaGetLastError());
    printf(" again %d\n", (int)cudaGetLastError());
}

// T makes a call and tells of it. L makes a launch, which returns nothing.
#define T(...) do { if (next(#__VA_ARGS__)) told(__VA_ARGS__); } while (0)
#define L(...) do { if (next(#__VA_ARGS__)) { __VA_ARGS__; told(cudaSuccess); } } while (0)

typedef void (*Case)();

static int probe(int argc, char **argv, const Case *cases, int n)
{
    setvbuf(stdout, 0, _IONBF, 0);
    if (argc < 2) {
        printf("%d\n", n);
        return 0;
    }
    for (int i = 2; i < argc && skipped < 64; i++) skips[skipped++] = atoi(argv[i]);
    cases[atoi(argv[1])]();
    return 0;
}
#define CASES(...) \
    static const Case cases[] = {__VA_ARGS__}; \
    int main(int argc, char **argv) { return probe(argc, argv, cases, sizeof(cases) / sizeof(cases[0])); }
