package isa

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// maxRounds ends a search that makes no room any more; those of the tests take less
// than ten.
const maxRounds = 200

// assignRegisters names the registers. Where more values live than there are registers, some are
// spilled to local memory or rematerialised. Each round colors anew. A round that finds no coloring
// although the pressure is low enough (pairs need aligned registers) makes the next one aim for
// less. So does a round in which nothing can be taken out any more. The rounds end because
// temporaries of spill code live for a few instructions only.
func (l *lowering) assignRegisters() error {
	var first []int
	if l.tid.Kind == Reg {
		first = []int{l.tid.N} // the hardware's choice is $r0
	}
	limit := max(l.d.MaxRegisters, l.rules.LeastRegisters) - l.rules.ReservedRegisters
	before := 0.0
	for aim, rounds := limit, 0; aim > 0 && rounds < maxRounds; rounds++ {
		c := l.colorRegisters(limit, first...)
		c = l.widestFirst(c, limit)
		if len(c.spill) == 0 {
			l.prog.Registers = max(1, c.used) + l.rules.ReservedRegisters
			if l.calls() {
				l.prog.Registers = max(l.prog.Registers, l.rules.LeastRegisters)
			}
			l.prog.LocalBytes = l.local
			if most := l.d.MaxLocalBytes; most > 0 && l.local > most {
				return fmt.Errorf("needs %d bytes of local memory per thread, %d of them for registers that are spilled: %s allows %d",
					l.local, l.local-l.f.LocalBytes, l.d.Name, most)
			}
			l.dropUnread()
			if rounds > 0 {
				l.prog.SpillWork = l.work() - before
			}
			l.rename(c)
			return nil
		}
		if rounds == 0 {
			before = l.work()
		}
		if !l.spill(c, aim) {
			aim--
		}
	}
	return fmt.Errorf("needs more than %d registers per thread, which is the limit", l.d.MaxRegisters)
}

// calls reports whether the kernel calls a function of the system, which may use as many registers as every kernel can have.
func (l *lowering) calls() bool {
	for _, b := range l.blocks {
		for _, in := range b.code {
			if in.Op == ir.Printf || in.Op == ir.Assert || in.Op == ir.Launch {
				return true
			}
		}
	}
	return false
}

// colorRegisters colors the virtual registers; first are those that come before all others.
func (l *lowering) colorRegisters(limit int, first ...int) *coloring {
	width := func(n int) int { return l.widths[n] }
	return color(l.poll, l.blocks, Reg, len(l.widths), limit, l.rules.StackPointer, l.preferences(), width, first...)
}

// widestFirst colors again, the widest registers first, where that takes fewer: aligned
// vectors leave gaps behind that single registers fill. It is done where it can let more
// warps be on an SM.
func (l *lowering) widestFirst(c *coloring, limit int) *coloring {
	if l.rules.ReadHazard == 0 || len(c.spill) == 0 && c.used <= l.room() {
		return c
	}
	wide := slices.DeleteFunc(slices.Clone(c.order), func(v int) bool { return l.widths[v] < 2 })
	slices.SortStableFunc(wide, func(a, b int) int { return l.widths[b] - l.widths[a] })
	again := c.again(limit, wide)
	if len(again.spill) < len(c.spill) || len(again.spill) == len(c.spill) && again.used < c.used {
		return again
	}
	return c
}

// work estimates the instructions of a thread, an access to a slot at its price.
func (l *lowering) work() (total float64) {
	for _, b := range l.blocks {
		for _, in := range b.code {
			c, _ := l.cost(&in.Instr, l.form(&in.Instr))
			count := c.count + (accessPrice-1)*l.slotWords(in)
			for _, m := range in.moves {
				if m.src.Kind == Slot {
					count += accessPrice * width(m.typ)
				}
				if m.dst.Kind == Slot {
					count += accessPrice * width(m.typ)
				}
			}
			total += weight(b) * float64(count)
		}
	}
	return total
}

