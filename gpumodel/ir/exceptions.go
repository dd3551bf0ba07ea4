package ir

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
)

// Exceptions of the host's code. A function that an exception leaves returns, and the variable "__raised" is not 0: it is tested
// behind each call of a function that may throw. From there a chain of blocks leads outwards, one for each
// object that lives, which destroys it, and for each try, which looks for a handler.

// An unwind is a place that an exception passes on its way: an object or a try.
type unwind struct {
	outer   *unwind
	destroy cuda.Stmt // of an object
	landing *Block    // where the way goes on, once something has jumped there
}

// throwing finds the functions of a program that an exception may leave; none if nothing is ever thrown.
func throwing(file *cuda.File) map[*cuda.Func]bool {
	throws := map[*cuda.Func]bool{}
	if len(file.Thrown) == 0 {
		return throws
	}
	callers, seen := map[*cuda.Func][]*cuda.Func{}, map[*cuda.Func]bool{file.Start: true}
	var direct []*cuda.Func
	for todo := []*cuda.Func{file.Start}; len(todo) > 0; {
		fn := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		visit := func(n any) bool {
			switch n := n.(type) {
			case *cuda.Throw:
				direct = append(direct, fn)
			case *cuda.Call:
				if n.Func == nil || n.Func.Body == nil {
					break
				}
				callers[n.Func] = append(callers[n.Func], fn)
				if !seen[n.Func] {
					seen[n.Func] = true
					todo = append(todo, n.Func)
				}
			}
			return true
		}
		walk(fn.Body, visit)
	}
	for len(direct) > 0 {
		fn := direct[len(direct)-1]
		direct = direct[:len(direct)-1]
		if !throws[fn] {
			throws[fn] = true
			direct = append(direct, callers[fn]...)
		}
	}
	return throws
}

// ofText is a variable of the library's text on exceptions.
func (b *builder) ofText(name string) lvalue {
	i := slices.IndexFunc(b.file.Globals, func(v *cuda.Var) bool { return v.Name == name })
	return b.variable(b.file.Globals[i])
}

// throw raises an exception.
func (b *builder) throw(e *cuda.Throw) {
	if e.X != nil {
		at := b.generic(b.scalar(e.X))
		b.store(b.ofText("__exception"), one(at))
		b.store(b.ofText("__raised"), one(b.int(S32, int64(e.Number))))
	} else {
		b.store(b.ofText("__raised"), b.load(b.ofText("__caught")))
	}
	b.jump(b.wayOut(b.unwinding))
}

// testRaised leaves the current scopes if a call of fn has raised an exception.
func (b *builder) testRaised(fn *cuda.Func) {
	if !b.unit.throws[fn] {
		return
	}
	on := b.newBlock()
	b.split(b.setp(NE, U32, b.load(b.ofText("__raised"))[0], b.int(U32, 0)), b.wayOut(b.unwinding), on)
	b.start(on)
}

// wayOut is where an exception goes on.
func (b *builder) wayOut(u *unwind) *Block {
	at := &b.raised
	if u != nil {
		at = &u.landing
	}
	if *at == nil {
		*at = b.newBlock()
	}
	return *at
}

// mayUnwind notes that variable v lives from here on, to the end of the block.
func (b *builder) mayUnwind(v *cuda.Var) {
	if b.unit != nil && v.Destroy != nil && len(b.unit.throws) > 0 {
		b.unwinding = &unwind{outer: b.unwinding, destroy: v.Destroy}
	}
}

// unwound ends the lives of the objects up to an outer place, and builds what destroys them.
func (b *builder) unwound(outer *unwind) {
	for u := b.unwinding; u != outer; u = u.outer {
		b.unwinding = u.outer
		if u.landing == nil {
			continue
		}
		at, numbers := b.b, b.numbers
		b.start(u.landing)
		b.destroyRaised(u.destroy)
		b.jump(b.wayOut(u.outer))
		b.b, b.numbers = at, numbers
	}
	b.unwinding = outer
}

// destroyRaised destroys an object that an exception leaves. The exception waits: a destructor may throw and catch another one.
func (b *builder) destroyRaised(destroy cuda.Stmt) {
	number, object := b.load(b.ofText("__raised")), b.load(b.ofText("__exception"))
	b.store(b.ofText("__raised"), one(b.int(S32, 0)))
	b.stmt(destroy)
	b.store(b.ofText("__exception"), object)
	b.store(b.ofText("__raised"), number)
}

// endRaised returns from a function that an exception leaves.
func (b *builder) endRaised() {
	if b.raised != nil {
		b.start(b.raised)
		b.exit()
	}
}

// try builds a block and its handlers.
func (b *builder) try(s *cuda.Try) {
	u := &unwind{outer: b.unwinding}
	b.unwinding = u
	b.stmt(s.Body)
	b.unwinding = u.outer
	end := b.newBlock()
	b.jumpAlive(end)
	if u.landing != nil {
		b.start(u.landing)
		b.handlers(s.Catches, end)
	}
	b.start(end)
}

// handlers chooses the first handler that takes what was raised. Where none does, it goes on outwards.
func (b *builder) handlers(catches []*cuda.Catch, end *Block) {
	number := b.load(b.ofText("__raised"))[0]
	for _, c := range catches {
		body, next := b.newBlock(), b.newBlock()
		object := b.load(b.ofText("__exception"))[0]
		at, taken := object, b.constant(Pred, boolBits(c.Type == nil))
		for i, t := range b.file.Thrown {
			offset, ok := c.Takes(t)
			if c.Type == nil || !ok {
				continue
			}
			is := b.setp(EQ, U32, number, b.int(U32, int64(i+1)))
			taken = b.op(POr, Pred, taken, is)
			if offset != 0 {
				at = b.op(Selp, U64, is, b.op(Add, U64, object, b.int(U64, int64(offset))), at)
			}
		}
		if c.At != nil && c.Type.Kind == cuda.Pointer { // the object is the pointer itself
			at = object
		}
		b.split(taken, body, next)
		b.start(body)
		if !b.dead() {
			b.store(b.ofText("__caught"), one(number))
			b.store(b.ofText("__raised"), one(b.int(S32, 0)))
			if c.At != nil {
				b.declare(c.At)
				b.store(b.variable(c.At), one(at))
			}
			b.stmt(c.Body)
			b.jumpAlive(end)
		}
		b.start(next)
		if b.dead() {
			return
		}
	}
	b.jump(b.wayOut(b.unwinding))
}
