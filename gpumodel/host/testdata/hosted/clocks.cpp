#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <vector>

static int sum(int n)
{
    int a[n], total = 0;
    for (int i = 0; i < n; i++) a[i] = i * i;
    for (int i = 0; i < n; i++) total += a[i];
    return total;
}

int main()
{
    auto begin = std::chrono::high_resolution_clock::now();
    std::vector<int> v(1000, 2);
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * 3; });
    auto end = std::chrono::high_resolution_clock::now();
    std::chrono::duration<double, std::milli> ms = end - begin;
    std::cout << (ms.count() >= 0) << " " << (std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count() >= 0) << " " << __func__ << std::endl;
    std::cout << std::count(v.begin(), v.end(), 6) << " " << (std::find(v.begin(), v.end(), 7) == v.end()) << std::endl;
    std::reverse(v.begin(), v.end());
    int plain[5] = {5, 3, 4, 1, 2};
    std::sort(std::begin(plain), std::end(plain));
    for (int x : plain) printf("%d", x);
    printf(" %d\n", sum(100));
}
