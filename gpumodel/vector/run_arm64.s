// The operations of kind.go with NEON.
//
// Each is a piece of code that jumps to the next one through the table of handlers. In all of them R0 is the frame,
// R1 the operation, R2 the table, R3 the place of run's result, 24 bytes behind its first argument, and R20 the
// accesses. R4, R5, R6 and R7 are the places of D, A, B and C. V22 has the NaN of floats, V24 to V31 in each of the
// 32 lanes the bit that stands for it in a predicate, and V23 such bits in bytes.

#include "textflag.h"
#include "go_asm.h"

// Go's assembler lacks most of the instructions on vectors, so all that compute are words here. Operands are numbers
// of registers, in Go's order: the result is last, and SUB4(m, n, d) is n - m. A name ends in the number of lanes.
#define THREE(code, m, n, d) WORD $(code | (m)<<16 | (n)<<5 | (d))
#define TWO(code, n, d) WORD $(code | (n)<<5 | (d))

#define AND16(m, n, d) THREE(0x4e201c00, m, n, d) // AND Vd.16B, Vn.16B, Vm.16B
#define BIC16(m, n, d) THREE(0x4e601c00, m, n, d) // BIC Vd.16B, Vn.16B, Vm.16B: n without m
#define ORR16(m, n, d) THREE(0x4ea01c00, m, n, d) // ORR Vd.16B, Vn.16B, Vm.16B
#define EOR16(m, n, d) THREE(0x6e201c00, m, n, d) // EOR Vd.16B, Vn.16B, Vm.16B
#define BSL16(m, n, d) THREE(0x6e601c00, m, n, d) // BSL Vd.16B, Vn.16B, Vm.16B: n where d is set, m elsewhere
#define BIT16(m, n, d) THREE(0x6ea01c00, m, n, d) // BIT Vd.16B, Vn.16B, Vm.16B: n where m is set
#define BIF16(m, n, d) THREE(0x6ee01c00, m, n, d) // BIF Vd.16B, Vn.16B, Vm.16B: n where m is not set
#define SUB16(m, n, d) THREE(0x6e208400, m, n, d) // SUB Vd.16B, Vn.16B, Vm.16B
#define ADDP16(m, n, d) THREE(0x4e20bc00, m, n, d) // ADDP Vd.16B, Vn.16B, Vm.16B
#define UZP16(m, n, d) THREE(0x4e001800, m, n, d) // UZP1 Vd.16B, Vn.16B, Vm.16B
#define UZP8(m, n, d) THREE(0x4e401800, m, n, d) // UZP1 Vd.8H, Vn.8H, Vm.8H

#define ADD4(m, n, d) THREE(0x4ea08400, m, n, d) // ADD Vd.4S, Vn.4S, Vm.4S
#define SUB4(m, n, d) THREE(0x6ea08400, m, n, d) // SUB Vd.4S, Vn.4S, Vm.4S
#define MUL4(m, n, d) THREE(0x4ea09c00, m, n, d) // MUL Vd.4S, Vn.4S, Vm.4S
#define MLA4(m, n, d) THREE(0x4ea09400, m, n, d) // MLA Vd.4S, Vn.4S, Vm.4S
#define NEG4(n, d) TWO(0x6ea0b800, n, d) // NEG Vd.4S, Vn.4S
#define USHL4(m, n, d) THREE(0x6ea04400, m, n, d) // USHL Vd.4S, Vn.4S, Vm.4S: to the right by what is negative
#define SSHL4(m, n, d) THREE(0x4ea04400, m, n, d) // SSHL Vd.4S, Vn.4S, Vm.4S
#define UMIN4(m, n, d) THREE(0x6ea06c00, m, n, d) // UMIN Vd.4S, Vn.4S, Vm.4S
#define UMAX4(m, n, d) THREE(0x6ea06400, m, n, d) // UMAX Vd.4S, Vn.4S, Vm.4S
#define SMIN4(m, n, d) THREE(0x4ea06c00, m, n, d) // SMIN Vd.4S, Vn.4S, Vm.4S
#define SMAX4(m, n, d) THREE(0x4ea06400, m, n, d) // SMAX Vd.4S, Vn.4S, Vm.4S
#define SMINV4(n, d) TWO(0x4eb1a800, n, d) // SMINV Sd, Vn.4S
#define SMAXV4(n, d) TWO(0x4eb0a800, n, d) // SMAXV Sd, Vn.4S
#define UMINV4(n, d) TWO(0x6eb1a800, n, d) // UMINV Sd, Vn.4S
#define CMTST4(m, n, d) THREE(0x4ea08c00, m, n, d) // CMTST Vd.4S, Vn.4S, Vm.4S
#define CMEQ4(m, n, d) THREE(0x6ea08c00, m, n, d) // CMEQ Vd.4S, Vn.4S, Vm.4S
#define CMHI4(m, n, d) THREE(0x6ea03400, m, n, d) // CMHI Vd.4S, Vn.4S, Vm.4S: n > m
#define CMHS4(m, n, d) THREE(0x6ea03c00, m, n, d) // CMHS Vd.4S, Vn.4S, Vm.4S: n >= m
#define CMGT4(m, n, d) THREE(0x4ea03400, m, n, d) // CMGT Vd.4S, Vn.4S, Vm.4S
#define CMGE4(m, n, d) THREE(0x4ea03c00, m, n, d) // CMGE Vd.4S, Vn.4S, Vm.4S
#define ZIPL4(m, n, d) THREE(0x4e803800, m, n, d) // ZIP1 Vd.4S, Vn.4S, Vm.4S
#define ZIPH4(m, n, d) THREE(0x4e807800, m, n, d) // ZIP2 Vd.4S, Vn.4S, Vm.4S
#define UZPL4(m, n, d) THREE(0x4e801800, m, n, d) // UZP1 Vd.4S, Vn.4S, Vm.4S
#define UZPH4(m, n, d) THREE(0x4e805800, m, n, d) // UZP2 Vd.4S, Vn.4S, Vm.4S

// Of words, products of 64 bits: those of the lower two lanes (L) and of the upper two (H).
#define UMULL(m, n, d) THREE(0x2ea0c000, m, n, d) // UMULL Vd.2D, Vn.2S, Vm.2S
#define UMULH(m, n, d) THREE(0x6ea0c000, m, n, d) // UMULL2 Vd.2D, Vn.4S, Vm.4S
#define SMULL(m, n, d) THREE(0x0ea0c000, m, n, d) // SMULL Vd.2D, Vn.2S, Vm.2S
#define SMULH(m, n, d) THREE(0x4ea0c000, m, n, d) // SMULL2 Vd.2D, Vn.4S, Vm.4S
#define UMLAL(m, n, d) THREE(0x2ea08000, m, n, d) // UMLAL Vd.2D, Vn.2S, Vm.2S
#define UMLAH(m, n, d) THREE(0x6ea08000, m, n, d) // UMLAL2 Vd.2D, Vn.4S, Vm.4S
#define SMLAL(m, n, d) THREE(0x0ea08000, m, n, d) // SMLAL Vd.2D, Vn.2S, Vm.2S
#define SMLAH(m, n, d) THREE(0x4ea08000, m, n, d) // SMLAL2 Vd.2D, Vn.4S, Vm.4S

#define FADD4(m, n, d) THREE(0x4e20d400, m, n, d) // FADD Vd.4S, Vn.4S, Vm.4S
#define FSUB4(m, n, d) THREE(0x4ea0d400, m, n, d) // FSUB Vd.4S, Vn.4S, Vm.4S
#define FMUL4(m, n, d) THREE(0x6e20dc00, m, n, d) // FMUL Vd.4S, Vn.4S, Vm.4S
#define FDIV4(m, n, d) THREE(0x6e20fc00, m, n, d) // FDIV Vd.4S, Vn.4S, Vm.4S
#define FMLA4(m, n, d) THREE(0x4e20cc00, m, n, d) // FMLA Vd.4S, Vn.4S, Vm.4S
#define FMINNM4(m, n, d) THREE(0x4ea0c400, m, n, d) // FMINNM Vd.4S, Vn.4S, Vm.4S
#define FMAXNM4(m, n, d) THREE(0x4e20c400, m, n, d) // FMAXNM Vd.4S, Vn.4S, Vm.4S
#define FSQRT4(n, d) TWO(0x6ea1f800, n, d) // FSQRT Vd.4S, Vn.4S
#define FABS4(n, d) TWO(0x4ea0f800, n, d) // FABS Vd.4S, Vn.4S
#define FCMEQ4(m, n, d) THREE(0x4e20e400, m, n, d) // FCMEQ Vd.4S, Vn.4S, Vm.4S
#define FCMGT4(m, n, d) THREE(0x6ea0e400, m, n, d) // FCMGT Vd.4S, Vn.4S, Vm.4S
#define FCMGE4(m, n, d) THREE(0x6e20e400, m, n, d) // FCMGE Vd.4S, Vn.4S, Vm.4S
#define SCVTF4(n, d) TWO(0x4e21d800, n, d) // SCVTF Vd.4S, Vn.4S
#define UCVTF4(n, d) TWO(0x6e21d800, n, d) // UCVTF Vd.4S, Vn.4S
#define FCVTZS4(n, d) TWO(0x4ea1b800, n, d) // FCVTZS Vd.4S, Vn.4S

