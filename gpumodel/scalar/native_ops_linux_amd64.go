package scalar

// instr encodes one instruction. One that it does not know is left to the interpreter.
func (a *assembler) instr(in *instr) {
	switch in.op {
	case opMove:
		a.load(ax, in.a)
		a.store(in.dst, ax)
	case opAddW, opSubW, opAnd, opOr, opXor, opPAnd, opPOr, opAddD, opSubD:
		wide := in.op != opAddW && in.op != opSubW
		a.load(ax, in.a)
		a.alu(wide, map[opcode]byte{opAddW: 0x03, opAddD: 0x03, opSubW: 0x2b, opSubD: 0x2b, opAnd: 0x23, opPAnd: 0x23, opOr: 0x0b,
			opPOr: 0x0b, opXor: 0x33}[in.op], ax, in.b)
		a.store(in.dst, ax)
	case opMulW, opMulD, opMadW, opMadD:
		wide := in.op == opMulD || in.op == opMadD
		a.load(ax, in.a)
		a.mem(0, wide, ax, di, slot(in.b), 0x0f, 0xaf)
		if in.op == opMadW || in.op == opMadD {
			a.alu(wide, 0x03, ax, in.c)
		}
		a.store(in.dst, ax)
	case opMulWideS, opMadWideS:
		a.mem(0, true, ax, di, slot(in.a), 0x63) // movsxd
		a.mem(0, true, cx, di, slot(in.b), 0x63)
		a.product(in, in.op == opMadWideS)
	case opMulWideU, opMadWideU:
		a.load32(ax, in.a)
		a.load32(cx, in.b)
		a.product(in, in.op == opMadWideU)
	case opNotW, opNotD:
		a.load(ax, in.a)
		a.reg(0, in.op == opNotD, 2, ax, 0xf7)
		a.store(in.dst, ax)
	case opPNot:
		a.load(ax, in.a)
		a.reg(0, true, 6, ax, 0x83)
		a.bytes(1)
		a.store(in.dst, ax)
	case opShlW, opShlD, opShrW, opShrD:
		a.shift(in, in.op == opShlD || in.op == opShrD, in.op == opShlW || in.op == opShlD)
	case opShrSW, opShrSD:
		a.shiftSigned(in, in.op == opShrSD)
	case opSextWD:
		a.mem(0, true, ax, di, slot(in.a), 0x63)
		a.store(in.dst, ax)
	case opWord:
		a.load32(ax, in.a)
		a.store(in.dst, ax)
	case opDivSW, opRemSW, opDivSD, opRemSD:
		a.divideSigned(in, in.op == opDivSD || in.op == opRemSD, in.op == opRemSW || in.op == opRemSD)
	case opDivW, opRemW, opDivD, opRemD:
		a.divide(in, in.op == opDivD || in.op == opRemD, in.op == opRemW || in.op == opRemD)
	case opAddF, opSubF, opMulF, opDivF:
		a.float(in, 0xf3, map[opcode]byte{opAddF: 0x58, opSubF: 0x5c, opMulF: 0x59, opDivF: 0x5e}[in.op])
	case opAddG, opSubG, opMulG, opDivG:
		a.float(in, 0xf2, map[opcode]byte{opAddG: 0x58, opSubG: 0x5c, opMulG: 0x59, opDivG: 0x5e}[in.op])
	case opMulAddF, opMulAddG:
		prefix := byte(0xf3)
		if in.op == opMulAddG {
			prefix = 0xf2
		}
		a.sse(prefix, 0x10, 0, in.a)
		a.sse(prefix, 0x59, 0, in.b)
		a.sse(prefix, 0x58, 0, in.c)
		a.storeFloat(prefix, in.dst)
	case opSqrtF:
		a.sse(0xf3, 0x51, 0, in.a)
		a.storeFloat(0xf3, in.dst)
	case opSqrtG:
		a.sse(0xf2, 0x51, 0, in.a)
		a.storeFloat(0xf2, in.dst)
	case opNegF, opAbsF:
		a.load(ax, in.a)
		a.bytes(0x0f, 0xba, map[opcode]byte{opNegF: 0xf8, opAbsF: 0xf0}[in.op], 31) // btc, btr eax, 31
		a.store(in.dst, ax)
	case opNegG, opAbsG:
		a.load(ax, in.a)
		a.bytes(0x48, 0x0f, 0xba, map[opcode]byte{opNegG: 0xf8, opAbsG: 0xf0}[in.op], 63)
		a.store(in.dst, ax)
	case opSWtoF, opSWtoG, opSDtoF, opSDtoG:
		prefix, wide := byte(0xf3), in.op == opSDtoF || in.op == opSDtoG
		if in.op == opSWtoG || in.op == opSDtoG {
			prefix = 0xf2
		}
		a.mem(prefix, wide, 0, di, slot(in.a), 0x0f, 0x2a)
		a.storeFloat(prefix, in.dst)
	case opFtoG:
		a.sse(0xf3, 0x5a, 0, in.a)
		a.storeFloat(0xf2, in.dst)
	case opGtoF:
		a.sse(0xf2, 0x5a, 0, in.a)
		a.storeFloat(0xf3, in.dst)
	case opSelect:
		a.load(ax, in.b)
		a.mem(0, true, 7, di, slot(in.a), 0x83) // cmp [a], 0
		a.bytes(0)
		a.mem(0, true, ax, di, slot(in.c), 0x0f, 0x44) // cmove
		a.store(in.dst, ax)
	case opCvtaLocal:
		a.local(in)
		a.store(in.dst, ax)
	case opLoad1, opLoadS1, opLoad2, opLoadS2, opLoad4, opLoad8, opLoadUp4, opLoadUp8, opLocal4, opLocal8:
		a.loads(in)
	case opStore1, opStore2, opStore4, opStore8, opPutLocal4, opPutLocal8:
		a.stores(in)
	case opCount:
		back := a.back(in)
		a.load32(ax, in.a)
		a.bytes(0x05) // add eax, imm32
		a.imm32(in.line)
		a.store(in.dst, ax)
		a.alu(false, 0x3b, ax, in.b)
		a.jumpIf(ccL, in, back)
	case opJump:
		a.taken(in, a.back(in))
	case opBranch:
		back := a.back(in)
		a.mem(0, true, 7, di, slot(in.a), 0x83)
		a.bytes(0)
		a.jumpIf(ccNE, in, back)
	default:
		if !a.compare(in) {
			a.leave(-1)
		}
	}
}

