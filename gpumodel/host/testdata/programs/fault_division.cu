#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = argc - 1, *p = NULL;
    printf("%d\n", 10 / (n + 1));
    printf("%d\n", 10 / n);
}
