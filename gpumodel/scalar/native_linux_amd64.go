package scalar

import (
	"syscall"
	"unsafe"
)

// callNative runs machine code from an entry on, and returns the number of the instruction at which it has left off.
//
//go:noescape
func callNative(entry uintptr, r *registers, code *instr, stack uint64, c *nativeContext) int64

// run executes instructions from number pc on, and returns the number of the first one that is left to the interpreter.
func (n *nativeCode) run(pc int, r *registers, code []instr, stack uint64, c *nativeContext) int {
	entry := uintptr(unsafe.Pointer(&n.memory[n.entries[pc]]))
	return int(callNative(entry, r, &code[0], stack, c))
}

// free gives the memory of the code back.
func (n *nativeCode) free() { _ = syscall.Munmap(n.memory) }

// assemble makes machine code of a function; nil if the system has no memory for it that can be executed.
func assemble(code []instr) *nativeCode {
	a := &assembler{code: code, entries: make([]int32, len(code)+1)}
	for i := range code {
		a.entries[i] = int32(len(a.out))
		a.at = i
		a.instr(&code[i])
	}
	a.entries[len(code)] = int32(len(a.out))
	a.leaveAt(len(code)) // nothing goes on behind the last one
	a.finish()
	memory, err := syscall.Mmap(-1, 0, len(a.out), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	copy(memory, a.out)
	if syscall.Mprotect(memory, syscall.PROT_READ|syscall.PROT_EXEC) != nil {
		_ = syscall.Munmap(memory)
		return nil
	}
	return &nativeCode{memory, a.entries}
}

// Registers of the processor. DI has the registers of the call, SI the instructions, R8 the frame on the stack, R9 the context; AX, CX and
// DX are free, and so are X0 and X1. R14 and R15 are Go's.
const (
	ax = 0
	cx = 1
	dx = 2
	si = 6
	di = 7
	r8 = 8
	r9 = 9
)

// Conditions of jumps, SETcc and CMOVcc.
const (
	ccB  = 2
	ccAE = 3
	ccE  = 4
	ccNE = 5
	ccBE = 6
	ccA  = 7
	ccP  = 10
	ccNP = 11
	ccL  = 12
	ccGE = 13
	ccLE = 14
	ccG  = 15
)

// Offsets in what machine code reads.
const (
	instrBytes  = int32(unsafe.Sizeof(instr{}))
	lastOffset  = int32(unsafe.Offsetof(instr{}.last))
	baseOffset  = int32(unsafe.Offsetof(Segment{}.Base))
	dataOffset  = int32(unsafe.Offsetof(Segment{}.Data))
	leftOffset  = int32(unsafe.Offsetof(nativeContext{}.left))
	stepsOffset = int32(unsafe.Offsetof(nativeContext{}.steps))
)

// An assembler encodes instructions (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).
type assembler struct {
	code    []instr
	out     []byte
	entries []int32
	at      int     // the instruction that is being encoded
	jumps   []patch // to instructions
	leaves  []patch // to where an instruction is left to the interpreter
}

// A patch is a distance of 4 bytes to be filled in, with the number of an instruction.
type patch struct {
	at     int
	target int
}

func (a *assembler) bytes(b ...byte) { a.out = append(a.out, b...) }

func (a *assembler) imm32(x int32) { a.bytes(byte(x), byte(x>>8), byte(x>>16), byte(x>>24)) }

// mem encodes an operation on memory at base+disp; wide makes it one of 64 bits, prefix is 0 or comes first.
func (a *assembler) mem(prefix byte, wide bool, reg, base int, disp int32, opcode ...byte) {
	if prefix != 0 {
		a.bytes(prefix)
	}
	a.rex(wide, reg, base)
	a.bytes(opcode...)
	if disp >= -128 && disp < 128 {
		a.bytes(0x40|byte(reg&7)<<3|byte(base&7), byte(disp))
		return
	}
	a.bytes(0x80 | byte(reg&7)<<3 | byte(base&7))
	a.imm32(disp)
}

// reg encodes an operation on two registers.
func (a *assembler) reg(prefix byte, wide bool, reg, rm int, opcode ...byte) {
	if prefix != 0 {
		a.bytes(prefix)
	}
	a.rex(wide, reg, rm)
	a.bytes(opcode...)
	a.bytes(0xc0 | byte(reg&7)<<3 | byte(rm&7))
}

func (a *assembler) rex(wide bool, reg, rm int) {
	b := byte(0x40)
	if wide {
		b |= 8
	}
	if reg > 7 {
		b |= 4
	}
	if rm > 7 {
		b |= 1
	}
	if b != 0x40 {
		a.bytes(b)
	}
}

// slot is where a register of the call lies.
func slot(n uint16) int32 { return int32(n) * 8 }

func (a *assembler) load(reg int, n uint16)   { a.mem(0, true, reg, di, slot(n), 0x8b) }
func (a *assembler) load32(reg int, n uint16) { a.mem(0, false, reg, di, slot(n), 0x8b) }
func (a *assembler) store(n uint16, reg int)  { a.mem(0, true, reg, di, slot(n), 0x89) }

// alu is op reg, [n]: 0x03 adds, 0x2b subtracts, 0x23 is and, 0x0b or, 0x33 exclusive or, 0x3b compares.
func (a *assembler) alu(wide bool, op byte, reg int, n uint16) {
	a.mem(0, wide, reg, di, slot(n), op)
}

// sse is an operation on X0 and [n]: 0xf3 begins one on floats of 32 bits, 0xf2 of 64.
func (a *assembler) sse(prefix, op byte, x int, n uint16) {
	a.mem(prefix, false, x, di, slot(n), 0x0f, op)
}

// storeFloat stores X0; the high half of a slot with 32 bits is 0.
func (a *assembler) storeFloat(prefix byte, n uint16) {
	a.sse(prefix, 0x11, 0, n)
	if prefix == 0xf3 {
		a.mem(0, false, 0, di, slot(n)+4, 0xc7)
		a.imm32(0)
	}
}

// jump goes to an instruction of the program if cc holds; always for cc < 0.
func (a *assembler) jump(cc, target int) { a.jumps = a.branch(a.jumps, cc, target) }

// leave leaves the current instruction to the interpreter if cc holds; always for cc < 0.
func (a *assembler) leave(cc int) { a.leaves = a.branch(a.leaves, cc, a.at) }

func (a *assembler) branch(list []patch, cc, target int) []patch {
	if cc < 0 {
		a.bytes(0xe9)
	} else {
		a.bytes(0x0f, 0x80|byte(cc))
	}
	list = append(list, patch{len(a.out), target})
	a.imm32(0)
	return list
}

// leaveAt returns the number of an instruction.
func (a *assembler) leaveAt(n int) {
	a.bytes(0xb8)
	a.imm32(int32(n))
	a.bytes(0xc3)
}

// finish fills in where jumps go.
func (a *assembler) finish() {
	fill := func(p patch, to int) {
		d := int32(to - p.at - 4)
		copy(a.out[p.at:], []byte{byte(d), byte(d >> 8), byte(d >> 16), byte(d >> 24)})
	}
	stubs := map[int]int{}
	for _, p := range a.leaves {
		if _, ok := stubs[p.target]; !ok {
			stubs[p.target] = len(a.out)
			a.leaveAt(p.target)
		}
		fill(p, stubs[p.target])
	}
	for _, p := range a.jumps {
		fill(p, int(a.entries[p.target]))
	}
}

// back begins a jump back: where a poll is due, the interpreter takes it.
func (a *assembler) back(in *instr) bool {
	if int(in.imm) > a.at {
		return false
	}
	a.mem(0, true, 7, r9, leftOffset, 0x83)
	a.bytes(1)
	a.leave(ccLE)
	return true
}

// taken counts a jump back and goes.
func (a *assembler) taken(in *instr, back bool) {
	if back {
		a.mem(0, true, 1, r9, leftOffset, 0xff)
		a.mem(0, true, 0, r9, stepsOffset, 0x81)
		a.imm32(int32(a.at + 1 - int(in.imm)))
	}
	a.jump(-1, int(in.imm))
}

// jumpIf goes on behind the instruction unless cc holds.
func (a *assembler) jumpIf(cc int, in *instr, back bool) {
	if !back {
		a.jump(cc, int(in.imm))
		return
	}
	a.jump(cc^1, a.at+1)
	a.taken(in, true)
}

// access finds the bytes of an access at address AX in the segment that it has hit last: they lie at AX.
func (a *assembler) access(in *instr, width int32) {
	if in.imm != int64(int32(in.imm)) {
		a.leave(-1)
		return
	}
	if in.imm != 0 && !in.op.inFrame() {
		a.bytes(0x48, 0x05) // add rax, imm32
		a.imm32(int32(in.imm))
	}
	a.mem(0, true, cx, si, int32(a.at)*instrBytes+lastOffset, 0x8b)
	a.mem(0, true, ax, cx, baseOffset, 0x2b) // the offset in the segment
	a.mem(0, true, dx, cx, dataOffset+8, 0x8b)
	a.reg(0, true, 5, dx, 0x83) // sub rdx, width
	a.bytes(byte(width))
	a.leave(ccB)
	a.reg(0, true, dx, ax, 0x39) // cmp rax, rdx
	a.leave(ccA)
	a.mem(0, true, ax, cx, dataOffset, 0x03)
}

// inFrame tells whether the address of an access is that in a frame: local has added its offset.
func (op opcode) inFrame() bool {
	return op == opLocal4 || op == opLocal8 || op == opPutLocal4 || op == opPutLocal8
}

// local makes AX an address in the frame. What is in a frame is counted in words, whose sum wraps.
func (a *assembler) local(in *instr) {
	a.load32(ax, in.a)
	if in.imm != 0 {
		a.bytes(0x05) // add eax, imm32
		a.imm32(int32(in.imm))
	}
	a.reg(0, true, r8, ax, 0x01)
}
