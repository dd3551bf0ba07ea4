package warp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// A job is a kernel and its launch: arguments are buffers or 32-bit numbers.
type job struct {
	source      string
	grid, block Dim3
	shared      int
	args        []any
	sampled     bool
	together    bool
	profiled    int64 // Launch.MostProfiled
	poll        func() error
	out         bytes.Buffer
}

func gtx280(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func lower(t testing.TB, source string) *isa.Program {
	t.Helper()
	file, err := cuda.Parse("test.cu", source, cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := gtx280(t)
	f, err := ir.Build(t.Context(), file, file.Kernels[0], ir.Target{PointerBits: d.PointerBits, UnrollLimit: d.UnrollLimit,
		IfConvertLimit: d.IfConvertLimit})
	if err != nil {
		t.Fatal(err)
	}
	p, err := isa.Lower(t.Context(), f, d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// machine prepares the job's launch.
func (j *job) machine(t testing.TB) *Machine {
	t.Helper()
	p := lower(t, j.source)
	global := &memory.Global{}
	params := make([]byte, p.ParamBytes)
	for i, arg := range j.args {
		at := params[p.Params[i].Offset:]
		switch arg := arg.(type) {
		case *memory.Buffer:
			binary.LittleEndian.PutUint32(at, uint32(global.Map(arg)))
		case int:
			binary.LittleEndian.PutUint32(at, uint32(arg))
		}
	}
	if j.grid == (Dim3{}) {
		j.grid = Dim3{1, 1, 1}
	}
	if j.poll == nil {
		j.poll = func() error { return nil }
	}
	return New(Launch{Device: gtx280(t), Program: p, Grid: j.grid, Block: j.block, Shared: j.shared, Params: params,
		Global: global, Stdout: &j.out, Values: !j.sampled, Together: j.together, MostProfiled: j.profiled}, j.poll)
}

// words is a buffer of 32-bit words.
func words(n int, f func(i int) uint32) *memory.Buffer {
	b := memory.NewBuffer(4*n, nil)
	for i := range n {
		b.Store(4*i, 4, uint64(f(i)))
	}
	return b
}

func zeros(n int) *memory.Buffer { return memory.NewBuffer(4*n, nil) }

// runAll executes every block.
func runAll(m *Machine) error {
	for b := range m.Grid.count() {
		if err := m.Execute(b); err != nil {
			return err
		}
	}
	return nil
}

var errInterrupted = errors.New("interrupted")

// TestInterrupt ends kernels that would never end by themselves: whatever they
// wait for, the machine looks at the context now and then.
func TestInterrupt(t *testing.T) {
	for name, source := range map[string]string{
		"endless loop":             `__global__ void k(int *a, int n) { while (n == 4) ; a[0] = n; }`,
		"endless loop of barriers": `__global__ void k(int *a, int n) { while (n == 4) __syncthreads(); }`,
		"spin lock within a warp":  `__global__ void k(int *a, int n) { while (atomicCAS(a, 0, 1) != 0) ; a[1]++; atomicExch(a, 0); }`,
		"waits for another block":  `__global__ void k(volatile int *a, int n) { if (blockIdx.x == 0) while (a[1] == 0) ; else a[1] = 1; }`,
		"divergent endless loop":   `__global__ void k(int *a, int n) { if (threadIdx.x == 3) for (;;) atomicAdd(a, 1); }`,
	} {
		for _, sampled := range []bool{false, true} {
			polls := 0
			j := job{source: source, grid: Dim3{2, 1, 1}, block: Dim3{40, 1, 1}, args: []any{zeros(2), 4}, sampled: sampled, poll: func() error {
				if polls++; polls > 3 {
					return errInterrupted
				}
				return nil
			}}
			if err := runAll(j.machine(t)); !errors.Is(err, errInterrupted) {
				t.Errorf("%s: error %v, want %v", name, err, errInterrupted)
			}
		}
	}
}

// Many short blocks are interrupted like one long one.
func TestInterruptBetweenBlocks(t *testing.T) {
	j := job{source: `__global__ void k(int *a) { a[threadIdx.x] = 1; }`, grid: Dim3{30000, 1, 1}, block: Dim3{32, 1, 1},
		args: []any{zeros(32)},
		poll: func() error { return errInterrupted }}
	if err := runAll(j.machine(t)); !errors.Is(err, errInterrupted) {
		t.Errorf("error %v, want %v", err, errInterrupted)
	}
}

// TestStats compares the counters of small kernels with what the text says.
func TestStats(t *testing.T) {
	t.Run("copy by one and a quarter warps", func(t *testing.T) {
		j := job{source: `__global__ void k(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x]; }`,
			grid: Dim3{3, 1, 1}, block: Dim3{40, 1, 1}, args: []any{zeros(40), zeros(40)}}
		m := j.machine(t)
		if err := runAll(m); err != nil {
			t.Fatal(err)
		}
		// The full warp sends two half-warps of 64 bytes, the other one of 32 bytes.
		want := Traffic{Requests: 6, Bytes: 480, Transactions: [3]int64{3, 6, 0}, BusBytes: 480}
		for name, got := range map[string]Traffic{"loads": m.Stats.Loads, "stores": m.Stats.Stores} {
			sum := int64(0)
			for _, b := range got.ByPartition {
				sum += b
			}
			got.ByPartition = nil
			if !equal(got, want) || sum != want.BusBytes {
				t.Errorf("%s %+v of %d bytes by partition, want %+v", name, got, sum, want)
			}
		}
		code := int64(len(m.code))
		if s := m.Stats; s.Blocks != 3 || s.Warps != 6 || s.Instructions != 6*code || s.ThreadInstructions != 120*code || s.Branches != 0 {
			t.Errorf("%d blocks, %d warps, %d instructions of %d, %d of threads", s.Blocks, s.Warps, s.Instructions, code, s.ThreadInstructions)
		}
	})
	t.Run("shared memory and barriers", func(t *testing.T) {
		j := job{source: `__global__ void k(float *out) {
	__shared__ float s[64];
	s[threadIdx.x * 2 % 64] = 1.0f;
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x];
}`, block: Dim3{32, 1, 1}, args: []any{zeros(32)}}
		m := j.machine(t)
		if err := runAll(m); err != nil {
			t.Fatal(err)
		}
		// A stride of two words: each half-warp hits 8 of the 16 banks twice.
		if got, want := m.Stats.SharedStores, (SharedTraffic{Requests: 1, Bytes: 128, Passes: 4, Ideal: 2, Reissued: 1}); got != want {
			t.Errorf("stores %+v, want %+v", got, want)
		}
		if got, want := m.Stats.SharedLoads, (SharedTraffic{Requests: 1, Bytes: 128, Passes: 2, Ideal: 2}); got != want {
			t.Errorf("loads %+v, want %+v", got, want)
		}
		if m.Stats.Barriers != 1 {
			t.Errorf("%d barriers, want 1", m.Stats.Barriers)
		}
	})
	t.Run("divergence, flops and atomics", func(t *testing.T) {
		j := job{source: `__global__ void k(float *out, int *count) {
	float x = out[threadIdx.x];
	if (threadIdx.x < 10) { for (int i = 0; i < 20; i++) x = x * x + 0.5f; atomicAdd(count, 1); }
	else atomicAdd(count + 1, 2);
	out[threadIdx.x] = x;
}`, block: Dim3{64, 1, 1}, args: []any{zeros(64), zeros(2)}}
		m := j.machine(t)
		if err := runAll(m); err != nil {
			t.Fatal(err)
		}
		// Only the first of the two warps diverges; 10 threads do 20 multiply-adds.
		if s := m.Stats; s.DivergentBranches != 1 || s.Flops != 10*20*2 || s.Atomics.Requests != 3 || s.Atomics.Total() != 64 {
			t.Errorf("%d divergent branches, %d flops, %d atomics, want 1, 400, 3", s.DivergentBranches, s.Flops, s.Atomics.Requests)
		}
	})
}

func equal(a, b Traffic) bool {
	return a.Requests == b.Requests && a.Bytes == b.Bytes && a.Transactions == b.Transactions && a.BusBytes == b.BusBytes
}
