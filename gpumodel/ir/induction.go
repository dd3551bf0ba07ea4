package ir

import "slices"

// reduceInduction replaces addresses, and products, that grow by the same amount
// in every iteration by running sums: i*n becomes a value to which n is added.
//
// In the naive matrix product the address of B[k*n+col] becomes a pointer that advances by one row:
//
//	k   = phi 0, k+1                        p = phi B+4*col, p+s     (s = 4*n, in front of the loop)
//	%r1 = mul.lo.s32 k, n                   ld.global.f32 [p]
//	%r2 = add.s32 %r1, col          ->
//	%rd1 = mad.wide.s32 %r2, 4, B
//	ld.global.f32 [%rd1]
//
// The old counter stays as long as the exit test uses it. NVVM calls this loop strength reduction.
// Each running sum takes a register for the whole loop, so addresses that are another one plus an invariant
// are derived from that one instead (derived).
func reduceInduction(f *Func) {
	f.analyze()
	loops := f.loops()
	for _, l := range loops {
		pre := f.withPreheader(l, loops)
		if pre == nil || len(l.Latches) != 1 {
			continue
		}
		f.analyzeKeepingLoops()
		r := &reducer{
			emitter: emitter{f: f, b: pre, numbers: map[valueKey][]*Value{}}, l: l, latch: l.Latches[0],
			entry: slices.Index(l.Header.Preds, pre), steps: map[*Value]*Value{},
		}
		r.findInduction()
		r.run()
	}
	number(f)
}

type reducer struct {
	emitter // into the preheader
	l       *loop
	latch   *Block
	entry   int               // index of the preheader among the header's predecessors
	steps   map[*Value]*Value // of the header's phis: what an iteration adds
}

// findInduction finds the phis to which every iteration adds an invariant.
//
// Only basic induction variables are looked for: phi(start, phi + step). A loop with two entries or two
// back edges has none here.
func (r *reducer) findInduction() {
	if len(r.l.Header.Preds) != 2 {
		return
	}
	for _, phi := range r.l.Header.phis() {
		next := phi.Args[1-r.entry]
		if !phi.Type.Integer() || next.Op != Add {
			continue
		}
		for i, a := range next.Args {
			if step := next.Args[1-i]; a == phi && !r.l.Blocks[step.Block] {
				r.steps[phi] = step
			}
		}
	}
}

// run reduces the candidates of one loop. All uses are replaced at the end, so that candidates still see
// the original values when they are taken apart.
func (r *reducer) run() {
	if len(r.steps) == 0 {
		return
	}
	replaced := map[*Value]*Value{}
	list := r.candidates()
	for _, x := range list {
		if r.derived(x, list) {
			continue
		}
		if p := r.reduce(x); p != nil {
			replaced[x] = p
		}
	}
	for _, b := range r.f.Blocks {
		for _, v := range b.Values {
			for i, a := range v.Args {
				if p := replaced[a]; p != nil {
					v.Args[i] = p
				}
			}
		}
	}
}

// candidates are the values of the loop that are worth reducing.
//
// On targets with NarrowInduction 64-bit addresses are computed from the counter in every iteration, which
// is what nvcc did for 2.0 to 3.5.
func (r *reducer) candidates() []*Value {
	var list []*Value
	for _, b := range r.f.Blocks {
		if !r.l.Blocks[b] {
			continue
		}
		for _, v := range b.Values {
			x := candidate(v)
			if x != nil && x.Type.Size() == 8 && r.f.Target.NarrowInduction {
				continue // its 32-bit index stays what the loop counts
			}
			if x != nil && r.l.Blocks[x.Block] && x.Op != Phi && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// derived tells whether x is another candidate plus something invariant: then
// one addition gives it from that one's running sum, without a register of its own.
func (r *reducer) derived(x *Value, list []*Value) bool {
	if x.Op != Add {
		return false
	}
	for i, a := range x.Args {
		if slices.Contains(list, a) && !r.l.Blocks[x.Args[1-i].Block] {
			return true
		}
	}
	return false
}

// candidate is the value worth reducing at v: the address of an access, or a product of two variables.
func candidate(v *Value) *Value {
	switch {
	case v.Op.Accesses():
		return v.Args[0]
	case v.Op == Mul && v.Type.Integer() && !v.Args[1].isConst():
		return v
	}
	return nil
}

// reduce makes a phi that equals x in every iteration, or returns nil.
//
// The step is added at the end of the latch. x itself is not removed here; it dies when nothing uses it.
func (r *reducer) reduce(x *Value) *Value {
	step, ok := r.derivative(x, false)
	if !ok {
		return nil
	}
	first := r.initial(x)
	header := r.l.Header
	phi := &Value{ID: r.f.id(), Op: Phi, Type: x.Type, Block: header, Line: x.Line, Args: make([]*Value, 2)}
	next := &Value{ID: r.f.id(), Op: Add, Type: x.Type, Block: r.latch, Line: x.Line, Args: []*Value{phi, step}}
	phi.Args[r.entry], phi.Args[1-r.entry] = first, next
	header.Values = slices.Insert(header.Values, 0, phi)
	r.latch.Values = append(r.latch.Values, next)
	return phi
}

// derivative is what an iteration adds to x, computed in front of the loop.
// Below a sign extension (nowrap) only signed operations count: these do not wrap.
//
// It is linear: the derivative of a sum is the sum of the derivatives, that of invariant*x the invariant
// times that of x. A product of two variables has no constant step and is refused.
func (r *reducer) derivative(x *Value, nowrap bool) (*Value, bool) {
	if !r.l.Blocks[x.Block] {
		return r.int(x.Type, 0), true
	}
	if nowrap && !x.Type.Signed() {
		return nil, false
	}
	switch x.Op {
	case Phi:
		step := r.steps[x]
		return step, step != nil
	case Add, Sub:
		a, ok := r.derivative(x.Args[0], nowrap)
		b, ok2 := r.derivative(x.Args[1], nowrap)
		if !ok || !ok2 {
			return nil, false
		}
		return r.op(x.Op, x.Type, a, b), true
	case Mul:
		for i, a := range x.Args {
			if !r.l.Blocks[a.Block] {
				d, ok := r.derivative(x.Args[1-i], nowrap)
				if !ok {
					return nil, false
				}
				return r.op(Mul, x.Type, a, d), true
			}
		}
	case Shl:
		if d, ok := r.derivative(x.Args[0], nowrap); ok && x.Args[1].isConst() {
			return r.op(Shl, x.Type, d, x.Args[1]), true
		}
	case Cvt:
		if x.From == S32 && x.Type.Integer() && x.Type.Size() == 8 {
			if d, ok := r.derivative(x.Args[0], true); ok {
				return r.cvt(x.Type, S32, d), true
			}
		}
	}
	return nil, false
}

// initial is x in the first iteration, computed in front of the loop. It
// follows the operations that derivative accepts.
//
// It clones x with the phis replaced by their start values; emit merges and folds what it can.
func (r *reducer) initial(x *Value) *Value {
	if !r.l.Blocks[x.Block] {
		return x
	}
	if x.Op == Phi {
		return x.Args[r.entry]
	}
	v := *x
	v.ID, v.Block, v.Args = 0, nil, make([]*Value, len(x.Args))
	for i, a := range x.Args {
		v.Args[i] = r.initial(a)
	}
	return r.emit(v)
}
