// Thrust on the GPU beside Thrust on the host: vectors of both kinds go through the same algorithms.
#include <stdio.h>
#include <stdlib.h>
#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/sequence.h>
#include <thrust/unique.h>
#include <thrust/remove.h>
#include <thrust/partition.h>
#include <thrust/inner_product.h>
#include <thrust/transform_reduce.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/execution_policy.h>
#include <thrust/random.h>
#include <thrust/complex.h>

typedef thrust::host_vector<int> H;
typedef thrust::device_vector<int> D;
int N = 5000; // several tiles
H numbers(int of)
{
    H h(N);
    for (int i = 0; i < N; i++) h[i] = rand() % of;
    return h;
}
void same(const char *what, const D &d, const H &h)
{
    H got = d;
    int wrong = got.size() != h.size();
    for (size_t i = 0; i < h.size() && !wrong; i++) wrong += got[i] != h[i];
    printf("%s: %s\n", what, wrong ? "wrong" : "right");
}
void same(const char *what, long d, long h) { printf("%s: %s\n", what, d == h ? "right" : "wrong"); }

struct axpy {
    int a;
    __host__ __device__ int operator()(const int &x, const int &y) const { return a * x + y; }
};
struct even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct digits { __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; } };
struct add_pair { template <typename T> __host__ __device__ void operator()(T t) const { thrust::get<1>(t) += thrust::get<0>(t); } };
struct draw {
    __host__ __device__ float operator()(int i) const
    {
        thrust::default_random_engine engine(7);
        engine.discard(i);
        thrust::uniform_real_distribution<float> u(0.0f, 10.0f);
        return u(engine);
    }
};

void each()
{
    H h = numbers(100), g(N);
    D d = h, e(N);
    thrust::sequence(g.begin(), g.end(), 3, 2);
    thrust::sequence(e.begin(), e.end(), 3, 2);
    same("sequence", e, g);
    thrust::transform(h.begin(), h.end(), g.begin(), g.begin(), axpy{3});
    thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), axpy{3});
    same("transform", e, g);
    int by = 5;
    for (int i = 0; i < N; i++) g[i] = h[i] * by;
    thrust::transform(d.begin(), d.end(), e.begin(), [=] __device__(int x) { return x * by; });
    same("a lambda", e, g);
    using namespace thrust::placeholders;
    for (int i = 0; i < N; i++) g[i] = 2 * h[i] + g[i] - 1;
    thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), 2 * _1 + _2 - 1);
    same("placeholders", e, g);
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(h.begin(), g.begin())), thrust::make_zip_iterator(thrust::make_tuple(h.end(), g.end())), add_pair());
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin())), thrust::make_zip_iterator(thrust::make_tuple(d.end(), e.end())), add_pair());
    same("zip", e, g);
    thrust::adjacent_difference(h.begin(), h.end(), g.begin());
    thrust::adjacent_difference(d.begin(), d.end(), e.begin());
    same("adjacent_difference", e, g);
    thrust::replace_if(d.begin(), d.end(), even(), -1);
    thrust::replace_if(h.begin(), h.end(), even(), -1);
    same("replace_if", d, h);
    H map = numbers(N);
    D places = map;
    thrust::gather(map.begin(), map.end(), h.begin(), g.begin());
    thrust::gather(places.begin(), places.end(), d.begin(), e.begin());
    same("gather", e, g);
    thrust::copy(thrust::make_permutation_iterator(d.begin(), places.begin()), thrust::make_permutation_iterator(d.begin(), places.end()), e.begin());
    same("permutation", e, g);
    D out = d;
    e[7] = 70;
    e[8] += e[7];
    printf("elements: %d %d\n", (int)e[7], (int)e[8] - g[8]);
    thrust::fill(thrust::device, thrust::raw_pointer_cast(e.data()), thrust::raw_pointer_cast(e.data()) + N, 9);
    same("a policy", thrust::count(e.begin(), e.end(), 9), N);
}

void reductions()
{
    H h = numbers(1000);
    D d = h, other = h;
    same("reduce", thrust::reduce(d.begin(), d.end()), thrust::reduce(h.begin(), h.end()));
    same("maximum", thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>()), thrust::reduce(h.begin(), h.end(), -1, thrust::maximum<int>()));
    same("transform_reduce", thrust::transform_reduce(d.begin(), d.end(), thrust::square<int>(), 0, thrust::plus<int>()), thrust::transform_reduce(h.begin(), h.end(), thrust::square<int>(), 0, thrust::plus<int>()));
    same("inner_product", thrust::inner_product(d.begin(), d.end(), d.begin(), 5), thrust::inner_product(h.begin(), h.end(), h.begin(), 5));
    same("count_if", thrust::count_if(d.begin(), d.end(), even()), thrust::count_if(h.begin(), h.end(), even()));
    same("max_element", thrust::max_element(d.begin(), d.end()) - d.begin(), thrust::max_element(h.begin(), h.end()) - h.begin());
    same("min_element", thrust::min_element(d.begin(), d.end()) - d.begin(), thrust::min_element(h.begin(), h.end()) - h.begin());
    same("find", thrust::find(d.begin(), d.end(), h[4321]) - d.begin(), thrust::find(h.begin(), h.end(), h[4321]) - h.begin());
    same("equal", thrust::equal(d.begin(), d.end(), other.begin()), 1);
    same("is_sorted", thrust::is_sorted(d.begin(), d.end()), 0);
    same("counting", thrust::reduce(thrust::device, thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(101)), 5050);
}

