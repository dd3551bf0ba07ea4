// An operand of asm that is read and written is found once.
#include <cstdio>
int calls, v = 5, w[4] = { 1, 2, 3, 4 };
int *where() { calls++; return &v; }
int main() {
    asm("" : "+r"(*where()));
    printf("%d %d\n", calls, v);
    int i = 0, x = 3;
    asm volatile("" : "+r"(w[i++]), "+r"(x));
    asm("" : "=r"(*where()) : "0"(7));
    printf("%d %d %d %d %d %d\n", i, w[0], w[1], x, calls, v);
    asm volatile("" ::: "memory");
}
