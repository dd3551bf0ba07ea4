package warp

import (
	"math"
	"slices"
	"testing"
)

// replay takes the pieces of a block's traces as the timing engine does, one warp
// after the other as far as it gets, and gives each piece to see.
func replay(t *testing.T, m *Machine, block int, o Options, see func(b *Block, warp int)) {
	t.Helper()
	b, err := m.Start(block, o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make([]bool, len(b.Warps))
	for left := len(b.Warps); left > 0; {
		for w := range b.Warps {
			piece := &b.Warps[w]
			if ended[w] || len(piece.Steps) == 0 && !piece.Done {
				continue // it waits at a barrier
			}
			see(b, w)
			if piece.Done {
				ended[w] = true
				left--
			} else if err := m.Continue(b, w); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.Release(b)
}

// A long loop is executed piece by piece: 100,000 loads of each warp are never in
// memory together.
func TestLongLoopInPieces(t *testing.T) {
	j := job{source: `__global__ void k(float *a, int n) {
	float sum = 0;
	for (int i = 0; i < n; i++) { sum += a[(threadIdx.x + i) % 96]; if (i % 1000 == 0) __syncthreads(); }
	a[threadIdx.x] = sum;
}`, block: Dim3{96, 1, 1}, args: []any{zeros(96), 100000}}
	m := j.machine(t)
	loads, longest, transactions := [3]int{}, 0, 0
	replay(t, m, 0, Options{}, func(b *Block, w int) {
		piece := &b.Warps[w]
		longest, transactions = max(longest, len(piece.Steps)), max(transactions, len(piece.Transactions))
		for _, s := range piece.Steps {
			if s.Kind == Load {
				loads[w]++
			}
			if s.Tag > 1 {
				t.Fatalf("a load has tag %d, though each is waited for", s.Tag)
			}
		}
	})
	if loads != [3]int{100000, 100000, 100000} {
		t.Errorf("%v loads of the warps, want 100000 each", loads)
	}
	if most := aheadSteps + 8; longest > most || transactions > aheadTransactions+32 {
		t.Errorf("pieces of %d steps and %d transactions, want at most %d and %d", longest, transactions, most, aheadTransactions+32)
	}
	if got := m.Stats.Loads.Requests; got != 300000 {
		t.Errorf("%d requests, want 300000", got)
	}
}

// A long loop that only computes and cannot be skipped is executed piece by piece, too, and its
// steps are those of one piece.
func TestLongComputationInPieces(t *testing.T) {
	for _, sampled := range []bool{false, true} {
		var steps [2][3][]Step
		var longest [2]int
		for i, most := range []int{math.MaxInt, defaultLongPiece} {
			j := job{source: `__global__ void k(float *a, int n) {
	float x = 0, y = 0.5f + threadIdx.x / 32;
	int i = 0;
	while (x * x + y * y < 1e9f && i < n) { x = x * 0.999f + 0.25f; y = y * 0.5f + x; i++; }
	a[threadIdx.x] = i;
	__syncthreads();
	while (y > 1.0f) y *= 0.9999f;
	if (y > 0) a[threadIdx.x] += y;
}`, block: Dim3{96, 1, 1}, args: []any{zeros(96), 30000}, sampled: sampled}
			m := j.machine(t)
			m.longPiece = most
			replay(t, m, 0, Options{}, func(b *Block, w int) {
				longest[i] = max(longest[i], len(b.Warps[w].Steps))
				for _, step := range b.Warps[w].Steps {
					steps[i][w] = append(steps[i][w], *step)
				}
			})
		}
		if limit := aheadSteps + defaultLongPiece + 8; longest[0] <= 20*limit || longest[1] > limit {
			t.Errorf("sampled %v: pieces of up to %d steps, in one %d, want at most %d", sampled, longest[1], longest[0], limit)
		}
		for w := range steps[0] {
			if !slices.Equal(steps[0][w], steps[1][w]) {
				t.Errorf("sampled %v: warp %d has %d steps in one piece, %d others in several", sampled, w, len(steps[0][w]), len(steps[1][w]))
			}
		}
	}
}

// Warps that wait at a barrier go on when the last one has come, however many
// pieces it needs; one that has ended is not waited for.
func TestBarrierBetweenPieces(t *testing.T) {
	j := job{source: `__global__ void k(int *a) {
	__shared__ int sum[4];
	int warp = threadIdx.x / 32, count = 0;
	if (warp == 3) return;
	for (int i = 0; i < 700 * warp; i++) count += a[warp * 32 + i % 32];
	if (threadIdx.x % 32 == 5) sum[warp] = count;
	__syncthreads();
	a[threadIdx.x] = sum[0] + sum[1] + sum[2];
}`, block: Dim3{128, 1, 1}, args: []any{words(128, func(i int) uint32 { return uint32(i / 32) })}}
	m := j.machine(t)
	pieces := [4]int{}
	replay(t, m, 0, Options{}, func(_ *Block, w int) { pieces[w]++ })
	if pieces[0] != 2 || pieces[2] <= pieces[1] || pieces[3] != 1 {
		t.Errorf("pieces of the warps %v", pieces)
	}
	b := j.args[0].(interface{ Load(int, int) uint64 })
	for i := range 128 {
		want := uint64(700*1 + 1400*2)
		if i >= 96 {
			want = 3
		}
		if got := b.Load(4*i, 4); got != want {
			t.Fatalf("a[%d] = %d, want %d", i, got, want)
		}
	}
}

// Short blocks share the memory of one, also while their steps wait to be replayed.
func TestShortBlocksShareState(t *testing.T) {
	j := job{source: `__global__ void k(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }`, grid: Dim3{50, 1, 1},
		block: Dim3{64, 1, 1}, args: []any{zeros(3200)}}
	m := j.machine(t)
	var blocks []*Block
	for n := range 50 {
		b, err := m.Start(n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, b)
	}
	if len(m.freeStates) != 1 {
		t.Errorf("%d states for 50 blocks", len(m.freeStates))
	}
	for n, b := range blocks {
		if got, want := b.Warps[1].Transactions[0].Addr, b.Warps[0].Transactions[0].Addr+128; got != want || b.Index != n {
			t.Errorf("block %d: the second warp begins at %#x, want %#x", n, got, want)
		}
	}
}

// Without its barriers a warp gets all its steps, however far ahead of the others its
// own are replayed.
func TestWarpAheadOfLiftedBarriers(t *testing.T) {
	j := job{source: `__global__ void k(int *a, int n) {
	for (int i = 0; i < n; i++) {
		a[threadIdx.x] = i;
		__syncthreads();
	}
}`, block: Dim3{64, 1, 1}, args: []any{zeros(64), 1000}}
	m := j.machine(t)
	m.Lift.Limit = Barriers
	b, err := m.Start(0, Options{})
	if err != nil {
		t.Fatal(err)
	}
	stores := [2]int{}
	for w := range b.Warps {
		for piece := &b.Warps[w]; ; {
			for _, s := range piece.Steps {
				if s.Kind == Store {
					stores[w]++
				}
			}
			if piece.Done {
				break
			}
			if err := m.Continue(b, w); err != nil {
				t.Fatal(err)
			}
			if len(piece.Steps) == 0 && !piece.Done {
				t.Fatalf("warp %d has no more steps after %d stores, but has not ended", w, stores[w])
			}
		}
	}
	if stores != [2]int{1000, 1000} {
		t.Errorf("%v stores of the warps, want 1000 each", stores)
	}
}
