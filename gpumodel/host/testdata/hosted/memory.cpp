#include <iostream>
#include <memory>
#include <functional>
#include <string>
#include <vector>
#include <tuple>
#include <optional>
#include <array>
#include <utility>
#include <algorithm>
using namespace std;
struct N { string name; N(string n) : name(n) { cout << '+' << name << ' '; } virtual ~N() { cout << '-' << name << ' '; } virtual int f() { return 1; } };
struct M : N { M(string n) : N(n) {} int f() override { return 2; } };
struct Tree { int v; shared_ptr<Tree> l, r; weak_ptr<Tree> up; Tree(int v) : v(v) {} };
int add(int a, int b) { return a + b; }
struct Adder { int n; int operator()(int x) const { return x + n; } };
int main()
{
    {
        unique_ptr<N> a(new N("a")), b = make_unique<M>("b");
        cout << a->f() << b->f() << (*b).name << (a ? 1 : 0) << ' ';
        a = std::move(b);
        cout << a->name << (b == nullptr) << ' ';
        a.reset();
        unique_ptr<int[]> arr(new int[3]);
        arr[1] = 5;
        auto z = make_unique<int[]>(4);
        cout << arr[1] << z[2] << endl;
        vector<unique_ptr<N>> v;
        v.push_back(make_unique<N>("v1"));
        v.emplace_back(new M("v2"));
        for (auto &p : v) cout << p->f();
        cout << endl;
    }
    {
        shared_ptr<N> s = make_shared<M>("s"), t = s;
        weak_ptr<N> w = s;
        cout << s.use_count() << t->f() << w.expired() << ' ';
        s.reset();
        cout << t.use_count() << (w.lock() ? w.lock()->name : "gone") << ' ';
        t = nullptr;
        cout << w.expired() << endl;
        auto root = make_shared<Tree>(1);
        root->l = make_shared<Tree>(2);
        root->l->up = root;
        cout << root->l->up.lock()->v << root.use_count() << endl;
        shared_ptr<int> d(new int(3), [](int *p) { cout << "deleted" << *p << ' '; delete p; });
    }
    cout << endl;
    function<int(int, int)> f = add;
    function<int(int)> g = [&](int x) { return f(x, 10); };
    cout << f(1, 2) << g(5) << (bool)f << ' ';
    f = [](int a, int b) { return a * b; };
    cout << f(3, 4) << g(5) << ' ';
    function<int(int)> h = Adder{7};
    function<void()> none;
    cout << h(1) << (none ? 1 : 0) << endl;
    try { none(); } catch (bad_function_call &e) { cout << e.what() << endl; }
    auto b1 = bind(add, placeholders::_1, 100);
    auto b2 = bind(add, placeholders::_2, placeholders::_1);
    cout << b1(5) << ' ' << b2(1, 2) << endl;
    vector<function<int(int)>> fs = {Adder{1}, [](int x) { return x * x; }};
    for (auto &k : fs) cout << k(6) << ' ';
    cout << endl;
    int n = 1;
    auto r = ref(n);
    r.get() = 9;
    cout << n << plus<int>()(2, 3) << greater<>()(2, 3) << negate<int>()(4) << endl;
    tuple<int, string, double> t(1, "two", 3.5);
    cout << get<0>(t) << get<1>(t) << get<double>(t) << ' ';
    auto [x, y, z] = t;
    int i; string s;
    tie(i, s, ignore) = make_tuple(7, "seven", 0.0);
    cout << x << y << z << i << s << tuple_size<decltype(t)>::value << endl;
    optional<int> o, p = 5;
    cout << o.has_value() << p.value() << *p << o.value_or(3) << endl;
    o = 8; p = nullopt;
    cout << *o << (bool)p << endl;
    optional<string> os = "text"s;
    cout << os->size() << *os << endl;
    array<int, 5> a = {5, 3, 1, 4, 2};
    sort(a.begin(), a.end());
    for (int q : a) cout << q;
    cout << a.size() << a.front() << a.back() << a.at(2) << endl;
    a.fill(1);
    array<array<int, 2>, 2> aa = {{{1, 2}, {3, 4}}};
    cout << a[4] << aa[1][0] << (a == array<int, 5>{1, 1, 1, 1, 1}) << endl;
    string e = exchange(s, "new");
    cout << e << s << endl;
    hash<int> hi; hash<string> hs;
    cout << hi(42) << ' ' << hs("hello") << ' ' << hash<double>()(1.5) << ' ' << hs("a longer string of many bytes") << endl;
}
