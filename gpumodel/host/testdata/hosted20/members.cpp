// decltype of a struct's own members, deduction from values in braces, and views of containers.
#include <array>
#include <cstdio>
#include <span>
#include <type_traits>
#include <vector>

struct Square {
	int operator()(int x) const { return x * x; }
};

template <typename I, typename F> struct Mapped {
	I it;
	F f;
	using value = decltype(f(*it));
	auto operator*() const -> decltype(f(*it)) { return f(*it); }
	auto twice(int it) const -> decltype(it * 2.5) { return it * 2.5; }
};

struct Row {
	float *first;
	double sum;
	decltype(sum) most;
	using item = std::remove_reference_t<decltype(*first)>;
};

int total(std::span<const int> s) {
	int sum = 0;
	for (int x : s) sum += x;
	return sum;
}

int main() {
	int five = 5;
	Mapped<int *, Square> m{&five, Square()};
	Mapped<int *, Square>::value v = *m;
	printf("%d %g\n", v, m.twice(3));
	Row r{nullptr, 1.5, 2.5};
	printf("%zu %g %d\n", sizeof(Row::item), r.most, std::is_same_v<Row::item, float>);

	std::vector numbers = {3, 1, 2}, more{4, 5};
	std::vector copy{numbers};
	std::vector filled(3, 1.5f);
	printf("%zu %zu %zu %g\n", numbers.size(), more.size(), copy.size(), filled[2]);

	int plain[] = {4, 5};
	std::array<int, 2> fixed{6, 7};
	printf("%d %d %d\n", total(numbers), total(plain), total(fixed));
	std::span all{numbers};
	all[0] = 9;
	printf("%d %zu %d %d\n", numbers[0], all.subspan(1).size(), all.front(), all.back());
}
