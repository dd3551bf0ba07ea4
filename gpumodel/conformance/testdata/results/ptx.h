// PTX stands for one instruction of inline assembly. On the host its first argument, a call of what host.h has, is run instead.
#ifdef HOST
#define PTX(host, ...) host
#else
#define PTX(host, ...) asm volatile(__VA_ARGS__)
#endif
