package conformance

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/internal/randomcpp"
	"warpbook.dev/internal/tier"
)

var cpps = flag.Int("cpp", 0, "how many random C++ programs TestRandomPrograms compares with clang, if not the usual number")

// programsAtOnce are compiled by clang together, as namespaces.
const programsAtOnce = 100

// TestRandomPrograms compares what random C++ programs compute with what clang's build of the same text
// computes on the host.
func TestRandomPrograms(t *testing.T) {
	tier.Check(t)
	c := newClang(t)
	n := tier.Pick(0, 15, 5000)
	if *cpps > 0 {
		n = *cpps
	}
	in := make([]uint32, randomcpp.Inputs)
	for i := range in {
		in[i] = uint32(i*i)*2654435761 ^ uint32(i)<<7
	}
	cards := []string{"GTX 280", "C2050", "H200"}
	var wait sync.WaitGroup
	batches := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for first := range batches {
				for i, want := range c.results(t, first, min(programsAtOnce, uint64(n)-first), in) {
					seed := first + uint64(i)
					source := randomcpp.Program(seed)
					card := cards[seed%uint64(len(cards))]
					got, err := resultsOf(t, card, source, in)
					switch {
					case err != nil && card == "GTX 280" && strings.Contains(err.Error(), "on this device a pointer keeps to one kind of memory"):
					case err != nil:
						t.Errorf("seed %d on %s: %v\n%s", seed, card, err, source)
					case got != want:
						t.Errorf("seed %d on %s: got\n%s, clang has\n%s\n%s", seed, card, got, want, source)
					}
				}
			}
		})
	}
	for first := uint64(0); first < uint64(n); first += programsAtOnce {
		batches <- first
	}
	close(batches)
	wait.Wait()
}

// results are those of programs from a seed on, as clang compiles them for the host: a line of words each.
func (c *clang) results(t *testing.T, first, n uint64, in []uint32) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString("#include <cstdio>\n#define __global__ static\n#define __device__\nstatic struct { unsigned x; } threadIdx;\n")
	fmt.Fprintf(&b, "static unsigned out[%d], in[] = {", randomcpp.Threads)
	for _, w := range in {
		fmt.Fprintf(&b, "%du,", w)
	}
	b.WriteString("};\n")
	for seed := first; seed < first+n; seed++ {
		fmt.Fprintf(&b, "namespace p%d {\n%s}\n", seed, randomcpp.Program(seed))
	}
	b.WriteString("int main() {\n")
	for seed := first; seed < first+n; seed++ {
		fmt.Fprintf(&b, "for (unsigned i = 0; i < %d; i++) { threadIdx.x = i; p%d::k(out, in, %d); printf(\"%%u \", out[i]); }\nputs(\"\");\n", randomcpp.Threads, seed, randomcpp.N)
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	source, program := filepath.Join(dir, "programs.cpp"), filepath.Join(dir, "programs")
	if err := os.WriteFile(source, []byte(b.String()), 0o666); err != nil {
		t.Error(err)
		return nil
	}
	if out, err := exec.Command(c.path, "-std=c++17", "-fno-exceptions", "-O0", "-w", source, "-o", program).CombinedOutput(); err != nil {
		t.Errorf("clang, seeds from %d: %v\n%.3000s", first, err, out)
		return nil
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Errorf("seeds from %d: %v", first, err)
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// resultsOf are those of a program on a card's model.
func resultsOf(t *testing.T, name, source string, in []uint32) (result string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	m, err := Compile("random.cu", source, Options{})
	if err != nil {
		return "", err
	}
	out := modeltest.Zeros(t, UInt8, 4*randomcpp.Threads)
	l := Launch{Kernel: m.Kernels[0], Grid: Dim3{X: 1, Y: 1, Z: 1}, Block: Dim3{X: randomcpp.Threads, Y: 1, Z: 1},
		Args: []any{out, modeltest.ArrayOf(t, in), int64(randomcpp.N)}, Mode: Full}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a program that is never compiled is a finding
	defer cancel()
	if _, err := Run(ctx, card(t, name), l); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, w := range modeltest.Contents(t, out, make([]uint32, randomcpp.Threads)).([]uint32) {
		fmt.Fprintf(&b, "%d ", w)
	}
	return b.String(), nil
}
