// Names and words of the error codes.
#include "probe.h"

static void codes()
{
    int known = 0;
    for (int i = -1; i <= 1000; i++) {
        const char *name = cudaGetErrorName((cudaError_t)i), *words = cudaGetErrorString((cudaError_t)i);
        if (!strcmp(name, "unrecognized error code") && !strcmp(words, name)) continue;
        printf("%d %s: %s\n", i, name, words);
        known++;
    }
    printf("%d codes\n", known);
    printf("10000 %s: %s\n", cudaGetErrorName((cudaError_t)10000), cudaGetErrorString((cudaError_t)10000));
    printf("-1 %s: %s\n", cudaGetErrorName((cudaError_t)-1), cudaGetErrorString((cudaError_t)-1));
    T(cudaGetLastError());
    T(cudaPeekAtLastError());
}

CASES(codes)
