package lib

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestIrregularH200 runs forty launches whose blocks differ and compares their times with those of a real
// H200. They are no better yet than deviation 27 says, and must not become worse.
func TestIrregularH200(t *testing.T) {
	tier.Long(t)
	const folder = "../../gpumodel/published/measured/"
	text, err := os.ReadFile(folder + "irregular.cells")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(folder + "h200_irregular.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	s := newSession()
	for _, c := range strings.Split(strings.ReplaceAll(string(text), "CARD", "H200"), "# %%\n") {
		cellResult(t, s, c)
	}
	off := 0.0
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
		t.Logf("%-18s %8.2f µs, modelled %8.2f: %.2f", row[1], card[1], model, ratio)
		off += math.Abs(ratio-1) / float64(len(rows)-1)
	}
	if t.Logf("mean error %.1f %%", 100*off); off > 0.18 {
		t.Errorf("mean error %.1f %%, it was 16.6 %%", 100*off)
	}
}
