package advise

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/internal/tier"
)

// A planted fault is a kernel with one planted fault: the first line of its text says which, and
// how it is launched; the line of the fault ends with "// <-".
type planted struct {
	problem string
	line    int
	device  *device.Device
	launch  gpumodel.Launch
}

var faultHead = regexp.MustCompile(`^// ([\w ]+): grid (\d+)(?: (\d+))?, block (\d+)(?: (\d+))?, elements (\d+)(, GTX 280)?(?:, compute_capability ([\d.]+))?(?:, maxrregcount (\d+))?\n`)

func readFault(t *testing.T, path string) planted {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := faultHead.FindStringSubmatch(string(text))
	if head == nil {
		t.Fatalf("%s: the first line does not say what the fault is and how to launch the kernel", path)
	}
	number := func(i int) int {
		n, err := strconv.Atoi(head[i])
		if err != nil {
			return 1
		}
		return n
	}
	f := planted{problem: head[1], line: 1 + strings.Count(strings.SplitN(string(text), "// <-", 2)[0], "\n")}
	name := "Tesla C2050"
	if head[7] != "" {
		name = "GTX 280"
	}
	f.device = must(device.Get(name))
	if head[8] != "" {
		f.device = must(f.device.With("compute_capability", head[8]))
	}
	options := gpumodel.Options{}
	if head[9] != "" {
		options.MaxRegisters = number(9)
	}
	m := must(gpumodel.Compile(filepath.Base(path), string(text), options))
	out := must(gpumodel.NewArray(gpumodel.Float32, number(6)))
	in := must(gpumodel.NewArrayFunc(gpumodel.Float32, func(i int) float64 { return float64(i * 7919 % 1000) }, number(6)))
	f.launch = gpumodel.Launch{
		Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: number(2), Y: number(3), Z: 1}, Block: gpumodel.Dim3{X: number(4), Y: number(5), Z: 1},
		Args: []any{out, in, int64(number(6))},
	}
	return f
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestAdviceFindsFaults asks for advice on kernels with one planted fault each: the first
// one has to name the fault and its line.
func TestAdviceFindsFaults(t *testing.T) {
	tier.Check(t)
	files, err := filepath.Glob("testdata/problems/*.cu")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d faults, want 30 or more (%v)", len(files), err)
	}
	for _, path := range tier.Sample(t, files, 6) {
		name := strings.TrimSuffix(filepath.Base(path), ".cu")
		t.Run(name, func(t *testing.T) {
			if name == "dynamic_index" || name == "thread_walks_a_row" || name == "no_shared_memory" {
				tier.Long(t) // ten seconds each
			}
			t.Parallel()
			f := readFault(t, path)
			got, err := Advise(t.Context(), f.device, f.launch)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.List) == 0 || got.List[0].Problem != f.problem || got.List[0].Line != f.line {
				t.Errorf("want %s in line %d, got %s", f.problem, f.line, listed(got))
			}
		})
	}
}

func listed(all *Advices) string {
	text := fmt.Sprintf("of %d tried", all.Tried)
	for _, a := range all.List {
		text += fmt.Sprintf("\n%.2f times: %s, line %d: %s", a.Gain, a.Problem, a.Line, a.Finding)
	}
	return text
}

// TestAdviceOnPrograms asks for advice on the kernels of Analysis-Driven Optimization: what
// the lecture does about each has to be in the first one.
func TestAdviceOnPrograms(t *testing.T) {
	tier.Check(t)
	type advised struct {
		program string
		n       int
		options gpumodel.Options
		defines map[string]string
		problem string
		source  string // of the line
	}
	for _, c := range tier.Sample(t, []advised{
		// More accesses in flight: two outputs for each thread.
		{"stencil/wave", 480, gpumodel.Options{}, nil, "low occupancy", "__global__ void wave("},
		{"stencil/wave_two_outputs", 448, gpumodel.Options{MaxRegisters: 32}, map[string]string{"RADIUS": "6"}, "register spilling", ""},
		{"climate/per_thread", 1 << 14, gpumodel.Options{}, nil, "uncoalesced load", "next[at] = heat[at]"},
		{"climate/conflicts", 512, gpumodel.Options{}, nil, "bank conflicts", "0.5 * tile[x][y]"},
		{"runs/per_thread", 1 << 18, gpumodel.Options{}, nil, "uncoalesced load", "sum += in["},
		{"functions/accurate", 1 << 18, gpumodel.Options{}, nil, "slow arithmetic", "sum += expf("},
		{"literals/double", 1 << 18, gpumodel.Options{}, nil, "fp64 from literals", "y = x * y + 0.5"},
		{"divergence/parity", 1 << 18, gpumodel.Options{}, nil, "divergence", "if (i % 2 == 0)"},
		{"grid/few_blocks", 1 << 18, gpumodel.Options{}, nil, "too few blocks", "__global__ void increment_few_blocks("},
	}, 3) {
		t.Run(c.program, func(t *testing.T) {
			if c.program == "stencil/wave_two_outputs" || c.program == "stencil/wave" {
				tier.Long(t) // half a minute
			}
			t.Parallel()
			p := must(programs.Find(c.program))
			l := must(p.Launch(programs.Run{N: c.n, Options: c.options, Defines: c.defines}))
			got := must(Advise(t.Context(), must(device.Get("Tesla C2050")), l))
			if len(got.List) == 0 || got.List[0].Problem != c.problem || !strings.Contains(got.List[0].Source, c.source) {
				t.Errorf("want %s at %q, got %s", c.problem, c.source, listed(got))
			}
		})
	}
}
