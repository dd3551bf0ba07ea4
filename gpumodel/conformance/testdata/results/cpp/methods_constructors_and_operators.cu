// Methods, constructors and operators.

struct Complex {
	float re, im;
	__device__ Complex(float re, float im = 0) : re(re), im(im) {}
	__device__ float magnitude2() const { return re * re + im * im; }
	__device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
	__device__ Complex operator+(const Complex &o) const { return {re + o.re, im + o.im}; }
	__device__ Complex &operator+=(const Complex &o) { *this = *this + o; return *this; }
	__device__ bool operator<(float limit) const { return magnitude2() < limit; }
	__device__ Complex operator-() const;
	void print() { printf("%f", re); }
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Complex c(in[i] / 50.0f, (i % 16) / 8.0f - 1), z = 0, one{1};
	int steps = 0;
	while (steps < 60 && z < 4) { z = z * z + c * one; steps++; }
	Complex sum(0), halves[2] = {{0.5f, 1}, 0.25f};
	for (int j = 0; j < 4; j++) sum += halves[j % 2] * Complex(j, 1);
	const Complex *p = &sum;
	out[i] = (steps > 3 ? 4 : steps) + (int)(p->re * 8) + (int)(Complex(3, 4) + one).magnitude2() * 100 + (int)(Complex(2, 1) * 3).im * 10000;
}
