// #pragma push_macro keeps a definition, and pop_macro brings it back: of a macro that was not defined, too.
#include <cstdio>
#define pop_macro foobar
#define LEVEL 1
#define TWICE(x) ((x) + (x))
int main() {
    printf("%d\n", LEVEL);
#pragma push_macro("LEVEL")
#undef LEVEL
#define LEVEL 2
    printf("%d\n", LEVEL);
#pragma push_macro("LEVEL")
#define LEVEL 3
    printf("%d\n", LEVEL);
#pragma pop_macro("LEVEL")
    printf("%d\n", LEVEL);
#pragma pop_macro("LEVEL")
    printf("%d\n", LEVEL);
#pragma push_macro("NONE")
#define NONE 4
    printf("%d\n", NONE);
#pragma pop_macro("NONE")
#ifdef NONE
    printf("still there\n");
#endif
#pragma push_macro("TWICE")
#define TWICE(x) 0
#pragma pop_macro("TWICE")
    printf("%d\n", TWICE(LEVEL));
}
