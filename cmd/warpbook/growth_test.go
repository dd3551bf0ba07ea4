package main

import (
	"context"
	"testing"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/client"
)

// growing are cells that fill the memory one value at a time. The copy that a full dict,
// set or list needs is refused before it is made.
var growing = []string{
	"d = {}\nwhile True:\n    d[len(d)] = 1",
	"d = {}\nwhile True:\n    d[len(d)] = [1]",
	"d = {}\nwhile True:\n    d.setdefault(len(d), 1)",
	"d = set()\nwhile True:\n    d.add(len(d))",
	"d = {i: i for i in range(1000000000)}",
	"d = [i for i in range(1000000000)]",
	"d = [j for i in range(1000) for j in range(1000000)]",
	"d = {(i, j): 1 for i in range(100000) for j in range(100000)}",
	"d = []\nwhile True:\n    d.append([1])",
	"d = []\nwhile True:\n    d.insert(len(d), 1)",
	"d = []\nwhile True:\n    d += [1, 2, 3]",
}

// TestGrowthStaysWithinTheLimit: a session with 256 MB takes at most a tenth more, and
// what an empty kernel takes.
func TestGrowthStaysWithinTheLimit(t *testing.T) {
	tier.Check(t)
	const limit = 256 << 20
	for _, code := range growing {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		argv := append([]string{program(t)}, install.NewSpec("warpbook").Argv[1:]...)
		c, err := client.Start(ctx, append(argv, "--history", ""), []string{"WARPBOOK_MEMORY_LIMIT=256MiB", "JUPYTER_DATA_DIR=" + t.TempDir()})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		runCell(t, c, "1", 0)
		empty := peak(t, c.PID())
		begin := time.Now()
		o := runCell(t, c, code, 0)
		taken := peak(t, c.PID()) - empty
		t.Logf("%-50.50q %v, %d MB over an empty kernel's %d: %s", code, time.Since(begin).Round(time.Millisecond), taken>>20, empty>>20, o.value)
		if o.name != "MemoryError" || taken > limit+limit/10 {
			t.Errorf("%q ends with %s after %d MB, want a MemoryError and at most %d MB", code, o.name, taken>>20, (limit+limit/10)>>20)
		}
		if o := runCell(t, c, "d = None\n6 * 7", 0); o.name != "" {
			t.Errorf("then the session says %+v", o)
		}
		if err := c.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// A cell that is in the middle of one long operation ends as promptly as any other, and
// so does one that makes a text without end.
func TestInterruptInOneOperation(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	runCell(t, c, "x = [1]\nfor i in range(4):\n    x = [x] * 45\ndeep = []\nfor i in range(1000000):\n    deep = [deep]", 0)
	for _, code := range []string{
		"while True: x == [y for y in x]",
		"d = {}\nwhile True: d[len(d)] = 1",
		"while True: str(x)",
		"while True: repr(x)",
		"while True: display(deep)",
		"while True: '%s' % [x]",
	} {
		o := runCell(t, c, code, 700*time.Millisecond)
		t.Logf("%-40.40q ends after %v", code, o.took)
		if o.name != "KeyboardInterrupt" || o.took > promptly {
			t.Errorf("%s ended with %s %s, %v after the interrupt, want at most %v", code, o.name, o.value, o.took, promptly)
		}
		if o := runCell(t, c, "d = None\nprint(6 * 7)", 0); o.text != "42\n" {
			t.Errorf("after %s the session says %+v", code, o)
		}
	}
}
