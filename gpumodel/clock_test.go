package gpumodel_test

import (
	"slices"
	"strconv"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestBlocksBegin: blocks begin where and when a place is free, and what they read of the clock, of the SM and of nanoseconds agrees with
// the time of the launch.
func TestBlocksBegin(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(long long *begin, long long *end, int *sm, long long *ns, float *o) {
	long long from = clock64(), n;
	int s;
	float x = threadIdx.x;
	for (int i = 0; i < 50 + 20 * (blockIdx.x % 3); i++) x = x * 3 + 1;
	o[blockIdx.x * blockDim.x + threadIdx.x] = x; // where no slice of the L2 holds all blocks up
	__syncthreads();
	long long to = clock64();
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(n));
	asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
	if (threadIdx.x == 0) begin[blockIdx.x] = from, end[blockIdx.x] = to, sm[blockIdx.x] = s, ns[blockIdx.x] = n;
}`)
	for _, name := range []string{"H200", "GTX 480"} {
		d := modeltest.Card(t, name)
		blocks, threads := 3*d.SMs, d.MaxThreadsPerBlock
		begin, end, ns := modeltest.Zeros(t, Int64, blocks), modeltest.Zeros(t, Int64, blocks), modeltest.Zeros(t, Int64, blocks)
		sm := modeltest.Zeros(t, Int32, blocks)
		r, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1},
			Args: []any{begin, end, sm, ns, modeltest.Zeros(t, Float32, blocks*threads)}})
		if err != nil {
			t.Fatal(err)
		}
		type span struct{ from, to int64 }
		of := map[int64][]span{}
		last := int64(0)
		for i := range blocks {
			if begin.Int(i) <= 0 || end.Int(i) <= begin.Int(i) {
				t.Fatalf("%s: block %d begins at %d and ends at %d", name, i, begin.Int(i), end.Int(i))
			}
			if clocks := float64(ns.Int(i)) * d.ClockMHz / 1e3; clocks < float64(end.Int(i))-2 || clocks > float64(end.Int(i))+100 {
				t.Errorf("%s: block %d ends at clock %d, and %g clocks are %d ns", name, i, end.Int(i), clocks, ns.Int(i))
			}
			last = max(last, end.Int(i))
			of[sm.Int(i)] = append(of[sm.Int(i)], span{begin.Int(i), end.Int(i)})
		}
		if whole := r.Time * d.ClockMHz * 1e6; float64(last) > whole || float64(last) < 0.8*whole {
			t.Errorf("%s: the last block ends at clock %d of %.0f", name, last, whole)
		}
		if len(of) != d.SMs {
			t.Errorf("%s: blocks ran on %d SMs of %d", name, len(of), d.SMs)
		}
		later := 0 // blocks that begin on an SM after another one has ended there
		for at, list := range of {
			for _, x := range list {
				resident := 0
				for _, y := range list {
					if y.from <= x.from && x.from < y.to {
						resident++
					}
				}
				if resident > r.Occupancy.BlocksPerSM {
					t.Errorf("%s: SM %d has %d blocks at clock %d, room is for %d", name, at, resident, x.from, r.Occupancy.BlocksPerSM)
				}
				if slices.ContainsFunc(list, func(y span) bool { return y.to <= x.from }) {
					later++
				}
			}
		}
		if want := blocks - d.SMs*r.Occupancy.BlocksPerSM; later != want {
			t.Errorf("%s: %d blocks begin after another one has ended, want %d", name, later, want)
		}
	}
}

// TestClockSeesOtherWarps: what a chain of multiply-adds takes is what the scheduler needs for those of all its warps, if that is more than
// a warp takes alone. Blocks on the same SM count as warps of the same block do.
func TestClockSeesOtherWarps(t *testing.T) {
	const chain = 256
	k := modeltest.Compile(t, `__global__ void k(long long *t, float *o) {
	long long from = clock64();
	float x = threadIdx.x;
#pragma unroll
	for (int i = 0; i < 256; i++) x = x * 3 + 1;
	o[threadIdx.x] = x;
	long long to = clock64();
	if (threadIdx.x % 32 == 0) t[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = to - from;
}`)
	d := modeltest.Card(t, "H200")
	clocks := func(blocks, threads int) float64 {
		warps := blocks * threads / 32
		times := modeltest.Zeros(t, Int64, warps)
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{threads, 1, 1},
			Args: []any{times, modeltest.Zeros(t, Float32, threads)}}); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i := range warps {
			sum += times.At(i) / float64(warps)
		}
		return sum / chain
	}
	alone := clocks(1, 32)
	for _, test := range []struct {
		blocks, threads int
		warps           float64 // of a scheduler
	}{{1, 128, 1}, {1, 1024, 8}, {2 * d.SMs, 1024, 16}, {4 * d.SMs, 256, 8}} {
		got, want := clocks(test.blocks, test.threads), max(alone, test.warps)
		if got < 0.8*want || got > 1.3*want {
			t.Errorf("%d blocks of %d threads: %.1f clocks a multiply-add, want about %.1f", test.blocks, test.threads, got, want)
		}
	}
}

// TestParametersTakeTime: the first read of a kernel's parameters takes longer than the next one, by what a miss takes.
func TestParametersTakeTime(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *o, long long *t, float a, float b) {
	long long from = clock64();
	o[threadIdx.x] = a;
	long long between = clock64();
	o[threadIdx.x] = b;
	long long to = clock64();
	if (threadIdx.x == 0) t[0] = between - from, t[1] = to - between;
}`)
	d := modeltest.Card(t, "H200")
	for _, clocks := range []int{d.ParameterMissClocks, 300} {
		times := modeltest.Zeros(t, Int64, 2)
		d := modeltest.Override(t, d, "parameter_miss_clocks", strconv.Itoa(clocks))
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{modeltest.Zeros(t, Float32, 32), times, 1.0, 2.0}}); err != nil {
			t.Fatal(err)
		}
		const address = 16 // clocks at most in which the address is computed, the first time
		if more := times.Int(0) - times.Int(1); more < int64(clocks) || more > int64(clocks)+address {
			t.Errorf("the first read of a parameter takes %d clocks more, a miss %d", more, clocks)
		}
	}
}

