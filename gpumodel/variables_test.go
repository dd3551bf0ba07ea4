package gpumodel_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

const variablesSource = `__device__ unsigned count = 7;
__constant__ float c[2][3] = {{1, 2}, {4}};
__device__ float4 v[2];
struct mixed { int n; double x; };
__device__ mixed s;
__device__ long long wide = -1;
__device__ bool flag = true;
__global__ void add(unsigned *out, int n) { out[0] = atomicAdd(&count, n) + c[1][2]; }
__global__ void look(unsigned *out) { out[0] = count; }`

// values are all elements of an array.
func values(a *Array) []float64 {
	list := make([]float64, a.Len())
	for i := range list {
		list[i] = a.At(i)
	}
	return list
}

func launchOne(t *testing.T, k *Kernel, grid, block int, mode Mode, args ...any) {
	t.Helper()
	if _, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: k, Grid: Dim3{grid, 1, 1}, Block: Dim3{block, 1, 1}, Args: args,
		Mode: mode}); err != nil {
		t.Fatal(err)
	}
}

// TestVariablesLast: __device__ variables keep their values from launch to
// launch and from kernel to kernel of one text, and the host reads and sets them.
func TestVariablesLast(t *testing.T) {
	m := modeltest.Compile(t, variablesSource).Module
	add, look := m.Kernel("add"), m.Kernel("look")
	out, _ := NewArray(UInt32, 1)
	symbol := func(name string) *Array {
		a, err := m.Symbol(name)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	launchOne(t, add, 2, 32, Auto, out, int64(2)) // 64 threads add 2 each
	if got := symbol("count").Int(0); got != 7+128 {
		t.Errorf("after one launch count is %d, want 135", got)
	}
	launchOne(t, look, 1, 1, Auto, out)
	if got := out.Int(0); got != 135 {
		t.Errorf("the next kernel sees %d, want 135", got)
	}
	symbol("count").SetInt(0, 1000)
	symbol("c").Set(5, 0.5)
	launchOne(t, add, 1, 1, Auto, out, int64(1))
	if got := out.Int(0); got != 1000 {
		t.Errorf("the kernel sees %d, want the 1000 that the host has set", got)
	}
	if d := cmp.Diff([]float64{1, 2, 0, 4, 0, 0.5}, values(symbol("c"))); d != "" {
		t.Errorf("c (-want +got):\n%s", d)
	}
	again := modeltest.Compile(t, variablesSource).Module
	if a, _ := again.Symbol("count"); a.Int(0) != 7 {
		t.Errorf("compiled again, count is %d, want 7", a.Int(0))
	}
}

// TestSymbolShapes: what a variable is for the host.
func TestSymbolShapes(t *testing.T) {
	m := modeltest.Compile(t, variablesSource).Module
	for name, want := range map[string]Array{
		"count": {DType: UInt32, Shape: []int{1}}, "c": {DType: Float32, Shape: []int{2, 3}}, "v": {DType: Float32, Shape: []int{2, 4}},
		"s": {DType: UInt8, Shape: []int{16}}, "wide": {DType: Int64, Shape: []int{1}}, "flag": {DType: UInt8, Shape: []int{1}},
	} {
		a, err := m.Symbol(name)
		if err != nil {
			t.Fatal(err)
		}
		if a.DType != want.DType || !cmp.Equal(a.Shape, want.Shape) || a.Len() != len(values(a)) {
			t.Errorf("%s is %v of shape %v, want %v of shape %v", name, a.DType, a.Shape, want.DType, want.Shape)
		}
	}
	if a, _ := m.Symbol("wide"); a.Int(0) != -1 {
		t.Errorf("wide is %d, want -1", a.Int(0))
	}
	if _, err := m.Symbol("coun"); err == nil || !strings.Contains(err.Error(), `did you mean "count"`) {
		t.Errorf("%v, want the near name", err)
	}
	if _, err := modeltest.Compile(t, "__global__ void k() {}").Module.Symbol("c"); err == nil ||
		!strings.Contains(err.Error(), "no __device__") {
		t.Errorf("%v, want that there are none", err)
	}
}

// TestSampledVariables: a launch that runs a part of its blocks leaves the
// variables that it writes as they were for the next one, and unreadable; those
// that it only reads stay readable.
func TestSampledVariables(t *testing.T) {
	m := modeltest.Compile(t, variablesSource+`
__device__ float table[4] = {1, 2, 3, 4};
__global__ void scaled(float *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; atomicAdd(&count, 1); a[i] = table[i & 3]; }`).Module
	a, _ := NewArray(Float32, 1<<20)
	launchOne(t, m.Kernel("scaled"), 1<<12, 256, Sample, a)
	count, _ := m.Symbol("count")
	if err := count.Readable(); err == nil || !strings.Contains(err.Error(), "full=True") {
		t.Errorf("count of a sampled launch is readable: %v", err)
	}
	if table, _ := m.Symbol("table"); table.Readable() != nil {
		t.Error("table was only read and must stay readable")
	}
	out, _ := NewArray(UInt32, 1)
	launchOne(t, m.Kernel("look"), 1, 1, Full, out)
	if got := out.Int(0); got != 7 {
		t.Errorf("after a sampled launch the next one sees %d, want 7 as before", got)
	}
}
