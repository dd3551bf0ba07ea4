package lib

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

var suites = flag.String("suites", "", "the folder with the sources of PolyBench/GPU, CUDA and common, for TestPolybenchH200, or checkouts of the repositories of gpumodel/conformance/testdata/accept as OWNER+NAME, for TestSuitesH200")

// TestIrregularH200 runs forty launches whose blocks differ and compares their times with those of a real
// H200: deviation 27.
func TestIrregularH200(t *testing.T) {
	tier.Long(t)
	if b := besideCard(t, "H200", "irregular"); b.mean() > 0.15 {
		t.Errorf("mean error %.1f %%, want at most 15 %%", 100*b.mean())
	}
}

// TestSpellingsH200 does the same with one kernel in nine spellings, the naive product in four, and a coarsened one.
func TestSpellingsH200(t *testing.T) {
	tier.Long(t)
	if b := besideCard(t, "H200", "spellings"); b.mean() > 0.15 {
		t.Errorf("mean error %.1f %%, want at most 15 %%", 100*b.mean())
	}
}

// TestPolybenchH200 does the same with the kernels of PolyBench/GPU, which are not ours to store.
func TestPolybenchH200(t *testing.T) {
	if *suites == "" {
		t.Skip("a command of its own: go test ./kernel/lib -run PolybenchH200 -suites FOLDER -v")
	}
	if b := besideCard(t, "H200", "polybench"); b.mean() > 0.15 {
		t.Errorf("mean error %.1f %%, want at most 15 %%", 100*b.mean())
	}
}

// TestSuitesH200 does the same with kernels of ten repositories, and compares what they compute with what the card did.
func TestSuitesH200(t *testing.T) {
	if *suites == "" {
		t.Skip("a command of its own: go test ./kernel/lib -run SuitesH200 -suites FOLDER -v")
	}
	b := besideCard(t, "H200", "suites")
	if b.mean() > 0.15 || b.beyond(2) > 0 {
		t.Errorf("mean error %.1f %%, %d beyond a factor of two; want at most 15 %% and none", 100*b.mean(), b.beyond(2))
	}
	for _, name := range b.wrong {
		t.Errorf("%s: the result is not the card's", name)
	}
}

// TestCoursesH100 does the same with launches as courses write them, which were measured after they had been modelled: deviation 82.
// The bounds hold what is known today, so that it does not get worse; what is wanted are the 15 % above.
func TestCoursesH100(t *testing.T) {
	tier.Long(t)
	if b := besideCard(t, "H100", "courses"); b.mean() > 0.18 || b.beyond(2) > 1 {
		t.Errorf("mean error %.1f %%, %d beyond a factor of two; want at most 18 %% and 1", 100*b.mean(), b.beyond(2))
	}
}

// TestCoursesH200 does the same on an H200, which was measured later.
func TestCoursesH200(t *testing.T) {
	tier.Long(t)
	if b := besideCard(t, "H200", "courses"); b.mean() > 0.18 || b.beyond(2) > 1 {
		t.Errorf("mean error %.1f %%, %d beyond a factor of two; want at most 18 %% and 1", 100*b.mean(), b.beyond(2))
	}
}

// TestWideH200 does the same with launches of kernels from many fields, which were measured after they had been modelled: deviation 87.
// The bounds are what the model was off by on that day, before anybody looked at the reasons.
func TestWideH200(t *testing.T) {
	tier.Long(t)
	if b := besideCard(t, "H200", "wide"); b.mean() > 0.22 || b.beyond(2) > 2 {
		t.Errorf("mean error %.1f %%, %d beyond a factor of two; want at most 22 %% and 2", 100*b.mean(), b.beyond(2))
	}
}

// TestMechanismsH100 looks at launches in which one mechanism decides. The groups that it holds are those of which the model has
// the mechanism; deviations 83 and 84 list the others, whose ratios the test prints.
func TestMechanismsH100(t *testing.T) {
	tier.Long(t)
	b := besideCard(t, "H100", "mechanisms")
	for _, group := range []struct {
		name string
		most float64 // the error: that of a fit to such launches, or the one of the sibling test TestSharedAtomics
	}{{"constants ", 0.15}, {"shared_add ", 0.25}, {"shared_add_used ", 0.25}} {
		n := 0
		for i, r := range b.times {
			if !strings.HasPrefix(b.names[i], group.name) {
				continue
			}
			if n++; math.Abs(r-1) > group.most {
				t.Errorf("%s takes %.2f times the card's time, want at most %.0f %% off", b.names[i], r, 100*group.most)
			}
		}
		if n < 5 {
			t.Errorf("%d launches are %s", n, group.name)
		}
	}
}

// A card is launches beside those of a real card.
type card struct {
	names        []string
	times        []float64 // ours over the card's
	instructions []float64
	wrong        []string // launches with another result
}

func (c *card) mean() (sum float64) {
	for _, r := range c.times {
		sum += math.Abs(r-1) / float64(len(c.times))
	}
	return sum
}

func (c *card) beyond(factor float64) (n int) {
	for _, r := range c.times {
		if r > factor || r < 1/factor {
			n++
		}
	}
	return n
}

// besideCard runs the cells of a name for a card, which list their times in microseconds, and may list instructions and digests, and
// compares them with those of the table of this name: columns number and name, times that end in _us, instructions, digest.
func besideCard(t *testing.T, gpu, name string) *card {
	t.Helper()
	const folder = "../../gpumodel/published/measured/"
	text, err := os.ReadFile(folder + name + ".cells")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(folder + strings.ToLower(gpu) + "_" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.Comment = '#'
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if *suites != "" {
		beside(t, *suites)
	}
	s := newSession()
	for _, c := range strings.Split(strings.ReplaceAll(string(text), "CARD", gpu), "# %%\n") {
		cellResult(t, s, c)
	}
	number := func(x string) float64 {
		v, err := strconv.ParseFloat(x, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	head, c := rows[0], &card{}
	for _, row := range rows[1:] {
		var took []float64
		counted := ""
		for i, x := range row {
			switch {
			case strings.HasSuffix(head[i], "_us"):
				took = append(took, number(x))
			case head[i] == "instructions":
				ratio := number(cellResult(t, s, "instructions["+row[0]+"]")) / number(x)
				c.instructions = append(c.instructions, ratio)
				counted = fmt.Sprintf(", instructions %.2f", ratio)
			case head[i] == "digest":
				if cellResult(t, s, `" ".join([str(d) for d in digests[`+row[0]+`]])`) != strconv.Quote(x) {
					c.wrong = append(c.wrong, row[1])
				}
			}
		}
		slices.Sort(took)
		measured, model := took[len(took)/2], number(cellResult(t, s, "times["+row[0]+"]"))
		c.names, c.times = append(c.names, row[1]), append(c.times, model/measured)
		t.Logf("%-28s %9.2f µs, modelled %9.2f: %.2f%s", row[1], measured, model, model/measured, counted)
	}
	t.Logf("mean error %.1f %% of %d launches, %d beyond a factor of two; instructions within 10 %% in %d of %d",
		100*c.mean(), len(c.times), c.beyond(2), within(c.instructions, 0.1), len(c.instructions))
	return c
}

// within counts the ratios that are at most so far from 1.
func within(ratios []float64, most float64) (n int) {
	for _, r := range ratios {
		if math.Abs(r-1) <= most {
			n++
		}
	}
	return n
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
