package gpumodel_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/cputime"
)

var (
	besideNumba   = flag.String("numba", "", "BenchmarkBeside: the `PYTHON` that has numba, whose CUDA simulator is measured too")
	besideMGPUSim = flag.String("mgpusim", "", "BenchmarkBeside: the `FOLDER` with MGPUSim's samples, whose emulation is measured too")
)

// BenchmarkBeside measures, one after the other, what a thread of each kernel costs here, as scalar code of clang
// (testdata/speed/host.cpp), and in two simulators, all on one core and for the results alone. docs/speed.md shows the table:
//
//	go test ./gpumodel -run '^$' -bench Beside -benchtime 1x -numba PYTHON -mgpusim FOLDER
func BenchmarkBeside(b *testing.B) {
	host := filepath.Join(b.TempDir(), "host")
	compile := exec.Command("clang++", "-std=c++17", "-O2", "-march=native", "-fno-vectorize", "-fno-slp-vectorize", "-o", host,
		"testdata/speed/host.cpp")
	if text, err := compile.CombinedOutput(); err != nil {
		b.Fatalf("clang++: %v\n%s", err, text)
	}
	simulated := map[string]bool{}
	if *besideNumba != "" {
		for _, kernel := range strings.Fields(printed(b, *besideNumba, "testdata/speed/numba_simulator.py", "--list")) {
			simulated[kernel] = true
		}
	}
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	module, err := Compile("kernels.cu", speedKernels, Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range speedCases() {
		b.Run(c.kernel, func(b *testing.B) {
			threads := float64(c.grid.Count() * c.block.Count())
			for b.Loop() {
				ours := c.nanoseconds(b, d, module) / threads
				clang := c.scalar(b, d, module, host) / threads
				b.ReportMetric(0, "ns/op") // says nothing here
				b.ReportMetric(ours, "ns/thread")
				b.ReportMetric(clang, "clang-ns/thread")
				b.ReportMetric(ours/clang, "of-clang")
				if simulated[c.kernel] {
					numba := 1e3 * parsed(b, printed(b, *besideNumba, "testdata/speed/numba_simulator.py", c.kernel))
					b.ReportMetric(numba, "numba-ns/thread")
				}
				if s, ok := mgpusimSamples[c.kernel]; ok && *besideMGPUSim != "" {
					b.ReportMetric(s.nanoseconds(b)/threads, "mgpusim-ns/thread")
				}
			}
		})
	}
}

// nanoseconds of a processor for a launch for its results: the least of five rounds.
func (c speedCase) nanoseconds(b *testing.B, d *device.Device, module *Module) float64 {
	args, least := c.args(), math.Inf(1)
	for range 5 {
		n, begun := 0, cputime.Process()
		for ; cputime.Process()-begun < 40*time.Millisecond; n++ {
			c.launch(b, d, module, args)
		}
		least = min(least, float64((cputime.Process()-begun).Nanoseconds())/float64(n))
	}
	return least
}

func (c speedCase) launch(b *testing.B, d *device.Device, module *Module, args []any) {
	m, err := c.prepared(d, module, args)
	for n := 0; err == nil && n < c.grid.Count(); n++ {
		err = m.Results(n)
	}
	if err != nil {
		b.Fatal(err)
	}
	m.FlushCounts()
}

// scalar is the time of the launch as a host program, whose results have to be ours.
func (c speedCase) scalar(b *testing.B, d *device.Device, module *Module, host string) float64 {
	shape := func(d Dim3) string { return fmt.Sprint(d.X, d.Y, d.Z) }
	ours, theirs := c.args(), c.args()
	c.launch(b, d, module, ours)
	words, dir := []string{c.kernel, shape(c.grid), shape(c.block)}, b.TempDir()
	for i, arg := range theirs {
		word := fmt.Sprint(arg)
		if a, ok := arg.(*Array); ok {
			word = filepath.Join(dir, strconv.Itoa(i))
			if err := os.WriteFile(word, raw(a), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		words = append(words, word)
	}
	took := parsed(b, printed(b, host, words...))
	for i, arg := range theirs {
		a, ok := arg.(*Array)
		if !ok {
			continue
		}
		data, err := os.ReadFile(words[3+i])
		if err != nil {
			b.Fatal(err)
		}
		a.Replace(data)
		if err := alike(ours[i].(*Array), a); err != nil {
			b.Fatalf("%s, argument %d: %v", c.kernel, i+1, err)
		}
	}
	return took
}

func raw(a *Array) []byte {
	data, size := make([]byte, 0, a.Buffer().Size), a.DType.Size()
	for i := range a.Len() {
		for j := range size {
			data = append(data, byte(modeltest.Bits(a, i)>>(8*j)))
		}
	}
	return data
}

// alike compares results whose sums may have another order.
func alike(got, want *Array) error {
	if got.Len() != want.Len() {
		return errors.New("another length")
	}
	for i := range got.Len() {
		if x, y := got.At(i), want.At(i); math.Abs(x-y) > 1e-3*(1+math.Abs(y)) {
			return fmt.Errorf("[%d] is %g, and %g as a host program", i, x, y)
		}
	}
	return nil
}

// An mgpusimSample is a program of MGPUSim whose kernel does what one of ours does, on as much data.
type mgpusimSample struct {
	program  string
	launches float64 // of ours are as much work
	size     string
	tiny     string // and its size that is hardly any work
}

// mgpusimSamples are those that correspond. What the start of the program takes is measured with a tiny size.
var mgpusimSamples = map[string]mgpusimSample{
	"product_registers": {"matrixmultiplication", 1, "-x=256 -y=256 -z=256", "-x=32 -y=32 -z=32"},
	"transpose_padded":  {"matrixtranspose", 16, "-width=1024", "-width=64"},
	"nbody":             {"nbody", 8, "-particles=1024 -iter=8", "-particles=256 -iter=1"},
	"stencil":           {"stencil2d", 16, "-row=1024 -col=1024 -iter=1", "-row=64 -col=64 -iter=1"},
}

func (s mgpusimSample) nanoseconds(b *testing.B) float64 {
	once := func(size string) float64 {
		least := math.Inf(1)
		for range 3 {
			cmd := exec.Command(filepath.Join(*besideMGPUSim, s.program), strings.Fields(size)...)
			cmd.Dir = b.TempDir() // it leaves files
			if text, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%s %s: %v\n%s", s.program, size, err, text)
			}
			least = min(least, float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Nanoseconds()))
		}
		return least
	}
	return (once(s.size) - once(s.tiny)) / s.launches
}

func printed(b *testing.B, name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}

func parsed(b *testing.B, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		b.Fatal(err)
	}
	return x
}
