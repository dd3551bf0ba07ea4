package ir

import "slices"

// promoteLocals turns local variables whose accesses all have constant addresses into values: what is left of
// arrays once the loops over them are written out. LLVM calls it SROA; a variable whose address goes anywhere but into
// loads and stores, or is indexed by something that stays unknown, remains in local memory.
func promoteLocals(f *Func) {
	if len(f.Locals) == 0 {
		return
	}
	p := &promoter{f: f, places: map[*Value]place{}, vars: make([]localUse, len(f.Locals))}
	p.collect()
	replaced, gone := map[*Value]*Value{}, map[*Value]bool{}
	var kept []Var
	for i := range f.Locals {
		if u := &p.vars[i]; u.fits() {
			p.promote(u, replaced, gone)
		} else {
			kept = append(kept, f.Locals[i])
		}
	}
	if len(kept) == len(f.Locals) {
		return
	}
	f.replace(replaced)
	for _, b := range f.Blocks {
		b.Values = slices.DeleteFunc(b.Values, func(v *Value) bool { return gone[v] })
	}
	number(f)
	f.placeLocals(kept)
}

// A place is an address in a local variable.
type place struct {
	variable int
	offset   int64
}

// A localUse is how a variable in local memory is used.
type localUse struct {
	escapes  bool
	accesses []*Value
	offsets  []int64 // of the accesses
}

// A promoter looks for the local variables that can be values.
type promoter struct {
	f      *Func
	places map[*Value]place // addresses that are constants
	vars   []localUse
}

// collect notes the uses of the addresses of all variables.
func (p *promoter) collect() {
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if v.Op == LocalAddr {
				for i, x := range p.f.Locals {
					if int(v.Imm) == x.Offset {
						p.places[v] = place{i, 0}
					}
				}
				continue
			}
			p.use(v)
		}
		if at, ok := p.places[b.Cond]; ok {
			p.vars[at.variable].escapes = true
		}
	}
}

// use notes what v does with addresses of local variables.
func (p *promoter) use(v *Value) {
	for i, a := range v.Args {
		at, ok := p.places[a]
		if !ok {
			if v.Op == Phi { // a back edge: the address is not known yet
				p.escapeLater(a)
			}
			continue
		}
		u := &p.vars[at.variable]
		switch {
		case v.Op == Add && i == 0 && v.Args[1].isConst():
			p.places[v] = place{at.variable, at.offset + v.Args[1].intConst()}
		case v.Op == Cvta:
			p.places[v] = at
		case (v.Op == Load || v.Op == Store) && i == 0 && !v.Volatile && p.within(at, v):
			u.accesses = append(u.accesses, v)
			u.offsets = append(u.offsets, at.offset+int64(v.Imm))
		default:
			u.escapes = true
		}
	}
}

// escapeLater gives up the variable that the argument a of a phi leads to.
func (p *promoter) escapeLater(a *Value) {
	for a.Op == Add || a.Op == Cvta {
		a = a.Args[0]
	}
	if at, ok := p.places[a]; ok {
		p.vars[at.variable].escapes = true
	}
}

// within tells whether an access lies in its variable.
func (p *promoter) within(at place, v *Value) bool {
	offset := at.offset + int64(v.Imm)
	return offset >= 0 && offset+int64(v.bytes()) <= int64(p.f.Locals[at.variable].Size)
}

// fits tells whether every access is of one word, or several, which all others see as the same words.
func (u *localUse) fits() bool {
	if u.escapes {
		return false
	}
	size := map[int64]int{} // of the word that begins there
	taken := map[int64]int64{}
	for i, v := range u.accesses {
		n := v.Mem.Size()
		for lane := range max(1, v.Lanes) {
			at := u.offsets[i] + int64(lane*n)
			if size[at] != 0 && size[at] != n {
				return false
			}
			size[at] = n
			for k := range int64(n) {
				if from, ok := taken[at+k]; ok && from != at {
					return false
				}
				taken[at+k] = at
			}
		}
	}
	return len(size) <= maxRegisterArray
}

