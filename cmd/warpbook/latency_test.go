package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
)

// latency is how soon an interrupted cell must be idle. On a machine that is busy with
// other tests only a hang can be told from an end; on a quiet one the limit is 100 ms:
//
//	go test ./cmd/warpbook -run 'TestInterruptLatency|TestAnswerLatency' -latency 100ms -v
var latency = flag.Duration("latency", 2*time.Second, "how soon an interrupted cell must end")

// A busyCell is a kind of cell that computes for long without being asked to stop.
type busyCell struct {
	kind, setup, code string
}

// longText is a kernel of many statements, which takes seconds to compile.
func longText(statements int) string {
	var b strings.Builder
	b.WriteString("__global__ void big(float *a, int n)\n{\n    float x = a[0];\n")
	for i := range statements {
		fmt.Fprintf(&b, "    if (x > %d.0f) x = x * a[n + %d] + %d.5f;\n", i, i, i)
	}
	b.WriteString("    a[0] = x;\n}\n")
	return b.String()
}

var busyCells = []busyCell{
	{"loop", "", "def spin():\n    for i in range(1 << 40):\n        pass\nspin()"},
	{"nested comprehension", "", "x = [[i * j for i in range(10)] for j in range(1 << 40) if j % 7 == 9]"},
	{"sorted", "big = [(i * 7919) % 1000003 for i in range($millions)]", "while True: sorted(big)"},
	{"sorted with a key", "", "while True: sorted(big, key=lambda x: -x)"},
	{"list of a range", "", "while True: x = list(range(20000000))"},
	{"sum of a range", "", "sum(range(1 << 40))"},
	{"max and any", "", "while True: max(range(100000000)); any(range(0, 1))"},
	{"set", "some = [i % 100003 for i in big]", "while True: set(some)"},
	{"zip and enumerate", "", "while True: zip(big, big); enumerate(big)"},
	{"reversed and tuple", "", "while True: reversed(big); tuple(big)"},
	{"text of a list", "", "while True: x = str(big)"},
	{"joined strings", "lines = ['line %d' % i for i in range($millions // 3)]", "while True: x = '\\n'.join(lines).split('\\n')"},
	{"growing string", "", "s = 'x'\nwhile True: s = (s + 'y' * 1000000)[-300000000:]"},
	{"repeated string", "", "while True: x = 'ab' * 400000000"},
	{"power", "", "while True: x = pow(3, 600000)"},
	{"power with a modulus", "", "while True: x = pow(3, pow(3, 600000), pow(7, 300000))"},
	{"product", "", "x = pow(3, 600000)\nwhile True: y = x * x"},
	{"text of a whole number", "", "x = pow(3, 600000)\nwhile True: y = str(x)"},
	{"whole number of a text", "", "t = '9' * 600000\nwhile True: y = int(t)"},
	{"sweep", "", `sweep(["transpose/naive", "transpose/padded"], n=range(512, 4097, 64))`},
	{"checked sweep", "", `sweep("matmul/tiled", n=range(512, 2049, 64), check=True)`},
	{"full launch", "", `while True: run("transpose/padded", n=8192, full=True)`},
	{"sampled launch", "", "while True: run(\"matmul/tiled\", n=8192)"},
	{"reference of a product", "", `while True: run("matmul/tiled", n=1024, check=True)`},
	{"allclose", "m = rand((8000, 8000), seed=2)", "while True: allclose(m, m)"},
	{"matmul", "q = rand((1500, 1500), seed=3)", "while True: matmul(q, q)"},
	{"array arithmetic", "", "while True: x = m + m"},
	{"array from a list", "", "while True: x = array(big)"},
	{"random numbers", "", "while True: x = rand((8000, 8000), seed=5).sum()"},
	{"assignment to an array", "", "z = zeros((8000, 8000))\nwhile True: z[:] = 1"},
	{"tolist", "", "while True: x = m[:1000].tolist()"},
	{"text of an array", "", "while True: x = str(m)"},
	{"plot of a million points", "", "while True: plot(arange(1000000), m[:125].flatten())"},
	{"picture of a million points", "", "while True: display(plot(m[:125].flatten()))"},
	{"table", "", "while True: table([[i, i] for i in range($millions // 15)], columns=['a', 'b']).csv()"},
	{"printing", "", "while True: print('line')"},
	{"long line", "", "while True: print('x' * 1000000)"},
	{"compilation", "text = " + fmt.Sprintf("%q", longText(6000)), "cuda(text)"},
	{"compilation for a device", "", "while True: cuda(text).big.registers()"},
}