// A spiller chooses the values that leave their registers where more values live than aim. It
// counts merged virtual registers as one, under their representative.
//
// Its steps are: find the points of too much pressure, price each value that only waits there, take
// out the best one, and go on until no point has an excess. The code is changed at the end, by
// rewrite.
type spiller struct {
	*lowering
	c      *coloring
	points map[*inst]*pressurePoint // behind the instruction
	order  []*pressurePoint
	prices []price
	out    map[int]*spilled // what was chosen
	kept   map[int]bool     // what must stay: others are computed from it
	loaded map[int]bool     // what has registers of spill code among its members
	// needed and seen are marks of values at one point, the point now; waiting is scratch space.
	needed, seen []int
	now          int
	waiting      []int
	// rereadable are loaded from shared memory or a slot and can be loaded again.
	rereadable map[int]bool
}

// A pressurePoint is a point of the program where more values live than there are registers for.
// excess falls as values are taken out.
type pressurePoint struct {
	excess  int
	index   int       // in spiller.order
	waiting sparseSet // values that the next instruction does not need
}

// A price is the cost of a value outside of registers, in instructions weighted by how often
// they run.
type price struct {
	loads, stores float64
	points        sparseSet // where it makes room, by their index
	room          int       // what it makes there, in registers
	remat         *remat    // how to compute it again, nil if that is not possible
}

// accessPrice is the price of an access to a word of local memory in instructions: it
// has a latency to hide and may miss the L1.
const accessPrice = 2

func (p *price) inMemory(words int) float64 {
	return accessPrice * float64(words) * (p.loads + p.stores)
}

func (p *price) computedAgain() float64 { return p.loads * float64(p.remat.count) }

// spill takes values out of registers until no more than aim live anywhere. It is false
// if no value would help.
func (l *lowering) spill(c *coloring, aim int) bool {
	s := &spiller{
		lowering: l, c: c, points: map[*inst]*pressurePoint{}, prices: make([]price, len(l.widths)),
		out: map[int]*spilled{}, kept: map[int]bool{}, loaded: map[int]bool{},
		needed: make([]int, len(l.widths)), seen: make([]int, len(l.widths)),
	}
	for v := range l.ofSpill {
		s.loaded[c.find(v)] = true
	}
	s.findRereadable()
	s.findRemats()
	s.findPressurePoints(aim)
	s.findPrices()
	for {
		s.poll()
		v := s.best()
		if v < 0 {
			break
		}
		s.take(v)
	}
	if len(s.out) == 0 {
		return false
	}
	s.rewrite()
	return true
}

// mostLive is the most registers that all values take at one point, those that are going to be spilled
// included. The time and memory of register assignment grow with the square of it: 3500 take 4 s.
const mostLive = 1 << 12

// findPressurePoints looks behind each instruction.
func (s *spiller) findPressurePoints(aim int) {
	out := liveOut(s.poll, s.blocks, Reg, len(s.widths))
	for i, b := range s.blocks {
		s.poll()
		live := out[i]
		for j := len(b.code) - 1; j >= 0; j-- {
			s.poll()
			in := b.code[j]
			var next *inst
			if j+1 < len(b.code) {
				next = b.code[j+1]
			}
			if point := s.pressureAt(in, next, live, aim); point != nil {
				point.index = len(s.order)
				s.points[in] = point
				s.order = append(s.order, point)
			}
			in.stepBack(live, Reg)
			in.reads(Reg, func(o Operand) { s.confirm(o.N, live) })
		}
	}
}

// pressureAt counts the registers that are taken behind an instruction: those that live on, its
// results and its scratch registers. It is nil where they fit. A value that the next instruction
// reads does not wait: it would have to be loaded back at once.
func (s *spiller) pressureAt(in, next *inst, live bitset, aim int) *pressurePoint {
	// What is marked is needed; what is marked as seen has been counted.
	s.now++
	total := 0
	need := func(o Operand) {
		if v := s.c.find(o.N); s.needed[v] != s.now {
			s.needed[v] = s.now
			total += s.widths[v]
		}
	}
	in.writes(Reg, need)
	for _, o := range in.scratch {
		need(o)
	}
	if len(in.scratch) > 0 {
		in.reads(Reg, need)
	}
	counted := total
	if next != nil {
		next.reads(Reg, need)
	}
	total = counted // the next instruction's sources live, and count as such
	s.waiting = s.waiting[:0]
	in.writes(Reg, func(o Operand) { s.seen[s.c.find(o.N)] = s.now })
	live.each(func(v int) {
		if v = s.c.find(v); s.seen[v] == s.now {
			return
		}
		s.seen[v] = s.now
		total += s.widths[v]
		if s.needed[v] != s.now {
			s.waiting = append(s.waiting, v)
		}
	})
	if total <= aim {
		return nil
	}
	if total > mostLive {
		panic(stopped{&SourceError{in.Line, in.Col, fmt.Errorf("here the values that are still needed fill more than the %d registers that the model assigns: "+
			"use values soon after they are computed, keep them in an array, or do the work in several kernels", mostLive)}})
	}
	point := &pressurePoint{excess: total - aim}
	for _, v := range s.waiting {
		point.waiting.add(v)
	}
	return point
}

