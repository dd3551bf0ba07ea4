package measured_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/gpumodel/published"
	"warpbook.dev/internal/tier"
)

// usualPoints are the launches that tests compare without a flag: some of every kind, none
// that takes long to model.
const usualPoints = `^transpose/(copy|naive|tiled|padded) (1024|1500) 32x8 0 |^transpose/copy (4096 32x8|8192 256x1) 0|^transpose/naive 4096 32x8 |` +
	`^matmul/(naive|tiled) 256 |^increment/float4? 67108864 256x1|^stride.cu/strided (1|2|8|32) |^stride.cu/strided_read (1|8) |^stride.cu/offset 1 |^vector.cu/vcopy 67108864|^vector.cu/vcopy_loop .* grid 1056x1 TYPE=float4`

var h200 = flag.String("h200", usualPoints, `compare the launches measured on the H200 whose "program n block shared grid defines" matches, as in -h200 'transpose/naive' or -h200 . for all of them`)

// The kinds of launches that the model is held to, by the head of their programs.
var comparedPrograms = []string{"transpose/", "matmul/", "increment/", "stride.cu/", "vector.cu/", "sums.cu/"}

// A silicon is a measured launch and the model's result of it.
type silicon struct {
	published.Point
	modelled *gpumodel.Result
}

func (s *silicon) key() string {
	return fmt.Sprintf("%s %d %dx%d %d grid %dx%d %s", s.Program, s.N, s.Block[0], s.Block[1], s.Shared, s.Grid[0], s.Grid[1],
		s.definesText(" "))
}

func (s *silicon) definesText(separator string) string {
	var defines []string
	for _, name := range slices.Sorted(maps.Keys(s.Defines)) {
		defines = append(defines, name+"="+s.Defines[name])
	}
	return strings.Join(defines, separator)
}

// selectedPoints are those that -h200 selects.
func selectedPoints(t *testing.T, points []published.Point) []*silicon {
	t.Helper()
	selected, err := regexp.Compile(*h200)
	if err != nil {
		t.Fatal(err)
	}
	var all []*silicon
	for _, p := range points {
		if s := (&silicon{Point: p}); selected.MatchString(s.key()) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		t.Fatalf("-h200 %q matches none of %d launches", *h200, len(points))
	}
	return all
}

// comparedPoints are those of the programs that are compared with the model.
func comparedPoints(points []published.Point) []published.Point {
	return slices.DeleteFunc(points, func(p published.Point) bool {
		return !slices.ContainsFunc(comparedPrograms, func(head string) bool { return strings.HasPrefix(p.Program, head) })
	})
}

// onH200 models the points that -h200 selects.
func onH200(t *testing.T, points []published.Point) []*silicon {
	t.Helper()
	return modelAll(t, selectedPoints(t, comparedPoints(points)))
}

// modelAll models points side by side.
func modelAll(t *testing.T, all []*silicon) []*silicon {
	t.Helper()
	d := modeltest.Card(t, "H200")
	work := make(chan *silicon)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for s := range work {
				if err := s.model(t.Context(), d); err != nil {
					t.Errorf("%s: %v", s.key(), err)
				}
			}
		})
	}
	for _, s := range all {
		work <- s
	}
	close(work)
	group.Wait()
	return slices.DeleteFunc(all, func(s *silicon) bool { return s.modelled == nil })
}

// modelledPoints are the results so far: what one test has modelled serves the others.
var modelledPoints sync.Map // of *Result by key

// model runs the launch on the model.
func (s *silicon) model(ctx context.Context, d *device.Device) error {
	if r, ok := modelledPoints.Load(s.key()); ok {
		s.modelled = r.(*gpumodel.Result)
		return nil
	}
	l, err := s.launch()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute) // a stop against hanging
	defer cancel()
	s.modelled, err = gpumodel.Run(ctx, d, l)
	if err == nil {
		modelledPoints.Store(s.key(), s.modelled)
	}
	return err
}

