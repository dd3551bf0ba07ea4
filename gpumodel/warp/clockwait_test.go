package warp

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// polls are loops that end by the clock; waits says whether they do nothing else.
var polls = []struct {
	name, body string
	waits      bool
}{
	{"the difference", `while (clock64() - t0 < n);`, true},
	{"turned", `while (n > clock64() - t0);`, true},
	{"an end that is computed before", `long long end = t0 + n; while (clock64() <= end);`, true},
	{"an end, until it is reached", `long long end = t0 + n; do t = clock64(); while (end > t);`, true},
	{"what is left", `while (t0 + n - clock64() > 0);`, true},
	{"the low word", `clock_t begin = clock(), off = 0; while (off < n) off = clock() - begin; t = off;`, true},
	{"the low word, unsigned", `unsigned begin = (unsigned)clock(); while ((unsigned)clock() - begin < (unsigned)n);`, true},
	{"the low word, as the samples read it", `unsigned begin = (unsigned)clock(); clock_t off = 0; while (off < n) { unsigned now = (unsigned)clock(); off = (clock_t)(now - begin); } t = off;`, true},
	{"what is left of the low word", `int end = (int)clock() + n; long long left; do left = end - (int)clock(); while (left > 0); t = left;`, true},
	{"each lane another time", `while (clock64() - t0 < n + 10000 * threadIdx.x);`, true},
	{"nanoseconds", nanoseconds, true},
	{"a counter", `int i = 0; while (clock64() - t0 < n) i++; t = i;`, false},
	{"a certain time", `while (clock64() != t0 + n && clock64() - t0 < n);`, false},
	{"a phase of the clock", `while ((clock64() & 1023) > 100 || clock64() - t0 < n);`, false},
	{"memory", `while (clock64() - t0 < n) atomicAdd(count, 1);`, false},
	{"work", `float x = n; while (clock64() - t0 < n) x = x * 0.5f + 1.0f; t += x;`, false},
}

const nanoseconds = `unsigned long long a, b; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(a));
	do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(b)); while (b - a < n); t = b - a;`

// TestClockLoops compares waits that are not executed with the same ones executed: values, steps' clocks and counters agree.
func TestClockLoops(t *testing.T) {
	for _, x := range polls {
		for _, n := range []int{0, 100, 3001, 50_000} {
			j := job{source: "__global__ void k(long long *out, int *count, int n) {\n\tlong long t0 = clock64(), t = 0;\n\t" + x.body +
				"\n\tout[threadIdx.x] = t; out[threadIdx.x + blockDim.x] = clock64() - t0;\n}", block: Dim3{64, 1, 1}, args: []any{zeros(256), zeros(1), n}}
			run := func(waits bool) (m *Machine, out []uint64, latency int64) {
				m = j.machine(t)
				found := false
				for pc := range m.code {
					found = found || m.code[pc].waits != nil
					if !waits {
						m.code[pc].waits = nil
					}
				}
				if found != x.waits {
					t.Fatalf("%s: a wait: %v, want %v\n%s", x.name, found, x.waits, m.Program)
				}
				replay(t, m, 0, Options{}, func(b *Block, w int) {
					for _, s := range b.Warps[w].Steps {
						latency += int64(s.Latency)
					}
				})
				b := m.Global.Buffers()[0]
				for i := range 128 {
					out = append(out, b.Load(8*i, 8))
				}
				return m, out, latency
			}
			got, out, latency := run(true)
			want, wantOut, wantLatency := run(false)
			if d := cmp.Diff(wantOut, out); d != "" || latency != wantLatency {
				t.Errorf("%s, %d clocks: steps of %d clocks, want %d; values (-want +got)\n%s", x.name, n, latency, wantLatency, d)
			}
			if got.Stats.Branches != want.Stats.Branches || got.Stats.ThreadInstructions != want.Stats.ThreadInstructions ||
				cmp.Diff(got.Stats.Executed, want.Stats.Executed) != "" {
				t.Errorf("%s, %d clocks: %d branches, executed %v; want %d, %v", x.name, n, got.Stats.Branches, got.Stats.Executed,
					want.Stats.Branches, want.Stats.Executed)
			}
			if x.waits && n == 50_000 && got.steps > want.steps/5 {
				t.Errorf("%s: %d instructions were executed, %d without the wait", x.name, got.steps, want.steps)
			}
		}
	}
}

// TestLongWait: hours on the clock take few instructions, across the wrap of its low word.
func TestLongWait(t *testing.T) {
	out := zeros(128)
	j := job{source: `__global__ void k(long long *out) {
	long long t0 = clock64();
	while (clock64() - t0 < 10000000000000);
	unsigned begin = (unsigned)clock();
	while ((unsigned)clock() - begin < 3000000000u);
	begin = (unsigned)clock();
	for (int i = 0; i < 3; i++) {
		int from = (int)clock() + 0x70000000;
		long long off = 0;
		do off = (int)clock() - from; while (off < 0);
	}
	out[threadIdx.x] = clock64() - t0;
}`, block: Dim3{32, 1, 1}, args: []any{out}}
	m := j.machine(t)
	if err := runAll(m); err != nil {
		t.Fatal(err)
	}
	// of each wait its last round
	if got, least := int64(out.Load(0, 8)), int64(10_003_000_000_000+3*0x70000000); got < least || got > least+5*500 {
		t.Errorf("waits %d clocks, want %d", got, least)
	}
	if m.steps > 2_000_000 {
		t.Errorf("executes %d instructions", m.steps)
	}
}
