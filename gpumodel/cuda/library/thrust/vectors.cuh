// Thrust: vectors in the memory of the host and of the GPU. Where the memory is, is told by the pointers.
namespace thrust {
namespace detail {
template <typename T> struct host_memory {
	typedef T *pointer;
	typedef const T *const_pointer;
	typedef T &reference;
	typedef const T &const_reference;
	typedef on_host policy;
	static T *take(size_t n) { return n ? (T *)__sys_calloc(n, sizeof(T)) : 0; }
	static void give(T *p) { if (p) __sys_free(p); }
	static T *raw(T *p) { return p; }
};
template <typename T> struct device_memory {
	typedef device_ptr<T> pointer;
	typedef device_ptr<const T> const_pointer;
	typedef device_reference<T> reference;
	typedef device_reference<const T> const_reference;
	typedef on_device policy;
	static device_ptr<T> take(size_t n)
	{
		T *p = 0;
		if (n) cudaMalloc(&p, n * sizeof(T));
		return device_ptr<T>(p);
	}
	static void give(device_ptr<T> p) { if (p.p) cudaFree(p.p); }
};
template <typename T> struct managed_memory {
	typedef T *pointer;
	typedef const T *const_pointer;
	typedef T &reference;
	typedef const T &const_reference;
	typedef on_host policy;
	static T *take(size_t n)
	{
		T *p = 0;
		if (n) cudaMallocManaged(&p, n * sizeof(T));
		return p;
	}
	static void give(T *p) { if (p) cudaFree(p); }
	static T *raw(T *p) { return p; }
};
template <typename T, typename M> struct vector {
	typedef T value_type;
	typedef typename M::pointer pointer, iterator;
	typedef typename M::const_pointer const_pointer, const_iterator;
	typedef typename M::reference reference;
	typedef typename M::const_reference const_reference;
	typedef size_t size_type;
	typedef long difference_type;
	pointer first;
	size_t n, room;

	vector() : first(M::take(0)), n(0), room(0) {}
	explicit vector(size_t n) : first(M::take(n)), n(n), room(n) { thrust::fill(begin(), end(), T()); }
	vector(size_t n, const T &x) : first(M::take(n)), n(n), room(n) { thrust::fill(begin(), end(), x); }
	vector(const vector &v) : first(M::take(v.n)), n(v.n), room(v.n) { thrust::copy(v.first, v.first + v.n, first); }
	template <typename U, typename N> vector(const vector<U, N> &v) : first(M::take(v.n)), n(v.n), room(v.n) { thrust::copy(v.first, v.first + v.n, first); }
	vector(std::initializer_list<T> l) : first(M::take(l.size())), n(l.size()), room(l.size()) { thrust::copy(l.begin(), l.end(), first); }
	vector(const std::vector<T> &v) : first(M::take(v.size())), n(v.size()), room(v.size()) { thrust::copy(v.data(), v.data() + v.size(), first); }
	template <typename I, typename = std::enable_if_t<!std::is_arithmetic<I>::value>> vector(I a, I b) : first(M::take(b - a)), n(b - a), room(b - a) { thrust::copy(a, b, first); }
	~vector() { M::give(first); }
	vector &operator=(const vector &v)
	{
		if (&v != this) assign(v.first, v.first + v.n);
		return *this;
	}
	template <typename U, typename N> vector &operator=(const vector<U, N> &v) { assign(v.first, v.first + v.n); return *this; }
	vector &operator=(const std::vector<T> &v) { assign(v.data(), v.data() + v.size()); return *this; }
	template <typename I, typename = std::enable_if_t<!std::is_arithmetic<I>::value>> void assign(I a, I b)
	{
		make(b - a);
		thrust::copy(a, b, first);
	}
	void assign(size_t n, const T &x)
	{
		make(n);
		thrust::fill(begin(), end(), x);
	}
	// Room for so many elements, whatever they were.
	void make(size_t count)
	{
		if (count > room) {
			M::give(first);
			first = M::take(count);
			room = count;
		}
		n = count;
	}
	void reserve(size_t count)
	{
		if (count <= room) return;
		pointer more = M::take(count);
		thrust::copy(first, first + n, more);
		M::give(first);
		first = more;
		room = count;
	}
	void resize(size_t count, const T &x = T())
	{
		if (count > n) {
			reserve(count);
			thrust::fill(first + n, first + count, x);
		}
		n = count;
	}
	void push_back(const T &x)
	{
		if (n == room) reserve(room ? 2 * room : 4);
		n++;
		first[n - 1] = x;
	}
	void pop_back() { n--; }
	void shrink_to_fit()
	{
		vector v(*this);
		swap(v);
	}
	void swap(vector &v)
	{
		pointer p = first;
		first = v.first;
		v.first = p;
		size_t k = n;
		n = v.n;
		v.n = k;
		k = room;
		room = v.room;
		v.room = k;
	}
	iterator erase(iterator at) { return erase(at, at + 1); }
	iterator erase(iterator a, iterator b)
	{
		vector rest(b, end());
		thrust::copy(rest.begin(), rest.end(), a);
		n -= b - a;
		return a;
	}
	iterator insert(iterator at, const T &x)
	{
		long place = at - first;
		vector rest(at, end());
		resize(n + 1);
		first[place] = x;
		thrust::copy(rest.begin(), rest.end(), first + (place + 1));
		return first + place;
	}
	template <typename I> void insert(iterator at, I a, I b)
	{
		long place = at - first, more = b - a;
		vector rest(at, end());
		resize(n + more);
		thrust::copy(a, b, first + place);
		thrust::copy(rest.begin(), rest.end(), first + (place + more));
	}
	void clear() { n = 0; }
	size_t size() const { return n; }
	size_t capacity() const { return room; }
	bool empty() const { return n == 0; }
	iterator begin() { return first; }
	iterator end() { return first + n; }
	const_iterator begin() const { return first; }
	const_iterator end() const { return first + n; }
	const_iterator cbegin() const { return first; }
	const_iterator cend() const { return first + n; }
	thrust::reverse_iterator<iterator> rbegin() { return thrust::reverse_iterator<iterator>(first + n); }
	thrust::reverse_iterator<iterator> rend() { return thrust::reverse_iterator<iterator>(first); }
	pointer data() { return first; }
	const_pointer data() const { return first; }
	reference operator[](size_t i) { return first[i]; }
	const_reference operator[](size_t i) const { return ((const_pointer)first)[i]; }
	reference front() { return first[0]; }
	reference back() { return first[n - 1]; }
	const_reference front() const { return ((const_pointer)first)[0]; }
	const_reference back() const { return ((const_pointer)first)[n - 1]; }
};
template <typename T, typename M, typename U, typename N> bool operator==(const vector<T, M> &a, const vector<U, N> &b)
{
	if (a.n != b.n) return false;
	T *x = (T *)__sys_calloc(a.n + 1, sizeof(T));
	U *y = (U *)__sys_calloc(a.n + 1, sizeof(U));
	thrust::copy(a.first, a.first + a.n, x);
	thrust::copy(b.first, b.first + b.n, y);
	bool same = true;
	for (size_t i = 0; same && i < a.n; i++) same = x[i] == y[i];
	__sys_free(x);
	__sys_free(y);
	return same;
}
template <typename T, typename M, typename U, typename N> bool operator!=(const vector<T, M> &a, const vector<U, N> &b) { return !(a == b); }
}
template <typename T, typename A = void> using host_vector = detail::vector<T, detail::host_memory<T>>;
template <typename T, typename A = void> using device_vector = detail::vector<T, detail::device_memory<T>>;
template <typename T, typename A = void> using universal_vector = detail::vector<T, detail::managed_memory<T>>;
template <typename T, typename M> void swap(detail::vector<T, M> &a, detail::vector<T, M> &b) { a.swap(b); }
}
