package main

import (
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

// A busyCell is a kind of cell that computes without end and without being asked to stop. Its setup
// is a cell before it.
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
	{"loop", "", "def spin():\n    for i in range(1 << 40):\n        pass\nwhile True: spin()"},
	{"nested comprehension", "", "while True: x = [[i * j for i in range(10)] for j in range(1 << 40) if j % 7 == 9]"},
	{"sorted", "big = [(i * 7919) % 1000003 for i in range($millions)]", "while True: sorted(big)"},
	{"sorted with a key", "", "while True: sorted(big, key=lambda x: -x)"},
	{"list of a range", "", "while True: x = list(range(20000000))"},
	{"sum of a range", "", "while True: sum(range(1 << 40))"},
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
	{"sweep", "", `while True: sweep(["transpose/naive", "transpose/padded"], n=range(512, 4097, 64))`},
	{"checked sweep", "", `while True: sweep("matmul/tiled", n=range(512, 2049, 64), check=True)`},
	{"full launch", "", `while True: run("transpose/padded", n=2048, full=True)`},
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
	{"compilation", "text = " + fmt.Sprintf("%q", longText(6000)), "n = 0\nwhile True:\n    n += 1\n    cuda(text + '// %d' % n)"},
	{"compilation for a device", "", "while True: cuda(text).big.registers()"},
}

// prepare executes what a busy cell needs. The tests take small values, the benchmark takes large ones.
func (b busyCell) prepare(t testing.TB, c *client.Client, values string) (code string) {
	t.Helper()
	sized := strings.NewReplacer("$millions", values)
	if b.setup != "" {
		if o := runCell(t, c, sized.Replace(b.setup)); o.name != "" {
			t.Fatalf("%s: %s: %s", b.kind, o.name, o.value)
		}
	}
	return running + sized.Replace(b.code)
}

// An interrupt ends every kind of cell, and the session keeps its variables. BenchmarkInterrupt
// measures how soon.
func TestInterruptKinds(t *testing.T) {
	tier.Check(t)
	c := kernelProcess(t)
	if o := runCell(t, c, "kept = 42"); o.name != "" {
		t.Fatal(o.value)
	}
	for _, busy := range busyCells {
		code := busy.prepare(t, c, "200000")
		t.Run(busy.kind, func(t *testing.T) {
			o := interruptCell(t, c, code)
			t.Logf("%.1f ms from the interrupt to idle", 1e3*o.took.Seconds())
			if o.name != "KeyboardInterrupt" {
				t.Errorf("ended with %s: %s, want KeyboardInterrupt", o.name, o.value)
			}
			if o := runCell(t, c, "print(kept)"); o.text != "42\n" {
				t.Errorf("the session answers %+v", o)
			}
		})
	}
}

// BenchmarkInterrupt is the time from an interrupt_request to the end of the cell, some time after
// its begin. On a quiet machine no kind of cell takes 100 ms:
//
//	go test ./cmd/warpbook -run '^$' -bench Interrupt -benchtime 1x
func BenchmarkInterrupt(b *testing.B) {
	c := kernelProcess(b)
	for _, busy := range busyCells {
		code := busy.prepare(b, c, "3000000")
		b.Run(strings.ReplaceAll(busy.kind, " ", "-"), func(b *testing.B) {
			var longest time.Duration
			for b.Loop() {
				for _, after := range []time.Duration{150 * time.Millisecond, 330 * time.Millisecond, 620 * time.Millisecond} {
					o := runInterrupted(b, c, code, printed("on"), func() { time.Sleep(after) })
					if o.name != "KeyboardInterrupt" {
						b.Errorf("ended with %s: %s, want KeyboardInterrupt", o.name, o.value)
					}
					longest = max(longest, o.took)
				}
			}
			b.ReportMetric(1e3*longest.Seconds(), "ms/longest")
			b.ReportMetric(0, "ns/op") // the pauses
		})
	}
}

// assisted are the definitions that questions are asked about.
const assisted = "%%cuda\n__global__ void scale(float *out, const float *in, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    out[i] = in[i];\n}"

// A question is what a front end asks while a cell runs, about the place | of a code.
type question struct{ msgType, code, want string }