// launch is the measured launch, as the model takes it.
func (s *silicon) launch() (gpumodel.Launch, error) {
	block := gpumodel.Dim3{X: s.Block[0], Y: s.Block[1], Z: 1}
	file, name, own := strings.Cut(s.Program, ".cu/")
	if !own {
		p, err := programs.Find(s.Program)
		if err != nil {
			return gpumodel.Launch{}, err
		}
		return p.Launch(programs.Run{N: s.N, Block: block, Shared: s.Shared, Defines: s.Defines, Mode: gpumodel.Sample})
	}
	text, err := published.Kernels(file + ".cu")
	if err != nil {
		return gpumodel.Launch{}, err
	}
	m, err := gpumodel.Compile(file+".cu", text, gpumodel.Options{Defines: s.Defines})
	if err != nil {
		return gpumodel.Launch{}, err
	}
	grid := gpumodel.Dim3{X: s.Grid[0], Y: s.Grid[1], Z: 1}
	args, err := s.args(name, grid.Count()*block.Count())
	return gpumodel.Launch{Kernel: m.Kernel(name), Grid: grid, Block: block, Args: args, Mode: gpumodel.Sample}, err
}

// args are an output, an input and a number for the kernels of published/measured.
func (s *silicon) args(kernel string, threads int) ([]any, error) {
	n := s.N
	words := 4 * n / max(1, width(s.Defines["TYPE"]))
	size := map[string]struct{ out, in, number int }{
		"strided": {threads * n, threads * n, n}, "strided_read": {threads, threads * n, n}, "offset": {threads + 64, threads + 64, n},
		"vcopy": {n, n, 0}, "vcopy_loop": {n, n, words}, "vsum": {n, n, words},
		"sum_columns": {n, n * n, n}, "sum_rows": {n, n * n, n},
	}[kernel]
	out, err := gpumodel.NewArray(gpumodel.Float32, size.out)
	if err != nil {
		return nil, err
	}
	in, err := gpumodel.NewArray(gpumodel.Float32, size.in)
	if err != nil {
		return nil, err
	}
	if kernel == "vcopy" {
		return []any{out, in}, nil
	}
	return []any{out, in, int64(size.number)}, nil
}

// width is the bytes of a type.
func width(name string) int {
	return map[string]int{"char": 1, "short": 2, "float": 4, "float2": 8, "float4": 16}[name]
}

// microseconds is what events around the modelled launch would show.
func (s *silicon) microseconds() float64 { return s.modelled.Elapsed() * 1e6 }

func (s *silicon) measured() float64 { return s.Values["median_us"] }

func (s *silicon) ratio() float64 { return s.microseconds() / s.measured() }

// launchBound is the microseconds up to which a launch is mostly its overhead.
const launchBound = 10

// TestMeasuredH200 compares times with those of a real H200. The aim: a mean error of 15 %
// over all points beyond launch-bound sizes (-h200 .), no program beyond 30 %, and the programs
// of a family in their order at every size; what holds of the usual points today is asserted.
func TestMeasuredH200(t *testing.T) {
	tier.Check(t)
	const meanAllowed, programAllowed, rankAtLeast = 0.08, 0.25, 0.98
	points := onH200(t, published.H200Times())
	errors := map[string][]float64{}
	var all, modelled, measured []float64
	t.Logf("%-72s %10s %10s %6s  %s", "launch", "measured", "modelled", "ratio", "bound")
	for _, s := range points {
		t.Logf("%-72s %10.1f %10.1f %6.2f  %s", s.key(), s.measured(), s.microseconds(), s.ratio(), s.modelled.Bound())
		if s.measured() <= launchBound {
			continue
		}
		e := math.Abs(s.ratio() - 1)
		errors[s.Program] = append(errors[s.Program], e)
		all, modelled, measured = append(all, e), append(modelled, s.microseconds()), append(measured, s.measured())
	}
	worst := 0.0
	for _, program := range slices.Sorted(maps.Keys(errors)) {
		t.Logf("%-32s mean error %5.1f %% of %d", program, 100*mean(errors[program]), len(errors[program]))
		worst = max(worst, mean(errors[program]))
	}
	right, pairs := ladders(t, points)
	rank := published.RankCorrelation(modelled, measured)
	t.Logf("mean absolute error %.1f %% of %d points; worst program %.1f %%; %d of %d pairs of a ladder in order; rank correlation %.4f",
		100*mean(all), len(all), 100*worst, right, pairs, rank)
	if *h200 != usualPoints {
		return
	}
	if right < pairs {
		t.Errorf("%d of %d pairs of a ladder are in order", right, pairs)
	}
	if mean(all) > meanAllowed || worst > programAllowed || rank < rankAtLeast {
		t.Errorf("mean error %.1f %%, worst program %.1f %%, rank correlation %.3f; allowed are %.0f %%, %.0f %%, at least %.2f",
			100*mean(all), 100*worst, rank, 100*meanAllowed, 100*programAllowed, rankAtLeast)
	}
}

