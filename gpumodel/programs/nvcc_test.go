package programs

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/internal/tier"
)

// TestRealCompiler holds the lowered code of the built-in programs against what NVIDIA's
// compiler makes of them (testdata/nvcc.csv): registers, instructions, and those
// that access memory. -v prints the table. The bounds are where we are today: the numbers of
// programs that are further off.
func TestRealCompiler(t *testing.T) {
	tier.Check(t)
	cards := map[string]string{"7.5": "Tesla T4", "8.0": "A100 40GB", "8.6": "RTX 3090", "9.0": "H200", "10.0": "B200"}
	type far struct {
		Registers    int     // further off than 4
		Mean         float64 // of the registers, how far off
		Instructions int     // in the listing, further off than 10 %: loops that are unrolled otherwise count
		Shared       int     // other numbers of accesses to shared memory, or of barriers
	}
	got, rows := map[string]far{}, map[string]float64{}
	for _, row := range realCompiler(t) {
		d := modeltest.Card(t, cards[row["compute_capability"]])
		p, err := Find(row["program"])
		if err != nil {
			t.Fatal(err)
		}
		l, err := p.Launch(Run{N: 64, Mode: gpumodel.Sample})
		if err != nil {
			t.Fatal(err)
		}
		code, err := l.Kernel.Lower(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		want := func(field string) int {
			n, err := strconv.Atoi(row[field])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		ours := instructionCounts(code)
		f, mark := got[d.ComputeCapability], ""
		off := math.Abs(float64(code.Registers - want("registers")))
		rows[d.ComputeCapability]++
		f.Mean += (off - f.Mean) / rows[d.ComputeCapability]
		if off > 4 {
			f.Registers++
			mark += " registers"
		}
		if off := math.Abs(float64(ours["all"])/float64(want("instructions")) - 1); off > 0.1 {
			f.Instructions++
			mark += " instructions"
		}
		if ours["lds"] != want("lds") || ours["sts"] != want("sts") || ours["bar"] != want("bar") {
			f.Shared++
			mark += " shared"
		}
		got[d.ComputeCapability] = f
		t.Logf("%-5s %-32s registers %3d, real %3d; instructions %4d, real %4d; LDS %d, real %d%s", d.ComputeCapability, p.Name,
			code.Registers, want("registers"), ours["all"], want("instructions"), ours["lds"], want("lds"), strings.ToUpper(mark))
	}
	for cc, most := range map[string]far{"7.5": {12, 3.5, 17, 4}, "8.0": {9, 2.3, 14, 4}, "8.6": {7, 1.9, 16, 4}, "9.0": {7, 2.4, 14, 4},
		"10.0": {10, 3.5, 20, 9}} {
		if f := got[cc]; f.Registers > most.Registers || f.Mean > most.Mean || f.Instructions > most.Instructions || f.Shared > most.Shared {
			t.Errorf("%s: %+v programs are too far off, want at most %+v", cc, f, most)
		}
		t.Logf("%s: further off: %+v", cc, got[cc])
	}
}

// realCompiler is the table of the real compiler, row by row.
func realCompiler(t *testing.T) (rows []map[string]string) {
	f, err := os.Open("testdata/nvcc.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, field := range record {
			row[records[0][i]] = field
		}
		rows = append(rows, row)
	}
	return rows
}

// instructionCounts counts a program's instructions: all, loads and stores of shared memory, barriers.
func instructionCounts(p *isa.Program) map[string]int {
	n := map[string]int{}
	for _, in := range p.Code {
		n["all"] += in.Count
		switch {
		case in.Op == ir.Load && in.Space == ir.Shared:
			n["lds"]++
		case in.Op == ir.Store && in.Space == ir.Shared:
			n["sts"]++
		case in.Kind == isa.Barrier:
			n["bar"]++
		}
	}
	return n
}
