package ir

import (
	"fmt"

	"warpbook.dev/gpumodel/cuda"
)

// StackName is the variable that holds the frames of functions that call themselves.
const StackName = "the stack"

// Functions that call themselves are compiled into a loop around all their parts. A part begins where
// the function is entered, behind each of its calls, and at each loop that has calls in it:
//
//	state = entry of fib
//	do {
//	  if (state == 1) { entry of fib: …; push a frame with state 2; state = 1; continue; }
//	  if (state == 2) { behind the first call: …; push a frame with state 3; state = 1; continue; }
//	  if (state == 3) { behind the second one: …; state = that of the frame; pop it; continue; }
//	} while (state != 0);
//
// So recursion is made of what the rest of the model knows: branches, loops and local memory. Threads
// of a warp that are in different parts diverge. The stack is an array in local memory, of the bytes
// that cudaLimitStackSize has; a frame holds the state to go on with, the parameters, and
// what is needed behind a call. It is reported as a fault that a call has no room for its frame.
//
// Each call from outside has a loop of its own: it may stand in any loop of the kernel.

// A recursion is such a loop.
type recursion struct {
	c      *component
	header *Block
	next   *Block // where the test for the next state will stand
	state  *cuda.Var
	states int
	entry  map[*cuda.Func]*part
	todo   []*part // functions that have an entry and no code so far
}

// A part is the block of a state.
type part struct {
	fn    *cuda.Func
	state int
	block *Block
}

// recursive is the component of fn, nil if fn does not call itself.
func (b *builder) recursive(fn *cuda.Func) *component {
	c := b.known.components[fn]
	if c != nil && c.bodies == nil {
		c.prepare()
		for v := range c.offset {
			b.known.inMemory[v] = true
		}
	}
	return c
}

// machineNow is the machine whose functions are being built, nil outside of any.
func (b *builder) machineNow() *recursion {
	for i := len(b.frames) - 1; i >= 0; i-- {
		if m := b.frames[i].machine; m != nil {
			return m
		}
	}
	return nil
}

// enterRecursion calls a function that calls itself, from outside its component.
func (b *builder) enterRecursion(e *cuda.Call, c *component) *frame {
	b.needsCalls(e.Pos, "recursion")
	outer := b.machineNow()
	m := &recursion{c: c, header: b.newBlock(), state: &cuda.Var{Name: "state", Type: stateType}, entry: map[*cuda.Func]*part{}}
	values := b.arguments(e)
	room := int64(0)
	if outer != nil {
		room = outer.c.size
	}
	b.moveStack(room)
	b.push(e, m, values, 0)
	m.next = m.header
	m.header.Unroll = 1
	b.hasLoops = true
	first := b.entryOf(m, e.Func)
	b.goOn(m, first.state)
	targets, labels := b.targets, b.labels
	for len(m.todo) > 0 {
		p := m.todo[0]
		m.todo = m.todo[1:]
		b.machineFunc(m, p)
	}
	b.targets, b.labels = targets, labels
	b.seal(m.header)
	b.enter(m.next)
	b.moveStack(-room)
	b.standAt(e.Pos)
	return &frame{fn: e.Func, result: c.results[e.Func], place: lvalue{typ: e.Func.Result, v: c.results[e.Func]}, at: e.Pos}
}

var stateType = &cuda.Type{Kind: cuda.UInt}

// machineFunc builds the code of a function of the machine.
func (b *builder) machineFunc(m *recursion, p *part) {
	b.enter(p.block)
	b.scanFixed(p.fn)
	b.frames = append(b.frames, &frame{fn: p.fn, result: m.c.results[p.fn], machine: m})
	b.targets = append(b.targets, nil)
	b.labels = labelled{}
	b.stmts(m.c.bodies[p.fn])
	if !b.dead() {
		b.returnTo(m)
	}
	b.sealLabels()
	b.targets = b.targets[:len(b.targets)-1]
	b.frames = b.frames[:len(b.frames)-1]
}

// newState makes the block of a new state, which the loop's tests lead to.
func (b *builder) newState(m *recursion) *part {
	m.states++
	p := &part{state: m.states, block: b.newBlock()}
	at, numbers := b.b, b.numbers
	b.enter(m.next)
	m.next = b.newBlock()
	b.split(b.setp(EQ, U32, b.read(slot{m.state, 0}), b.int(U32, int64(p.state))), p.block, m.next)
	b.seal(p.block)
	b.seal(m.next)
	b.b, b.numbers = at, numbers
	return p
}

// entryOf is the state in which a function begins.
func (b *builder) entryOf(m *recursion, fn *cuda.Func) *part {
	if m.entry[fn] == nil {
		p := b.newState(m)
		p.fn = fn
		m.entry[fn] = p
		m.todo = append(m.todo, p)
	}
	return m.entry[fn]
}

// goOn ends the current block: the thread goes on in a state.
func (b *builder) goOn(m *recursion, state int) {
	b.write(slot{m.state, 0}, b.int(U32, int64(state)))
	b.jump(m.header)
}

// arguments evaluates those of a call.
func (b *builder) arguments(e *cuda.Call) [][]*Value {
	values := make([][]*Value, len(e.Args))
	for i, a := range e.Args {
		values[i] = b.bundle(a)
	}
	return values
}

