package isa

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/kernels"
)

func gtx280(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// build compiles the first kernel of src to three-address code.
func build(t testing.TB, d *device.Device, src string) *ir.Func {
	t.Helper()
	file, err := cuda.Parse("test.cu", src, cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := ir.Build(t.Context(), file, file.Kernels[0], ir.Target{PointerBits: d.PointerBits, UnrollLimit: d.UnrollLimit,
		IfConvertLimit: d.IfConvertLimit, FMA: d.FMA, NativeMul32: d.NativeMul32})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func lower(t testing.TB, d *device.Device, src string) *Program {
	t.Helper()
	p, err := Lower(t.Context(), build(t, d, src), d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ramp is the input of the equivalence tests.
func ramp(i int) int32 { return int32(i*7919%1000 - 300) }

// Each program maps n ints to n ints; want says how. One thread per element,
// in blocks of 8 by 4, on a grid of 2 by 2.
var equivalence = []struct {
	name, src string
	want      func(in []int32, i int) int32
}{
	{"copy", `out[i] = in[i];`, func(in []int32, i int) int32 { return in[i] }},
	{"immediates", `out[i] = 5 - in[i] + (in[i] - 100) * 3 + (100000 >> (in[i] & 3));`, func(in []int32, i int) int32 {
		return 5 - in[i] + (in[i]-100)*3 + 100000>>(in[i]&3)
	}},
	{"parameters twice", `out[i] = (n - m) + (m - in[i]) * n + m;`, func(in []int32, i int) int32 {
		return (128 - 3) + (3-in[i])*128 + 3
	}},
	{"divide", `out[i] = in[i] / m + in[i] % m + (unsigned)i / (unsigned)m;`, func(in []int32, i int) int32 {
		return in[i]/3 + in[i]%3 + int32(i/3)
	}},
	{"guarded store", `out[i] = 1; if (in[i] > 0) out[i] = in[i];`, func(in []int32, i int) int32 { return max(1, in[i]) }},
	{"guarded load", `int s = 7; if (i > 5 && i < 100) s += in[i - 5]; out[i] = s;`, func(in []int32, i int) int32 {
		if i > 5 && i < 100 {
			return 7 + in[i-5]
		}
		return 7
	}},
	{"two sides", `if (in[i] % 2 == 0) out[i] = in[i] + 1; else { out[i] = in[0]; out[i] += in[1] * m; }`, func(in []int32, i int) int32 {
		if in[i]%2 == 0 {
			return in[i] + 1
		}
		return in[0] + in[1]*3
	}},
	{"long sides", `int s = 0; if (i & 1) { for (int k = 0; k < i; k++) s += in[k]; } else { s = -1; while (s > -i) s -= m; } out[i] = s;`, func(in []int32, i int) int32 {
		s := int32(0)
		if i&1 != 0 {
			for k := range i {
				s += in[k]
			}
			return s
		}
		for s = -1; s > -int32(i); s -= 3 {
		}
		return s
	}},
	{"fibonacci", `int a = 0, b = 1; for (int k = 0; k < i % 20; k++) { int c = a; a = b; b = c + b; } out[i] = a;`, func(_ []int32, i int) int32 {
		a, b := int32(0), int32(1)
		for range i % 20 {
			a, b = b, a+b
		}
		return a
	}},
	{"swap", `int a = 1, b = 2, c = 3; for (int k = 0; k < i; k++) { int t = a; a = b; b = c; c = t; } out[i] = 100 * a + 10 * b + c;`, func(_ []int32, i int) int32 {
		v := [3]int32{1, 2, 3}
		for range i {
			v[0], v[1], v[2] = v[1], v[2], v[0]
		}
		return 100*v[0] + 10*v[1] + v[2]
	}},
	{"two out of the loop", `int a = i, b = 0; do { b = a; a = a * 3 + 1; } while (a < 1000); out[i] = a - b;`, func(_ []int32, i int) int32 {
		a, b := int32(i), int32(0)
		for {
			b, a = a, a*3+1
			if a >= 1000 {
				return a - b
			}
		}
	}},
	{"early exit", `if (i % 3 == 1) return; out[i] = 4; if (i % 3 == 2) return; out[i] = in[i];`, func(in []int32, i int) int32 {
		return []int32{in[i], 0, 4}[i%3]
	}},
	{"many conditions", `bool a = in[i] > 0, b = in[i] > 100, c = in[i] > 200, d = in[i] > 300, e = in[i] > 400, f = in[i] > 500;
		int s = 0; if (a) s += in[0] * in[1]; if (b) s += in[1] * in[2] + in[3]; if (c) s += in[2] * in[3]; if (d) s += in[3] * in[4];
		if (e) s += in[4] * in[5]; if (f) s += in[5] * in[6]; if (a != b) s += in[1] * in[9]; if (c != d) s += in[4] * in[9]; if (e != f) s ^= 77; out[i] = s;`,
		func(in []int32, i int) int32 {
			s, v := int32(0), in[i]
			b := func(limit int32) bool { return v > limit }
			if b(0) {
				s += in[0] * in[1]
			}
			if b(100) {
				s += in[1]*in[2] + in[3]
			}
			if b(200) {
				s += in[2] * in[3]
			}
			if b(300) {
				s += in[3] * in[4]
			}
			if b(400) {
				s += in[4] * in[5]
			}
			if b(500) {
				s += in[5] * in[6]
			}
			if b(0) != b(100) {
				s += in[1] * in[9]
			}
			if b(200) != b(300) {
				s += in[4] * in[9]
			}
			if b(400) != b(500) {
				s ^= 77
			}
			return s
		}},
	{"long long", `long long a = in[i]; a = a * a * a - 12345678901LL; out[i] = (int)(a >> 7) + (a > 0);`, func(in []int32, i int) int32 {
		a := int64(in[i])
		a = a*a*a - 12345678901
		r := int32(a >> 7)
		if a > 0 {
			r++
		}
		return r
	}},
	{"double", `double a = in[i]; float b = (float)i; a = a * 1.5 + b; out[i] = (int)a + (a > b);`, func(in []int32, i int) int32 {
		a := float64(in[i])*1.5 + float64(i)
		r := int32(a)
		if a > float64(i) {
			r++
		}
		return r
	}},
	{"float", `float a = in[i]; a = 2.0f - a * 0.5f; a = a < 0.0f ? -a : a; out[i] = (int)(a * 4.0f) + (int)(3.0f / 2.0f);`, func(in []int32, i int) int32 {
		a := 2 - float32(in[i])*0.5
		if a < 0 {
			a = -a
		}
		return int32(a*4) + 1
	}},
	{"vectors", `if (i % 4 == 0) { int4 v = *(const int4*)(in + i); int t = v.x; v.x = v.w; v.w = t; *(int4*)(out + i) = v; }`, func(in []int32, i int) int32 {
		return in[i/4*4+[]int{3, 1, 2, 0}[i%4]]
	}},
	{"characters", `const char *c = (const char*)in; const unsigned short *u = (const unsigned short*)in; out[i] = c[i] + u[i];`, func(in []int32, i int) int32 {
		return int32(int8(in[i/4]>>(8*(i%4)))) + int32(uint16(in[i/2]>>(16*(i%2))))
	}},
	{"local array", `int a[6]; for (int k = 0; k < 6; k++) a[k] = in[k] + i; a[in[i] & 3] = m; out[i] = a[i % 6];`, func(in []int32, i int) int32 {
		if in[i]&3 == int32(i%6) {
			return 3
		}
		return in[i%6] + int32(i)
	}},
	{"shared", `__shared__ int s[8][9]; s[threadIdx.x][threadIdx.y] = in[i]; s[threadIdx.x][threadIdx.y + 4] = -in[i]; __syncthreads();
		int x = threadIdx.x, y = threadIdx.y; out[i] = s[x ^ 1][y] + s[x][(y ^ 1) + 4] * s[x][y] + s[x][y + 4];`, func(in []int32, i int) int32 {
		return in[i^1] - in[i^8]*in[i] - in[i]
	}},
	{"shared in a loop", `__shared__ int s[64]; int t = threadIdx.x + 8 * threadIdx.y; s[t] = in[i]; s[t + 32] = 2 * in[i]; __syncthreads();
		int sum = 0; for (int k = 0; k < 4; k++) { sum += s[k * 8 + threadIdx.x] * s[63 - t] - s[32 + k]; __syncthreads(); s[t] += k; __syncthreads(); } out[i] = sum;`,
		func(in []int32, i int) int32 {
			block := in[i/32*32:]
			var s [64]int32
			for t := range 32 {
				s[t], s[t+32] = block[t], 2*block[t]
			}
			t, sum := i%32, int32(0)
			for k := range int32(4) {
				sum += s[int(k)*8+t%8]*s[63-t] - s[32+k]
				for u := range 32 {
					s[u] += k
				}
			}
			return sum
		}},
	{"reduction", `__shared__ int s[32]; int t = threadIdx.x + 8 * threadIdx.y; s[t] = in[i]; __syncthreads();
		for (int k = 16; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); } out[i] = s[0] + t;`, func(in []int32, i int) int32 {
		sum := int32(i % 32)
		for _, v := range in[i/32*32:][:32] {
			sum += v
		}
		return sum
	}},
	{"shared bytes and doubles", `__shared__ char c[32]; __shared__ double d[32]; int t = threadIdx.x + 8 * threadIdx.y; c[t] = in[i]; d[t] = in[i] * 0.5;
		__syncthreads(); out[i] = c[31 - t] + (int)(d[t ^ 3] * 2.0);`, func(in []int32, i int) int32 {
		b := i / 32 * 32
		return int32(int8(in[b+31-i%32])) + in[b+(i%32^3)]
	}},
	{"far constants", `__shared__ int s[320]; int t = threadIdx.x + 8 * threadIdx.y; for (int k = 0; k < 10; k++) s[t + 32 * k] = in[i] + k; __syncthreads();
		int a = 0, b = i; for (int r = 0; r < 3; r++) { a += s[1] * b - s[40] + s[80] * a - s[130] + s[200] - s[250] + s[300] * 3; b ^= a; } out[i] = a + b;`,
		func(in []int32, i int) int32 {
			s := func(j int) int32 { return in[i/32*32+j%32] + int32(j/32) }
			a, b := int32(0), int32(i)
			for range 3 {
				a += s(1)*b - s(40) + s(80)*a - s(130) + s(200) - s(250) + s(300)*3
				b ^= a
			}
			return a + b
		}},
	{"atomic", `__shared__ int s[2]; if (threadIdx.x + threadIdx.y == 0) s[1] = 0; __syncthreads(); atomicAdd(&s[1], in[i]); __syncthreads(); out[i] = s[1];`, func(in []int32, i int) int32 {
		sum := int32(0)
		for _, v := range in[i/32*32:][:32] {
			sum += v
		}
		return sum
	}},
	{"pressure", `int a[12]; for (int k = 0; k < 12; k++) a[k] = in[(i + k * m) % n]; int s = 0;
		for (int k = 0; k < 12; k++) for (int j = 0; j < k; j++) s += a[k] * a[j] ^ a[11 - k]; out[i] = s;`, func(in []int32, i int) int32 {
		var a [12]int32
		for k := range a {
			a[k] = in[(i+3*k)%128]
		}
		s := int32(0)
		for k := range a {
			for j := range k {
				s += a[k] * a[j]
				s ^= 0
			}
		}
		s = 0
		for k := range a {
			for j := range k {
				s += a[k]*a[j] ^ a[11-k]
			}
		}
		return s
	}},
}

const equivalenceSize = 128

// TestEquivalence runs lowered programs and compares with Go; with few registers too.
func TestEquivalence(t *testing.T) {
	for _, test := range equivalence {
		t.Run(test.name, func(t *testing.T) {
			d := gtx280(t)
			src := `__global__ void k(int *out, const int *in, int n, int m) {
				int i = threadIdx.x + 8 * threadIdx.y + 32 * (blockIdx.x + gridDim.x * blockIdx.y); ` + test.src + ` }`
			f := build(t, d, src)
			for _, registers := range []int{d.MaxRegisters, 14, 10} {
				few := *d
				few.MaxRegisters = registers
				p, err := Lower(t.Context(), f, &few)
				if err != nil {
					t.Fatal(err)
				}
				if p.Registers > registers {
					t.Errorf("%d registers, allowed are %d", p.Registers, registers)
				}
				in, got := runInts(t, p)
				for i, v := range got {
					if want := test.want(in, i); v != want {
						t.Fatalf("%d registers: out[%d] = %d, want %d\n%s%s", registers, i, v, want, f, p)
					}
				}
			}
		})
	}
}

// runInts launches k(out, in, 128, 3).
func runInts(t *testing.T, p *Program) (in, out []int32) {
	t.Helper()
	x := &executor{p: p, grid: [3]int{2, 2, 1}, block: [3]int{8, 4, 1}, global: make([]byte, 8*equivalenceSize)}
	for _, v := range []uint32{globalBase, globalBase + 4*equivalenceSize, equivalenceSize, 3} {
		x.params = binary.LittleEndian.AppendUint32(x.params, v)
	}
	for i := range equivalenceSize {
		in = append(in, ramp(i))
		put(x.global[4*(equivalenceSize+i):][:4], uint64(uint32(ramp(i))))
	}
	if err := x.launch(); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	for i := range equivalenceSize {
		out = append(out, int32(get(x.global[4*i:][:4])))
	}
	return in, out
}

// TestMatmul runs the lecture's products on a grid of 64 × 64 elements.
func TestMatmul(t *testing.T) {
	const n = 64
	a := func(i int) float32 { return float32(i%17) - 8 }
	b := func(i int) float32 { return float32(i%13) - 6 }
	for _, e := range kernels.All() {
		if e.Problem != "matmul" {
			continue
		}
		block := [3]int{e.BlockX, e.BlockY, 1}
		if e.MacroX == "" {
			block = [3]int{16, 8, 1}
		}
		tileX, errX := e.TileX.Of(block[0], block[1], nil)
		tileY, errY := e.TileY.Of(block[0], block[1], nil)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		grid := [3]int{n / tileX, n / tileY, 1}
		x := &executor{p: lower(t, gtx280(t), e.Source), grid: grid, block: block, global: make([]byte, 12*n*n)}
		for _, v := range []uint32{globalBase, globalBase + 4*n*n, globalBase + 8*n*n, n} {
			x.params = binary.LittleEndian.AppendUint32(x.params, v)
		}
		for i := range n * n {
			put(x.global[4*i:][:4], uint64(math.Float32bits(a(i))))
			put(x.global[4*(n*n+i):][:4], uint64(math.Float32bits(b(i))))
		}
		if err := x.launch(); err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		for r := range n {
			for c := range n {
				want := float32(0)
				for k := range n {
					want += a(r*n+k) * b(k*n+c)
				}
				if got := math.Float32frombits(uint32(get(x.global[4*(2*n*n+r*n+c):][:4]))); got != want {
					t.Fatalf("%s: C[%d][%d] = %v, want %v", e.Name, r, c, got, want)
				}
			}
		}
	}
}

// TestJoinedPredicates compares listings with what ptxas 12.9 writes for sm_90.
func TestJoinedPredicates(t *testing.T) {
	d, err := device.Get("H100")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		condition string
		joins     []ir.Op // of the comparisons, in order
	}{
		{"a < b && c < d", []ir.Op{0, ir.PAnd}},
		{"a < b || c < d", []ir.Op{0, ir.POr}},
		{"a < b && c < d && a < 7", []ir.Op{0, ir.PAnd, ir.PAnd}},
		{"a < b && (c < d || a < 7)", []ir.Op{0, ir.POr, ir.PAnd}},
	} {
		p := lower(t, d, "__global__ void k(int *out, int a, int b, int c, int d) { if ("+test.condition+") out[0] = 1; }")
		var got []ir.Op
		for _, in := range p.Code {
			switch in.Op {
			case ir.Setp:
				got = append(got, in.Joins)
			case ir.PAnd, ir.POr:
				t.Errorf("%s: %s", test.condition, in.Text)
			}
		}
		slices.Sort(got)
		slices.Sort(test.joins)
		if !slices.Equal(got, test.joins) {
			t.Errorf("%s: comparisons join %v, want %v", test.condition, got, test.joins)
		}
	}
}

// TestDivisionsAgain: the reciprocal of a divisor is computed once on each way, for signed and for unsigned numbers.
func TestDivisionsAgain(t *testing.T) {
	d, err := device.Get("H100")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		body  string
		again []bool // of the divisions in order
	}{
		{"out[0] = a / b; out[1] = c / b;", []bool{false, true}},
		{"out[0] = a / b; out[1] = c % b;", []bool{false, true}},
		{"out[0] = a / b; out[1] = a / c;", []bool{false, false}},
		{"out[0] = a / b; out[1] = (unsigned)a / (unsigned)b;", []bool{false, false}},
		{"out[0] = a / b; if (a > 7) { out[1] = 1; __syncthreads(); out[2] = c / b; }", []bool{false, true}},
		{"if (a > 7) { __syncthreads(); out[1] = c / b; } else { __threadfence(); out[2] = a / b; }", []bool{false, false}},
	} {
		var got []bool
		p := lower(t, d, "__global__ void k(int *out, int a, int b, int c) { "+test.body+" }")
		for _, in := range p.Code {
			if in.Op == ir.Div || in.Op == ir.Rem {
				got = append(got, in.Again)
			}
		}
		if !slices.Equal(got, test.again) {
			t.Errorf("%s: from a reciprocal that is there: %v, want %v", test.body, got, test.again)
		}
	}
}
