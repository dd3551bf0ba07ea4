package warp

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/memory"
)

// looping are kernels with loops; skippable is how many of them can be skipped in.
var looping = []struct {
	name, body string
	skippable  int
}{
	{"counter", `for (int i = 0; i < n; i++) sum += a[i * 40 + tid];`, 1},
	{"pointers", `for (const float *p = a + tid; p != a + 64 * n + tid; p += 64) sum += *p;`, 1},
	{"downwards", `for (int i = n; i > 0; i--) sum += a[i * 40 + tid];`, 1},
	{"unsigned and wide steps", `for (unsigned i = tid; i <= 33u * n; i += blockDim.x) sum += a[i];`, 1},
	{"top tested", `int i = 0; while (i < n) { sum += a[i]; i += 2; }`, 1},
	{"nested", `for (int i = 0; i < n; i++) for (int j = 0; j < n / 2; j++) sum += a[i * 30 + j];`, 2},
	{"triangle", `for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) sum += a[i * 30 + j];`, 2},
	{"tiles", `__shared__ float s[64]; for (int i = 0; i < n; i++) { s[tid] = a[i * 64 + tid]; __syncthreads(); sum += s[tid ^ 1]; __syncthreads(); }`, 1},
	{"divergent trip counts", `for (int i = 0; i < n + tid % 5; i++) sum += a[i * 40 + tid];`, 1},
	{"a branch on data", `for (int i = 0; i < n; i++) if (a[i] > 3.0f) sum += a[i * 40 + tid];`, 1},
	{"gather", `for (int i = 0; i < n; i++) sum += a[(int)a[i * 3 + tid] & 511];`, 1},
	{"atomics that nobody reads", `for (int i = 0; i < n; i++) atomicAdd((int *)out + (int)a[i] % 7, 1);`, 1},
	{"long indices", `for (long long i = tid; i < n * 40LL; i += 64) sum += a[i];`, 0},
	{"a long pointer beside a counter", `long long at = tid; for (int i = 0; i < n; i++) { sum += a[at]; at += 64; }`, 1},
	{"doubling", `for (int i = 1; i < 64 * n; i *= 2) sum += a[i];`, 0},
	{"halving", `for (int i = 64 * n; i > 0; i >>= 1) sum += a[i];`, 0},
	{"until data says so", `int i = 0; while (a[i] >= 0.0f && i < n) { i++; sum += a[i]; }`, 0},
	{"linked list", `int i = 0; for (int k = 0; k < n; k++) i = (int)a[i] & 511; sum = a[i];`, 0},
	{"a guarded address", `for (int i = 0; i < n; i++) { if (tid % 5 < 2) out[i ^ tid] = sum; sum += 1.0f; }`, 1},
	{"a guard that differs", `int at = tid; for (int i = 0; i < n; i++) { if (i % 3 == 0) at = i * i; if (i % 2 == 0) out[at & 63] = sum; }`, 0},
	{"a pair, then a register", `for (int i = 0; i < n; i++) { double d = a[i]; out[64] = d * d; __syncthreads(); float x = a[i + 1], y = a[i + 2]; out[65] = x * y; }`, 1},
	{"a way out in the middle", `for (int i = 0; i < n; i++) { if (a[i] > 1e6f) break; sum += a[i * 40 + tid]; }`, 0},
	{"two registers in turn", `int p = 0, q = 64; for (int i = 0; i < n; i++) { sum += a[p + tid]; int t = p; p = q; q = t; }`, 0},
}

func loopJob(body string) job {
	data := words(4096, func(i int) uint32 { return 0x40000000 + uint32(i%512)<<12 }) // 2 to 3.9
	return job{source: "__global__ void k(const float *a, float *out, int n) {\n\tint tid = threadIdx.x; float sum = 0;\n\t" + body + "\n\tout[tid] = sum;\n}",
		block: Dim3{64, 1, 1}, args: []any{data, zeros(128), 50}, sampled: true}
}

