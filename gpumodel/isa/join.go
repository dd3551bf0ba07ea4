package isa

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// join finds the sums of three and the logic of three that one instruction computes (IADD3, LOP3.LUT), and puts what it is made of
// together:
//
//	t = a ^ b        LOP3.LUT d, a, b, c, 0x28
//	d = t & c
//
// The parts stay instructions of their own for whoever executes the program. All but the last are marked as joined: they cost
// nothing, and the text of the last is that of the whole.
func (l *lowering) join() error {
	if !l.rules.ThreeSources || l.f.Target.Checked {
		return nil
	}
	j := joinable{uses: make([]int, len(l.widths)), home: make([]*block, len(l.widths))}
	sets := make([]int, len(l.widths))
	for _, b := range l.blocks {
		for _, in := range b.code {
			in.reads(Reg, func(o Operand) { j.uses[o.N]++ })
			in.writes(Reg, func(o Operand) {
				sets[o.N]++
				j.home[o.N] = b
			})
		}
	}
	for n, times := range sets {
		if times > 1 {
			j.home[n] = nil
		}
	}
	for _, b := range l.blocks {
		l.poll()
		for i := range b.code {
			j.joinRotation(b, i)
		}
		for i := len(b.code) - 1; i > 0; i-- { // the last part takes what it can: ((a + b) + c) + d is a + b and the sum of three
			i -= j.joinTo(b, i)
		}
	}
	return nil
}

// joinable says of virtual registers how often they are read, and which block sets them, nil if that happens more than once.
type joinable struct {
	uses []int
	home []*block
}

// joinTo puts the parts of an instruction of a block before it and returns how many there are.
func (j *joinable) joinTo(b *block, i int) int {
	if b.code[i].family() == noFamily {
		return 0
	}
	parts, sources := j.parts(b, i, len(b.code))
	if !threeSources(sources) { // of all that could be part of it there is too much: take one after the other
		parts, _ = j.parts(b, i, 3)
	}
	slices.Sort(parts)
	for n, at := range slices.Backward(parts) {
		b.joinAt(at, i-(len(parts)-n))
	}
	return len(parts)
}

// joinAt moves an instruction down to a place, where it is a part of what follows.
func (b *block) joinAt(at, to int) {
	part := b.code[at]
	part.Joined = true
	copy(b.code[at:], b.code[at+1:to+1])
	b.code[to] = part
}

// parts are the places of what an instruction can be made of, where at no time more than so many sources are read, and the sources.
func (j *joinable) parts(b *block, i, most int) (parts []int, sources []Operand) {
	sources = b.code[i].inputs()
	of := b.code[i].family()
	for found := true; found; {
		found = false
		for _, r := range sources {
			if r.Kind != Reg || j.uses[r.N] != 1 || j.home[r.N] != b {
				continue
			}
			at := i - 1
			for at >= 0 && b.code[at].Dst != r {
				at--
			}
			if at < 0 || b.code[at].family() != of || !b.alike(at, i) {
				continue
			}
			with := slices.DeleteFunc(slices.Clone(sources), func(o Operand) bool { return o == r })
			for _, o := range b.code[at].inputs() {
				if of == sums || !slices.Contains(with, o) {
					with = append(with, o)
				}
			}
			if len(with) > most || most == 3 && !threeSources(with) {
				continue
			}
			parts, sources, found = append(parts, at), with, true
			break
		}
	}
	return parts, sources
}

// alike tells whether instruction at can be moved down to instruction i: the same lanes execute both, and what it reads stays.
func (b *block) alike(at, i int) bool {
	part, last := b.code[at], b.code[i]
	if part.partial || part.moves != nil || part.Guard != last.Guard || part.GuardNot != last.GuardNot {
		return false
	}
	return !slices.ContainsFunc(b.code[at+1:i], func(in *inst) bool { return part.readsOf(in) })
}

// A family is of instructions that can be parts of one.
type family uint8

const (
	noFamily family = iota
	logic
	sums
)

func (in *inst) family() family {
	if in.Kind != Plain || in.Type.Size() != 4 || !in.Type.Integer() || in.partial || in.rotates || in.Dst.Kind != Reg && in.Dst.Kind != Pred {
		return noFamily
	}
	switch in.Op {
	case ir.And, ir.Or, ir.Xor, ir.Not:
		return logic
	case ir.Add, ir.Sub, ir.Neg:
		if in.Dst.Kind == Reg {
			return sums
		}
	}
	return noFamily
}

// inputs are the sources of an instruction. Logic reads a source that stands twice once.
func (in *inst) inputs() (list []Operand) {
	for _, o := range in.Src {
		if o.Kind != None && (in.family() == sums || !slices.Contains(list, o)) {
			list = append(list, o)
		}
	}
	return list
}

