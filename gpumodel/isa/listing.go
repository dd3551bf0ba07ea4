package isa

import (
	"fmt"
	"math"
	"strings"
)

// String is the listing of the program: the program counter, the shader clocks
// that the instruction takes a warp to issue, the instruction, and the source
// line where it changes. Branch targets are marked. In
//
//	12    4  add.f32 $r1, $r1, $r2                     // line 7
//
// instruction 12 takes 4 clocks.
func (p *Program) String() string { return p.Listing(0, math.MaxInt) }

// Listing is the listing of the instructions of some lines of the source.
func (p *Program) Listing(first, last int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "// %s, compute capability %s: %d registers, %d bytes shared memory, %d bytes local memory\n",
		p.Name, p.ComputeCapability, p.Registers, p.SharedBytes, p.LocalBytes)
	target := map[int]bool{}
	for _, in := range p.Code {
		if in.Kind == Branch {
			target[in.Target] = true
		}
	}
	line := 0
	for pc, in := range p.Code {
		if in.Line < first || in.Line > last {
			continue
		}
		if target[pc] {
			fmt.Fprintf(&s, "L%d:\n", pc)
		}
		text := in.Text
		if in.Joined {
			continue // the instruction that it is part of is listed
		}
		if in.Count > 1 {
			text += fmt.Sprintf("  (%d instructions)", in.Count)
		}
		if in.Line != line && in.Line > 0 {
			line = in.Line
			text = fmt.Sprintf("%-56s // line %d", text, line)
		}
		fmt.Fprintf(&s, "%5d %4d  %s\n", pc, in.Issue, text)
	}
	return s.String()
}
