package gpumodel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNamedBarriers: groups of warps meet at barriers of their own, and a group that only arrives does not wait.
func TestNamedBarriers(t *testing.T) {
	const rounds = 6
	k := compile(t, `__global__ void k(int *out, const int *in, int rounds) {
	__shared__ int s[192], handed[64];
	int t = threadIdx.x, group = t / 64, sum = 0;
	if (group < 2) { // two groups of two warps, each for itself, one of them more often
		for (int i = 0; i < rounds * (group + 1); i++) {
			s[t] = in[t] + i + sum;
			if (group == 0) asm volatile("bar.sync 1, 64;" ::: "memory");
			else asm volatile("barrier.sync.aligned %0, %1;" :: "r"(group + 1), "r"(64) : "memory");
			sum += s[t ^ 37];
			__barrier_sync_count(group + 1, 64);
		}
		out[t] = sum;
	} else { // a warp that hands something to another one
		for (int i = 0; i < rounds; i++) {
			if (t < 160) {
				handed[t - 128] = in[t] * (i + 1);
				__threadfence_block();
				asm volatile("bar.arrive 5, 64;" ::: "memory");
				asm volatile("bar.sync 6, 64;" ::: "memory");
			} else {
				asm volatile("bar.sync 5, 64;" ::: "memory");
				sum += handed[191 - t];
				asm volatile("bar.sync 6, 64;" ::: "memory");
			}
		}
		out[t] = sum;
	}
	__barrier_sync(0);
	if (t == 0) out[192] = s[191 - 64];
}`)
	in := fill(192, func(i int) int32 { return int32(i*i%31) - 9 })
	want := make([]int32, 193)
	for group := range 2 {
		s := make([]int32, 64)
		for i := range rounds * (group + 1) {
			for j := range s {
				s[j] = in[64*group+j] + int32(i) + want[64*group+j]
			}
			for j := range s {
				want[64*group+j] += s[j^37]
			}
		}
		want[192] = s[63]
	}
	for i := range 32 {
		for r := range rounds {
			want[160+i] += in[128+31-i] * int32(r+1)
		}
	}
	for _, name := range []string{"GTX 280", "K20X", "V100", "H200"} {
		d := arrayOf(t, make([]int32, len(want)))
		r, err := Run(t.Context(), card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{192, 1, 1}, Args: []any{d, arrayOf(t, in), int64(rounds)}})
		if err != nil {
			t.Fatal(name, err)
		}
		if diff := cmp.Diff(want, contents(t, d, want)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if r.Time <= 0 {
			t.Errorf("%s takes %v", name, r.Time)
		}
	}
}

// TestVotesBesideBarriers: what threads bring to __syncthreads_count is complete, whoever meets elsewhere meanwhile.
func TestVotesBesideBarriers(t *testing.T) {
	k := compile(t, `__global__ void k(int *out) {
	int t = threadIdx.x;
	if (t >= 64)
		for (int i = 0; i < 5; i++) __barrier_sync_count(3, 64);
	out[t] = __syncthreads_count(t % 3 == 0);
	if (t < 64) __barrier_sync_count(4, 64);
	out[t] += 1000 * __syncthreads_count(t < 70);
}`)
	for _, name := range []string{"K20X", "A100"} {
		out := zeros(t, Int32, 128)
		if _, err := Run(t.Context(), card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{128, 1, 1}, Args: []any{out}}); err != nil {
			t.Fatal(name, err)
		}
		for i := range 128 {
			if out.At(i) != 43+70000 {
				t.Fatalf("%s: thread %d has %v, want 70043", name, i, out.At(i))
			}
		}
	}
}

// TestNamedBarrierFaults: barriers that nobody comes to, and those that no card has, are faults with their line.
func TestNamedBarrierFaults(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`if (threadIdx.x < 32) asm("bar.sync 1, 64;");`, "barrier 1 waits for 64 threads, and 32 come"},
		{`asm("bar.sync %0, 64;" :: "r"(threadIdx.x / 32 + 1));`, "waits for 64 threads, and 32 come"},
		{`asm("bar.sync 16;");`, "a block has barriers 0 to 15"},
		{`asm("bar.sync 1, 40;");`, "their number is a multiple of 32"},
		{`asm("bar.arrive 1, 0;");`, "bar.arrive needs the number of threads"},
	} {
		k := compile(t, "__global__ void k(int *o) {\n"+test.body+"\no[0] = 1; }")
		for _, mode := range []Mode{Auto, Full} {
			_, err := Run(t.Context(), card(t, "A100"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1}, Args: []any{zeros(t, Int32, 4)}, Mode: mode})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "2") {
				t.Errorf("%s: %v, want %q", test.body, err, test.want)
			}
		}
	}
}
