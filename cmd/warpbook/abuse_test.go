package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"warpbook.dev/install"
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

// TestAbusiveCells: a kernel process with 256 MB takes at most a tenth more, whatever cells do, each of
// them ends, and the next one runs as if nothing had been.
func TestAbusiveCells(t *testing.T) {
	tier.Check(t)
	const limit = 256 << 20
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	argv := append([]string{program(t)}, install.NewSpec("warpbook").Argv[1:]...)
	c, err := client.Start(ctx, append(argv, "--history", ""), []string{"WARPBOOK_MEMORY_LIMIT=256MiB", "JUPYTER_DATA_DIR=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	runCell(t, c, "a = zeros(1024, dtype='int32')", 0)
	empty := peak(t, c.PID())
	for _, x := range abuses {
		begin := time.Now()
		var o cellOutcome
		if x.define != "" {
			o = runCell(t, c, "%%cuda\n"+x.define, 0)
		}
		if o.name == "" {
			o = runCell(t, c, x.run, 0)
		}
		t.Logf("%-35s %v, peak %d MB: %.150s", x.name, time.Since(begin).Round(time.Millisecond), peak(t, c.PID())>>20, o.value)
		if x.want == "" && o.name != "" || x.want != "" && !strings.Contains(o.value, x.want) {
			t.Errorf("%s: %s %q, want %q", x.name, o.name, o.value, x.want)
		}
		if o := runCell(t, c, "print(6 * 7)", 0); o.text != "42\n" {
			t.Fatalf("after %s the session says %+v", x.name, o)
		}
	}
	if most := peak(t, c.PID()); most > empty+limit+limit/10 {
		t.Errorf("the process took %d MB, want at most %d", most>>20, (empty+limit+limit/10)>>20)
	}
	if o := runCell(t, c, "x = None\nd = None\n0", 0); o.name != "" { // 0 is the value of _ then
		t.Error(o.value)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		now := resident(t, c.PID())
		if now <= empty+limit/4 {
			t.Logf("%d MB are left, of an empty process's %d", now>>20, empty>>20)
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d MB are not given back, an empty process has %d", now>>20, empty>>20)
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
