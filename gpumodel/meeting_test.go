package gpumodel_test

import (
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// meetings are atomics of many lanes, in kernels of s, o and in: what each does to the words of s and writes to o.
var meetings = []struct {
	body string
	ops  string // the atomics and collectives of ptxas's code for an H100; empty where the loop is unrolled otherwise
}{
	{"atomicAdd(s, 10);", "VOTE FLO POPC REDG"},
	{"atomicSub(s, n);", "VOTE FLO POPC REDG"},
	{"atomicAdd(s, x);", "VOTE FLO REDUX REDG"},
	{"atomicSub(s, x);", "VOTE FLO REDUX REDG"},
	{"atomicMin(s, x); atomicMax(s + 1, x); atomicAnd(s + 2, x); atomicOr(s + 3, x); atomicXor(s + 4, x);",
		"VOTE FLO REDUX REDG REDUX REDG REDUX REDG REDUX REDG REDUX REDG"},
	{"atomicMin((unsigned *)s, (unsigned)x);", "VOTE FLO REDUX REDG"},
	{"o[t] = atomicAdd(s, 3);", "VOTE FLO POPC ATOMG POPC SHFL"},
	{"o[t] = atomicSub(s, n);", "VOTE FLO POPC ATOMG POPC SHFL"},
	{"o[t] = atomicAdd(s, x);", "VOTE ATOMG SHFL SHFL SHFL SHFL SHFL SHFL ATOMG SHFL"},
	{"o[t] = atomicSub(s, x);", "VOTE ATOMG SHFL SHFL SHFL SHFL SHFL SHFL ATOMG SHFL"},
	{"o[t] = atomicMax(s, x);", "ATOMG"},
	{"if (x > 3) atomicAdd(s, 1);", "VOTE FLO POPC REDG"},
	{"if (x > 3) o[t] = atomicAdd(s, x);", "VOTE ATOMG SHFL SHFL SHFL SHFL SHFL SHFL ATOMG SHFL"},
	{"if (x & 1) atomicMin(s, x); else atomicAdd(s + 1, 2);", ""},
	{"for (int i = 0; i < x; i++) atomicAdd(s, i + 1);", ""},
	{"for (int i = 0; i < (x & 3); i++) { if (i == 2) break; o[t] = atomicAdd(s + (i & 1), 1); }", ""},
	{"int i = 0; while (i < (x & 7)) i++; atomicAdd(s + i, 1);", "REDG"},
	{"if (threadIdx.x == 0) atomicAdd(s, x);", "REDG"},
	{"if (threadIdx.x == n) atomicAdd(s, 1);", "REDG"},
	{"if ((threadIdx.x & 31) == 0) atomicAdd(s, 1);", "VOTE FLO POPC REDG"},
	{"atomicAdd(s + (t & 7), 1);", "REDG"},
	{"atomicAdd(s + (x > 3 ? 1 : 2), 1);", "REDG"},
	{"atomicAdd(s + blockIdx.x + in[0], x);", "VOTE FLO REDUX REDG"},
	{"atomicAdd((unsigned long long *)s, 7ull);", "VOTE FLO POPC REDG"},
	{"atomicAdd((unsigned long long *)s, (unsigned long long)x);", "REDG"},
	{"__shared__ int w; if (t == 0) w = n; __syncthreads(); atomicAdd(&w, 1); __syncthreads(); o[t] = w;", "ATOMS"},
	{"__shared__ int w; if (t == 0) w = n; __syncthreads(); atomicAdd(&w, 2); __syncthreads(); o[t] = w;", "VOTE FLO POPC ATOMS"},
	{"__shared__ int w; if (t == 0) w = n; __syncthreads(); atomicAdd(&w, x); __syncthreads(); o[t] = w;", "VOTE FLO REDUX ATOMS"},
	{"__shared__ int w; if (t == 0) w = n; __syncthreads(); o[t] = atomicAdd(&w, 5);", "VOTE FLO POPC ATOMS POPC SHFL"},
	{"atomicInc((unsigned *)s, 9); atomicExch(s + 1, 4); atomicAdd((float *)s + 2, 1.f);", "REDG ATOMG REDG"},
}

// TestMeetingAtomics: one lane that does the atomics of a warp leaves what all of them leave, one after the other, as on a card from before
// 7.0; with whole warps and with parts of them. On an H100 the instructions are those of ptxas.
func TestMeetingAtomics(t *testing.T) {
	for _, test := range meetings {
		m, err := Compile("k", "__global__ void k(int *s, int *o, const int *in, int n) { int t = threadIdx.x, x = in[t]; "+test.body+" }",
			Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, threads := range []int{32, 13} {
			var want []int32
			for _, name := range []string{"K20X", "V100", "T4", "A100 40GB", "H100"} {
				in := make([]int32, 32)
				for i := range in {
					in[i] = int32(i*37%11) - 2
				}
				in[0] = 1
				s, o := modeltest.ArrayOf(t, slices.Repeat([]int32{6, 1}, 8)), modeltest.ArrayOf(t, make([]int32, 32))
				_, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{threads, 1, 1},
					Args: []any{s, o, modeltest.ArrayOf(t, in), int64(3)}, Mode: Full})
				if err != nil {
					t.Fatalf("%s: %s: %v", name, test.body, err)
				}
				got := slices.Concat(wordsOf(s), wordsOf(o))
				if want == nil {
					want = got
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s, %d threads: %s (-K20X +%s):\n%s", name, threads, test.body, name, d)
				}
			}
		}
		p, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, "H100"))
		if err != nil {
			t.Fatal(err)
		}
		var ops []string
		for _, in := range p.Code {
			for _, word := range strings.Fields(in.Text) {
				if name, _, _ := strings.Cut(word, "."); slices.Contains([]string{"VOTE", "FLO", "POPC", "REDUX", "REDG", "ATOMG", "ATOMS",
					"SHFL"}, name) {
					ops = append(ops, name)
				}
			}
		}
		want := strings.Fields(test.ops)
		slices.Sort(ops)
		slices.Sort(want)
		if d := cmp.Diff(want, ops); test.ops != "" && d != "" {
			t.Errorf("%s: instructions (-want +got):\n%s", test.body, d)
		}
	}
}

func wordsOf(a *Array) []int32 {
	var list []int32
	for i := range a.Buffer().Size / 4 {
		list = append(list, int32(a.Buffer().Load(4*i, 4)))
	}
	return list
}
