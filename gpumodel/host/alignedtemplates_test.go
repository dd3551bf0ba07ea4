package host_test

import (
	"testing"

	"warpbook.dev/gpumodel/host"
)

// TestAlignedTemplates: a class template whose alignment depends on its parameters, in a namespace, is one of the device too.
func TestAlignedTemplates(t *testing.T) {
	p := compiled(t, `#include <cstdio>
namespace util {
template <class T> constexpr int align(int n) { return sizeof(T) * n % 16 == 0 ? 16 : alignof(T); }
template <class T, size_t N> struct alignas(align<T>(N)) array {
	T data[N];
	__host__ __device__ constexpr T &operator[](int i) { return data[i]; }
};
template <class T> struct __align__(2 * sizeof(T)) pair { T a, b; };
}
namespace short_name {
namespace u = util;
template <class T> using Vec = u::array<T, 3>;
template <class T> using Pair = util::pair<T>;
template <class T> constexpr __host__ __device__ Vec<T> all(const T &x) { return Vec<T>{x, x, x}; }
}
__global__ void k(float *out)
{
	auto v = short_name::all(3.0f);
	short_name::Pair<float> q = {1, 2};
	out[threadIdx.x] = v[0] + v[2] * q.b + alignof(q);
}
int main()
{
	float *d, x;
	cudaMalloc(&d, 128);
	k<<<1, 32>>>(d);
	cudaMemcpy(&x, d + 5, 4, cudaMemcpyDeviceToHost);
	cudaFree(d);
	printf("%g %d %d %d\n", x, (int)alignof(util::array<float, 4>), (int)alignof(short_name::Vec<float>), (int)alignof(util::pair<double>));
}
`)
	if out, r := ran(t, p, host.Options{Args: []string{"./p"}}); out != "17 16 4 16\n" || len(r.Findings) > 0 {
		t.Errorf("prints %q, findings %q", out, r.Findings)
	}
}
