package gpumodel_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestInlinePTX: instructions of inline PTX give what the PTX ISA says they do.
func TestInlinePTX(t *testing.T) {
	m, err := Compile("ptx.cu", `__global__ void k(unsigned *out, const unsigned *in, float *f, long long *w) {
	int t = threadIdx.x;
	unsigned a = in[3 * t], b = in[3 * t + 1], c = in[3 * t + 2], r[14];
	asm("add.s32 %0, %1, %2;" : "=r"(r[0]) : "r"(a), "r"(b));
	asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(a), "r"(b & 31), "r"(c & 31));
	asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(a), "r"(b & 31), "r"(c & 31));
	asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r[3]) : "r"(a), "r"(b), "r"(5), "r"(c & 15));
	asm("shl.b32 %0, %1, %2;" : "=r"(r[4]) : "r"(a), "r"(b & 63));
	asm("shr.s32 %0, %1, %2;" : "=r"(r[5]) : "r"(a), "r"(b & 63));
	asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r[6]) : "r"(a), "r"(b), "r"(c));
	asm("mov.u32 %0, %%laneid;" : "=r"(r[7]));
	asm("mov.u32 %0, %lanemask_lt;" : "=r"(r[8]));
	asm("{\n\t.reg .pred p, q; // two\n\tsetp.lt.s32 p, %1, %2;\n\t@p add.u32 %0, %0, 1;\n\t@!p xor.b32 %0, %0, %3;\n}" : "=r"(r[9]) : "r"(a), "r"(b), "r"(c), "0"(a));
	asm("mul.hi.u32 %0, %1, %2;" : "=r"(r[10]) : "r"(a), "r"(b));
	asm("{ .reg .pred p; setp.eq.u32 p, %1, %2; selp.u32 %0, %3, %4, p; }" : "=r"(r[11]) : "r"(a & 1), "r"(b & 1), "r"(c), "r"(7));
	asm("popc.b32 %0, %1;" : "=r"(r[12]) : "r"(a));
	asm volatile("ld.global.u32 %0, [%1+4];" : "=r"(r[13]) : "l"(in + 3 * t) : "memory");
	for (int i = 0; i < 14; i++) out[14 * t + i] = r[i];
	float x = (int)a * 0.001f, y;
	int z;
	asm("{ .reg .f32 s; fma.rn.f32 s, %2, %2, 0f3F800000; cvt.rzi.s32.f32 %1, %2; mov.f32 %0, s; }" : "=f"(y), "=r"(z) : "f"(x));
	f[2 * t] = y;
	f[2 * t + 1] = z;
	asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(w[t]) : "r"(a), "r"(b), "l"((long long)c));
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 64
	r := rand.New(rand.NewPCG(4, 2))
	in, out, f, w := make([]uint32, 3*n), make([]uint32, 14*n), make([]float32, 2*n), make([]int64, n)
	for i := range in {
		in[i] = r.Uint32()
	}
	runOnce(t, m.Kernels[0], n, out, in, f, w)
	for i := range n {
		a, b, c := in[3*i], in[3*i+1], in[3*i+2]
		pos, length := b&31, c&31
		var unsigned, signed uint32
		for j := range length { // bit by bit, as PTX has it: beyond the highest bit stands its copy, or 0
			if pos+j < 32 {
				unsigned |= a >> (pos + j) & 1 << j
			}
		}
		if length > 0 {
			sign := a >> min(pos+length-1, 31) & 1
			for j := range uint32(32) {
				bit := sign
				if j < length && pos+j < 32 {
					bit = a >> (pos + j) & 1
				}
				signed |= bit << j
			}
		}
		mask := uint32(1)<<(c&15) - 1
		chosen := c ^ a
		if int32(a) < int32(b) {
			chosen = a + 1
		}
		high, _ := bits.Mul32(a, b)
		equal := uint32(7)
		if a&1 == b&1 {
			equal = c
		}
		want := []uint32{a + b, unsigned, signed, b&^(mask<<5) | a&mask<<5, a << (b & 63), uint32(int32(a) >> (b & 63)), a&b | ^a&c,
			uint32(i % 32), 1<<(i%32) - 1,
			chosen, high, equal, uint32(bits.OnesCount32(a)), b}
		for j, v := range want {
			if got := out[14*i+j]; got != v {
				t.Fatalf("a = %#x, b = %#x, c = %#x: result %d is %#x, want %#x", a, b, c, j, got, v)
			}
		}
		x := float32(int32(a)) * 0.001
		if y := float32(math.FMA(float64(x), float64(x), 1)); f[2*i] != y || f[2*i+1] != float32(math.Trunc(float64(x))) {
			t.Fatalf("x = %v: %v, %v", x, f[2*i], f[2*i+1])
		}
		if v := int64(int32(a))*int64(int32(b)) + int64(c); w[i] != v {
			t.Fatalf("mad.wide of %d, %d and %d is %d, want %d", int32(a), int32(b), c, w[i], v)
		}
	}
}

// TestBitFind: bfind finds the highest bit that is not the sign, or says that there is none.
func TestBitFind(t *testing.T) {
	m, err := Compile("ptx.cu", `__global__ void k(unsigned *out, const long long *in) {
	int t = threadIdx.x;
	long long w = in[t];
	unsigned r[8];
	asm("bfind.u32 %0, %1;" : "=r"(r[0]) : "r"((unsigned)w));
	asm("bfind.s32 %0, %1;" : "=r"(r[1]) : "r"((int)w));
	asm("bfind.u64 %0, %1;" : "=r"(r[2]) : "l"(w));
	asm("bfind.s64 %0, %1;" : "=r"(r[3]) : "l"(w));
	asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r[4]) : "r"((unsigned)w));
	asm("bfind.shiftamt.s32 %0, %1;" : "=r"(r[5]) : "r"((int)w));
	asm("bfind.shiftamt.u64 %0, %1;" : "=r"(r[6]) : "l"(w));
	asm("bfind.shiftamt.s64 %0, %1;" : "=r"(r[7]) : "l"(w));
	for (int i = 0; i < 8; i++) out[8 * t + i] = r[i];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := []int64{0, -1, 1, -2, 5, -5, math.MinInt64, math.MaxInt64, 1 << 31, -1 << 31, 1 << 40, -(1 << 40)}
	out := make([]uint32, 8*len(in))
	runOnce(t, m.Kernels[0], len(in), out, in)
	highest := func(x uint64, width int, sign bool) (pos, shift uint32) {
		if sign && x>>(width-1)&1 != 0 {
			x = ^x
		}
		for i := width - 1; i >= 0; i-- {
			if x>>i&1 != 0 {
				return uint32(i), uint32(width - 1 - i)
			}
		}
		return 1<<32 - 1, 1<<32 - 1
	}
	for i, x := range in {
		for j, of := range []struct {
			width int
			sign  bool
		}{{32, false}, {32, true}, {64, false}, {64, true}} {
			pos, shift := highest(uint64(x), of.width, of.sign)
			if got := out[8*i+j]; got != pos {
				t.Errorf("bfind of %#x, %v: got %d, want %d", x, of, got, pos)
			}
			if got := out[8*i+4+j]; got != shift {
				t.Errorf("bfind.shiftamt of %#x, %v: got %d, want %d", x, of, got, shift)
			}
		}
	}
}

