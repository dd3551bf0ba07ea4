// Thrust: complex numbers, for host and GPU.
namespace thrust {
template <typename T> struct complex {
	typedef T value_type;
	T x, y;
	__host__ __device__ complex(T x = 0, T y = 0) : x(x), y(y) {}
	template <typename U> __host__ __device__ complex(const complex<U> &c) : x((T)c.x), y((T)c.y) {}
	__host__ __device__ T real() const { return x; }
	__host__ __device__ T imag() const { return y; }
	__host__ __device__ void real(T r) { x = r; }
	__host__ __device__ void imag(T i) { y = i; }
	__host__ __device__ complex &operator+=(const complex &c) { x += c.x; y += c.y; return *this; }
	__host__ __device__ complex &operator-=(const complex &c) { x -= c.x; y -= c.y; return *this; }
	__host__ __device__ complex &operator*=(const complex &c) { return *this = *this * c; }
	__host__ __device__ complex &operator/=(const complex &c) { return *this = *this / c; }
};
#define THRUST_COMPLEX(OP, RESULT) \
	template <typename T> __host__ __device__ complex<T> operator OP(const complex<T> &a, const complex<T> &b) { return RESULT; } \
	template <typename T> __host__ __device__ complex<T> operator OP(const complex<T> &a, const T &b) { return a OP complex<T>(b); } \
	template <typename T> __host__ __device__ complex<T> operator OP(const T &a, const complex<T> &b) { return complex<T>(a) OP b; }
THRUST_COMPLEX(+, complex<T>(a.x + b.x, a.y + b.y))
THRUST_COMPLEX(-, complex<T>(a.x - b.x, a.y - b.y))
THRUST_COMPLEX(*, complex<T>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x))
THRUST_COMPLEX(/, complex<T>((a.x * b.x + a.y * b.y) / (b.x * b.x + b.y * b.y), (a.y * b.x - a.x * b.y) / (b.x * b.x + b.y * b.y)))
#undef THRUST_COMPLEX
template <typename T> __host__ __device__ complex<T> operator-(const complex<T> &a) { return complex<T>(-a.x, -a.y); }
template <typename T> __host__ __device__ bool operator==(const complex<T> &a, const complex<T> &b) { return a.x == b.x && a.y == b.y; }
template <typename T> __host__ __device__ bool operator!=(const complex<T> &a, const complex<T> &b) { return a.x != b.x || a.y != b.y; }
template <typename T> __host__ __device__ T abs(const complex<T> &a) { return hypot(a.x, a.y); }
template <typename T> __host__ __device__ T arg(const complex<T> &a) { return atan2(a.y, a.x); }
template <typename T> __host__ __device__ T norm(const complex<T> &a) { return a.x * a.x + a.y * a.y; }
template <typename T> __host__ __device__ complex<T> conj(const complex<T> &a) { return complex<T>(a.x, -a.y); }
template <typename T> __host__ __device__ complex<T> polar(const T &r, const T &angle = 0) { return complex<T>(r * cos(angle), r * sin(angle)); }
template <typename T> __host__ __device__ complex<T> exp(const complex<T> &a) { return polar((T)::exp(a.x), a.y); }
template <typename T> __host__ __device__ complex<T> log(const complex<T> &a) { return complex<T>((T)::log(abs(a)), arg(a)); }
template <typename T> __host__ __device__ complex<T> sqrt(const complex<T> &a) { return polar((T)::sqrt(abs(a)), arg(a) / 2); }
template <typename T> __host__ __device__ complex<T> pow(const complex<T> &a, const complex<T> &b) { return exp(b * log(a)); }
template <typename T> std::ostream &operator<<(std::ostream &out, const complex<T> &a) { return out << '(' << a.x << ',' << a.y << ')'; }
}
