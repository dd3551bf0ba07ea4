package gpumodel_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// TestLocalArrayIsMemory: an array whose index is known when the kernel runs lies in
// local memory, which c.c. 1.x does not cache; its twin with constant indices lies in
// registers. Both compute the same.
//
// Each thread stores 8 elements and loads 64. The 32 lanes of a warp have their copies
// of a word side by side: 128 bytes for each access, which all go over the bus.
func TestLocalArrayIsMemory(t *testing.T) {
	const blocks, threads, warps, loads, stores = 60, 256, 8, 64, 8
	const n = blocks * threads
	run := func(index string, bytes int) *Result {
		k := modeltest.Compile(t, fmt.Sprintf(`__global__ void k(float *out, const float *in, int shift) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float a[8], s = 0;
	for (int j = 0; j < 8; j++) a[j] = in[i] + j;
#pragma unroll
	for (int j = 0; j < 64; j++) s = s * 0.5f + a[%s];
	out[i] = s;
}`, index))
		in, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i % 100) }, n)
		if err != nil {
			t.Fatal(err)
		}
		out := modeltest.Zeros(t, Float32, n)
		r := runOn(t, k, blocks, threads, out, in, int64(8))
		for i := range n {
			s := float32(0)
			for j := range 64 {
				s = s*0.5 + float32(i%100) + float32(j%8)
			}
			if got := out.At(i); got != float64(s) {
				t.Fatalf("a[%s]: element %d is %v, want %v", index, i, got, s)
			}
		}
		p, err := k.Lower(t.Context(), modeltest.GTX280(t))
		if err != nil {
			t.Fatal(err)
		}
		if p.LocalBytes != bytes {
			t.Errorf("a[%s]: %d bytes of local memory, want %d", index, p.LocalBytes, bytes)
		}
		return r
	}
	dynamic := run("(j + shift) % 8", 8*4)
	constant := run("j % 8", 0)
	const all = blocks * warps
	for _, c := range []struct {
		r            *Result
		load, store  float64
		read, writes float64 // bytes on the bus
	}{
		{dynamic, loads * all, stores * all, (loads + 1) * 128 * all, (stores + 1) * 128 * all},
		{constant, 0, 0, 128 * all, 128 * all},
	} {
		for counter, want := range map[string]float64{"local_load": c.load, "local_store": c.store, "gld_request": all, "gst_request": all,
			"dram__bytes_read.sum": c.read, "dram__bytes_write.sum": c.writes} {
			if got := counted(t, c.r, counter); got != want {
				t.Errorf("%s is %v, want %v", counter, got, want)
			}
		}
	}
	if least := float64(loads+stores) * 128 * all / 141.7e9; dynamic.Time < constant.Time+0.9*least {
		t.Errorf("the array takes %.1f µs in memory and %.1f µs in registers, want at least %.1f µs more", dynamic.Time*1e6,
			constant.Time*1e6, least*1e6)
	}
}

// TestLocalLimit: a thread has 16 KB of local memory on 1.x and 512 KB from 2.0 on, as CUDA's table
// of technical specifications says. More is refused at the variable, before anything is allocated.
func TestLocalLimit(t *testing.T) {
	for _, c := range []struct {
		card    string
		floats  int
		checked bool
		want    string // of the error
	}{
		{"GTX 280", 4096, false, ""},
		{"GTX 280", 4097, false, "test.cu:2:8: b has 16388 bytes, with which a thread needs 16388 bytes of local memory: the device allows 16384; use a smaller array"},
		{"H200", 131072, false, ""},
		{"H200", 131073, false, "b has 524292 bytes, with which a thread needs 524292 bytes of local memory: the device allows 524288"},
		{"C2050", 10_000_000, false, "the device allows 524288"},
		{"H200", 100_000_000, false, "b has 400000000 bytes"},
		{"H200", 100_000_000, true, "b has 400000000 bytes"},
	} {
		k := modeltest.Compile(t, fmt.Sprintf("__global__ void k(float *a, int n) {\n\tfloat b[%d];\n\tfor (int i = 0; i < n; i++) b[i] = a[i];\n\ta[0] = b[n - 1];\n}", c.floats))
		before := allocated(t)
		_, err := k.LowerVariant(t.Context(), modeltest.Card(t, c.card), experiment.Variant{Checked: c.checked})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, %d floats: error %v, want %q", c.card, c.floats, err, c.want)
		}
		if took := allocated(t) - before; took > 16<<20 {
			t.Errorf("%s, %d floats: compiling allocated %d MB", c.card, c.floats, took>>20)
		}
	}
}

// TestLaunchMemory: what the threads of a launch have together is bounded as well.
func TestLaunchMemory(t *testing.T) {
	tier.Check(t)
	k := modeltest.Compile(t, `__global__ void k(float *a, int n) {
	float b[100000];
	for (int i = 0; i < n; i++) b[i] = a[i];
	a[0] = b[n - 1];
}`)
	before := allocated(t)
	_, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{64, 1, 1}, Block: Dim3{1024, 1, 1},
		Args: []any{modeltest.Zeros(t, Float32, 4096), int64(4096)}, Mode: Sample})
	if want := "the launch takes more than the 1024 MB that the model holds"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	if took := allocated(t) - before; took > warp.MostMemory/10*11 {
		t.Errorf("allocated %d MB for a launch that is refused", took>>20)
	}
}

// allocated is what was allocated so far, in bytes. Tests that ask run beside no other: t.Setenv refuses
// tests that are parallel, and go test runs those when all others have ended.
func allocated(t *testing.T) uint64 {
	t.Setenv("WARPBOOK_ALONE", "1")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