#define ADD2(m, n, d) THREE(0x4ee08400, m, n, d) // ADD Vd.2D, Vn.2D, Vm.2D
#define CMTST2(m, n, d) THREE(0x4ee08c00, m, n, d) // CMTST Vd.2D, Vn.2D, Vm.2D
#define FADD2(m, n, d) THREE(0x4e60d400, m, n, d) // FADD Vd.2D, Vn.2D, Vm.2D
#define FSUB2(m, n, d) THREE(0x4ee0d400, m, n, d) // FSUB Vd.2D, Vn.2D, Vm.2D
#define FMUL2(m, n, d) THREE(0x6e60dc00, m, n, d) // FMUL Vd.2D, Vn.2D, Vm.2D
#define FDIV2(m, n, d) THREE(0x6e60fc00, m, n, d) // FDIV Vd.2D, Vn.2D, Vm.2D
#define FMLA2(m, n, d) THREE(0x4e60cc00, m, n, d) // FMLA Vd.2D, Vn.2D, Vm.2D
#define FMIN2(m, n, d) THREE(0x4ee0f400, m, n, d) // FMIN Vd.2D, Vn.2D, Vm.2D
#define FMAX2(m, n, d) THREE(0x4e60f400, m, n, d) // FMAX Vd.2D, Vn.2D, Vm.2D
#define FSQRT2(n, d) TWO(0x6ee1f800, n, d) // FSQRT Vd.2D, Vn.2D
#define FABS2(n, d) TWO(0x4ee0f800, n, d) // FABS Vd.2D, Vn.2D
#define FCMEQ2(m, n, d) THREE(0x4e60e400, m, n, d) // FCMEQ Vd.2D, Vn.2D, Vm.2D
#define FCMGT2(m, n, d) THREE(0x6ee0e400, m, n, d) // FCMGT Vd.2D, Vn.2D, Vm.2D
#define FRINTN2(n, d) TWO(0x4e618800, n, d) // FRINTN Vd.2D, Vn.2D
#define SCVTF2(n, d) TWO(0x4e61d800, n, d) // SCVTF Vd.2D, Vn.2D
#define FCVTZS2(n, d) TWO(0x4ee1b800, n, d) // FCVTZS Vd.2D, Vn.2D
#define SXTL(n, d) TWO(0x0f20a400, n, d) // SXTL Vd.2D, Vn.2S
#define SXTH(n, d) TWO(0x4f20a400, n, d) // SXTL2 Vd.2D, Vn.4S
#define FCVTLL(n, d) TWO(0x0e617800, n, d) // FCVTL Vd.2D, Vn.2S
#define FCVTLH(n, d) TWO(0x4e617800, n, d) // FCVTL2 Vd.2D, Vn.4S
#define FCVTNL(n, d) TWO(0x0e616800, n, d) // FCVTN Vd.2S, Vn.2D
#define FCVTNH(n, d) TWO(0x4e616800, n, d) // FCVTN2 Vd.4S, Vn.2D

// EACH does with four registers each what INS does with three.
#define EACH(INS, m, n, d) INS(m, n, d); INS(m+1, n+1, d+1); INS(m+2, n+2, d+2); INS(m+3, n+3, d+3)
// ONEWITH does it with one register m.
#define ONEWITH(INS, m, n, d) INS(m, n, d); INS(m, n+1, d+1); INS(m, n+2, d+2); INS(m, n+3, d+3)
// EACHOF does it with what has one operand.
#define EACHOF(INS, n, d) INS(n, d); INS(n+1, d+1); INS(n+2, d+2); INS(n+3, d+3)

// CONSTANT gives all lanes of 32 bits a number, DOUBLE those of 64 bits.
#define CONSTANT(x, v) MOVD $x, R8; VDUP R8, v.S4
#define DOUBLE(x, v) MOVD $x, R8; VDUP R8, v.D2

#define NEXT \
	MOVWU.W 24(R1), R8; \
	MOVD (R2)(R8<<3), R8; \
	JMP (R8)

#define ARGS1 \
	LDPW 4(R1), (R4, R5); \
	ADD R0, R4; \
	ADD R0, R5

#define ARGS2 \
	ARGS1; \
	MOVWU 12(R1), R6; \
	ADD R0, R6

#define ARGS3 \
	ARGS1; \
	LDPW 12(R1), (R6, R7); \
	ADD R0, R6; \
	ADD R0, R7

// Sixteen lanes at a time: A is loaded into V0 to V3, B into V4 to V7, C into V16 to V19.
#define LOAD16(p, o, a, b, c, d) FLDPQ o(p), (a, b); FLDPQ o+32(p), (c, d)
#define LOADA(o) LOAD16(R5, o, F0, F1, F2, F3)
#define LOADB(o) LOAD16(R6, o, F4, F5, F6, F7)
#define LOADC(o) LOAD16(R7, o, F16, F17, F18, F19)
#define SAVE16(p, o, a, b, c, d) FSTPQ (a, b), o(p); FSTPQ (c, d), o+32(p)
#define SAVE(o) SAVE16(R4, o, F0, F1, F2, F3)
#define TWICE(P) P(0); P(64)
#define FOUR(P) P(0); P(32); P(64); P(96)

#define HANDLER(name) TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0

#define LANEBITS \
	VMOVQ $0x0000000200000001, $0x0000000800000004, V24; \
	VSHL $4, V24.S4, V25.S4; \
	VSHL $8, V24.S4, V26.S4; \
	VSHL $12, V24.S4, V27.S4; \
	VSHL $16, V24.S4, V28.S4; \
	VSHL $20, V24.S4, V29.S4; \
	VSHL $24, V24.S4, V30.S4; \
	VSHL $28, V24.S4, V31.S4

#define BYTEBITS \
	MOVD $0x8040201008040201, R8; \
	VDUP R8, V23.D2

// func run(code *Op, frame *Word, accesses **Access) (bytes int)
TEXT ·run(SB), NOSPLIT, $0-32
	MOVD  code+0(FP), R1
	MOVD  frame+8(FP), R0
	MOVD  accesses+16(FP), R20
	MOVD  $bytes+24(FP), R3
	MOVD  $handlers<>(SB), R2
	CONSTANT(const_NaN32, V22)
	BYTEBITS
	LANEBITS
	MOVWU (R1), R8
	MOVD  (R2)(R8<<3), R8
	JMP   (R8)

HANDLER(stop)
	MOVD -24(R3), R8
	SUB  R8, R1
	MOVD R1, (R3)
	RET

HANDLER(mov)
	ARGS1
	LOADA(0)
	LOAD16(R5, 64, F4, F5, F6, F7)
	SAVE(0)
	SAVE16(R4, 64, F4, F5, F6, F7)
	NEXT

// SELECT has the lanes' bits in V24 to V27 or in V28 to V31.
#define SELECT(o, bits) \
	LOADB(o); \
	LOADC(o); \
	ONEWITH(CMTST4, 8, bits, 0); \
	EACH(BSL16, 16, 4, 0); \
	SAVE(o)
HANDLER(selp)
	ARGS3
	MOVWU (R5), R8
	VDUP  R8, V8.S4
	SELECT(0, 24)
	SELECT(64, 28)
	NEXT

#define BINARY16(o, INS) \
	LOADA(o); \
	LOADB(o); \
	EACH(INS, 4, 0, 0); \
	SAVE(o)
#define BINARY(name, INS) \
HANDLER(name); \
	ARGS2; \
	BINARY16(0, INS); \
	BINARY16(64, INS); \
	NEXT

BINARY(add, ADD4)
BINARY(sub, SUB4)
BINARY(mul, MUL4)
BINARY(and, AND16)
BINARY(or, ORR16)
BINARY(xor, EOR16)
BINARY(min, UMIN4)
BINARY(max, UMAX4)
BINARY(mins, SMIN4)
BINARY(maxs, SMAX4)

// The shifts look at the low byte of how far alone, so 32 (V20) stands for all that is more.
#define SHIFTLEFT(o) \
	LOADA(o); \
	LOADB(o); \
	ONEWITH(UMIN4, 20, 4, 4); \
	EACH(USHL4, 4, 0, 0); \
	SAVE(o)
