#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
int main() {
    int a[4] = {1, 2, 3, 4}, *p = (int *)malloc(16), sum = 0;
    for (int i = 0; i <= 4; i++) p[i] = a[i % 4];
    printf("%d\n", p[0] + sum);
}
