// Other words of C++20, and declarations with braces and parts.
#include <bit>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

consteval int square(int x) { return x * x; }
constinit int grows = square(5);

template <int... I> int total(std::integer_sequence<int, I...>) { return (0 + ... + I); }

std::pair<int, int> both() { return {3, 4}; }

int main() {
	auto n{5};
	auto p{&n};
	const auto x{2.5};
	*p += 1;
	printf("%d %g %d\n", n, x, grows);

	std::map<std::string, int> ages{{"ada", 36}};
	if (auto [it, fresh] = ages.insert({"ada", 1}); !fresh) printf("%s is %d\n", it->first.c_str(), it->second);
	for (auto &&[name, age] : ages) age++;
	for (auto &&[name, age] : ages) printf("%s %d\n", name.c_str(), age);
	auto &&[a, b] = both();
	printf("%d %d\n", a, b);

	printf("%x %d %d %d\n", std::bit_cast<unsigned>(2.5f), std::popcount(255u), std::countl_zero(1u), std::countr_zero(8u));
	printf("%d %d %u %u\n", std::has_single_bit(8u), std::has_single_bit(9u), std::bit_ceil(9u), std::bit_floor(9u));
	printf("%u %u %d\n", std::rotl(1u, 33), std::rotr(1u, 1), (int)std::bit_width(9u));
	printf("%d\n", total(std::make_integer_sequence<int, 5>{}));
}