// product stores AX·CX; with sum it adds register c first.
func (a *assembler) product(in *instr, sum bool) {
	a.reg(0, true, ax, cx, 0x0f, 0xaf)
	if sum {
		a.alu(true, 0x03, ax, in.c)
	}
	a.store(in.dst, ax)
}

// shift encodes a shift of an unsigned integer. The result is 0 if the distance is the width or more; x86 would take it modulo the width.
func (a *assembler) shift(in *instr, wide, left bool) {
	width, to := byte(32), 5
	if wide {
		width = 64
	}
	if left {
		to = 4
	}
	a.load(ax, in.a)
	a.load32(cx, in.b)
	a.reg(0, wide, to, ax, 0xd3)
	a.reg(0, false, 7, cx, 0x83) // cmp ecx, width
	a.bytes(width)
	a.reg(0, true, dx, dx, 0x19) // sbb rdx, rdx: all ones if it is below
	a.reg(0, true, dx, ax, 0x21)
	a.store(in.dst, ax)
}

// shiftSigned encodes an arithmetic shift to the right. A distance of the width or more is the same as the width less 1.
func (a *assembler) shiftSigned(in *instr, wide bool) {
	most := int32(31)
	if wide {
		most = 63
	}
	a.load(ax, in.a)
	a.load32(cx, in.b)
	a.bytes(0xba) // mov edx, most
	a.imm32(most)
	a.reg(0, false, dx, cx, 0x39)
	a.reg(0, false, cx, dx, 0x0f, 0x47) // cmova ecx, edx
	a.reg(0, wide, 7, ax, 0xd3)
	a.store(in.dst, ax)
}

// divideSigned encodes a signed division. Divisors 0 and -1 are left to the interpreter: the first is a fault, the second may be one.
func (a *assembler) divideSigned(in *instr, wide, rest bool) {
	if wide {
		a.load(cx, in.b)
	} else {
		a.load32(cx, in.b)
	}
	a.mem(0, wide, dx, cx, 1, 0x8d) // lea: divisor + 1 is 0 or 1 for these
	a.reg(0, wide, 7, dx, 0x83)
	a.bytes(1)
	a.leave(ccBE)
	a.load(ax, in.a)
	if wide {
		a.bytes(0x48)
	}
	a.bytes(0x99) // cdq, cqo
	a.reg(0, wide, 7, cx, 0xf7)
	a.quotient(in, rest)
}

// divide encodes an unsigned division. A divisor of 0 is left to the interpreter.
func (a *assembler) divide(in *instr, wide, rest bool) {
	if wide {
		a.load(cx, in.b)
	} else {
		a.load32(cx, in.b)
	}
	a.reg(0, wide, cx, cx, 0x85) // test
	a.leave(ccE)
	a.load(ax, in.a)
	a.reg(0, false, dx, dx, 0x31)
	a.reg(0, wide, 6, cx, 0xf7)
	a.quotient(in, rest)
}

func (a *assembler) quotient(in *instr, rest bool) {
	if rest {
		a.store(in.dst, dx)
	} else {
		a.store(in.dst, ax)
	}
}

func (a *assembler) float(in *instr, prefix, op byte) {
	a.sse(prefix, 0x10, 0, in.a)
	a.sse(prefix, op, 0, in.b)
	a.storeFloat(prefix, in.dst)
}

