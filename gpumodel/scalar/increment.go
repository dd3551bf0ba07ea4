package scalar

// A load whose address goes up behind it, as pointers do that run through an array, is one instruction: c is the register with
// the distance. It is the last thing that is done with the instructions of a block.

// increments are the loads with such a form.
var increments = map[opcode]opcode{opLoad4: opLoadUp4, opLoad8: opLoadUp8}

// increment joins loads from instruction number from on with the sums behind them that step their addresses.
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

// step is the sum behind load number i that steps the load's address, if nothing in between needs the address or the
// distance; otherwise -1.
func (t *translator) step(i int) int {
	address := t.p.code[i].a
	for j := i + 1; j < len(t.p.code); j++ {
		in := &t.p.code[j]
		if in.op == opAddD && in.dst == address && in.a == address {
			for _, k := range t.p.code[i : j+1] { // the distance is there at the load already
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

// plain tells whether an instruction names all its registers by a, b, c and dst.
func (op opcode) plain() bool {
	switch op {
	case opLoadMany, opStoreMany, opAtom, opCall, opLaunch, opInvoke, opAssert, opMath, opGeneral, opWhole, opResult, opJump, opBranch, opReturn, opCount:
		return false
	}
	return op < opIfSW
}
