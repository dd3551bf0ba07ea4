package ir

import "math"

// demote computes in fp32 what is computed in fp64 for no better reason than that a
// literal is a double: operations on constants and converted float or integer values whose
// result is converted to float again, or compared.
//
//	y = x * 2.1;     (x and y are floats: the product is a double multiplication and two conversions)
//
// It changes results and is only done on request (Target.SingleLiterals), to show what a forgotten f
// costs: fp64 has 1/2 to 1/64 of the throughput of fp32, depending on the device.
func demote(f *Func) {
	if !f.Target.SingleLiterals {
		return
	}
	stray := f.strayDoubles()
	gone := map[*Value]*Value{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case stray[v]:
				for i, a := range v.Args {
					v.Args[i] = f.single(a, stray)
				}
				if v.From == F64 {
					v.From = F32
				}
				if v.Type == F64 {
					v.Type = F32
				}
			case v.Op == Cvt && v.Type == F32 && v.From == F64 && stray[v.Args[0]]:
				gone[v] = v.Args[0]
			}
		}
	}
	f.replace(gone)
	dropDead(f)
	f.analyze()
}

// strayDoubles are the operations that demote finds.
//
// It begins with all candidates and strikes out those that take a true double or give one to somebody
// else, until nothing changes: the greatest set that is closed.
func (f *Func) strayDoubles() map[*Value]bool {
	stray := map[*Value]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Type == F64 && v.arithmetic() || v.Op == Setp && v.From == F64 {
				stray[v] = true
			}
		}
	}
	for again := true; again; {
		again = false
		refuse := func(v *Value) {
			if stray[v] {
				delete(stray, v)
				again = true
			}
		}
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				for _, a := range v.Args {
					if a.Type == F64 && stray[v] && !stray[a] && !a.exactAsSingle() {
						refuse(v)
					}
					if !stray[v] && !(v.Op == Cvt && v.Type == F32) {
						refuse(a)
					}
				}
			}
		}
	}
	return stray
}

// arithmetic is true for the operations that fp32 has as well, conversions of integers among them.
func (v *Value) arithmetic() bool {
	return v.Op.has(narrows) || v.Op == Cvt && v.From.Integer()
}

// exactAsSingle is true for a double that a program would have written as a float.
func (v *Value) exactAsSingle() bool {
	return v.isConst() || v.Op == Cvt && v.From == F32
}

// single is an argument of a demoted operation as a float.
func (f *Func) single(a *Value, stray map[*Value]bool) *Value {
	switch {
	case a.Type != F64 || stray[a]:
		return a
	case a.isConst():
		return f.constant(F32, uint64(math.Float32bits(float32(math.Float64frombits(a.Imm)))))
	}
	return a.Args[0]
}
