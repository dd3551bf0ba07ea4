package warp

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestCutProfile: a profile that comes to its limit estimates the rest of its block from the counters of the loops
// in which it stands.
func TestCutProfile(t *testing.T) {
	const head = "__global__ void k(int *a, float x) {\n"
	for _, c := range []struct{ name, body string }{
		{"loops in a loop", "for (int i = 0; i < 300; i++) for (int j = 0; j < 300; j++) for (int k = 0; k < 15; k++) x += a[(i ^ j) & 31] * k; a[threadIdx.x] = x;"},
		{"counted, with a state", "unsigned s = threadIdx.x; for (int i = 0; i < 100000; i++) { s = s * 1664525 + 1013904223; x += a[s >> 27]; } a[threadIdx.x] = x;"},
	} {
		j := job{source: head + c.body + "\n}", block: Dim3{64, 1, 1}, args: []any{zeros(64), int(math.Float32bits(0.5))}, sampled: true}
		profile := func(most int64) (Profile, *Machine) {
			j.profiled = most
			m := j.machine(t)
			p, err := m.Profile(0)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			return p, m
		}
		whole, _ := profile(1 << 40)
		cut, m := profile(400_000)
		if whole.Cut || !cut.Cut || cut.Instructions > 300_000 {
			t.Errorf("%s: cut off %v and %v, after %v instructions", c.name, whole.Cut, cut.Cut, cut.Instructions)
		}
		if off := cut.Steps/whole.Steps - 1; math.Abs(off) > 0.1 {
			t.Errorf("%s: %v steps, want %v", c.name, cut.Steps, whole.Steps)
		}
		if off := cut.Work/whole.Work - 1; math.Abs(off) > 0.1 {
			t.Errorf("%s: work %v, want %v", c.name, cut.Work, whole.Work)
		}
		if m.live != 0 || len(m.freeStates) != 1 {
			t.Errorf("%s: %d blocks are in execution, %d states are free", c.name, m.live, len(m.freeStates))
		}
	}
}

// TestLongIterations: a profile in which an iteration takes many instructions is not taken for warps that spin.
func TestLongIterations(t *testing.T) {
	j := job{source: "__global__ void k(int *a, float x) { for (int i = 0; i < 1000; i++) for (int j = 0; j < 100; j++) for (int k = 0; k < 100; k++) x += a[(i + j * k) & 31]; a[threadIdx.x & 31] = x; }",
		block: Dim3{128, 1, 1}, args: []any{zeros(64), 1}, sampled: true}
	m := j.machine(t)
	m.patience = 1 << 24
	if p, err := m.Profile(0); err != nil || p.Steps < 4e7 || m.steps < m.patience/spinShare*4 {
		t.Errorf("%v: %v steps of %d instructions", err, p.Steps, m.steps)
	}
}

// TestUnknownProfile: nothing says how long a loop is that only data end. The error is that of the loop, unless
// other blocks have ended.
func TestUnknownProfile(t *testing.T) {
	j := job{source: "__global__ void k(unsigned *a) {\n\tunsigned x = blockIdx.x;\n\twhile (x != 0) x = x * 3 + 1 | 1;\n\ta[threadIdx.x] = x;\n}",
		grid: Dim3{8, 1, 1}, block: Dim3{32, 1, 1}, args: []any{zeros(64)}, sampled: true, profiled: 1_000_000}
	m := j.machine(t)
	_, err := m.Profile(1)
	if !errors.Is(err, ErrEndless) || !errors.Is(err, ErrEnough) ||
		!strings.Contains(err.Error(), "its condition in line 3 has never ended it") {
		t.Errorf("error %v, want that of the loop in line 3", err)
	}
	if _, err := m.Profile(0); err != nil {
		t.Fatal(err)
	}
	for b := range 7 {
		p, err := m.Profile(b + 1)
		if err != nil || !p.Cut || p.Steps == 0 {
			t.Errorf("block %d: cut off %v after %v steps, %v", b+1, p.Cut, p.Steps, err)
		}
	}
	if most := m.MostProfiled + 9*leastProfile; m.Work() > most {
		t.Errorf("work of %d, want %d at most", m.Work(), most)
	}
}

// TestMost: an execution ends with ErrEnough after about as much work as was asked for, which counts what
// takes longer than an addition.
func TestMost(t *testing.T) {
	for _, c := range []struct {
		body string
		less float64 // instructions than with additions alone
	}{
		{"for (int i = 0; i < n; i++) x = x * 3 + 1;", 1},
		{"for (int i = 0; i < n; i++) x += a[x * 32 & 1023];", 0.6},
		{"float f = x; for (int i = 0; i < n; i++) f = sinf(f); x = f;", 0.6},
	} {
		j := job{source: "__global__ void k(int *a, int n) { int x = threadIdx.x; " + c.body + " a[threadIdx.x] = x; }",
			block: Dim3{32, 1, 1}, args: []any{zeros(1024), 1 << 30}}
		m := j.machine(t)
		m.Most = 500_000
		if err := m.Results(0); !errors.Is(err, ErrEnough) || m.Work() > m.Most*11/10 || float64(m.steps) > 1.1*c.less*float64(m.Most) {
			t.Errorf("%s: %v after %d instructions and a work of %d", c.body, err, m.steps, m.Work())
		}
	}
}

// TestCountedLoop: a loop that a counter is going to end is not taken for endless.
func TestCountedLoop(t *testing.T) {
	j := job{source: "__global__ void k(int *a, int n) { int x = threadIdx.x; for (int i = 0; i < n; i++) x = x * 3 + a[x & 31]; a[threadIdx.x] = x; }",
		block: Dim3{32, 1, 1}, args: []any{zeros(64), 300_000}}
	m := j.machine(t)
	m.patience = 1 << 18
	if err := m.Results(0); err != nil || m.steps < 2*m.patience {
		t.Errorf("%v after %d instructions", err, m.steps)
	}
}
