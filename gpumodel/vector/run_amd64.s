// The operations of kind.go with AVX2 and FMA.
//
// Each is a text of its own that jumps to the next one through the table of handlers. All the way DI is the frame,
// SI the operation, R8 the table, R13 where the result of run is, 24 bytes behind its first argument. DX, AX, BX and CX are the places of D, A, B and C. Y15 has the NaN of floats,
// Y14 the sign bits, and Y8 to Y11 in each lane the bit that stands for it in a predicate.

#include "textflag.h"
#include "go_asm.h"

DATA nan32<>+0(SB)/4, $0x7fffffff
GLOBL nan32<>(SB), RODATA|NOPTR, $4
DATA nan64<>+0(SB)/8, $0xfff8000000000000
GLOBL nan64<>(SB), RODATA|NOPTR, $8
DATA sign<>+0(SB)/4, $0x80000000
GLOBL sign<>(SB), RODATA|NOPTR, $4
DATA exponent<>+0(SB)/4, $0x7f800000
GLOBL exponent<>(SB), RODATA|NOPTR, $4
DATA low16<>+0(SB)/4, $0xffff
GLOBL low16<>(SB), RODATA|NOPTR, $4
DATA two16<>+0(SB)/4, $65536.0
GLOBL two16<>(SB), RODATA|NOPTR, $4
DATA two31<>+0(SB)/4, $2147483648.0
GLOBL two31<>(SB), RODATA|NOPTR, $4

DATA absd<>+0(SB)/8, $0x7fffffffffffffff
DATA absd<>+8(SB)/8, $0x7fffffffffffffff
DATA absd<>+16(SB)/8, $0x7fffffffffffffff
DATA absd<>+24(SB)/8, $0x7fffffffffffffff
GLOBL absd<>(SB), RODATA|NOPTR, $32
DATA signd<>+0(SB)/8, $0x8000000000000000
DATA signd<>+8(SB)/8, $0x8000000000000000
DATA signd<>+16(SB)/8, $0x8000000000000000
DATA signd<>+24(SB)/8, $0x8000000000000000
GLOBL signd<>(SB), RODATA|NOPTR, $32
DATA leastd<>+0(SB)/8, $0xc7efffffe0000000
DATA leastd<>+8(SB)/8, $0xc7efffffe0000000
DATA leastd<>+16(SB)/8, $0xc7efffffe0000000
DATA leastd<>+24(SB)/8, $0xc7efffffe0000000
GLOBL leastd<>(SB), RODATA|NOPTR, $32
DATA mostd<>+0(SB)/8, $0x47efffffe0000000
GLOBL mostd<>(SB), RODATA|NOPTR, $8
DATA infd<>+0(SB)/8, $0x7ff0000000000000
GLOBL infd<>(SB), RODATA|NOPTR, $8
DATA keptd<>+0(SB)/8, $0xffffffffe0000000
GLOBL keptd<>(SB), RODATA|NOPTR, $8
DATA normald<>+0(SB)/8, $0x3810000000000000
GLOBL normald<>(SB), RODATA|NOPTR, $8
DATA two31d<>+0(SB)/8, $2147483648.0
GLOBL two31d<>(SB), RODATA|NOPTR, $8

DATA bits<>+0(SB)/8, $0x0000000200000001
DATA bits<>+8(SB)/8, $0x0000000800000004
DATA bits<>+16(SB)/8, $0x0000002000000010
DATA bits<>+24(SB)/8, $0x0000008000000040
GLOBL bits<>(SB), RODATA|NOPTR, $32

// BROADCAST is a constant in four lanes of 64 bits.
#define BROADCAST(name, x) \
	DATA name<>+0(SB)/8, x; \
	DATA name<>+8(SB)/8, x; \
	DATA name<>+16(SB)/8, x; \
	DATA name<>+24(SB)/8, x; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

// Those of math.go.
BROADCAST(octants, $1.27323954473516268615)
BROADCAST(quarterA, $7.85398125648498535156e-1)
BROADCAST(quarterB, $3.77489470793079817668e-8)
BROADCAST(quarterC, $2.69515142907905952645e-15)
BROADCAST(sin0, $1.58962301576546568060e-10)
BROADCAST(sin1, $-2.50507477628578072866e-8)
BROADCAST(sin2, $2.75573136213857245213e-6)
BROADCAST(sin3, $-1.98412698295895385996e-4)
BROADCAST(sin4, $8.33333333332211858878e-3)
BROADCAST(sin5, $-1.66666666666666307295e-1)
BROADCAST(cos0, $-1.13585365213876817300e-11)
BROADCAST(cos1, $2.08757008419747316778e-9)
BROADCAST(cos2, $-2.75573141792967388112e-7)
BROADCAST(cos3, $2.48015872888517045348e-5)
BROADCAST(cos4, $-1.38888888888730564116e-3)
BROADCAST(cos5, $4.16666666666665929218e-2)
BROADCAST(halves, $0.5)
BROADCAST(wholes, $1.0)
BROADCAST(oneInts, $0x0000000100000001)
BROADCAST(evenInts, $0xfffffffefffffffe)
BROADCAST(log2e, $1.44269504088896340736)
BROADCAST(ln2, $0.693147180559945309417)
BROADCAST(ln2High, $6.93147180369123816490e-01)
BROADCAST(ln2Low, $1.90821492927058770002e-10)
BROADCAST(taylor12, $2.08767569878681e-09)
BROADCAST(taylor11, $2.505210838544172e-08)
BROADCAST(taylor10, $2.755731922398589e-07)
BROADCAST(taylor9, $2.7557319223985893e-06)
BROADCAST(taylor8, $2.48015873015873e-05)
BROADCAST(taylor7, $0.0001984126984126984)
BROADCAST(taylor6, $0.001388888888888889)
BROADCAST(taylor5, $0.008333333333333333)
BROADCAST(taylor4, $0.041666666666666664)
BROADCAST(taylor3, $0.16666666666666666)
BROADCAST(taylor2, $0.5)
BROADCAST(log1, $6.666666666666735130e-01)
BROADCAST(log2, $3.999999999940941908e-01)
BROADCAST(log3, $2.857142874366239149e-01)
BROADCAST(log4, $2.222219843214978396e-01)
BROADCAST(log5, $1.818357216161805012e-01)
BROADCAST(log6, $1.531383769920937332e-01)
BROADCAST(log7, $1.479819860511658591e-01)
BROADCAST(twos, $2.0)
BROADCAST(most, $256.0)
BROADCAST(least, $-256.0)
BROADCAST(aboveRoot, $0x00095f6200000000)
BROADCAST(root, $0x3fe6a09e00000000)
BROADCAST(fraction, $0x000fffffffffffff)
// Bits of 2^52, to which a whole number is added, and the double from which it is then taken.
BROADCAST(two52, $0x4330000000000000)
BROADCAST(bias, $4503599627371519.0)
DATA lowest<>+0(SB)/4, $0xff800000
GLOBL lowest<>(SB), RODATA|NOPTR, $4
DATA mostTurns<>+0(SB)/4, $536870912.0
GLOBL mostTurns<>(SB), RODATA|NOPTR, $4

#define NEXT \
	ADDQ $24, SI; \
	MOVL (SI), AX; \
	MOVQ (R8)(AX*8), AX; \
	JMP  AX

#define ARGS1 \
	MOVL 4(SI), DX; \
	MOVL 8(SI), AX; \
	ADDQ DI, DX; \
	ADDQ DI, AX

#define ARGS2 \
	ARGS1; \
	MOVL 12(SI), BX; \
	ADDQ DI, BX

#define ARGS3 \
	ARGS2; \
	MOVL 16(SI), CX; \
	ADDQ DI, CX

#define FOUR(P) \
	P(0); \
	P(32); \
	P(64); \
	P(96)

#define HANDLER(name) TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0

// func run(code *Op, frame *Word, accesses **Access) (bytes int)
TEXT ·run(SB), NOSPLIT, $0-32
	MOVQ         code+0(FP), SI
	MOVQ         frame+8(FP), DI
	LEAQ         bytes+24(FP), R13
	LEAQ         handlers<>(SB), R8
	VPBROADCASTD nan32<>(SB), Y15
	VPBROADCASTD sign<>(SB), Y14
	VMOVDQU      bits<>(SB), Y8
	VPSLLD       $8, Y8, Y9
	VPSLLD       $16, Y8, Y10
	VPSLLD       $24, Y8, Y11
	MOVL         (SI), AX
	MOVQ         (R8)(AX*8), AX
	JMP          AX

HANDLER(stop)
	VZEROUPPER
	SUBQ -24(R13), SI
	MOVQ SI, (R13)
	RET

#define MOVE(o) VMOVDQU o(AX), Y0; VMOVDQU Y0, o(DX)
HANDLER(mov)
	ARGS1
	FOUR(MOVE)
	NEXT

#define SELECT(o, lanes) \
	VPAND lanes, Y4, Y5; \
	VPCMPEQD lanes, Y5, Y5; \
	VMOVDQU o(CX), Y0; \
	VPBLENDVB Y5, o(BX), Y0, Y0; \
	VMOVDQU Y0, o(DX)
HANDLER(selp)
	ARGS3
	VPBROADCASTD (AX), Y4
	SELECT(0, Y8)
	SELECT(32, Y9)
	SELECT(64, Y10)
	SELECT(96, Y11)
	NEXT

#define BINARY(name, INS) \
HANDLER(name); \
	ARGS2; \
	VMOVDQU (AX), Y0; \
	VMOVDQU 32(AX), Y1; \
	VMOVDQU 64(AX), Y2; \
	VMOVDQU 96(AX), Y3; \
	INS (BX), Y0, Y0; \
	INS 32(BX), Y1, Y1; \
	INS 64(BX), Y2, Y2; \
	INS 96(BX), Y3, Y3; \
	VMOVDQU Y0, (DX); \
	VMOVDQU Y1, 32(DX); \
	VMOVDQU Y2, 64(DX); \
	VMOVDQU Y3, 96(DX); \
	NEXT

BINARY(add, VPADDD)
BINARY(sub, VPSUBD)
BINARY(mul, VPMULLD)
BINARY(and, VPAND)
BINARY(or, VPOR)
BINARY(xor, VPXOR)
BINARY(shl, VPSLLVD)
BINARY(shr, VPSRLVD)
BINARY(shrs, VPSRAVD)
BINARY(min, VPMINUD)
BINARY(max, VPMAXUD)
BINARY(mins, VPMINSD)
BINARY(maxs, VPMAXSD)

