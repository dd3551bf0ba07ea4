package scalar

import (
	"syscall"
	"unsafe"
)

// callNative runs machine code from an entry on. It returns the index of the instruction where the code stopped. See the .s file.
//
//go:noescape
func callNative(entry uintptr, r *registers, code *instr, stack uint64, c *nativeContext) int64

// run executes instructions from index pc on. It returns the index of the first one that the interpreter must execute, which may be pc.
func (n *nativeCode) run(pc int, r *registers, code []instr, stack uint64, c *nativeContext) int {
	entry := uintptr(unsafe.Pointer(&n.memory[n.entries[pc]]))
	return int(callNative(entry, r, &code[0], stack, c))
}

// free unmaps the code.
func (n *nativeCode) free() { _ = syscall.Munmap(n.memory) }

// assemble encodes a function; nil if the system refuses executable memory. The pages are written first and made executable afterwards,
// never both, since hardened systems refuse such pages.
func assemble(code []instr) *nativeCode {
	a := &assembler{code: code, entries: make([]int32, len(code)+1)}
	for i := range code {
		a.entries[i] = int32(len(a.out))
		a.at = i
		a.instr(&code[i])
	}
	a.entries[len(code)] = int32(len(a.out))
	a.leaveAt(len(code)) // not reached: the last instruction jumps or returns
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

// Registers of the processor. DI points to the window of the call, SI to its instructions (for instr.last), R9 to the context; R8 is the
// address of the frame on the program's stack. AX, CX, DX, X0 and X1 are free. R14 and R15 belong to Go.
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

// Offsets in the Go structs that machine code reads. A slice begins with its pointer, then its length at +8.
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
	at      int     // index of the instruction that is being encoded
	jumps   []patch // jumps to instructions
	leaves  []patch // jumps to the stub that returns an instruction to the interpreter
}

// A patch is the 4-byte distance of a jump at offset at in the code, filled in at the end. target is the index of an instruction.
type patch struct {
	at     int
	target int
}

func (a *assembler) bytes(b ...byte) { a.out = append(a.out, b...) }

func (a *assembler) imm32(x int32) { a.bytes(byte(x), byte(x>>8), byte(x>>16), byte(x>>24)) }

// mem encodes an operation on a register and the memory at base+disp. wide selects 64 bits; prefix comes first unless it is 0. The base
// must not be SP or R12, which need another byte.
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

// slot returns the offset of a register in the window, in bytes.
func slot(n uint16) int32 { return int32(n) * 8 }

func (a *assembler) load(reg int, n uint16)   { a.mem(0, true, reg, di, slot(n), 0x8b) }
func (a *assembler) load32(reg int, n uint16) { a.mem(0, false, reg, di, slot(n), 0x8b) }
func (a *assembler) store(n uint16, reg int)  { a.mem(0, true, reg, di, slot(n), 0x89) }

// alu encodes op reg, [n]. Values of op: 0x03 add, 0x2b subtract, 0x23 and, 0x0b or, 0x33 exclusive or, 0x3b compare.
func (a *assembler) alu(wide bool, op byte, reg int, n uint16) {
	a.mem(0, wide, reg, di, slot(n), op)
}

// sse encodes an operation on register X(x) and [n]. The prefix gives the type: 0xf3 floats of 32 bits, 0xf2 of 64.
func (a *assembler) sse(prefix, op byte, x int, n uint16) {
	a.mem(prefix, false, x, di, slot(n), 0x0f, op)
}

// storeFloat stores X0 in register n. The high half of a 32-bit value is 0, as everywhere in a window.
func (a *assembler) storeFloat(prefix byte, n uint16) {
	a.sse(prefix, 0x11, 0, n)
	if prefix == 0xf3 {
		a.mem(0, false, 0, di, slot(n)+4, 0xc7)
		a.imm32(0)
	}
}

// jump encodes a jump to the instruction with index target if condition cc holds; cc < 0 means always.
func (a *assembler) jump(cc, target int) { a.jumps = a.branch(a.jumps, cc, target) }

// leave encodes a return to the interpreter at the current instruction if condition cc holds; cc < 0 means always. It must come before
// the instruction changes a register of the window, since the interpreter executes it from its beginning.
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

// leaveAt encodes the return to the interpreter: mov eax, n; ret.
func (a *assembler) leaveAt(n int) {
	a.bytes(0xb8)
	a.imm32(int32(n))
	a.bytes(0xc3)
}

// finish emits the stubs for leave, one per instruction, and fills in the distances of all jumps.
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

// back reports whether the target of a jump lies behind, and then encodes the check for a poll. When the jump would use up left, the
// interpreter executes it, taken or not, and polls.
func (a *assembler) back(in *instr) bool {
	if int(in.imm) > a.at {
		return false
	}
	a.mem(0, true, 7, r9, leftOffset, 0x83)
	a.bytes(1)
	a.leave(ccLE)
	return true
}

// taken encodes a jump. A jump back is counted in left and steps.
func (a *assembler) taken(in *instr, back bool) {
	if back {
		a.mem(0, true, 1, r9, leftOffset, 0xff)
		a.mem(0, true, 0, r9, stepsOffset, 0x81)
		a.imm32(int32(a.at + 1 - int(in.imm)))
	}
	a.jump(-1, int(in.imm))
}

// jumpIf encodes a conditional jump. A jump back is counted only if it is taken, so the inverse condition (cc^1) skips the counting.
func (a *assembler) jumpIf(cc int, in *instr, back bool) {
	if !back {
		a.jump(cc, int(in.imm))
		return
	}
	a.jump(cc^1, a.at+1)
	a.taken(in, true)
}

// access encodes the bounds check of an access at the program's address AX, and leaves in AX the address of its bytes in this process. It
// checks the segment in instr.last only; on a miss the interpreter searches, stores the segment there, and the next time it hits.
// The check is offset <= length - width, and a length below the width leaves at once, since the difference would wrap.
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

// inFrame reports whether an access is to the frame. Its address is complete: assembler.local has added the offset.
func (op opcode) inFrame() bool {
	return op == opLocal4 || op == opLocal8 || op == opPutLocal4 || op == opPutLocal8
}

// local encodes the address of an access to the frame, in AX. Offsets in a frame have 32 bits, and their sum wraps.
func (a *assembler) local(in *instr) {
	a.load32(ax, in.a)
	if in.imm != 0 {
		a.bytes(0x05) // add eax, imm32
		a.imm32(int32(in.imm))
	}
	a.reg(0, true, r8, ax, 0x01)
}