// TestSkippableLoops says of which loops iterations can be skipped.
func TestSkippableLoops(t *testing.T) {
	for _, x := range looping {
		j := loopJob(x.body)
		if m := j.machine(t); len(m.loops) != x.skippable {
			t.Errorf("%s: %d loops, want %d\n%s", x.name, len(m.loops), x.skippable, m.Program)
		}
	}
}

// iterations replays a block and gives what each warp sent to memory in each
// iteration of its outermost loop, by number. skip is asked after each.
func iterations(t *testing.T, m *Machine, skip func(w *warpState) int) []map[int][]memory.Transaction {
	t.Helper()
	transactions := make([]map[int][]memory.Transaction, len(m.tid))
	number := make([]int, len(m.tid))
	for w := range transactions {
		transactions[w], number[w] = map[int][]memory.Transaction{}, -1
	}
	replay(t, m, 0, Options{ByIteration: true}, func(b *Block, w int) {
		if number[w] >= 0 {
			transactions[w][number[w]] = slices.Clone(b.Warps[w].Transactions)
		}
		number[w] = -1
		if s := b.live(); s != nil && s[w].paused && s[w].progress.loop.Depth == 0 {
			number[w] = s[w].progress.trips
			s[w].toSkip = skip(s[w])
		}
	})
	return transactions
}

// TestSkip compares a block of which iterations are skipped, forwards and back, with
// one that is executed as a whole: each iteration sends what it would have sent.
func TestSkip(t *testing.T) {
	for _, x := range looping {
		j, k := loopJob(x.body), loopJob(x.body)
		whole := iterations(t, j.machine(t), func(*warpState) int { return 0 })
		skips := 0
		some := iterations(t, k.machine(t), func(w *warpState) int {
			if w.progress.trips%7 != 5 || skips == 20 {
				return 0
			}
			skips++
			return []int{3, 9, -2, 20, -11, 2}[skips%6]
		})
		if x.skippable > 0 && skips == 0 {
			t.Errorf("%s: nothing was skipped", x.name)
		}
		for w := range some {
			for n, got := range some[w] {
				if d := cmp.Diff(whole[w][n], got); d != "" {
					t.Errorf("%s: warp %d, iteration %d (-whole +skipping):\n%s", x.name, w, n, d)
					break
				}
			}
			if last := len(whole[w]) + 1; x.skippable > 0 && (len(whole[w]) < 20 || some[w][last] == nil) {
				t.Errorf("%s: warp %d: %d iterations, the last one executed: %v", x.name, w, len(whole[w]), some[w][last] != nil)
			}
		}
	}
}

// A kernel that decides where to read by what it has written is found out, and then
// executed with its writes.
func TestTogether(t *testing.T) {
	j := loopJob(`for (int i = 0; i < n; i++) out[64 + i % 8] = i * 2; sum = a[(int)out[65] & 255];`)
	m := j.machine(t)
	if len(m.loops) != 1 || !m.Pure() {
		t.Errorf("%d loops, pure %v, before it is found out", len(m.loops), m.Pure())
	}
	if err := runAll(m); !errors.Is(err, ErrTogether) {
		t.Errorf("error %v, want %v", err, ErrTogether)
	}
	j.together = true
	m = j.machine(t)
	if len(m.loops) != 0 || m.Pure() {
		t.Errorf("%d loops, pure %v, want none and impure", len(m.loops), m.Pure())
	}
	if err := runAll(m); err != nil {
		t.Error(err)
	}
	if got := j.args[1].(*memory.Buffer).Load(4*65, 4); got != uint64(math.Float32bits(98)) {
		t.Errorf("out[65] is %#x, want the bits of 98", got)
	}
	// An atomic whose result matters is executed from the start.
	j = loopJob(`for (int i = 0; i < n; i++) sum += a[atomicAdd((int *)out, 1) & 255];`)
	if m := j.machine(t); len(m.loops) != 0 || m.Pure() {
		t.Errorf("atomics: %d loops, pure %v, want none and impure", len(m.loops), m.Pure())
	} else if err := runAll(m); err != nil {
		t.Error(err)
	}
}
