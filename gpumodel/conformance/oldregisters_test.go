package conformance

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tables"
)

var updateOldRegisters = flag.Bool("update-old-registers", false, "write the golden of TestOldRegisters")

const oldRegisters = "testdata/oldregisters/"

// An oldCount is what a compiler of its time printed for a kernel.
type oldCount struct {
	kernel, architecture, card    string
	pointerBits, registers, local int
}

// TestOldRegisters holds our counts of registers below 3.0 against published ones, and the mean relative error of those with addresses of
// the card's width. The golden is no aim: it shows how far off the model is, and what a change does to it.
func TestOldRegisters(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %-6s %8s %9s %4s\n", "kernel", "", "pointers", "published", "ours")
	sum, n := 0.0, 0
	for _, row := range tables.Rows(t, oldRegisters+"counts.csv") {
		c := oldCount{kernel: row[0], architecture: row[1], card: row[2]}
		for column, to := range map[int]*int{4: &c.pointerBits, 5: &c.registers, 6: &c.local} {
			n, err := strconv.Atoi(row[column])
			if err != nil {
				t.Fatal(err)
			}
			*to = n
		}
		text, err := os.ReadFile(oldRegisters + c.kernel + ".cu")
		if err != nil {
			t.Fatal(err)
		}
		m, err := Compile(c.kernel+".cu", string(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := modeltest.Card(t, c.card)
		p, err := m.Kernels[0].Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if p.LocalBytes != c.local {
			t.Errorf("%s for %s: %d bytes of local memory, published %d", c.kernel, c.architecture, p.LocalBytes, c.local)
		}
		fmt.Fprintf(&b, "%-12s %-6s %8d %9d %4d\n", c.kernel, c.architecture, c.pointerBits, c.registers, p.Registers)
		if c.pointerBits == d.PointerBits || d.PointerBits == 32 { // an address of 1.x has 32 bits whatever the host's have
			sum, n = sum+math.Abs(float64(p.Registers)/float64(c.registers)-1), n+1
		}
	}
	fmt.Fprintf(&b, "mean error of %d: %.0f %%\n", n, 100*sum/float64(n))
	golden := oldRegisters + "registers.golden"
	if *updateOldRegisters {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
}
