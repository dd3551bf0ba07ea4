package warp

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestEndless: a kernel that never ends is told by its loop: the line, how often it was executed, and
// what is known of the condition. It does not matter whether results are wanted, times, or faults.
func TestEndless(t *testing.T) {
	const head = "__global__ void k(int *a, volatile int *v, float x) {\n"
	for _, c := range []struct {
		name, source string
		line         int
		want         string
	}{
		{"empty", head + "\tfor (;;) ;\n}", 2, "it has no condition that could end it"},
		{"plain flag", head + "\twhile (a[0] == 0) ;\n}", 2,
			"its condition in line 2 never changes, since nothing in the loop changes what it depends on (what another thread sets has to be volatile)"},
		{"volatile flag", head + "\n\twhile (v[0] == 0) ;\n}", 3,
			"its condition in line 3 depends on memory alone, to which no thread has written what would end it"},
		{"function", head + "\twhile (x < 2) {\n\t\tx = sinf(x);\n\t}\n\ta[0] = x;\n}", 2, "its condition in line 2 has never ended it"},
		{"outer", head + "\tfor (int j = 0; j < 10; j -= a[1]) {\n\t\tfor (int i = 0; i < a[2]; i++) {\n\t\t\tv[i] = i;\n\t\t}\n\t}\n}", 2, "its condition in line 2"},
	} {
		flags := words(3, func(i int) uint32 { return uint32(i * 2) })
		for _, mode := range []string{"values", "sample", "results"} {
			j := job{source: c.source, block: Dim3{64, 1, 1}, args: []any{flags, zeros(64), int(math.Float32bits(0.5))}, sampled: mode == "sample"}
			m := j.machine(t)
			m.patience = 1 << 18
			err := m.Execute(0)
			if mode == "results" {
				m = j.machine(t)
				m.patience = 1 << 18
				err = m.Results(0)
			}
			var trap *Trap
			if !errors.Is(err, ErrEndless) || !errors.As(err, &trap) {
				t.Errorf("%s, %s: error %v, want %v", c.name, mode, err, ErrEndless)
				continue
			}
			if trap.Line != c.line || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "executed it 0 times") {
				t.Errorf("%s, %s: error in line %d: %v\nwant line %d: %s", c.name, mode, trap.Line, err, c.line, c.want)
			}
		}
	}
}

// TestLongLoop: a loop of a single thread may take 10^9 steps, and many short blocks as many as they like.
func TestLongLoop(t *testing.T) {
	if patienceInAll < 1e9 {
		t.Errorf("a launch is taken for endless after %d instructions, want 10^9 at least", patienceInAll)
	}
	j := job{source: "__global__ void k(int *a) {\n\tfor (int i = 0; i < 10000; i++) a[i % 32] = i;\n}", grid: Dim3{16, 1, 1},
		block: Dim3{32, 1, 1}, args: []any{zeros(32)}}
	m := j.machine(t)
	m.patience = 1 << 19 // a block has half as many instructions
	if err := runAll(m); err != nil {
		t.Error(err)
	}
	if m.steps < 2*m.patience {
		t.Errorf("%d instructions are no test of a patience of %d", m.steps, m.patience)
	}
}

// waiting are kernels of two warps and the value that the second word has behind them; 0 for one that
// waits for ever.
var waiting = []struct {
	name, body string
	want       uint32
}{
	{"flag of nobody", "while (v[0] == 0) ;", 0},
	{"counts meanwhile", "while (v[0] == 0) v[1] += 1;", 0},
	{"lock of nobody", "if (threadIdx.x % 32 == 0) { if (threadIdx.x == 0) v[0] = 1; while (atomicCAS(a, 0, 1) != 0) ; }", 0},
	{"barrier of more threads than there are", "atomicAdd(a, 1); while (v[0] < 100) ;", 0},
	{"each waits for the other", "int w = threadIdx.x / 32; while (v[1 - w] == 0) ; v[w] = 1;", 0},
	{"no condition", "for (;;) v[1] += 1;", 0},
	{"shared flag", "volatile __shared__ int s; s = 0; __syncthreads(); while (s == 0) ; v[1] = 1;", 0},
	{"other warp computes", "if (threadIdx.x < 32) { while (v[0] == 0) ; v[1] = 7; } else { float x = v[2]; for (int i = 0; i < 20000; i++) x = sinf(x) + i; v[3] = x; v[0] = 1; }", 7},
	{"gives up", "if (threadIdx.x == 0) { int i = 0; while (v[0] == 0) if (++i == 20000) v[0] = 1; v[1] = i; }", 20000},
	{"counts in memory", "if (threadIdx.x == 0) { while (v[0] < 20000) v[0] += 1; v[1] = v[0]; }", 20000},
	{"store that comes to the flag", "if (threadIdx.x == 0) { int i = 30000; while (v[0] == 0) v[--i] = 1; v[1] = i + 5; }", 5},
	{"clock", "if (threadIdx.x == 0) { int from = clock(); while (clock() - from < 4000000) v[2] = 1; v[1] = 3; }", 3},
	{"lock in turns", "if (threadIdx.x % 32 == 0) for (int i = 0; i < 2000; i++) { while (atomicCAS(a, 0, 1) != 0) ; v[1] += 1; __threadfence(); atomicExch(a, 0); }", 4000},
}

// TestSpins: warps that wait for what no warp will do are told long before the patience is over, and
// those for which another warp, a counter or a clock does something are not.
func TestSpins(t *testing.T) {
	for _, c := range waiting {
		memory := zeros(30000)
		j := job{source: "__global__ void k(int *a, volatile int *v) {\n" + c.body + "\n}", block: Dim3{64, 1, 1}, args: []any{memory, memory}}
		m := j.machine(t)
		m.patience = 1 << 26
		err := m.Execute(0)
		if c.want == 0 && (!errors.Is(err, ErrEndless) || m.steps > m.patience/256) {
			t.Errorf("%s: error %v after %d instructions, want %v within %d", c.name, err, m.steps, ErrEndless, m.patience/256)
		}
		if got := uint32(memory.Load(4, 4)); c.want != 0 && (err != nil || got != c.want || m.steps < m.patience/spinShare*2) {
			t.Errorf("%s: %d after %d instructions, error %v, want %d after more than %d", c.name, got, m.steps, err, c.want, m.patience/spinShare*2)
		}
	}
}
