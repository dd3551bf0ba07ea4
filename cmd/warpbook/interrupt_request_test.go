package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
)

// kernelProcess is the notebook kernel as Jupyter starts it: this test's own program.
func kernelProcess(t testing.TB) *client.Client {
	t.Helper()
	return startKernel(t, install.NewSpec("warpbook").Argv, nil)
}

// userKernel is the notebook kernel as a user has it, without the race detector of the tests, which takes
// memory too. It has further flags and a limit on the memory of its values.
func userKernel(t testing.TB, memory string, flags ...string) *client.Client {
	t.Helper()
	argv := append([]string{program(t)}, install.NewSpec("warpbook").Argv[1:]...)
	env := []string{"JUPYTER_DATA_DIR=" + t.TempDir()}
	if memory != "" {
		env = append(env, "WARPBOOK_MEMORY_LIMIT="+memory)
	}
	return startKernel(t, append(argv, flags...), env)
}

// startKernel starts a notebook kernel that keeps no history, and shuts it down at the end of the test.
func startKernel(t testing.TB, argv, env []string) *client.Client {
	t.Helper()
	c, err := client.Start(tier.Context(t), append(argv, "--history", ""), env)
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
	text, name, value string        // printed; of the error
	took              time.Duration // from the interrupt_request to the end
}

// runCell executes a cell to its end.
func runCell(t testing.TB, c *client.Client, code string) cellOutcome {
	t.Helper()
	return runInterrupted(t, c, code, func(wire.Message) bool { return false }, nil)
}

// interruptCell executes a cell that never ends, and interrupts it once it has printed "on". The
// verdict does not depend on how soon it ends: runInterrupted waits for tier.Hang.
func interruptCell(t testing.TB, c *client.Client, code string) cellOutcome {
	t.Helper()
	return runInterrupted(t, c, code, printed("on"), nil)
}

// running is the first line of a cell that is interrupted: the sign that it runs.
const running = "print('on')\n"

// printed recognises a message in which a cell, or its kernel, prints a word.
func printed(word string) func(wire.Message) bool {
	return func(m wire.Message) bool {
		var content struct{ Text string }
		return m.Header.MsgType == "stream" && m.Decode(&content) == nil && strings.Contains(content.Text, word)
	}
}

// runInterrupted executes a cell, and interrupts it after the first message that sign recognises;
// pause may delay the interrupt.
func runInterrupted(t testing.TB, c *client.Client, code string, sign func(wire.Message) bool, pause func()) (o cellOutcome) {
	t.Helper()
	ctx := tier.Context(t)
	var text strings.Builder
	seen := false
	at, interrupted := make(chan time.Time, 1), make(chan error, 1)
	reply, err := c.Execute(ctx, code, func(m wire.Message) {
		if !seen && sign(m) {
			seen = true
			go func() {
				if pause != nil {
					pause()
				}
				at <- time.Now()
				interrupted <- c.Interrupt(ctx)
			}()
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
	if seen {
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

// endlessKernels print "on" and go on for ever, each in another way: the condition of each loop could
// end it, since a loop without one is an error.
const endlessKernels = `%%cuda
__device__ void sign() { if (blockIdx.x == 0 && threadIdx.x == 0) printf("on\n"); }
__global__ void spin(volatile long long *a) { sign(); while (a[1] >= 0) a[1] += 1; }
__global__ void wait(volatile long long *a) { sign(); __shared__ long long s; while (a[1] >= 0) { s = a[1] += 1; __syncthreads(); } }
__global__ void chatter(long long *a) { while (a[0] == 0) printf("on\n"); }
__global__ void compute(float *x) { sign(); float y = x[0]; while (y < 2.0f) y = sinf(y); x[0] = y; }
`

// An interrupt_request ends what runs; the session keeps its variables.
func TestInterruptRequest(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	if o := runCell(t, c, endlessKernels); o.name != "" {
		t.Fatal(o.value)
	}
	if o := runCell(t, c, "kept = arange(8)\na = zeros(1024, dtype='int64')\nx = zeros(1)\nstep = 0"); o.name != "" {
		t.Fatal(o.value)
	}
	for _, code := range []string{
		"spin[1, 32](a)",
		"spin[60000, 512](a, full=True)",
		"wait[1, 64](a)",
		"chatter[1, 32](a)",
		"compute[30, 256](x, full=True)",
		running + "while True: step += 1",
		running + "while True: kept = kept + 0",
		running + `while True: run("transpose/padded", n=2048, full=True)`,
		running + `while True: sweep("transpose/padded", n=range(512, 2049, 4), full=True)`,
	} {
		o := interruptCell(t, c, code)
		t.Logf("%-60.60q ends after %v", code, o.took)
		if o.name != "KeyboardInterrupt" {
			t.Fatalf("%s ended with %s: %s, want KeyboardInterrupt", code, o.name, o.value)
		}
		if o := runCell(t, c, "print(kept.tolist() == list(range(8)), a.size)"); o.name != "" || o.text != "True 1024\n" {
			t.Errorf("after %s the session has lost its variables: %+v", code, o)
		}
	}
}

// An interrupted sweep keeps the points that are done.
func TestInterruptRequestKeepsPoints(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	runCell(t, c, `run("transpose/naive", n=256)`) // compiled before the time counts
	o := runInterrupted(t, c, `s = sweep(["transpose/naive", "transpose/padded"], n=range(256, 8193), full=True)`, somePoints, nil)
	if o.name != "KeyboardInterrupt" || !strings.Contains(o.value, "last_sweep()") {
		t.Fatalf("the sweep ended with %s: %s, want a KeyboardInterrupt that names last_sweep()", o.name, o.value)
	}
	o = runCell(t, c, "rows = last_sweep().rows\nprint(len(rows) > 0, len(rows) < 15874, all([r['gbps'] > 0 for r in rows]))")
	if o.text != "True True True\n" {
		t.Errorf("the kept points: %+v", o)
	}
	o = runCell(t, c, `print(run("transpose/naive", n=64).time > 0)`)
	if o.text != "True\n" {
		t.Errorf("the session afterwards: %+v", o)
	}
}

// somePoints reports whether the bar of a sweep says that some are done.
func somePoints(m wire.Message) bool {
	var content struct {
		Data struct {
			Text string `json:"text/plain"`
		}
	}
	if m.Header.MsgType != "update_display_data" || m.Decode(&content) != nil {
		return false
	}
	_, count, _ := strings.Cut(content.Data.Text, " ")
	return strings.Contains(count, " points") && !strings.HasPrefix(count, "0 of")
}
