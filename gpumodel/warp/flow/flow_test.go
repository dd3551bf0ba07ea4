package flow

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// compile prepares a kernel for a GPU.
func compile(t *testing.T, gpu, source string) *Code {
	t.Helper()
	file, err := cuda.Parse("test.cu", source, cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get(gpu)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ir.Build(t.Context(), file, file.Kernels[0], ir.Target{PointerBits: d.PointerBits, UnrollLimit: d.UnrollLimit,
		IfConvertLimit: d.IfConvertLimit})
	if err != nil {
		t.Fatal(err)
	}
	p, err := isa.Lower(t.Context(), f, d)
	if err != nil {
		t.Fatal(err)
	}
	return New(p, d.PointerBits)
}

// body prepares a kernel with some statements for a GTX 280.
func body(t *testing.T, statements string) *Code { return bodyOn(t, "GTX 280", statements) }

func bodyOn(t *testing.T, gpu, statements string) *Code {
	t.Helper()
	return compile(t, gpu, "__global__ void k(const float *a, float *out, volatile int *v, int n) {\n\tint tid = threadIdx.x; float sum = 0;\n\t"+
		statements+"\n\tout[tid] = sum;\n}")
}

// TestSlice: lines with a comment need values; the others are in no slice of a launch without results.
func TestSlice(t *testing.T) {
	for _, source := range []string{
		`__global__ void k(const float *a, float *b, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x; // an address
	float x = a[i]; // the address, not the value
	x = x * x;
	x = x + 1.0f;
	if (i < n) // a branch
		b[i] = x; // the address
}`,
		`__global__ void k(const int *a, float *b, int n) {
	int at = a[threadIdx.x]; // the value is an address
	float y = at * 0.5f;
	for (int i = 0; i < n; i++) // a branch
		y = y * y;
	b[at] = y; // the address
}`,
	} {
		c := compile(t, "GTX 280", source)
		s := c.Slice(true)
		for i, line := range strings.Split(source, "\n") {
			in := func(x Instruction) bool { return x.Line == i+1 && s.In[x.PC] && x.Kind == isa.Plain && !x.Op.Writes() }
			if got, want := slices.ContainsFunc(c.Instructions, in), strings.Contains(line, " // "); i > 0 && got != want {
				t.Errorf("line %d is in the slice: %v, want %v\n%s\n%s", i+1, got, want, source, c.Program)
			}
		}
	}
}

// TestApart: what is stored matters if loads that matter may read it.
func TestApart(t *testing.T) {
	c := body(t, `out[tid] = sum + n; sum = a[(int)a[tid]];`)
	stores := func(s *Slice) bool {
		return slices.ContainsFunc(c.Instructions, func(in Instruction) bool { return in.Op == ir.Store && s.In[in.PC] })
	}
	if s := c.Slice(true); stores(s) || !s.Loads {
		t.Errorf("apart: stores %v, loads %v; want false and true", stores(s), s.Loads)
	}
	if !stores(c.Slice(false)) {
		t.Error("not apart: no store is in the slice")
	}
	if s := c.WholeSlice(); slices.Contains(s.In, false) {
		t.Error("the whole slice lacks an instruction")
	}
}

// TestLoops says of loops whether they can be skipped, or counted at least, and whether their iterations are alike.
func TestLoops(t *testing.T) {
	for _, x := range []struct {
		name, body               string
		skippable, counted, even bool
		carried                  int // registers, if it can be skipped
	}{
		{"counter", `for (int i = 0; i < n; i++) sum += a[i * 40 + tid];`, true, true, true, 2},
		{"a way that depends on data", `for (int i = 0; i < n; i++) if (a[i] > 3.0f) sum += a[i * 40 + tid];`, true, true, false, 3},
		{"stores that nobody reads", `for (int i = 0; i < n; i++) out[i * 64 + tid] = sum;`, true, true, true, 2},
		{"doubling", `for (int i = 1; i < 64 * n; i *= 2) sum += a[i];`, false, false, false, 0},
		{"linked list", `int i = 0; for (int k = 0; k < n; k++) i = (int)a[i] & 511; sum = a[i];`, false, true, false, 0},
		{"two ways out", `for (int i = 0; i < n; i++) { if (a[i] > 1e6f) break; sum += a[i * 40 + tid]; }`, false, false, false, 0},
		{"until data says so", `int i = 0; do i++; while (a[i] >= 0.0f); sum = i;`, false, false, false, 0},
	} {
		c := body(t, x.body)
		loops := c.Loops()
		if len(loops) != 1 {
			t.Errorf("%s: %d loops, want one\n%s", x.name, len(loops), c.Program)
			continue
		}
		l, s := loops[0], c.Slice(true)
		skippable := s.Skippable(l)
		if skippable != x.skippable || skippable && (l.Even != x.even || len(l.Carried) != x.carried) {
			t.Errorf("%s: skippable %v, even %v, %d registers carried; want %v, %v, %d\n%s", x.name, skippable, l.Even, len(l.Carried),
				x.skippable, x.even, x.carried, c.Program)
		}
		if counted := s.Counted(l); counted != x.counted {
			t.Errorf("%s: counted %v, want %v\n%s", x.name, counted, x.counted, c.Program)
		}
	}
}

// TestNesting: loops come from the outside in, and the innermost one around an instruction is found.
func TestNesting(t *testing.T) {
	c := body(t, `for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) sum += a[i * 30 + j]; out[i] = sum; }`)
	loops := c.Loops()
	if len(loops) != 2 || loops[0].Depth != 0 || loops[1].Depth != 1 {
		t.Fatalf("loops %+v; want two, of depth 0 and 1", loops)
	}
	outer, inner := loops[0], loops[1]
	if got := c.Innermost(inner.Head, inner.Last()); got.Head != inner.Head {
		t.Errorf("the innermost loop begins at %d, want %d", got.Head, inner.Head)
	}
	if got := c.Innermost(outer.Head, inner.Head); got.Head != outer.Head {
		t.Errorf("the innermost loop around both begins at %d, want %d", got.Head, outer.Head)
	}
	if got := c.Innermost(len(c.Instructions)-1, len(c.Instructions)-1); got != nil {
		t.Errorf("the end is in the loop at %d", got.Head)
	}
}

// TestExits says what can end a loop.
func TestExits(t *testing.T) {
	for _, x := range []struct {
		name, body string
		want       Exits
		endless    bool
		onMemory   int // loads that decide alone; 0 if anything else does, too
	}{
		{"none", `for (;;) v[tid] = n;`, Exits{}, true, 0},
		{"always the same", `while (n == 4) ;`, Exits{1, 3, false, false}, true, 0},
		{"a counter", `for (int i = 0; i < n; i++) v[i] = tid;`, Exits{1, 3, true, true}, false, 0},
		{"memory", `while (v[0] == n) ;`, Exits{1, 3, true, false}, false, 1},
		{"memory, in a register with other uses", `while (v[0] == n) v[1] += 1;`, Exits{1, 3, true, true}, false, 1},
		{"memory whose place a counter decides on", `for (int i = 0; v[i] == n; i++) ;`, Exits{1, 3, true, true}, false, 0},
	} {
		c := body(t, x.body)
		loops := c.Loops()
		if len(loops) != 1 {
			t.Errorf("%s: %d loops, want one\n%s", x.name, len(loops), c.Program)
			continue
		}
		if d := cmp.Diff(x.want, c.Exits(loops[0])); d != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", x.name, d, c.Program)
		}
		if got := c.Endless(loops[0], true); got != x.endless {
			t.Errorf("%s: endless %v, want %v", x.name, got, x.endless)
		}
		reads := 0
		for _, on := range c.OnMemory(loops[0]) {
			if on {
				reads++
			}
		}
		if reads != x.onMemory {
			t.Errorf("%s: depends on %d loads alone, want %d\n%s", x.name, reads, x.onMemory, c.Program)
		}
	}
}

