// exp2f, which is the special function unit's.

__device__ float exp2f(float x) { return __ex2(x); }
