#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <numeric>
#include <functional>
struct P { int a; double b; P(int a = 0, double b = 1) : a(a), b(b) {} bool operator<(const P &o) const { return a < o.a; } };
int live = 0;
struct Loud { int n; Loud(int n = 0) : n(n) { live++; } Loud(const Loud &o) : n(o.n) { live++; } ~Loud() { live--; } };

template <typename T> void show(const std::vector<T> &v) { std::cout << v.size() << ":"; for (const auto &x : v) std::cout << ' ' << x; std::cout << '\n'; }
int main()
{
    std::vector<int> a, b(3), c(4, 7), d{5, 3, 9, 1}, e = {1, 2, 3}, f(d), g(d.begin() + 1, d.end());
    show(a); show(b); show(c); show(d); show(e); show(f); show(g);
    for (int i = 0; i < 10; i++) { a.push_back(i * i); std::cout << a.capacity() << ' '; }
    std::cout << '\n';
    a.insert(a.begin() + 2, 100);
    a.insert(a.end(), {7, 8, 9});
    a.insert(a.begin(), 2, -1);
    a.insert(a.begin() + 1, d.begin(), d.end());
    show(a);
    a.erase(a.begin());
    a.erase(a.begin() + 1, a.begin() + 3);
    show(a);
    std::sort(a.begin(), a.end());
    show(a);
    a.erase(std::unique(a.begin(), a.end()), a.end());
    a.erase(std::remove(a.begin(), a.end(), 7), a.end());
    a.erase(std::remove_if(a.begin(), a.end(), [](int x) { return x % 2 == 0; }), a.end());
    show(a);
    std::sort(d.begin(), d.end(), std::greater<int>());
    show(d);
    std::sort(d.rbegin(), d.rend());
    show(d);
    std::cout << std::accumulate(d.begin(), d.end(), 0) << ' ' << std::accumulate(d.begin(), d.end(), 1, std::multiplies<int>()) << ' ' << *std::max_element(d.begin(), d.end()) << ' ' << *std::min_element(d.begin(), d.end()) << ' '
              << std::count(c.begin(), c.end(), 7) << ' ' << std::count_if(d.begin(), d.end(), [](int x) { return x > 2; }) << ' ' << (std::find(d.begin(), d.end(), 5) - d.begin()) << '\n';
    std::vector<std::string> s = {"pear", "apple", "fig"};
    s.emplace_back("kiwi");
    s.push_back(std::string("date"));
    s.insert(s.begin() + 1, "plum");
    std::sort(s.begin(), s.end());
    show(s);
    std::stable_sort(s.begin(), s.end(), [](const std::string &x, const std::string &y) { return x.size() < y.size(); });
    show(s);
    s.erase(s.begin() + 2);
    std::vector<std::string> t = s;
    t[0] = "changed";
    show(s); show(t);
    std::cout << (s == t) << (s != t) << (s < t) << '\n';
    std::vector<P> ps;
    ps.emplace_back(3, 2.5);
    ps.push_back(P(1));
    ps.push_back({2, 0.5});
    std::sort(ps.begin(), ps.end());
    for (auto &p : ps) std::cout << p.a << ' ' << p.b << ';';
    std::cout << '\n';
    std::vector<std::vector<int>> m(3, std::vector<int>(2, 1));
    m[1][1] = 5;
    m.push_back({7, 8, 9});
    for (auto &row : m) { for (int x : row) std::cout << x << ' '; std::cout << '|'; }
    std::cout << m.size() << m.back().size() << '\n';
    {
        std::vector<Loud> l(3);
        l.push_back(Loud(5));
        l.resize(6);
        std::cout << live << ' ';
        l.erase(l.begin());
        std::cout << live << ' ';
        l.pop_back();
        std::vector<Loud> k = l;
        std::cout << live << ' ';
        k.clear();
        std::cout << live << '\n';
    }
    std::cout << live << '\n';
    std::vector<bool> flags(5);
    flags[2] = true;
    for (bool x : flags) std::cout << x;
    std::cout << '\n';
    std::vector<float> z(10);
    std::iota(z.begin(), z.end(), 0.5f);
    std::reverse(z.begin(), z.end());
    std::rotate(z.begin(), z.begin() + 3, z.end());
    show(z);
    std::vector<int> u(5), w(5);
    std::generate(u.begin(), u.end(), [n = 0]() mutable { return n += 2; });
    std::partial_sum(u.begin(), u.end(), w.begin());
    std::transform(u.begin(), u.end(), w.begin(), w.begin(), [](int x, int y) { return x * y; });
    show(u); show(w);
    std::cout << std::inner_product(u.begin(), u.end(), w.begin(), 0) << ' ' << std::is_sorted(u.begin(), u.end()) << std::binary_search(u.begin(), u.end(), 6) << ' ' << (std::lower_bound(u.begin(), u.end(), 5) - u.begin()) << '\n';
    std::vector<int> out;
    std::copy_if(w.begin(), w.end(), std::back_inserter(out), [](int x) { return x > 20; });
    std::copy(u.begin(), u.begin() + 2, std::back_inserter(out));
    show(out);
    std::nth_element(out.begin(), out.begin() + 2, out.end());
    std::cout << out[2] << '\n';
    std::cout << std::all_of(u.begin(), u.end(), [](int x) { return x > 0; }) << std::any_of(u.begin(), u.end(), [](int x) { return x > 9; }) << std::none_of(u.begin(), u.end(), [](int x) { return x > 99; }) << '\n';
    std::vector<int> perm = {1, 2, 3};
    do { for (int x : perm) std::cout << x; std::cout << ' '; } while (std::next_permutation(perm.begin(), perm.end()));
    std::cout << '\n';
    std::vector<int> A = {1, 3, 5, 7}, B = {3, 4, 5, 6}, R;
    std::set_union(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(R)); show(R); R.clear();
    std::set_intersection(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(R)); show(R); R.clear();
    std::set_difference(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(R)); show(R); R.clear();
    std::merge(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(R)); show(R);
    auto mm = std::minmax_element(R.begin(), R.end());
    std::cout << *mm.first << *mm.second << ' ' << std::min({4, 2, 8}) << std::max({4, 2, 8}) << std::max(std::string("a"), std::string("b")) << '\n';
    std::vector<int> heap = {3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap.begin(), heap.end());
    std::pop_heap(heap.begin(), heap.end());
    std::cout << heap.back() << heap.front() << '\n';
    std::partial_sort(heap.begin(), heap.begin() + 3, heap.end());
    std::cout << heap[0] << heap[1] << heap[2] << '\n';
    std::vector<long> big(100000);
    for (size_t i = 0; i < big.size(); i++) big[i] = (i * 7919) % 100003;
    std::sort(big.begin(), big.end());
    std::cout << big[0] << ' ' << big[50000] << ' ' << big.back() << ' ' << std::is_sorted(big.begin(), big.end()) << '\n';
    int arr[] = {4, 2, 9};
    std::sort(arr, arr + 3);
    std::sort(std::begin(arr), std::end(arr), [](int x, int y) { return x > y; });
    for (int x : arr) std::cout << x;
    std::cout << ' ' << std::distance(arr, arr + 3) << ' ' << *std::next(arr) << '\n';
    a.swap(d);
    std::swap(a, d);
    a.assign(3, 1); show(a);
    a.assign({4, 5}); show(a);
    a = {9, 8, 7}; show(a);
    std::cout << a.front() << a.back() << a.at(1) << a.data()[2] << a.empty() << *a.rbegin() << *(a.end() - 1) << '\n';
    std::fill(a.begin(), a.end(), 6); show(a);
    std::fill_n(a.begin(), 2, 0); show(a);
    std::replace(a.begin(), a.end(), 0, 3); show(a);
    std::for_each(a.begin(), a.end(), [](int &x) { x++; }); show(a);
    std::adjacent_difference(u.begin(), u.end(), w.begin()); show(w);
    std::cout << std::equal(u.begin(), u.end(), w.begin()) << std::lexicographical_compare(u.begin(), u.end(), w.begin(), w.end()) << std::gcd(12, 18) << std::clamp(15, 0, 10) << '\n';
    return 0;
}
