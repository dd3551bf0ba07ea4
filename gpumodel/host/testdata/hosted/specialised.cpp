// Explicit specialisations whose arguments follow from the type of the result.
#include <cstdio>

struct Pair { int x, y; };

template <class T> T value(int lane) { return T(lane); }
template <> Pair value(int lane) { return Pair{lane, 5}; }
template <> const char *value(int) { return "text"; }

template <class T> const T *name(int) { return 0; }
template <> const char *name(int) { return "char"; }

template <class T> T &ref(T *p) { return *p; }
template <> int &ref(int *p) { return p[1]; }

template <class T, int N> T three() { return T(N); }
template <> int three<int, 3>() { return 33; }

int main()
{
    int a[2] = {1, 2};
    printf("%d %d %d %s %s\n", value<Pair>(3).x, value<Pair>(3).y, (int)value<double>(7), value<const char *>(0), name<char>(0));
    printf("%d %d %d %d\n", ref(a), three<int, 3>(), three<int, 4>(), name<int>(0) == 0);
    return 0;
}
