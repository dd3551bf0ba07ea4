// Set operations and merges of Thrust agree with those of the standard library, on host and device, where elements repeat too.
// What a program sees through Thrust's iterators are the numbers on the GPU.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/system_error.h>
#include <vector>

template <typename V> void compare(const char *name, const V &got, long n, const std::vector<int> &want)
{
	bool same = n == (long)want.size();
	for (long i = 0; same && i < n; i++) same = got[i] == want[i];
	std::cout << name << ' ' << n << (same ? " agree" : " DIFFER") << '\n';
}

#define COMPARE(NAME) { \
	std::vector<int> want; \
	std::NAME(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(want)); \
	thrust::device_vector<int> out(a.size() + b.size()); \
	auto end = thrust::NAME(da.begin(), da.end(), db.begin(), db.end(), out.begin()); \
	compare("device " #NAME, thrust::host_vector<int>(out), end - out.begin(), want); \
	thrust::host_vector<int> mine(a.size() + b.size()); \
	auto last = thrust::NAME(thrust::host, a.begin(), a.end(), b.begin(), b.end(), mine.begin()); \
	compare("host " #NAME, mine, last - mine.begin(), want); \
}

template <typename I> void show(I from, I to)
{
	thrust::copy(from, to, std::ostream_iterator<typename std::iterator_traits<I>::value_type>(std::cout, " "));
	std::cout << '\n';
}

int main()
{
	std::vector<int> a, b;
	for (int i = 0; i < 120; i++) a.push_back(i * 7919 % 61), b.push_back(i * 104729 % 47 - 9);
	a.insert(a.end(), 9, 5);
	b.insert(b.end(), 9, 70);
	std::sort(a.begin(), a.end());
	std::sort(b.begin(), b.end());
	thrust::device_vector<int> da(a.begin(), a.end()), db(b.begin(), b.end());
	COMPARE(set_union)
	COMPARE(set_intersection)
	COMPARE(set_difference)
	COMPARE(set_symmetric_difference)
	COMPARE(merge)

	int keys_a[] = {1, 3, 3, 5}, keys_b[] = {2, 3, 5, 5}, values_a[] = {10, 11, 12, 13}, values_b[] = {20, 21, 22, 23};
	thrust::device_vector<int> ka(keys_a, keys_a + 4), kb(keys_b, keys_b + 4), va(values_a, values_a + 4), vb(values_b, values_b + 4), k(8), v(8);
	auto both = thrust::set_intersection_by_key(ka.begin(), ka.end(), kb.begin(), kb.end(), va.begin(), k.begin(), v.begin());
	show(k.begin(), both.first);
	show(v.begin(), both.second);
	auto any = thrust::set_union_by_key(ka.begin(), ka.end(), kb.begin(), kb.end(), va.begin(), vb.begin(), k.begin(), v.begin());
	show(k.begin(), any.first);
	show(v.begin(), any.second);
	thrust::merge_by_key(ka.begin(), ka.end(), kb.begin(), kb.end(), va.begin(), vb.begin(), k.begin(), v.begin());
	show(k.begin(), k.end());
	show(v.begin(), v.end());

	auto every = thrust::make_permutation_iterator(k.begin(), thrust::make_counting_iterator(2));
	auto backwards = thrust::make_reverse_iterator(k.end());
	auto negative = thrust::make_transform_iterator(v.begin(), thrust::negate<int>());
	auto zipped = thrust::make_zip_iterator(k.begin(), v.begin());
	std::cout << every[1] << ' ' << backwards[0] << ' ' << *backwards << ' ' << negative[2] << ' ' << thrust::get<1>(zipped[3]) << '\n';
	std::copy(negative, negative + 3, std::ostream_iterator<int>(std::cout, " "));
	std::copy(backwards, backwards + 3, std::ostream_iterator<int>(std::cout, " "));
	std::cout << '\n';

	k[0] = k[1] * v[1] - k[0]; // elements of the device's vectors are numbers
	double half = 0.5;
	std::cout << k[0] << ' ' << k[1] / half << '\n';
	try {
		throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "sets");
	} catch (const thrust::system_error &e) {
		std::cout << e.what() << ' ' << e.code().value() << '\n';
	}
}