HANDLER(shl)
	ARGS2
	CONSTANT(32, V20)
	TWICE(SHIFTLEFT)
	NEXT

#define SHIFTRIGHT(o, INS) \
	LOADA(o); \
	LOADB(o); \
	ONEWITH(UMIN4, 20, 4, 4); \
	EACHOF(NEG4, 4, 4); \
	EACH(INS, 4, 0, 0); \
	SAVE(o)
HANDLER(shr)
	ARGS2
	CONSTANT(32, V20)
	SHIFTRIGHT(0, USHL4)
	SHIFTRIGHT(64, USHL4)
	NEXT
HANDLER(shrs)
	ARGS2
	CONSTANT(32, V20)
	SHIFTRIGHT(0, SSHL4)
	SHIFTRIGHT(64, SSHL4)
	NEXT

#define MULADD(o) \
	LOADA(o); \
	LOADB(o); \
	LOADC(o); \
	EACH(MLA4, 4, 0, 16); \
	SAVE16(R4, o, F16, F17, F18, F19)
HANDLER(mad)
	ARGS3
	TWICE(MULADD)
	NEXT

// Of values of 64 bits, and of doubles, eight lanes at a time: JOIN makes them of their halves, two in a register.
#define JOIN(p, o, a, b, c, d) \
	FLDPQ o(p), (F8, F9); \
	FLDPQ 128+o(p), (F10, F11); \
	ZIPL4(10, 8, a); \
	ZIPH4(10, 8, b); \
	ZIPL4(11, 9, c); \
	ZIPH4(11, 9, d)

// SPLIT takes those in V0 to V3 apart again.
#define SPLIT(o) \
	UZPL4(1, 0, 8); \
	UZPL4(3, 2, 9); \
	UZPH4(1, 0, 10); \
	UZPH4(3, 2, 11); \
	FSTPQ (F8, F9), o(R4); \
	FSTPQ (F10, F11), 128+o(R4)

// PRODUCT leaves the products of eight lanes in V0 to V3, or adds them there.
#define PRODUCT(o, LOWER, UPPER) \
	FLDPQ o(R5), (F4, F5); \
	FLDPQ o(R6), (F6, F7); \
	LOWER(6, 4, 0); \
	UPPER(6, 4, 1); \
	LOWER(7, 5, 2); \
	UPPER(7, 5, 3)

#define HIGHS(o) UZPH4(1, 0, 8); UZPH4(3, 2, 9); FSTPQ (F8, F9), o(R4)
#define HIGHU(o) PRODUCT(o, UMULL, UMULH); HIGHS(o)
#define HIGHI(o) PRODUCT(o, SMULL, SMULH); HIGHS(o)
HANDLER(mulhi)
	ARGS2
	FOUR(HIGHU)
	NEXT
HANDLER(mulhis)
	ARGS2
	FOUR(HIGHI)
	NEXT

#define WIDEU(o) PRODUCT(o, UMULL, UMULH); SPLIT(o)
#define WIDEI(o) PRODUCT(o, SMULL, SMULH); SPLIT(o)
HANDLER(mulwide)
	ARGS2
	FOUR(WIDEU)
	NEXT
HANDLER(mulwides)
	ARGS2
	FOUR(WIDEI)
	NEXT

#define WIDEADDU(o) JOIN(R7, o, 0, 1, 2, 3); PRODUCT(o, UMLAL, UMLAH); SPLIT(o)
#define WIDEADDI(o) JOIN(R7, o, 0, 1, 2, 3); PRODUCT(o, SMLAL, SMLAH); SPLIT(o)
HANDLER(madwide)
	ARGS3
	FOUR(WIDEADDU)
	NEXT
HANDLER(madwides)
	ARGS3
	FOUR(WIDEADDI)
	NEXT

// There is a carry where the low sum is less than what was added, and a borrow where the low half is less than what
// is taken off. Comparisons give -1.
#define HIGHHALVES(o) \
	LOAD16(R5, 128+o, F8, F9, F10, F11); \
	LOAD16(R6, 128+o, F12, F13, F14, F15)
#define ADDLONG(o) \
	LOADA(o); \
	LOADB(o); \
	HIGHHALVES(o); \
	EACH(ADD4, 4, 0, 0); \
	EACH(CMHI4, 0, 4, 4); \
	EACH(ADD4, 12, 8, 8); \
	EACH(SUB4, 4, 8, 8); \
	SAVE(o); \
	SAVE16(R4, 128+o, F8, F9, F10, F11)
HANDLER(addl)
	ARGS2
	TWICE(ADDLONG)
	NEXT

#define SUBLONG(o) \
	LOADA(o); \
	LOADB(o); \
	HIGHHALVES(o); \
	EACH(CMHI4, 0, 4, 16); \
	EACH(SUB4, 4, 0, 0); \
	EACH(SUB4, 12, 8, 8); \
	EACH(ADD4, 16, 8, 8); \
	SAVE(o); \
	SAVE16(R4, 128+o, F8, F9, F10, F11)
HANDLER(subl)
	ARGS2
	TWICE(SUBLONG)
	NEXT

// CANON makes one NaN of all, in V0 to V3. V8 to V11 are overwritten.
#define CANON EACH(FCMEQ4, 0, 0, 8); BIF16(8, 22, 0); BIF16(9, 22, 1); BIF16(10, 22, 2); BIF16(11, 22, 3)

#define FLOATS16(o, INS) \
	LOADA(o); \
	LOADB(o); \
	EACH(INS, 4, 0, 0); \
	CANON; \
	SAVE(o)
#define FLOATS(name, INS) \
HANDLER(name); \
	ARGS2; \
	FLOATS16(0, INS); \
	FLOATS16(64, INS); \
	NEXT

FLOATS(addf, FADD4)
FLOATS(subf, FSUB4)
FLOATS(mulf, FMUL4)
FLOATS(divf, FDIV4)

#define FUSED(o) \
	LOADB(o); \
	LOAD16(R5, o, F16, F17, F18, F19); \
	LOAD16(R7, o, F0, F1, F2, F3); \
	EACH(FMLA4, 4, 16, 0); \
	CANON; \
	SAVE(o)
HANDLER(fmaf)
	ARGS3
	TWICE(FUSED)
	NEXT

// A quiet NaN gives way to a number, a signalling one does not: first they are made quiet.
#define EXTREME(o, INS) \
	LOADA(o); \
	LOADB(o); \
	CANON; \
	EACH(FCMEQ4, 4, 4, 8); \
	BIF16(8, 22, 4); \
	BIF16(9, 22, 5); \
	BIF16(10, 22, 6); \
	BIF16(11, 22, 7); \
	EACH(INS, 4, 0, 0); \
	SAVE(o)
HANDLER(minf)
	ARGS2
	EXTREME(0, FMINNM4)
	EXTREME(64, FMINNM4)
	NEXT
HANDLER(maxf)
	ARGS2
	EXTREME(0, FMAXNM4)
	EXTREME(64, FMAXNM4)
	NEXT

#define ROOT(o) LOADA(o); EACHOF(FSQRT4, 0, 0); CANON; SAVE(o)
HANDLER(sqrtf)
	ARGS1
	TWICE(ROOT)
	NEXT

// NARROWED makes floats of the doubles in V4 to V7 and V12 to V15.
#define NARROWED \
	FCVTNL(4, 0); \
	FCVTNH(5, 0); \
	FCVTNL(6, 1); \
	FCVTNH(7, 1); \
	FCVTNL(12, 2); \
	FCVTNH(13, 2); \
	FCVTNL(14, 3); \
	FCVTNH(15, 3)

// Where a bit of the exponent (V20) is set the number stays, elsewhere its sign (V21) does.
#define FLUSH(o) \
	LOADA(o); \
	ONEWITH(CMTST4, 20, 0, 4); \
	ONEWITH(ORR16, 21, 4, 4); \
	EACH(AND16, 4, 0, 0); \
	SAVE(o)
HANDLER(flushf)
	ARGS1
	CONSTANT(0x7f800000, V20)
	CONSTANT(0x80000000, V21)
	TWICE(FLUSH)
	NEXT

// HALVES is SPLIT with one NaN, that of V21.
#define HALVES(o) \
	EACH(FCMEQ2, 0, 0, 8); \
	BIF16(8, 21, 0); \
	BIF16(9, 21, 1); \
	BIF16(10, 21, 2); \
	BIF16(11, 21, 3); \
	SPLIT(o)
#define NANOFDOUBLES DOUBLE(const_NaN64, V21)

