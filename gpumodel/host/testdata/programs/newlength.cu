// A new of a length below 0, or of more bytes than an address can count, throws std::bad_array_new_length, which is a std::bad_alloc;
// arrays of bytes, and those whose elements are destroyed, throw the latter. The answers are those of g++.
#include <cstdio>
#include <new>
struct S {
    int a;
    S() : a(3) {}
    ~S() { a = 0; }
};
template <typename T> void tried(long long n)
{
    try {
        T *p = new T[n];
        printf("%d\n", p != nullptr);
        delete[] p;
    } catch (const std::bad_array_new_length &e) {
        puts(e.what());
    } catch (const std::bad_alloc &e) {
        puts(e.what());
    }
}
int main(int argc, char **)
{
    int n = argc - 2;
    try {
        int *p = new int[n];
        printf("%d\n", p[0]);
    } catch (const std::bad_alloc &e) {
        puts(e.what());
    }
    tried<int>(1ll << 61);       // 2^63 bytes
    tried<int>((1ll << 61) - 1); // 4 less
    tried<int>((1ll << 61) - 2);
    tried<int>((1ll << 62) + 1); // 4, if they wrapped
    tried<S>((1ll << 61) - 1);   // as many, with what stands before an array
    tried<char>(-1);
    tried<int>(3);
    S *q = new (std::nothrow) S[n];
    double *r = new (std::nothrow) double[n + 3];
    printf("%d %d\n", q == nullptr, r != nullptr);
    delete[] r;
    try {
        r = new (std::nothrow) double[n];
    } catch (const std::bad_alloc &e) {
        puts(e.what());
    }
    int *last = new int[n];
    printf("%d\n", last != nullptr);
}