// loads encodes a load.
func (a *assembler) loads(in *instr) {
	width := map[opcode]int32{opLoad1: 1, opLoadS1: 1, opLoad2: 2, opLoadS2: 2, opLoad8: 8, opLoadUp8: 8, opLocal8: 8}[in.op]
	if width == 0 {
		width = 4
	}
	if in.op == opLocal4 || in.op == opLocal8 {
		a.local(in)
	} else {
		a.load(ax, in.a)
	}
	a.access(in, width)
	switch in.op {
	case opLoad1:
		a.mem(0, false, ax, ax, 0, 0x0f, 0xb6)
	case opLoadS1:
		a.mem(0, false, ax, ax, 0, 0x0f, 0xbe)
	case opLoad2:
		a.mem(0, false, ax, ax, 0, 0x0f, 0xb7)
	case opLoadS2:
		a.mem(0, false, ax, ax, 0, 0x0f, 0xbf)
	default:
		a.mem(0, width == 8, ax, ax, 0, 0x8b)
	}
	a.store(in.dst, ax)
	if in.op == opLoadUp4 || in.op == opLoadUp8 {
		a.load(cx, in.c)
		a.mem(0, true, cx, di, slot(in.a), 0x01)
	}
}

func (a *assembler) stores(in *instr) {
	width := map[opcode]int32{opStore1: 1, opStore2: 2, opStore8: 8, opPutLocal8: 8}[in.op]
	if width == 0 {
		width = 4
	}
	if in.op == opPutLocal4 || in.op == opPutLocal8 {
		a.local(in)
	} else {
		a.load(ax, in.a)
	}
	a.access(in, width)
	a.load(cx, in.b)
	switch width {
	case 1:
		a.mem(0, false, cx, ax, 0, 0x88)
	case 2:
		a.mem(0x66, false, cx, ax, 0, 0x89)
	default:
		a.mem(0, width == 8, cx, ax, 0, 0x89)
	}
}

// integerCodes are the conditions of integer comparisons in the order of ir.Cmp, signed and unsigned.
var integerCodes = [2][6]int{{ccE, ccNE, ccL, ccLE, ccG, ccGE}, {ccE, ccNE, ccB, ccBE, ccA, ccAE}}

// compare encodes a comparison that sets a register or jumps; false if the instruction is not a comparison.
func (a *assembler) compare(in *instr) bool {
	op, branch := in.op, false
	if op >= opIfSW && op < numCodes {
		op, branch = op-opIfSW+opSetSW, true
	}
	if op < opSetSW || op >= opIfSW {
		return false
	}
	kind, c := (op-opSetSW)/6, int(op-opSetSW)%6
	back := branch && a.back(in)
	if kind >= 4 {
		a.compareFloats(in, kind == 5, c, branch, back)
		return true
	}
	wide := kind == 2 || kind == 3
	cc := integerCodes[kind&1][c]
	a.load(ax, in.a)
	a.alu(wide, 0x3b, ax, in.b)
	if branch {
		a.jumpIf(cc, in, back)
	} else {
		a.set(cc, in.dst)
	}
	return true
}

// set stores 1 in register n if condition cc holds, else 0.
func (a *assembler) set(cc int, n uint16) {
	a.bytes(0x0f, 0x90|byte(cc), 0xc0) // setcc al
	a.bytes(0x0f, 0xb6, 0xc0)          // movzx eax, al
	a.store(n, ax)
}

// compareFloats encodes a comparison of floats. ucomiss sets ZF, PF and CF if an operand is a NaN. "Above" and "above or equal" are then
// false, as C requires, so less-than swaps its operands to use them. Equality must also ask for PF = 0.
func (a *assembler) compareFloats(in *instr, double bool, c int, branch, back bool) {
	prefix, compare := byte(0xf3), byte(0)
	if double {
		prefix, compare = 0xf2, 0x66
	}
	x, y := in.a, in.b
	if c == 2 || c == 3 { // a < b is b > a, which is false for a NaN
		x, y = y, x
	}
	a.sse(prefix, 0x10, 0, x)
	a.mem(compare, false, 0, di, slot(y), 0x0f, 0x2e)
	switch {
	case c > 1:
		cc := ccA
		if c == 3 || c == 5 {
			cc = ccAE
		}
		if branch {
			a.jumpIf(cc, in, back)
		} else {
			a.set(cc, in.dst)
		}
	case branch:
		a.bytes(0x0f, 0x9b, 0xc1, 0x0f, 0x94, 0xc0, 0x20, 0xc8) // setnp cl; sete al; and al, cl
		a.jumpIf(map[int]int{0: ccNE, 1: ccE}[c], in, back)
	default:
		a.bytes(0x0f, 0x9b, 0xc1, 0x0f, 0x94, 0xc0, 0x20, 0xc8)
		a.set(map[int]int{0: ccNE, 1: ccE}[c], in.dst)
	}
}