#define DOUBLES8(o, INS) JOIN(R5, o, 0, 1, 2, 3); JOIN(R6, o, 4, 5, 6, 7); EACH(INS, 4, 0, 0); HALVES(o)
#define DOUBLES(name, INS) \
HANDLER(name); \
	ARGS2; \
	NANOFDOUBLES; \
	DOUBLES8(0, INS); \
	DOUBLES8(32, INS); \
	DOUBLES8(64, INS); \
	DOUBLES8(96, INS); \
	NEXT

DOUBLES(addd, FADD2)
DOUBLES(subd, FSUB2)
DOUBLES(muld, FMUL2)
DOUBLES(divd, FDIV2)

#define FUSEDDOUBLES(o) \
	JOIN(R5, o, 16, 17, 18, 19); \
	JOIN(R6, o, 4, 5, 6, 7); \
	JOIN(R7, o, 0, 1, 2, 3); \
	EACH(FMLA2, 4, 16, 0); \
	HALVES(o)
HANDLER(fmad)
	ARGS3
	NANOFDOUBLES
	FOUR(FUSEDDOUBLES)
	NEXT

// There is no division of integers in vectors: the lanes are divided one by one. A quotient by zero is 0 and becomes
// all ones; the remainder is right without that.
#define QUOTIENTS(name, DIV) \
HANDLER(name); \
	ARGS2; \
	MOVD $32, R9; \
lane: \
	MOVWU.P 4(R5), R10; \
	MOVWU.P 4(R6), R11; \
	DIV R11, R10, R12; \
	CMPW $0, R11; \
	CSINVW NE, R12, ZR, R12; \
	MOVW.P R12, 4(R4); \
	SUB $1, R9; \
	CBNZ R9, lane; \
	NEXT
#define REMAINDERS(name, DIV) \
HANDLER(name); \
	ARGS2; \
	MOVD $32, R9; \
lane: \
	MOVWU.P 4(R5), R10; \
	MOVWU.P 4(R6), R11; \
	DIV R11, R10, R12; \
	MSUBW R11, R10, R12, R12; \
	MOVW.P R12, 4(R4); \
	SUB $1, R9; \
	CBNZ R9, lane; \
	NEXT
QUOTIENTS(div, UDIVW)
QUOTIENTS(divs, SDIVW)
REMAINDERS(rem, UDIVW)
REMAINDERS(rems, SDIVW)

// CUTOFF cuts the two products in x off to 24 bits. V16 has the largest float, V17 infinity, V18 the bits that are
// kept, V19 the least normal float, V20 the sign and V21 the least float; V8 to V11 are overwritten.
#define CUTOFF(x) \
	FABS2(x, 8); \
	AND16(18, x, 9); \
	FMIN2(16, 9, 9); \
	FMAX2(21, 9, 9); \
	AND16(20, x, 10); \
	FCMGT2(8, 19, 11); \
	BIT16(11, 10, 9); \
	FCMGT2(8, 17, 11); \
	BIT16(11, 9, x)
#define MULADDZ(o) \
	FLDPQ o(R5), (F0, F1); \
	FLDPQ o(R6), (F2, F3); \
	FCVTLL(0, 4); \
	FCVTLH(0, 5); \
	FCVTLL(1, 6); \
	FCVTLH(1, 7); \
	FCVTLL(2, 12); \
	FCVTLH(2, 13); \
	FCVTLL(3, 14); \
	FCVTLH(3, 15); \
	EACH(FMUL2, 12, 4, 4); \
	EACHOF1(CUTOFF, 4); \
	FCVTNL(4, 0); \
	FCVTNH(5, 0); \
	FCVTNL(6, 1); \
	FCVTNH(7, 1); \
	FLDPQ o(R7), (F2, F3); \
	FADD4(2, 0, 0); \
	FADD4(3, 1, 1); \
	FCMEQ4(0, 0, 8); \
	FCMEQ4(1, 1, 9); \
	BIF16(8, 22, 0); \
	BIF16(9, 22, 1); \
	FSTPQ (F0, F1), o(R4)
#define EACHOF1(P, x) P(x); P(x+1); P(x+2); P(x+3)
HANDLER(madz)
	ARGS3
	DOUBLE(0x47efffffe0000000, V16)
	DOUBLE(0x7ff0000000000000, V17)
	DOUBLE(0xffffffffe0000000, V18)
	DOUBLE(0x3810000000000000, V19)
	DOUBLE(0x8000000000000000, V20)
	DOUBLE(0xc7efffffe0000000, V21)
	FOUR(MULADDZ)
	NEXT

#define CONVERT(name, INS) \
HANDLER(name); \
	ARGS1; \
	LOADA(0); \
	EACHOF(INS, 0, 0); \
	SAVE(0); \
	LOADA(64); \
	EACHOF(INS, 0, 0); \
	SAVE(64); \
	NEXT
CONVERT(froms, SCVTF4)
CONVERT(from, UCVTF4)
CONVERT(tos, FCVTZS4)

#define INTTODOUBLE(o) \
	FLDPQ o(R5), (F4, F5); \
	SXTL(4, 0); \
	SXTH(4, 1); \
	SXTL(5, 2); \
	SXTH(5, 3); \
	EACHOF(SCVTF2, 0, 0); \
	SPLIT(o)
HANDLER(fromsd)
	ARGS1
	FOUR(INTTODOUBLE)
	NEXT

#define WIDEN(o) \
	FLDPQ o(R5), (F4, F5); \
	FCVTLL(4, 0); \
	FCVTLH(4, 1); \
	FCVTLL(5, 2); \
	FCVTLH(5, 3); \
	HALVES(o)
HANDLER(widen)
	ARGS1
	NANOFDOUBLES
	FOUR(WIDEN)
	NEXT

#define NARROW(o) \
	JOIN(R5, o, 4, 5, 6, 7); \
	JOIN(R5, o+32, 12, 13, 14, 15); \
	NARROWED; \
	CANON; \
	SAVE(o)
HANDLER(narrow)
	ARGS1
	TWICE(NARROW)
	NEXT

// BYTESOF turns numbers of words into those of their bytes. V20 has 0x04040404, V21 0x03020100.
#define BYTESOF(x) MUL4(20, x, x); ADD4(21, x, x)
#define BYTECONSTANTS CONSTANT(0x04040404, V20); CONSTANT(0x03020100, V21)

// V0 to V7 have the lanes of A. A table has 64 bytes: VTBX leaves alone what is not in the second one.
#define SHUFFLED(o) \
	FMOVQ o(R7), F16; \
	AND16(19, 16, 16); \
	BYTESOF(16); \
	VTBL V16.B16, [V0.B16, V1.B16, V2.B16, V3.B16], V17.B16; \
	SUB16(18, 16, 16); \
	VTBX V16.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V17.B16; \
	FMOVQ F17, o(R4)
HANDLER(shuffle)
	ARGS1
	MOVWU 16(R1), R7
	ADD   R0, R7
	LOADA(0)
	LOAD16(R5, 64, F4, F5, F6, F7)
	BYTECONSTANTS
	CONSTANT(31, V19)
	VMOVI $64, V18.B16
	FOUR(SHUFFLED)
	SHUFFLED(16)
	SHUFFLED(48)
	SHUFFLED(80)
	SHUFFLED(112)
	NEXT

// Constants of math.go, each twice: 4/pi, then as there.
#define TWICEDATA(o, x) DATA circle<>+o(SB)/8, x; DATA circle<>+o+8(SB)/8, x
TWICEDATA(0, $1.27323954473516268615)
TWICEDATA(16, $7.85398125648498535156e-1)
TWICEDATA(32, $3.77489470793079817668e-8)
TWICEDATA(48, $2.69515142907905952645e-15)
TWICEDATA(64, $1.58962301576546568060e-10)
TWICEDATA(80, $-2.50507477628578072866e-8)
TWICEDATA(96, $2.75573136213857245213e-6)
TWICEDATA(112, $-1.98412698295895385996e-4)
TWICEDATA(128, $8.33333333332211858878e-3)
TWICEDATA(144, $-1.66666666666666307295e-1)
TWICEDATA(160, $-1.13585365213876817300e-11)
TWICEDATA(176, $2.08757008419747316778e-9)
TWICEDATA(192, $-2.75573141792967388112e-7)
TWICEDATA(208, $2.48015872888517045348e-5)
TWICEDATA(224, $-1.38888888888730564116e-3)
TWICEDATA(240, $4.16666666666665929218e-2)
GLOBL circle<>(SB), RODATA|NOPTR, $256

// BOTH does with two registers each what INS does with three.
#define BOTH(INS, m, n, d) INS(m, n, d); INS(m+1, n+1, d+1)
#define BOTHWITH(INS, m, n, d) INS(m, n, d); INS(m, n+1, d+1)
#define BOTHOF(INS, n, d) INS(n, d); INS(n+1, d+1)
#define WITH(o, INS, n, d) FMOVQ o(R9), F21; BOTHWITH(INS, 21, n, d)

