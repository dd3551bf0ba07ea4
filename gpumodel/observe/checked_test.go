package observe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/internal/tier"
)

// checkedCards are cards whose warps go in step, without and with caches, and one whose
// lanes are independent.
var checkedCards = []string{"GTX 280", "C2050", "H200"}

// TestCheckedPrograms checks the built-in programs: none of them has a fault.
func TestCheckedPrograms(t *testing.T) {
	tier.Check(t)
	for _, name := range checkedCards {
		d := modeltest.Card(t, name)
		for _, p := range programs.All("") {
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				first, err := p.Launch(programs.Run{N: 64, Mode: gpumodel.Full})
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range p.Launches(first) {
					r, err := Check(t.Context(), d, l)
					if refused := (*token.Error)(nil); errors.As(err, &refused) {
						return // the card lacks something
					}
					if err != nil {
						t.Fatal(err)
					}
					for _, f := range r.Faults {
						t.Errorf("%s (%d times)", f.Text(), f.Count)
					}
				}
			})
		}
	}
}

// TestCheckedHosted checks the kernels of ../conformance/testdata/hosted, whose results the host's compiler knows: none of them
// has a fault.
func TestCheckedHosted(t *testing.T) {
	tier.Check(t)
	files, err := filepath.Glob("../conformance/testdata/hosted/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "heap.cu" && !tier.Pick(false, false, true) {
			continue // its heap takes the checker long
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, err := gpumodel.Compile("k.cu", string(source), gpumodel.Options{})
			if err != nil {
				t.Fatal(err)
			}
			const n = 100
			in, err := gpumodel.NewArrayFunc(gpumodel.Int32, func(i int) float64 { return float64(i*37%200 - 100) }, n)
			if err != nil {
				t.Fatal(err)
			}
			out, err := gpumodel.NewArray(gpumodel.Int32, n)
			if err != nil {
				t.Fatal(err)
			}
			l := gpumodel.Launch{Kernel: m.Kernels[len(m.Kernels)-1], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1},
				Block: gpumodel.Dim3{X: n, Y: 1, Z: 1}, Args: []any{out, in, int64(n)}}
			r, err := Check(t.Context(), modeltest.Card(t, "H200"), l)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Faults {
				t.Errorf("%s (%d times)", f.Text(), f.Count)
			}
		})
	}
}

// TestChecked runs the pairs of testdata/checked: every fault that is planted is found in its
// lines and nothing else is, and the right twin has none.
func TestChecked(t *testing.T) {
	files, err := filepath.Glob("testdata/checked/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			t.Run(strings.TrimSuffix(f.Name, ".cu"), func(t *testing.T) {
				twins := []string{"-", "+"}
				if !regexp.MustCompile(`(?m)^[-+]`).Match(f.Data) {
					twins = twins[1:]
				}
				for _, twin := range twins {
					p := newTwinKernel(t, string(f.Data), twin)
					if (len(p.want) > 0) != (twin == "-") {
						t.Fatalf("twin %s has %d faults", twin, len(p.want))
					}
					p.check(t)
				}
			})
		}
	}
}

// TestCheckedLarge checks launches of a million threads: a fault of all threads is one.
func TestCheckedLarge(t *testing.T) {
	for source, faults := range map[string]int{
		"__global__ void k(float *a, float *sum) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = a[i] + 1; }":  0,
		"__global__ void k(float *a, float *sum) { int i = blockIdx.x * blockDim.x + threadIdx.x; *sum += a[i] + 1; }": 2,
	} {
		m, err := gpumodel.Compile("k.cu", source, gpumodel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		args := []any{plantedArgument(t, "float[1048576]"), plantedArgument(t, "float[1]")}
		r, err := Check(t.Context(), modeltest.Card(t, "H200"), gpumodel.Launch{Kernel: m.Kernels[0],
			Grid: gpumodel.Dim3{X: 4096, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 256, Y: 1, Z: 1}, Args: args})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Faults) != faults || r.Partial {
			t.Errorf("%d faults, partial %v, want %d", len(r.Faults), r.Partial, faults)
		}
	}
}