// TestLinesOfParameters: a parameter is waited for if it is the first of its line of constant memory. Where lines end depends on where the
// parameters begin, which is at 0x160 on a T4 and at 0x210 on an H200.
func TestLinesOfParameters(t *testing.T) {
	const miss = 300
	k := modeltest.Compile(t, `__global__ void k(long long *o, long long *t, long long a, long long b, long long c, long long d, long long e, long long f) {
	long long t0 = clock64(); o[0] = a;
	long long t1 = clock64(); o[1] = b;
	long long t2 = clock64(); o[2] = c;
	long long t3 = clock64(); o[3] = d;
	long long t4 = clock64(); o[4] = e;
	long long t5 = clock64(); o[5] = f;
	long long t6 = clock64();
	t[0] = t1 - t0, t[1] = t2 - t1, t[2] = t3 - t2, t[3] = t4 - t3, t[4] = t5 - t4, t[5] = t6 - t5;
}`)
	for _, test := range []struct {
		card  string
		waits []string // for which it does
	}{{"Tesla T4", []string{"a", "c"}}, {"H200", []string{"a", "e"}}} {
		times := modeltest.Zeros(t, Int64, 6)
		d := modeltest.Override(t, modeltest.Card(t, test.card), "parameter_miss_clocks", strconv.Itoa(miss))
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1},
			Args: []any{modeltest.Zeros(t, Int64, 6), times, int64(1), int64(2), int64(3), int64(4), int64(5), int64(6)}}); err != nil {
			t.Fatal(err)
		}
		var waits []string
		var clocks []int64
		for i, name := range []string{"a", "b", "c", "d", "e", "f"} {
			if clocks = append(clocks, times.Int(i)); clocks[i] >= miss {
				waits = append(waits, name)
			}
		}
		if !slices.Equal(waits, test.waits) {
			t.Errorf("%s: %v are waited for, want %v; clocks %v", test.card, waits, test.waits, clocks)
		}
	}
}

// TestWaitsOnItsSM: the SM of a block is that of the simulation, too, in a kernel that reads the clock only to wait.
func TestWaitsOnItsSM(t *testing.T) {
	const sm = `asm volatile("mov.u32 %0, %%smid;" : "=r"(sm[blockIdx.x]));`
	d := modeltest.Card(t, "H200")
	sms := func(waits string) (all []int64) {
		k, numbers := modeltest.Compile(t, "__global__ void k(int *sm) { "+waits+sm+" }"), modeltest.Zeros(t, Int32, d.SMs)
		if _, err := Run(t.Context(), d, Launch{Kernel: k, Grid: Dim3{d.SMs, 1, 1}, Block: Dim3{1, 1, 1}, Args: []any{numbers}}); err != nil {
			t.Fatal(err)
		}
		for i := range d.SMs {
			all = append(all, numbers.Int(i))
		}
		return all
	}
	want := sms("")
	for _, waits := range []string{
		"while (clock64() < 5000);",
		"long long start = clock64(); while (clock64() - start < 500);",
		"long long start = clock64(); while (clock64() - start < 500); sm[blockIdx.x] = 7; while (clock64() - start < 900);",
	} {
		if got := sms(waits); !slices.Equal(got, want) {
			t.Errorf("%s\nblocks are on %v, want %v", waits, got, want)
		}
	}
}
