package cudacell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
)

// What people type behind nvcc is understood: words of public notebooks and of makefiles.
func TestParseNVCC(t *testing.T) {
	for line, want := range map[string]struct {
		sources, include []string
		output           string
		object, run      bool
	}{
		"-o hello hello.cu":                    {sources: []string{"hello.cu"}, output: "hello"},
		"a.cu b.cpp -O3 -std=c++17":            {sources: []string{"a.cu", "b.cpp"}, output: "a.out"},
		"-arch=sm_75 -o x x.cu -run":           {sources: []string{"x.cu"}, output: "x", run: true},
		"-x cu -lcublas -lm k.cu":              {sources: []string{"k.cu"}, output: "a.out"},
		"-I. -I ../Common -Iinc k.cu":          {sources: []string{"k.cu"}, include: []string{".", "../Common", "inc"}, output: "a.out"},
		"-c k.cu -o k.o -rdc=true":             {sources: []string{"k.cu"}, output: "k.o", object: true},
		"k.o m.o -o=k":                         {sources: []string{"k.o", "m.o"}, output: "k"},
		"-std c++11 -O 3 -rdc true -m 64 k.cu": {sources: []string{"k.cu"}, output: "a.out"},
		"-Xcompiler -fopenmp,-Wall k.cu":       {sources: []string{"k.cu"}, output: "a.out"},
		"-gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=sm_80 k.cu -g -G -lineinfo": {sources: []string{"k.cu"}, output: "a.out"},
		"-Xptxas -v --ptxas-options=-v k.cu -maxrregcount=32 --use_fast_math":                          {sources: []string{"k.cu"}, output: "a.out"},
		"--default-stream per-thread k.cu -default-stream=legacy":                                      {sources: []string{"k.cu"}, output: "a.out"},
		"--extended-lambda -Wno-deprecated-gpu-targets -DN=3 -D M k.cu -ccbin g++ -w":                  {sources: []string{"k.cu"}, output: "a.out"},
	} {
		n, err := ParseNVCC(strings.Fields(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if !cmp.Equal(n.Sources, want.sources) || !cmp.Equal(n.Include, want.include) || n.Output != want.output ||
			n.Object != want.object || n.Run != want.run || len(n.Libraries) > 0 {
			t.Errorf("%s: got %+v, want %+v", line, n, want)
		}
	}
	n, err := ParseNVCC(strings.Fields("-DN=3 -D M -maxrregcount 32 -use_fast_math -Xptxas -dlcm=cg -fmad=false k.cu"))
	if err != nil {
		t.Fatal(err)
	}
	if o := n.Options; !cmp.Equal(o.Defines, map[string]string{"N": "3", "M": "1"}) || o.MaxRegisters != 32 || !o.FastMath ||
		o.LoadCaching != "cg" || !o.NoContraction {
		t.Errorf("got %+v", o)
	}
	for line, want := range map[string]string{"-o": "-o wants",
		"--default-stream other k.cu": "wants legacy or per-thread, got \"other\"", "--nonsense k.cu": `unknown option "--nonsense"`, "--args 1": `unknown option "--args"`} {
		if _, err := ParseNVCC(strings.Fields(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// CMake names libraries by their files: what is part of the toolkit or of the system needs none here.
func TestLibraryFile(t *testing.T) {
	for file, want := range map[string]string{"/usr/lib/x86_64-linux-gnu/librt.so.1": "rt true", "lib64/libcudart_static.a": "cudart_static true",
		"libshapes.so": "shapes false", "libc++.tbd": "c++ false", "build/main.o": "", "library.cu": "", "libm": ""} {
		got := ""
		if name, builtIn, ok := LibraryFile(file); ok {
			got = fmt.Sprint(name, " ", builtIn)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

// Code for later cards does not run on earlier ones, unless it is there as PTX.
func TestArchNote(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	for line, refused := range map[string]bool{
		"": false, "-arch=sm_75": false, "-arch=sm_80": true, "-arch=native": false, "-arch=sm_50": false, "-arch=compute_90": true,
		"-gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80": false, "-gencode arch=compute_80,code=sm_80": true,
		"-gencode=arch=compute_70,code=compute_70": false, "-arch=sm_90a": true,
	} {
		n, err := ParseNVCC(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if note := n.ArchNote(d); (note != "") != refused {
			t.Errorf("%s: %q", line, note)
		}
	}
}
