// Tuple.

__device__ std::tuple<int, float> two(int x) { return {x, 2.5f}; }
__device__ auto three(int x) { return std::make_tuple(x, 1.5, 'c'); }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	std::tuple<int, float, char> t(in[i], 2.0f, 'c');
	std::get<0>(t) += 3;
	auto [x, y] = two(in[i]);
	auto &[p, q, r] = t;
	p *= 2;
	int u;
	float v;
	std::tie(u, v) = two(in[i] + 1);
	std::tie(u, std::ignore) = two(u + 1);
	std::tuple s(1, 2.0);
	static_assert(std::tuple_size_v<decltype(t)> == 3 && std::is_same_v<std::tuple_element_t<1, decltype(s)>, double>, "");
	auto m = three(2);
	int sum = std::apply([](int a, double b) { return a + (int)b; }, s);
	auto c = std::tuple_cat(s, std::make_tuple(in[i]), m);
	std::pair<int, int> pair(1, 2);
	auto [p1, p2] = pair;
	const auto [c1, c2] = s;
	std::tuple<int> one(5);
	auto [o] = one;
	std::tuple<int, int> copied = pair;
	bool less = std::make_tuple(1, 2) < std::make_tuple(1, 3), equal = s == s;
	out[i] = std::get<0>(t) + x + (int)(2 * y) + u + (int)(2 * v) + (int)std::get<1>(s) + std::get<char>(t) + (int)q + r + (int)(2 * std::get<1>(m)) + sum
		+ std::get<2>(c) + std::get<1>(pair) + p1 + p2 + c1 + (int)c2 + o + std::get<1>(copied) + less + 2 * equal;
	for (auto [a, b] : {s, std::make_tuple(7, 8.0)}) out[i] += a + (int)b;
}
