// What has no room is an exception, and a quotient that has none ends the program, as gcc's on x86.
#include <limits.h>
#include <stdexcept>
#include <stdio.h>
#include <string>
#include <vector>

template <class F> void tries(const char *what, F f)
{
    try {
        f();
        printf("%s: no exception\n", what);
    } catch (const std::length_error &e) {
        printf("%s: length_error\n", what);
    } catch (const std::out_of_range &e) {
        printf("%s: out_of_range\n", what);
    } catch (const std::bad_alloc &e) {
        printf("%s: %s\n", what, e.what());
    }
}

int main(int argc, char **argv)
{
    std::string s = "abc";
    s += s;
    s.append(s).insert(1, s);
    printf("%s\n", s.c_str());
    std::vector<int> v = {1, 2};
    tries("string", [] { std::string t((size_t)1 << 62, 'a'); });
    tries("append", [&] { s.append((size_t)-1, 'a'); });
    tries("reserve", [&] { s.reserve((size_t)1 << 45); });
    tries("part", [&] { std::string t(s, 100); });
    tries("vector", [] { std::vector<int> w((size_t)1 << 62); });
    tries("resize", [&] { v.resize((size_t)-1); });
    tries("large vector", [] { std::vector<char> w((size_t)1 << 45); });
    tries("vector of strings", [] { std::vector<std::string> w((size_t)1 << 50); });
    printf("%s %zu\n", s.c_str(), v.size());
    volatile int a = INT_MIN, b = -1;
    printf("%d\n", a + b * -1);
    fflush(stdout);
    printf("%d\n", a % b);
}
