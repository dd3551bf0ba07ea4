extern "C" __global__ void scale(int *a, int n) { *a *= n; }