// findPrices walks through the code as rewrite does: a value that was read or set
// stays at hand until a pressurePoint needs its register or the block ends.
func (s *spiller) findPrices() {
	atHand := make([]bool, len(s.widths))
	for _, b := range s.blocks {
		s.poll()
		clear(atHand)
		for _, in := range b.code {
			s.poll()
			in.reads(Reg, func(o Operand) {
				if v := s.c.find(o.N); !atHand[v] {
					s.prices[v].loads += weight(b)
					atHand[v] = true
				}
			})
			in.writes(Reg, func(o Operand) {
				v := s.c.find(o.N)
				s.prices[v].stores += weight(b)
				atHand[v] = in.moves == nil
			})
			point := s.points[in]
			if point == nil {
				continue
			}
			point.waiting.each(func(v int) {
				atHand[v] = false
				s.prices[v].points.add(point.index)
				s.prices[v].room += s.roomAt(point, v)
			})
		}
	}
}

// roomAt is the room that v makes at a point: it counts only as far as there is an excess, so that
// a wide value does not help more than that.
func (s *spiller) roomAt(p *pressurePoint, v int) int { return max(0, min(s.widths[v], p.excess)) }

// best is the value that makes the most room for its price, -1 if there is none.
func (s *spiller) best() int {
	best, lowest := -1, 0.0
	for v := range s.prices {
		p := &s.prices[v]
		if p.room == 0 || s.c.find(v) != v || s.out[v] != nil || s.kept[v] || s.fixed(v) {
			continue
		}
		cost := p.inMemory(s.widths[v])
		if s.cheaperAgain(v) {
			cost = p.computedAgain()
		}
		if cost /= float64(p.room); best < 0 || cost < lowest {
			best, lowest = v, cost
		}
	}
	return best
}

// fixed is true for what cannot be elsewhere: the register in which threadIdx
// arrives, and what was loaded for the very next instruction.
func (s *spiller) fixed(v int) bool {
	return s.tid.Kind == Reg && s.c.find(s.tid.N) == v || s.loaded[v]
}

// cheaperAgain is true if it costs less to compute v again than to load it back. Its sources must
// not be out of their registers themselves.
func (s *spiller) cheaperAgain(v int) bool {
	p := &s.prices[v]
	if p.remat == nil || p.computedAgain() > p.inMemory(s.widths[v]) {
		return false
	}
	for _, u := range p.remat.from {
		if s.out[s.c.find(u)] != nil {
			return false
		}
	}
	return true
}

// relieve lowers the excess of a point. What values make there changes only once the excess is less
// than the widest value, so that it is worked out again a few times for each point.
func (s *spiller) relieve(p *pressurePoint, by int) {
	before := p.excess
	p.excess -= by
	if before <= 0 || p.excess >= widest {
		return
	}
	p.waiting.each(func(v int) {
		s.prices[v].room += max(0, min(s.widths[v], p.excess)) - max(0, min(s.widths[v], before))
	})
}

// widest is the most registers of a value.
const widest = 4

// take decides that v is not in a register while it waits at a pressurePoint. A slot is aligned to
// its size, so that one access moves all words of a value.
func (s *spiller) take(v int) {
	at := &spilled{}
	if s.cheaperAgain(v) {
		at.remat = s.prices[v].remat
		for _, u := range at.remat.from {
			s.kept[s.c.find(u)] = true
		}
	} else {
		bytes := 4 * s.widths[v]
		s.local = roundUp(s.local, bytes)
		at.slot = Operand{Kind: Slot, N: s.local}
		s.local += bytes
	}
	s.out[v] = at
	s.prices[v].points.each(func(i int) { s.relieve(s.order[i], s.widths[v]) })
}
