package gpumodel_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestDotProductOfBytes: one instruction, and none where the bytes are known.
func TestDotProductOfBytes(t *testing.T) {
	for expr, want := range map[string]string{
		"__dp4a(i, j, i)":                      "IDP.4A.S8.S8 ",
		"__dp4a((unsigned)i, (unsigned)j, 7u)": "IDP.4A.U8.U8 ",
		"__dp4a(0x01020304, 0x01010101, i)":    "IDP.4A.S8.S8 ",
		"__dp4a(0x01020304, 0x01010101, 5)":    ", 0xf",
	} {
		m, err := Compile("k", "__global__ void k(int *a, int i, int j) { a[0] = "+expr+"; }", Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Kernels[0].Lower(t.Context(), modeltest.Card(t, "H100"))
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, in := range p.Code {
			text = append(text, in.Text)
		}
		if code := strings.Join(text, "\n"); !strings.Contains(code, want) || strings.Contains(want, "0xf") == strings.Contains(code, "IDP") {
			t.Errorf("%s: want %s in\n%s", expr, want, code)
		}
	}
}

// TestCollectiveFaults: what a mask may not say is an error by name, of the lane and the line.
func TestCollectiveFaults(t *testing.T) {
	for _, test := range []struct{ card, body, want string }{
		{"K20X", "if (t < 16) a[t] = __shfl_sync(0xff, a[t], 0);", "block 0: line 2: lane 8 calls __shfl_sync with the mask 0xff, which does not contain it (block (0, 0, 0), thread (8, 0, 0))"},
		{"H200", "a[t] = __any_sync(1 << (t & 7), a[t]);", "block 0: line 2: lane 8 calls __any_sync with the mask 0x1, which does not contain it (block (0, 0, 0), thread (8, 0, 0))"},
		{"H200", "if (t < 16) a[t] = __shfl_xor_sync(0xffffffff, a[t], 1); else __syncwarp();", "block 0: line 2: __shfl_xor_sync with the mask 0xffffffff waits for lanes that do not come: 0xffff0000 (block (0, 0, 0), thread (0, 0, 0))"},
		{"H200", "if (t < 16) __syncwarp(); __syncthreads();", "block 0: line 2: __syncwarp with the mask 0xffffffff waits for lanes that do not come: 0xffff0000 (block (0, 0, 0), thread (0, 0, 0))"},
		{"H200", "if (t < 16) a[t] = __ballot_sync(0x1ffff, 1);", ""}, // 16 has ended
	} {
		m, err := Compile("k", "__global__ void k(int *a) { int t = threadIdx.x;\n"+test.body+"\n}", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{modeltest.ArrayOf(t, make([]int32, 32))}, Mode: Full})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.card, test.body, d)
		}
	}
}

// TestGoneAndNew: which capability has which collective.
func TestGoneAndNew(t *testing.T) {
	for _, test := range []struct{ card, expr, want string }{
		{"C2050", "__shfl_sync(~0u, i, 0)", "line 1: compute capability 2.0 lacks warp shuffles, which came with 3.0: exchange values through __shared__ memory"},
		{"K20X", "__match_any_sync(~0u, i)", "line 1: compute capability 3.5 lacks warp matches (__match_any_sync and __match_all_sync), which came with 7.0: let a loop broadcast each value with __shfl_sync and compare with __ballot_sync"},
		{"K20X", "__dp4a(i, i, i)", "line 1: compute capability 3.5 lacks __dp4a, which came with 6.1: multiply and add the bytes one by one"},
		{"V100", "__reduce_add_sync(~0u, i)", "line 1: compute capability 7.0 lacks warp reductions (__reduce_add_sync and its relatives), which came with 8.0: reduce with __shfl_xor_sync in five steps"},
		{"H200", "__shfl_down(i, 1)", "line 1: compute capability 9.0 lacks shuffles without a mask, which were removed in 7.0: write __shfl_sync(mask, x, lane) or its relatives with the lanes that take part: 0xffffffff for all of the warp"},
		{"H200", "__ballot(i)", "line 1: compute capability 9.0 lacks votes without a mask, which were removed in 7.0: write __all_sync(mask, x) or __any_sync or __ballot_sync with the lanes that take part: 0xffffffff for all of the warp"},
	} {
		m, err := Compile("k", "__global__ void k(int *a, int i) { a[0] = "+test.expr+"; }", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Kernels[0].Lower(t.Context(), modeltest.Card(t, test.card))
		if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(test.want, "line 1: ")) {
			t.Errorf("%s on %s: %v, want %s", test.expr, test.card, err, test.want)
		}
	}
}
