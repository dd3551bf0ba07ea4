package nvcc

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Code is a kernel's instructions, as far as loops and accesses go.
type Code []Step

// A Step is an instruction.
type Step struct {
	Space   Space // of an access
	Store   bool  // an access that writes; an atomic reads and writes, and is none
	Words   int   // of an access: 32-bit words of a thread, at least 1
	Float   bool  // arithmetic in floating point
	Jumps   bool  // to Target
	Target  int
	Ends    bool // the thread's way: an exit, a return
	Guarded bool // so that a branch or an exit may fall through
}

// Space says which memory an instruction accesses.
type Space uint8

const (
	None Space = iota
	Global
	Shared
	Local
)

var (
	instruction = regexp.MustCompile(`^(@!?U?P\d+ |@!?U?PT )?\s*([A-Z0-9_]+)((?:\.[A-Za-z0-9_]+)*)`)
	target      = regexp.MustCompile(`@(\d+)$`)
	onPredicate = regexp.MustCompile(`(BRA|JMP)[.A-Z]* !?U?P\d`) // a second guard
)

// spaces are the instructions that access memory. A load of shared memory from global memory is one of global memory.
var spaces = map[string]Space{
	"LDG": Global, "STG": Global, "LD": Global, "ST": Global, "ATOM": Global, "ATOMG": Global, "RED": Global, "REDG": Global, "LDGSTS": Global,
	"LDS": Shared, "STS": Shared, "ATOMS": Shared, "LDSM": Shared, "LDL": Local, "STL": Local,
}

// Steps reads a kernel's code. What stands behind the subroutines that it calls, as the slow path of a division, is left out.
func (k *Kernel) Steps() Code {
	end := len(k.Code)
	var code Code
	for i, line := range k.Code {
		m := instruction.FindStringSubmatch(line)
		if m == nil {
			code = append(code, Step{})
			continue
		}
		op := m[2]
		s := Step{Space: spaces[op], Guarded: m[1] != "" && !strings.Contains(m[1], "!PT") && !strings.Contains(m[1], "@PT")}
		if s.Space != None {
			s.Store = strings.HasPrefix(op, "ST")
			s.Words = 1
			if strings.Contains(m[3], ".128") {
				s.Words = 4
			} else if strings.Contains(m[3], ".64") {
				s.Words = 2
			}
		}
		switch {
		case slices.Contains([]string{"FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA", "FMNMX", "MUFU", "HADD2", "HMUL2", "HFMA2"}, op):
			s.Float = !strings.Contains(line, "RZ, RZ") && !strings.Contains(m[3], "MMA")
		case op == "EXIT" || op == "RET":
			s.Ends = true
		case op == "BRA" || op == "CALL" || op == "JMP":
			at := target.FindStringSubmatch(line)
			if at == nil {
				break // as BRA.DIV, which goes where a register says
			}
			n, _ := strconv.Atoi(at[1])
			switch {
			case op == "CALL":
				if n > i {
					end = min(end, n)
				}
			case n <= i && k.waits(n, i):
				s.Ends = true
			case n != i: // the trap behind the code jumps to itself
				s.Jumps, s.Target = true, n
				s.Guarded = s.Guarded || onPredicate.MatchString(line)
			default:
				s.Ends = true
			}
		}
		code = append(code, s)
	}
	return code[:end]
}

// waits tells whether instructions from to to are a loop in which lanes wait for the others of their warp, which ptxas writes below
// 8.0 behind an atomic. No loop of the source stands behind it.
func (k *Kernel) waits(from, to int) bool {
	yields := false
	for _, line := range k.Code[from:to] {
		if strings.HasPrefix(line, "@!PT ") { // never executed
			continue
		}
		m := instruction.FindStringSubmatch(line)
		if m == nil || !slices.Contains([]string{"YIELD", "VOTE", "VOTEU", "LOP3", "PLOP3", "BRA", "NOP", "WARPSYNC"}, m[2]) {
			return false
		}
		yields = yields || m[2] == "YIELD"
	}
	return yields
}

// A Loop is a natural loop.
type Loop struct {
	Header    int
	Depth     int  // 1 for a loop that is in no other
	Innermost bool // no other loop is in it
	steps     []bool
}

// Loops are the natural loops of the code, by their first instruction.
func (c Code) Loops() []*Loop {
	before := make([][]int, len(c))
	after := func(i int) (next []int) {
		s := &c[i]
		if s.Jumps && s.Target < len(c) {
			next = append(next, s.Target)
		}
		if (!s.Jumps && !s.Ends || s.Guarded) && i+1 < len(c) {
			next = append(next, i+1)
		}
		return next
	}
	// Where an instruction stands in a walk that leaves each behind those it leads to.
	order := make([]int, 0, len(c))
	number := make([]int, len(c))
	type visit struct {
		at   int
		next []int
	}
	seen := make([]bool, len(c))
	if len(c) == 0 {
		return nil
	}
	seen[0] = true
	walk := []visit{{0, after(0)}}
	for len(walk) > 0 {
		v := &walk[len(walk)-1]
		if len(v.next) == 0 {
			number[v.at] = len(order)
			order = append(order, v.at)
			walk = walk[:len(walk)-1]
			continue
		}
		n := v.next[0]
		v.next = v.next[1:]
		before[n] = append(before[n], v.at)
		if !seen[n] {
			seen[n] = true
			walk = append(walk, visit{n, after(n)})
		}
	}
	dominator := make([]int, len(c)) // -1 is not known yet
	for i := range dominator {
		dominator[i] = -1
	}
	dominator[0] = 0
	for changed := true; changed; {
		changed = false
		for _, i := range slices.Backward(order) {
			if i == 0 {
				continue
			}
			d := -1
			for _, p := range before[i] {
				if dominator[p] < 0 {
					continue
				}
				for q := p; d != q; {
					if d < 0 {
						d = q
					} else if number[d] < number[q] {
						d = dominator[d]
					} else {
						q = dominator[q]
					}
				}
			}
			if d != dominator[i] {
				dominator[i], changed = d, true
			}
		}
	}
	byHeader := map[int]*Loop{}
	for i := range c {
		if !seen[i] || !c[i].Jumps || c[i].Target >= len(c) {
			continue
		}
		h, d := c[i].Target, i
		for d != h && d != 0 {
			d = dominator[d]
		}
		if d != h {
			continue
		}
		l := byHeader[h]
		if l == nil {
			l = &Loop{Header: h, steps: make([]bool, len(c))}
			l.steps[h] = true
			byHeader[h] = l
		}
		for list := []int{i}; len(list) > 0; {
			n := list[len(list)-1]
			list = list[:len(list)-1]
			if !l.steps[n] {
				l.steps[n] = true
				list = append(list, before[n]...)
			}
		}
	}
	var loops []*Loop
	for _, l := range byHeader {
		l.Innermost = true
		for _, other := range byHeader {
			if other.steps[l.Header] {
				l.Depth++
			}
			if other != l && l.steps[other.Header] {
				l.Innermost = false
			}
		}
		loops = append(loops, l)
	}
	slices.SortFunc(loops, func(a, b *Loop) int { return a.Header - b.Header })
	return loops
}
