package published_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"
)

// TestClocks runs clocks.cu, whose kernels read the clock around chains of dependent operations, and compares what they print with
// what an H200 did. It holds the latencies of memory and barriers. Of arithmetic the chain's begin and end take up to two clocks an
// operation, and how warps share a scheduler is not known: deviation 86. The constant of barriers comes from these rows.
func TestClocks(t *testing.T) {
	tier.Check(t)
	const most = 0.15
	source, err := os.ReadFile("measured/clocks.cu")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "clocks.cu", string(source), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./clocks"}, Stdout: &out, Stderr: &out, Checking: host.CheckNone}); err != nil {
		t.Fatal(err)
	}
	ours := map[string]float64{}
	for line := range strings.Lines(out.String()) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		clocks, err := strconv.ParseFloat(fields[len(fields)-1], 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		ours[strings.Join(fields[:len(fields)-2], ",")] = clocks
	}
	held := 0
	for _, row := range clockRows(t) {
		name := row[0]
		want, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := ours[name]
		if !ok {
			t.Errorf("%s: it printed nothing", name)
			continue
		}
		ratio := got / want
		t.Logf("%-26s %8.2f, on the card %8.2f: %.2f", name, got, want, ratio)
		if strings.HasPrefix(name, "chase") || strings.HasPrefix(name, "barriers") {
			if held++; math.Abs(ratio-1) > most {
				t.Errorf("%s takes %.1f clocks, on the card %.1f", name, got, want)
			}
		}
	}
	if held < 11 {
		t.Errorf("%d rows are of memory and barriers", held)
	}
}

// clockRows are the rows of h200_clocks.csv: a name, operations, and the clocks of three runs.
func clockRows(t *testing.T) [][]string {
	f, err := os.Open("measured/h200_clocks.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}
