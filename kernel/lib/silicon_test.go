package lib

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

var suites = flag.String("suites", "", "the folder with the sources of PolyBench/GPU, CUDA and common, for TestPolybenchH200")

// TestIrregularH200 runs forty launches whose blocks differ and compares their times with those of a real
// H200: deviation 27.
func TestIrregularH200(t *testing.T) {
	tier.Long(t)
	if off := besideH200(t, "irregular.cells", "h200_irregular.csv"); off > 0.15 {
		t.Errorf("mean error %.1f %%, want at most 15 %%", 100*off)
	}
}

// TestPolybenchH200 does the same with the kernels of PolyBench/GPU, which are not ours to store.
func TestPolybenchH200(t *testing.T) {
	if *suites == "" {
		t.Skip("a command of its own: go test ./kernel/lib -run PolybenchH200 -suites FOLDER -v")
	}
	if off := besideH200(t, "polybench.cells", "h200_polybench.csv"); off > 0.15 {
		t.Errorf("mean error %.1f %%, want at most 15 %%", 100*off)
	}
}

// besideH200 is the mean error of the launches of cells, which list their times in microseconds, against those of a table:
// a launch's number, its name, and what it took three times.
func besideH200(t *testing.T, cells, table string) (off float64) {
	t.Helper()
	const folder = "../../gpumodel/published/measured/"
	text, err := os.ReadFile(folder + cells)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(folder + table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if *suites != "" {
		beside(t, *suites)
	}
	s := newSession()
	for _, c := range strings.Split(strings.ReplaceAll(string(text), "CARD", "H200"), "# %%\n") {
		cellResult(t, s, c)
	}
	var errors []float64
	for _, row := range rows[1:] {
		var card []float64
		for _, x := range row[2:] {
			us, err := strconv.ParseFloat(x, 64)
			if err != nil {
				t.Fatal(err)
			}
			card = append(card, us)
		}
		slices.Sort(card)
		model, err := strconv.ParseFloat(cellResult(t, s, "times["+row[0]+"]"), 64)
		if err != nil {
			t.Fatal(err)
		}
		ratio := model / card[1]
		t.Logf("%-24s %9.2f µs, modelled %9.2f: %.2f", row[1], card[1], model, ratio)
		errors = append(errors, math.Abs(ratio-1))
		off += math.Abs(ratio-1) / float64(len(rows)-1)
	}
	slices.Sort(errors)
	t.Logf("mean error %.1f %%, median %.1f %%, worst %.1f %% of %d launches", 100*off, 100*errors[len(errors)/2], 100*errors[len(errors)-1], len(errors))
	return off
}

// beside makes a folder the cells' "suites".
func beside(t *testing.T, folder string) {
	t.Helper()
	folder, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "suites"), os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}
