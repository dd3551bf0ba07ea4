// MMA is a kernel of one mma.sync, whose lanes hold NA registers of A, NB of B and NC of the sums: of type U with the
// constraint R in inline assembly, and of type T with C. Behind the instruction stand the arguments of ptx::mma.
#include "ptx.h"
#ifdef HOST
#include <mma.h>
#endif

#define OF_1(C, p) C(p[0])
#define OF_2(C, p) C(p[0]), C(p[1])
#define OF_4(C, p) C(p[0]), C(p[1]), C(p[2]), C(p[3])
#define INTO_2(C, p) "=" C(p[0]), "=" C(p[1])
#define INTO_4(C, p) "=" C(p[0]), "=" C(p[1]), "=" C(p[2]), "=" C(p[3])
#define REGISTERS_1_1_2 "{%0, %1}, {%2}, {%3}, {%4, %5}"
#define REGISTERS_2_1_2 "{%0, %1}, {%2, %3}, {%4}, {%5, %6}"
#define REGISTERS_4_2_2 "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9}"
#define REGISTERS_2_1_4 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10}"
#define REGISTERS_4_2_4 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}"

#define MMA(NAME, NA, NB, NC, U, R, T, C, INSTRUCTION, ...)                                                \
	__global__ void NAME(T *d, const U *a, const U *b, const T *c) {                                       \
		T x[NC];                                                                                           \
		a += NA * threadIdx.x, b += NB * threadIdx.x, c += NC * threadIdx.x;                               \
		PTX((ptx::mma<__VA_ARGS__>(x, a, b, c)),                                                           \
			"mma.sync.aligned." INSTRUCTION " " REGISTERS_##NA##_##NB##_##NC ";\n"                         \
			: INTO_##NC(C, x)                                                                              \
			: OF_##NA(R, a), OF_##NB(R, b), OF_##NC(C, c));                                                \
		for (int i = 0; i < NC; i++) d[NC * threadIdx.x + i] = x[i];                                       \
	}
