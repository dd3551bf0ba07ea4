package scalar

// A load followed by p += distance, as in *p++, is one instruction: register c holds the distance. This pass works on the emitted
// instructions of a block, before its branch is emitted, because it needs the registers: p's old and new value must share one.

// increments maps a load to its form with increment.
var increments = map[opcode]opcode{opLoad4: opLoadUp4, opLoad8: opLoadUp8}

// increment fuses the loads of the last block, which begins at instruction from, with the sums that step their addresses.
func (t *translator) increment(from int) {
	for i := from; i < len(t.p.code); i++ {
		load := &t.p.code[i]
		up, ok := increments[load.op]
		if !ok || load.dst == load.a {
			continue
		}
		j := t.step(i)
		if j < 0 {
			continue
		}
		load.op, load.c = up, t.p.code[j].b
		t.p.code = append(t.p.code[:j], t.p.code[j+1:]...)
	}
}

// step returns the index of the sum that steps the address of load i, or -1. Fusing moves the sum up to the load, so nothing in between
// may use the address or set the distance. Stores have no destination: their dst is not a register that is set.
func (t *translator) step(i int) int {
	address := t.p.code[i].a
	for j := i + 1; j < len(t.p.code); j++ {
		in := &t.p.code[j]
		if in.op == opAddD && in.dst == address && in.a == address {
			for _, k := range t.p.code[i : j+1] { // is the distance known at the load already?
				if k.dst == in.b && k.op != opStore1 && k.op != opStore2 && k.op != opStore4 && k.op != opStore8 && in.b != 0 {
					return -1
				}
			}
			return j
		}
		if !in.op.plain() || in.dst == address || in.a == address || in.b == address || in.c == address {
			return -1
		}
	}
	return -1
}

// plain reports whether an instruction uses no registers but a, b, c and dst, and does not jump.
func (op opcode) plain() bool {
	switch op {
	case opLoadMany, opStoreMany, opAtom, opCall, opLaunch, opInvoke, opAssert, opMath, opGeneral, opWhole, opResult, opJump, opBranch,
		opReturn, opCount:
		return false
	}
	return op < opIfSW
}
