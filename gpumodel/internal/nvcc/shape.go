package nvcc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Shape is what two compilers' code for a kernel is compared by.
type Shape struct {
	Registers, Stack, Shared int
	All                      Counts
	Hottest                  Counts // in the loop that is deepest, and of those the one with most accesses; All if there are no loops
	Factors                  []int  // of the innermost loops, the largest first
}

// Counts are numbers of instructions that access memory.
type Counts struct{ Global, Shared, Local int }

// String is the counts as the table has them.
func (c Counts) String() string { return fmt.Sprintf("%d %d %d", c.Global, c.Shared, c.Local) }

func (c *Counts) add(s Step) {
	switch s.Space {
	case Global:
		c.Global++
	case Shared:
		c.Shared++
	case Local:
		c.Local++
	}
}

// Shape summarises the code. Registers, Stack and Shared are for the caller to set.
//
// The factor of an innermost loop stands for how often its body was written out: it is the number of words that
// an iteration loads, or else stores, or else of its operations in floating point. Loops with none of them are
// left out.
func (c Code) Shape() Shape {
	var s Shape
	for _, step := range c {
		s.All.add(step)
	}
	s.Hottest = s.All
	hottest := (*Loop)(nil)
	for _, l := range c.Loops() {
		if !l.Innermost {
			continue
		}
		var counts Counts
		var loads, stores, floats int
		for i, in := range l.steps {
			if !in {
				continue
			}
			step := c[i]
			counts.add(step)
			switch {
			case step.Space != None && step.Store:
				stores += step.Words
			case step.Space != None:
				loads += step.Words
			case step.Float:
				floats++
			}
		}
		if f := cmp.Or(loads, stores, floats); f > 0 {
			s.Factors = append(s.Factors, f)
		}
		if hottest == nil || l.Depth > hottest.Depth || l.Depth == hottest.Depth && counts.all() > s.Hottest.all() {
			hottest, s.Hottest = l, counts
		}
	}
	slices.Sort(s.Factors)
	slices.Reverse(s.Factors)
	return s
}

func (c Counts) all() int { return c.Global + c.Shared + c.Local }

// LoadsPerLoop counts the loads of global memory in each loop, inner loops apart, and behind a + those outside all loops: "L16,4,1+8".
func (c Code) LoadsPerLoop() string {
	counted := make([]bool, len(c))
	loads := func(in []bool) (n int) {
		for i, s := range c {
			if (in == nil || in[i]) && !counted[i] {
				counted[i] = true
				if s.Space == Global && !s.Store {
					n++
				}
			}
		}
		return n
	}
	loops := c.Loops()
	counts := map[*Loop]int{}
	inner := slices.Clone(loops)
	slices.SortStableFunc(inner, func(a, b *Loop) int { return b.Depth - a.Depth })
	for _, l := range inner {
		counts[l] = loads(l.steps)
	}
	var list []string
	for _, l := range loops {
		if n := counts[l]; n > 0 {
			list = append(list, fmt.Sprint(n))
		}
	}
	text := "-"
	if len(list) > 0 {
		text = "L" + strings.Join(list, ",")
	}
	if rest := loads(nil); rest > 0 {
		text += fmt.Sprintf("+%d", rest)
	}
	return text
}
