package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
)

// promptly is far above what an interrupt takes (0.2 s on an idle
// machine: BenchmarkInterrupt): a test must tell an end from a hang on
// a machine that is busy with other tests.
const promptly = 5 * time.Second

// kernelProcess is the notebook kernel as Jupyter starts it.
func kernelProcess(t testing.TB) *client.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	c, err := client.Start(ctx, append(install.NewSpec("warpbook").Argv, "--history", ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// A cellOutcome is what the front end sees of a cell.
type cellOutcome struct {
	text, name, value string // printed; of the error
	took              time.Duration
}

// runCell executes a cell, and interrupts it after a while unless that is 0; took
// is the time from the interrupt_request to the end.
func runCell(t testing.TB, c *client.Client, code string, after time.Duration) cellOutcome {
	t.Helper()
	return runInterrupted(t, c, code, func(m wire.Message) (time.Duration, bool) {
		return after, after > 0 && m.Header.MsgType == "execute_input"
	})
}

// runInterrupted executes a cell, and interrupts it some time after the first message for which
// when says so.
func runInterrupted(t testing.TB, c *client.Client, code string, when func(wire.Message) (after time.Duration, yes bool)) (o cellOutcome) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var text strings.Builder
	ends := false
	at, interrupted := make(chan time.Time, 1), make(chan error, 1)
	reply, err := c.Execute(ctx, code, func(m wire.Message) {
		if after, yes := when(m); yes && !ends {
			ends = true
			time.AfterFunc(after, func() {
				at <- time.Now()
				interrupted <- c.Interrupt(ctx)
			})
		}
		if m.Header.MsgType == "stream" {
			var content struct{ Text string }
			if err := m.Decode(&content); err != nil {
				t.Error(err)
			}
			text.WriteString(content.Text)
		}
	})
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	if ends {
		o.took = time.Since(<-at)
		if err := <-interrupted; err != nil {
			t.Error(err)
		}
	}
	var content struct{ EName, EValue string }
	if err := reply.Decode(&content); err != nil {
		t.Fatal(err)
	}
	o.text, o.name, o.value = text.String(), content.EName, content.EValue
	return o
}

// endlessKernels go on for a minute at least, each in a way of its own: what certainly never ends is told
// before it is interrupted.
const endlessKernels = `%%cuda
__global__ void spin(volatile int *a) { while (a[1] >= 0) a[1] += 1; }
__global__ void wait(volatile int *a) { __shared__ int s; while (a[1] >= 0) { s = a[1] += 1; __syncthreads(); } }
__global__ void chatter(int *a) { while (a[0] == 0) printf("%d\n", a[0]); }
__global__ void compute(float *x) { float y = x[0]; while (y < 2.0f) y = sinf(y); x[0] = y; }
`

// An interrupt_request ends what runs; the session keeps its variables.
// BenchmarkInterrupt measures how soon.
func TestInterruptRequest(t *testing.T) {
	c := kernelProcess(t)
	if o := runCell(t, c, endlessKernels, 0); o.name != "" {
		t.Fatal(o.value)
	}
	if o := runCell(t, c, "kept = arange(8)\na = zeros(1024, dtype='int32')\nx = zeros(1)\nstep = 0", 0); o.name != "" {
		t.Fatal(o.value)
	}
	for _, code := range []string{
		"spin[1, 32](a)",
		"spin[60000, 512](a, full=True)",
		"wait[1, 64](a)",
		"chatter[1, 32](a)",
		"compute[30, 256](x)",
		"while True: step += 1",
		"while True: kept = kept + 0",
		`run("transpose/padded", n=8192, full=True)`,
		`sweep("transpose/padded", n=range(512, 2049, 4), full=True)`,
	} {
		o := runCell(t, c, code, 300*time.Millisecond)
		if o.name != "KeyboardInterrupt" {
			t.Fatalf("%s ended with %s: %s, want KeyboardInterrupt", code, o.name, o.value)
		}
		if o.took > promptly {
			t.Errorf("%s ended %v after the interrupt, want at most %v", code, o.took, promptly)
		}
		if o := runCell(t, c, "print(kept.tolist() == list(range(8)), a.size if hasattr(a, 'size') else a.shape)", 0); o.name != "" || !strings.HasPrefix(o.text, "True") {
			t.Errorf("after %s the session has lost its variables: %+v", code, o)
		}
	}
}

// An interrupted sweep keeps the points that are done.
func TestInterruptRequestKeepsPoints(t *testing.T) {
	c := kernelProcess(t)
	runCell(t, c, `run("transpose/naive", n=256)`, 0) // compiled before the time counts
	o := runInterrupted(t, c, `s = sweep(["transpose/naive", "transpose/padded"], n=range(256, 8193, 16))`, somePoints)
	if o.name != "KeyboardInterrupt" || !strings.Contains(o.value, "last_sweep()") {
		t.Fatalf("the sweep ended with %s: %s, want a KeyboardInterrupt that names last_sweep()", o.name, o.value)
	}
	o = runCell(t, c, "rows = last_sweep().rows\nprint(len(rows) > 0, len(rows) < 994, all([r['gbps'] > 0 for r in rows]))", 0)
	if o.text != "True True True\n" {
		t.Errorf("the kept points: %+v", o)
	}
	o = runCell(t, c, `print(run("transpose/naive", n=64).time > 0)`, 0)
	if o.text != "True\n" {
		t.Errorf("the session afterwards: %+v", o)
	}
}

// somePoints reports whether the bar of a sweep says that some are done.
func somePoints(m wire.Message) (time.Duration, bool) {
	var content struct {
		Data struct {
			Text string `json:"text/plain"`
		}
	}
	if m.Header.MsgType != "update_display_data" || m.Decode(&content) != nil {
		return 0, false
	}
	_, count, _ := strings.Cut(content.Data.Text, " ")
	return 0, strings.Contains(count, " points") && !strings.HasPrefix(count, "0 of")
}

// BenchmarkInterrupt is the time from an interrupt_request to the end of the cell.
func BenchmarkInterrupt(b *testing.B) {
	for _, code := range []string{
		"while True: pass",
		`run("transpose/padded", n=8192, full=True)`,
		`sweep("transpose/padded", n=range(512, 2049, 4), full=True)`,
	} {
		b.Run(code, func(b *testing.B) {
			c := kernelProcess(b)
			var took time.Duration
			for b.Loop() {
				took += runCell(b, c, code, 300*time.Millisecond).took
			}
			b.ReportMetric(took.Seconds()*1e3/float64(b.N), "ms/interrupt")
		})
	}
}