// TestPolls says which loops wait for what another warp writes.
func TestPolls(t *testing.T) {
	for _, x := range []struct {
		name, body string
		want       bool
	}{
		{"a flag", `while (v[0] == 0) ;`, true},
		{"a lock", `while (atomicCAS((int *)v, 0, 1) != 0) ;`, true},
		{"a new value each time", `int old = v[0], was; do { was = old; old = atomicCAS((int *)v, was, was + n); } while (old != was);`, false},
		{"a counter", `for (int i = 0; i < n; i++) sum += v[i];`, false},
		{"no loop", `sum = v[0];`, false},
	} {
		if c := body(t, x.body); c.Polls() != x.want {
			t.Errorf("%s: polls %v, want %v\n%s", x.name, !x.want, x.want, c.Program)
		}
	}
}

// TestResultUsed: an atomic whose result nobody reads needs no turn.
func TestResultUsed(t *testing.T) {
	for statements, want := range map[string]bool{
		`atomicAdd((int *)v, n);`:                             false,
		`sum = atomicAdd((int *)v, n);`:                       true,
		`int x = atomicAdd((int *)v, n); if (n > 3) sum = x;`: true,
		`int x = atomicAdd((int *)v, n); x = n; sum = x;`:     false,
	} {
		c := body(t, statements)
		pc := slices.IndexFunc(c.Instructions, func(in Instruction) bool { return in.Op == ir.Atom })
		if got := c.ResultUsed(pc); got != want {
			t.Errorf("%s: used %v, want %v\n%s", statements, got, want, c.Program)
		}
	}
}

