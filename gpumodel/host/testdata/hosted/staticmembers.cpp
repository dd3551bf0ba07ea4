// Static members that are variables: declared in the class, defined outside, of templates, and inline.

#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include <tuple>
namespace app {
class Counter {
    static int live;
    static const char* name;
    int id;
public:
    static double total;
    static const std::vector<std::tuple<int, int>> CASES;
    static std::map<std::string, int> seen;
    static int table[3];
    inline static int made = 0;
    inline static std::vector<int> ids{7, 8};
    Counter(const char* n) : id(++live) { total += 0.5; seen[n]++; table[id % 3] += id; made++; ids.push_back(id); }
    ~Counter() { live--; }
    static int alive() { return live; }
    static const char* what() { return name; }
};
int Counter::live = 0;
const char* Counter::name = "counter";
double Counter::total(1.5);
const std::vector<std::tuple<int, int>> Counter::CASES = {{1, 2}, {3, 4}};
std::map<std::string, int> Counter::seen;
int Counter::table[3] = {10, 20};
}
template <typename T> struct Pool { static T sum; static int uses; static void add(T x) { sum += x; uses++; } };
template <typename T> T Pool<T>::sum = T(1);
template <class U> int Pool<U>::uses = 0;
struct Single { static Single& get(); static Single* it; int n = 3; };
Single* Single::it = nullptr;
Single& Single::get() { if (!it) it = new Single; return *it; }
int main() {
    app::Counter a("x");
    { app::Counter b("y"), c("x"); printf("%d\n", app::Counter::alive()); }
    printf("%d %s %g %d\n", app::Counter::alive(), app::Counter::what(), app::Counter::total, app::Counter::made);
    for (auto& t : app::Counter::CASES) printf("%d %d\n", std::get<0>(t), std::get<1>(t));
    for (auto& s : app::Counter::seen) printf("%s=%d ", s.first.c_str(), s.second);
    for (int x : app::Counter::table) printf("%d ", x);
    for (int x : app::Counter::ids) printf("%d ", x);
    Pool<int>::add(4); Pool<double>::add(0.25); Pool<double>::add(1);
    printf("\n%d %g %d %d\n", Pool<int>::sum, Pool<double>::sum, Pool<int>::uses, Pool<double>::uses);
    Single::get().n = 9; printf("%d\n", Single::get().n);
    app::Counter::total = 2; a.total += 1; printf("%g\n", app::Counter::total);
}
