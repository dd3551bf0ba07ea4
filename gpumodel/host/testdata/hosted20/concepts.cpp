// Constraints: concepts of the program and of the library, requires clauses before and behind a function, and requires expressions.
#include <concepts>
#include <cstdio>
#include <type_traits>
#include <vector>

template <typename T> concept Small = sizeof(T) <= 4;
template <typename T> concept Whole = std::is_integral_v<T>;
template <typename T> concept SmallWhole = Small<T> && Whole<T>;
template <typename T> concept Sized = requires(const T &t) {
	{ t.size() } -> std::convertible_to<std::size_t>;
	typename T::value_type;
	requires !std::is_pointer_v<T>;
};
template <typename F, typename T> concept Joins = requires(F f, T a, T b) { { f(a, b) } -> std::same_as<T>; };

struct Ring {
	using value_type = int;
	int size() const { return 7; }
};
struct Bare {};
struct Sum {
	int operator()(int a, int b) const { return a + b; }
};

template <typename T> const char *kind(T) { return "anything"; }
template <Whole T> const char *kind(T) { return "whole"; }
template <SmallWhole T> const char *kind(T) { return "small and whole"; }

template <typename T> requires Sized<T> int length(const T &t) { return t.size(); }
template <typename T> int length(const T &) requires(!Sized<T>) { return -1; }

template <typename T, Joins<T> F> T fold(T a, T b, F f) { return f(a, b); }
auto half(std::floating_point auto x) { return x / 2; }
auto half(std::integral auto x) { return x >> 1; }

template <std::integral T> struct Counter {
	T n = 0;
	void up() requires(sizeof(T) > 1) { n += 100; }
	void up() requires(sizeof(T) == 1) { n += 1; }
};
template <typename T> struct Name { static constexpr const char *text = "some type"; };
template <std::integral T> struct Name<T> { static constexpr const char *text = "an integer"; };
template <typename T> requires std::integral<T> && std::is_signed_v<T> struct Name<T> { static constexpr const char *text = "a signed integer"; };

template <typename T> int tries(const T &t) {
	if constexpr (requires { t.size(); }) return t.size();
	else return 0;
}

template <Whole... T> int all(T... t) { return (0 + ... + t); }

int main() {
	printf("%s, %s, %s\n", kind(1), kind(1LL), kind(1.0));
	printf("%d %d %d\n", length(Ring()), length(Bare()), length(std::vector<int>(3)));
	printf("%d\n", fold(2, 3, Sum()));
	printf("%g %d\n", half(5.0), half(5));
	Counter<int> i;
	Counter<char> c;
	i.up();
	c.up();
	printf("%d %d\n", i.n, (int)c.n);
	printf("%s, %s, %s\n", Name<int>::text, Name<unsigned>::text, Name<float>::text);
	printf("%d %d\n", tries(Ring()), tries(5));
	printf("%d\n", all(1, 2, 3L));
	std::integral auto n = 5;
	printf("%d\n", n);
	auto twice = []<std::integral T>(T x) { return x * 2; };
	printf("%d\n", twice(4));
	printf("%d %d %d\n", std::integral<int>, Sized<Bare>, std::same_as<int, int> && !std::derived_from<Ring, Bare>);
	printf("%d %d\n", std::totally_ordered<int>, std::equality_comparable<Bare>);
	static_assert(std::invocable<Sum, int, int> && !std::invocable<Sum, Ring>);
}