#define MULADD(o) VMOVDQU o(AX), Y0; VPMULLD o(BX), Y0, Y0; VPADDD o(CX), Y0, Y0; VMOVDQU Y0, o(DX)
HANDLER(mad)
	ARGS3
	FOUR(MULADD)
	NEXT

// PRODUCT leaves the low words of the products of eight lanes in Y2 and the high ones in Y3.
#define PRODUCT(o, MULTIPLY) \
	VMOVDQU o(AX), Y0; \
	VMOVDQU o(BX), Y1; \
	MULTIPLY Y1, Y0, Y2; \
	VPSRLQ $32, Y0, Y0; \
	VPSRLQ $32, Y1, Y1; \
	MULTIPLY Y1, Y0, Y3; \
	VPSLLQ $32, Y3, Y4; \
	VPSRLQ $32, Y2, Y5; \
	VPBLENDD $0xaa, Y4, Y2, Y2; \
	VPBLENDD $0xaa, Y3, Y5, Y3

#define HIGH(o) PRODUCT(o, VPMULUDQ); VMOVDQU Y3, o(DX)
HANDLER(mulhi)
	ARGS2
	FOUR(HIGH)
	NEXT

#define HIGHS(o) PRODUCT(o, VPMULDQ); VMOVDQU Y3, o(DX)
HANDLER(mulhis)
	ARGS2
	FOUR(HIGHS)
	NEXT

#define WIDE(o) PRODUCT(o, VPMULUDQ); VMOVDQU Y2, o(DX); VMOVDQU Y3, 128+o(DX)
HANDLER(mulwide)
	ARGS2
	FOUR(WIDE)
	NEXT

#define WIDES(o) PRODUCT(o, VPMULDQ); VMOVDQU Y2, o(DX); VMOVDQU Y3, 128+o(DX)
HANDLER(mulwides)
	ARGS2
	FOUR(WIDES)
	NEXT

// SUM adds Y0 (low) and Y1 (high) to Y2 and Y3. There is a carry where the low sum is less than what was added.
#define SUM(o) \
	VPADDD Y0, Y2, Y2; \
	VPADDD Y1, Y3, Y3; \
	VPXOR Y14, Y2, Y4; \
	VPXOR Y14, Y0, Y5; \
	VPCMPGTD Y4, Y5, Y4; \
	VPSUBD Y4, Y3, Y3; \
	VMOVDQU Y2, o(DX); \
	VMOVDQU Y3, 128+o(DX)

#define MADWIDE(o) PRODUCT(o, VPMULUDQ); VMOVDQU o(CX), Y0; VMOVDQU 128+o(CX), Y1; SUM(o)
HANDLER(madwide)
	ARGS3
	FOUR(MADWIDE)
	NEXT

#define MADWIDES(o) PRODUCT(o, VPMULDQ); VMOVDQU o(CX), Y0; VMOVDQU 128+o(CX), Y1; SUM(o)
HANDLER(madwides)
	ARGS3
	FOUR(MADWIDES)
	NEXT

#define ADDLONG(o) VMOVDQU o(AX), Y0; VMOVDQU 128+o(AX), Y1; VMOVDQU o(BX), Y2; VMOVDQU 128+o(BX), Y3; SUM(o)
HANDLER(addl)
	ARGS2
	FOUR(ADDLONG)
	NEXT

#define SUBLONG(o) \
	VMOVDQU o(AX), Y0; \
	VMOVDQU 128+o(AX), Y1; \
	VMOVDQU o(BX), Y2; \
	VPSUBD 128+o(BX), Y1, Y1; \
	VPXOR Y14, Y0, Y4; \
	VPXOR Y14, Y2, Y5; \
	VPCMPGTD Y4, Y5, Y4; \
	VPSUBD Y2, Y0, Y0; \
	VPADDD Y4, Y1, Y1; \
	VMOVDQU Y0, o(DX); \
	VMOVDQU Y1, 128+o(DX)
HANDLER(subl)
	ARGS2
	FOUR(SUBLONG)
	NEXT

// CANON makes one NaN of all.
#define CANON(y, scratch) VCMPPS $3, y, y, scratch; VBLENDVPS scratch, Y15, y, y

#define FLOATS(name, INS) \
HANDLER(name); \
	ARGS2; \
	VMOVDQU (AX), Y0; \
	VMOVDQU 32(AX), Y1; \
	VMOVDQU 64(AX), Y2; \
	VMOVDQU 96(AX), Y3; \
	INS (BX), Y0, Y0; \
	INS 32(BX), Y1, Y1; \
	INS 64(BX), Y2, Y2; \
	INS 96(BX), Y3, Y3; \
	CANON(Y0, Y4); \
	CANON(Y1, Y5); \
	CANON(Y2, Y6); \
	CANON(Y3, Y7); \
	VMOVDQU Y0, (DX); \
	VMOVDQU Y1, 32(DX); \
	VMOVDQU Y2, 64(DX); \
	VMOVDQU Y3, 96(DX); \
	NEXT

FLOATS(addf, VADDPS)
FLOATS(subf, VSUBPS)
FLOATS(mulf, VMULPS)
FLOATS(divf, VDIVPS)

HANDLER(fmaf)
	ARGS3
	VMOVDQU     (AX), Y0
	VMOVDQU     32(AX), Y1
	VMOVDQU     64(AX), Y2
	VMOVDQU     96(AX), Y3
	VMOVDQU     (BX), Y4
	VMOVDQU     32(BX), Y5
	VMOVDQU     64(BX), Y6
	VMOVDQU     96(BX), Y7
	VFMADD213PS (CX), Y4, Y0
	VFMADD213PS 32(CX), Y5, Y1
	VFMADD213PS 64(CX), Y6, Y2
	VFMADD213PS 96(CX), Y7, Y3
	CANON(Y0, Y4)
	CANON(Y1, Y5)
	CANON(Y2, Y6)
	CANON(Y3, Y7)
	VMOVDQU     Y0, (DX)
	VMOVDQU     Y1, 32(DX)
	VMOVDQU     Y2, 64(DX)
	VMOVDQU     Y3, 96(DX)
	NEXT

// The control words of the directions, the nearest one first: it is the one that Go has.
DATA directions<>+0(SB)/4, $0x1f80
DATA directions<>+4(SB)/4, $0x7f80
DATA directions<>+8(SB)/4, $0x5f80
DATA directions<>+12(SB)/4, $0x3f80
GLOBL directions<>(SB), RODATA|NOPTR, $16

#define FMAROUND(o) \
	VMOVDQU     o(AX), Y0; \
	VMOVDQU     o(BX), Y4; \
	VFMADD213PS o(CX), Y4, Y0; \
	CANON(Y0, Y4); \
	VMOVDQU     Y0, o(DX)
HANDLER(fmaRoundF)
	ARGS3
	MOVL    20(SI), R9
	LEAQ    directions<>(SB), R10
	LDMXCSR (R10)(R9*4)
	FOUR(FMAROUND)
	LDMXCSR (R10)
	NEXT

// Of two zeros the instructions give the second operand, so they are asked both ways.
#define EXTREME(o, INS, JOIN) \
	VMOVDQU o(AX), Y0; \
	VMOVDQU o(BX), Y1; \
	INS Y1, Y0, Y2; \
	INS Y0, Y1, Y3; \
	JOIN Y3, Y2, Y2; \
	VCMPPS $3, Y0, Y0, Y3; \
	VBLENDVPS Y3, Y1, Y2, Y2; \
	VCMPPS $3, Y1, Y1, Y3; \
	VBLENDVPS Y3, Y0, Y2, Y2; \
	CANON(Y2, Y3); \
	VMOVDQU Y2, o(DX)

#define LEAST(o) EXTREME(o, VMINPS, VORPS)
HANDLER(minf)
	ARGS2
	FOUR(LEAST)
	NEXT

#define MOST(o) EXTREME(o, VMAXPS, VANDPS)
HANDLER(maxf)
	ARGS2
	FOUR(MOST)
	NEXT

#define ROOT(o) VSQRTPS o(AX), Y0; CANON(Y0, Y1); VMOVDQU Y0, o(DX)
HANDLER(sqrtf)
	ARGS1
	FOUR(ROOT)
	NEXT

#define FLUSH(o) \
	VMOVDQU o(AX), Y0; \
	VPAND Y4, Y0, Y1; \
	VPCMPEQD Y5, Y1, Y1; \
	VPANDN Y1, Y14, Y1; \
	VPANDN Y0, Y1, Y0; \
	VMOVDQU Y0, o(DX)
HANDLER(flushf)
	ARGS1
	VPBROADCASTD exponent<>(SB), Y4
	VPXOR        Y5, Y5, Y5
	FOUR(FLUSH)
	NEXT

// DOUBLES joins the halves of eight lanes: lanes 0, 1, 4, 5 are in y, the others in z. Y4 and Y5 are overwritten.
#define DOUBLES(o, p, y, z) VMOVDQU o(p), Y4; VMOVDQU 128+o(p), Y5; VPUNPCKLDQ Y5, Y4, y; VPUNPCKHDQ Y5, Y4, z

// HALVES takes them apart again, Y0 and Y1, with one NaN.
#define HALVES(o) \
	VCMPPD $3, Y0, Y0, Y4; \
	VBLENDVPD Y4, Y13, Y0, Y0; \
	VCMPPD $3, Y1, Y1, Y5; \
	VBLENDVPD Y5, Y13, Y1, Y1; \
	VSHUFPS $0x88, Y1, Y0, Y4; \
	VSHUFPS $0xdd, Y1, Y0, Y5; \
	VMOVDQU Y4, o(DX); \
	VMOVDQU Y5, 128+o(DX)

#define DOUBLE(name, OP) \
HANDLER(name); \
	ARGS2; \
	VBROADCASTSD nan64<>(SB), Y13; \
	OP(0); \
	OP(32); \
	OP(64); \
	OP(96); \
	NEXT

