// Tuples, optional values and spans, after ISO C++17 and C++20. A tuple is its first element and the tuple of the others.

namespace std {

template <typename... T> struct tuple;
template <> struct tuple<> {};
template <typename H> struct tuple<H> {
	H head;
	__device__ constexpr tuple() : head() {}
	__device__ constexpr tuple(const H &head) : head(head) {}
	template <typename G, typename = enable_if_t<!is_tuple<G>::value>> __device__ constexpr tuple(G &&head) : head(forward<G>(head)) {}
	template <typename G> __device__ constexpr tuple(const tuple<G> &other) : head(other.head) {}
	template <typename G> __device__ tuple &operator=(const tuple<G> &other) {
		head = other.head;
		return *this;
	}
};
template <typename H, typename... T> struct tuple<H, T...> {
	H head;
	tuple<T...> tail;
	__device__ constexpr tuple() : head(), tail() {}
	__device__ constexpr tuple(const H &head, const T &...tail) : head(head), tail(tail...) {} // of a list in braces
	template <typename G, typename... U, typename = enable_if_t<sizeof...(U) == sizeof...(T)>>
	__device__ constexpr tuple(G &&head, U &&...tail) : head(forward<G>(head)), tail(forward<U>(tail)...) {}
	template <typename G, typename... U> __device__ constexpr tuple(const tuple<G, U...> &other) : head(other.head), tail(other.tail) {}
	template <typename A, typename B> __device__ constexpr tuple(const pair<A, B> &other) : head(other.first), tail(other.second) {}
	template <typename G, typename... U> __device__ tuple &operator=(const tuple<G, U...> &other) {
		head = other.head;
		tail = other.tail;
		return *this;
	}
	template <typename A, typename B> __device__ tuple &operator=(const pair<A, B> &other) {
		head = other.first;
		tail.head = other.second;
		return *this;
	}
};
template <typename T> struct is_tuple : false_type {};
template <typename T> struct is_tuple<T &> : is_tuple<T> {};
template <typename T> struct is_tuple<const T> : is_tuple<T> {};
template <typename... T> struct is_tuple<tuple<T...>> : true_type {};
template <typename... T> tuple(T...) -> tuple<T...>;
template <typename A, typename B> tuple(pair<A, B>) -> tuple<A, B>;

template <typename T> struct tuple_size;
template <typename T> struct tuple_size<const T> : tuple_size<T> {};
template <typename... T> struct tuple_size<tuple<T...>> : integral_constant<unsigned long, sizeof...(T)> {};
template <typename A, typename B> struct tuple_size<pair<A, B>> : integral_constant<unsigned long, 2> {};
template <typename T, int N> struct tuple_size<array<T, N>> : integral_constant<unsigned long, N> {};
template <typename T> constexpr unsigned long tuple_size_v = tuple_size<T>::value;
template <unsigned long I, typename T> struct tuple_element;
template <unsigned long I, typename T> struct tuple_element<I, const T> { typedef const typename tuple_element<I, T>::type type; };
template <typename H, typename... T> struct tuple_element<0, tuple<H, T...>> { typedef H type; };
template <unsigned long I, typename H, typename... T> struct tuple_element<I, tuple<H, T...>> : tuple_element<I - 1, tuple<T...>> {};
template <typename A, typename B> struct tuple_element<0, pair<A, B>> { typedef A type; };
template <typename A, typename B> struct tuple_element<1, pair<A, B>> { typedef B type; };
template <unsigned long I, typename T, int N> struct tuple_element<I, array<T, N>> { typedef T type; };
template <unsigned long I, typename T> using tuple_element_t = typename tuple_element<I, T>::type;

#define STD_GET(CONST) \
	template <unsigned long I, typename H, typename... T> __device__ constexpr auto &get(CONST tuple<H, T...> &t) { \
		static_assert(I <= sizeof...(T), "the tuple has no element of this number"); \
		if constexpr (I == 0) return t.head; \
		else return get<I - 1>(t.tail); \
	} \
	template <typename X, typename H, typename... T> __device__ constexpr auto &get(CONST tuple<H, T...> &t) { \
		if constexpr (is_same<X, H>::value) return t.head; \
		else return get<X>(t.tail); \
	} \
	template <unsigned long I, typename A, typename B> __device__ constexpr auto &get(CONST pair<A, B> &p) { \
		static_assert(I < 2, "a pair has no element of this number"); \
		if constexpr (I == 0) return p.first; \
		else return p.second; \
	} \
	template <unsigned long I, typename T, int N> __device__ constexpr auto &get(CONST array<T, N> &a) { \
		static_assert(I < N, "the array has no element of this number"); \
		return a.elements[I]; \
	}
STD_GET()
STD_GET(const)
#undef STD_GET
template <typename... T> __device__ constexpr tuple<decay_t<T>...> make_tuple(T &&...v) { return tuple<decay_t<T>...>(forward<T>(v)...); }
template <typename... T> __device__ constexpr tuple<T &...> tie(T &...v) { return tuple<T &...>(v...); }
struct ignored {
	template <typename T> __device__ ignored &operator=(const T &) { return *this; }
};
__device__ ignored ignore;
template <typename F, typename T, unsigned long... I> __device__ constexpr decltype(auto) apply_to(F &&f, T &&t, index_sequence<I...>) { return f(get<I>(t)...); }
template <typename F, typename T> __device__ constexpr decltype(auto) apply(F &&f, T &&t) {
	return apply_to(f, t, make_index_sequence<tuple_size<remove_cvref_t<T>>::value>());
}
template <typename A, typename B, unsigned long... I, unsigned long... J>
__device__ constexpr auto tuples_joined(const A &a, const B &b, index_sequence<I...>, index_sequence<J...>) {
	return tuple<tuple_element_t<I, A>..., tuple_element_t<J, B>...>(get<I>(a)..., get<J>(b)...);
}
template <typename T> __device__ constexpr T tuple_cat(const T &t) { return t; }
template <typename A, typename B, typename... T> __device__ constexpr auto tuple_cat(const A &a, const B &b, const T &...rest) {
	return tuple_cat(tuples_joined(a, b, make_index_sequence<tuple_size<A>::value>(), make_index_sequence<tuple_size<B>::value>()), rest...);
}
template <typename A, typename B> __device__ constexpr bool operator==(const tuple<A> &a, const tuple<B> &b) { return a.head == b.head; }
template <typename A, typename B> __device__ constexpr bool operator<(const tuple<A> &a, const tuple<B> &b) { return a.head < b.head; }
template <typename A, typename... T, typename B, typename... U> __device__ constexpr bool operator==(const tuple<A, T...> &a, const tuple<B, U...> &b) {
	return a.head == b.head && a.tail == b.tail;
}
template <typename A, typename... T, typename B, typename... U> __device__ constexpr bool operator<(const tuple<A, T...> &a, const tuple<B, U...> &b) {
	return a.head < b.head || !(b.head < a.head) && a.tail < b.tail;
}

enum class nullopt_t { none };
constexpr nullopt_t nullopt = nullopt_t::none;
template <typename T> struct optional {
	typedef T value_type;
	__device__ constexpr optional() : has(false) {}
	__device__ constexpr optional(nullopt_t) : has(false) {}
	__device__ constexpr optional(const T &x) : has(true), some(x) {}
	__device__ constexpr bool has_value() const { return has; }
	__device__ constexpr explicit operator bool() const { return has; }
	__device__ constexpr T &operator*() { return some; }
	__device__ constexpr const T &operator*() const { return some; }
	__device__ constexpr T *operator->() { return &some; }
	__device__ constexpr const T *operator->() const { return &some; }
	__device__ T &value() {
		if (!has) __trap();
		return some;
	}
	__device__ const T &value() const {
		if (!has) __trap();
		return some;
	}
	__device__ constexpr T value_or(T other) const { return has ? some : other; }
	__device__ void reset() { has = false; }
	template <typename... A> __device__ T &emplace(A &&...a) {
		some = T(a...);
		has = true;
		return some;
	}
private:
	bool has;
	T some;
};
template <typename T> optional(T) -> optional<T>;
template <typename T> __device__ constexpr optional<T> make_optional(T x) { return optional<T>(x); }

template <typename T> struct span {
	typedef T element_type;
	__device__ constexpr span() : first_(nullptr), count_(0) {}
	__device__ constexpr span(T *first, unsigned long count) : first_(first), count_(count) {}
	__device__ constexpr span(T *first, T *end) : first_(first), count_(end - first) {}
	template <int N> __device__ constexpr span(T (&x)[N]) : first_(x), count_(N) {}
	template <typename U, int N> __device__ constexpr span(array<U, N> &x) : first_(x.data()), count_(N) {}
	template <typename U> __device__ constexpr span(const span<U> &x) : first_(x.data()), count_(x.size()) {}
	template <typename C, typename = enable_if_t<is_convertible_v<decltype(declval<C &>().data()), T *>>> __device__ constexpr span(C &x)
		: first_(x.data()), count_(x.size()) {}
	__device__ constexpr T *data() const { return first_; }
	__device__ constexpr unsigned long size() const { return count_; }
	__device__ constexpr unsigned long size_bytes() const { return count_ * sizeof(T); }
	__device__ constexpr bool empty() const { return count_ == 0; }
	__device__ constexpr T &operator[](unsigned long i) const { return first_[i]; }
	__device__ constexpr T &front() const { return first_[0]; }
	__device__ constexpr T &back() const { return first_[count_ - 1]; }
	__device__ constexpr T *begin() const { return first_; }
	__device__ constexpr T *end() const { return first_ + count_; }
	__device__ constexpr span<T> first(unsigned long n) const { return span<T>(first_, n); }
	__device__ constexpr span<T> last(unsigned long n) const { return span<T>(first_ + (count_ - n), n); }
	__device__ constexpr span<T> subspan(unsigned long from) const { return span<T>(first_ + from, count_ - from); }
	__device__ constexpr span<T> subspan(unsigned long from, unsigned long n) const { return span<T>(first_ + from, n); }
private:
	T *first_;
	unsigned long count_;
};
template <typename T, typename N> span(T *, N) -> span<T>;
template <typename T, int N> span(T (&)[N]) -> span<T>;
template <typename T, int N> span(array<T, N> &) -> span<T>;
template <typename C> span(C &x) -> span<remove_pointer_t<decltype(declval<C &>().data())>>;

}
