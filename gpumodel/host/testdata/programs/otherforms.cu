// Forms of C++ and of PTX that other people's programs have.
#include <cmath>
#include <cstdio>

typedef int Rule(int, float);
Rule rule; // declared by the name of its type
int rule(int n, float x) { return n + (int)x; }

// Friends that are templates, and are defined where they stand.
struct Nothing {
	friend bool operator==(Nothing, Nothing) { return true; }
	template <typename T> friend bool operator==(Nothing, const T &) { return false; }
	template <typename T> friend bool operator==(const T &, Nothing) { return false; }
};

template <typename T> class Box {
	T x;

public:
	__host__ __device__ Box(T x) : x(x) {}
	template <typename U> __host__ __device__ friend T sum(const Box &a, const Box<U> &b) { return a.x + (T)b.get(); }
	__host__ __device__ T get() const { return x; }
};

template <int N> struct Scale {
	static constexpr const char *name = "scale";
	template <typename T> static T of(T x) { return x * N; }
};

// A variable hides the function of its name, but not the one behind std::.
float turned(float angle)
{
	float cos = std::cos(angle), max = std::max(cos, 0.5f);
	return cos + max;
}

__device__ __nv_pure__ int twice(int x) { return 2 * x; }

__global__ void __maxnreg__(32) lanes(unsigned *out)
{
	unsigned lane = threadIdx.x, next, all, bits[4];
	asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(next) : "r"(lane), "r"(1));
	asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 29; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(all) : "r"(lane));
	out[lane] = twice(next) + all;
	asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
	__syncthreads();
	asm volatile("ld.global.cs.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(bits[0]), "=r"(bits[1]), "=r"(bits[2]), "=r"(bits[3]) : "l"(out));
	__syncthreads();
	if (lane == 0) asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(out + 32), "r"(bits[3]), "r"(bits[2]), "r"(bits[1]), "r"(bits[0]));
	if (lane < 2) out[36 + lane] = gridDim.y * 10 + blockDim.x + (int)sum(Box<int>(1), Box<float>(2.5f));
}

int main()
{
	Nothing none;
	printf("%d %d %d\n", none == none, none == 3, 4 == none);
	printf("%d %s %d %g\n", rule(2, 3.5f), Scale<3>::name, Scale<3>::template of<int>(5), turned(0));
	unsigned *out, width = 32;
	cudaMallocManaged(&out, 40 * sizeof(unsigned));
	lanes<<<{1, 1}, {width, 1, 1}>>>(out);
	cudaDeviceSynchronize();
	for (int i = 32; i < 38; i++) printf("%x ", out[i]);
	printf("\n%d %g\n", sum(Box<int>(1), Box<float>(2.5f)), sum(Box<float>(1.5f), Box<int>(2)));
	cudaFree(out);
}