#define ADDD(o) DOUBLES(o, AX, Y0, Y1); DOUBLES(o, BX, Y2, Y3); VADDPD Y2, Y0, Y0; VADDPD Y3, Y1, Y1; HALVES(o)
DOUBLE(addd, ADDD)
#define SUBD(o) DOUBLES(o, AX, Y0, Y1); DOUBLES(o, BX, Y2, Y3); VSUBPD Y2, Y0, Y0; VSUBPD Y3, Y1, Y1; HALVES(o)
DOUBLE(subd, SUBD)
#define MULD(o) DOUBLES(o, AX, Y0, Y1); DOUBLES(o, BX, Y2, Y3); VMULPD Y2, Y0, Y0; VMULPD Y3, Y1, Y1; HALVES(o)
DOUBLE(muld, MULD)

#define DIVD(o) DOUBLES(o, AX, Y0, Y1); DOUBLES(o, BX, Y2, Y3); VDIVPD Y2, Y0, Y0; VDIVPD Y3, Y1, Y1; HALVES(o)
DOUBLE(divd, DIVD)

#define INTTODOUBLE(o) \
	VPERMQ $0xd8, o(AX), Y2; \
	VCVTDQ2PD X2, Y0; \
	VEXTRACTF128 $1, Y2, X2; \
	VCVTDQ2PD X2, Y1; \
	VSHUFPS $0x88, Y1, Y0, Y4; \
	VSHUFPS $0xdd, Y1, Y0, Y5; \
	VMOVDQU Y4, o(DX); \
	VMOVDQU Y5, 128+o(DX)
HANDLER(fromsd)
	ARGS1
	FOUR(INTTODOUBLE)
	NEXT

// Quotients of integers are those of doubles, cut off: a quotient that is none is farther from the next integer than
// rounding moves it. QUOTIENTS leaves those of eight lanes in Y0. Unsigned numbers are moved by 2^31 (Y12) to be
// signed ones, and back.
#define CUT(x, y, lowx, lowy) VCVTTPD2DQY x, lowx; VCVTTPD2DQY y, lowy; VINSERTI128 $1, lowy, x, x
// A quotient by zero is all ones.
#define BYZERO(o) VPXOR Y5, Y5, Y5; VPCMPEQD o(BX), Y5, Y5; VPOR Y5, Y0, Y0

#define QUOTIENTSS(o) \
	VMOVDQU o(AX), Y0; \
	VMOVDQU o(BX), Y2; \
	VEXTRACTI128 $1, Y0, X1; \
	VEXTRACTI128 $1, Y2, X3; \
	VCVTDQ2PD X0, Y0; \
	VCVTDQ2PD X1, Y1; \
	VCVTDQ2PD X2, Y2; \
	VCVTDQ2PD X3, Y3; \
	VDIVPD Y2, Y0, Y0; \
	VDIVPD Y3, Y1, Y1; \
	CUT(Y0, Y1, X0, X1); \
	BYZERO(o)
#define QUOTIENTS(o) \
	VPXOR o(AX), Y14, Y0; \
	VPXOR o(BX), Y14, Y2; \
	VEXTRACTI128 $1, Y0, X1; \
	VEXTRACTI128 $1, Y2, X3; \
	VCVTDQ2PD X0, Y0; \
	VCVTDQ2PD X1, Y1; \
	VCVTDQ2PD X2, Y2; \
	VCVTDQ2PD X3, Y3; \
	VADDPD Y12, Y0, Y0; \
	VADDPD Y12, Y1, Y1; \
	VADDPD Y12, Y2, Y2; \
	VADDPD Y12, Y3, Y3; \
	VDIVPD Y2, Y0, Y0; \
	VDIVPD Y3, Y1, Y1; \
	VROUNDPD $3, Y0, Y0; \
	VROUNDPD $3, Y1, Y1; \
	VSUBPD Y12, Y0, Y0; \
	VSUBPD Y12, Y1, Y1; \
	CUT(Y0, Y1, X0, X1); \
	VPXOR Y14, Y0, Y0; \
	BYZERO(o)
#define REMAINDERS(o) VPMULLD o(BX), Y0, Y0; VMOVDQU o(AX), Y1; VPSUBD Y0, Y1, Y0
#define DIVIDE(o) QUOTIENTS(o); VMOVDQU Y0, o(DX)
#define DIVIDES(o) QUOTIENTSS(o); VMOVDQU Y0, o(DX)
#define REMAIN(o) QUOTIENTS(o); REMAINDERS(o); VMOVDQU Y0, o(DX)
#define REMAINS(o) QUOTIENTSS(o); REMAINDERS(o); VMOVDQU Y0, o(DX)
HANDLER(div)
	ARGS2
	VBROADCASTSD two31d<>(SB), Y12
	FOUR(DIVIDE)
	NEXT
HANDLER(rem)
	ARGS2
	VBROADCASTSD two31d<>(SB), Y12
	FOUR(REMAIN)
	NEXT
HANDLER(divs)
	ARGS2
	FOUR(DIVIDES)
	NEXT
HANDLER(rems)
	ARGS2
	FOUR(REMAINS)
	NEXT

#define FMAD(o) \
	DOUBLES(o, AX, Y0, Y1); \
	DOUBLES(o, BX, Y2, Y3); \
	DOUBLES(o, CX, Y6, Y7); \
	VFMADD213PD Y6, Y2, Y0; \
	VFMADD213PD Y7, Y3, Y1; \
	HALVES(o)
HANDLER(fmad)
	ARGS3
	VBROADCASTSD nan64<>(SB), Y13
	FOUR(FMAD)
	NEXT

// CUTOFF cuts the four products in x off to 24 bits. Y6 has the largest float, Y7 infinity, Y12 the bits that are kept,
// Y13 the least normal float; Y4, Y5 are overwritten.
#define CUTOFF(x) \
	VANDPD absd<>(SB), x, Y4; \
	VCMPPD $0, Y7, Y4, Y5; \
	VCMPPD $3, x, x, Y3; \
	VORPD Y3, Y5, Y5; \
	VCMPPD $1, Y13, Y4, Y4; \
	VANDPD Y12, x, Y3; \
	VMINPD Y6, Y3, Y3; \
	VMAXPD leastd<>(SB), Y3, Y3; \
	VANDPD signd<>(SB), x, Y2; \
	VBLENDVPD Y4, Y2, Y3, Y3; \
	VBLENDVPD Y5, x, Y3, x
#define MULADDZ(o) \
	VCVTPS2PD o(AX), Y0; \
	VCVTPS2PD o(BX), Y2; \
	VMULPD Y2, Y0, Y0; \
	VCVTPS2PD 16+o(AX), Y1; \
	VCVTPS2PD 16+o(BX), Y2; \
	VMULPD Y2, Y1, Y1; \
	CUTOFF(Y0); \
	CUTOFF(Y1); \
	VCVTPD2PSY Y0, X0; \
	VCVTPD2PSY Y1, X1; \
	VINSERTF128 $1, X1, Y0, Y0; \
	VADDPS o(CX), Y0, Y0; \
	CANON(Y0, Y1); \
	VMOVDQU Y0, o(DX)
HANDLER(madz)
	ARGS3
	VBROADCASTSD mostd<>(SB), Y6
	VBROADCASTSD infd<>(SB), Y7
	VBROADCASTSD keptd<>(SB), Y12
	VBROADCASTSD normald<>(SB), Y13
	FOUR(MULADDZ)
	NEXT

#define FROMSIGNED(o) VCVTDQ2PS o(AX), Y0; VMOVDQU Y0, o(DX)
HANDLER(froms)
	ARGS1
	FOUR(FROMSIGNED)
	NEXT

// Both halves are exact, so that the sum is rounded once.
#define FROMUNSIGNED(o) \
	VMOVDQU o(AX), Y0; \
	VPSRLD $16, Y0, Y1; \
	VPAND Y4, Y0, Y0; \
	VCVTDQ2PS Y0, Y0; \
	VCVTDQ2PS Y1, Y1; \
	VFMADD231PS Y5, Y1, Y0; \
	VMOVDQU Y0, o(DX)
HANDLER(from)
	ARGS1
	VPBROADCASTD low16<>(SB), Y4
	VPBROADCASTD two16<>(SB), Y5
	FOUR(FROMUNSIGNED)
	NEXT

// The conversion gives 0x80000000 where the number is out of range.
#define TOSIGNED(o) \
	VMOVDQU o(AX), Y0; \
	VCVTTPS2DQ Y0, Y1; \
	VCMPPS $13, Y4, Y0, Y2; \
	VPXOR Y2, Y1, Y1; \
	VCMPPS $7, Y0, Y0, Y2; \
	VPAND Y2, Y1, Y1; \
	VMOVDQU Y1, o(DX)
HANDLER(tos)
	ARGS1
	VPBROADCASTD two31<>(SB), Y4
	FOUR(TOSIGNED)
	NEXT

#define WIDEN(o) \
	VPERMQ $0xd8, o(AX), Y2; \
	VCVTPS2PD X2, Y0; \
	VEXTRACTF128 $1, Y2, X2; \
	VCVTPS2PD X2, Y1; \
	HALVES(o)
HANDLER(widen)
	ARGS1
	VBROADCASTSD nan64<>(SB), Y13
	FOUR(WIDEN)
	NEXT

#define NARROW(o) \
	DOUBLES(o, AX, Y0, Y1); \
	VCVTPD2PSY Y0, X0; \
	VCVTPD2PSY Y1, X1; \
	VINSERTF128 $1, X1, Y0, Y0; \
	VPERMQ $0xd8, Y0, Y0; \
	CANON(Y0, Y1); \
	VMOVDQU Y0, o(DX)
HANDLER(narrow)
	ARGS1
	FOUR(NARROW)
	NEXT

#define LOADA \
	VMOVDQU (AX), Y0; \
	VMOVDQU 32(AX), Y1; \
	VMOVDQU 64(AX), Y2; \
	VMOVDQU 96(AX), Y3

// Y0 to Y3 have the lanes of A, Y4 those that are wanted: bit 4 and 3 say of which register.
#define SHUFFLED(o) \
	VMOVDQU o(CX), Y4; \
	VPERMD Y0, Y4, Y5; \
	VPERMD Y1, Y4, Y6; \
	VPERMD Y2, Y4, Y7; \
	VPERMD Y3, Y4, Y12; \
	VPSLLD $28, Y4, Y13; \
	VPSLLD $27, Y4, Y4; \
	VBLENDVPS Y13, Y6, Y5, Y5; \
	VBLENDVPS Y13, Y12, Y7, Y7; \
	VBLENDVPS Y4, Y7, Y5, Y5; \
	VMOVDQU Y5, o(DX)
