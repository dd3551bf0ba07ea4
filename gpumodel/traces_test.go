package gpumodel_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// TestTraces: warps leave the same steps and transactions, and are counted in the same way, on the fast path as where they
// are traced instruction by instruction: in samples and with values, from their beginning and in the middle of loops.
func TestTraces(t *testing.T) {
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cards := oneOfEach()
	cards = tier.Sample(t, cards, tier.Pick(1, 1, len(cards)))
	for _, d := range cards {
		for _, c := range speedCases() {
			c.grid = Dim3{min(c.grid.X, 2), min(c.grid.Y, 2), 1}
			for _, values := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/values=%v", d.Name, c.kernel, values), func(t *testing.T) { sameTraces(t, c, d, module, values) })
			}
		}
	}
}

// traceOptions are ways to begin a block.
var traceOptions = []warp.Options{
	{}, {ByIteration: true}, {ByIteration: true, From: 0.5}, {Uncounted: true},
	{ByIteration: true, Uncounted: true}, {ByIteration: true, Uncounted: true, From: 0.5}, // iterations of loops are replayed
}

func sameTraces(t *testing.T, c speedCase, d *device.Device, m *Module, values bool) {
	at := slices.IndexFunc(m.Kernels, func(k *Kernel) bool { return k.Name == c.kernel })
	var traces [2][][]warpTrace
	var profiles [2][]warp.Profile
	var counts [2]warp.Stats
	for way := range traces {
		l := Launch{Kernel: m.Kernels[at], Grid: c.grid, Block: c.block, Args: c.args(), Mode: Full}
		l.Experiment.Together = c.kernel == "bfs_step" || c.kernel == "bitonic_sort" // they read what they write
		program, err := l.Kernel.LowerVariant(context.Background(), d, l.Experiment.Variant)
		if err != nil {
			t.Skipf("%s: %v", d.Name, err)
		}
		x, err := l.Machine(context.Background(), d, program, values)
		if err != nil {
			t.Fatal(err)
		}
		x.Slow = way == 1
		for _, o := range traceOptions {
			if values && o.From > 0 {
				continue
			}
			for n := range c.grid.Count() {
				traces[way] = append(traces[way], replayed(t, x, n, o))
			}
		}
		for n := 0; n < c.grid.Count() && !values; n++ {
			p, err := x.Profile(n)
			if err != nil {
				t.Fatal(err)
			}
			profiles[way] = append(profiles[way], p)
		}
		counts[way] = x.Stats
	}
	for i := range traces[0] {
		for w := range traces[0][i] {
			fast, slow := &traces[0][i][w], &traces[1][i][w]
			if !slices.Equal(fast.steps, slow.steps) || !slices.Equal(fast.sent, slow.sent) || !slices.Equal(fast.pieces, slow.pieces) {
				t.Fatalf("run %d, warp %d: %s", i, w, fast.differs(slow))
			}
		}
	}
	if diff := cmp.Diff(counts[1], counts[0]); diff != "" {
		t.Errorf("counts (-traced +fast):\n%s", diff)
	}
	if diff := cmp.Diff(profiles[1], profiles[0]); diff != "" {
		t.Errorf("profiles (-traced +fast):\n%s", diff)
	}
}

// A warpTrace is all that a warp leaves.
type warpTrace struct {
	steps  []warp.Step
	sent   []memory.Transaction
	pieces []int // steps of each
}

// differs says where two traces part.
func (x *warpTrace) differs(y *warpTrace) string {
	for i := range min(len(x.steps), len(y.steps)) {
		if x.steps[i] != y.steps[i] {
			return fmt.Sprintf("step %d (-traced +fast):\n%s", i, cmp.Diff(y.steps[i], x.steps[i]))
		}
	}
	for i := range min(len(x.sent), len(y.sent)) {
		if x.sent[i] != y.sent[i] {
			return fmt.Sprintf("transaction %d (-traced +fast):\n%s", i, cmp.Diff(y.sent[i], x.sent[i]))
		}
	}
	return fmt.Sprintf("%d steps and %d transactions, traced %d and %d", len(x.steps), len(x.sent), len(y.steps), len(y.sent))
}

// replayed takes the pieces of a block as the timing engine does, one warp after the other as far as it gets. If loops are
// to be sampled it skips some of their iterations, and goes back now and then.
func replayed(t *testing.T, m *warp.Machine, block int, o warp.Options) []warpTrace {
	t.Helper()
	b, err := m.Start(block, o)
	if err != nil {
		t.Fatal(err)
	}
	traces, ended := make([]warpTrace, len(b.Warps)), make([]bool, len(b.Warps))
	for left, turn := len(b.Warps), 1; left > 0; turn++ {
		if n, ok := b.Iterations(); ok && o.ByIteration && turn%5 == 0 {
			b.Skip(min(n, turn%4*2-1))
		}
		for w := range b.Warps {
			piece := &b.Warps[w]
			if ended[w] || len(piece.Steps) == 0 && !piece.Done {
				continue // it waits at a barrier
			}
			for _, s := range piece.Steps {
				traces[w].steps = append(traces[w].steps, *s)
			}
			traces[w].pieces = append(traces[w].pieces, len(piece.Steps))
			traces[w].sent = append(traces[w].sent, piece.Transactions...)
			if piece.Done {
				ended[w] = true
				left--
			} else if err := m.Continue(b, w); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.Release(b)
	return traces
}
