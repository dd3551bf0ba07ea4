package flow

import (
	"slices"

	"warpbook.dev/gpumodel/isa"
)

// connect finds the successors of each instruction. A guarded branch or exit also falls through.
func (c *Code) connect() {
	c.Successors, c.Predecessors = make([][]int, len(c.Instructions)), make([][]int, len(c.Instructions)+1)
	for pc := range c.Instructions {
		in := &c.Instructions[pc]
		always := in.Guard.Kind == isa.None
		if in.Kind == isa.Branch {
			c.Successors[pc] = append(c.Successors[pc], in.Target)
		}
		if !always || in.Kind != isa.Branch && in.Kind != isa.Exit {
			c.Successors[pc] = append(c.Successors[pc], pc+1)
		}
		for _, s := range c.Successors[pc] {
			c.Predecessors[s] = append(c.Predecessors[s], pc)
		}
	}
}

// Control reports whether an instruction decides where lanes go on, or is executed by the lanes of a warp together.
func (in *Instruction) Control() bool { return in.Kind != isa.Plain || in.Collective() }

// Leaders marks the instructions at which a basic block begins: targets of branches, and what follows control. The
// entry behind the last instruction is the end of the program.
func (c *Code) Leaders() []bool {
	leads := make([]bool, len(c.Instructions)+1)
	leads[0] = true
	for pc := range c.Instructions {
		if in := &c.Instructions[pc]; in.Control() {
			leads[pc+1] = true
			if in.Kind == isa.Branch {
				leads[in.Target] = true
			}
		}
	}
	return leads
}

// ResultUsed reports whether any instruction reads the result of one.
func (c *Code) ResultUsed(pc int) bool {
	seen := make([]bool, len(c.Instructions))
	var from func(pc, slot int) bool
	from = func(pc, slot int) bool {
		for _, s := range c.Successors[pc] {
			if s >= len(c.Instructions) || seen[s] {
				continue
			}
			seen[s] = true
			in := &c.Instructions[s]
			if slices.Contains(in.Sources, slot) {
				return true
			}
			if sets := in.writes(slot) && in.Guard.Kind == isa.None; !sets && from(s, slot) {
				return true
			}
		}
		return false
	}
	in := &c.Instructions[pc]
	for slot := in.ResultSlot; slot >= 0 && slot < in.ResultSlot+in.Results; slot++ {
		if clear(seen); from(pc, slot) {
			return true
		}
	}
	return false
}
