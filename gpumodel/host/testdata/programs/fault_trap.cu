#include <stdio.h>
int main(int argc, char **argv)
{
    if (__builtin_expect(argc > 1, 0)) return 0;
    __builtin_trap();
}