HANDLER(shuffle)
	ARGS1
	MOVL 16(SI), CX
	ADDQ DI, CX
	LOADA
	FOUR(SHUFFLED)
	NEXT

// QUARTER leaves in Y4 the sine and in Y5 the cosine of four numbers as quarter does, the numbers in Y0, and in the
// signs of Y6 and Y7 the bits 1 and 2 of the octant.
#define HORNER(zz, by, y) VMULPD zz, y, y; VADDPD by<>(SB), y, y
#define QUARTER(from) \
	VCVTPS2PD from, Y0; \
	VANDPD absd<>(SB), Y0, Y1; \
	VMULPD octants<>(SB), Y1, Y2; \
	VCVTTPD2DQY Y2, X2; \
	VPADDD oneInts<>(SB), X2, X2; \
	VPAND evenInts<>(SB), X2, X2; \
	VCVTDQ2PD X2, Y3; \
	VMULPD quarterA<>(SB), Y3, Y4; \
	VSUBPD Y4, Y1, Y1; \
	VMULPD quarterB<>(SB), Y3, Y4; \
	VSUBPD Y4, Y1, Y1; \
	VMULPD quarterC<>(SB), Y3, Y4; \
	VSUBPD Y4, Y1, Y1; \
	VMULPD Y1, Y1, Y3; \
	VMULPD sin0<>(SB), Y3, Y4; \
	VADDPD sin1<>(SB), Y4, Y4; \
	HORNER(Y3, sin2, Y4); \
	HORNER(Y3, sin3, Y4); \
	HORNER(Y3, sin4, Y4); \
	HORNER(Y3, sin5, Y4); \
	VMULPD cos0<>(SB), Y3, Y5; \
	VADDPD cos1<>(SB), Y5, Y5; \
	HORNER(Y3, cos2, Y5); \
	HORNER(Y3, cos3, Y5); \
	HORNER(Y3, cos4, Y5); \
	HORNER(Y3, cos5, Y5); \
	VMULPD Y3, Y1, Y6; \
	VMULPD Y4, Y6, Y4; \
	VADDPD Y4, Y1, Y4; \
	VMULPD Y3, Y3, Y6; \
	VMULPD Y5, Y6, Y5; \
	VMULPD halves<>(SB), Y3, Y6; \
	VMOVUPD wholes<>(SB), Y7; \
	VSUBPD Y6, Y7, Y6; \
	VADDPD Y5, Y6, Y5; \
	VPMOVZXDQ X2, Y2; \
	VPSLLQ $62, Y2, Y6; \
	VPSLLQ $61, Y2, Y7

#define SINE(from) \
	QUARTER(from); \
	VBLENDVPD Y6, Y5, Y4, Y4; \
	VXORPD Y0, Y7, Y7; \
	VANDPD signd<>(SB), Y7, Y7; \
	VXORPD Y7, Y4, Y4

#define COSINE(from) \
	QUARTER(from); \
	VBLENDVPD Y6, Y4, Y5, Y4; \
	VXORPD Y6, Y7, Y7; \
	VANDPD signd<>(SB), Y7, Y7; \
	VXORPD Y7, Y4, Y4

// POWER leaves in Y4 2^k e^r as power does, with k in Y1 and r in Y0.
#define POWER \
	VMULPD taylor12<>(SB), Y0, Y4; \
	VADDPD taylor11<>(SB), Y4, Y4; \
	HORNER(Y0, taylor10, Y4); \
	HORNER(Y0, taylor9, Y4); \
	HORNER(Y0, taylor8, Y4); \
	HORNER(Y0, taylor7, Y4); \
	HORNER(Y0, taylor6, Y4); \
	HORNER(Y0, taylor5, Y4); \
	HORNER(Y0, taylor4, Y4); \
	HORNER(Y0, taylor3, Y4); \
	HORNER(Y0, taylor2, Y4); \
	HORNER(Y0, wholes, Y4); \
	HORNER(Y0, wholes, Y4); \
	VCVTPD2DQY Y1, X1; \
	VPMOVSXDQ X1, Y1; \
	VPSLLQ $52, Y1, Y1; \
	VPADDQ Y1, Y4, Y4

// LIMITED is a number, or the limit beyond which powers are 0 or infinite. A NaN stays.
#define LIMITED(from) \
	VCVTPS2PD from, Y0; \
	VMOVUPD most<>(SB), Y1; \
	VMINPD Y0, Y1, Y0; \
	VMOVUPD least<>(SB), Y1; \
	VMAXPD Y0, Y1, Y0

#define EXP(from) \
	LIMITED(from); \
	VMULPD log2e<>(SB), Y0, Y1; \
	VROUNDPD $8, Y1, Y1; \
	VMULPD ln2High<>(SB), Y1, Y2; \
	VSUBPD Y2, Y0, Y0; \
	VMULPD ln2Low<>(SB), Y1, Y2; \
	VSUBPD Y2, Y0, Y0; \
	POWER

#define EXP2(from) \
	LIMITED(from); \
	VROUNDPD $8, Y0, Y1; \
	VSUBPD Y1, Y0, Y0; \
	VMULPD ln2<>(SB), Y0, Y0; \
	POWER

// LOGARITHM leaves k in Y1 and y in Y4 as logarithm does.
#define LOGARITHM(from) \
	VCVTPS2PD from, Y0; \
	VPADDQ aboveRoot<>(SB), Y0, Y0; \
	VPSRLQ $52, Y0, Y1; \
	VPOR two52<>(SB), Y1, Y1; \
	VSUBPD bias<>(SB), Y1, Y1; \
	VPAND fraction<>(SB), Y0, Y0; \
	VPADDQ root<>(SB), Y0, Y0; \
	VSUBPD wholes<>(SB), Y0, Y0; \
	VADDPD twos<>(SB), Y0, Y2; \
	VDIVPD Y2, Y0, Y2; \
	VMULPD Y2, Y2, Y3; \
	VMULPD Y3, Y3, Y5; \
	VMULPD log7<>(SB), Y5, Y6; \
	VADDPD log5<>(SB), Y6, Y6; \
	HORNER(Y5, log3, Y6); \
	HORNER(Y5, log1, Y6); \
	VMULPD log6<>(SB), Y5, Y7; \
	VADDPD log4<>(SB), Y7, Y7; \
	HORNER(Y5, log2, Y7); \
	VMULPD Y3, Y6, Y6; \
	VMULPD Y5, Y7, Y7; \
	VADDPD Y7, Y6, Y6; \
	VMULPD Y0, Y0, Y4; \
	VMULPD halves<>(SB), Y4, Y4; \
	VADDPD Y6, Y4, Y6; \
	VMULPD Y6, Y2, Y6; \
	VSUBPD Y6, Y4, Y4; \
	VSUBPD Y4, Y0, Y4

#define LOG(from) \
	LOGARITHM(from); \
	VMULPD ln2Low<>(SB), Y1, Y2; \
	VADDPD Y4, Y2, Y4; \
	VMULPD ln2High<>(SB), Y1, Y1; \
	VADDPD Y4, Y1, Y4

#define LOG2(from) \
	LOGARITHM(from); \
	VMULPD log2e<>(SB), Y4, Y4; \
	VADDPD Y4, Y1, Y4

// What is done with eight results in Y13 before they are stored. LIMITS is limits.
#define KEEP(o)
#define CANONICAL(o) CANON(Y13, Y12)
#define LIMITS(o) \
	VMOVDQU o(AX), Y0; \
	VPXOR Y1, Y1, Y1; \
	VBROADCASTSS lowest<>(SB), Y2; \
	VCMPPS $0, Y1, Y0, Y3; \
	VBLENDVPS Y3, Y2, Y13, Y13; \
	VCMPPS $9, Y1, Y0, Y3; \
	VBLENDVPS Y3, Y15, Y13, Y13; \
	VBROADCASTSS exponent<>(SB), Y2; \
	VCMPPS $0, Y2, Y0, Y3; \
	VBLENDVPS Y3, Y0, Y13, Y13

// EIGHT computes what gives four doubles in Y4, twice, and finishes the eight floats.
#define EIGHT(o, what, finish) \
	what(o(AX)); \
	VCVTPD2PSY Y4, X13; \
	what(16+o(AX)); \
	VCVTPD2PSY Y4, X4; \
	VINSERTF128 $1, X4, Y13, Y13; \
	finish(o); \
	VMOVDQU Y13, o(DX)

#define FUNCTION(name, what, finish) \
HANDLER(name); \
	ARGS1; \
	EIGHT(0, what, finish); \
	EIGHT(32, what, finish); \
	EIGHT(64, what, finish); \
	EIGHT(96, what, finish); \
	NEXT

FUNCTION(expf, EXP, CANONICAL)
FUNCTION(exp2f, EXP2, CANONICAL)
FUNCTION(logf, LOG, LIMITS)
FUNCTION(log2f, LOG2, LIMITS)

// The special function unit (package sfu): the bits of 32 floats at once, if all are ordinary; otherwise plain Go has them.

BROADCAST(one, $0x0080000000800000)
BROADCAST(fractions, $0x007fffff007fffff)
BROADCAST(exponents, $0x7f8000007f800000)
BROADCAST(low17, $0x0001ffff0001ffff)
BROADCAST(three, $0x0000000300000003)
BROADCAST(row6, $0x000007e0000007e0)
BROADCAST(row7, $0x00000fe000000fe0)
BROADCAST(oddRow, $0x0000080000000800)
BROADCAST(rcpMost, $0x7d8000007d800000)
BROADCAST(rcpBias, $0x7e0000007e000000)
BROADCAST(rsqrtMost, $0x7effffff7effffff)
BROADCAST(rsqrtBias, $0x5e8000005e800000)
BROADCAST(exp2Bias, $0x3f0000003f000000)
BROADCAST(exp2Below, $0x4300000043000000)
BROADCAST(exp2Least, $0xc2fc0000c2fc0000)
BROADCAST(exp2Scale, $0x4b0000004b000000)
BROADCAST(two24, $0x00ffffff00ffffff)
BROADCAST(bias127, $0x0000007f0000007f)
BROADCAST(float1, $0x3f8000003f800000)
BROADCAST(two36, $68719476736.0)
BROADCAST(twoM36, $1.4551915228366852e-11)
BROADCAST(cutTo24, $0xffffffffe0000000)
BROADCAST(sign64, $0x8000000000000000)

