package isa

// preferences guide the choice among free registers as ptxas chooses, where there is room. That
// is why a count of registers is hardly ever the least possible.
type preferences struct {
	room     int                 // registers that may be used for it
	apart    [][]int             // of each register, those that should not share its number
	together map[int][][]Operand // the sources of each instruction that reads a register with others
	from     map[int][]Operand   // the sources of those that set it
}

// preferences finds them. A memory instruction reads its sources some time after it was
// issued, and an instruction that overwrites one of them meanwhile has to wait (a
// write-after-read hazard): these registers are kept apart. The result is nil where the
// instruction set has no such delay.
func (l *lowering) preferences() func(*coloring) *preferences {
	if l.rules.ReadHazard == 0 {
		return nil
	}
	return func(c *coloring) *preferences {
		p := &preferences{room: l.room(), apart: make([][]int, len(c.alias)), together: map[int][][]Operand{}, from: map[int][]Operand{}}
		for _, b := range l.blocks {
			for i, in := range b.code {
				l.poll()
				if l.rules.RegisterBanks {
					p.noteSources(c, in)
				}
				if !in.Op.Accesses() {
					continue
				}
				in.reads(Reg, func(s Operand) {
					for _, next := range b.code[i+1 : min(len(b.code), i+1+l.rules.ReadHazard)] {
						next.writes(Reg, func(d Operand) {
							p.apart[s.N] = append(p.apart[s.N], d.N)
							p.apart[d.N] = append(p.apart[d.N], s.N)
						})
					}
				})
			}
		}
		return p
	}
}

// room is how many registers the code can name without fewer warps being on an SM.
func (l *lowering) room() int { return RegistersOfAllWarps(l.d) - l.rules.ReservedRegisters }

// preferred is the best free register for v within the room, -1 if there is none or nothing is
// preferred. The choice is, in this order:
//
//   - the register of a source of the instruction that sets v, if it is in v's bank
//   - the lowest one of v's bank
//   - the lowest one
//
// It adds to taken the registers that v should keep apart from.
func (c *coloring) preferred(v int, taken bitset, w int) int {
	p := c.prefer
	if p == nil {
		return -1
	}
	for _, u := range c.members(v) {
		for _, o := range p.apart[u] {
			o = c.find(o)
			for i := range c.width(o) {
				if c.colors[o] >= 0 && o != v {
					taken.add(c.colors[o] + i)
				}
			}
		}
	}
	free := func(n int) bool {
		for i := range w {
			if n+i >= p.room || taken.has(n+i) {
				return false
			}
		}
		return true
	}
	if w == 1 {
		bank := c.bank(v)
		for _, s := range p.from[v] {
			if n := c.colors[s.N]; n >= 0 && c.width(s.N) == 1 && free(n) && (bank < 0 || n%2 == bank) {
				return n
			}
		}
		for n := bank; bank >= 0 && n < p.room; n += 2 {
			if free(n) {
				return n
			}
		}
	}
	for n := 0; n+w <= p.room; n += w {
		if free(n) {
			return n
		}
	}
	return -1
}
