package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/client"
)

// straightLine is a kernel of about so many bytes of code without a loop.
func straightLine(bytes int) string {
	var s strings.Builder
	s.WriteString("__global__ void line(int *a) {\n\tfloat x = a[threadIdx.x], y = x + 1;\n")
	for i := 0; s.Len() < bytes; i++ {
		fmt.Fprintf(&s, "\tx = x * y + %d.5f; y = y - x * %d.25f;\n", i, i)
	}
	s.WriteString("\ta[threadIdx.x] = x + y;\n}")
	return s.String()
}

// abuses are cells that would fill the memory, or never end: what defines a kernel, what launches it, and
// what the error of either says; "" for none.
var abuses = []struct{ name, define, run, want string }{
	{"local array of 40 MB", "__global__ void k(int *a) { float b[10000000]; b[a[0]] = 1; a[1] = b[a[2]]; }", "k[1, 32](a)", "needs 40000000 bytes of local memory"},
	{"local array of 400 MB", "__global__ void k(int *a) { float b[100000000]; b[a[0]] = 1; a[1] = b[a[2]]; }", "k[1, 32](a)", "needs 400000000 bytes of local memory"},
	{"many threads with local arrays", "__global__ void k(int *a) { int b[4000]; b[a[0]] = 1; a[1] = b[a[2]]; }", "k[1000, 512](a, full=True)", ""},
	{"struct of 2^22 floats", "struct S { float x[1 << 22]; int n; };\n__global__ void k(int *a) { S *s = (S *)a; s[0] = s[1]; }", "k[1, 32](a)", "has 4194305 elements"},
	{"unrolled 512 times", "__global__ void k(int *a) {\n#pragma unroll 512\nfor (int i = 0; i < a[0]; i++) { if (a[i] > 3) a[i + 1] += a[i]; else a[i] = i; }\n}", "k[1, 32](a)", ""},
	{"200 KB of straight-line code", straightLine(200_000), "line[1, 32](a)", ""},
	{"for (;;)", "__global__ void k(int *a) { for (;;) ; }", "k[1000, 64](a)", "it has no condition that could end it"},
	{"while (1)", "__global__ void k(int *a) { while (1) a[1] += 1; }", "k[1, 64](a)", "it has no condition that could end it"},
	{"volatile spin", "__global__ void k(volatile int *a) { while (a[0] == 0) ; }", "k[30, 64](a)", "its condition in line 2 depends on memory alone"},
	{"nested 10^6 deep", "", "x = []\nfor i in range(1000000):\n    x = [x]\nx", ""},
	{"text of what is nested 10^6 deep", "", "str(x)", "nested more than 200 deep"},
	{"dict without end", "", "d = {}\nwhile True:\n    d[len(d)] = 1", "the session"},
}

// TestAbusiveCells: whatever cells do, each of them ends with the error that says why, the next one
// runs as if nothing had been, and at the end the session has room again by its own count.
func TestAbusiveCells(t *testing.T) {
	tier.Check(t)
	c := userKernel(t, "128MiB")
	abuse(t, c)
	if o := runCell(t, c, "x = None\nd = None\nbig = ones(24 << 20)\nprint(big[-1])"); o.text != "1.0\n" {
		t.Errorf("three quarters of the limit have no room: %+v", o)
	}
}

// TestAbusiveCellsPeak: their kernel process with 256 MB takes at most a tenth more, and gives it
// back to the system.
func TestAbusiveCellsPeak(t *testing.T) {
	tier.Long(t)
	const limit = 256 << 20
	c := userKernel(t, "256MiB")
	runCell(t, c, "a = zeros(1024, dtype='int32')")
	empty := peak(t, c.PID())
	abuse(t, c)
	if most := peak(t, c.PID()); most > empty+limit+limit/10 {
		t.Errorf("the process took %d MB, want at most %d", most>>20, (empty+limit+limit/10)>>20)
	}
	if o := runCell(t, c, "x = None\nd = None\n0"); o.name != "" { // 0 is the value of _ then
		t.Error(o.value)
	}
	tier.Wait(t, "the memory that the process gives back", func() bool { return resident(t, c.PID()) <= empty+limit/4 })
}

// abuse executes the abusive cells and looks at what comes of them.
func abuse(t *testing.T, c *client.Client) {
	runCell(t, c, "a = zeros(1024, dtype='int32')")
	for _, x := range abuses {
		begin := time.Now()
		var o cellOutcome
		if x.define != "" {
			o = runCell(t, c, "%%cuda\n"+x.define)
		}
		if o.name == "" {
			o = runCell(t, c, x.run)
		}
		t.Logf("%-35s %v, peak %d MB: %.150s", x.name, time.Since(begin).Round(time.Millisecond), peak(t, c.PID())>>20, o.value)
		if x.want == "" && o.name != "" || x.want != "" && !strings.Contains(o.value, x.want) {
			t.Errorf("%s: %s %q, want %q", x.name, o.name, o.value, x.want)
		}
		if o := runCell(t, c, "print(6 * 7)"); o.text != "42\n" {
			t.Fatalf("after %s the session says %+v", x.name, o)
		}
	}
}

// resident is the memory that a process has now, in bytes; 0 where the system does not tell.
func resident(t *testing.T, pid int) (bytes int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(text), "VmRSS:")
	if _, err := fmt.Sscan(line, &bytes); err != nil {
		t.Fatal(err)
	}
	return bytes << 10
}
