// Thrust: where algorithms run, and pointers to memory of the GPU.
namespace thrust {
namespace detail {
// Where an algorithm runs. A stream is that of its kernels.
struct on_host {};
struct on_device {
	cudaStream_t stream;
	on_device on(cudaStream_t s) const { on_device p = {s}; return p; }
	template <typename A> on_device operator()(A &allocator) const { return *this; }
};
template <typename T> struct is_policy { static const bool value = false; };
template <> struct is_policy<on_host> { static const bool value = true; };
template <> struct is_policy<on_device> { static const bool value = true; };

// Which memory an iterator reaches: 0 none, 1 that of the host, 2 that of the GPU.
template <typename T> struct memory_of { static const int value = 1; };
template <typename... A> struct on_gpu { static const bool value = false; };
template <typename A, typename... B> struct on_gpu<A, B...> { static const bool value = memory_of<A>::value == 2 || on_gpu<B...>::value; };
template <bool GPU> struct place { typedef on_host type; };
template <> struct place<true> { typedef on_device type; };
template <typename... A> auto where()
{
	typename place<on_gpu<A...>::value>::type p{};
	return p;
}
}
const detail::on_host host = {};
const detail::on_host seq = {};
const detail::on_device device = {0};
namespace cuda {
const detail::on_device par = {0};
const detail::on_device par_nosync = {0};
}

template <typename T> struct device_ptr;

// An element of the GPU's memory: reading and writing it on the host copies it.
template <typename T> struct device_reference {
	typedef typename std::remove_const<T>::type value_type;
	typedef device_ptr<T> pointer;
	T *p;
	__host__ __device__ explicit device_reference(T *p) : p(p) {}
	__host__ __device__ device_reference(const device_reference &other) : p(other.p) {}
	__host__ __device__ operator value_type() const
	{
		if (__sys_onHost()) {
			value_type x;
			cudaMemcpy(&x, p, sizeof(T), cudaMemcpyDeviceToHost);
			return x;
		}
		return *p;
	}
	__host__ __device__ const device_reference &operator=(const value_type &x) const
	{
		if (__sys_onHost()) cudaMemcpy((void *)p, &x, sizeof(T), cudaMemcpyHostToDevice);
		else *(value_type *)p = x;
		return *this;
	}
	__host__ __device__ const device_reference &operator=(const device_reference &x) const { return *this = (value_type)x; }
	__host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(p); }
	__host__ __device__ const device_reference &operator+=(const value_type &x) const { return *this = (value_type)*this + x; }
	__host__ __device__ const device_reference &operator-=(const value_type &x) const { return *this = (value_type)*this - x; }
	__host__ __device__ const device_reference &operator*=(const value_type &x) const { return *this = (value_type)*this * x; }
	__host__ __device__ const device_reference &operator/=(const value_type &x) const { return *this = (value_type)*this / x; }
	__host__ __device__ const device_reference &operator++() const { return *this += 1; }
	__host__ __device__ const device_reference &operator--() const { return *this -= 1; }
	__host__ __device__ value_type operator++(int) const { value_type x = *this; *this = x + 1; return x; }
	__host__ __device__ value_type operator--(int) const { value_type x = *this; *this = x - 1; return x; }
	void swap(device_reference other) { value_type x = *this; *this = (value_type)other; other = x; }
};
template <typename T> std::ostream &operator<<(std::ostream &out, const device_reference<T> &x) { return out << (typename device_reference<T>::value_type)x; }
template <typename T> void swap(device_reference<T> a, device_reference<T> b) { a.swap(b); }