// TestClockLoops finds the loops that wait for the clock and nothing else.
func TestClockLoops(t *testing.T) {
	for _, x := range []struct {
		name, body   string
		found, timed bool // timed: the program also asks when something happens
		moving       int
		falls        bool
	}{
		{"the difference", `clock_t t0 = clock(); do ; while (clock() - t0 < n);`, true, false, 0, false},
		{"what is left", `clock_t t0 = clock(); do ; while (t0 + n - clock() > 0);`, true, false, 0, true},
		{"turned", `clock_t t0 = clock(); do ; while (n > clock() - t0);`, true, false, 1, false},
		{"tested before the loop, too", `clock_t t0 = clock(); while (clock() - t0 < n) ;`, true, true, 0, false},
		{"and how long it was", `clock_t t0 = clock(); do ; while (clock() - t0 < n); sum = clock() - t0;`, true, true, 0, false},
		{"work", `clock_t t0 = clock(); while (clock() - t0 < n) sum = sum * 0.5f + n;`, false, true, 0, false},
	} {
		c := bodyOn(t, "H200", x.body)
		loops := c.ClockLoops()
		if (len(loops) == 1) != x.found {
			t.Errorf("%s: %d loops, found %v wanted\n%s", x.name, len(loops), x.found, c.Program)
		}
		if _, timed := c.TimeReads(loops); timed != x.timed {
			t.Errorf("%s: timed %v, want %v", x.name, timed, x.timed)
		}
		for _, l := range loops {
			if l.Moving != x.moving || l.Falls != x.falls {
				t.Errorf("%s: operand %d moves, falls %v; want %d, %v\n%s", x.name, l.Moving, l.Falls, x.moving, x.falls, c.Program)
			}
		}
	}
}

// TestTrips counts the steps one by one.
func TestTrips(t *testing.T) {
	holds := map[ir.Cmp]func(a, b int64) bool{
		ir.EQ: func(a, b int64) bool { return a == b }, ir.NE: func(a, b int64) bool { return a != b },
		ir.LT: func(a, b int64) bool { return a < b }, ir.LE: func(a, b int64) bool { return a <= b },
		ir.GT: func(a, b int64) bool { return a > b }, ir.GE: func(a, b int64) bool { return a >= b },
	}
	r := rand.New(rand.NewPCG(3, 5))
	for range 20_000 {
		c := []ir.Cmp{ir.NE, ir.LT, ir.LE, ir.GT, ir.GE}[r.IntN(5)]
		at, end, by := r.Int64N(60)-30, r.Int64N(60)-30, r.Int64N(13)-6
		if !holds[c](at, end) {
			continue // the loop has ended already
		}
		const most = 1000
		want := 0
		for x := at + by; holds[c](x, end) && want < most; x += by {
			want++
		}
		got, ok := Trips(c, at, end, by)
		if ok != (want < most) || ok && got != want {
			t.Errorf("%d by %d while comparison %d with %d: %d, %v; want %d", at, by, c, end, got, ok, want)
		}
		if m := StaysWhile(c, 1, false); holds[c](at, end) != holds[m](end, at) {
			t.Errorf("comparison %d is turned to %d", c, m)
		}
		if o := StaysWhile(c, 0, true); holds[c](at, end) == holds[o](at, end) {
			t.Errorf("comparison %d has the opposite %d", c, o)
		}
	}
}