// ROW_BIT adds to Y2 what bit n of the numbers in Y1 counts with the bits above it in the square.
#define ROW_BIT(n, left, right) \
	VPSLLD $left, Y1, Y3; \
	VPSRAD $31, Y3, Y3; \
	VPSRLD $right, Y1, Y4; \
	VPAND Y4, Y3, Y3; \
	VPADDD Y3, Y2, Y2

// SQUARES are in Y2 the squares of the numbers in Y1, as sfu.square has them.
#define SQUARES \
	VPSRLD $8, Y1, Y2; \
	VPAND three<>(SB), Y2, Y3; \
	VPMADDWD Y2, Y2, Y2; \
	VPMADDWD Y3, Y3, Y3; \
	VPSUBD Y3, Y2, Y2; \
	VPSRLD $3, Y2, Y2; \
	ROW_BIT(7, 24, 11); \
	ROW_BIT(6, 25, 12); \
	ROW_BIT(5, 26, 13); \
	ROW_BIT(4, 27, 14); \
	ROW_BIT(3, 28, 15); \
	ROW_BIT(2, 29, 16)

// POLYNOMIAL is in Y3 that of four lanes: rows lie at R9 and the places in X0, arguments and squares are in X1 and X2.
#define POLYNOMIAL \
	VMOVD X0, R10; \
	VPEXTRD $1, X0, R11; \
	VPEXTRD $2, X0, R12; \
	VPEXTRD $3, X0, AX; \
	VMOVUPD (R9)(R10*1), Y3; \
	VMOVUPD (R9)(R11*1), Y4; \
	VMOVUPD (R9)(R12*1), Y5; \
	VMOVUPD (R9)(AX*1), Y6; \
	VUNPCKLPD Y4, Y3, Y7; \
	VUNPCKHPD Y4, Y3, Y4; \
	VUNPCKLPD Y6, Y5, Y3; \
	VUNPCKHPD Y6, Y5, Y6; \
	VPERM2F128 $0x20, Y6, Y4, Y4; \
	VPERM2F128 $0x31, Y3, Y7, Y5; \
	VPERM2F128 $0x20, Y3, Y7, Y3; \
	VCVTDQ2PD X1, Y6; \
	VFMADD231PD Y6, Y4, Y3; \
	VCVTDQ2PD X2, Y6; \
	VFMADD231PD Y6, Y5, Y3

#define UPPER \
	VEXTRACTI128 $1, Y0, X0; \
	VEXTRACTI128 $1, Y1, X1; \
	VEXTRACTI128 $1, Y2, X2

// FRACTIONS are in Y3 the polynomials of eight lanes, as whole numbers.
#define FRACTIONS \
	SQUARES; \
	POLYNOMIAL; \
	VCVTTPD2DQY Y3, X13; \
	UPPER; \
	POLYNOMIAL; \
	VCVTTPD2DQY Y3, X3; \
	VINSERTI128 $1, X3, Y13, Y3

// ORDINARY stops if what check leaves in Y0 for eight lanes is not all ones. AX is kept in BX.
#define ORDINARY(check) \
	ARGS1; \
	MOVQ AX, BX; \
	check(0); \
	VMOVDQA Y0, Y13; \
	check(32); \
	VPAND Y0, Y13, Y13; \
	check(64); \
	VPAND Y0, Y13, Y13; \
	check(96); \
	VPAND Y0, Y13, Y13; \
	VMOVMSKPS Y13, R10; \
	CMPL R10, $255; \
	JNE stops

// Exponents from 1 to 252.
#define RCP_CHECK(o) \
	VMOVDQU o(BX), Y0; \
	VPAND exponents<>(SB), Y0, Y0; \
	VPSUBD one<>(SB), Y0, Y0; \
	VPMINUD rcpMost<>(SB), Y0, Y1; \
	VPCMPEQD Y1, Y0, Y0
#define UNIT_RCP(o) \
	VMOVDQU o(BX), Y12; \
	VPSRLD $11, Y12, Y0; \
	VPAND row7<>(SB), Y0, Y0; \
	VPSLLD $1, Y12, Y1; \
	VPAND low17<>(SB), Y1, Y1; \
	FRACTIONS; \
	VPAND exponents<>(SB), Y12, Y0; \
	VMOVDQU rcpBias<>(SB), Y1; \
	VPSUBD Y0, Y1, Y1; \
	VPADDD Y3, Y1, Y1; \
	VPAND Y14, Y12, Y12; \
	VPOR Y12, Y1, Y1; \
	VMOVDQU Y1, o(DX)
HANDLER(unitRcp)
	ORDINARY(RCP_CHECK)
	LEAQ ·rcpRows(SB), R9
	FOUR(UNIT_RCP)
	NEXT
stops:
	JMP stop<>(SB)

// Positive numbers that are not subnormal.
#define POSITIVE(o) \
	VMOVDQU o(BX), Y0; \
	VPSUBD one<>(SB), Y0, Y0; \
	VPMINUD rsqrtMost<>(SB), Y0, Y1; \
	VPCMPEQD Y1, Y0, Y0
#define UNIT_RSQRT(o) \
	VMOVDQU o(BX), Y12; \
	VPSRLD $12, Y12, Y0; \
	VPAND row7<>(SB), Y0, Y0; \
	VPXOR oddRow<>(SB), Y0, Y0; \
	VPAND low17<>(SB), Y12, Y1; \
	FRACTIONS; \
	VPXOR one<>(SB), Y12, Y0; \
	VPAND two24<>(SB), Y0, Y0; \
	VPXOR Y1, Y1, Y1; \
	VPCMPEQD Y1, Y0, Y0; \
	VPSUBD Y0, Y3, Y3; \
	VPADDD one<>(SB), Y12, Y0; \
	VPSRLD $24, Y0, Y0; \
	VPSLLD $23, Y0, Y0; \
	VMOVDQU rsqrtBias<>(SB), Y1; \
	VPSUBD Y0, Y1, Y1; \
	VPADDD Y3, Y1, Y1; \
	VMOVDQU Y1, o(DX)
HANDLER(unitRsqrt)
	ORDINARY(POSITIVE)
	LEAQ ·rsqrtRows(SB), R9
	FOUR(UNIT_RSQRT)
	NEXT
stops:
	JMP stop<>(SB)

// Numbers from -126 on below 128.
#define EXP2_CHECK(o) \
	VMOVDQU o(BX), Y1; \
	VCMPPS $1, exp2Below<>(SB), Y1, Y0; \
	VCMPPS $13, exp2Least<>(SB), Y1, Y1; \
	VPAND Y1, Y0, Y0
#define UNIT_EXP2(o) \
	VMOVUPS o(BX), Y12; \
	VMULPS exp2Scale<>(SB), Y12, Y12; \
	VCVTTPS2DQ Y12, Y12; \
	VPSRAD $31, Y12, Y0; \
	VPAND fractions<>(SB), Y12, Y1; \
	VPXOR Y2, Y2, Y2; \
	VPCMPEQD Y2, Y1, Y1; \
	VPANDN Y0, Y1, Y0; \
	VPADDD Y0, Y12, Y12; \
	VPSRLD $12, Y12, Y0; \
	VPAND row6<>(SB), Y0, Y0; \
	VPAND low17<>(SB), Y12, Y1; \
	FRACTIONS; \
	VMOVDQU fractions<>(SB), Y0; \
	VPANDN Y12, Y0, Y0; \
	VPADDD exp2Bias<>(SB), Y0, Y0; \
	VPADDD Y3, Y0, Y0; \
	VMOVDQU Y0, o(DX)
HANDLER(unitExp2)
	ORDINARY(EXP2_CHECK)
	LEAQ ·exp2Rows(SB), R9
	FOUR(UNIT_EXP2)
	NEXT
stops:
	JMP stop<>(SB)

// LOG2_SUM adds the polynomial in Y3 of four lanes to their exponents in X12 and leaves floats in X3: -1 less than a sum below zero, and cut off.
#define LOG2_SUM \
	VROUNDPD $1, Y3, Y3; \
	VCVTDQ2PD X12, Y4; \
	VMULPD two36<>(SB), Y4, Y4; \
	VADDPD Y4, Y3, Y3; \
	VPXOR Y4, Y4, Y4; \
	VCMPPD $1, Y4, Y3, Y5; \
	VPAND wholes<>(SB), Y5, Y4; \
	VADDPD Y4, Y3, Y3; \
	VPAND sign64<>(SB), Y5, Y5; \
	VMOVDQU sign64<>(SB), Y4; \
	VPANDN Y3, Y4, Y3; \
	VPAND cutTo24<>(SB), Y3, Y3; \
	VMULPD twoM36<>(SB), Y3, Y3; \
	VPOR Y5, Y3, Y3; \
	VCVTPD2PSY Y3, X3
#define UNIT_LOG2(o) \
	VMOVDQU o(BX), Y12; \
	VPSRLD $12, Y12, Y0; \
	VPAND row6<>(SB), Y0, Y0; \
	VPAND low17<>(SB), Y12, Y1; \
	VPSRLD $23, Y12, Y12; \
	VPSUBD bias127<>(SB), Y12, Y12; \
	SQUARES; \
	POLYNOMIAL; \
	LOG2_SUM; \
	VMOVDQA X3, X13; \
	UPPER; \
	VEXTRACTI128 $1, Y12, X12; \
	POLYNOMIAL; \
	LOG2_SUM; \
	VINSERTI128 $1, X3, Y13, Y3; \
	VMOVDQU o(BX), Y0; \
	VPCMPEQD float1<>(SB), Y0, Y0; \
	VPANDN Y3, Y0, Y3; \
	VMOVDQU Y3, o(DX)
HANDLER(unitLog2)
	ORDINARY(POSITIVE)
	LEAQ ·log2Rows(SB), R9
	FOUR(UNIT_LOG2)
	NEXT
stops:
	JMP stop<>(SB)