template <typename T> struct device_ptr {
	typedef T element_type;
	typedef typename std::remove_const<T>::type value_type;
	typedef device_reference<T> reference;
	typedef device_ptr pointer;
	typedef long difference_type;
	typedef std::random_access_iterator_tag iterator_category;
	T *p;
	__host__ __device__ device_ptr() : p(0) {}
	__host__ __device__ explicit device_ptr(T *p) : p(p) {}
	template <typename U> __host__ __device__ device_ptr(const device_ptr<U> &other) : p(other.p) {}
	__host__ __device__ T *get() const { return p; }
	__host__ __device__ T &at(long i) const { return p[i]; }
	__host__ __device__ device_reference<T> operator*() const { return device_reference<T>(p); }
	__host__ __device__ device_reference<T> operator[](long i) const { return device_reference<T>(p + i); }
	__host__ __device__ device_ptr operator+(long n) const { return device_ptr(p + n); }
	__host__ __device__ device_ptr operator-(long n) const { return device_ptr(p - n); }
	__host__ __device__ device_ptr &operator+=(long n) { p += n; return *this; }
	__host__ __device__ device_ptr &operator-=(long n) { p -= n; return *this; }
	__host__ __device__ device_ptr &operator++() { p++; return *this; }
	__host__ __device__ device_ptr &operator--() { p--; return *this; }
	__host__ __device__ device_ptr operator++(int) { return device_ptr(p++); }
	__host__ __device__ device_ptr operator--(int) { return device_ptr(p--); }
	__host__ __device__ explicit operator bool() const { return p != 0; }
};
template <typename T, typename U> __host__ __device__ long operator-(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p - b.p; }
template <typename T> __host__ __device__ device_ptr<T> operator+(long n, const device_ptr<T> &a) { return a + n; }
template <typename T, typename U> __host__ __device__ bool operator==(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p == b.p; }
template <typename T, typename U> __host__ __device__ bool operator!=(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p != b.p; }
template <typename T, typename U> __host__ __device__ bool operator<(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p < b.p; }
template <typename T, typename U> __host__ __device__ bool operator>(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p > b.p; }
template <typename T, typename U> __host__ __device__ bool operator<=(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p <= b.p; }
template <typename T, typename U> __host__ __device__ bool operator>=(const device_ptr<T> &a, const device_ptr<U> &b) { return a.p >= b.p; }
namespace detail { template <typename T> struct memory_of<device_ptr<T>> { static const int value = 2; }; }

template <typename T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &p) { return p.p; }
template <typename T> __host__ __device__ T *raw_pointer_cast(T *p) { return p; }
template <typename T> __host__ __device__ T &raw_reference_cast(const device_reference<T> &x) { return *x.p; }
template <typename T> __host__ __device__ T &raw_reference_cast(T &x) { return x; }
template <typename T> __host__ __device__ device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <typename T> __host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <typename T = char> device_ptr<T> device_malloc(size_t n)
{
	T *p = 0;
	cudaMalloc(&p, n * sizeof(T));
	return device_ptr<T>(p);
}
template <typename T> void device_free(device_ptr<T> p) { cudaFree(p.p); }
template <typename T> void device_delete(device_ptr<T> p, size_t n = 1) { cudaFree(p.p); }

namespace detail {
// The element that a kernel finds at place i behind an iterator.
template <typename T> __host__ __device__ T &at(T *p, long i) { return p[i]; }
template <typename I> __host__ __device__ decltype(auto) at(const I &p, long i) { return p.at(i); }
template <typename I> struct value_of { typedef typename I::value_type type; };
template <typename T> struct value_of<T *> { typedef typename std::remove_const<T>::type type; };
template <typename I> using value = typename value_of<I>::type;
// Whether elements lie one behind the other, and where.
template <typename I> struct contiguous { static const bool value = false; };
template <typename T> struct contiguous<T *> { static const bool value = true; };
template <typename T> struct contiguous<device_ptr<T>> { static const bool value = true; };

// Memory of the GPU for as long as an algorithm runs.
template <typename T> struct buffer {
	T *p;
	explicit buffer(long n) : p(0) { if (n > 0) cudaMalloc(&p, n * sizeof(T)); }
	buffer(const buffer &) = delete;
	~buffer() { if (p) cudaFree(p); }
};
const int THREADS = 256;
inline int blocks(long n) { return (int)(n < 65535L * THREADS ? (n + THREADS - 1) / THREADS : 65535); }
}
template <typename I> struct iterator_traits : std::iterator_traits<I> {};
template <typename I> struct iterator_value { typedef detail::value<I> type; };
template <typename I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <typename I> struct iterator_reference { typedef typename std::iterator_traits<I>::reference type; };
template <typename I> struct iterator_pointer { typedef typename std::iterator_traits<I>::pointer type; };
template <typename I> auto distance(I a, I b) { return b - a; }
template <typename I, typename N> void advance(I &a, N n) { a += n; }
template <typename I> I next(I a, long n = 1) { return a + n; }
template <typename I> I prev(I a, long n = 1) { return a - n; }
}