// TestSpecialRegisters: a special register of the PTX ISA gives a value, or is refused by its name.
func TestSpecialRegisters(t *testing.T) {
	const known = "tid.x ntid.y laneid warpid ctaid.x nctaid.z lanemask_eq lanemask_le lanemask_lt lanemask_ge lanemask_gt clock clock_hi globaltimer_lo globaltimer_hi nwarpid nsmid smid"
	for _, name := range strings.Fields(known) {
		if _, err := Compile("p.cu", readsRegister(name), Options{}); err != nil {
			t.Error(err)
		}
	}
	const unknown = "gridid pm0 pm7 envreg0 envreg31 total_smem_size dynamic_smem_size aggr_smem_size " +
		"current_graph_exec clusterid.x nclusterid.y cluster_ctaid.x cluster_nctaid.z cluster_ctarank cluster_nctarank is_explicit_cluster reserved_smem_offset_cap"
	for _, name := range strings.Fields(unknown) {
		_, err := Compile("p.cu", readsRegister(name), Options{})
		if want := "the special register %%" + name + " is not modelled; "; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q", name, err, want)
		}
	}
}

// TestDeviceRegisters: what a GPU has of SMs and of warps is in its table; the nanoseconds are those of the clocks between.
func TestDeviceRegisters(t *testing.T) {
	m, err := Compile("p.cu", `__global__ void k(unsigned long long *out) {
	unsigned long long from, to, begin = clock64();
	unsigned sms, warps;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
	for (int i = 0; i < 1000; i++) out[i & 7] = i;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
	long long clocks = clock64() - begin;
	asm("mov.u32 %0, %%nsmid;" : "=r"(sms));
	asm("mov.u32 %0, %%nwarpid;" : "=r"(warps));
	out[0] = sms; out[1] = warps; out[2] = to - from; out[3] = clocks;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]int64{"H100 SXM": {132, 64}, "Tesla T4": {40, 32}, "Tesla K20X": {14, 64}} { // NVIDIA's tables
		out, err := NewArray(Int64, 8)
		if err != nil {
			t.Fatal(err)
		}
		d := modeltest.Card(t, name)
		if _, err := Run(t.Context(), d, Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1}, Args: []any{out}}); err != nil {
			t.Fatal(err)
		}
		at := func(i int) float64 { return out.At(i) }
		if at(0) != float64(want[0]) || at(1) != float64(want[1]) {
			t.Errorf("%s has %v SMs of %v warps, want %v", name, at(0), at(1), want)
		}
		clocks := at(2) * d.ClockMHz / 1e3
		if clocks > at(3) || clocks < at(3)-200 || clocks < 1000 {
			t.Errorf("%s: %v ns are %v clocks; the clock has %v", name, at(2), clocks, at(3))
		}
	}
}

func readsRegister(name string) string {
	return `__global__ void k(unsigned *out) { asm volatile("mov.u32 %0, %%` + name + `;" : "=r"(out[threadIdx.x])); }`
}

// TestReducePTX: redux.sync gives what each of its operations makes of the lanes' numbers.
func TestReducePTX(t *testing.T) {
	m, err := Compile("ptx.cu", `__global__ void k(unsigned *out) {
	unsigned x = threadIdx.x * 37u ^ 5u, r[8];
	asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(r[0]) : "r"(x), "r"(0xffffffffu));
	asm volatile("redux.sync.min.s32 %0, %1, %2;" : "=r"(r[1]) : "r"(x - 600), "r"(0xffffffffu));
	asm volatile("redux.sync.max.u32 %0, %1, %2;" : "=r"(r[2]) : "r"(x - 600), "r"(0xffffffffu));
	asm volatile("redux.sync.and.b32 %0, %1, %2;" : "=r"(r[3]) : "r"(x | 64), "r"(0xffffffffu));
	asm volatile("redux.sync.or.b32 %0, %1, %2;" : "=r"(r[4]) : "r"(x), "r"(0xffffffffu));
	asm volatile("redux.sync.xor.b32 %0, %1, %2;" : "=r"(r[5]) : "r"(x), "r"(0xffffffffu));
	asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r[6]) : "r"(x));
	asm volatile("shfl.sync.up.b32 %0, %1, 1, 0x0, 0xffffffff;" : "=r"(r[7]) : "r"(x));
	for (int i = 0; i < 8; i++) out[8 * threadIdx.x + i] = r[i];
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := func(lane int) uint32 { return uint32(lane)*37 ^ 5 }
	var add, or, xor uint32
	least, most, and := int32(math.MaxInt32), uint32(0), ^uint32(0)
	for lane := range 32 {
		v := x(lane)
		add, or, xor, and = add+v, or|v, xor^v, and&(v|64)
		least, most = min(least, int32(v-600)), max(most, v-600)
	}
	out := modeltest.Zeros(t, UInt32, 8*32)
	launch := Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{out}}
	if _, err = Run(t.Context(), modeltest.Card(t, "H200"), launch); err != nil {
		t.Fatal(err)
	}
	for lane := range 32 {
		for i, want := range []uint32{add, uint32(least), most, and, or, xor, x(lane ^ 3), x(max(0, lane-1))} {
			if got := out.At(8*lane + i); got != float64(want) {
				t.Errorf("lane %d: result %d is %v, want %d", lane, i, got, want)
			}
		}
	}
}