// QUARTER leaves in V6, V7 the sine and in V10, V11 the cosine of four numbers as quarter does, and in V4, V5 the
// octant. The numbers are in V0, V1. V16 has 1, V17 minus two as an integer, V18 one as an integer, V19 a half.
#define HORNER(o, zz, y) BOTH(FMUL2, zz, y, y); WITH(o, FADD2, y, y)
#define REDUCE(o) WITH(o, FMUL2, 6, 8); BOTH(FSUB2, 8, 2, 2)
#define QUARTER \
	BOTHOF(FABS2, 0, 2); \
	WITH(0, FMUL2, 2, 4); \
	BOTHOF(FCVTZS2, 4, 4); \
	BOTHWITH(ADD2, 18, 4, 4); \
	BOTHWITH(AND16, 17, 4, 4); \
	BOTHOF(SCVTF2, 4, 6); \
	REDUCE(16); \
	REDUCE(32); \
	REDUCE(48); \
	BOTH(FMUL2, 2, 2, 8); \
	WITH(64, FMUL2, 8, 6); \
	WITH(80, FADD2, 6, 6); \
	HORNER(96, 8, 6); \
	HORNER(112, 8, 6); \
	HORNER(128, 8, 6); \
	HORNER(144, 8, 6); \
	WITH(160, FMUL2, 8, 10); \
	WITH(176, FADD2, 10, 10); \
	HORNER(192, 8, 10); \
	HORNER(208, 8, 10); \
	HORNER(224, 8, 10); \
	HORNER(240, 8, 10); \
	BOTH(FMUL2, 8, 2, 12); \
	BOTH(FMUL2, 6, 12, 6); \
	BOTH(FADD2, 6, 2, 6); \
	BOTH(FMUL2, 8, 8, 12); \
	BOTH(FMUL2, 10, 12, 10); \
	BOTHWITH(FMUL2, 19, 8, 12); \
	FSUB2(12, 16, 12); \
	FSUB2(13, 16, 13); \
	BOTH(FADD2, 10, 12, 10); \
	BOTHWITH(CMTST2, 15, 4, 12)

// What is to be negated goes to the signs of V4, V5: bit 2 of the octant, with the sign of the number or with bit 1.
#define SINE(o) \
	FMOVQ o(R5), F14; \
	FCVTLL(14, 0); \
	FCVTLH(14, 1); \
	QUARTER; \
	BOTH(BIT16, 12, 10, 6); \
	VSHL $61, V4.D2, V4.D2; \
	VSHL $61, V5.D2, V5.D2; \
	BOTH(EOR16, 0, 4, 4); \
	BOTHWITH(AND16, 20, 4, 4); \
	BOTH(EOR16, 4, 6, 6); \
	FCVTNL(6, 0); \
	FCVTNH(7, 0); \
	FMOVQ F0, o(R4)

#define COSINE(o) \
	FMOVQ o(R5), F14; \
	FCVTLL(14, 0); \
	FCVTLH(14, 1); \
	QUARTER; \
	BOTH(BIT16, 12, 6, 10); \
	VSHL $61, V4.D2, V0.D2; \
	VSHL $61, V5.D2, V1.D2; \
	VSHL $62, V4.D2, V4.D2; \
	VSHL $62, V5.D2, V5.D2; \
	BOTH(EOR16, 0, 4, 4); \
	BOTHWITH(AND16, 20, 4, 4); \
	BOTH(EOR16, 4, 10, 10); \
	FCVTNL(10, 0); \
	FCVTNH(11, 0); \
	FMOVQ F0, o(R4)

// SMALL goes to stops if the absolute value of a lane of A is not less than 2^29.
#define SMALL16(o) LOADA(o); EACHOF(FABS4, 0, 0); ONEWITH(BELOW, 20, 0, 0); AND16(1, 0, 0); AND16(3, 2, 2); AND16(2, 0, 0)
#define BELOW(m, n, d) FCMGT4(n, m, d)
#define SMALL \
	CONSTANT(0x4e000000, V20); \
	SMALL16(64); \
	VMOV V0.B16, V4.B16; \
	SMALL16(0); \
	AND16(4, 0, 0); \
	UMINV4(0, 0); \
	VMOV V0.S[0], R9; \
	CBZW R9, stops

#define CIRCLE \
	MOVD $circle<>(SB), R9; \
	DOUBLE(0x3ff0000000000000, V16); \
	DOUBLE(0xfffffffffffffffe, V17); \
	DOUBLE(1, V18); \
	DOUBLE(0x3fe0000000000000, V19); \
	DOUBLE(0x8000000000000000, V20); \
	DOUBLE(2, V15)

HANDLER(sinf)
	ARGS1
	SMALL
	CIRCLE
	FOUR(SINE)
	SINE(16)
	SINE(48)
	SINE(80)
	SINE(112)
	NEXT
stops:
	JMP stop<>(SB)

HANDLER(cosf)
	ARGS1
	SMALL
	CIRCLE
	FOUR(COSINE)
	COSINE(16)
	COSINE(48)
	COSINE(80)
	COSINE(112)
	NEXT
stops:
	JMP stop<>(SB)

// Constants of math.go for powers and logarithms, each twice.
#define EXPDATA(o, x) DATA growth<>+o(SB)/8, x; DATA growth<>+o+8(SB)/8, x
// The logarithms of e and of 2, ln2High, ln2Low and the limits.
EXPDATA(0, $1.44269504088896340736)
EXPDATA(16, $0.693147180559945309417)
EXPDATA(32, $6.93147180369123816490e-01)
EXPDATA(48, $1.90821492927058770002e-10)
EXPDATA(64, $256.0)
EXPDATA(80, $-256.0)
// The series of e^r from its 12th power down to the second, and 1.
EXPDATA(96, $2.08767569878681e-09)
EXPDATA(112, $2.505210838544172e-08)
EXPDATA(128, $2.755731922398589e-07)
EXPDATA(144, $2.7557319223985893e-06)
EXPDATA(160, $2.48015873015873e-05)
EXPDATA(176, $0.0001984126984126984)
EXPDATA(192, $0.001388888888888889)
EXPDATA(208, $0.008333333333333333)
EXPDATA(224, $0.041666666666666664)
EXPDATA(240, $0.16666666666666666)
EXPDATA(256, $0.5)
EXPDATA(272, $1.0)
// log1 to log7.
EXPDATA(288, $6.666666666666735130e-01)
EXPDATA(304, $3.999999999940941908e-01)
EXPDATA(320, $2.857142874366239149e-01)
EXPDATA(336, $2.222219843214978396e-01)
EXPDATA(352, $1.818357216161805012e-01)
EXPDATA(368, $1.531383769920937332e-01)
EXPDATA(384, $1.479819860511658591e-01)
// 2, a half and the bias of exponents.
EXPDATA(400, $2.0)
EXPDATA(416, $0.5)
EXPDATA(432, $1023.0)
GLOBL growth<>(SB), RODATA|NOPTR, $448

// POWER leaves in V6, V7 2^k e^r as power does, with k in V2, V3 and r in V0, V1.
#define POWER \
	WITH(96, FMUL2, 0, 6); \
	WITH(112, FADD2, 6, 6); \
	HORNER(128, 0, 6); \
	HORNER(144, 0, 6); \
	HORNER(160, 0, 6); \
	HORNER(176, 0, 6); \
	HORNER(192, 0, 6); \
	HORNER(208, 0, 6); \
	HORNER(224, 0, 6); \
	HORNER(240, 0, 6); \
	HORNER(256, 0, 6); \
	HORNER(272, 0, 6); \
	HORNER(272, 0, 6); \
	BOTHOF(FCVTZS2, 2, 2); \
	VSHL $52, V2.D2, V2.D2; \
	VSHL $52, V3.D2, V3.D2; \
	BOTH(ADD2, 2, 6, 6)

#define LIMITED(o) \
	FMOVQ o(R5), F14; \
	FCVTLL(14, 0); \
	FCVTLH(14, 1); \
	WITH(64, FMIN2, 0, 0); \
	WITH(80, FMAX2, 0, 0)

#define EXP(o) \
	LIMITED(o); \
	WITH(0, FMUL2, 0, 2); \
	BOTHOF(FRINTN2, 2, 2); \
	WITH(32, FMUL2, 2, 4); \
	BOTH(FSUB2, 4, 0, 0); \
	WITH(48, FMUL2, 2, 4); \
	BOTH(FSUB2, 4, 0, 0); \
	POWER; \
	CANONICAL; \
	FMOVQ F0, o(R4)

