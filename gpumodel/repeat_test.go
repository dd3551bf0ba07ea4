package gpumodel_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/memory"
)

// TestRepeats: a launch like an earlier one has the result that it would have alone, whatever its arrays hold by then.
func TestRepeats(t *testing.T) {
	tests := []struct {
		name, source string
		repeats      bool // whatever memory holds: no branch and no address depends on it
		equals       bool // only if memory holds the same
	}{
		{"a stencil", `__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			if (i > 0 && i < n - 1) y[i] = 0.5f * (x[i - 1] + x[i + 1]);
		}`, true, false},
		{"sums that blocks add to one", `__global__ void k(const float *x, float *y, int n) {
			__shared__ float t[128];
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			t[threadIdx.x] = x[i]; __syncthreads();
			for (int k = 64; k; k >>= 1) { if (threadIdx.x < k) t[threadIdx.x] += t[threadIdx.x + k]; __syncthreads(); }
			if (threadIdx.x == 0) atomicAdd(y, t[0]);
		}`, true, false},
		{"a branch that depends on what is read", `__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			if (x[i] > 0) for (int j = 0; j < 50; j++) y[i] = y[i] * 0.5f + x[i];
		}`, false, true},
		{"a branch that depends on what others wrote to shared memory", `__global__ void k(const float *x, float *y, int n) {
			__shared__ float t[128];
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			t[threadIdx.x] = x[i]; __syncthreads();
			for (int j = 0; j < t[threadIdx.x ^ 1]; j++) y[i] += 1;
		}`, false, true},
		{"addresses that are read", `__global__ void k(const float *x, float *y, int n) {
			int i = blockDim.x * blockIdx.x + threadIdx.x;
			y[(int)fabsf(x[i]) * 37 % n] = i;
		}`, false, true},
		{"tickets", `__device__ int next;
		__global__ void k(const float *x, float *y, int n) {
			__shared__ int i;
			if (threadIdx.x == 0) i = atomicAdd(&next, 1) % 64;
			__syncthreads();
			y[i * 128 + threadIdx.x] = x[i * 128 + threadIdx.x];
		}`, false, false},
		{"threads that wait for a flag", `__global__ void k(const float *x, float *y, int n) {
			int *flag = (int *)(y + n - 1);
			if (threadIdx.x == 0 && blockIdx.x == 0) atomicExch(flag, 1);
			if (threadIdx.x == 0 && blockIdx.x == 1) while (*(volatile int *)flag == 0);
		}`, false, false},
	}
	const n = 128 * 64
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := modeltest.Compile(t, tt.source)
			d, err := device.Get("Tesla T4")
			if err != nil {
				t.Fatal(err)
			}
			// launch executes the kernel on arrays that depend on turn.
			launch := func(r *Repeats, turn, blocks int) (*Result, []byte) {
				x, y, global := memory.NewBuffer(4*n, nil), memory.NewBuffer(4*n, nil), &memory.Global{}
				for i := range n {
					binary.LittleEndian.PutUint32(x.Flat()[4*i:], math.Float32bits(float32((i*turn)%23-11)))
				}
				params := []uint64{global.Map(x), global.Map(y), n}
				result, err := k.RunRaw(t.Context(), d, Launch{Grid: Dim3{blocks, 1, 1}, Block: Dim3{128, 1, 1}},
					Raw{Params: params, Global: global, Repeats: r})
				if err != nil {
					t.Fatal(err)
				}
				return result, y.Flat()
			}
			r := &Repeats{}
			first, _ := launch(r, 1, 64)
			again, got := launch(r, 2, 64)
			alone, want := launch(nil, 2, 64)
			if (first == again) != tt.repeats {
				t.Errorf("the second launch has the result of the first: %v", first == again)
			}
			if !bytes.Equal(got, want) {
				t.Error("the second launch writes something else than it does alone")
			}
			if again.Time != alone.Time || again.Uncertainty != alone.Uncertainty {
				t.Errorf("the second launch takes %g s ± %g, alone %g s ± %g", again.Time, again.Uncertainty, alone.Time, alone.Uncertainty)
			}
			if d := cmp.Diff(alone.Counted.Stats, again.Counted.Stats); d != "" {
				t.Errorf("counters (-alone +again):\n%s", d)
			}
			equal, got := launch(r, 2, 64)
			if (equal == again) != (tt.repeats || tt.equals) {
				t.Errorf("a launch on the same memory has the result of the one before: %v", equal == again)
			}
			if !bytes.Equal(got, want) {
				t.Error("a launch on the same memory writes something else than it does alone")
			}
			if other, _ := launch(r, 2, 32); other == first {
				t.Error("a smaller launch has the result of the first")
			}
			one := first.Launch
			one.Experiment.Resident = 1
			if tried, err := Run(t.Context(), d, one); err != nil || tried == first || tried.Occupancy.BlocksPerSM != 1 {
				t.Errorf("an experiment on its launch has the result of the first: %v, %v", tried == first, err)
			}
		})
	}
}
