// A little behind an array of the host, and before one, nothing stops a program, as on Linux: the line is told, once for an array. Far away
// it ends with a segmentation fault.
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main() {
    int *a = new int[5];
    int *b = (int *)malloc(5 * sizeof(int));
    a[5] = 1;
    long sum = 0;
    for (int i = 0; i <= 5; i++) sum += b[i];
    printf("%ld %d\n", sum, a[5]);
    char *t = (char *)malloc(10);
    memset(t, 'x', 12);
    int *before = new int[8], *c = new int[8];
    c[-1] = c[-1];
    before[0] = 3;
    memcpy(c, b, 6 * sizeof(int));
    free(b);
    free(t);
    delete[] a;
    double *far = new double[100];
    printf("%g\n", far[1 << 20]);
}
