package cuda

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda/token"
)

// TestPragmaOperator: _Pragma("…") means what #pragma … means.
func TestPragmaOperator(t *testing.T) {
	const source = `#define N 4
struct Loose { char c; int i; };
PRAGMA(pack(push, 1))
struct Tight { char c; int i; };
PRAGMA(pack(pop))
struct After { char c; int i; };
template <int F> __device__ int sum(const int *x)
{
	int s = 0;
	PRAGMA(unroll F)
	for (int i = 0; i < 64; i++) s += x[i];
	return s;
}
__global__ void k(int *x)
{
	PRAGMA(unroll)
	for (int i = 0; i < 8; i++) x[i]++;
	PRAGMA(nounroll)
	for (int i = 0; i < 8; i++) x[i]++;
	PRAGMA(unroll N)
	for (int i = 0; i < 8; i++) x[i]++;
	PRAGMA(GCC diagnostic ignored "-Wall")
	x[0] = sizeof(Loose) * 10000 + sizeof(Tight) * 100 + sizeof(After) + sum<2>(x);
}
`
	dump := func(text string) string {
		f, err := Parse("p.cu", text, Options{})
		if err != nil {
			t.Fatal(err.(token.ErrorList).Detail())
		}
		var b bytes.Buffer
		Dump(&b, f)
		return b.String()
	}
	var written []string // the lines of the source with #pragma in the place of PRAGMA(…)
	for _, line := range strings.Split(source, "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "PRAGMA("); ok {
			line = "#pragma " + strings.TrimSuffix(rest, ")")
		}
		written = append(written, line)
	}
	want := dump("\n" + strings.Join(written, "\n"))
	if !strings.Contains(want, "80508") {
		t.Errorf("the packed struct has another size:\n%s", want)
	}
	if d := cmp.Diff(want, dump("#define PRAGMA(...) _Pragma(#__VA_ARGS__)\n"+source)); d != "" {
		t.Errorf("(-#pragma +_Pragma)\n%s", d)
	}
	if _, err := Parse("p.cu", "__global__ void k() { _Pragma(unroll) }", Options{}); err == nil {
		t.Error("_Pragma without a string is accepted")
	} else if d := cmp.Diff(`_Pragma needs a string in parentheses, such as _Pragma("unroll 8")`, err.(token.ErrorList)[0].Msg); d != "" {
		t.Error(d)
	}
}
