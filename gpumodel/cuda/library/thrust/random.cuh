// Thrust: engines and distributions of random numbers, for host and GPU.
namespace thrust {
inline namespace random {
template <typename U, U A, U C, U M> struct linear_congruential_engine {
	typedef U result_type;
	static const U min = C == 0 ? 1 : 0, max = M - 1, default_seed = 1;
	U x;
	__host__ __device__ explicit linear_congruential_engine(U s = 1) { seed(s); }
	__host__ __device__ void seed(U s = 1) { x = C == 0 && s % M == 0 ? 1 : s % M; }
	__host__ __device__ U operator()()
	{
		x = (U)(((unsigned long long)x * A + C) % M);
		return x;
	}
	// As if so many numbers had been asked for.
	__host__ __device__ void discard(unsigned long long n)
	{
		unsigned long long a = A, c = C, by = 1, add = 0;
		for (; n > 0; n /= 2) {
			if (n & 1) {
				add = (add * a + c) % M;
				by = by * a % M;
			}
			c = (a * c + c) % M;
			a = a * a % M;
		}
		x = (U)((x * by + add) % M);
	}
};
typedef linear_congruential_engine<unsigned, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <typename T = double> struct uniform_real_distribution {
	typedef T result_type;
	T from, to;
	__host__ __device__ explicit uniform_real_distribution(T from = 0, T to = 1) : from(from), to(to) {}
	__host__ __device__ T a() const { return from; }
	__host__ __device__ T b() const { return to; }
	__host__ __device__ void reset() {}
	template <typename E> __host__ __device__ T operator()(E &engine)
	{
		T x = (T)(engine() - E::min);
		x /= (T)1 + (T)(E::max - E::min);
		return x * (to - from) + from;
	}
};
template <typename T = int> struct uniform_int_distribution {
	typedef T result_type;
	T from, to;
	__host__ __device__ explicit uniform_int_distribution(T from = 0, T to = 2147483647) : from(from), to(to) {}
	__host__ __device__ T a() const { return from; }
	__host__ __device__ T b() const { return to; }
	__host__ __device__ void reset() {}
	template <typename E> __host__ __device__ T operator()(E &engine)
	{
		uniform_real_distribution<double> real((double)from, nextafter((double)to + 1, (double)from));
		return (T)real(engine);
	}
};
template <typename T = double> struct normal_distribution {
	typedef T result_type;
	T middle, deviation;
	__host__ __device__ explicit normal_distribution(T middle = 0, T deviation = 1) : middle(middle), deviation(deviation) {}
	__host__ __device__ T mean() const { return middle; }
	__host__ __device__ T stddev() const { return deviation; }
	__host__ __device__ void reset() {}
	// The inverse of the normal distribution at a uniform number.
	template <typename E> __host__ __device__ T operator()(E &engine)
	{
		unsigned range = E::max - E::min, u = engine() - E::min;
		T step = (T)1 / range, sign = (T)-1.4142135623730950488;
		if (u > range / 2) {
			u = range - u;
			sign = -sign;
		}
		T p = u * step + step / 2;
		return middle + deviation * sign * (T)erfcinv(2 * p);
	}
};
}
}
