package flow

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// A ClockLoop waits for the clock, as every example of streams does:
//
//	long long start = clock64();
//	while (clock64() - start < clocks);
//
// Its body is straight code that computes from the clock and from what does not change, and leaves nothing to the next iteration.
// It ends by a comparison of the clock, plus or minus something that does not change, with something that does not change. So an
// iteration differs from the one before in the clock alone, and how many are to come is a division away.
type ClockLoop struct {
	Head, Latch int // the first instruction, and the branch back to it
	Test        int // the comparison
	Moving      int // its operand that follows the clock, 0 or 1
	Falls       bool
	Timed       bool   // by nanoseconds
	Wraps       []Wrap // what must not happen meanwhile
}

// A Wrap is where a value of 32 bits becomes one of 64, which falls back when the 32 bits are full: the clock or its
// negative, and the sum of terms.
type Wrap struct {
	Terms  []Term
	Falls  bool
	Signed bool
}

// A Term is an operand that does not change in the loop.
type Term struct {
	PC      int
	Operand int
	Minus   bool
}

// ClockLoops finds the loops that wait for the clock, by the branch back to their head.
func (c *Code) ClockLoops() map[int]*ClockLoop {
	loops := map[int]*ClockLoop{}
	for pc := range c.Instructions {
		if in := &c.Instructions[pc]; in.Kind == isa.Branch && in.Target <= pc && in.Guard.Kind == isa.Pred {
			if l := c.clockLoop(in.Target, pc); l != nil {
				loops[pc] = l
			}
		}
	}
	return loops
}

// TimeReads finds the instructions that read when something happens, or on which SM. timed is false if they only wait
// until the clock has gone on: a loop that waits for the clock needs the time from which it waits, so one read of the
// clock beside it may belong to it.
func (c *Code) TimeReads(loops map[int]*ClockLoop) (reads []int, timed bool) {
	ofClock := 0
	for pc := range c.Instructions {
		in, waits := &c.Instructions[pc], false
		for _, l := range loops {
			waits = waits || l.Head <= pc && pc <= l.Latch
		}
		if waits || !in.Special(ir.Scheduled) {
			continue
		}
		reads = append(reads, pc)
		if in.Special(ir.Time) {
			ofClock++
		}
	}
	return reads, ofClock > len(loops) || len(reads) > ofClock
}

// A slope is how a value of an iteration follows the clock.
type slope uint8

const (
	irregular slope = iota // in no way that is known
	constant
	rising // by a clock each clock
	falling
)

// A clockValue is the slope of a value that fills so many registers: the clock or its negative, and the sum of terms.
type clockValue struct {
	slope
	registers int
	terms     []Term
	timed     bool // it counts nanoseconds
}

// clockAnalysis is the analysis of one loop.
type clockAnalysis struct {
	*Code
	*ClockLoop
	written map[int]bool
	set     map[int]clockValue // by the instructions so far
}

// clockLoop is the loop from head to latch if it waits for the clock, nil otherwise.
func (c *Code) clockLoop(head, latch int) *ClockLoop {
	a := &clockAnalysis{c, &ClockLoop{Head: head, Latch: latch, Test: -1}, map[int]bool{}, map[int]clockValue{}}
	for pc := head; pc <= latch; pc++ {
		in := &c.Instructions[pc]
		if pc > head && len(c.Predecessors[pc]) != 1 || pc < latch && (in.Control() || in.Guard.Kind != isa.None || !in.Op.Pure()) {
			return nil
		}
		for r := range in.Results {
			a.written[in.ResultSlot+r] = true
		}
	}
	for pc := head; pc < latch; pc++ {
		if !a.follow(&c.Instructions[pc]) {
			return nil
		}
	}
	if a.Test < 0 {
		return nil
	}
	return a.ClockLoop
}