#define EXP2(o) \
	LIMITED(o); \
	BOTHOF(FRINTN2, 0, 2); \
	BOTH(FSUB2, 2, 0, 0); \
	WITH(16, FMUL2, 0, 0); \
	POWER; \
	CANONICAL; \
	FMOVQ F0, o(R4)

#define CANONICAL FCVTNL(6, 0); FCVTNH(7, 0); FCMEQ4(0, 0, 8); BIF16(8, 22, 0)

// LOGARITHM leaves k in V2, V3 and y in V6, V7 as logarithm does. V15 has the bits from the root of a half up to one, V16
// those of the fraction and V17 those of the root.
#define LOGARITHM(o) \
	FMOVQ o(R5), F14; \
	FCVTLL(14, 0); \
	FCVTLH(14, 1); \
	BOTHWITH(ADD2, 15, 0, 0); \
	VUSHR $52, V0.D2, V2.D2; \
	VUSHR $52, V1.D2, V3.D2; \
	BOTHOF(SCVTF2, 2, 2); \
	WITH(432, FSUB2, 2, 2); \
	BOTHWITH(AND16, 16, 0, 0); \
	BOTHWITH(ADD2, 17, 0, 0); \
	WITH(272, FSUB2, 0, 0); \
	WITH(400, FADD2, 0, 4); \
	BOTH(FDIV2, 4, 0, 4); \
	BOTH(FMUL2, 4, 4, 8); \
	BOTH(FMUL2, 8, 8, 10); \
	WITH(384, FMUL2, 10, 6); \
	WITH(352, FADD2, 6, 6); \
	HORNER(320, 10, 6); \
	HORNER(288, 10, 6); \
	WITH(368, FMUL2, 10, 12); \
	WITH(336, FADD2, 12, 12); \
	HORNER(304, 10, 12); \
	BOTH(FMUL2, 8, 6, 6); \
	BOTH(FMUL2, 10, 12, 12); \
	BOTH(FADD2, 12, 6, 8); \
	BOTH(FMUL2, 0, 0, 6); \
	WITH(416, FMUL2, 6, 6); \
	BOTH(FADD2, 8, 6, 8); \
	BOTH(FMUL2, 8, 4, 8); \
	BOTH(FSUB2, 8, 6, 6); \
	BOTH(FSUB2, 6, 0, 6)

// LIMITS is limits, for four floats. V18 is 0, V19 less than all numbers and V20 more.
#define LIMITS(o) \
	FCVTNL(6, 0); \
	FCVTNH(7, 0); \
	FCMEQ4(18, 14, 13); \
	BIT16(13, 19, 0); \
	FCMGE4(18, 14, 13); \
	BIF16(13, 22, 0); \
	FCMEQ4(20, 14, 13); \
	BIT16(13, 14, 0); \
	FMOVQ F0, o(R4)

#define LOG(o) \
	LOGARITHM(o); \
	WITH(48, FMUL2, 2, 4); \
	BOTH(FADD2, 6, 4, 6); \
	WITH(32, FMUL2, 2, 2); \
	BOTH(FADD2, 6, 2, 6); \
	LIMITS(o)

#define LOG2(o) \
	LOGARITHM(o); \
	WITH(0, FMUL2, 6, 6); \
	BOTH(FADD2, 6, 2, 6); \
	LIMITS(o)

#define GROWTH \
	MOVD $growth<>(SB), R9; \
	DOUBLE(0x00095f6200000000, V15); \
	DOUBLE(0x000fffffffffffff, V16); \
	DOUBLE(0x3fe6a09e00000000, V17); \
	VEOR V18.B16, V18.B16, V18.B16; \
	CONSTANT(0xff800000, V19); \
	CONSTANT(0x7f800000, V20)

#define FUNCTION(name, what) \
HANDLER(name); \
	ARGS1; \
	GROWTH; \
	FOUR(what); \
	what(16); \
	what(48); \
	what(80); \
	what(112); \
	NEXT

FUNCTION(expf, EXP)
FUNCTION(exp2f, EXP2)
FUNCTION(logf, LOG)
FUNCTION(log2f, LOG2)

// BYTES makes bytes of the masks of sixteen lanes in V0 to V3, in v, and PREDICATE a predicate of V16 and V17.
#define BYTES(v) UZP8(1, 0, 0); UZP8(3, 2, 2); UZP16(2, 0, v)
#define PREDICATE(r) \
	AND16(23, 16, 16); \
	AND16(23, 17, 17); \
	ADDP16(17, 16, 16); \
	ADDP16(16, 16, 16); \
	ADDP16(16, 16, 16); \
	VMOV V16.S[0], r

#define COMPARE(INS) \
	ARGS2; \
	LOADA(0); \
	LOADB(0); \
	EACH(INS, 4, 0, 0); \
	BYTES(16); \
	LOADA(64); \
	LOADB(64); \
	EACH(INS, 4, 0, 0); \
	BYTES(17); \
	PREDICATE(R9)

#define COMPARISON(name, INS) \
HANDLER(name); \
	COMPARE(INS); \
	MOVW R9, (R4); \
	NEXT
#define OPPOSITE(name, INS) \
HANDLER(name); \
	COMPARE(INS); \
	MVNW R9, R9; \
	MOVW R9, (R4); \
	NEXT

COMPARISON(eq, CMEQ4)
OPPOSITE(ne, CMEQ4)
OPPOSITE(lt, CMHS4)
OPPOSITE(le, CMHI4)
COMPARISON(gt, CMHI4)
COMPARISON(ge, CMHS4)
OPPOSITE(lts, CMGE4)
OPPOSITE(les, CMGT4)
COMPARISON(gts, CMGT4)
COMPARISON(ges, CMGE4)
// Of floats less is not the opposite of greater or equal: neither holds for a NaN.
#define FCMLT4(m, n, d) FCMGT4(n, m, d)
#define FCMLE4(m, n, d) FCMGE4(n, m, d)
COMPARISON(eqf, FCMEQ4)
OPPOSITE(nef, FCMEQ4)
COMPARISON(ltf, FCMLT4)
COMPARISON(lef, FCMLE4)
COMPARISON(gtf, FCMGT4)
COMPARISON(gef, FCMGE4)

// NEGATED loads a predicate, negated if the bit of X is set.
#define NEGATED(place, bit, r) \
	MOVWU 20(R1), R11; \
	SBFXW bit, R11, $1, R11; \
	MOVWU (place), r; \
	EORW R11, r

HANDLER(movp)
	ARGS1
	NEGATED(R5, $0, R9)
	MOVW R9, (R4)
	NEXT

HANDLER(andp)
	ARGS2
	NEGATED(R5, $0, R9)
	NEGATED(R6, $1, R10)
	ANDW R10, R9
	MOVW R9, (R4)
	NEXT

HANDLER(orp)
	ARGS2
	NEGATED(R5, $0, R9)
	NEGATED(R6, $1, R10)
	ORRW R10, R9
	MOVW R9, (R4)
	NEXT

HANDLER(selpred)
	ARGS2
	MOVWU (R5), R9
	MOVWU (R6), R10
	MOVWU (R4), R11
	EORW  R11, R9
	ANDW  R10, R9
	EORW  R11, R9
	MOVW  R9, (R4)
	NEXT

// ONES counts the bits of F0's lower half.
#define ONES(r) VCNT V0.B8, V0.B8; VUADDLV V0.B8, V0; FMOVD F0, r

HANDLER(countp)
	ARGS1
	FMOVS (R5), F0
	ONES(R9)
	MOVD  (R4), R10
	ADD   R9, R10
	MOVD  R10, (R4)
	NEXT

// TALLY adds 1 and the number of lanes r to the tally at R4.
#define TALLY(r) \
	LDP (R4), (R12, R13); \
	ADD $1, R12; \
	ADD r, R13; \
	STP (R12, R13), (R4)

// The gauge is at R7, the tally at R4.
HANDLER(enter)
	ARGS1
	LDPW  12(R1), (R6, R7)
	ADD   R0, R7
	MOVWU Gauge_Limit(R7), R8
	CMPW  R8, R6
	BHS   stops
	MOVD  Gauge_Steps(R7), R9
	CMP   $0, R9
	BLE   stops
	MOVWU 20(R1), R10
	SUB   R10, R9
	MOVD  R9, Gauge_Steps(R7)
	FMOVS (R5), F0
	ONES(R11)
	TALLY(R11)
	NEXT
stops:
	JMP   stop<>(SB)

// TAKEN leaves in R10 the lanes of B, and in R9 those of them in A, negated as X says.
#define TAKEN \
	LDPW 8(R1), (R5, R6); \
	ADD R0, R5; \
	NEGATED(R5, $0, R9); \
	MOVWU (R0)(R6), R10; \
	ANDSW R10, R9