// threeSources tells whether one instruction can read all of them: three, of which one is no register.
func threeSources(list []Operand) bool {
	others := 0
	for _, o := range list {
		switch o.Kind {
		case Reg:
		case Imm, ParamMem, ConstMem:
			others++
		default:
			return false
		}
	}
	return len(list) <= 3 && others <= 1
}

// part takes apart again what has come apart, by code that spills registers.
func (l *lowering) part() {
	code := l.prog.Code
	for pc := 0; pc < len(code); pc++ {
		first := pc
		for pc < len(code) && code[pc].Joined {
			pc++
		}
		if first == pc {
			continue
		}
		whole := pc < len(code) && (rotation(code[first:pc+1]) || (&inst{Instr: code[pc]}).family() == (&inst{Instr: code[first]}).family())
		for i := first; i < pc && whole; i++ {
			whole = slices.ContainsFunc(code[i+1:pc+1], func(in Instr) bool { return slices.Contains(in.Src[:], code[i].Dst) })
		}
		for i := first; i < pc && !whole; i++ {
			code[i].Joined = false
		}
	}
}

// spellJoined gives instructions that have joined parts before them the text of the whole.
func (l *lowering) spellJoined() {
	for pc := range l.prog.Code {
		first := pc
		for first > 0 && l.prog.Code[first-1].Joined {
			first--
		}
		last := &l.prog.Code[pc]
		if last.Joined || first == pc {
			continue
		}
		parts := l.prog.Code[first : pc+1]
		switch {
		case rotation(parts):
			l.spellRotation(parts)
		case last.Op == ir.Add || last.Op == ir.Sub || last.Op == ir.Neg:
			l.spellSum(parts)
		default:
			l.spellLogic(parts)
		}
		for i := first; i < pc; i++ {
			l.prog.Code[i].Text = ""
		}
	}
}

// spellSum writes IADD3 with the signs of what it adds.
func (l *lowering) spellSum(parts []Instr) {
	type term struct {
		o   Operand
		neg bool
	}
	terms := map[Operand][]term{}
	of := func(o Operand, neg bool) (list []term) {
		known, ok := terms[o]
		if !ok {
			return []term{{o, neg}}
		}
		for _, t := range known {
			list = append(list, term{t.o, t.neg != neg})
		}
		return list
	}
	for i := range parts {
		in := &parts[i]
		sum := of(in.Src[0], in.Op == ir.Neg)
		if in.Op != ir.Neg {
			sum = append(sum, of(in.Src[1], in.Op == ir.Sub)...)
		}
		terms[in.Dst] = sum
	}
	last := &parts[len(parts)-1]
	words := []string{l.sassOperand(last.Dst)}
	for _, t := range terms[last.Dst] {
		if t.o.Kind == Imm && t.neg {
			t = term{Operand{Kind: Imm, Value: uint64(uint32(-t.o.Value))}, false}
		}
		text := l.sassOperand(t.o)
		if t.neg {
			text = "-" + text
		}
		words = append(words, text)
	}
	last.Text = sassGuard(last) + "IADD3 " + strings.Join(words, ", ")
}

// spellLogic writes LOP3.LUT with its table of truth: bit n of it is the result where the sources are the bits of n, the first one
// the highest.
func (l *lowering) spellLogic(parts []Instr) {
	set := map[Operand]bool{}
	var sources []Operand
	for i := range parts {
		for _, o := range parts[i].Src {
			if o.Kind != None && !set[o] && !slices.Contains(sources, o) {
				sources = append(sources, o)
			}
		}
		set[parts[i].Dst] = true
	}
	table := map[Operand]uint8{}
	for i, o := range sources {
		table[o] = [3]uint8{0xf0, 0xcc, 0xaa}[i]
	}
	for i := range parts {
		in := &parts[i]
		x, y := table[in.Src[0]], table[in.Src[1]]
		switch in.Op {
		case ir.And:
			x &= y
		case ir.Or:
			x |= y
		case ir.Xor:
			x ^= y
		case ir.Not:
			x = ^x
		}
		table[in.Dst] = x
	}
	last := &parts[len(parts)-1]
	words := []string{l.sassOperand(last.Dst)}
	if last.Dst.Kind == Pred {
		words = append(words, "RZ")
	}
	for i := range 3 {
		word := "RZ"
		if i < len(sources) {
			word = l.sassOperand(sources[i])
		}
		words = append(words, word)
	}
	name := "LOP3.LUT "
	if last.Dst.Kind == Pred && last.Cmp == ir.EQ {
		name = "LOP3.LUT.EQ "
	}
	last.Text = sassGuard(last) + name + strings.Join(words, ", ") + fmt.Sprintf(", %#x, !PT", table[last.Dst])
}