// SMALL stops if the absolute value of a lane of A is not less than a float.
#define SMALL(limit) \
	VBROADCASTSS limit<>(SB), Y4; \
	VANDNPS (AX), Y14, Y0; \
	VANDNPS 32(AX), Y14, Y1; \
	VANDNPS 64(AX), Y14, Y2; \
	VANDNPS 96(AX), Y14, Y3; \
	VCMPPS $1, Y4, Y0, Y0; \
	VCMPPS $1, Y4, Y1, Y1; \
	VCMPPS $1, Y4, Y2, Y2; \
	VCMPPS $1, Y4, Y3, Y3; \
	VANDPS Y1, Y0, Y0; \
	VANDPS Y3, Y2, Y2; \
	VANDPS Y2, Y0, Y0; \
	VMOVMSKPS Y0, R9; \
	CMPL R9, $255; \
	JNE stops

HANDLER(sinf)
	ARGS1
	SMALL(mostTurns)
	EIGHT(0, SINE, KEEP)
	EIGHT(32, SINE, KEEP)
	EIGHT(64, SINE, KEEP)
	EIGHT(96, SINE, KEEP)
	NEXT
stops:
	JMP stop<>(SB)

HANDLER(cosf)
	ARGS1
	SMALL(mostTurns)
	EIGHT(0, COSINE, KEEP)
	EIGHT(32, COSINE, KEEP)
	EIGHT(64, COSINE, KEEP)
	EIGHT(96, COSINE, KEEP)
	NEXT
stops:
	JMP stop<>(SB)

// GATHERBITS makes a predicate of the signs of Y0 to Y3.
#define GATHERBITS \
	VMOVMSKPS Y0, R9; \
	VMOVMSKPS Y1, R10; \
	VMOVMSKPS Y2, R11; \
	VMOVMSKPS Y3, R12; \
	SHLL $8, R10; \
	SHLL $16, R11; \
	SHLL $24, R12; \
	ORL R10, R9; \
	ORL R12, R11; \
	ORL R11, R9

#define WITHB(INS) \
	INS (BX), Y0, Y0; \
	INS 32(BX), Y1, Y1; \
	INS 64(BX), Y2, Y2; \
	INS 96(BX), Y3, Y3

#define EQUALTOA \
	VPCMPEQD (AX), Y0, Y0; \
	VPCMPEQD 32(AX), Y1, Y1; \
	VPCMPEQD 64(AX), Y2, Y2; \
	VPCMPEQD 96(AX), Y3, Y3

HANDLER(eq)
	ARGS2
	LOADA
	WITHB(VPCMPEQD)
	GATHERBITS
	MOVL R9, (DX)
	NEXT

HANDLER(ne)
	ARGS2
	LOADA
	WITHB(VPCMPEQD)
	GATHERBITS
	NOTL R9
	MOVL R9, (DX)
	NEXT

// a <= b where a is the lesser of the two.
HANDLER(le)
	ARGS2
	LOADA
	WITHB(VPMINUD)
	EQUALTOA
	GATHERBITS
	MOVL R9, (DX)
	NEXT

HANDLER(gt)
	ARGS2
	LOADA
	WITHB(VPMINUD)
	EQUALTOA
	GATHERBITS
	NOTL R9
	MOVL R9, (DX)
	NEXT

HANDLER(ge)
	ARGS2
	LOADA
	WITHB(VPMAXUD)
	EQUALTOA
	GATHERBITS
	MOVL R9, (DX)
	NEXT

HANDLER(lt)
	ARGS2
	LOADA
	WITHB(VPMAXUD)
	EQUALTOA
	GATHERBITS
	NOTL R9
	MOVL R9, (DX)
	NEXT

HANDLER(gts)
	ARGS2
	LOADA
	WITHB(VPCMPGTD)
	GATHERBITS
	MOVL R9, (DX)
	NEXT

HANDLER(les)
	ARGS2
	LOADA
	WITHB(VPCMPGTD)
	GATHERBITS
	NOTL R9
	MOVL R9, (DX)
	NEXT

HANDLER(lts)
	ARGS2
	XCHGQ AX, BX
	LOADA
	WITHB(VPCMPGTD)
	GATHERBITS
	MOVL  R9, (DX)
	NEXT

HANDLER(ges)
	ARGS2
	XCHGQ AX, BX
	LOADA
	WITHB(VPCMPGTD)
	GATHERBITS
	NOTL  R9
	MOVL  R9, (DX)
	NEXT

#define COMPAREF(name, how) \
HANDLER(name); \
	ARGS2; \
	LOADA; \
	VCMPPS how, (BX), Y0, Y0; \
	VCMPPS how, 32(BX), Y1, Y1; \
	VCMPPS how, 64(BX), Y2, Y2; \
	VCMPPS how, 96(BX), Y3, Y3; \
	GATHERBITS; \
	MOVL R9, (DX); \
	NEXT

COMPAREF(eqf, $0)
COMPAREF(nef, $4)
COMPAREF(ltf, $1)
COMPAREF(lef, $2)
COMPAREF(gtf, $14)
COMPAREF(gef, $13)

// PREDICATES has A in R9 and B in R10, negated as X says.
#define PREDICATE(place, bit, r) \
	MOVL 20(SI), R11; \
	SHRL bit, R11; \
	ANDL $1, R11; \
	NEGL R11; \
	MOVL (place), r; \
	XORL R11, r

HANDLER(movp)
	ARGS1
	PREDICATE(AX, $0, R9)
	MOVL R9, (DX)
	NEXT

HANDLER(andp)
	ARGS2
	PREDICATE(AX, $0, R9)
	PREDICATE(BX, $1, R10)
	ANDL R10, R9
	MOVL R9, (DX)
	NEXT

HANDLER(orp)
	ARGS2
	PREDICATE(AX, $0, R9)
	PREDICATE(BX, $1, R10)
	ORL  R10, R9
	MOVL R9, (DX)
	NEXT

HANDLER(selpred)
	ARGS2
	MOVL (AX), R9
	MOVL (BX), R10
	MOVL (DX), R11
	XORL R11, R9
	ANDL R10, R9
	XORL R11, R9
	MOVL R9, (DX)
	NEXT

HANDLER(countp)
	ARGS1
	POPCNTL (AX), R9
	ADDQ    R9, (DX)
	NEXT

// The gauge is at CX, the tally at DX.
HANDLER(enter)
	MOVL    16(SI), CX
	ADDQ    DI, CX
	MOVL    12(SI), BX
	CMPL    BX, Gauge_Limit(CX)
	JCC     stops
	MOVQ    Gauge_Steps(CX), R9
	TESTQ   R9, R9
	JLE     stops
	MOVL    20(SI), R10
	SUBQ    R10, R9
	MOVQ    R9, Gauge_Steps(CX)
	MOVL    8(SI), AX
	POPCNTL (DI)(AX*1), R11
	MOVL    4(SI), DX
	ADDQ    DI, DX
	INCQ    (DX)
	ADDQ    R11, 8(DX)
	NEXT
stops:
	JMP     stop<>(SB)

// TAKEN leaves in R10 the lanes of B, and in R9 those of them in A, negated as X says.
#define TAKEN \
	MOVL 8(SI), AX; \
	MOVL 12(SI), BX; \
	MOVL 20(SI), R9; \
	ANDL $1, R9; \
	NEGL R9; \
	XORL (DI)(AX*1), R9; \
	MOVL (DI)(BX*1), R10; \
	ANDL R10, R9

HANDLER(jump)
	TAKEN
	JNZ     some
	NEXT
some:
	CMPL    R9, R10
	JNE     stops
	POPCNTL R9, R9
	MOVL    16(SI), CX
	ADDQ    R9, (DI)(CX*1)
	MOVLQSX 4(SI), DX
	LEAQ    (DX)(DX*2), DX
	LEAQ    (SI)(DX*8), SI
	MOVL    (SI), AX
	MOVQ    (R8)(AX*8), AX
	JMP     AX
stops:
	JMP     stop<>(SB)

HANDLER(leave)
	TAKEN
	JNZ stops
	NEXT
stops:
	JMP stop<>(SB)

HANDLER(whole)
	MOVL 8(SI), AX
	CMPL (DI)(AX*1), $-1
	JNE  stops
	MOVL 4(SI), DX
	ADDQ DI, DX
	INCQ (DX)
	ADDQ $32, 8(DX)
	NEXT
stops:
	JMP  stop<>(SB)

// func same(low, high, pattern *Word, base, baseHigh uint32) (lanes uint32)
#define SAME(o, r) \
	VMOVDQU o(AX), Y0; \
	VPSUBD Y4, Y0, Y0; \
	VPCMPEQD o(CX), Y0, Y0; \
	VPCMPEQD o(BX), Y5, Y1; \
	VPAND Y1, Y0, Y0; \
	VMOVMSKPS Y0, r
TEXT ·same(SB), NOSPLIT, $0-36
	MOVQ         low+0(FP), AX
	MOVQ         high+8(FP), BX
	MOVQ         pattern+16(FP), CX
	MOVL base+24(FP), R9
	VMOVD R9, X4
	VPBROADCASTD X4, Y4
	MOVL baseHigh+28(FP), R9
	VMOVD R9, X5
	VPBROADCASTD X5, Y5
	SAME(0, R9)
	SAME(32, R10)
	SAME(64, R11)
	SAME(96, R12)
	SHLL $8, R10
	SHLL $16, R11
	SHLL $24, R12
	ORL  R10, R9
	ORL  R12, R11
	ORL  R11, R9
	MOVL R9, lanes+32(FP)
	VZEROUPPER
	RET

// FEW lanes are loaded one by one: a gather takes its time even where most lanes take no part.
#define FEW 8

// func gather(d *Word, from *byte, offsets *Word, lanes uint32)
#define GATHER(o, bits) \
	VPAND bits, Y4, Y5; \
	VPCMPEQD bits, Y5, Y5; \
	VMOVDQU o(CX), Y1; \
	VMOVDQU o(DX), Y0; \
	VPGATHERDD Y5, (AX)(Y1*1), Y0; \
	VMOVDQU Y0, o(DX)
TEXT ·gather(SB), NOSPLIT, $0-28
	MOVQ         d+0(FP), DX
	MOVQ         from+8(FP), AX
	MOVQ         offsets+16(FP), CX
	MOVL lanes+24(FP), R9
	VMOVD R9, X4
	VPBROADCASTD X4, Y4
	VMOVDQU      bits<>(SB), Y8
	VPSLLD       $8, Y8, Y9
	VPSLLD       $16, Y8, Y10
	VPSLLD       $24, Y8, Y11
	POPCNTL      R9, R10
	CMPL         R10, $FEW
	JLE          few
	TESTL        $0xff, R9
	JZ           second
	GATHER(0, Y8)
