// The standard library's names.

#include <limits>
#include <algorithm>
using namespace std;
constexpr int two = std::min(64, 2);
template <typename T> struct Unused { T v; };
template struct Unused<float>;
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int array[two] = {1, 7};
	float f = -std::numeric_limits<float>::infinity(), g = numeric_limits<float>::max();
	std::pair<int, float> p = std::make_pair(1, 2.0f);
	std::array<int, 4> a;
	a[2] = in[i];
	int x = 1, y = 2;
	std::swap(x, y);
	out[i] = std::max(-5000, std::numeric_limits<int>::lowest()) + (f < g) + p.first + (int)p.second + a[2] + a.size() + x + array[1] + (int)std::sqrt(4.0f);
}
