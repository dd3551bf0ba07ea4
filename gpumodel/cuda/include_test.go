package cuda

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/cuda/token"
)

func include(files map[string]string) Options {
	return Options{Include: func(name, _ string) (string, string, bool) {
		text, ok := files[name]
		return name, text, ok
	}}
}

// TestIncludedErrors: a message names the file that is wrong, and shows its line.
func TestIncludedErrors(t *testing.T) {
	src := "#include \"a.cuh\"\n__global__ void k(int *p) { p[0] = f(q); }\n"
	_, err := Parse("k.cu", src, include(map[string]string{"a.cuh": "#include \"b.cuh\"\n\n  __device__ int f(int x) { return y; }",
		"b.cuh": "#if 1\n"}))
	list, _ := err.(token.ErrorList)
	want := []string{
		`a.cuh:3:36: undeclared identifier "y"`,
		"   3 |   __device__ int f(int x) { return y; }\n     |                                    ^",
		"b.cuh:1:2: #if has no #endif in this file",
		`k.cu:2:38: undeclared identifier "q"`,
	}
	for _, w := range want {
		if !strings.Contains(list.Detail(), w) {
			t.Errorf("no %q in\n%s", w, list.Detail())
		}
	}
	if len(list) != 3 {
		t.Errorf("%d errors, want 3", len(list))
	}
}

// TestIncludedForEver: headers that include themselves end in an error.
func TestIncludedForEver(t *testing.T) {
	_, err := Parse("k.cu", "#include \"a.cuh\"\n", include(map[string]string{"a.cuh": "#include \"a.cuh\"\n"}))
	if err == nil || !strings.Contains(err.Error(), `headers include one another more than 64 deep at "a.cuh": put #pragma once on the first line of each`) {
		t.Error(err)
	}
}

// TestIncludedDeviceText: another compiler gets the files in the place of their directives, with the lines that they have.
func TestIncludedDeviceText(t *testing.T) {
	src := "#include \"a.cuh\"\n__global__ void k(int *p) { p[0] = f(N); }\n"
	f, err := Parse("k.cu", src, include(map[string]string{"a.cuh": "#include <stdio.h>\n#define N 4\nvoid host() {}\n__device__ int f(int x) { return x; }\n"}))
	if err != nil {
		t.Fatal(err)
	}
	want := "\n#line 1 \"a.cuh\"\n                  \n#define N 4\n              \n__device__ int f(int x) { return x; }\n\n#line 2 \"k.cu\"\n__global__ void k(int *p) { p[0] = f(N); }\n"
	if got := f.DeviceText(); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if got, want := f.Funcs[0].Source, "__device__ int f(int x) { return x; }"; got != want {
		t.Errorf("the source of f is %q, want %q", got, want)
	}
}
