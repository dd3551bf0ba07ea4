package pcie

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// An asked work is one that a test issues, with the answer.
type asked struct {
	Work
	stream, chosen int // the number of the stream, and of the work that it waits for, -1 for none
	now            float64
	start, end     float64
}

// issueAtRandom issues works of all kinds into a default stream (0), blocking ones (1, 2, 3) and non-blocking ones (4, 5), some
// behind an event of another stream.
func issueAtRandom(d *device.Device, r *rand.Rand, n int) []asked {
	x := NewScheduler(d)
	streams := []*Stream{{Default: true}, {}, {}, {}, {Nonblocking: true}, {Nonblocking: true}}
	now := 0.0
	var all []asked
	for range n {
		a := asked{Work: Work{Kind: Kind(r.IntN(4))}, stream: r.IntN(len(streams)), chosen: -1}
		if a.Kind != Marker {
			a.Seconds = float64(1 + r.IntN(8))
		}
		a.Fit = 1 + r.IntN(8)
		a.Blocks = 1 + r.IntN(12)
		if len(all) > 0 && r.IntN(4) == 0 {
			a.chosen = r.IntN(len(all))
			streams[a.stream].Wait(all[a.chosen].end)
		}
		if r.IntN(3) == 0 {
			now += float64(r.IntN(6))
		}
		a.now = now
		a.start, a.end = x.Issue(streams[a.stream], a.Work, now)
		all = append(all, a)
	}
	return all
}

func blocking(stream int) bool { return stream < 4 }

// TestOrder: works of a stream, of the default stream and behind events keep their order; nothing begins before it is issued or is
// faster than alone.
func TestOrder(t *testing.T) {
	for seed := range uint64(300) {
		for _, card := range []string{"8800 GTX", "GTX 280", "C2050", "H100"} {
			all := issueAtRandom(modeltest.Card(t, card), rand.New(rand.NewPCG(seed, 1)), 60)
			for i, a := range all {
				if a.start < a.now || a.end-a.start < a.Seconds-1e-9 {
					t.Fatalf("%s, seed %d: work %d of %v s, issued at %v, is from %v to %v", card, seed, i, a.Seconds, a.now, a.start, a.end)
				}
				for j, before := range all[:i] {
					ordered := a.stream == before.stream || a.chosen == j ||
						(a.stream == 0 || before.stream == 0) && blocking(a.stream) && blocking(before.stream)
					if ordered && a.start < before.end {
						t.Fatalf("%s, seed %d: work %d of stream %d begins at %v, before work %d of stream %d ends at %v",
							card, seed, i, a.stream, a.start, j, before.stream, before.end)
					}
				}
			}
		}
	}
}

