// C++ casts, auto, constexpr, using, enum, typedef, namespace.

typedef unsigned int uint;
using real = float;
enum Color { Red, Green = 5, Blue };
enum Mode : int { Add, Sub };
namespace limits { constexpr int low = -10; __device__ int cut(int x) { return x < low ? low : x; } }
constexpr int tile = 4 * 4;
static_assert(tile == 16, "tile");
__global__ __launch_bounds__(128, 2) void k(int *__restrict__ out, const int *__restrict__ in, int n) {
	const auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n) return;
	auto x = in[i];
	real f = static_cast<real>(x) / 4;
	const Mode mode = x > 0 ? Add : Sub;
	uint u = (uint)Blue + sizeof(double) + tile;
	int v = mode == Add ? limits::cut(x) + Green : limits::cut(x) - Red;
	out[i] = v * 100 + int(f) + (int)u + 'A' + true + (i, 3) + 0x10 + 010 + 1e1;
}
