package ir

// stripConstants moves constant addends of addresses into the offsets of their
// loads and stores, so that accesses that differ by a constant share a base.
//
// An offset is free in an access, and fewer different bases mean fewer additions and registers:
//
//	%rd1 = add.s64 i, 1                       %rd2 = shl.b64 i, 2
//	%rd2 = shl.b64 %rd1, 2            ->      %rd3 = add.u64 a, %rd2
//	%rd3 = add.u64 a, %rd2                    ld.global.f32 [%rd3+4]
//	ld.global.f32 [%rd3]
//
// The old sums die unless something else uses them.
func stripConstants(f *Func) { strip(f, false) }

// placeVariables does the same for the addresses of shared and local variables:
// these are constants too, so that arrays with the same index share a base.
//
// As[ty][tx] and Bs[ty][tx] then read [%r1] and [%r1+1024].
func placeVariables(f *Func) { strip(f, true) }

func strip(f *Func, variables bool) {
	f.analyze()
	s := &stripper{emitter: emitter{f: f, numbers: map[valueKey][]*Value{}}, variables: variables}
	f.rewrite(&s.emitter, map[*Value]*Value{}, func(v *Value) *Value {
		if v.Op.Accesses() {
			base, offset := s.split(v.Args[0], false)
			v.Args[0] = base
			v.Imm += uint64(offset)
		}
		// Everything goes through append, not add: replacing is number's task.
		if v.Pure() && v.Op != Phi {
			k := v.key()
			s.numbers[k] = append(s.numbers[k], v)
		}
		return s.append(v)
	})
	number(f)
}

type stripper struct {
	emitter
	variables bool
}

// split is x as a sum of a value and a constant. Signed values below an
// extension (nowrap) are split only where C promises that nothing overflows.
//
// The reason: (long)(i + 1) is (long)i + 1 for an int i, whose overflow is undefined, and not for an
// unsigned i, which wraps at 32 bits. nvcc (NVRTC 12.9) also needs an addition of its own for a[u+1].
func (s *stripper) split(x *Value, nowrap bool) (base *Value, offset int64) {
	// The base of a constant is 0 and not nil, so that callers can build sums of it; addRule removes it.
	if x.isConst() {
		return s.int(x.Type, 0), x.intConst()
	}
	if (x.Op == SharedAddr || x.Op == LocalAddr) && s.variables {
		return s.int(x.Type, 0), int64(x.Imm)
	}
	if nowrap && x.Type != S32 {
		return x, 0
	}
	switch x.Op {
	case Add, Sub:
		a, c := s.split(x.Args[0], nowrap)
		b, d := s.split(x.Args[1], nowrap)
		if a == x.Args[0] && b == x.Args[1] {
			return x, 0
		}
		if x.Op == Sub {
			d = -d
		}
		return s.op(x.Op, x.Type, a, b), c + d
	case Shl:
		if k := x.Args[1]; k.isConst() && k.Imm < 32 {
			return s.scaled(x, 1<<k.Imm, nowrap)
		}
	case Mul:
		if k := x.Args[1]; k.isConst() {
			return s.scaled(x, k.intConst(), nowrap)
		}
	case Cvt:
		if x.From == S32 && x.Type.Size() == 8 && x.Type.Integer() && x.Args[0].Type == S32 {
			if a, c := s.split(x.Args[0], true); c != 0 {
				return s.cvt(x.Type, S32, a), c
			}
		}
	}
	return x, 0
}

// scaled splits a product or shift by a constant.
func (s *stripper) scaled(x *Value, by int64, nowrap bool) (*Value, int64) {
	a, c := s.split(x.Args[0], nowrap)
	if c == 0 {
		return x, 0
	}
	return s.op(x.Op, x.Type, a, x.Args[1]), c * by
}
