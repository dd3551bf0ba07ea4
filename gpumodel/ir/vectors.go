package ir

import (
	"math/bits"
	"slices"
)

// joinLoads makes one vector access of loads of neighbouring words of shared memory in a
// block, where the address is known to be aligned for it, as nvcc's load-store
// vectoriser does: As[ty][k] and the three words behind it are one LDS.128 in a row
// of 16 words, and four LDS in one of 17.
//
// ptxas does this for shared memory only; global loads are joined by nobody (NVRTC 12.9), so that float4 must
// be written in the source. Loads wait in groups until an effect may change what they read; then close makes
// vectors of the neighbours among them, at the place of the first.
func joinLoads(f *Func) {
	if !f.Target.JoinsLoads {
		return
	}
	for _, b := range f.Blocks {
		j := &joiner{f: f, vectors: map[*Value][]*Value{}, inside: map[*Value]element{}}
		for _, v := range b.Values {
			switch {
			case v.Op == Load && v.Space == Shared && !v.Volatile && v.Lanes <= 2 && v.Mem.Size() == 4:
				j.add(v)
			case v.Effect():
				j.groups = slices.DeleteFunc(j.groups, func(g []*Value) bool {
					hit := f.mayOverwrite(v, g[0])
					if hit {
						j.close(g)
					}
					return hit
				})
			}
		}
		for _, g := range j.groups {
			j.close(g)
		}
		j.rewrite(b)
	}
}

type joiner struct {
	f       *Func
	groups  [][]*Value          // loads of one base that can stand side by side
	vectors map[*Value][]*Value // what stands in the place of a load
	inside  map[*Value]element
}

// add puts a load into the group of its base.
func (j *joiner) add(v *Value) {
	for i, g := range j.groups {
		if g[0].Args[0] == v.Args[0] && g[0].Mem == v.Mem && g[0].Type == v.Type {
			j.groups[i] = append(g, v)
			return
		}
	}
	j.groups = append(j.groups, []*Value{v})
}

// close makes vectors of a group.
//
// An access of n bytes must be aligned to n bytes, so that n is 8 or 16, and the base and the offset must
// both be multiples of it. From each word it takes the longest run that fits.
func (j *joiner) close(group []*Value) {
	if len(group) < 2 {
		return
	}
	first := slices.Clone(group) // in the order of the code
	slices.SortStableFunc(group, func(a, b *Value) int { return int(int64(a.Imm) - int64(b.Imm)) })
	align := alignment(group[0].Args[0])
	for i := 0; i < len(group); {
		n, bytes := 1, group[i].bytes()
		for i+n < len(group) && int64(group[i+n].Imm) == int64(group[i].Imm)+int64(bytes) && bytes+group[i+n].bytes() <= widest {
			bytes += group[i+n].bytes()
			n++
		}
		for at := group[i].Imm; n > 1 && (bytes&(bytes-1) != 0 || at%uint64(bytes) != 0 || align < uint64(bytes)); {
			n--
			bytes -= group[i+n].bytes()
		}
		if n > 1 {
			j.join(group[i:i+n], first)
		}
		i += n
	}
}

// widest is the largest access of a thread, in bytes.
const widest = 16

// join makes one access of neighbours, in the place of the one that comes first.
func (j *joiner) join(words, order []*Value) {
	at := slices.IndexFunc(order, func(v *Value) bool { return slices.Contains(words, v) })
	lead := order[at]
	v := *words[0]
	v.ID, v.Lanes = j.f.id(), 0
	v.Line, v.Col = lead.Line, lead.Col
	code := []*Value{&v}
	for _, w := range words {
		if w.Lanes > 0 { // its elements are elements of the larger one
			j.inside[w] = element{&v, uint64(v.Lanes)}
			v.Lanes += w.Lanes
		} else {
			*w = Value{ID: w.ID, Op: Extract, Type: w.Type, Imm: uint64(v.Lanes), Args: []*Value{&v}, Block: w.Block, Line: w.Line, Col: w.Col}
			code = append(code, w)
			v.Lanes++
		}
		j.vectors[w] = nil
	}
	j.vectors[lead] = code
}

// An element is where a vector stands in a larger one.
type element struct {
	of *Value
	at uint64
}

// rewrite puts the vectors into the block.
func (j *joiner) rewrite(b *Block) {
	if len(j.vectors) == 0 {
		return
	}
	var values []*Value
	for _, v := range b.Values {
		if code, ok := j.vectors[v]; ok {
			values = append(values, code...)
			continue
		}
		values = append(values, v)
	}
	b.Values = values
	for _, other := range j.f.Blocks {
		for _, v := range other.Values {
			if v.Op != Extract {
				continue
			}
			if e, ok := j.inside[v.Args[0]]; ok {
				v.Args[0], v.Imm = e.of, e.at+v.Imm
			}
		}
	}
}

// alignment is the largest power of two, up to 16, that is known to divide an address of
// shared memory.
//
// It is the greatest power of two that divides every term of the form; a factor of 2^k makes a term a
// multiple of 2^k whatever the variable is. Or-ing the factors keeps their lowest set bit.
func alignment(address *Value) uint64 {
	f := form{}
	f.add(address, 1, false, address.Type)
	all := uint64(16)
	for t, factor := range f {
		switch {
		case t.v != nil && t.w == nil && t.v.Op == SharedAddr:
			factor *= int64(t.v.Imm)
		case t.v != nil && t.w == nil && t.v.Op == Phi:
			factor *= countsBy(t.v)
		}
		all |= uint64(factor)
	}
	return 1 << bits.TrailingZeros64(all)
}

// countsBy is a number that always divides a phi: it divides the initial value and the step.
// It is 1 if these are not known.
func countsBy(phi *Value) int64 {
	all := uint64(0)
	for _, a := range phi.Args {
		step := form{}
		step.add(a, 1, false, a.Type)
		step.plus(term{v: phi}, -1, a.Type)
		switch {
		case a.isConst():
			all |= a.Imm
		case len(step) == 1 && step[term{}] != 0:
			all |= uint64(step[term{}])
		default:
			return 1
		}
	}
	return 1 << min(bits.TrailingZeros64(all), 4)
}
