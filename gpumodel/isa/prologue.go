package isa

import "warpbook.dev/gpumodel/ir"

// addPrologue puts in front of the code what every kernel of the compute capability
// begins with, and what it needs for its accesses to global and shared memory: rows
// "prologue" of the table of costs. Nothing else names what they set. They are here for their
// count, clocks and text; as ir.Use instructions without operands they compute nothing.
func (l *lowering) addPrologue() error {
	needs := map[string]bool{"stack": true}
	for _, b := range l.blocks {
		for _, in := range b.code {
			switch {
			case !in.Op.Accesses():
			case in.Space == ir.Shared:
				needs["shared"] = true
			case in.Space != ir.Local && in.Space != ir.Const:
				needs["global"] = true
			}
		}
	}
	entry := l.blocks[0]
	var code []*inst
	for i, form := range prologues {
		if _, ok := l.costs[costKey{"prologue", "*", form}]; ok && needs[form] {
			code = append(code, &inst{Instr: Instr{Op: ir.Use, Imm: uint64(i), Line: entry.line}})
		}
	}
	entry.code = append(code, entry.code...)
	return nil
}

// isPrologue is true for what addPrologue made.
func isPrologue(in *Instr) bool { return in.Op == ir.Use && in.Kind == Plain && in.Src[0].Kind == None }

// prologues are the forms of rows "prologue", in the order of the code.
var prologues = []string{"stack", "global", "shared"}