second:
	TESTL        $0xff00, R9
	JZ           third
	GATHER(32, Y9)
third:
	TESTL        $0xff0000, R9
	JZ           fourth
	GATHER(64, Y10)
fourth:
	TESTL        $0xff000000, R9
	JZ           done
	GATHER(96, Y11)
done:
	VZEROUPPER
	RET
few:
	VZEROUPPER
	TESTL        R9, R9
	JZ           none
lane:
	TZCNTL         R9, BX
	MOVLQSX      (CX)(BX*4), R10
	MOVL         (AX)(R10*1), R11
	MOVL         R11, (DX)(BX*4)
	LEAL         -1(R9), BX
	ANDL         BX, R9
	JNZ          lane
none:
	RET

// func distances(of, low, high *Word, s *span, base, baseHigh, lanes uint32)
#define DISTANCE(o, bits) \
	VPAND bits, Y4, Y5; \
	VPCMPEQD bits, Y5, Y5; \
	VMOVDQU o(AX), Y12; \
	VPSUBD Y6, Y12, Y12; \
	VPAND Y5, Y12, Y12; \
	VMOVDQU Y12, o(DX); \
	VPMINSD Y12, Y0, Y0; \
	VPMAXSD Y12, Y1, Y1; \
	VPOR Y12, Y2, Y2; \
	VPXOR o(BX), Y7, Y12; \
	VPAND Y5, Y12, Y12; \
	VPOR Y12, Y3, Y3
#define ACROSS(INS, x, y, place) \
	VEXTRACTI128 $1, y, X12; \
	INS X12, x, x; \
	VPSHUFD $0x4e, x, X12; \
	INS X12, x, x; \
	VPSHUFD $0xb1, x, X12; \
	INS X12, x, x; \
	VMOVD x, place(CX)
TEXT ·distances(SB), NOSPLIT, $0-44
	MOVQ         of+0(FP), DX
	MOVQ         low+8(FP), AX
	MOVQ         high+16(FP), BX
	MOVQ         s+24(FP), CX
	MOVL         base+32(FP), R9
	VMOVD        R9, X6
	VPBROADCASTD X6, Y6
	MOVL         baseHigh+36(FP), R9
	VMOVD        R9, X7
	VPBROADCASTD X7, Y7
	MOVL         lanes+40(FP), R9
	VMOVD        R9, X4
	VPBROADCASTD X4, Y4
	VMOVDQU      bits<>(SB), Y8
	VPSLLD       $8, Y8, Y9
	VPSLLD       $16, Y8, Y10
	VPSLLD       $24, Y8, Y11
	VPXOR        Y0, Y0, Y0
	VPXOR        Y1, Y1, Y1
	VPXOR        Y2, Y2, Y2
	VPXOR        Y3, Y3, Y3
	DISTANCE(0, Y8)
	DISTANCE(32, Y9)
	DISTANCE(64, Y10)
	DISTANCE(96, Y11)
	ACROSS(VPMINSD, X0, Y0, span_least)
	ACROSS(VPMAXSD, X1, Y1, span_most)
	ACROSS(VPOR, X2, Y2, span_all)
	ACROSS(VPOR, X3, Y3, span_apart)
	VZEROUPPER
	RET

// func loadRows(d *Word, from *byte, places *[4]int32, lanes uint32)
#define LOADROW(o, place, bits) \
	VPAND bits, Y4, Y5; \
	VPCMPEQD bits, Y5, Y5; \
	MOVLQSX place(CX), R9; \
	VPMASKMOVD (AX)(R9*1), Y5, Y0; \
	VMOVDQU o(DX), Y1; \
	VPBLENDVB Y5, Y0, Y1, Y1; \
	VMOVDQU Y1, o(DX)
#define ALLROW(o, place) \
	MOVLQSX place(CX), R9; \
	VMOVDQU (AX)(R9*1), Y0; \
	VMOVDQU Y0, o(DX)
#define LANEBITS \
	VMOVD R9, X4; \
	VPBROADCASTD X4, Y4; \
	VMOVDQU bits<>(SB), Y8; \
	VPSLLD $8, Y8, Y9; \
	VPSLLD $16, Y8, Y10; \
	VPSLLD $24, Y8, Y11
TEXT ·loadRows(SB), NOSPLIT, $0-28
	MOVQ d+0(FP), DX
	MOVQ from+8(FP), AX
	MOVQ places+16(FP), CX
	MOVL lanes+24(FP), R9
	CMPL R9, $-1
	JNE  some
	ALLROW(0, 0)
	ALLROW(32, 4)
	ALLROW(64, 8)
	ALLROW(96, 12)
	VZEROUPPER
	RET
some:
	LANEBITS
	LOADROW(0, 0, Y8)
	LOADROW(32, 4, Y9)
	LOADROW(64, 8, Y10)
	LOADROW(96, 12, Y11)
	VZEROUPPER
	RET

// func saveRows(to *byte, s *Word, places *[4]int32, lanes uint32)
#define SAVEROW(o, place, bits) \
	VPAND bits, Y4, Y5; \
	VPCMPEQD bits, Y5, Y5; \
	MOVLQSX place(CX), R9; \
	VMOVDQU o(AX), Y0; \
	VPMASKMOVD Y0, Y5, (DX)(R9*1)
#define SAVEALL(o, place) \
	MOVLQSX place(CX), R9; \
	VMOVDQU o(AX), Y0; \
	VMOVDQU Y0, (DX)(R9*1)
TEXT ·saveRows(SB), NOSPLIT, $0-28
	MOVQ to+0(FP), DX
	MOVQ s+8(FP), AX
	MOVQ places+16(FP), CX
	MOVL lanes+24(FP), R9
	CMPL R9, $-1
	JNE  some
	SAVEALL(0, 0)
	SAVEALL(32, 4)
	SAVEALL(64, 8)
	SAVEALL(96, 12)
	VZEROUPPER
	RET
some:
	LANEBITS
	SAVEROW(0, 0, Y8)
	SAVEROW(32, 4, Y9)
	SAVEROW(64, 8, Y10)
	SAVEROW(96, 12, Y11)
	VZEROUPPER
	RET

// func loadWindows(d *Word, from *byte, places *[4]int32, which *Word, lanes uint32)
#define WINDOW(o, place, bits) \
	VPAND bits, Y4, Y5; \
	VPCMPEQD bits, Y5, Y5; \
	MOVLQSX place(CX), R9; \
	VMOVDQU o(BX), Y1; \
	VPERMD (AX)(R9*1), Y1, Y0; \
	VMOVDQU o(DX), Y1; \
	VPBLENDVB Y5, Y0, Y1, Y1; \
	VMOVDQU Y1, o(DX)
#define ALLWINDOW(o, place) \
	MOVLQSX place(CX), R9; \
	VMOVDQU o(BX), Y1; \
	VPERMD (AX)(R9*1), Y1, Y0; \
	VMOVDQU Y0, o(DX)
TEXT ·loadWindows(SB), NOSPLIT, $0-36
	MOVQ d+0(FP), DX
	MOVQ from+8(FP), AX
	MOVQ places+16(FP), CX
	MOVQ which+24(FP), BX
	MOVL lanes+32(FP), R9
	CMPL R9, $-1
	JNE  some
	ALLWINDOW(0, 0)
	ALLWINDOW(32, 4)
	ALLWINDOW(64, 8)
	ALLWINDOW(96, 12)
	VZEROUPPER
	RET
some:
	LANEBITS
	WINDOW(0, 0, Y8)
	WINDOW(32, 4, Y9)
	WINDOW(64, 8, Y10)
	WINDOW(96, 12, Y11)
	VZEROUPPER
	RET

// A lane is alike if it lies as in the pattern, or takes no part: INACTIVE has those.
#define ALIKE(o) \
	VMOVDQU o(R10), Y0; \
	VPSUBD Y4, Y0, Y0; \
	VPCMPEQD Pattern_Offsets+Offsets_Of+o(AX), Y0, Y0; \
	VPCMPEQD o(R12), Y5, Y1; \
	VPAND Y1, Y0, Y0
#define INACTIVE(bits) \
	VPAND bits, Y6, Y1; \
	VPCMPEQD Y7, Y1, Y1; \
	VPOR Y1, Y0, Y0

#define PLACE(place) Pattern_Offsets+Offsets_place+place(AX)
#define TAKING(bits) VPAND bits, Y4, Y5; VPCMPEQD bits, Y5, Y5
#define BLENDED(o) VMOVDQU o(R10), Y1; VPBLENDVB Y5, Y0, Y1, Y1; VMOVDQU Y1, o(R10)
#define ANYHOW(o, bits) \
	TAKING(bits); \
	VMOVDQU Pattern_Offsets+Offsets_Of+o(AX), Y1; \
	VMOVDQU o(R10), Y0; \
	VPGATHERDD Y5, (R11)(Y1*1), Y0; \
	VMOVDQU Y0, o(R10)
#define ROWALL(o, place) MOVLQSX PLACE(place), BX; VMOVDQU (R11)(BX*1), Y0; VMOVDQU Y0, o(R10)
#define ROWSOME(o, place, bits) TAKING(bits); MOVLQSX PLACE(place), BX; VPMASKMOVD (R11)(BX*1), Y5, Y0; BLENDED(o)
#define WINDOWALL(o, place) \
	MOVLQSX PLACE(place), BX; \
	VMOVDQU Pattern_Offsets+Offsets_which+o(AX), Y1; \
	VPERMD (R11)(BX*1), Y1, Y0; \
	VMOVDQU Y0, o(R10)
#define WINDOWSOME(o, place, bits) \
	TAKING(bits); \
	MOVLQSX PLACE(place), BX; \
	VMOVDQU Pattern_Offsets+Offsets_which+o(AX), Y1; \
	VPERMD (R11)(BX*1), Y1, Y0; \
	BLENDED(o)
#define PAIR(o, place) \
	MOVLQSX PLACE(place), BX; \
	VMOVDQU Pattern_Offsets+Offsets_which+o(AX), Y1; \
	VPERMD (R11)(BX*1), Y1, Y0; \
	VPERMD 32(R11)(BX*1), Y1, Y2; \
	VPSLLD $28, Y1, Y1; \
	VBLENDVPS Y1, Y2, Y0, Y0
