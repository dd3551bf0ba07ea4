package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestWaitsInLoops compares a launch in which a warp waits in a loop for another one with the same launch
// without the wait: the warp goes on when the other one has written, however it asks, and wherever the word is.
func TestWaitsInLoops(t *testing.T) {
	const body = `__global__ void k(float *out, int *flag) {
	WORD
	__syncthreads();
	if (threadIdx.x == WAITER && blockIdx.x == gridDim.x - 1) { WAIT }
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		float s = blockIdx.x;
		for (int i = 0; i < 1000; i++) s = s * 0.5f + 1.0f;
		out[0] = s;
		__threadfence();
		WRITE
	}
}`
	const fetched = "if (*(volatile int *)flag == 2) return;" // or else the wait spares the atomic a miss
	for _, test := range []struct {
		name, word, wait, write string
		blocks                  int
	}{
		{"shared", "__shared__ volatile int word; if (threadIdx.x == 0) word = 0;", "while (word == 0);", "word = 1;", 1},
		{"shared, atomic", "__shared__ int word; if (threadIdx.x == 0) word = 0;", "while (atomicCAS(&word, 1, 2) == 0);", "atomicExch(&word, 1);", 1},
		{"global", fetched, "while (*(volatile int *)flag == 0);", "atomicExch(flag, 1);", 2},
		{"global, atomic", "", "while (atomicAdd(flag, 0) == 0);", "*(volatile int *)flag = 1;", 2},
		{"global, one of two ways out", "", "for (int i = 0; i < 1000000 && *(volatile int *)flag == 0; i++);", "*(volatile int *)flag = 1;", 2},
	} {
		for _, name := range []string{"GTX 480", "K20X", "V100", "H200"} {
			t.Run(test.name+"/"+name, func(t *testing.T) {
				waiter := "32"
				if test.blocks > 1 {
					waiter = "0"
				}
				time := func(wait string) float64 {
					source := strings.NewReplacer("WORD", test.word, "WAITER", waiter, "WAIT", wait, "WRITE", test.write).Replace(body)
					r, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: modeltest.Compile(t, source), Grid: Dim3{test.blocks, 1, 1},
						Block: Dim3{64, 1, 1},
						Args:  []any{modeltest.Zeros(t, Float32, 1), modeltest.Zeros(t, Int32, 1)}})
					if err != nil {
						t.Fatal(err)
					}
					return r.Time
				}
				with, without := time(test.wait), time("")
				if with < without || with > without+2e-6 {
					t.Errorf("%.2f µs, %.2f without the wait", with*1e6, without*1e6)
				}
			})
		}
	}
}

// TestWaitsInWarp lets a lane wait for another one of its warp, which from 7.0 on goes on independently.
func TestWaitsInWarp(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(int *out, volatile int *flag) {
	if (threadIdx.x == 0) { while (*flag == 0) {} out[0] = *flag; }
	else if (threadIdx.x == 1) { *flag = 7; }
}`)
	out := modeltest.Zeros(t, Int32, 1)
	if _, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
		Args: []any{out, modeltest.Zeros(t, Int32, 1)}}); err != nil {
		t.Fatal(err)
	}
	if out.Int(0) != 7 {
		t.Errorf("got %d, want 7", out.Int(0))
	}
}

// TestWaitsForStore lets each block in turn wait for a store by the first one: no block can be looked at alone for its time.
func TestWaitsForStore(t *testing.T) {
	const blocks = 64
	for _, name := range []string{"Tesla T4", "H200"} {
		for _, waiter := range []int64{1, 2, 3, blocks / 2, blocks - 1} {
			k := modeltest.Compile(t, `__global__ void k(float *flag, int waiter) {
	if (threadIdx.x == 0 && blockIdx.x == 0) *(volatile float *)flag = 1;
	if (threadIdx.x == 0 && blockIdx.x == waiter) while (*(volatile float *)flag == 0);
}`)
			flag := modeltest.Zeros(t, Float32, 1)
			_, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{128, 1, 1}, Mode: Full,
				Args: []any{flag, waiter}})
			if err != nil {
				t.Errorf("%s, block %d: %v", name, waiter, err)
			} else if flag.At(0) != 1 {
				t.Errorf("%s, block %d: the flag is %v", name, waiter, flag.At(0))
			}
		}
	}
}