// push makes the frame of a call, which goes on in state behind it. The stack's end is there already.
func (b *builder) push(e *cuda.Call, m *recursion, values [][]*Value, state int) {
	c := m.c
	b.standAt(e.Pos)
	limit := int64(b.stackBytes())
	fits := b.setp(LE, U32, b.op(Add, U32, b.stackPointer(), b.int(U32, c.size)), b.int(U32, limit))
	if !fits.isConst() || fits.Imm == 0 {
		b.failUnless(fmt.Sprintf("stack overflow: a thread's stack has %d bytes, and a call of %s takes %d: at most %d calls within one another fit; cudaDeviceSetLimit(cudaLimitStackSize, …) in the host's code makes room",
			limit, e.Func.Name, c.size, limit/c.size), fits)
	}
	b.emit(Value{Op: Store, Mem: U32, Space: Local, Args: []*Value{b.frameBase(), b.int(U32, int64(state))}})
	for i, p := range e.Func.Params {
		b.store(b.framed(p, c.offset[p]), values[i])
	}
}

// componentCall calls a function of the component from within.
func (b *builder) componentCall(s *componentCall) {
	m := b.frames[len(b.frames)-1].machine
	values := b.arguments(s.call)
	b.moveStack(m.c.size)
	back := b.newState(m)
	b.push(s.call, m, values, back.state)
	b.goOn(m, b.entryOf(m, s.call.Func).state)
	b.enter(back.block)
	b.moveStack(-m.c.size)
	if s.to != nil {
		b.declare(s.to)
		b.store(b.variable(s.to), b.load(lvalue{typ: s.to.Type, v: m.c.results[s.call.Func]}))
	}
}

// returnTo ends a function of the machine: its frame says in which state the thread goes on.
func (b *builder) returnTo(m *recursion) {
	state := b.emit(Value{Op: Load, Type: U32, Mem: U32, Space: Local, Args: []*Value{b.frameBase()}})
	b.write(slot{m.state, 0}, state)
	b.jump(m.header)
}

// stackVar is the array that holds a thread's stack.
func (b *builder) stackVar() *cuda.Var {
	if b.known.stack == nil {
		t := &cuda.Type{Kind: cuda.Array, Elem: &cuda.Type{Kind: cuda.ULong}, Len: b.stackBytes() / 8}
		b.known.stack = &cuda.Var{Name: StackName, Type: t}
		b.known.inMemory[b.known.stack] = true
	}
	b.declare(b.known.stack)
	return b.known.stack
}

// stackPointer is the offset of the current frame in the stack.
func (b *builder) stackPointer() *Value { return b.read(slot{b.top, 0}) }

func (b *builder) moveStack(by int64) {
	if by != 0 {
		b.write(slot{b.top, 0}, b.op(Add, U32, b.stackPointer(), b.int(U32, by)))
	}
}

// frameBase is the address of the current frame.
func (b *builder) frameBase() *Value {
	base := b.f.leaf(LocalAddr, U32, b.local[b.stackVar()], Local)
	return b.op(Add, U32, base, b.stackPointer())
}

// framed is a variable in the current frame. Of a pointer it is found out where it points, as of one
// that has a place of its own; a part of a struct or an array may be read through another pointer, where that
// is not known.
func (b *builder) framed(v *cuda.Var, offset int64) lvalue {
	p := lvalue{typ: v.Type, base: b.frameBase(), offset: offset, space: Local}
	if v.Type.Kind == cuda.Pointer {
		p.root = v
	}
	return p
}

// frameOf is where v lies in the frame of a function that calls itself; false for any other variable.
func (b *builder) frameOf(v *cuda.Var) (int64, bool) {
	m := b.machineNow()
	if m == nil {
		return 0, false
	}
	offset, ok := m.c.offset[v]
	return offset, ok
}

// setting gives a variable its value.
func (b *builder) setting(s *setting) {
	b.declare(s.v)
	values := b.initScalarsOrZero(s.v.Type, s.init)
	b.store(b.variable(s.v), values)
}

// circle builds a loop that has calls in it: it goes round by way of the machine.
func (b *builder) circle(s *circle) {
	m := b.frames[len(b.frames)-1].machine
	t := &jumpTarget{loop: true, onBreak: b.newBlock()}
	b.targets = append(b.targets, t)
	head := b.newState(m)
	test := func() {
		b.stmts(s.test)
		if s.cond == nil || b.dead() {
			return
		}
		body := b.newBlock()
		b.branch(s.cond, body, t.onBreak)
		b.start(body)
	}
	b.goOn(m, head.state)
	b.enter(head.block)
	if !s.bodyFirst {
		test()
	}
	b.stmts(s.body)
	b.leave(t.onContinue)
	if s.bodyFirst && !b.dead() {
		test()
	}
	if !b.dead() {
		b.stmts(s.step)
		b.goOn(m, head.state)
	}
	b.targets = b.targets[:len(b.targets)-1]
	b.leave(t.onBreak)
}

// stackBytes is how much stack a thread has: what the source's host code asks for, or the usual number.
func (b *builder) stackBytes() int {
	if n := b.file.StackBytes; n > 0 {
		return alignUp(n, 8)
	}
	return DefaultStackBytes
}

// DefaultStackBytes is what cudaLimitStackSize is unless a program changes it (CUDA C++ Programming
// Guide, cudaDeviceSetLimit; 1,024 bytes on all devices that have a stack).
const DefaultStackBytes = 1024
