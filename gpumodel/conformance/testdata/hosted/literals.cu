// A literal is an array in memory, which device code reads.
__device__ int count(const char *s) { int n = 0; while (*s++) n++; return n; }
template <typename T> __device__ T letters(const char *s, T z) { T n = z; for (; *s; s++) n += *s == 'l'; return n; }
__device__ const char *name(int x) { switch (x & 3) { case 0: return "zero"; case 1: return "one"; } return "many"; }
__global__ void k(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const char *s = "abc", *t[2] = { "p", "qq" }, **to = &s;
    const char *either = in[i] > 0 ? "positive" : "not";
    int sum = s[in[i] & 3] + "xyz"[1] + *"A" + 3 * count("hello") + 5 * letters("hello " "all", 0) + sizeof("abcd");
    sum += t[in[i] & 1][0] * 7 + count(either) * 11 + name(in[i])[1] * 13 + (*to)[2];
    auto a = "auto";
    for (const char *q = "loop"; *q; q++) sum += *q ^ a[2];
    s = "changed";
    out[i] = sum + s[2] + count(s);
}
