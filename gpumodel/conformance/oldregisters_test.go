package conformance

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
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

// largestOldError is how far a count may be off in the mean, in registers. The bound was set before the counts were compared.
const largestOldError = 2.0

// An oldCount is what a compiler of its time printed for a kernel.
type oldCount struct {
	file, kernel, architecture, card string
	pointerBits, registers, local    int
}

// TestOldRegisters holds our counts of registers below 3.0 against published ones, and their mean error within largestOldError where
// addresses have the card's width. The golden is no aim: it shows how far off the model is, and what a change does to it.
func TestOldRegisters(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-18s %-6s %8s %9s %4s\n", "kernel", "", "pointers", "published", "ours")
	modules := map[string]*Module{}
	sum, n := map[string]float64{}, map[string]float64{}
	for _, c := range oldCounts(t) {
		m := modules[c.file]
		if m == nil {
			m = oldModule(t, c.file)
			modules[c.file] = m
		}
		i := slices.IndexFunc(m.Kernels, func(k *Kernel) bool { return k.Name == c.kernel })
		if i < 0 {
			t.Fatalf("%s.cu has no kernel %s", c.file, c.kernel)
		}
		d := modeltest.Card(t, c.card)
		p, err := m.Kernels[i].Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if p.LocalBytes != c.local {
			t.Errorf("%s for %s: %d bytes of local memory, published %d", c.kernel, c.architecture, p.LocalBytes, c.local)
		}
		fmt.Fprintf(&b, "%-18s %-6s %8d %9d %4d\n", c.kernel, c.architecture, c.pointerBits, c.registers, p.Registers)
		if c.pointerBits == d.PointerBits || d.PointerBits == 32 { // an address of 1.x has 32 bits whatever the host's have
			for _, set := range []string{c.architecture, "all"} {
				sum[set] += math.Abs(float64(p.Registers - c.registers))
				n[set]++
			}
		}
	}
	for _, set := range slices.Sorted(maps.Keys(n)) {
		fmt.Fprintf(&b, "mean error of %v for %s: %.2f registers\n", n[set], set, sum[set]/n[set])
	}
	if mean := sum["all"] / n["all"]; mean > largestOldError {
		t.Errorf("the counts are %.2f registers off in the mean, want at most %v", mean, largestOldError)
	}
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

// oldCounts reads the table of published counts.
func oldCounts(t *testing.T) []oldCount {
	var counts []oldCount
	for _, row := range tables.Rows(t, oldRegisters+"counts.csv") {
		c := oldCount{file: row[0], kernel: row[1], architecture: row[2], card: row[3]}
		for column, to := range map[int]*int{5: &c.pointerBits, 6: &c.registers, 7: &c.local} {
			n, err := strconv.Atoi(row[column])
			if err != nil {
				t.Fatal(err)
			}
			*to = n
		}
		counts = append(counts, c)
	}
	return counts
}

// oldModule compiles one of the sources.
func oldModule(t *testing.T, file string) *Module {
	text, err := os.ReadFile(oldRegisters + file + ".cu")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Compile(file+".cu", string(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