#define PAIRALL(o, place) PAIR(o, place); VMOVDQU Y0, o(R10)
#define PAIRSOME(o, place, bits) TAKING(bits); PAIR(o, place); BLENDED(o)
#define STOREALL(o, place) MOVLQSX PLACE(place), BX; VMOVDQU o(R10), Y0; VMOVDQU Y0, (R11)(BX*1)
#define STORESOME(o, place, bits) TAKING(bits); MOVLQSX PLACE(place), BX; VMOVDQU o(R10), Y0; VPMASKMOVD Y0, Y5, (R11)(BX*1)

// CUTOUT shifts loaded lanes to and fro, so that X2 bits less are left.
#define CUTOUT(o, bits, SHIFT) \
	TAKING(bits); \
	VMOVDQU o(R10), Y0; \
	VPSLLD X2, Y0, Y1; \
	SHIFT X2, Y1, Y1; \
	VPBLENDVB Y5, Y1, Y0, Y0; \
	VMOVDQU Y0, o(R10)
#define SCATTER1(o) MOVL o(R10), BX; MOVLQSX Pattern_Offsets+Offsets_Of+o(AX), R9; MOVL BX, (R11)(R9*1)
#define SCATTER8(o) \
	SCATTER1(o); \
	SCATTER1(o+4); \
	SCATTER1(o+8); \
	SCATTER1(o+12); \
	SCATTER1(o+16); \
	SCATTER1(o+20); \
	SCATTER1(o+24); \
	SCATTER1(o+28)

// In turn: CX is the access, DX the lanes, R9 the address of the first one, AX the pattern, R15 where in the memory it
// is, R11 the pointer there and R10 that to the word of the frame.
HANDLER(touch)
	MOVL  8(SI), AX
	MOVL  (DI)(AX*1), DX
	TESTL DX, DX
	JZ    stops
	MOVQ  -8(R13), CX
	TESTQ CX, CX
	JZ    stops
	MOVL  20(SI), AX
	MOVQ  (CX)(AX*8), CX
	TESTQ CX, CX
	JZ    stops
	TZCNTL  DX, R9
	MOVL  Access_Low(CX), R10
	ADDQ  DI, R10
	MOVL  (R10)(R9*4), R11
	MOVL  Access_High(CX), R12
	ADDQ  DI, R12
	MOVL  (R12)(R9*4), BX
	MOVQ  BX, R9
	SHLQ  $32, R9
	ORQ   R11, R9
	ADDQ  Access_Add(CX), R9
	ANDQ  Access_Far(CX), R9
	MOVQ  R9, AX
	SHRQ  $2, AX
	ANDL  $(const_Slots-1), AX
	MOVQ  Access_Patterns(CX)(AX*8), AX
	TESTQ AX, AX
	JZ    stops
	CMPL  DX, Pattern_Active(AX)
	JNE   stops
	MOVQ  R9, R15
	SUBQ  Pattern_Base(AX), R15
	TESTL $(const_Period-1), R15
	JNZ   stops
	VMOVD R11, X4
	VPBROADCASTD X4, Y4
	VMOVD BX, X5
	VPBROADCASTD X5, Y5
	CMPL  DX, $-1
	JNE   someAlike
	ALIKE(0)
	VMOVDQA Y0, Y2
	ALIKE(32)
	VPAND Y0, Y2, Y2
	ALIKE(64)
	VPAND Y0, Y2, Y2
	ALIKE(96)
	VPAND Y0, Y2, Y2
	JMP   compared
someAlike:
	VMOVD DX, X6
	VPBROADCASTD X6, Y6
	VPXOR Y7, Y7, Y7
	ALIKE(0)
	INACTIVE(Y8)
	VMOVDQA Y0, Y2
	ALIKE(32)
	INACTIVE(Y9)
	VPAND Y0, Y2, Y2
	ALIKE(64)
	INACTIVE(Y10)
	VPAND Y0, Y2, Y2
	ALIKE(96)
	INACTIVE(Y11)
	VPAND Y0, Y2, Y2
compared:
	VMOVMSKPS Y2, BX
	CMPL  BX, $255
	JNE   stops
	MOVQ  R9, R15
	SUBQ  Access_Base(CX), R15
	MOVQ  R15, BX
	ADDQ  Pattern_Low(AX), BX
	JS    stops
	MOVQ  R15, BX
	ADDQ  Pattern_High(AX), BX
	CMPQ  BX, Access_Size(CX)
	JGT   stops
counted:
	MOVQ  Pattern_Hits(AX), BX
	TESTQ BX, BX
	JZ    stops
	MOVQ  Pattern_Log(AX), R12
	TESTQ R12, R12
	JZ    logged
	CMPQ  BX, $const_Logged
	JGE   stops
	MOVQ  R9, (R12)(BX*8)
logged:
	MOVQ  Pattern_Journal(AX), R12
	TESTQ R12, R12
	JZ    noted
	MOVQ  Journal_N(R12), BX
	CMPQ  BX, $const_Journaled
	JGE   stops
	MOVQ  Pattern_ID(AX), R11
	INCQ  Journal_N(R12)
	SHLQ  $4, BX
	MOVQ  R9, Journal_Entries+Entry_Base(R12)(BX*1)
	MOVQ  R11, Journal_Entries+Entry_Pattern(R12)(BX*1)
noted:
	INCQ  Pattern_Hits(AX)
	MOVQ  Access_Bytes(CX), R11
	ADDQ  R15, R11
	MOVL  Access_Data(CX), R10
	ADDQ  DI, R10
	MOVL  Access_Words(CX), R12
	VMOVD DX, X4
	VPBROADCASTD X4, Y4
	CMPL  Access_Store(CX), $0
	JNE   store
load:
	CMPL  Pattern_Offsets+Offsets_way(AX), $const_windows
	JE    window
	CMPL  Pattern_Offsets+Offsets_way(AX), $const_rows
	JE    row
	CMPL  Pattern_Offsets+Offsets_way(AX), $const_pairs
	JE    pair
	POPCNTL DX, BX
	CMPL  BX, $FEW
	JLE   few
	ANYHOW(0, Y8)
	ANYHOW(32, Y9)
	ANYHOW(64, Y10)
	ANYHOW(96, Y11)
gathered:
	MOVL  Access_Narrow(CX), BX
	TESTL BX, BX
	JNZ   narrow
	JMP   loaded
few:
	MOVL  DX, R9
fewLane:
	TZCNTL  R9, BX
	MOVLQSX Pattern_Offsets+Offsets_Of(AX)(BX*4), R15
	MOVL  (R11)(R15*1), R15
	MOVL  R15, (R10)(BX*4)
	LEAL  -1(R9), BX
	ANDL  BX, R9
	JNZ   fewLane
	JMP   gathered
row:
	CMPL  DX, $-1
	JNE   someRow
	ROWALL(0, 0)
	ROWALL(32, 4)
	ROWALL(64, 8)
	ROWALL(96, 12)
	JMP   loaded
someRow:
	ROWSOME(0, 0, Y8)
	ROWSOME(32, 4, Y9)
	ROWSOME(64, 8, Y10)
	ROWSOME(96, 12, Y11)
	JMP   loaded
window:
	CMPL  DX, $-1
	JNE   someWindow
	WINDOWALL(0, 0)
	WINDOWALL(32, 4)
	WINDOWALL(64, 8)
	WINDOWALL(96, 12)
	JMP   loaded
someWindow:
	WINDOWSOME(0, 0, Y8)
	WINDOWSOME(32, 4, Y9)
	WINDOWSOME(64, 8, Y10)
	WINDOWSOME(96, 12, Y11)
	JMP   loaded
pair:
	CMPL  DX, $-1
	JNE   somePair
	PAIRALL(0, 0)
	PAIRALL(32, 4)
	PAIRALL(64, 8)
	PAIRALL(96, 12)
	JMP   loaded
somePair:
	PAIRSOME(0, 0, Y8)
	PAIRSOME(32, 4, Y9)
	PAIRSOME(64, 8, Y10)
	PAIRSOME(96, 12, Y11)
loaded:
	DECL  R12
	JNZ   nextLoad
	NEXT
nextLoad:
	ADDQ  $4, R11
	ADDQ  $128, R10
	JMP   load
narrow:
	VMOVD BX, X2
	CMPL  Access_Signed(CX), $0
	JNE   signed
	CUTOUT(0, Y8, VPSRLD)
	CUTOUT(32, Y9, VPSRLD)
	CUTOUT(64, Y10, VPSRLD)
	CUTOUT(96, Y11, VPSRLD)
	NEXT
signed:
	CUTOUT(0, Y8, VPSRAD)
	CUTOUT(32, Y9, VPSRAD)
	CUTOUT(64, Y10, VPSRAD)
	CUTOUT(96, Y11, VPSRAD)
	NEXT
store:
	CMPL  Pattern_Offsets+Offsets_way(AX), $const_rows
	JNE   scatter
	CMPL  DX, $-1
	JNE   someStore
	STOREALL(0, 0)
	STOREALL(32, 4)
	STOREALL(64, 8)
	STOREALL(96, 12)
	JMP   stored
someStore:
	STORESOME(0, 0, Y8)
	STORESOME(32, 4, Y9)
	STORESOME(64, 8, Y10)
	STORESOME(96, 12, Y11)
stored:
	DECL  R12
	JNZ   nextStore
	NEXT
nextStore:
	ADDQ  $4, R11
	ADDQ  $128, R10
	JMP   store
scatter:
	MOVL  Pattern_Offsets+Offsets_last(AX), R9
	CMPL  R9, $-1
	JNE   scatterLane
	SCATTER8(0)
	SCATTER8(32)
	SCATTER8(64)
	SCATTER8(96)
	JMP   stored
scatterLane:
	TZCNTL  R9, BX
	MOVL  (R10)(BX*4), R15
	MOVLQSX Pattern_Offsets+Offsets_Of(AX)(BX*4), BX
	MOVL  R15, (R11)(BX*1)
	LEAL  -1(R9), BX
	ANDL  BX, R9
	JNZ   scatterLane
	JMP   stored
stops:
	JMP   stop<>(SB)

#include "handlers.h"
