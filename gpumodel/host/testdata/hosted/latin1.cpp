// A byte of a literal that is not UTF-8 stays as it is.
#include <cstdio>
int main() { const unsigned char f[] = "\0\377", g[] = "\0ÿ"; printf("%zu %d %d %s\n", sizeof g, f[1] == g[1], g[1], "ไรค"); }
