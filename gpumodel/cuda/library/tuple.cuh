// Tuples, optional values and spans, after ISO C++17 and C++20. A source that names one of them is read with these lines before
// it. A tuple is its first element and the tuple of the others.

template <typename... T> struct std::tuple;
template <> struct std::tuple<> {};
template <typename H> struct std::tuple<H> {
	H head;
	__device__ constexpr std::tuple() : head() {}
	template <typename G, typename = std::enable_if_t<!std::is_tuple<G>::value>> __device__ constexpr std::tuple(G &&head) : head(std::forward<G>(head)) {}
	template <typename G> __device__ constexpr std::tuple(const std::tuple<G> &other) : head(other.head) {}
	template <typename G> __device__ std::tuple &operator=(const std::tuple<G> &other) {
		head = other.head;
		return *this;
	}
};
template <typename H, typename... T> struct std::tuple<H, T...> {
	H head;
	std::tuple<T...> tail;
	__device__ constexpr std::tuple() : head(), tail() {}
	template <typename G, typename... U, typename = std::enable_if_t<sizeof...(U) == sizeof...(T)>>
	__device__ constexpr std::tuple(G &&head, U &&...tail) : head(std::forward<G>(head)), tail(std::forward<U>(tail)...) {}
	template <typename G, typename... U> __device__ constexpr std::tuple(const std::tuple<G, U...> &other) : head(other.head), tail(other.tail) {}
	template <typename A, typename B> __device__ constexpr std::tuple(const std::pair<A, B> &other) : head(other.first), tail(other.second) {}
	template <typename G, typename... U> __device__ std::tuple &operator=(const std::tuple<G, U...> &other) {
		head = other.head;
		tail = other.tail;
		return *this;
	}
	template <typename A, typename B> __device__ std::tuple &operator=(const std::pair<A, B> &other) {
		head = other.first;
		tail.head = other.second;
		return *this;
	}
};
template <typename T> struct std::is_tuple : std::false_type {};
template <typename T> struct std::is_tuple<T &> : std::is_tuple<T> {};
template <typename T> struct std::is_tuple<const T> : std::is_tuple<T> {};
template <typename... T> struct std::is_tuple<std::tuple<T...>> : std::true_type {};
template <typename... T> std::tuple(T...) -> std::tuple<T...>;
template <typename A, typename B> std::tuple(std::pair<A, B>) -> std::tuple<A, B>;

template <typename T> struct std::tuple_size;
template <typename T> struct std::tuple_size<const T> : std::tuple_size<T> {};
template <typename... T> struct std::tuple_size<std::tuple<T...>> : std::integral_constant<unsigned long, sizeof...(T)> {};
template <typename A, typename B> struct std::tuple_size<std::pair<A, B>> : std::integral_constant<unsigned long, 2> {};
template <typename T, int N> struct std::tuple_size<std::array<T, N>> : std::integral_constant<unsigned long, N> {};
template <typename T> constexpr unsigned long std::tuple_size_v = std::tuple_size<T>::value;
template <unsigned long I, typename T> struct std::tuple_element;
template <unsigned long I, typename T> struct std::tuple_element<I, const T> { typedef const typename std::tuple_element<I, T>::type type; };
template <typename H, typename... T> struct std::tuple_element<0, std::tuple<H, T...>> { typedef H type; };
template <unsigned long I, typename H, typename... T> struct std::tuple_element<I, std::tuple<H, T...>> : std::tuple_element<I - 1, std::tuple<T...>> {};
template <typename A, typename B> struct std::tuple_element<0, std::pair<A, B>> { typedef A type; };
template <typename A, typename B> struct std::tuple_element<1, std::pair<A, B>> { typedef B type; };
template <unsigned long I, typename T, int N> struct std::tuple_element<I, std::array<T, N>> { typedef T type; };
template <unsigned long I, typename T> using std::tuple_element_t = typename std::tuple_element<I, T>::type;

#define STD_GET(CONST) \
	template <unsigned long I, typename H, typename... T> __device__ constexpr auto &std::get(CONST std::tuple<H, T...> &t) { \
		static_assert(I <= sizeof...(T), "the tuple has no element of this number"); \
		if constexpr (I == 0) return t.head; \
		else return std::get<I - 1>(t.tail); \
	} \
	template <typename X, typename H, typename... T> __device__ constexpr auto &std::get(CONST std::tuple<H, T...> &t) { \
		if constexpr (std::is_same<X, H>::value) return t.head; \
		else return std::get<X>(t.tail); \
	} \
	template <unsigned long I, typename A, typename B> __device__ constexpr auto &std::get(CONST std::pair<A, B> &p) { \
		static_assert(I < 2, "a pair has no element of this number"); \
		if constexpr (I == 0) return p.first; \
		else return p.second; \
	} \
	template <unsigned long I, typename T, int N> __device__ constexpr auto &std::get(CONST std::array<T, N> &a) { \
		static_assert(I < N, "the array has no element of this number"); \
		return a.elements[I]; \
	}