HANDLER(jump)
	TAKEN
	BNE   some
	NEXT
some:
	CMPW  R9, R10
	BNE   stops
	FMOVS R9, F0
	ONES(R9)
	MOVWU 16(R1), R7
	MOVD  (R0)(R7), R10
	ADD   R9, R10
	MOVD  R10, (R0)(R7)
	MOVW  4(R1), R4
	ADD   R4<<1, R4
	ADD   R4<<3, R1
	MOVWU (R1), R8
	MOVD  (R2)(R8<<3), R8
	JMP   (R8)
stops:
	JMP   stop<>(SB)

HANDLER(leave)
	TAKEN
	BNE stops
	NEXT
stops:
	JMP stop<>(SB)

HANDLER(whole)
	ARGS1
	MOVW (R5), R9
	CMNW $1, R9
	BNE  stops
	MOVD $32, R9
	TALLY(R9)
	NEXT
stops:
	JMP  stop<>(SB)

// ALIKE are the lanes whose low halves (at R5) are V20 and what the pattern (at R6) adds, and whose high halves (at
// R7) are V21.
#define ALIKE(o, v) \
	LOADA(o); \
	LOADB(o); \
	LOADC(o); \
	ONEWITH(SUB4, 20, 0, 0); \
	EACH(CMEQ4, 4, 0, 0); \
	ONEWITH(CMEQ4, 21, 16, 4); \
	EACH(AND16, 4, 0, 0); \
	BYTES(v)

// func same(low, high, pattern *Word, base, baseHigh uint32) (lanes uint32)
TEXT ·same(SB), NOSPLIT, $0-36
	MOVD  low+0(FP), R5
	MOVD  pattern+16(FP), R6
	MOVD  high+8(FP), R7
	MOVWU base+24(FP), R9
	VDUP  R9, V20.S4
	MOVWU baseHigh+28(FP), R9
	VDUP  R9, V21.S4
	BYTEBITS
	ALIKE(0, 12)
	ALIKE(64, 17)
	VMOV  V12.B16, V16.B16
	PREDICATE(R9)
	MOVW  R9, lanes+32(FP)
	RET

// EACHLANE does P for each lane of R9, upwards. The number of the lane is in R13.
#define EACHLANE(P, next) \
next: \
	RBITW R9, R13; \
	CLZW R13, R13; \
	P; \
	SUBW $1, R9, R13; \
	ANDSW R13, R9; \
	BNE next

// Offsets are at R16, memory at R12, the word of the frame at R10. There is no gather: words are moved one by one.
#define LOADLANE \
	MOVW (R16)(R13<<2), R14; \
	MOVWU (R12)(R14), R14; \
	MOVW R14, (R10)(R13<<2)
#define SAVELANE \
	MOVW (R16)(R13<<2), R14; \
	MOVWU (R10)(R13<<2), R15; \
	MOVW R15, (R12)(R14)
#define LOAD2(o) \
	LDPSW o(R16), (R13, R14); \
	MOVWU (R12)(R13), R13; \
	MOVWU (R12)(R14), R14; \
	STPW (R13, R14), o(R10)
#define SAVE2(o) \
	LDPSW o(R16), (R13, R14); \
	LDPW o(R10), (R15, R17); \
	MOVW R15, (R12)(R13); \
	MOVW R17, (R12)(R14)
#define SIXTEEN2(P) \
	P(0); P(8); P(16); P(24); P(32); P(40); P(48); P(56); \
	P(64); P(72); P(80); P(88); P(96); P(104); P(112); P(120)

// GATHER loads the lanes R8, and SCATTER stores them, of which the words stay.
#define GATHER(some, next, done) \
	CMNW $1, R8; \
	BNE some; \
	SIXTEEN2(LOAD2); \
	JMP done; \
some: \
	MOVW R8, R9; \
	EACHLANE(LOADLANE, next); \
done:
#define SCATTER(some, next, done) \
	CMNW $1, R8; \
	BNE some; \
	SIXTEEN2(SAVE2); \
	JMP done; \
some: \
	MOVW R8, R9; \
	EACHLANE(SAVELANE, next); \
done:

// Rows of eight words, whose places are at R19. If lanes of a row take no part, the others are moved one by one: what
// lies beside them may be nobody's memory.
#define ROW(place, lanes, MOVE, LANE, next, done) \
	ANDW $lanes, R8, R9; \
	CBZW R9, done; \
	CMPW $lanes, R9; \
	BNE next; \
	MOVW place(R19), R13; \
	ADD R12, R13; \
	MOVE; \
	JMP done; \
	EACHLANE(LANE, next); \
done:
#define LOADROW(o) FLDPQ (R13), (F0, F1); FSTPQ (F0, F1), o(R10)
#define SAVEROW(o) FLDPQ o(R10), (F0, F1); FSTPQ (F0, F1), (R13)
#define ROWS(WHOLE, LANE, next0, done0, next1, done1, next2, done2, next3, done3) \
	ROW(0, 0xff, WHOLE(0), LANE, next0, done0); \
	ROW(4, 0xff00, WHOLE(32), LANE, next1, done1); \
	ROW(8, 0xff0000, WHOLE(64), LANE, next2, done2); \
	ROW(12, 0xff000000, WHOLE(96), LANE, next3, done3)

// Windows of eight or sixteen words, whose places are at R19, and the numbers of the words at R17. V18 has the lanes.
#define NARROWWINDOW(x) VTBL x.B16, [V0.B16, V1.B16], x.B16
#define WIDEWINDOW(x) VTBL x.B16, [V0.B16, V1.B16, V2.B16, V3.B16], x.B16
#define NARROWLOAD FLDPQ (R13), (F0, F1)
#define WIDELOAD FLDPQ (R13), (F0, F1); FLDPQ 32(R13), (F2, F3)
#define WINDOW(o, place, bits, LOAD, LOOKUP) \
	MOVW place(R19), R13; \
	ADD R12, R13; \
	LOAD; \
	FLDPQ o(R17), (F4, F5); \
	FLDPQ o(R10), (F6, F7); \
	BYTESOF(4); \
	BYTESOF(5); \
	LOOKUP(V4); \
	LOOKUP(V5); \
	CMTST4(18, bits, 8); \
	CMTST4(18, bits+1, 9); \
	BIT16(8, 4, 6); \
	BIT16(9, 5, 7); \
	FSTPQ (F6, F7), o(R10)
#define WINDOWS(LOAD, LOOKUP) \
	BYTECONSTANTS; \
	WINDOW(0, 0, 24, LOAD, LOOKUP); \
	WINDOW(32, 4, 26, LOAD, LOOKUP); \
	WINDOW(64, 8, 28, LOAD, LOOKUP); \
	WINDOW(96, 12, 30, LOAD, LOOKUP)

// func gather(d *Word, from *byte, offsets *Word, lanes uint32)
TEXT ·gather(SB), NOSPLIT, $0-28
	MOVD  d+0(FP), R10
	MOVD  from+8(FP), R12
	MOVD  offsets+16(FP), R16
	MOVWU lanes+24(FP), R8
	CBZW  R8, none
	GATHER(some, next, none)
	RET

// LOADINROW and SAVEINROW find a word by the place of its row.
#define INROW \
	ANDW $24, R13, R14; \
	LSRW $1, R14; \
	MOVW (R19)(R14), R14; \
	ANDW $7, R13, R15; \
	ADD R15<<2, R14
#define LOADINROW \
	INROW; \
	MOVWU (R12)(R14), R14; \
	MOVW R14, (R10)(R13<<2)
#define SAVEINROW \
	INROW; \
	MOVWU (R10)(R13<<2), R15; \
	MOVW R15, (R12)(R14)

// func loadRows(d *Word, from *byte, places *[4]int32, lanes uint32)
TEXT ·loadRows(SB), NOSPLIT, $0-28
	MOVD  d+0(FP), R10
	MOVD  from+8(FP), R12
	MOVD  places+16(FP), R19
	MOVWU lanes+24(FP), R8
	ROWS(LOADROW, LOADINROW, next0, done0, next1, done1, next2, done2, next3, done3)
	RET

// func saveRows(to *byte, s *Word, places *[4]int32, lanes uint32)
TEXT ·saveRows(SB), NOSPLIT, $0-28
	MOVD  to+0(FP), R12
	MOVD  s+8(FP), R10
	MOVD  places+16(FP), R19
	MOVWU lanes+24(FP), R8
	ROWS(SAVEROW, SAVEINROW, next0, done0, next1, done1, next2, done2, next3, done3)
	RET