var questions = []question{
	{"complete_request", `gpu("GT|`, "GTX 280"},
	{"complete_request", `r.counters["gld_re|`, "gld_request"},
	{"complete_request", "kep|", "kept"},
	{"complete_request", "kept.app|", "append"},
	{"complete_request", "k.occ|", "occupancy"},
	{"complete_request", assisted[:len(assisted)-1] + "    out[threadIdx.|", "x"},
	{"inspect_request", "scale|", "registers"},
	{"inspect_request", `kernel("transpose/padd|ed")`, "limited by"},
	{"inspect_request", "kept|", "list"},
	{"inspect_request", strings.Replace(assisted, "thread", "thr|ead", 1), "uint3 threadIdx"},
}

// besideQuestions are the cells that compute while questions are asked.
var besideQuestions = []busyCell{
	{"sweep", "", `while True: sweep(["transpose/naive", "transpose/padded"], n=range(512, 8193, 16))`},
	{"full launch", "", `while True: run("transpose/padded", n=2048, full=True)`},
	{"loop", "", "while True: kept = kept[:1] + [2]"},
	{"printing", "", "while True: print('line')"},
}

// Completion and inspection answer while cells compute, which never end by themselves.
// BenchmarkAnswer measures how soon.
func TestAnswersBesideACell(t *testing.T) {
	tier.Check(t)
	c := questionable(t)
	for _, busy := range besideQuestions {
		beside(t, c, busy, func() {
			for _, q := range questions {
				q.ask(t, c)
			}
		})
	}
}

// BenchmarkAnswer is the time that an answer takes while a cell computes. On a quiet machine it
// is 50 ms at most, half of that of an interrupt.
func BenchmarkAnswer(b *testing.B) {
	c := questionable(b)
	for _, busy := range besideQuestions {
		b.Run(strings.ReplaceAll(busy.kind, " ", "-"), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				beside(b, c, busy, func() {
					for _, q := range slices.Repeat(questions, 5) {
						took = append(took, q.ask(b, c))
					}
				})
			}
			slices.Sort(took)
			b.ReportMetric(1e3*took[len(took)/2].Seconds(), "ms/median")
			b.ReportMetric(1e3*took[len(took)-1].Seconds(), "ms/longest")
			b.ReportMetric(0, "ns/op") // begin and end of the cell are in it
		})
	}
}

// questionable is a notebook kernel with what the questions are about.
func questionable(t testing.TB) *client.Client {
	t.Helper()
	c := kernelProcess(t)
	for _, code := range []string{assisted, "g, k, a = gpu('GTX 280'), kernel('transpose/padded'), rand(1000)\nr = run('transpose/naive', n=64)\nkept = [1, 2]"} {
		if o := runCell(t, c, code); o.name != "" {
			t.Fatal(o.value)
		}
	}
	return c
}

// beside calls f while a cell computes, and ends the cell with an interrupt.
func beside(t testing.TB, c *client.Client, busy busyCell, f func()) {
	t.Helper()
	begun, ended := make(chan bool), make(chan cellOutcome, 1)
	go func() { ended <- runUntil(t, c, running+busy.code, begun) }()
	tier.Closed(t, "the sign that the cell runs", begun)
	f()
	if err := c.Interrupt(tier.Context(t)); err != nil {
		t.Error(err)
	}
	if o := tier.Receive(t, "the end of the interrupted cell", ended); o.name != "KeyboardInterrupt" {
		t.Errorf("%s ended with %s: %s", busy.kind, o.name, o.value)
	}
}

// runUntil executes a cell that somebody else interrupts; begun is closed when it has printed "on".
func runUntil(t testing.TB, c *client.Client, code string, begun chan bool) (o cellOutcome) {
	on := printed("on")
	var once sync.Once
	reply, err := c.Execute(tier.Context(t), code, func(m wire.Message) {
		if on(m) {
			once.Do(func() { close(begun) })
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

// ask asks and returns how long the answer took.
func (q question) ask(t testing.TB, c *client.Client) time.Duration {
	t.Helper()
	before, after, _ := strings.Cut(q.code, "|")
	begin := time.Now()
	reply, err := c.Ask(tier.Context(t), q.msgType, map[string]any{"code": before + after, "cursor_pos": utf8.RuneCountInString(before),
		"detail_level": 0})
	took := time.Since(begin)
	if err != nil {
		t.Fatalf("%s %q: %v", q.msgType, q.code, err)
	}
	if text := string(reply.Content); !strings.Contains(text, q.want) {
		t.Errorf("%s %q: %q is missing in %.300s", q.msgType, q.code, q.want, text)
	}
	return took
}