STD_GET()
STD_GET(const)
#undef STD_GET
template <typename... T> __device__ constexpr std::tuple<std::decay_t<T>...> std::make_tuple(T &&...v) { return std::tuple<std::decay_t<T>...>(std::forward<T>(v)...); }
template <typename... T> __device__ constexpr std::tuple<T &...> std::tie(T &...v) { return std::tuple<T &...>(v...); }
struct std::ignored {
	template <typename T> __device__ std::ignored &operator=(const T &) { return *this; }
};
__device__ std::ignored std::ignore;
template <typename F, typename T, unsigned long... I> __device__ constexpr decltype(auto) std::apply_to(F &&f, T &&t, std::index_sequence<I...>) { return f(std::get<I>(t)...); }
template <typename F, typename T> __device__ constexpr decltype(auto) std::apply(F &&f, T &&t) {
	return std::apply_to(f, t, std::make_index_sequence<std::tuple_size<std::remove_cvref_t<T>>::value>());
}
template <typename A, typename B, unsigned long... I, unsigned long... J>
__device__ constexpr auto std::tuples_joined(const A &a, const B &b, std::index_sequence<I...>, std::index_sequence<J...>) {
	return std::tuple<std::tuple_element_t<I, A>..., std::tuple_element_t<J, B>...>(std::get<I>(a)..., std::get<J>(b)...);
}
template <typename T> __device__ constexpr T std::tuple_cat(const T &t) { return t; }
template <typename A, typename B, typename... T> __device__ constexpr auto std::tuple_cat(const A &a, const B &b, const T &...rest) {
	return std::tuple_cat(std::tuples_joined(a, b, std::make_index_sequence<std::tuple_size<A>::value>(), std::make_index_sequence<std::tuple_size<B>::value>()), rest...);
}
template <typename A, typename B> __device__ constexpr bool operator==(const std::tuple<A> &a, const std::tuple<B> &b) { return a.head == b.head; }
template <typename A, typename B> __device__ constexpr bool operator<(const std::tuple<A> &a, const std::tuple<B> &b) { return a.head < b.head; }
template <typename A, typename... T, typename B, typename... U> __device__ constexpr bool operator==(const std::tuple<A, T...> &a, const std::tuple<B, U...> &b) {
	return a.head == b.head && a.tail == b.tail;
}
template <typename A, typename... T, typename B, typename... U> __device__ constexpr bool operator<(const std::tuple<A, T...> &a, const std::tuple<B, U...> &b) {
	return a.head < b.head || !(b.head < a.head) && a.tail < b.tail;
}

enum class std::nullopt_t { none };
constexpr std::nullopt_t std::nullopt = std::nullopt_t::none;
template <typename T> struct std::optional {
	typedef T value_type;
	__device__ constexpr std::optional() : has(false) {}
	__device__ constexpr std::optional(std::nullopt_t) : has(false) {}
	__device__ constexpr std::optional(const T &x) : has(true), some(x) {}
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
template <typename T> std::optional(T) -> std::optional<T>;
template <typename T> __device__ constexpr std::optional<T> std::make_optional(T x) { return std::optional<T>(x); }

template <typename T> struct std::span {
	typedef T element_type;
	__device__ constexpr std::span() : first_(nullptr), count_(0) {}
	__device__ constexpr std::span(T *first, unsigned long count) : first_(first), count_(count) {}
	__device__ constexpr std::span(T *first, T *end) : first_(first), count_(end - first) {}
	template <int N> __device__ constexpr std::span(T (&x)[N]) : first_(x), count_(N) {}
	template <typename U, int N> __device__ constexpr std::span(std::array<U, N> &x) : first_(x.data()), count_(N) {}
	template <typename U> __device__ constexpr std::span(const std::span<U> &x) : first_(x.data()), count_(x.size()) {}
	__device__ constexpr T *data() const { return first_; }
	__device__ constexpr unsigned long size() const { return count_; }
	__device__ constexpr unsigned long size_bytes() const { return count_ * sizeof(T); }
	__device__ constexpr bool empty() const { return count_ == 0; }
	__device__ constexpr T &operator[](unsigned long i) const { return first_[i]; }
	__device__ constexpr T &front() const { return first_[0]; }
	__device__ constexpr T &back() const { return first_[count_ - 1]; }
	__device__ constexpr T *begin() const { return first_; }
	__device__ constexpr T *end() const { return first_ + count_; }
	__device__ constexpr std::span<T> first(unsigned long n) const { return std::span<T>(first_, n); }
	__device__ constexpr std::span<T> last(unsigned long n) const { return std::span<T>(first_ + (count_ - n), n); }
	__device__ constexpr std::span<T> subspan(unsigned long from) const { return std::span<T>(first_ + from, count_ - from); }
	__device__ constexpr std::span<T> subspan(unsigned long from, unsigned long n) const { return std::span<T>(first_ + from, n); }
private:
	T *first_;
	unsigned long count_;
};
template <typename T, typename N> std::span(T *, N) -> std::span<T>;
template <typename T, int N> std::span(T (&)[N]) -> std::span<T>;
template <typename T, int N> std::span(std::array<T, N> &) -> std::span<T>;
