package ir

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/cuda"
)

// TestOps: every operation has a row, and every row makes sense.
func TestOps(t *testing.T) {
	prototypes := map[string]bool{}
	for _, b := range cuda.Builtins() {
		prototypes[b.Name] = true
	}
	owner := map[string]Op{}
	for op := range numOps {
		row := ops[op]
		if row.name == "" {
			t.Errorf("operation %d has no row", op)
		}
		for _, name := range strings.Fields(row.functions) {
			if !prototypes[name] {
				t.Errorf("%s: no built-in function %s", op, name)
			}
			if other, twice := owner[name]; twice {
				t.Errorf("%s is both %s and %s", name, other, op)
			}
			owner[name] = op
		}
		for _, rule := range []struct {
			wrong bool
			why   string
		}{
			{op.has(pure) && op.has(effect|reads|writes|orders|collective|outputs), "a pure operation does nothing else"},
			{op.has(leaf) && (!op.has(pure) || len(row.operands) > 0), "a leaf is pure and has no operands"},
			{op.has(writes|orders|collective|outputs) && !op.has(effect), "nobody needs the result, but it has to stay"},
			{op.has(access) && !op.has(reads|writes), "an access reads or writes"},
			{op.has(commutative|exchanges|signless|slow|narrows|copies) && !op.has(pure), "arithmetic is pure"},
		} {
			if rule.wrong {
				t.Errorf("%s: %s", op, rule.why)
			}
		}
	}
}
