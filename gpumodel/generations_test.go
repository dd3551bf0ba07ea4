package gpumodel_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// capability is the GTX 280 with another compute capability.
func capability(t testing.TB, cc string) *device.Device {
	t.Helper()
	d, err := modeltest.GTX280(t).With("compute_capability", cc)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestStrictCoalescing: an array that begins one word into a segment costs a
// half-warp 16 transactions of 32 bytes on c.c. 1.0 and 1.1, and two or one of up
// to 128 on 1.2 and 1.3. Counted by hand for 4096 threads that copy in[i + 1].
func TestStrictCoalescing(t *testing.T) {
	m, err := Compile("shift.cu", `__global__ void shift(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i + 1];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const threads = 4096
	for _, test := range []struct {
		cc                 string
		gld32, gld64, g128 float64
		incoherent         float64
	}{
		{"1.0", threads, 0, 0, threads},
		{"1.1", threads, 0, 0, threads},
		// Every other half-warp ends in the next 128 bytes: 64 + 32 for it, 128 for the others
		// (words 1 to 16 lie on both sides of byte 64 of their segment).
		{"1.2", threads / 32, threads / 32, threads / 32, 0},
		{"1.3", threads / 32, threads / 32, threads / 32, 0},
	} {
		out, _ := NewArray(Float32, threads)
		in, _ := NewArray(Float32, threads+32)
		r, err := Run(t.Context(), capability(t, test.cc), Launch{Kernel: m.Kernels[0], Grid: Dim3{16, 1, 1}, Block: Dim3{256, 1, 1},
			Args: []any{out, in}})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{"gld_32b": test.gld32, "gld_64b": test.gld64, "gld_128b": test.g128, "gst_64b": threads / 16,
			"gld_incoherent": test.incoherent, "gld_coherent": 0, "gst_incoherent": 0} {
			if got, _ := r.Counters.Get(name); got != want {
				t.Errorf("%s: %s = %v, want %v", test.cc, name, got, want)
			}
		}
	}
}

// TestLackingInstructions: what a compute capability has not is refused at its
// place in the source, with the capability that brought it and what does without.
func TestLackingInstructions(t *testing.T) {
	const shared64 = "__shared__ unsigned long long s; s = 0; "
	for _, test := range []struct{ body, cc, at, since, instead string }{
		{"atomicAdd(a, 1);", "1.0", "atomicAdd", "1.1", "a second kernel"},
		{"*a = atomicCAS(a + 1, 1, 2);", "1.0", "atomicCAS", "1.1", "a second kernel"},
		{"__shared__ int s; s = 0; atomicAdd(&s, 1); *a = s;", "1.1", "atomicAdd", "1.2", "global memory"},
		{"atomicAdd((unsigned long long *)a, 1ull);", "1.1", "atomicAdd", "1.2", "32-bit words"},
		{shared64 + "atomicExch(&s, 1ull); *a = s;", "1.3", "atomicExch", "2.0", "global memory"},
		{"atomicMax((unsigned long long *)a, 1ull);", "1.3", "atomicMax", "3.5", "atomicCAS"},
		{"atomicXor((unsigned long long *)a, 1ull);", "1.3", "atomicXor", "3.5", "32-bit words"},
		{"if (*a) atomicAdd((float *)a, 1.0f);", "1.3", "atomicAdd", "2.0", "atomicCAS"},
		{"__shared__ float s; s = 0; atomicAdd(&s, 1.0f); *a = s;", "1.3", "atomicAdd", "2.0", "fixed point"},
		{"atomicAdd((double *)a, 1.0);", "1.3", "atomicAdd", "6.0", "atomicCAS"},
		{"*a = __any(a[threadIdx.x]);", "1.1", "__any", "1.2", "shared memory"},
		{"*a = 1 +  __ballot(a[threadIdx.x]);", "1.3", "__ballot", "2.0", "__any"},
		{"*a = __syncthreads_count(a[threadIdx.x] > 0);", "1.3", "__syncthreads_count", "2.0", "atomicAdd"},
		{"*a = __syncthreads_and(a[threadIdx.x] > 0);", "1.3", "__syncthreads_and", "2.0", "atomicAnd"},
		{"*a = 1; __threadfence_system(); a[1] = 1;", "1.3", "__threadfence_system", "2.0", "__threadfence()"},
		{"*a = (int)(a[threadIdx.x] * 0.5);", "1.2", "a", "1.3", "float"},
	} {
		m, err := Compile("k.cu", "__global__ void k(int *a) {\n"+test.body+"\n}", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Kernels[0].Lower(t.Context(), capability(t, test.cc))
		var at *token.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), "came with "+test.since) &&
			!strings.Contains(err.Error(), "came with compute capability "+test.since) ||
			!strings.Contains(err.Error(), test.instead) {
			t.Errorf("%s on %s: %v, want %s and %q", test.body, test.cc, err, test.since, test.instead)
			continue
		}
		if got := at.Snippet[at.Pos.Col-1:][:at.Width]; at.Pos.Line != 2 || got != test.at {
			t.Errorf("%s: the caret is under %q on line %d, want %q", test.body, got, at.Pos.Line, test.at)
		}
		if test.since > "1.3" {
			continue // no such device is modelled
		}
		if _, err := m.Kernels[0].Lower(t.Context(), capability(t, test.since)); err != nil {
			t.Errorf("%s on %s: %v", test.body, test.since, err)
		}
	}
}

// TestSharedSteps: a block of 256 threads with 32 bytes of header and parameters.
// On the GTX 280 four fit; 4096 + 32 bytes become 9 units of 512, of which three
// fit 32; 5120 + 32 leave two, 8192 + 32 one. On the 8800 GTX three fit by their warps.
func TestSharedSteps(t *testing.T) {
	m, err := Compile("copy.cu", copySource, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]int{"GTX 280": {0, 4096, 5120, 8192}, "8800 GTX": {0, 5120, 8192}} {
		got, err := m.Kernels[0].SharedSteps(modeltest.Card(t, name), Dim3{256, 1, 1})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	// Blocks of two warps: eight fit; seven cannot be had, as 16384 / 7 is less
	// than five units and four units are an eighth.
	got, err := m.Kernels[0].SharedSteps(modeltest.GTX280(t), Dim3{64, 1, 1})
	if want := []int{0, 2048, 2560, 3072, 4096, 5120, 8192}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
