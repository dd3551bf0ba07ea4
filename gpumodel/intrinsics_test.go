package gpumodel_test

import (
	"fmt"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// A simd is a function of words that does the same to each of their parts.
type simd struct {
	name   string
	signed bool
	one    func(x, y, most int) int // of a part; most is the largest of the type
	sum    bool
}

func clamp(x, least, most int) int { return min(max(x, least), most) }

func distance(x, y int) int { return max(x-y, y-x) }

func ifHolds(holds bool, yes int) int {
	if holds {
		return yes
	}
	return 0
}

var simds = []simd{
	{"__vadd", false, func(x, y, _ int) int { return x + y }, false}, {"__vsub", false, func(x, y, _ int) int { return x - y }, false},
	{"__vaddss", true, func(x, y, m int) int { return clamp(x+y, -m-1, m) }, false}, {"__vaddus", false, func(x, y, m int) int { return clamp(x+y, 0, m) }, false},
	{"__vsubss", true, func(x, y, m int) int { return clamp(x-y, -m-1, m) }, false}, {"__vsubus", false, func(x, y, m int) int { return clamp(x-y, 0, m) }, false},
	{"__vavgu", false, func(x, y, _ int) int { return (x + y + 1) / 2 }, false}, {"__vhaddu", false, func(x, y, _ int) int { return (x + y) / 2 }, false},
	{"__vabsdiffs", true, func(x, y, _ int) int { return distance(x, y) }, false}, {"__vabsdiffu", false, func(x, y, _ int) int { return distance(x, y) }, false},
	{"__vmaxs", true, func(x, y, _ int) int { return max(x, y) }, false}, {"__vmaxu", false, func(x, y, _ int) int { return max(x, y) }, false},
	{"__vmins", true, func(x, y, _ int) int { return min(x, y) }, false}, {"__vminu", false, func(x, y, _ int) int { return min(x, y) }, false},
	{"__vsads", true, func(x, y, _ int) int { return distance(x, y) }, true}, {"__vsadu", false, func(x, y, _ int) int { return distance(x, y) }, true},
	{"__vcmpeq", false, func(x, y, _ int) int { return ifHolds(x == y, -1) }, false}, {"__vcmpgts", true, func(x, y, _ int) int { return ifHolds(x > y, -1) }, false},
	{"__vcmpleu", false, func(x, y, _ int) int { return ifHolds(x <= y, -1) }, false}, {"__vsetne", false, func(x, y, _ int) int { return ifHolds(x != y, 1) }, false},
	{"__vsetltu", false, func(x, y, _ int) int { return ifHolds(x < y, 1) }, false}, {"__vsetges", true, func(x, y, _ int) int { return ifHolds(x >= y, 1) }, false},
}

// TestSIMDIntrinsics compares them with the same on each part of the words.
func TestSIMDIntrinsics(t *testing.T) {
	const n = 64
	var body strings.Builder
	for i, f := range simds {
		fmt.Fprintf(&body, "\tout[%d + t] = %s4(x, y);\n\tout[%d + t] = %s2(x, y);\n", 2*i*n, f.name, (2*i+1)*n, f.name)
	}
	k := modeltest.Compile(t, "__global__ void k(unsigned *out, const unsigned *in) {\n\tint t = threadIdx.x;\n\tunsigned x = in[t], y = in[t + 64];\n"+body.String()+"}")
	out, in := modeltest.Zeros(t, UInt32, 2*n*len(simds)), modeltest.Zeros(t, UInt32, 2*n)
	state := uint32(1)
	for i := range 2 * n {
		state = state*1664525 + 1013904223
		in.SetInt(i, int64(state^state>>15))
	}
	in.SetInt(0, 0x80ff7f00)
	in.SetInt(n, 0x8001ff7f)
	in.SetInt(1, in.Int(n+1))
	if _, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{n, 1, 1},
		Args: []any{out, in}}); err != nil {
		t.Fatal(err)
	}
	for i, f := range simds {
		for part, bits := range []int{8, 16} {
			for lane := range n {
				want, x, y := uint32(0), uint32(in.Int(lane)), uint32(in.Int(n+lane))
				for s := 0; s < 32; s += bits {
					a, b, most := int(x>>s)&(1<<bits-1), int(y>>s)&(1<<bits-1), 1<<bits-1
					if f.signed {
						most = 1<<(bits-1) - 1
						a, b = a-ifHolds(a > most, 1<<bits), b-ifHolds(b > most, 1<<bits)
					}
					if one := uint32(f.one(a, b, most)); f.sum {
						want += one
					} else {
						want |= one & (1<<bits - 1) << s
					}
				}
				if got := uint32(out.Int((2*i+part)*n + lane)); got != want {
					t.Fatalf("%s%d(%#x, %#x) = %#x, want %#x", f.name, 32/bits, x, y, got, want)
				}
			}
		}
	}
}

// TestIntrinsics runs functions that are texts of ours.
func TestIntrinsics(t *testing.T) {
	k := modeltest.Compile(t, `__global__ void k(float *out, const float *in, volatile int *p) {
	float4 v = __ldcs((const float4 *)in);
	out[0] = __ldcg(in + 4) + v.x + v.y * v.z;
	__stcg(out + 1, __ldca(&in[1]) * 2);
	__stwt(out + 2, __ldcv(in + 2));
	out[3] = (float)__float2ll_rd(-1.5f) + __float2ll_rn(2.5f) * 10 + __float2ll_ru(0.1f) * 100;
	out[4] = (float)__hiloint2double(__double2hiint(in[3]), __double2loint(in[3]));
	out[5] = __vimax3_s32(3, -4, 7) + 10 * __viaddmax_s32(2, 3, 4) + 100 * __vimin3_u32(5u, 6u, 7u);
	__builtin_assume(p != nullptr);
	if (__builtin_expect(in[0] > 0, 1)) out[6] = llmax(5ll, 1ll << 33);
	__prof_trigger(1);
	int printed = printf("%d %s\n", 7, "text");
	out[7] = printed;
}`)
	out, _ := NewArray(Float32, 8)
	in, _ := NewArrayFunc(Float32, func(i int) float64 { return float64(i) + 0.25 }, 8)
	if _, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1},
		Args: []any{out, in, modeltest.Zeros(t, Int32, 1)}}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{4.25 + 0.25 + 1.25*2.25, 2.5, 2.25, -2 + 20 + 100, 3.25, 7 + 50 + 500, 1 << 33, 2} {
		if out.At(i) != want {
			t.Errorf("out[%d] is %g, want %g", i, out.At(i), want)
		}
	}
}
