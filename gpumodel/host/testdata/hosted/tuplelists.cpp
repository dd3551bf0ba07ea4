// Tuples from lists in braces, in a vector, as an argument and as a result.

#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
using Size = std::tuple<int, int, int>;
std::vector<std::tuple<int, double>> global = {{1, 2.5}, {3, 4}};
int product(Size s) { return std::get<0>(s) * std::get<1>(s) * std::get<2>(s); }
Size doubled(const Size &s) { return {2 * std::get<0>(s), 2 * std::get<1>(s), 2 * std::get<2>(s)}; }
int main() {
    const std::vector<Size> sizes = {{512, 256, 2}, {1, 2, 3}};
    for (auto &[m, k, n] : sizes) std::printf("%d %d %d\n", m, k, n);
    for (auto &t : global) std::printf("%d %g\n", std::get<0>(t), std::get<1>(t));
    std::printf("%d %d\n", product({2, 3, 4}), product(doubled({1, 1, 1})));
    std::vector<std::tuple<std::string, int>> named = {{"a", 1}, {"b", 2}};
    named.push_back({"c", 3});
    int i = 5;
    std::string s = "d";
    named.emplace_back(s, i);
    for (auto &t : named) std::printf("%s%d ", std::get<0>(t).c_str(), std::get<1>(t));
    std::printf("%d %d %d\n", __COUNTER__, __COUNTER__, (int)std::tuple_size<Size>::value);
}