// atOnce is how many of some works run at any time, at most.
func atOnce(works []asked) (most int) {
	for _, a := range works {
		n := 0
		for _, b := range works {
			if b.start <= a.start && a.start < b.end {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// TestLimits: no more kernels and copies run at once than the card can; kernels do not take more than the whole GPU.
func TestLimits(t *testing.T) {
	for seed := range uint64(300) {
		for _, limit := range []int{1, 2, 16} {
			for engines := range 3 {
				d, err := modeltest.Card(t, "C2050").With("concurrent_kernels", fmt.Sprint(limit))
				if err == nil {
					d, err = d.With("copy_engines", fmt.Sprint(engines))
				}
				if err == nil {
					d, err = d.With("work_queues", fmt.Sprint(1+31*(seed%2)))
				}
				if err != nil {
					t.Fatal(err)
				}
				var kernels, copies, all []asked
				for _, a := range issueAtRandom(d, rand.New(rand.NewPCG(seed, 2)), 60) {
					switch a.Kind {
					case Compute:
						kernels = append(kernels, a)
					case Upload, Download:
						copies = append(copies, a)
					}
					if a.Kind != Marker {
						all = append(all, a)
					}
				}
				switch n := atOnce(kernels); {
				case n > limit:
					t.Fatalf("seed %d: %d kernels at once, %d can be", seed, n, limit)
				case atOnce(copies) > max(1, engines):
					t.Fatalf("seed %d: %d copies at once by %d engines", seed, atOnce(copies), engines)
				case engines == 0 && limit == 1 && atOnce(all) > 1:
					t.Fatalf("seed %d: a copy without an engine runs beside a kernel", seed)
				}
				// The room that kernels need in all is not more than there was while any ran.
				need, from, to := 0.0, math.Inf(1), 0.0
				for _, a := range kernels {
					share, _ := a.share()
					need += share * a.Seconds
					from, to = min(from, a.start), max(to, a.end)
				}
				if need > to-from+1e-6 {
					t.Fatalf("seed %d: kernels that need the whole GPU for %v s are done in %v s", seed, need, to-from)
				}
			}
		}
	}
}

// TestQueues: with one work queue, kernels begin in the order in which they were issued; with many, one that waits holds up none.
func TestQueues(t *testing.T) {
	kernel := Work{Kind: Compute, Seconds: 1, Blocks: 1, Fit: 100}
	for _, test := range []struct {
		card string
		want []float64 // the starts of two kernels in one stream and of one in another one
	}{
		{"GTX 280", []float64{0, 1, 2}},
		{"C2050", []float64{0, 1, 1}},
		{"K20X", []float64{0, 1, 0}},
		{"H100", []float64{0, 1, 0}},
	} {
		x, a, b := NewScheduler(modeltest.Card(t, test.card)), &Stream{}, &Stream{}
		var got []float64
		for _, s := range []*Stream{a, a, b} {
			start, _ := x.Issue(s, kernel, 0)
			got = append(got, start)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: kernels begin at %v, want %v", test.card, got, test.want)
		}
	}
}

// TestCheck: a copy behind the first of two kernels that fill the GPU four times each, and a kernel behind them. With one queue and
// concurrent kernels the copy waits until the last blocks of the second one have started.
func TestCheck(t *testing.T) {
	kernel := Work{Kind: Compute, Seconds: 4, Blocks: 32, Fit: 8}
	for card, copied := range map[string]float64{"GTX 280": 4, "C2050": 7, "K20X": 4, "H100": 4} {
		x, a, b := NewScheduler(modeltest.Card(t, card)), &Stream{}, &Stream{}
		x.Issue(a, kernel, 0)
		x.Issue(b, kernel, 0)
		if start, _ := x.Issue(a, Work{Kind: Download, Seconds: 1}, 0); start != copied {
			t.Errorf("%s: the copy begins at %v, want %v", card, start, copied)
		}
	}
	// The second kernel is small, but not before the one that is checked has ended.
	small := Work{Kind: Compute, Seconds: 4, Blocks: 1, Fit: 8}
	for card, begun := range map[string]float64{"C2050": 4, "K20X": 0} {
		x, a := NewScheduler(modeltest.Card(t, card)), &Stream{}
		x.Issue(a, small, 0)
		x.Issue(a, Work{Kind: Download, Seconds: 1}, 0)
		if start, _ := x.Issue(&Stream{}, small, 0); start != begun {
			t.Errorf("%s: the kernel of another stream begins at %v, want %v", card, start, begun)
		}
	}
}

// TestRoom: what kernels leave one another, worked out on paper: starts and ends of kernels in streams of their own.
func TestRoom(t *testing.T) {
	type span struct{ start, end float64 }
	kernel := func(seconds float64, blocks int) Work {
		return Work{Kind: Compute, Seconds: seconds, Blocks: blocks, Fit: 8}
	}
	for name, test := range map[string]struct {
		works []Work
		want  []span
	}{
		"small ones":             {[]Work{kernel(2, 1), kernel(2, 1), kernel(2, 1)}, []span{{0, 2}, {0, 2}, {0, 2}}},
		"large ones":             {[]Work{kernel(2, 8), kernel(2, 100)}, []span{{0, 2}, {2, 4}}},
		"a large behind a small": {[]Work{kernel(2, 4), kernel(3, 8)}, []span{{0, 2}, {0, 4}}}, // half of its blocks in 2 s are 1 s of 3
		"halves":                 {[]Work{kernel(2, 4), kernel(2, 4), kernel(2, 4)}, []span{{0, 2}, {0, 2}, {2, 4}}},
		"no room for a block":    {[]Work{kernel(2, 7), {Kind: Compute, Seconds: 1, Blocks: 2, Fit: 2}}, []span{{0, 2}, {2, 3}}},
		"nothing to do":          {[]Work{kernel(0, 8), kernel(1, 8)}, []span{{0, 0}, {0, 1}}},
	} {
		x := NewScheduler(modeltest.Card(t, "H100"))
		var got []span
		for _, w := range test.works {
			start, end := x.Issue(&Stream{}, w, 0)
			got = append(got, span{start, end})
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestPast: what is over is forgotten without an effect on the answers.
func TestPast(t *testing.T) {
	x, s := NewScheduler(modeltest.Card(t, "H100")), []*Stream{{}, {}}
	for i := range 10_000 {
		now := float64(i)
		if start, end := x.Issue(s[i%2], Work{Kind: Compute, Seconds: 1, Blocks: 1, Fit: 1}, now); start != now || end != now+1 {
			t.Fatalf("kernel %d is from %v to %v", i, start, end)
		}
		if start, end := x.Issue(s[i%2], Work{Kind: Upload, Seconds: 0.5}, now); start != now+1 || end != now+1.5 {
			t.Fatalf("copy %d is from %v to %v", i, start, end)
		}
	}
	if n := max(len(x.kernels), len(x.engines[0].busy)); n > 4 {
		t.Errorf("%d works are remembered", n)
	}
	if !slices.IsSortedFunc(x.kernels, func(a, b step) int { return cmp.Compare(a.at, b.at) }) {
		t.Error("the steps are out of order")
	}
}