// follow goes on behind an instruction. It is false if the loop is none that waits for the clock.
func (a *clockAnalysis) follow(in *Instruction) bool {
	for _, slot := range in.Sources {
		if _, ok := a.set[slot]; a.written[slot] && !ok {
			return false // an iteration leaves it to the next one
		}
	}
	v := a.result(in)
	for r := range in.Results {
		a.set[in.ResultSlot+r] = clockValue{}
	}
	if in.Results > 0 {
		v.registers = in.Results
		a.set[in.ResultSlot] = v
	}
	if in.ResultSlot == a.Instructions[a.Latch].GuardSlot {
		a.Test = -1
		if a.ordered(in) {
			a.Test = in.PC
		}
		return true
	}
	// What is compared must still be there at the end of the iteration.
	return a.Test < 0 || !slices.ContainsFunc(a.Instructions[a.Test].Sources, in.writes)
}

// result is how the result of an instruction follows the clock.
func (a *clockAnalysis) result(in *Instruction) clockValue {
	moves := in.Op == ir.Cvt && in.Type == in.From
	if o := in.Src[0]; moves && o.Kind == isa.SpecialReg && !o.Modified() && ir.Time(o.N) {
		return clockValue{slope: rising, timed: o.N == ir.GlobalTimer}
	}
	x := a.operand(in, 0)
	switch {
	case !in.Type.Integer():
	case moves:
		return x
	case in.Op == ir.Cvt && x.follows() && in.From.Integer() && in.From.Size() == 4 && in.Type.Size() == 8:
		a.Wraps = append(a.Wraps, Wrap{x.terms, x.slope == falling, in.From.Signed()})
		return clockValue{slope: x.slope}
	case (in.Op == ir.Add || in.Op == ir.Sub) && in.Src[2].Kind == isa.None:
		y, minus := a.operand(in, 1), in.Op == ir.Sub
		switch {
		case x.follows() && y.slope == constant:
			return clockValue{slope: x.slope, terms: append(slices.Clone(x.terms), Term{in.PC, 1, minus}), timed: x.timed}
		case y.follows() && x.slope == constant:
			if minus {
				y = y.negative()
			}
			return clockValue{slope: y.slope, terms: append(slices.Clone(y.terms), Term{in.PC, 0, false}), timed: y.timed}
		}
	}
	return clockValue{}
}

// follows reports whether a value goes with the clock or against it.
func (v clockValue) follows() bool { return v.slope == rising || v.slope == falling }

// negative is what the negative of a value does.
func (v clockValue) negative() clockValue {
	switch v.slope {
	case rising:
		v.slope = falling
	case falling:
		v.slope = rising
	}
	v.terms = slices.Clone(v.terms)
	for i := range v.terms {
		v.terms[i].Minus = !v.terms[i].Minus
	}
	return v
}

// operand is how operand i of an instruction follows the clock.
func (a *clockAnalysis) operand(in *Instruction, i int) clockValue {
	o := in.Src[i]
	v := clockValue{}
	switch o.Kind {
	case isa.Imm, isa.ParamMem, isa.ConstMem, isa.DimMem:
		v.slope = constant
	case isa.SpecialReg:
		if !ir.Changes(o.N) {
			v.slope = constant
		}
	case isa.Reg:
		slot := a.Files.Slot(o)
		if !a.written[slot] && (in.Spans[i] < 2 || !a.written[slot+1]) {
			v.slope = constant
		} else if x := a.set[slot]; x.registers == max(1, in.Spans[i]) {
			v = x
		}
	}
	switch {
	case o.Abs && v.slope != constant:
		return clockValue{}
	case o.Neg:
		return v.negative()
	}
	return v
}

// ordered reports whether an instruction compares what follows the clock with what does not change, by size.
func (a *clockAnalysis) ordered(in *Instruction) bool {
	if in.Op != ir.Setp || in.Joins != 0 || !in.From.Integer() || in.From.Size() < 4 || in.Cmp == ir.EQ || in.Cmp == ir.NE {
		return false
	}
	x, y := a.operand(in, 0), a.operand(in, 1)
	switch {
	case x.follows() && y.slope == constant:
		a.Moving, a.Falls, a.Timed = 0, x.slope == falling, x.timed
	case y.follows() && x.slope == constant:
		a.Moving, a.Falls, a.Timed = 1, y.slope == falling, y.timed
	default:
		return false
	}
	return true
}
