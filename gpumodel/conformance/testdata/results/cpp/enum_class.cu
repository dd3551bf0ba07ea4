// Enum class.

enum class Op : unsigned char { Add, Sub = 3, Mul };
enum Plain { A = -1, B };
namespace deep { enum class Far { None = 40000 }; }
template <Op op> __device__ int apply(int x, int y) {
	switch (op) {
	case Op::Add: return x + y;
	case Op::Sub: return x - y;
	case Op::Mul: return x * y;
	}
	return 0;
}
__device__ Op operator+(Op a, int n) { return static_cast<Op>((int)a + n); }
__global__ void k(int *out, const int *in, int n) {
	__shared__ Op ops[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0;
	ops[threadIdx.x] = i % 3 ? Op::Sub + (i % 3 - 1) : Op::Add;
	if (i >= n) return;
	const Op op = ops[threadIdx.x];
	Plain p = Plain::A;
	if (op == Op::Add) { p = B; x = apply<Op::Add>(in[i], i); }
	else if (op < Op::Mul) x = apply<Op::Sub>(in[i], i);
	else x = apply<Op::Mul>(in[i], i);
	out[i] = x + p + (int)op + sizeof(ops) + sizeof(Plain) + int(deep::Far::None);
}
