// Within one another, with lists and arrays.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i], list[3] = {1, 2, x};
	auto outer = [=, &x](int a) { auto inner = [&x, a, list] { x += a; return list[2] + a; }; return inner() + inner(); };
	auto all = [&](int a) { return [&](int b) { x += b; return x + a; }(a); };
	auto sum = [](auto first, auto... rest) { return first + (0 + ... + rest); };
	auto sizes = []<typename T>(T y, auto &&...z) { return (int)(sizeof(T) + sizeof...(z)); };
	auto times = [=]<int N>(int y) { return N * y; };
	auto braces = [y{7}, z(8)] { return y * z; };
	list[2] = 0;
	out[i] = outer(10) + all(3) + sum(1, 2, 3) + sizes('c', 1, 2) + times.template operator()<3>(2) + braces() + x;
}
