package isa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// An addition is a row of data/since.csv: instructions that came with a compute
// capability. "*" stands for any operation, type or form.
type addition struct{ op, typ, form, since string }

// additionsAfter are what a compute capability lacks, the newest first.
func additionsAfter(cc string) []addition {
	rows, err := readRows("since.csv")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var lacking []addition
	for _, r := range rows {
		if before(cc, r["since"]) {
			lacking = append(lacking, addition{r["op"], r["type"], r["form"], r["since"]})
		}
	}
	slices.SortStableFunc(lacking, func(a, b addition) int {
		if before(b.since, a.since) {
			return -1
		}
		return 0
	})
	return lacking
}

// before compares two compute capabilities.
func before(a, b string) bool {
	majorA, minorA, _ := strings.Cut(a, ".")
	majorB, minorB, _ := strings.Cut(b, ".")
	if majorA != majorB {
		return number(majorA) < number(majorB)
	}
	return number(minorA) < number(minorB)
}

// covers reports whether an instruction is one of the addition.
func (a addition) covers(in *Instr, form string) bool {
	return (a.op == "*" || a.op == costName(in)) && (a.form == "*" || a.form == form) &&
		(a.typ == "*" || slices.Contains(operandTypes(in), a.typ))
}

// operandTypes are the names of the types that an instruction computes with; an
// access is known by the size of its word alone.
func operandTypes(in *Instr) []string {
	switch in.Op {
	case ir.Load, ir.Store, ir.Atom:
		return []string{strconv.Itoa(8 * in.Mem.Size())}
	}
	return strings.Split(strings.Join(costTypes(in), "."), ".")
}

// lacks returns an error if the instruction came with a later compute capability.
func (t *target) lacks(in *Instr, form string) error {
	for _, a := range t.lacking {
		if !a.covers(in, form) {
			continue
		}
		name := costName(in)
		if in.Op == ir.Atom {
			name += "." + form
		}
		return fmt.Errorf("compute capability %s has no %s%s: it came with %s", t.name, name, typeSuffix(in), a.since)
	}
	return nil
}