// func loadWindows(d *Word, from *byte, places *[4]int32, which *Word, lanes uint32)
TEXT ·loadWindows(SB), NOSPLIT, $0-36
	MOVD  d+0(FP), R10
	MOVD  from+8(FP), R12
	MOVD  places+16(FP), R19
	MOVD  which+24(FP), R17
	MOVWU lanes+32(FP), R8
	VDUP  R8, V18.S4
	LANEBITS
	WINDOWS(NARROWLOAD, NARROWWINDOW)
	RET

// func distances(of, low, high *Word, s *span, base, baseHigh, lanes uint32)
#define DISTANCES(o, bits) \
	LOADA(o); \
	LOADB(o); \
	ONEWITH(SUB4, 20, 0, 0); \
	ONEWITH(EOR16, 21, 4, 4); \
	ONEWITH(CMTST4, 22, bits, 8); \
	EACH(AND16, 8, 0, 0); \
	EACH(AND16, 8, 4, 4); \
	SAVE(o); \
	FOLD(SMIN4, 0, 16); \
	FOLD(SMAX4, 0, 17); \
	FOLD(ORR16, 0, 18); \
	FOLD(ORR16, 4, 19)
#define FOLD(INS, m, d) INS(m, d, d); INS(m+1, d, d); INS(m+2, d, d); INS(m+3, d, d)
#define ALLBITS(v, place) \
	VMOV v.D[0], R9; \
	VMOV v.D[1], R10; \
	ORR R10, R9; \
	ORR R9>>32, R9; \
	MOVW R9, place(R7)
TEXT ·distances(SB), NOSPLIT, $0-44
	MOVD  of+0(FP), R4
	MOVD  low+8(FP), R5
	MOVD  high+16(FP), R6
	MOVD  s+24(FP), R7
	MOVWU base+32(FP), R9
	VDUP  R9, V20.S4
	MOVWU baseHigh+36(FP), R9
	VDUP  R9, V21.S4
	MOVWU lanes+40(FP), R9
	VDUP  R9, V22.S4
	LANEBITS
	VEOR  V16.B16, V16.B16, V16.B16
	VEOR  V17.B16, V17.B16, V17.B16
	VEOR  V18.B16, V18.B16, V18.B16
	VEOR  V19.B16, V19.B16, V19.B16
	DISTANCES(0, 24)
	DISTANCES(64, 28)
	SMINV4(16, 16)
	SMAXV4(17, 17)
	FMOVS F16, span_least(R7)
	FMOVS F17, span_most(R7)
	ALLBITS(V18, span_all)
	ALLBITS(V19, span_apart)
	RET

// CUTOUT shifts loaded lanes to and fro: V20 has how far to the left, V21 to the right. V18 has the lanes.
#define CUTOUT(o, bits, SHIFT) \
	LOAD16(R10, o, F0, F1, F2, F3); \
	ONEWITH(USHL4, 20, 0, 4); \
	ONEWITH(SHIFT, 21, 4, 4); \
	ONEWITH(CMTST4, 18, bits, 8); \
	EACH(BIT16, 8, 4, 0); \
	SAVE16(R10, o, F0, F1, F2, F3)

// In turn: R8 is the lanes, R21 the access, R9 the address of the first lane, R22 the pattern, R15 where in the memory
// it is, R12 the pointer there, R10 that to the word of the frame, R11 how many words are left and R23 the way.
HANDLER(touch)
	MOVWU 8(R1), R5
	MOVWU (R0)(R5), R8
	CBZW  R8, stops
	CBZ   R20, stops
	MOVWU 20(R1), R9
	MOVD  (R20)(R9<<3), R21
	CBZ   R21, stops
	RBITW R8, R10
	CLZW  R10, R10
	MOVWU Access_Low(R21), R5
	ADD   R0, R5
	MOVWU (R5)(R10<<2), R11
	MOVWU Access_High(R21), R7
	ADD   R0, R7
	MOVWU (R7)(R10<<2), R12
	ORR   R12<<32, R11, R9
	MOVD  Access_Add(R21), R13
	ADD   R13, R9
	MOVD  Access_Far(R21), R13
	AND   R13, R9
	LSR   $2, R9, R13
	AND   $(const_Slots-1), R13
	ADD   $Access_Patterns, R21, R14
	MOVD  (R14)(R13<<3), R22
	CBZ   R22, stops
	MOVWU Pattern_Active(R22), R13
	CMPW  R13, R8
	BNE   stops
	MOVD  Pattern_Base(R22), R13
	SUB   R13, R9, R15
	TST   $(const_Period-1), R15
	BNE   stops
	VDUP  R11, V20.S4
	VDUP  R12, V21.S4
	ADD   $(Pattern_Offsets+Offsets_Of), R22, R6
	ALIKE(0, 12)
	ALIKE(64, 17)
	VMOV  V12.B16, V16.B16
	PREDICATE(R13)
	BICW  R13, R8, R13
	CBNZW R13, stops
	MOVD  Access_Base(R21), R13
	SUB   R13, R9, R15
	MOVD  Pattern_Low(R22), R13
	ADDS  R15, R13
	BMI   stops
	MOVD  Pattern_High(R22), R13
	ADD   R15, R13
	MOVD  Access_Size(R21), R14
	CMP   R14, R13
	BGT   stops
	MOVD  Pattern_Hits(R22), R13
	CBZ   R13, stops
	MOVD  Pattern_Log(R22), R14
	CBZ   R14, logged
	CMP   $const_Logged, R13
	BGE   stops
	MOVD  R9, (R14)(R13<<3)
logged:
	MOVD  Pattern_Journal(R22), R14
	CBZ   R14, noted
	MOVD  Journal_N(R14), R12
	CMP   $const_Journaled, R12
	BGE   stops
	ADD   $1, R12, R10
	MOVD  R10, Journal_N(R14)
	ADD   R12<<4, R14, R14
	MOVD  Pattern_ID(R22), R10
	MOVD  R9, Journal_Entries+Entry_Base(R14)
	MOVD  R10, Journal_Entries+Entry_Pattern(R14)
noted:
	ADD   $1, R13
	MOVD  R13, Pattern_Hits(R22)
	MOVD  Access_Bytes(R21), R12
	ADD   R15, R12
	MOVWU Access_Data(R21), R10
	ADD   R0, R10
	MOVWU Access_Words(R21), R11
	MOVD  R6, R16
	ADD   $(Pattern_Offsets+Offsets_place), R22, R19
	MOVWU Pattern_Offsets+Offsets_way(R22), R23
	VDUP  R8, V18.S4
	MOVWU Access_Store(R21), R13
	CBNZW R13, store
load:
	CMPW  $const_rows, R23
	BEQ   row
	CMPW  $const_windows, R23
	BEQ   window
	CMPW  $const_pairs, R23
	BEQ   pair
	GATHER(some, someNext, gathered)
	MOVWU Access_Narrow(R21), R13
	CBNZW R13, narrow
loaded:
	SUBW  $1, R11
	CBNZW R11, nextLoad
	NEXT
nextLoad:
	ADD   $4, R12
	ADD   $128, R10
	JMP   load
row:
	ROWS(LOADROW, LOADLANE, next0, loaded0, next1, loaded1, next2, loaded2, next3, loaded3)
	JMP   loaded
window:
	ADD   $(Pattern_Offsets+Offsets_which), R22, R17
	WINDOWS(NARROWLOAD, NARROWWINDOW)
	JMP   loaded
pair:
	ADD   $(Pattern_Offsets+Offsets_which), R22, R17
	WINDOWS(WIDELOAD, WIDEWINDOW)
	JMP   loaded
narrow:
	VDUP  R13, V20.S4
	NEG4(20, 21)
	MOVWU Access_Signed(R21), R13
	CBNZW R13, signed
	CUTOUT(0, 24, USHL4)
	CUTOUT(64, 28, USHL4)
	NEXT
signed:
	CUTOUT(0, 24, SSHL4)
	CUTOUT(64, 28, SSHL4)
	NEXT
store:
	CMPW  $const_rows, R23
	BNE   scatter
	ROWS(SAVEROW, SAVELANE, next4, stored0, next5, stored1, next6, stored2, next7, stored3)
stored:
	SUBW  $1, R11
	CBNZW R11, nextStore
	NEXT
nextStore:
	ADD   $4, R12
	ADD   $128, R10
	JMP   store
scatter:
	MOVWU Pattern_Offsets+Offsets_last(R22), R8
	SCATTER(scatterSome, scatterNext, scattered)
	JMP   stored
stops:
	JMP   stop<>(SB)

#include "handlers.h"

// Left to plain Go.
HANDLER(fmaRoundF)
	B stop<>(SB)
HANDLER(unitRcp)
	B stop<>(SB)
HANDLER(unitRsqrt)
	B stop<>(SB)
HANDLER(unitExp2)
	B stop<>(SB)
HANDLER(unitLog2)
	B stop<>(SB)
