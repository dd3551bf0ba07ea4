// Inline PTX: rounding, saturation, operands of 64 bits, the limits of shifts and fields, conversions, numbered registers,
// an array in shared memory, exit. The expected values follow from the PTX manual.
#include <cstdio>

__global__ void bits() {
	float one = 1.0f, tiny = 1e-10f, up, down, most;
	asm("add.rp.f32 %0, %1, %2;" : "=f"(up) : "f"(one), "f"(tiny));
	asm("add.rz.f32 %0, %1, %2;" : "=f"(down) : "f"(one), "f"(tiny));
	asm("add.sat.f32 %0, %1, %2;" : "=f"(most) : "f"(one), "f"(one));
	printf("%d %d %g\n", up > one, down == one, most);
	int sum;
	asm("add.sat.s32 %0, %1, %2;" : "=r"(sum) : "r"(2147483647), "r"(1));
	unsigned byte;
	asm("cvt.sat.u8.s32 %0, %1;" : "=r"(byte) : "r"(300));
	printf("%d %u\n", sum, byte);
	unsigned long long wide = 0xf000000000000001ull, reversed, field;
	unsigned ones, zeros, shifted;
	asm("popc.b64 %0, %1;" : "=r"(ones) : "l"(wide));
	asm("clz.b64 %0, %1;" : "=r"(zeros) : "l"(wide >> 8));
	asm("brev.b64 %0, %1;" : "=l"(reversed) : "l"(wide));
	asm("bfi.b64 %0, %1, %2, 40, 8;" : "=l"(field) : "l"(0xabull), "l"(wide));
	printf("%u %u %llx %llx\n", ones, zeros, reversed, field);
	asm("shr.u32 %0, %1, 32;" : "=r"(shifted) : "r"(0x80000000u));
	unsigned whole;
	asm("bfi.b32 %0, %1, %2, 0, 32;" : "=r"(whole) : "r"(7u), "r"(0xffffffffu));
	short high;
	asm("mul.hi.s16 %0, %1, %2;" : "=h"(high) : "h"((short)-20000), "h"((short)30000));
	printf("%u %u %d\n", shifted, whole, high);
	unsigned last;
	asm("{ .reg .u32 r<3>; mov.u32 r0, 5; add.u32 r1, r0, r0; add.u32 r2, r1, 1; mov.u32 %0, r2; }" : "=r"(last));
	printf("%u\n", last);
}

// Positions and lengths of fields are the low 8 bits of their operands; what lies outside of the register is the sign.
__global__ void fields() {
	unsigned outside, low, inserted;
	int sign, none;
	asm("bfe.u32 %0, %1, 32, 1;" : "=r"(outside) : "r"(0xdeadbeefu));
	asm("bfe.u32 %0, %1, %2, %3;" : "=r"(low) : "r"(0xdeadbeefu), "r"(0x100u), "r"(0x104u));
	asm("bfe.s32 %0, %1, 40, 4;" : "=r"(sign) : "r"(0xdeadbeefu));
	asm("bfe.s32 %0, %1, 12, %2;" : "=r"(none) : "r"(0xdeadbeefu), "r"(0x100u));
	asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(inserted) : "r"(5u), "r"(0x12345678u), "r"(0x100u), "r"(0x104u));
	printf("%x %x %d %x %x\n", outside, low, sign, none, inserted);
}

// cvt keeps a float within the range of the integer, with and without .sat, and makes 0 of NaN. It rounds numbers that a float or a double
// does not hold as the instruction says.
__global__ void conversions() {
	unsigned byte, none, positive;
	short half;
	int most;
	asm("cvt.rni.u8.f32 %0, %1;" : "=r"(byte) : "f"(300.7f));
	asm("cvt.rni.sat.s32.f32 %0, %1;" : "=r"(none) : "f"(__int_as_float(0x7fc00000)));
	asm("cvt.rzi.sat.u32.f32 %0, %1;" : "=r"(positive) : "f"(-3.0f));
	asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(half) : "f"(1e9f));
	asm("mad.hi.sat.s32 %0, %1, %1, %1;" : "=r"(most) : "r"(0x7fffffff));
	printf("%u %u %u %d %d\n", byte, none, positive, half, most);
	float below, above, lower;
	double wide;
	asm("cvt.rz.f32.f64 %0, %1;" : "=f"(below) : "d"(1 - 1e-12));
	asm("cvt.rp.f32.s32 %0, %1;" : "=f"(above) : "r"(16777217));
	asm("cvt.rm.f32.u32 %0, %1;" : "=f"(lower) : "r"(16777219));
	asm("cvt.rz.f64.s64 %0, %1;" : "=d"(wide) : "l"(9007199254740995LL));
	printf("%d %.0f %.0f %.0f\n", below < 1, above, lower, wide);
}

__global__ void neighbours(int *out) {
	int got;
	asm volatile("{ .shared .align 4 .b32 row[32]; .reg .u32 at;\n\t"
	             "mov.u32 at, row; mad.lo.u32 at, %1, 4, at; st.shared.u32 [at], %1;\n\t"
	             "bar.sync 0; xor.b32 at, at, 4; ld.shared.u32 %0, [at]; }" : "=r"(got) : "r"(threadIdx.x) : "memory");
	out[threadIdx.x] = got;
	if (threadIdx.x > 3) asm volatile("exit;");
	out[threadIdx.x] += 100;
}

int main() {
	bits<<<1, 1>>>();
	fields<<<1, 1>>>();
	conversions<<<1, 1>>>();
	int *out, host[32];
	cudaMalloc(&out, sizeof host);
	neighbours<<<1, 32>>>(out);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", host[0], host[3], host[4], host[31]);
	cudaFree(out);
}
