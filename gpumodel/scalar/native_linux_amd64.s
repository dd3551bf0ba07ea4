#include "textflag.h"

// func callNative(entry uintptr, r *registers, code *instr, stack uint64, c *nativeContext) int64
TEXT ·callNative(SB), 0, $16-48
	MOVQ entry+0(FP), AX
	MOVQ r+8(FP), DI
	MOVQ code+16(FP), SI
	MOVQ stack+24(FP), R8
	MOVQ c+32(FP), R9
	CALL AX
	MOVQ AX, ret+40(FP)
	RET
