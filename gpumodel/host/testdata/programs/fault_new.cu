#include <stdio.h>
int main()
{
    size_t n = 1ull << 40;
    int *p = new int[n];
    p[0] = 1;
    printf("%d\n", p[0]);
}
