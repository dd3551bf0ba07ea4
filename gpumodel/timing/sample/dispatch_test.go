package sample

import (
	"math"
	"testing"
)

func TestQueueing(t *testing.T) {
	equal := func(int) float64 { return 1 }
	last := func(b int) float64 { // the last one is ten times as long
		if b == 31 {
			return 10
		}
		return 1
	}
	for _, x := range []struct {
		name   string
		q      queueing
		blocks int
		work   func(b int) float64
		want   float64
	}{
		{"two SMs of two slots that one block keeps busy", queueing{2, 2, 1}, 8, equal, 4},
		{"a block more", queueing{2, 2, 1}, 9, equal, 5},
		{"two blocks keep an SM busy, and one is left alone", queueing{2, 2, 2}, 9, equal, 6},
		{"one block alone", queueing{4, 8, 8}, 1, equal, 8},
		{"fewer blocks than SMs", queueing{8, 4, 1}, 3, equal, 1},
		// An SM has 7 blocks before the last one, which shares it with others for a while.
		{"a long one at the end", queueing{4, 1, 1}, 32, last, 17},
	} {
		if got := x.q.time(x.blocks, x.work); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// What is fitted to a tail has that tail.
func TestQueueingFit(t *testing.T) {
	work := func(b int) float64 { return 1 + 20*chance(b)*chance(b+1) }
	q := queueing{8, 8, 3.5}
	const blocks = 500
	got := queueing{8, 8, 8}.fit(blocks, work, q.tail(blocks, work))
	if math.Abs(got.saturated-q.saturated) > 0.1 {
		t.Errorf("fitted %.2f, want %.2f", got.saturated, q.saturated)
	}
	if a, b := got.tail(blocks, work), q.tail(blocks, work); math.Abs(a-b) > 0.02*q.time(blocks, work) {
		t.Errorf("a tail of %v, want %v", a, b)
	}
}
