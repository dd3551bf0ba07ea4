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
	j := job{source: "__global__ void k(int *a) {\n\tfor (int i = 0; i < 10000; i++) a[i % 32] = i;\n}", grid: Dim3{16, 1, 1}, block: Dim3{32, 1, 1}, args: []any{zeros(32)}}
	m := j.machine(t)
	m.patience = 1 << 19 // a block has half as many instructions
	if err := runAll(m); err != nil {
		t.Error(err)
	}
	if m.steps < 2*m.patience {
		t.Errorf("%d instructions are no test of a patience of %d", m.steps, m.patience)
	}
}
