package ir

import (
	"maps"
	"slices"
)

// A Part selects which work of a kernel is kept. Comparing the times of the parts shows what the
// kernel waits for: the experiment of Micikevicius (Analysis-Driven Optimization, SC10)
// without a change of the source.
type Part uint8

const (
	// Whole is the kernel as it is.
	Whole Part = iota
	// MemoryOnly keeps the accesses to device memory and all that their addresses and the
	// control flow need. A loaded value is waited for where it was first used; constants
	// are stored, and are the operands of atomics. Arithmetic and shared memory are removed. Barriers stay, because they
	// decide which accesses are in flight together.
	MemoryOnly
	// MathOnly removes the accesses to device memory, atomics among them. Instead of a loaded
	// value, or of an atomic's result, stands threadIdx.x, converted once. A stored value and an
	// atomic's operands are still computed, and compared, as for a store under a condition that
	// never holds. Loads and atomics stay if remaining addresses or the control flow depend on them.
	MathOnly
)

// take leaves a part of the function.
func take(f *Func) {
	switch f.Target.Part {
	case MemoryOnly:
		f.memoryOnly()
	case MathOnly:
		f.mathOnly()
	default:
		return
	}
	dropDead(f)
	f.analyze()
}

// device is true for an access of device memory, local memory apart.
func (v *Value) device() bool {
	return v.Op == Tex || v.Op.Accesses() && (v.Space == Global || v.Space == Generic || v.Space == NoSpace)
}

// deciding are the values that addresses of device memory (with addresses) and the
// flow of control come from.
//
// The set is closed: with a value it has the value's arguments, and with a load of shared memory the stores
// that may feed it, which is repeated until nothing is new.
func (f *Func) deciding(addresses bool) map[*Value]bool {
	need := map[*Value]bool{}
	var mark func(v *Value)
	mark = func(v *Value) {
		if need[v] {
			return
		}
		need[v] = true
		for _, a := range v.Args {
			mark(a)
		}
	}
	for _, b := range f.Blocks {
		if b.Cond != nil {
			mark(b.Cond)
		}
		for _, v := range b.Values {
			switch {
			case v.puts() && addresses:
				mark(v.Args[0])
			case v.device() && addresses:
				for _, a := range v.Args {
					mark(a)
				}
			}
		}
	}
	for f.markWriters(need, mark) {
	}
	return need
}

// markWriters marks the stores to shared and local memory that marked loads may read,
// with the barriers between them, and reports whether there were new ones.
func (f *Func) markWriters(need map[*Value]bool, mark func(*Value)) (more bool) {
	var read []Space
	for v := range need {
		if v.Op.Accesses() && v.Op.Reads() && v.Space != Global && !slices.Contains(read, v.Space) {
			read = append(read, v.Space)
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			writes := v.Op.Writes() && v.Space != Global && slices.ContainsFunc(read, v.Space.Meets)
			if barrier := (v.Op == Bar || v.Op == WarpBar) && slices.ContainsFunc(read, Shared.Meets); (writes || barrier) && !need[v] {
				mark(v)
				more = true
			}
		}
	}
	return more
}

// fetches is true for what brings a value from device memory.
func (v *Value) fetches() bool { return v.Op == Tex || v.Op == Load && v.device() }

// puts is true for what changes device memory. An atomic also brings a value.
func (v *Value) puts() bool { return (v.Op == Store || v.Op == Atom) && v.device() }

// eachValue calls do for the values that there are. What do adds to the entry block is not visited: a new
// leaf moves the values there on.
func (f *Func) eachValue(do func(v *Value)) {
	for _, b := range f.Blocks {
		for _, v := range slices.Clone(b.Values) {
			do(v)
		}
	}
}

// memoryOnly removes the arithmetic. A Use stands where a loaded value was first used, so that the warp
// waits for the load at the same place as in the whole kernel.
func (f *Func) memoryOnly() {
	need := f.deciding(true)
	used := map[*Value]bool{}
	f.eachValue(func(v *Value) {
		for _, a := range v.Args {
			used[a] = true
		}
		if v.puts() && !need[v] {
			for _, a := range v.Args[1:] {
				need[f.constant(a.Type, 0)] = true
			}
		}
	})
	for _, b := range f.Blocks {
		var kept []*Value
		awaited, loaded := map[*Value]bool{}, map[*Value]bool{}
		for _, v := range b.Values {
			for _, a := range v.Args { // its first use in this block
				if loaded[a] && !need[a] && !awaited[a] && !need[v] {
					awaited[a] = true
					kept = append(kept, f.use(b, a))
				}
			}
			switch {
			case v.puts() && !need[v]:
				for i := range v.Args[1:] {
					v.Args[i+1] = f.constant(v.Args[i+1].Type, 0)
				}
				kept = append(kept, v)
				loaded[v] = v.Op == Atom && used[v]
			case v.device(), need[v], v.Op == Bar:
				kept = append(kept, v)
				loaded[v] = v.fetches()
			}
		}
		for _, v := range b.Values { // what is used in other blocks alone
			if loaded[v] && !need[v] && !awaited[v] {
				kept = append(kept, f.use(b, v))
			}
		}
		b.Values = kept
	}
}

// mathOnly removes the accesses. The stand-in for a load must be unknown to the compiler: arithmetic on a
// constant would be folded away, so it is threadIdx.x.
func (f *Func) mathOnly() {
	need := f.deciding(false)
	gone := map[*Value]*Value{}
	loaded := map[Type]*Value{}
	instead := func(t Type) *Value {
		if loaded[t] == nil {
			loaded[t] = f.unknown(t)
		}
		return loaded[t]
	}
	f.eachValue(func(v *Value) {
		if brings := v.fetches() || v.puts() && v.Type != Void; brings && !need[v] && v.Lanes == 0 || v.Op == Extract && v.Args[0].fetches() && !need[v.Args[0]] {
			gone[v] = instead(v.Type)
		}
	})
	for _, b := range f.Blocks {
		var kept []*Value
		for _, v := range b.Values {
			switch {
			case v.puts() && !need[v]:
				for _, a := range v.Args[1:] {
					if !a.isConst() {
						kept = append(kept, f.use(b, a))
					}
				}
			case gone[v] != nil:
			default:
				kept = append(kept, v)
			}
		}
		b.Values = kept
	}
	f.replace(gone)
	for _, t := range slices.Sorted(maps.Keys(loaded)) {
		if v := loaded[t]; v.Op == Cvt {
			f.Blocks[0].Values = slices.Insert(f.Blocks[0].Values, f.leading(), v)
		}
	}
}

// unknown is a value of a type that the compiler does not know.
func (f *Func) unknown(t Type) *Value {
	tid := f.leaf(Special, U32, TidX, NoSpace)
	if t == U32 {
		return tid
	}
	return &Value{ID: f.id(), Op: Cvt, Type: t, From: U32, Block: f.Blocks[0], Args: []*Value{tid}}
}

// leading is how many of the first values of the entry block have no arguments.
func (f *Func) leading() int {
	n := 0
	for n < len(f.Blocks[0].Values) && f.Blocks[0].Values[n].Leaf() {
		n++
	}
	return n
}

// use is an instruction that reads v and does nothing.
func (f *Func) use(b *Block, v *Value) *Value {
	return &Value{ID: f.id(), Op: Use, Type: Void, From: v.Type, Block: b, Args: []*Value{v}, Line: v.Line, Col: v.Col}
}
