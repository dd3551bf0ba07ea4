package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"
)

// A plant is a slip that people make. The test puts it into a program at every place where it fits, one place at a time.
type plant struct {
	kind string
	find *regexp.Regexp
	put  string // what stands there instead, on the same line
	told *regexp.Regexp
}

func newPlant(kind, find, put, told string) plant {
	return plant{kind, regexp.MustCompile(find), put, regexp.MustCompile(told)}
}

var plants = []plant{
	newPlant("no barrier", `__syncthreads\(\);`, `;`, `race|uninitialised read`),
	newPlant("barrier in a branch", `__syncthreads\(\);`, `if (threadIdx.x < 7) __syncthreads();`, `barrier`),
	newPlant("no atomic", `atomicAdd\((&[^,;]+|out), ([^;]+)\);`, `*($1) += $2;`, `race`),
	newPlant("no atomic of the largest", `atomicMax\((\w+), (\w+)\);`, `if (*$1 < $2) *$1 = $2;`, `race`),
	newPlant("no atomic whose result is used", `atomicAdd\(count, 1\)\]`, `(*count)++]`, `race`),
	newPlant("the element behind the last", `if \((\w+) < n\)`, `if ($1 <= n)`, `out of bounds`),
	newPlant("no guard", `if \(i < n\)`, ``, `out of bounds`),
	newPlant("half of it copied", `cudaMemcpy\((\w+, [\w.()]+), ([^;]+), cudaMemcpyHostToDevice\);`,
		`cudaMemcpy($1, ($2) / 2, cudaMemcpyHostToDevice);`, `uninitialised read|its size is in bytes`),
	newPlant("not copied", `cudaMemcpy\([^;]+, cudaMemcpyHostToDevice\);`, `;`, `which nothing has written so far`),
	newPlant("not set to 0", `cudaMemset\([^;]+\);`, `;`, `which nothing has written so far`),
	newPlant("an array too small", `cudaMalloc\(&(\w+), \w+ \* sizeof\(int\)\)`, `cudaMalloc(&$1, 64)`, `out of bounds`),
	newPlant("freed too early", `(cudaMemcpy\((?:&?\w+), (d?\w+), [^;]+, cudaMemcpyDeviceToHost\);)`, `cudaFree($2); $1`, `freed`),
	newPlant("copied the other way", `cudaMemcpyDeviceToHost`, `cudaMemcpyHostToDevice`, `cudaMemcpy`),
	newPlant("the host's array", `>>>\(d(a|text), `, `>>>($1, `, `host`),
	newPlant("a mask of half a warp", `0xffffffff`, `0x0000ffff`, `mask`),
	newPlant("shared memory too small", `__shared__ (\w+) (\w+)\[(\d+)\];`, `__shared__ $1 $2[$3 - 3];`, `out of bounds`),
	newPlant("shared memory not set", `\w+\[\w+(?:\.\w)?\] = 0;`, `;`, `uninitialised read`),
	newPlant("never freed", `cudaFree\((\w+)\);`, `;`, `never freed`),
}

// TestPlanted: nothing is told of twelve programs without a fault. A fault that is put into one of them is told, in words of its kind
// and with a line. The golden files have the message of each.
func TestPlanted(t *testing.T) {
	files, err := filepath.Glob("testdata/planted/*.cu")
	if err != nil || len(files) != 12 {
		t.Fatalf("%d programs, %v; want 12", len(files), err)
	}
	planted := 0
	texts := textsOf(t, "testdata/planted/*.cu")
	for _, p := range plants {
		before := planted
		for _, text := range texts {
			p.everywhere(text, func(int, string) { planted++ })
		}
		if planted == before {
			t.Errorf("%s fits nowhere", p.kind)
		}
	}
	t.Logf("%d faults of %d kinds", planted, len(plants))
	for _, file := range tier.Sample(t, files, tier.Pick(2, 4, len(files))) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if told := toldOf(t, string(text)); len(told) > 0 {
				t.Errorf("without a fault:\n%s", strings.Join(told, "\n"))
			}
			var golden strings.Builder
			for _, p := range plants {
				p.everywhere(string(text), func(line int, planted string) {
					name := fmt.Sprintf("%s, line %d", p.kind, line)
					got := p.message(toldOf(t, planted))
					if !namesLine.MatchString(got) {
						t.Errorf("%s is not told:\n%s", name, strings.Join(toldOf(t, planted), "\n"))
					}
					fmt.Fprintf(&golden, "%s: %s\n", name, got)
				})
			}
			compareGolden(t, strings.TrimSuffix(file, ".cu")+".golden", golden.String())
		})
	}
}

// everywhere calls f with the text that has the plant at one place, for each place.
func (p *plant) everywhere(text string, f func(line int, planted string)) {
	for _, m := range p.find.FindAllStringSubmatchIndex(text, -1) {
		put := p.find.ExpandString(nil, p.put, text, m)
		f(1+strings.Count(text[:m[0]], "\n"), text[:m[0]]+string(put)+text[m[1]:])
	}
}

// message is the first line that tells of the plant.
func (p *plant) message(told []string) string {
	for _, line := range told {
		if p.told.MatchString(line) {
			return line
		}
	}
	return ""
}

// toldOf runs a program as a shell does that asks for nothing, and returns what is told of it.
func toldOf(t *testing.T, text string) []string {
	t.Helper()
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), "p.cu", text, gpumodel.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var out strings.Builder
	r, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &out,
		Folder: &folder.Folder{Dir: t.TempDir()}})
	if err != nil {
		return []string{err.Error()}
	}
	return append(append([]string{}, r.Findings...), r.Told()[len(r.Notes())+len(r.Findings):]...)
}
