#pragma once
#include "offset.h"
#include <stdio.h>
__device__ int line() { return __LINE__; }
void host() { printf("%d", OFFSET); }
__device__ int scale(int x) { return x * FACTOR; }
