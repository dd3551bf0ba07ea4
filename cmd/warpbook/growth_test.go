package main

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
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

// TestGrowthStaysWithinTheLimit: a cell that grows until the session is full fails, and the session
// gives back what it held: by its own count an array of three quarters of the limit has room again.
func TestGrowthStaysWithinTheLimit(t *testing.T) {
	tier.Check(t)
	c := userKernel(t, "40MiB")
	for _, code := range growing {
		o := runCell(t, c, code)
		t.Logf("%-50.50q %s", code, o.value)
		if o.name != "MemoryError" || !strings.Contains(o.value, "session") {
			t.Errorf("%q ends with %s %s, want a MemoryError that names the session", code, o.name, o.value)
		}
		if o := runCell(t, c, "d = None\nd = ones(30 << 18)\nprint(d[-1])\nd = None"); o.text != "1.0\n" {
			t.Errorf("after %q the session says %+v", code, o)
		}
	}
}

// TestGrowthPeak: the process of a session with 256 MB takes at most a tenth more, and what an empty
// kernel takes. The collector has to keep up, which takes a machine that is not busy.
func TestGrowthPeak(t *testing.T) {
	tier.Long(t)
	const limit = 256 << 20
	for _, code := range growing {
		c := userKernel(t, "256MiB")
		runCell(t, c, "1")
		empty := peak(t, c.PID())
		o := runCell(t, c, code)
		taken := peak(t, c.PID()) - empty
		t.Logf("%-50.50q %d MB over an empty kernel's %d: %s", code, taken>>20, empty>>20, o.value)
		if o.name != "MemoryError" || taken > limit+limit/10 {
			t.Errorf("%q ends with %s after %d MB, want a MemoryError and at most %d MB", code, o.name, taken>>20, (limit+limit/10)>>20)
		}
		if o := runCell(t, c, "d = None\n6 * 7"); o.name != "" {
			t.Errorf("then the session says %+v", o)
		}
	}
}

// TestGrowthOfManyCells: a session with 256 MB that many cells fill, each with less than an eighth of the
// limit, takes at most a tenth more than that, too. It is full then, and still drops its values.
func TestGrowthOfManyCells(t *testing.T) {
	tier.Long(t)
	const limit = 256 << 20
	c := userKernel(t, "256MiB")
	runCell(t, c, "1")
	empty := peak(t, c.PID())
	refused := 0
	for i := range 25 {
		if o := runCell(t, c, fmt.Sprintf("x%d = [str(j) for j in range(400000)]", i)); o.name == "MemoryError" {
			refused++
		}
	}
	taken := peak(t, c.PID()) - empty
	t.Logf("%d MB over an empty kernel's %d, %d cells refused", taken>>20, empty>>20, refused)
	if refused == 0 || taken > limit+limit/10 {
		t.Errorf("%d cells were refused, and the kernel took %d MB; want some and at most %d MB", refused, taken>>20, (limit+limit/10)>>20)
	}
	if o := runCell(t, c, "x0 = x1 = x2 = None\n6 * 7"); o.name != "" {
		t.Errorf("then the session says %+v", o)
	}
}

// A cell that is in the middle of one long operation ends as any other does, and so does one that
// makes a text without end.
func TestInterruptInOneOperation(t *testing.T) {
	tier.Check(t)
	c := userKernel(t, "") // the race detector would make the operations ten times longer
	runCell(t, c, "x = [1]\nfor i in range(4):\n    x = [x] * 45\ndeep = []\nfor i in range(1000000):\n    deep = [deep]")
	for _, code := range []string{
		"while True: x == [y for y in x]",
		"while True:\n    d = {}\n    for i in range(1 << 22): d[i] = 1",
		"while True: str(x)",
		"while True: repr(x)",
		"while True: display(deep)",
		"while True: '%s' % [x]",
	} {
		o := interruptCell(t, c, running+code)
		t.Logf("%-40.40q ends after %v", code, o.took)
		if o.name != "KeyboardInterrupt" {
			t.Errorf("%s ended with %s %s, want KeyboardInterrupt", code, o.name, o.value)
		}
		if o := runCell(t, c, "d = None\nprint(6 * 7)"); o.text != "42\n" {
			t.Errorf("after %s the session says %+v", code, o)
		}
	}
}
