// Aliases, decltype, parts and choices.

template <typename T, int N> struct Array {
	T v[N];
	template <typename U> using with = Array<U, N>;
	__device__ T *begin() { return v; }
	__device__ T *end() { return v + N; }
};
template <typename T> using Four = Array<T, 4>;
template <typename T, int N = 2> using Nested = Four<Array<T, N>>;
template <typename T> using Pointer = T *;
template <typename T> struct Same { using type = T; };
template <typename T> using Same_t = typename Same<T>::type;
struct Point { int x, y; };
template <typename T> __device__ T first(Four<T> a) { return a.v[0]; }
template <typename A, typename B> __device__ auto product(A a, B b) -> decltype(a * b) { decltype(a * b) r = a * b; return r; }
__device__ Point swapped(Point p) { return {p.y, p.x}; }
__global__ void k(int *out, Pointer<const int> in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Four<int> four = {{1, 2, 3, in[i]}};
	Nested<int> nested = {};
	nested.v[3].v[1] = 5;
	Four<int>::with<float> other = {{0.5f, 2.5f}};
	decltype(in[i] + 1L) wide = in[i];
	decltype(four) copy = four;
	Same_t<int> same = first(copy) + first<int>(four);
	auto [x, y] = swapped(Point{i, 7});
	Point p = {3, 4};
	auto &[px, py] = p;
	px += 10;
	const auto &[qx, qy] = p;
	int pair[2] = {5, 6};
	auto &[left, right] = pair;
	left = right + 1;
	int sum = 0;
	Point points[2] = {{1, 2}, {3, 4}};
	for (auto [a, b] : points) sum += a * b;
	for (auto &[a, b] : points) a = b;
	for (auto v : four) sum += v;
	(i % 2 ? x : sum) += 100;
	(i % 3 ? p : points[1]).y = 9;
	int *q = &(i % 2 ? pair[0] : pair[1]);
	++(i % 3 ? *q : sum);
	out[i] = nested.v[3].v[1] + (int)(other.v[1] * 2) + (int)sizeof(wide) + same + 2 * x + y + p.x + p.y + qx + qy + pair[0] + pair[1] + sum + points[0].x +
		points[1].y + (int)product(2, 1.75);
}
