// Thrust: iterators that compute what they point to. at(i) is the element that an algorithm's kernel finds at place i, seen(i) what
// *, and [], give to a program: on the host an element of the GPU's memory is a device_reference.
namespace thrust {
#define THRUST_ITERATOR(SELF, STEP) \
	typedef long difference_type; \
	typedef std::random_access_iterator_tag iterator_category; \
	typedef void pointer; \
	__host__ __device__ decltype(auto) operator*() const { return seen(0); } \
	__host__ __device__ decltype(auto) operator[](long i) const { return seen(i); } \
	__host__ __device__ SELF &operator+=(long n) { STEP; return *this; } \
	__host__ __device__ SELF &operator-=(long n) { return *this += -n; } \
	__host__ __device__ SELF operator+(long n) const { SELF x = *this; x += n; return x; } \
	__host__ __device__ SELF operator-(long n) const { SELF x = *this; x += -n; return x; } \
	__host__ __device__ SELF &operator++() { return *this += 1; } \
	__host__ __device__ SELF &operator--() { return *this += -1; } \
	__host__ __device__ SELF operator++(int) { SELF x = *this; *this += 1; return x; } \
	__host__ __device__ SELF operator--(int) { SELF x = *this; *this += -1; return x; } \
	__host__ __device__ bool operator==(const SELF &other) const { return *this - other == 0; } \
	__host__ __device__ bool operator!=(const SELF &other) const { return *this - other != 0; } \
	__host__ __device__ bool operator<(const SELF &other) const { return *this - other < 0; }

template <typename T> struct counting_iterator {
	typedef T value_type, reference;
	T first;
	__host__ __device__ counting_iterator() : first() {}
	__host__ __device__ explicit counting_iterator(T first) : first(first) {}
	__host__ __device__ T at(long i) const { return first + (T)i; }
	__host__ __device__ T seen(long i) const { return at(i); }
	__host__ __device__ long operator-(const counting_iterator &other) const { return (long)first - (long)other.first; }
	THRUST_ITERATOR(counting_iterator, first += (T)n)
};
template <typename T> __host__ __device__ counting_iterator<T> make_counting_iterator(T x) { return counting_iterator<T>(x); }

template <typename T> struct constant_iterator {
	typedef T value_type, reference;
	T x;
	long place;
	__host__ __device__ explicit constant_iterator(T x, long place = 0) : x(x), place(place) {}
	__host__ __device__ T at(long) const { return x; }
	__host__ __device__ T seen(long) const { return x; }
	__host__ __device__ long operator-(const constant_iterator &other) const { return place - other.place; }
	THRUST_ITERATOR(constant_iterator, place += n)
};
template <typename T> __host__ __device__ constant_iterator<T> make_constant_iterator(T x, long place = 0) { return constant_iterator<T>(x, place); }

namespace detail {
struct ignored {
	template <typename T> __host__ __device__ const ignored &operator=(const T &) const { return *this; }
};
}
template <typename T = void> struct discard_iterator {
	typedef detail::ignored value_type, reference;
	long place;
	__host__ __device__ discard_iterator(long place = 0) : place(place) {}
	__host__ __device__ detail::ignored at(long) const { return detail::ignored(); }
	__host__ __device__ detail::ignored seen(long) const { return detail::ignored(); }
	__host__ __device__ long operator-(const discard_iterator &other) const { return place - other.place; }
	THRUST_ITERATOR(discard_iterator, place += n)
};
__host__ __device__ inline discard_iterator<> make_discard_iterator(long place = 0) { return discard_iterator<>(place); }

template <typename F, typename I, typename R = void, typename V = void> struct transform_iterator {
	typedef std::decay_t<decltype(std::declval<F &>()(detail::at(std::declval<I &>(), 0)))> value_type;
	typedef value_type reference;
	I base;
	F f;
	__host__ __device__ transform_iterator(I base, F f) : base(base), f(f) {}
	explicit __host__ __device__ transform_iterator(I base) : base(base), f() {}
	__host__ __device__ value_type at(long i) const
	{
		F g = f;
		return g(detail::at(base, i));
	}
	__host__ __device__ value_type seen(long i) const
	{
		F g = f;
		return g((detail::value<I>)base[i]);
	}
	__host__ __device__ long operator-(const transform_iterator &other) const { return base - other.base; }
	THRUST_ITERATOR(transform_iterator, base += n)
};
template <typename I, typename F> __host__ __device__ transform_iterator<F, I> make_transform_iterator(I base, F f) { return transform_iterator<F, I>(base, f); }

// What is written is the value of a function of it.
namespace detail {
template <typename F, typename I> struct transformed {
	I base;
	long i;
	F f;
	template <typename T> __host__ __device__ const transformed &operator=(const T &x) const
	{
		F g = f;
		detail::at(base, i) = g(x);
		return *this;
	}
};
}
template <typename F, typename I> struct transform_output_iterator {
	typedef detail::value<I> value_type;
	I base;
	F f;
	__host__ __device__ transform_output_iterator(I base, F f) : base(base), f(f) {}
	__host__ __device__ detail::transformed<F, I> at(long i) const { detail::transformed<F, I> t = {base, i, f}; return t; }
	__host__ __device__ detail::transformed<F, I> seen(long i) const { return at(i); }
	__host__ __device__ long operator-(const transform_output_iterator &other) const { return base - other.base; }
	THRUST_ITERATOR(transform_output_iterator, base += n)
};
template <typename I, typename F> __host__ __device__ transform_output_iterator<F, I> make_transform_output_iterator(I base, F f) { return transform_output_iterator<F, I>(base, f); }

template <typename I, typename M> struct permutation_iterator {
	typedef detail::value<I> value_type;
	I base;
	M map;
	__host__ __device__ permutation_iterator(I base, M map) : base(base), map(map) {}
	__host__ __device__ decltype(auto) at(long i) const { return detail::at(base, (long)detail::at(map, i)); }
	__host__ __device__ decltype(auto) seen(long i) const { return base[(long)map[i]]; }
	__host__ __device__ long operator-(const permutation_iterator &other) const { return map - other.map; }
	THRUST_ITERATOR(permutation_iterator, map += n)
};
template <typename I, typename M> __host__ __device__ permutation_iterator<I, M> make_permutation_iterator(I base, M map) { return permutation_iterator<I, M>(base, map); }

template <typename I> struct reverse_iterator {
	typedef detail::value<I> value_type;
	I behind;
	__host__ __device__ explicit reverse_iterator(I behind) : behind(behind) {}
	__host__ __device__ decltype(auto) at(long i) const { return detail::at(behind, -1 - i); }
	__host__ __device__ decltype(auto) seen(long i) const { return behind[-1 - i]; }
	__host__ __device__ long operator-(const reverse_iterator &other) const { return other.behind - behind; }
	THRUST_ITERATOR(reverse_iterator, behind += -n)
};
template <typename I> __host__ __device__ reverse_iterator<I> make_reverse_iterator(I behind) { return reverse_iterator<I>(behind); }

// Several iterators in step. An element is a tuple of references.
template <typename TUPLE> struct zip_iterator;
template <typename... I> struct zip_iterator<std::tuple<I...>> {
	typedef std::tuple<detail::value<I>...> value_type;
	typedef std::tuple<decltype(detail::at(std::declval<I &>(), 0))...> reference;
	typedef std::tuple<I...> iterator_tuple;
	std::tuple<I...> all;
	__host__ __device__ zip_iterator(const std::tuple<I...> &all) : all(all) {}
	template <unsigned long... N> __host__ __device__ reference element(long i, std::index_sequence<N...>) const { return reference(detail::at(std::get<N>(all), i)...); }
	template <unsigned long... N> __host__ __device__ void step(long n, std::index_sequence<N...>) { ((std::get<N>(all) += n), ...); }
	__host__ __device__ reference at(long i) const { return element(i, std::make_index_sequence<sizeof...(I)>()); }
	typedef std::tuple<decltype(std::declval<I &>()[0])...> seen_type;
	template <unsigned long... N> __host__ __device__ seen_type parts(long i, std::index_sequence<N...>) const { return seen_type(std::get<N>(all)[i]...); }
	__host__ __device__ seen_type seen(long i) const { return parts(i, std::make_index_sequence<sizeof...(I)>()); }
	__host__ __device__ long operator-(const zip_iterator &other) const { return std::get<0>(all) - std::get<0>(other.all); }
	__host__ __device__ const std::tuple<I...> &get_iterator_tuple() const { return all; }
	THRUST_ITERATOR(zip_iterator, step(n, std::make_index_sequence<sizeof...(I)>()))
};
template <typename... I> __host__ __device__ zip_iterator<std::tuple<I...>> make_zip_iterator(const std::tuple<I...> &all) { return zip_iterator<std::tuple<I...>>(all); }
template <typename I, typename J, typename... K> __host__ __device__ zip_iterator<std::tuple<I, J, K...>> make_zip_iterator(I i, J j, K... k) { return zip_iterator<std::tuple<I, J, K...>>(std::tuple<I, J, K...>(i, j, k...)); }
// A function of several values as one of a tuple.
template <typename F> struct zip_function {
	F f;
	__host__ __device__ zip_function(F f) : f(f) {}
	template <typename T> __host__ __device__ decltype(auto) operator()(T &&t) { return std::apply(f, t); }
};
template <typename F> __host__ __device__ zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }
#undef THRUST_ITERATOR

namespace detail {
template <typename T> struct memory_of<counting_iterator<T>> { static const int value = 0; };
template <typename T> struct memory_of<constant_iterator<T>> { static const int value = 0; };
template <typename T> struct memory_of<discard_iterator<T>> { static const int value = 0; };
template <typename F, typename I, typename R, typename V> struct memory_of<transform_iterator<F, I, R, V>> { static const int value = memory_of<I>::value; };
template <typename F, typename I> struct memory_of<transform_output_iterator<F, I>> { static const int value = memory_of<I>::value; };
template <typename I, typename M> struct memory_of<permutation_iterator<I, M>> { static const int value = memory_of<I>::value == 2 ? 2 : memory_of<M>::value; };
template <typename I> struct memory_of<reverse_iterator<I>> { static const int value = memory_of<I>::value; };
template <typename... I> struct memory_of<zip_iterator<std::tuple<I...>>> { static const int value = on_gpu<I...>::value ? 2 : 1; };
}
}