// An interrupt ends every kind of cell soon, and the session keeps its variables.
func TestInterruptLatency(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	if o := runCell(t, c, "kept = 42", 0); o.name != "" {
		t.Fatal(o.value)
	}
	rounds, millions := []time.Duration{150 * time.Millisecond}, "200000"
	if *latency <= 100*time.Millisecond {
		rounds, millions = append(rounds, 330*time.Millisecond, 620*time.Millisecond), "3000000"
	}
	sized := func(code string) string { return strings.ReplaceAll(code, "$millions", millions) }
	var table []string
	for _, busy := range busyCells {
		if busy.setup != "" {
			if o := runCell(t, c, sized(busy.setup), 0); o.name != "" {
				t.Fatalf("%s: %s: %s", busy.kind, o.name, o.value)
			}
		}
		var took []string
		t.Run(busy.kind, func(t *testing.T) {
			for _, after := range rounds {
				o := runCell(t, c, sized(busy.code), after)
				took = append(took, fmt.Sprintf("%6.1f", 1e3*o.took.Seconds()))
				if o.name != "KeyboardInterrupt" {
					t.Errorf("ended with %s: %s, want KeyboardInterrupt", o.name, o.value)
				}
				if o.took > *latency {
					t.Errorf("ended %v after the interrupt, want at most %v", o.took, *latency)
				}
			}
			if o := runCell(t, c, "print(kept)", 0); o.text != "42\n" {
				t.Errorf("the session answers %+v", o)
			}
		})
		table = append(table, fmt.Sprintf("%-28s %s", busy.kind, strings.Join(took, " ")))
	}
	t.Logf("from the interrupt to idle, ms\n%s", strings.Join(table, "\n"))
}

// Completion and inspection answer while cells compute. On a quiet machine the limit is
// 50 ms, half of that of an interrupt.
func TestAnswerLatency(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	const kernel = "%%cuda\n__global__ void scale(float *out, const float *in, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    out[i] = in[i];\n}"
	for _, code := range []string{kernel, "g, k, a = gpu('GTX 280'), kernel('transpose/padded'), rand(1000)\nr = run('transpose/naive', n=64)\nkept = [1, 2]"} {
		if o := runCell(t, c, code, 0); o.name != "" {
			t.Fatal(o.value)
		}
	}
	questions := []struct{ msgType, code, want string }{
		{"complete_request", `gpu("GT|`, "GTX 280"},
		{"complete_request", `r.counters["gld_re|`, "gld_request"},
		{"complete_request", "kep|", "kept"},
		{"complete_request", "kept.app|", "append"},
		{"complete_request", "k.occ|", "occupancy"},
		{"complete_request", kernel[:len(kernel)-1] + "    out[threadIdx.|", "x"},
		{"inspect_request", "scale|", "registers"},
		{"inspect_request", `kernel("transpose/padd|ed")`, "limited by"},
		{"inspect_request", "kept|", "list"},
		{"inspect_request", strings.Replace(kernel, "thread", "thr|ead", 1), "uint3 threadIdx"},
	}
	t.Logf("%-16s %s", "running cell", "answers, ms: median and longest")
	for _, busy := range []busyCell{
		{"sweep", "", `sweep(["transpose/naive", "transpose/padded"], n=range(512, 8193, 16))`},
		{"full launch", "", `while True: run("transpose/padded", n=4096, full=True)`},
		{"loop", "", "while True: kept = kept[:1] + [2]"},
		{"printing", "", "while True: print('line')"},
	} {
		running, ended := make(chan bool), make(chan cellOutcome, 1)
		go func() { ended <- runUntil(t, c, busy.code, running) }()
		<-running
		var took []time.Duration
		for range 5 {
			for _, q := range questions {
				took = append(took, answer(t, c, q.msgType, q.code, q.want))
			}
		}
		if err := c.Interrupt(t.Context()); err != nil {
			t.Error(err)
		}
		if o := <-ended; o.name != "KeyboardInterrupt" {
			t.Errorf("%s ended with %s: %s", busy.kind, o.name, o.value)
		}
		slices.Sort(took)
		longest := took[len(took)-1]
		t.Logf("%-16s %6.1f %6.1f", busy.kind, 1e3*took[len(took)/2].Seconds(), 1e3*longest.Seconds())
		if longest > *latency/2 {
			t.Errorf("beside %s an answer took %v, want at most %v", busy.kind, longest, *latency/2)
		}
	}
}

// runUntil executes a cell that somebody else interrupts; running is closed when it has begun.
func runUntil(t testing.TB, c *client.Client, code string, running chan bool) (o cellOutcome) {
	var once sync.Once
	reply, err := c.Execute(t.Context(), code, func(m wire.Message) {
		if m.Header.MsgType == "execute_input" {
			once.Do(func() { close(running) })
		}
	})
	if err != nil {
		t.Error(err)
		return o
	}
	var content struct{ EName, EValue string }
	if err := reply.Decode(&content); err != nil {
		t.Error(err)
	}
	return cellOutcome{name: content.EName, value: content.EValue}
}

// answer asks about the place | of a code and returns how long the answer took.
func answer(t testing.TB, c *client.Client, msgType, code, want string) time.Duration {
	t.Helper()
	before, after, _ := strings.Cut(code, "|")
	begin := time.Now()
	reply, err := c.Ask(t.Context(), msgType, map[string]any{"code": before + after, "cursor_pos": utf8.RuneCountInString(before), "detail_level": 0})
	took := time.Since(begin)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(reply.Content); !strings.Contains(text, want) {
		t.Errorf("%s %q: %q is missing in %.300s", msgType, code, want, text)
	}
	return took
}