// promote replaces the loads of a variable by what was stored.
func (p *promoter) promote(u *localUse, replaced map[*Value]*Value, gone map[*Value]bool) {
	offset := map[*Value]int64{}
	stored := map[int64]*Value{}
	words := []int64{}
	note := func(at int64, v *Value) {
		if _, ok := stored[at]; !ok {
			words = append(words, at)
			stored[at] = nil
		}
		if stored[at] == nil {
			stored[at] = v
		}
	}
	for i, v := range u.accesses {
		offset[v], gone[v] = u.offsets[i], true
		for lane := range max(1, v.Lanes) {
			at := u.offsets[i] + int64(lane*v.Mem.Size())
			if v.Op == Store {
				note(at, v.Args[1+lane])
			} else {
				note(at, nil)
			}
		}
	}
	for _, at := range words {
		like := stored[at]
		if like == nil { // it is never written
			like = p.f.constant(U32, 0)
		}
		p.promoteWord(at, like, offset, replaced)
	}
}

// promoteWord replaces the loads of the word at an offset. like is one of the values that are stored there.
func (p *promoter) promoteWord(at int64, like *Value, offset map[*Value]int64, replaced map[*Value]*Value) {
	// lane is the number of the word within an access, -1 if it is not in it.
	lane := func(v *Value) int {
		from, ok := offset[v]
		n := int64(v.Mem.Size())
		if !ok || at < from || at >= from+n*int64(max(1, v.Lanes)) {
			return -1
		}
		return int((at - from) / n)
	}
	ends := map[*Block]*Value{}
	for _, b := range p.f.Blocks {
		for _, v := range b.Values {
			if v.Op == Store {
				if k := lane(v); k >= 0 {
					ends[b] = p.as(like.Type, v.Args[1+k], b, v)
				}
			}
		}
	}
	r := newReaching(p.f, &Value{Type: like.Type, Space: like.Space, Line: like.Line, Col: like.Col}, ends)
	for _, b := range p.f.Blocks {
		var now *Value
		for _, v := range slices.Clone(b.Values) {
			from := v
			if v.Op == Extract {
				from = v.Args[0]
			}
			k := lane(from)
			switch {
			case k < 0 || from == v && v.Op == Load && v.Lanes > 0 || v.Op == Extract && int(v.Imm) != k:
			case v.Op == Store:
				now = p.as(like.Type, v.Args[1+k], b, v)
			default:
				if now == nil {
					now = r.atStart(b)
				}
				if from.Mem.Size() < 4 { // the register may hold more
					replaced[v] = p.insert(Value{Op: Cvt, Type: v.Type, From: from.Mem, Args: []*Value{now}}, b, v)
					continue
				}
				replaced[v] = p.as(v.Type, now, b, v)
			}
		}
	}
}

// as is x as a value of type t, whose bits are the same, in front of u.
func (p *promoter) as(t Type, x *Value, b *Block, u *Value) *Value {
	if x.Type.class() == t.class() {
		return x
	}
	if x.isConst() {
		return p.f.constant(t, x.Imm)
	}
	return p.insert(Value{Op: Bitcast, Type: t, Args: []*Value{x}}, b, u)
}

// insert puts v in front of u.
func (p *promoter) insert(v Value, b *Block, u *Value) *Value {
	v.ID, v.Block, v.Line, v.Col = p.f.id(), b, u.Line, u.Col
	b.Values = slices.Insert(b.Values, slices.Index(b.Values, u), &v)
	return &v
}

// placeLocals lays out the local variables that are left.
func (f *Func) placeLocals(vars []Var) {
	moved := map[uint64]uint64{}
	f.LocalBytes = 0
	for i, v := range vars {
		offset := alignUp(f.LocalBytes, min(16, v.Offset&-v.Offset)) // as aligned as it was
		moved[uint64(v.Offset)] = uint64(offset)
		vars[i].Offset = offset
		f.LocalBytes = alignUp(offset+v.Size, 4)
	}
	f.Locals = vars
	for _, v := range f.Blocks[0].Values {
		if v.Op == LocalAddr {
			delete(f.leaves, leafKey{v.Op, v.Type, v.Imm})
			v.Imm = moved[v.Imm]
		}
	}
	for _, v := range f.Blocks[0].Values {
		if v.Op == LocalAddr {
			f.leaves[leafKey{v.Op, v.Type, v.Imm}] = v
		}
	}
}