// TestTableH200 compares the whole measured table in the long tier, and 40 rows of it before
// a merge, which a seed chooses.
func TestTableH200(t *testing.T) {
	tier.Long(t)
	rows := comparedPoints(published.H200Times())
	whole := tier.Pick(false, false, true)
	meanAllowed, rankAtLeast := 0.15, 0.97
	if whole {
		meanAllowed, rankAtLeast = 0.1, 0.99
	} else {
		rand.New(rand.NewPCG(200, 40)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:40]
	}
	var all []*silicon
	for _, row := range rows {
		all = append(all, &silicon{Point: row})
	}
	errors := map[string][]float64{}
	var apart, modelled, measured []float64
	all = modelAll(t, all)
	for _, s := range all {
		if s.measured() <= launchBound {
			continue
		}
		e := math.Abs(s.ratio() - 1)
		t.Logf("%-72s ratio %.2f", s.key(), s.ratio())
		errors[s.Program] = append(errors[s.Program], e)
		apart, modelled, measured = append(apart, e), append(modelled, s.microseconds()), append(measured, s.measured())
	}
	rank := published.RankCorrelation(modelled, measured)
	t.Logf("mean absolute error %.1f %% of %d rows, rank correlation %.4f", 100*mean(apart), len(apart), rank)
	if len(apart) < 20 || mean(apart) > meanAllowed || rank < rankAtLeast {
		t.Errorf("mean error %.1f %% of %d rows, rank correlation %.3f; allowed are %.0f %%, at least %.2f", 100*mean(apart), len(apart),
			rank, 100*meanAllowed, rankAtLeast)
	}
	const programAllowed, outOfOrder = 0.22, 1
	for program, e := range errors {
		if whole && mean(e) > programAllowed {
			t.Errorf("%s: mean error %.1f %%, allowed are %.0f %%", program, 100*mean(e), 100*programAllowed)
		}
	}
	if right, pairs := ladders(t, all); pairs-right > outOfOrder {
		t.Errorf("%d of %d pairs of a ladder are in order", right, pairs)
	}
}

// ladders counts the pairs of programs of a family, with their usual blocks at the same
// size, that the model has in the measured order. Programs within 5 % share a step.
func ladders(t *testing.T, points []*silicon) (right, pairs int) {
	t.Helper()
	const step = 1.05
	family := func(s *silicon) string { return s.Program[:strings.Index(s.Program, "/")] }
	usual := func(s *silicon) bool {
		p, err := programs.Find(s.Program)
		return err == nil && s.Shared == 0 && s.Block == [2]int{p.Block.X, p.Block.Y} &&
			(len(s.Defines) == 0 || s.Defines["COARSE"] == "4") && s.measured() > launchBound
	}
	for i, a := range points {
		for _, b := range points[i+1:] {
			if !usual(a) || !usual(b) || family(a) != family(b) || a.N != b.N || max(a.measured()/b.measured(), b.measured()/a.measured()) < step {
				continue
			}
			pairs++
			if (a.measured() < b.measured()) == (a.microseconds() < b.microseconds()) {
				right++
			} else {
				t.Logf("out of order at %d: %s %.1f µs (%.1f modelled), %s %.1f (%.1f)", a.N, a.Program, a.measured(), a.microseconds(),
					b.Program, b.measured(), b.microseconds())
			}
		}
	}
	return right, pairs
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(1, len(x)))
}
