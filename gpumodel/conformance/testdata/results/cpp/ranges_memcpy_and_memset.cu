// Ranges, memcpy and memset.

struct Few {
	int v[3];
	__device__ int *begin() { return v; }
	__device__ int *end() { return v + 3; }
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[4] = {1, 2, 3, 4}, b[4], sum = 0;
	for (int &x : a) x += in[i];
	memcpy(b, a, sizeof(a));
	for (auto x : b) {
		if (x == in[i] + 3) continue;
		sum += x;
	}
	Few f;
	memset(&f, 0, sizeof f);
	f.v[1] = 7;
	for (const int x : f) sum += x;
	char s[5];
	memset(s, 3, 5);
	std::memcpy(s + 1, s, 3);
	for (auto &c : s) sum += c;
	memcpy(out + i, &sum, sizeof(int));
	out[i] += 2;
}
