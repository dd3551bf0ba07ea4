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

// limited is a notebook kernel with small limits on output, and one on the memory of its values.
func limited(t *testing.T, memory string) *client.Client {
	return userKernel(t, memory, "--output-limit", "10kB", "--output-file-limit", "1MB")
}

// unbounded are cells that would fill the memory.
var unbounded = []string{
	"x = [0] * pow(10, 9)",
	"x = 'a' * pow(10, 10)",
	"x = (1, 2, 3) * 1000000000",
	"x = list(range(1000000000))",
	"x = [i for i in range(1000000000)]",
	"x = {i: i for i in range(1000000000)}",
	"x = []\nwhile True:\n    x.append([0])",
	"x = []\nwhile True:\n    x += [1, 2, 3]",
	"x = [0]\nwhile True:\n    x.extend(x)",
	"x = [0]\nwhile True:\n    x = x + x",
	"x = 'a'\nwhile True:\n    x += x",
	"x = 'a'\nwhile True:\n    x = f'{x}{x}'",
	"x = 'a'\nwhile True:\n    x = x.replace('a', 'aaaaaaaaaa')",
	"x = 'a'\nwhile True:\n    x = '%s%s' % (x, x)",
	"x = ['a' * 1000000]\nwhile True:\n    x.append(''.join(x))",
	"x = '{:>9999999999}'.format(1)",
	"x = f'{1:09999999999}'",
	"x = '%9999999999d' % 1",
	"x = 1 << 1000000000",
	"x = 1\nwhile True:\n    x = x * x + 1",
	"x = int('9' * 100000000)",
	"x = pow(3, 1000000000)",
	"x = str(pow(2, 500000000))",
	"x = sorted(range(1000000000))",
	"x = reversed(range(1000000000))",
	"x = zip(range(1000000000), range(1000000000))",
	"x = enumerate(range(1000000000))",
	"x = map(lambda i: i, range(1000000000))",
	"x = set(range(1000000000))",
	"x = range(1000000000).elems" + "\nx",
	"x = {}\nx.update([(i, i) for i in range(100000000)])",
	"x = bytes('a' * 1000000)\nwhile True:\n    x += x",
	"x = ones((100000, 100000))\nx.tolist()",
	"x = full((100000, 100000), 1.0)",
	"x = rand((100000, 100000))",
	"x = arange(10000000000)",
	"x = [ones((1000, 1000)) + i for i in range(1000)]",
	"x = []\nwhile True:\n    x.append(rand((1000, 1000)))",
	"x = array(range(1000000000))",
	"x = matmul(ones((20000, 20000)), ones((20000, 20000)))",
	"x = run('transpose/copy', n=8192, full=True)",
	"x = sweep(['transpose/copy'], n=[8192], check=True)",
	"x = launch(kernel('transpose/copy'), (512, 512), (16, 16), [zeros((8192, 8192)), ones((8192, 8192)), 8192], full=True)",
	"%%capture x\nwhile True:\n    print('a' * 1000)",
	"%%capture x\nwhile True:\n    display('a' * 1000)",
}

// What would fill the memory is an error of its cell, and the session goes on.
func TestMemoryIsBounded(t *testing.T) {
	tier.Check(t)
	fillMemory(t, limited(t, "40MB"))
}

// TestMemoryPeak: with a limit of 100 MB for its values the process stays below 800 MB.
func TestMemoryPeak(t *testing.T) {
	tier.Long(t)
	c := limited(t, "100MB")
	fillMemory(t, c)
	most := peak(t, c.PID())
	t.Logf("the kernel took %d MB at the most", most/1e6)
	if most > 800e6 {
		t.Errorf("the kernel took %d MB, with a limit of 100 MB for its values", most/1e6)
	}
}

// fillMemory executes the cells that would fill the memory and looks at what comes of them.
func fillMemory(t *testing.T, c *client.Client) {
	runCell(t, c, "keep = 6")
	for _, code := range unbounded {
		begin := time.Now()
		o := runCell(t, c, code)
		t.Logf("%-60.60q %s: %s (%v, %d MB)", code, o.name, o.value, time.Since(begin).Round(time.Millisecond), peak(t, c.PID())/1e6)
		if o.name != "MemoryError" && o.name != "ValueError" && o.name != "AttributeError" {
			t.Errorf("%s: %s %s, want a MemoryError", code, o.name, o.value)
		}
		if o := runCell(t, c, "x = None\nprint(keep * 7)"); o.text != "42\n" {
			t.Fatalf("after %s the session says %+v", code, o)
		}
	}
}

// peak is the most memory that a process has had, in bytes; 0 where the system does
// not tell.
func peak(t *testing.T, pid int) (bytes int64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(text), "VmHWM:")
	if _, err := fmt.Sscan(line, &bytes); err != nil {
		t.Fatal(err)
	}
	return bytes << 10
}

// A client that reads the sockets itself gets all of a long output. BenchmarkOutput measures how fast:
// it is not paced as one behind a server is, for which 10 MB take 20 s. That the kernel knows
// the one from the other is tested by a fake clock in kernel/output_test.go.
func TestOutputIsWhole(t *testing.T) {
	tier.Check(t)
	o := runCell(t, userKernel(t, ""), "print('x' * 10000000)")
	if o.text != strings.Repeat("x", 10_000_000)+"\n" {
		t.Errorf("%d bytes came, want 10,000,001: %.20q", len(o.text), o.text)
	}
}

// BenchmarkOutput measures how fast a client that reads the sockets itself gets the output of a cell.
func BenchmarkOutput(b *testing.B) {
	c := userKernel(b, "")
	b.SetBytes(10_000_001)
	for b.Loop() {
		if o := runCell(b, c, "print('x' * 10000000)"); len(o.text) != 10_000_001 {
			b.Fatalf("%d bytes came", len(o.text))
		}
	}
}

// What would print for ever is stopped, and what was printed is in the file that the
// cell names.
func TestOutputIsBounded(t *testing.T) {
	tier.Check(t)
	c := limited(t, "100MB")
	o := runCell(t, c, "i = 0\nwhile True:\n    print('line', i)\n    i += 1")
	if o.name != "OutputError" || !strings.Contains(o.value, "may take 1 MB in files") {
		t.Errorf("the cell ends with %s %s", o.name, o.value)
	}
	_, path, _ := strings.Cut(o.text, "kept in ")
	path, _, _ = strings.Cut(path, " until")
	text, err := os.ReadFile(path)
	if err != nil || len(text) < 999_000 || !strings.HasPrefix(string(text), "line 0\nline 1\n") {
		t.Errorf("%d bytes are kept, %v", len(text), err)
	}
	if len(o.text) > 25_000 || !strings.HasPrefix(o.text, "line 0\n") || !strings.HasSuffix(string(text), o.text[len(o.text)-8000:]) {
		t.Errorf("shown is %.100s … %s", o.text, o.text[max(0, len(o.text)-100):])
	}
	if o := runCell(t, c, "print(i > 10000)"); o.text != "True\n" {
		t.Errorf("afterwards the session says %+v", o)
	}
}