// TestCheckedInterrupted checks that a check ends when nobody waits for it any more.
func TestCheckedInterrupted(t *testing.T) {
	m, err := gpumodel.Compile("k.cu", "__global__ void k(volatile int *a) { while (a[0] == 0) { } }", gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1},
		Args: []any{plantedArgument(t, "int[1]=0")}}
	if r := CheckPart(t.Context(), modeltest.Card(t, "H200"), l, SmallInstructions); !r.Partial || len(r.Faults) > 0 {
		t.Errorf("a small check of an endless loop: %+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := Check(ctx, modeltest.Card(t, "H200"), l)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// A twinKernel is one kernel of a pair.
type twinKernel struct {
	source      string
	grid, block gpumodel.Dim3
	shared      int
	args        []string
	cards       []string
	want        []pair
}

// A pair is a kind of fault and its lines, the smaller one first.
type pair struct {
	Kind        string
	Line, Other int
}

func (p pair) String() string { return fmt.Sprintf("%s %d %d", p.Kind, p.Line, p.Other) }

var (
	launchLine = regexp.MustCompile(`^// launch (\S+) (\S+)( \d+)?: (.*)$`)
	wanted     = regexp.MustCompile(`// (\d+ )?(want ([a-z ]+[a-z])|other)`)
)

// newTwinKernel takes one of the twins: the lines of one mark and those of both.
func newTwinKernel(t *testing.T, text, twin string) *twinKernel {
	p := &twinKernel{cards: checkedCards}
	var lines []string
	for line := range strings.Lines(text) {
		if line[0] == '-' || line[0] == '+' {
			if line[:1] != twin {
				continue
			}
			line = line[1:]
		}
		lines = append(lines, line)
	}
	p.source = strings.Join(lines, "")
	m := launchLine.FindStringSubmatch(strings.TrimSpace(lines[0]))
	if m == nil {
		t.Fatalf("the first line %q is no launch", lines[0])
	}
	p.grid, p.block, p.args = dimsOf(t, m[1]), dimsOf(t, m[2]), strings.Fields(m[4])
	if m[3] != "" {
		p.shared = wholeNumber(t, strings.TrimSpace(m[3]))
	}
	if list, ok := strings.CutPrefix(strings.TrimSpace(lines[1]), "// cards: "); ok {
		p.cards = strings.Split(list, ", ")
	}
	if twin == "-" {
		p.want = wants(lines)
	}
	return p
}

// wants are the faults that the comments of the lines announce.
func wants(lines []string) []pair {
	kinds, first, others := map[string]string{}, map[string]int{}, map[string]int{}
	for i, line := range lines {
		for _, m := range wanted.FindAllStringSubmatch(line, -1) {
			if m[3] == "" {
				others[m[1]] = i + 1
			} else {
				kinds[m[1]], first[m[1]] = m[3], i+1
			}
		}
	}
	var list []pair
	for number, kind := range kinds {
		list = append(list, newPair(kind, first[number], others[number]))
	}
	return sorted(list)
}

// newPair puts the lines of a race in order: neither access is the first one.
func newPair(kind string, line, other int) pair {
	if kind == checker.Race {
		line, other = min(line, other), max(line, other)
	}
	return pair{kind, line, other}
}

func sorted(list []pair) []pair {
	slices.SortFunc(list, func(a, b pair) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(list)
}

func wholeNumber(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func dimsOf(t *testing.T, s string) gpumodel.Dim3 {
	d := [3]int{1, 1, 1}
	for i, n := range strings.Split(s, "x") {
		d[i] = wholeNumber(t, n)
	}
	return gpumodel.Dim3{X: d[0], Y: d[1], Z: d[2]}
}

var arrayWords = regexp.MustCompile(`^(\w+)\[(\d+)\](=0|%\d+)?$`)

// argument makes an array or a number of its words.
func plantedArgument(t *testing.T, s string) any {
	m := arrayWords.FindStringSubmatch(s)
	if m == nil {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	at := func(i int) float64 { return float64(37 * i % 101) }
	switch {
	case m[3] == "=0":
		at = nil
	case m[3] != "":
		n := wholeNumber(t, m[3][1:])
		at = func(i int) float64 { return float64(37 * i % 101 % n) }
	}
	a, err := gpumodel.NewArrayFunc(map[string]gpumodel.DType{"float": gpumodel.Float32, "double": gpumodel.Float64,
		"int": gpumodel.Int32, "char": gpumodel.Int8}[m[1]], at, wholeNumber(t, m[2]))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// check runs the kernel on its cards.
func (p *twinKernel) check(t *testing.T) {
	ran := 0
	for _, name := range p.cards {
		if p.checkOn(t, modeltest.Card(t, name)) {
			ran++
		}
	}
	if ran == 0 {
		t.Error("no card takes it")
	}
}

func (p *twinKernel) checkOn(t *testing.T, d *device.Device) bool {
	m, err := gpumodel.Compile("k.cu", p.source, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: p.grid, Block: p.block, Shared: p.shared}
	for _, arg := range p.args {
		l.Args = append(l.Args, plantedArgument(t, arg))
	}
	r, err := Check(t.Context(), d, l)
	if refused := (*token.Error)(nil); errors.As(err, &refused) {
		t.Logf("%s: %v", d.Name, err)
		return false
	}
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	var got []pair
	text := ""
	for _, f := range r.Faults {
		got = append(got, newPair(f.Kind, f.Line, f.OtherLine))
		text += fmt.Sprintf("%s, %d times: %s\n", f.Kind, f.Count, f.Text())
	}
	if diff := cmp.Diff(p.want, sorted(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s%s\n%s", d.Name, diff, text, numbered(p.source))
	} else if os.Getenv("CHECKED_WORDS") != "" {
		t.Logf("%s: %s", d.Name, text)
	}
	return true
}

func numbered(source string) string {
	text := ""
	for i, line := range strings.Split(source, "\n") {
		text += fmt.Sprintf("%3d  %s\n", i+1, line)
	}
	return text
}

// TestCheckedMemory: what the checker notes of each byte of local memory counts as memory of the
// launch. A launch that nobody asked to check is not checked then.
func TestCheckedMemory(t *testing.T) {
	m, err := gpumodel.Compile("k.cu", `__global__ void k(float *a, int n) {
	float b[100000];
	for (int i = 0; i < n; i++) b[i] = a[i];
	a[0] = b[n - 1];
}`, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	one := gpumodel.Dim3{X: 1, Y: 1, Z: 1}
	l := gpumodel.Launch{Kernel: m.Kernels[0], Grid: one, Block: gpumodel.Dim3{X: 1024, Y: 1, Z: 1},
		Args: []any{modeltest.Zeros(t, gpumodel.Float32, 64), int64(2)}}
	d := modeltest.Card(t, "H200")
	if _, err := Check(t.Context(), d, l); err == nil || !strings.Contains(err.Error(),
		"checking a block of 1024 threads, each with 400000 bytes of local memory, would take") {
		t.Errorf("error %v, want one that names the memory of the checker", err)
	}
	l.Block.X = 64
	if r := CheckPart(t.Context(), d, l, SmallInstructions); !r.Partial || len(r.Faults) > 0 {
		t.Errorf("a launch with %d MB of local memory was checked beside it", 64*400000>>20)
	}
}

// TestCheckedEndless: a loop without an end is a fault of its line, and is waited for in one block
// only.
func TestCheckedEndless(t *testing.T) {
	m, err := gpumodel.Compile("k.cu", "__global__ void k(int *a) {\n\tfor (;;)\n\t\t;\n}", gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(t.Context(), modeltest.Card(t, "GTX 280"), gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: 1000, Y: 1, Z: 1},
		Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1}, Args: []any{modeltest.Zeros(t, gpumodel.Int32, 64)}})
	if err != nil || len(r.Faults) != 1 || !r.Partial {
		t.Fatalf("%v, error %v, want one fault", r, err)
	}
	f := r.Faults[0]
	if f.Line != 2 || f.Count != 1 || !strings.Contains(f.Text(), "it has no condition that could end it") {
		t.Errorf("line %d, %d times: %s", f.Line, f.Count, f.Text())
	}
}
