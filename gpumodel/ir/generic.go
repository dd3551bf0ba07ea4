package ir

// A window is where a space of 32 bits lies among the generic addresses, which have 64. Its low word is 0, so that
// the low word of a generic address is the address in the window. No array lies there: a device
// has less memory.
const (
	SharedWindow = 0x7e00_0000_0000
	LocalWindow  = 0x7f00_0000_0000
	windowBytes  = 1 << 32
)

var windows = map[Space]uint64{Shared: SharedWindow, Local: LocalWindow}

// Window tells whether a space is one of those that a generic address is in by its value.
func (s Space) Window() bool { return s == Shared || s == Local }

// Meets tells whether accesses of the two spaces may meet in one word.
func (s Space) Meets(t Space) bool {
	return s == t || s == Generic && t != Const || t == Generic && s != Const
}

// SpaceOf is the space that a generic address lies in.
func SpaceOf(address uint64) Space {
	switch address / windowBytes {
	case SharedWindow / windowBytes:
		return Shared
	case LocalWindow / windowBytes:
		return Local
	}
	return Global
}

// inferSpaces finds the generic addresses that can lie in one space only, as LLVM's pass of this name does, and
// makes their accesses ones of that space. A pointer that was kept in an array is such a one, once the array is in
// registers.
func inferSpaces(f *Func) {
	if !f.has(func(v *Value) bool { return v.Op.Accesses() && v.Space == Generic }) {
		return
	}
	f.analyze()
	e := &emitter{f: f, numbers: map[valueKey][]*Value{}}
	f.rewrite(e, map[*Value]*Value{}, func(v *Value) *Value {
		if v.Op.Accesses() && v.Space == Generic {
			switch s := pointsTo(v.Args[0], map[*Value]bool{}); {
			case s == Global:
				v.Space = Global
			case s.Window() && (!f.Host || v.Args[0].framed()):
				v.Space, v.Args[0] = s, e.inWindow(v.Args[0])
			}
		}
		return e.append(v)
	})
	number(f)
}

// framed tells whether an address is a sum whose base is that of a local variable. Where frames lie on a host's stack is not known
// before it runs, so the low word of any other address says nothing of the place in the frame.
func (v *Value) framed() bool {
	switch v.Op {
	case Cvta:
		return true
	case Add:
		return v.Args[0].framed() != v.Args[1].framed()
	case Sub:
		return v.Args[0].framed() && !v.Args[1].framed()
	}
	return false
}

// has tells whether the test holds for a value.
func (f *Func) has(test func(v *Value) bool) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if test(v) {
				return true
			}
		}
	}
	return false
}

// pointsTo is the space that all ways lead to on which a generic address v came about; Generic if there are
// several or it is not known, and NoSpace for a null. In a loop the address itself is one of the ways.
func pointsTo(v *Value, seen map[*Value]bool) Space {
	if v.isConst() || seen[v] {
		return NoSpace
	}
	seen[v] = true
	ways := v.Args
	switch v.Op {
	case Cvta:
		return Space(v.Imm)
	case ParamValue, GlobalAddr:
		return v.Space
	case Phi:
	case Selp:
		ways = v.Args[1:]
	case Add, Sub:
		for _, a := range v.Args {
			if provenance(a, map[*Value]bool{}) != NoSpace {
				return pointsTo(a, seen)
			}
		}
		return Generic
	default:
		return Generic
	}
	all := NoSpace
	for _, a := range ways {
		switch s := pointsTo(a, seen); {
		case s == NoSpace || s == all:
		case all == NoSpace:
			all = s
		default:
			return Generic
		}
	}
	return all
}

// inWindow is the address in its window of a generic address.
func (e *emitter) inWindow(x *Value) *Value {
	switch x.Op {
	case Cvta:
		return x.Args[0]
	case Add, Sub:
		return e.op(x.Op, U32, e.inWindow(x.Args[0]), e.inWindow(x.Args[1]))
	}
	if x.isConst() {
		return e.constant(U32, U32.wrap(x.Imm))
	}
	return e.cvt(U32, x.Type, x)
}

// placeGenerics makes sums of the generic addresses: that of a window's start, and the address in it.
func placeGenerics(f *Func) {
	isCvta := func(v *Value) bool { return v.Op == Cvta }
	if !f.has(isCvta) {
		return
	}
	f.analyze()
	e, placed := &emitter{f: f, numbers: map[valueKey][]*Value{}}, map[*Value]*Value{}
	f.rewrite(e, placed, func(v *Value) *Value {
		if !isCvta(v) {
			return e.append(v)
		}
		x := e.cvt(v.Type, U32, v.Args[0])
		return e.op(Add, v.Type, x, e.constant(v.Type, windows[Space(v.Imm)]))
	})
	f.replace(placed)
	dropDead(f)
}
