#include <random>
#include <iostream>
#include <iomanip>
#include <algorithm>
#include <vector>
template <typename D, typename G> void show(const char *name, D d, G g) { std::cout << name; for (int i = 0; i < 6; i++) std::cout << ' ' << std::setprecision(9) << d(g); std::cout << '\n'; }
int main()
{
    std::mt19937 g(42); std::mt19937_64 h(42); std::minstd_rand m(7); std::default_random_engine e; std::minstd_rand0 z(3);
    for (int i = 0; i < 5; i++) std::cout << g() << ' ' << h() << ' ' << m() << ' ' << e() << ' ' << z() << '\n';
    g.seed(5); g.discard(700); std::cout << g() << ' ' << g.max() << ' ' << e.min() << '\n';
    show("int", std::uniform_int_distribution<int>(0, 99), g);
    show("int64", std::uniform_int_distribution<int>(1, 6), h);
    show("intm", std::uniform_int_distribution<int>(-5, 5), m);
    show("long", std::uniform_int_distribution<long long>(0, 1000000000000ll), g);
    show("real", std::uniform_real_distribution<double>(0, 1), g);
    show("realf", std::uniform_real_distribution<float>(-1, 1), g);
    show("realm", std::uniform_real_distribution<double>(2, 3), m);
    show("realfm", std::uniform_real_distribution<float>(0, 1), e);
    show("realh", std::uniform_real_distribution<>(0, 10), h);
    show("normal", std::normal_distribution<double>(5, 2), g);
    show("normalf", std::normal_distribution<float>(0, 1), g);
    show("exp", std::exponential_distribution<double>(3.5), g);
    show("bern", std::bernoulli_distribution(0.25), g);
    show("poisson", std::poisson_distribution<int>(4), g);
    show("poisson30", std::poisson_distribution<int>(30), g);
    show("geo", std::geometric_distribution<int>(0.3), g);
    show("disc", std::discrete_distribution<int>({40, 10, 10, 40}), g);
    show("logn", std::lognormal_distribution<double>(0, 1), g);
    std::uniform_int_distribution<int> whole(1, 6), other;
    std::uniform_real_distribution<float> part(2, 4);
    typedef std::uniform_int_distribution<int>::param_type Range;
    std::cout << whole.a() << whole.b() << whole.min() << whole.max() << ' ' << other.min() << ' ' << other.max() << ' ' << part.a() << part.b() << '\n';
    std::cout << whole(g) << ' ' << whole(g, Range(100, 200)) << ' ' << part(g, std::uniform_real_distribution<float>::param_type(8, 9)) << '\n';
    whole.param(Range(10, 20)); whole.reset(); std::cout << whole(g) << ' ' << whole.b() << ' ' << Range(3, 5).b() << '\n';
    std::uniform_int_distribution deduced(5l, 9l); std::uniform_real_distribution half(0.5, 1.0); std::cout << deduced(g) << ' ' << sizeof(deduced.a()) << ' ' << half(g) << '\n';
    std::vector<int> v(10); for (int i = 0; i < 10; i++) v[i] = i;
    std::mt19937 s(42); std::shuffle(v.begin(), v.end(), s); for (int x : v) std::cout << x; std::cout << '\n';
    std::shuffle(v.begin(), v.end(), std::default_random_engine(1)); for (int x : v) std::cout << x; std::cout << '\n';
    std::seed_seq q{1, 2, 3}; std::mt19937 t(q); std::cout << t() << ' ' << t() << '\n';
    std::random_device rd; std::mt19937 u(rd()); std::cout << (u() != 0) << '\n';
}