void scans()
{
    H h = numbers(10), g(N), keys = numbers(3);
    D d = h, e(N), k = keys;
    thrust::inclusive_scan(h.begin(), h.end(), g.begin());
    thrust::inclusive_scan(d.begin(), d.end(), e.begin());
    same("inclusive_scan", e, g);
    thrust::exclusive_scan(h.begin(), h.end(), g.begin(), 4);
    thrust::exclusive_scan(d.begin(), d.end(), e.begin(), 4);
    same("exclusive_scan", e, g);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), h.begin(), g.begin());
    thrust::inclusive_scan_by_key(k.begin(), k.end(), d.begin(), e.begin());
    same("inclusive_scan_by_key", e, g);
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), h.begin(), g.begin());
    thrust::exclusive_scan_by_key(k.begin(), k.end(), d.begin(), d.begin());
    same("exclusive_scan_by_key, in place", d, g);
}

void sorting()
{
    H h = numbers(100000), values(N);
    for (int i = 0; i < N; i++) h[i] -= 50000;
    D d = h, v(N);
    thrust::sequence(values.begin(), values.end());
    thrust::sequence(v.begin(), v.end());
    thrust::sort_by_key(h.begin(), h.end(), values.begin());
    thrust::sort_by_key(d.begin(), d.end(), v.begin());
    same("sort_by_key", d, h);
    same("values", v, values);
    thrust::stable_sort(h.begin(), h.end(), digits());
    thrust::stable_sort(d.begin(), d.end(), digits());
    same("stable_sort", d, h);
    thrust::sort(h.begin(), h.end(), thrust::greater<int>());
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    same("greater", d, h);
    float x[5] = {3, -2.5f, 0, -7, 8};
    thrust::device_vector<float> f(x, x + 5);
    thrust::sort(f.begin(), f.end());
    printf("%g %g %g %g %g\n", (float)f[0], (float)f[1], (float)f[2], (float)f[3], (float)f[4]);
    H a = numbers(50), b = numbers(50), c(2 * N);
    thrust::sort(a.begin(), a.end());
    thrust::sort(b.begin(), b.end());
    D da = a, db = b, dc(2 * N);
    thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::merge(da.begin(), da.end(), db.begin(), db.end(), dc.begin());
    same("merge", dc, c);
    same("lower_bound", thrust::lower_bound(da.begin(), da.end(), 20) - da.begin(), thrust::lower_bound(a.begin(), a.end(), 20) - a.begin());
    thrust::upper_bound(a.begin(), a.end(), h.begin(), h.end(), c.begin());
    thrust::upper_bound(da.begin(), da.end(), d.begin(), d.end(), dc.begin());
    same("upper_bound", dc, c);
}

void choosing()
{
    H h = numbers(20), g(N), r(N), keys(N), sums(N);
    D d = h, e(N), k(N), s(N);
    g.resize(thrust::copy_if(h.begin(), h.end(), g.begin(), even()) - g.begin());
    e.resize(thrust::copy_if(d.begin(), d.end(), e.begin(), even()) - e.begin());
    same("copy_if", e, g);
    g = h;
    e = d;
    g.resize(thrust::remove_if(g.begin(), g.end(), even()) - g.begin());
    e.resize(thrust::remove_if(e.begin(), e.end(), even()) - e.begin());
    same("remove_if", e, g);
    g = h;
    e = d;
    same("partition", thrust::partition(e.begin(), e.end(), even()) - e.begin(), thrust::partition(g.begin(), g.end(), even()) - g.begin());
    same("partitioned", e, g);
    thrust::sort(h.begin(), h.end());
    d = h;
    same("reduce_by_key", thrust::reduce_by_key(d.begin(), d.end(), thrust::make_constant_iterator(1), k.begin(), s.begin()).first - k.begin(),
         thrust::reduce_by_key(h.begin(), h.end(), thrust::make_constant_iterator(1), keys.begin(), sums.begin()).first - keys.begin());
    same("keys", k, keys);
    same("sums", s, sums);
    h.erase(thrust::unique(h.begin(), h.end()), h.end());
    d.erase(thrust::unique(d.begin(), d.end()), d.end());
    same("unique", d, h);
    d.push_back(77);
    d.insert(d.begin(), 5);
    printf("%d %d %d\n", (int)d.front(), (int)d.back(), (int)d.size());
}

void numbers()
{
    thrust::default_random_engine engine;
    unsigned first = engine(), second = engine();
    engine.seed(1);
    engine.discard(9999);
    printf("%u %u %u\n", first, second, engine()); // the 10000th is 399268537 by ISO C++
    thrust::device_vector<float> d(1000);
    thrust::host_vector<float> h(1000), got;
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000), d.begin(), draw());
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000), h.begin(), draw());
    int wrong = 0;
    got = d;
    for (int i = 0; i < 1000; i++) wrong += fabsf(got[i] - h[i]) > 1e-6f || h[i] < 0 || h[i] >= 10;
    printf("uniform: %d wrong\n", wrong);
    thrust::complex<float> z = thrust::complex<float>(1, 2) * thrust::complex<float>(3, -1);
    printf("%g %g %g\n", z.real(), z.imag(), thrust::abs(thrust::complex<float>(3, 4)));
}

int main()
{
    each();
    reductions();
    scans();
    sorting();
    choosing();
    numbers();
}
