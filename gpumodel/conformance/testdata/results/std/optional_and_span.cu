// Optional and span.

__device__ std::optional<int> find(std::span<const int> s, int x) {
	for (int i = 0; i < s.size(); i++)
		if (s[i] == x) return i;
	return std::nullopt;
}
__device__ int total(std::span<int> s) { int sum = 0; for (int x : s) sum += x; return sum; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int list[4] = {1, 2, in[i], 4};
	auto o = find(std::span<const int>(in, n), in[i]);
	out[i] = o ? in[*o] : 0;
	if (auto p = find(list, 2)) out[i] += p.value();
	out[i] += find(list, 777).value_or(5);
	std::span s(list, 4);
	s[1] = 20;
	out[i] += total(s) + s.subspan(1).size() + s.back() + s.first(2).size_bytes() + o.has_value();
	std::optional<float> e;
	e = 3.0f;
	out[i] += (int)*e + e.has_value();
	e.reset();
	std::optional z(4);
	out[i] += e.has_value() + *z;
}
