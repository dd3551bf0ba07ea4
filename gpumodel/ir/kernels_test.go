package ir

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/internal/tier"
)

// A buffer is what a pointer parameter points to.
type buffer []uint32

// execute runs f on buffers and numbers, given in the order of its parameters,
// and returns the buffers as they are afterwards.
func execute(f *Func, grid, block [3]int, args ...any) ([]buffer, error) {
	m := &machine{f: f, grid: grid, block: block}
	var lengths []int
	for _, a := range args {
		switch a := a.(type) {
		case buffer:
			m.params = append(m.params, uint64(globalBase+len(m.global)))
			for _, x := range a {
				m.global = binary.LittleEndian.AppendUint32(m.global, x)
			}
			lengths = append(lengths, len(a))
		case int:
			m.params = append(m.params, uint64(uint32(a)))
		case float32:
			m.params = append(m.params, uint64(math.Float32bits(a)))
		}
	}
	m.placeGlobals()
	if err := m.launch(); err != nil {
		return nil, err
	}
	var out []buffer
	at := 0
	for _, n := range lengths {
		b := make(buffer, n)
		for i := range b {
			b[i] = binary.LittleEndian.Uint32(m.global[at:])
			at += 4
		}
		out = append(out, b)
	}
	return out, nil
}

func (m *machine) placeGlobals() {
	for _, v := range m.f.Globals {
		image := append(slices.Clone(v.Init), make([]byte, v.Size-len(v.Init))...)
		if v.Space == Const {
			m.globalOffsets = append(m.globalOffsets, uint64(len(m.constant)))
			m.constant = append(m.constant, image...)
			continue
		}
		m.globalOffsets = append(m.globalOffsets, uint64(globalBase+len(m.global)))
		m.global = append(m.global, image...)
	}
}

// everyWay builds a kernel for both targets and runs it as constructed and
// behind every pass; all must give what want says.
func everyWay(t *testing.T, src string, want []buffer, grid, block [3]int, args ...any) {
	t.Helper()
	file, fn := parse(t, src)
	for _, target := range []Target{gt200, later, volta, {PointerBits: 64, UnrollLimit: 1}} {
		f, err := construct(t.Context(), file, fn, target)
		if err != nil {
			t.Fatal(err)
		}
		last := ""
		compareRun := func(stage string) {
			if text := f.String(); text == last {
				return
			} else {
				last = text
			}
			if err := Check(f); err != nil {
				t.Fatalf("%d bits, %s: %v\n%s", target.PointerBits, stage, err, f)
			}
			got, err := execute(f, grid, block, args...)
			if err != nil {
				t.Fatalf("%d bits, %s: %v\n%s", target.PointerBits, stage, err, f)
			}
			if want == nil {
				want = got
			}
			for i := range want {
				for j := range want[i] {
					if want[i][j] != got[i][j] {
						t.Fatalf("%d bits, %s: buffer %d[%d] = %#x, want %#x\n%s", target.PointerBits, stage, i, j, got[i][j], want[i][j], f)
					}
				}
			}
		}
		compareRun("as constructed")
		optimize(f, func(pass string) { compareRun("behind " + pass) })
	}
}

func floats(n int, f func(i int) float64) buffer {
	b := make(buffer, n)
	for i := range b {
		b[i] = math.Float32bits(float32(f(i)))
	}
	return b
}

func ints(n int, f func(i int) int) buffer {
	b := make(buffer, n)
	for i := range b {
		b[i] = uint32(f(i))
	}
	return b
}

// TestTranspose runs the lecture's variants on a 64×64 matrix.
func TestTranspose(t *testing.T) {
	const n = 64
	in := floats(n*n, func(i int) float64 { return float64(i) })
	want := floats(n*n, func(i int) float64 { return float64(i%n*n + i/n) })
	for name, block := range map[string][3]int{
		"transpose_naive": {32, 8, 1}, "transpose_tiled": {32, 8, 1}, "transpose_padded": {32, 8, 1},
	} {
		grid := [3]int{n / 32, n / 8, 1}
		if name != "transpose_naive" {
			grid = [3]int{n / 32, n / 32, 1}
		}
		everyWay(t, source(t, name), []buffer{want, in}, grid, block, make(buffer, n*n), in, n)
	}
}

// TestMatmul multiplies matrices of small integers, exact in float.
func TestMatmul(t *testing.T) {
	const n = 32
	a := floats(n*n, func(i int) float64 { return float64(i%7 - 3) })
	b := floats(n*n, func(i int) float64 { return float64(i%5 - 1) })
	want := floats(n*n, func(i int) float64 {
		sum := 0.0
		for k := range n {
			sum += float64((i/n*n+k)%7-3) * float64((k*n+i%n)%5-1)
		}
		return sum
	})
	for _, name := range []string{"matmul_naive", "matmul_tiled"} {
		everyWay(t, source(t, name), []buffer{a, b, want}, [3]int{n / 16, n / 16, 1}, [3]int{16, 16, 1}, a, b, make(buffer, n*n), n)
	}
}

// intKernels compute out[i] from x = in[i] and i, for each of 64 threads.
var intKernels = []struct {
	name, body string
	want       func(x, i int32) int32
}{
	{"signed division", "out[i] = x / 8 + x % 8 * 100 + x / 7 + x % -5;", func(x, i int32) int32 { return x/8 + x%8*100 + x/7 + x%-5 }},
	{"unsigned division", "unsigned u = x; out[i] = u / 16 + u % 16 + u / 10 + (u > 5u);", func(x, i int32) int32 {
		u := uint32(x)
		r := u/16 + u%16 + u/10
		if u > 5 {
			r++
		}
		return int32(r)
	}},
	{"shifts", "out[i] = (x << 3) ^ (x >> 2) ^ ((unsigned)x >> 5) | (~x & 15);", func(x, i int32) int32 {
		return (x << 3) ^ (x >> 2) ^ int32(uint32(x)>>5) | (^x & 15)
	}},
	{"small types", "signed char c = x; unsigned char u = x; short s = x * 3; unsigned short w = x; c += 100; u -= 7; s++; w *= 5; out[i] = c + u * 3 + s * 5 + w * 7;",
		func(x, i int32) int32 {
			c, u, s, w := int8(x), uint8(x), int16(x*3), uint16(x)
			c += 100
			u -= 7
			s++
			w *= 5
			return int32(c) + int32(u)*3 + int32(s)*5 + int32(w)*7
		}},
	{"64 bits", "long long a = x; unsigned long long b = x; a = a * 1000003 + (a >> 7) - a / 13; b = b * 7 % 1000; out[i] = (int)(a ^ (a >> 32)) + (int)b;",
		func(x, i int32) int32 {
			a, b := int64(x), uint64(int64(x))
			a = a*1000003 + (a >> 7) - a/13
			b = b * 7 % 1000
			return int32(a^(a>>32)) + int32(b)
		}},
	{"loop with break and continue", "int s = 0; for (int k = 0; k < i; k++) { if (k % 3 == 1) continue; if (s > 100) break; s += k * x % 11 + 20; } out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := int32(0); k < i; k++ {
				if k%3 == 1 {
					continue
				}
				if s > 100 {
					break
				}
				s += k*x%11 + 20
			}
			return s
		}},
	{"unrolled loop with break", "int s = 0; for (int k = 0; k < 8; k++) { if (k == (x & 7)) break; if (k & 1) continue; s += k + 1; } out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := int32(0); k < 8 && k != x&7; k++ {
				if k&1 == 0 {
					s += k + 1
				}
			}
			return s
		}},
	{"while and do", "int s = 0, k = i; while (k-- > 0) s += k; do { s ^= x; s -= 3; k += 5; } while (k < 20); out[i] = s;",
		func(x, i int32) int32 {
			s, k := int32(0), i
			for ; k > 0; k-- {
				s += k - 1
			}
			k = -1
			for {
				s ^= x
				s -= 3
				k += 5
				if k >= 20 {
					return s
				}
			}
		}},
	{"switch", "int r = 0; switch (x & 7) { case 0: r = 1; case 1: r += 10; break; case 2: case 3: r = 3; break; default: r = -1; case 5: r -= 2; } out[i] = r;",
		func(x, i int32) int32 {
			switch x & 7 {
			case 0:
				return 11
			case 1:
				return 10
			case 2, 3:
				return 3
			case 5:
				return -2
			}
			return -3
		}},
	{"nested loops and returns", "if (i > 50) return; int s = 0; for (int a = 0; a < 4; a++) for (int b = a; b < i; b += 2) { if (s > 500) { out[i] = -1; return; } s += a * b; } out[i] = s;",
		func(x, i int32) int32 {
			if i > 50 {
				return 0
			}
			s := int32(0)
			for a := int32(0); a < 4; a++ {
				for b := a; b < i; b += 2 {
					if s > 500 {
						return -1
					}
					s += a * b
				}
			}
			return s
		}},
	{"local array in registers", "int a[4] = {1, 2}; for (int k = 0; k < 4; k++) a[k] += x * k; int s = 0; for (int k = 0; k < 4; k++) s = s * 3 + a[3 - k]; out[i] = s;",
		func(x, i int32) int32 {
			a, s := [4]int32{1, 2}, int32(0)
			for k := range a {
				a[k] += x * int32(k)
			}
			for k := range a {
				s = s*3 + a[3-k]
			}
			return s
		}},
	{"local array in memory", "int a[8]; for (int k = 0; k < 8; k++) a[k] = k * k; a[x & 7] = -5; out[i] = a[i & 7] + a[(i + 1) & 7];",
		func(x, i int32) int32 {
			at := func(k int32) int32 {
				if k == x&7 {
					return -5
				}
				return k * k
			}
			return at(i&7) + at((i+1)&7)
		}},
	{"logic", "bool p = x > 3 && in[i] < 90 || i == 7; bool q = !p; out[i] = (p ? 5 : 7) + q * 100 + (x && i) + (p == q);",
		func(x, i int32) int32 {
			r := int32(107)
			if x > 3 && x < 90 || i == 7 {
				r = 5
			}
			if x != 0 && i != 0 {
				r++
			}
			return r
		}},
	{"side effects", "int k = i; int a = (x > 0 && ++k > 5) ? k++ : k--; out[i] = a * 1000 + k;",
		func(x, i int32) int32 {
			k := i
			yes := false
			if x > 0 {
				k++
				yes = k > 5
			}
			a := k
			if yes {
				k++
			} else {
				k--
			}
			return a*1000 + k
		}},
	{"conversions", "float f = x * 1.5f; unsigned u = (unsigned)f; out[i] = (int)f + (int)(u >> 3) + (int)(double)(x / 2) + (int)(3.0e9f) + (int)(char)(x);",
		func(x, i int32) int32 {
			f := float32(x) * 1.5
			u := uint32(0)
			if f > 0 {
				u = uint32(f)
			}
			return int32(f) + int32(u>>3) + x/2 + math.MaxInt32 + int32(int8(x))
		}},
	{"bit tricks", "out[i] = __popc(x) + __clz(x) * 3 + __ffs(x) * 5 + (int)(__brev(x) >> 20) + __mul24(x, i) + max(x, i) - min(x, -i) + abs(x) + __sad(x, i, 9);",
		func(x, i int32) int32 {
			pop, clz, ffs, rev := int32(0), int32(32), int32(0), uint32(0)
			for k := range 32 {
				if uint32(x)>>k&1 != 0 {
					pop++
					clz = int32(31 - k)
					if ffs == 0 {
						ffs = int32(k + 1)
					}
					rev |= 1 << (31 - k)
				}
			}
			d := x - i
			if d < 0 {
				d = -d
			}
			return pop + clz*3 + ffs*5 + int32(rev>>20) + x*i + max(x, i) - min(x, -i) + max(x, -x) + d + 9
		}},
	{"factors of more than 24 bits", "int y = i + (1 << 24); out[i] = (__mul24(y, 1) < (1 << 24) ? 1 : 2) + (__mul24(i + 0xffffff, 1) < 5 ? 10 : 20) + (__umul24(y, 2) > 1000 ? 100 : 200);",
		func(x, i int32) int32 {
			if i-1 < 5 {
				return 1 + 10 + 200
			}
			return 1 + 20 + 200
		}},
	{"partial unrolling", "int s = 0;\n#pragma unroll 3\nfor (int k = 0; k < 10; k++) s = s * 3 + k * x;\n#pragma unroll 4\nfor (int k = i; k > 0; k -= 2) s += k ^ s;\nout[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range int32(10) {
				s = s*3 + k*x
			}
			for k := i; k > 0; k -= 2 {
				s += k ^ s
			}
			return s
		}},
	{"loops of every spelling", `int s = 0, k = 0;
for (int j = 0; j != i; j++) s = s * 3 + j;
while (k < i) { s ^= k * x; k++; }
k = i; do { s = s * 5 + k; } while (--k > 0);
for (;;) { if (k >= i) break; s += k ^ s; k += 2; }
while (true) { if (k-- <= 0) break; s += s >> 3; }
for (const int *p = in + (i & 15), *e = in + 21; p < e; p++) s += *p * 7;
for (const int *p = in, *e = in + i; p != e; ++p) s -= *p;
for (long long j = i; j <= 40; j += 3) s += (int)j * s;
for (unsigned u = i; u > 5u; u -= 5) s = s * 9 + (int)u;
for (int j = 0; j < 30; j++) { if (j * 3 > i) break; s += j << 2; }
out[i] = s;`,
		func(x, i int32) int32 {
			s, k := int32(0), i
			for j := int32(0); j != i; j++ {
				s = s*3 + j
			}
			for j := range i {
				s ^= j * x
			}
			for {
				s = s*5 + k
				if k--; k <= 0 {
					break
				}
			}
			for ; k < i; k += 2 {
				s += k ^ s
			}
			for ; k > 0; k-- {
				s += s >> 3
			}
			for j := i & 15; j < 21; j++ {
				s += input(int(j)) * 7
			}
			for j := range i {
				s -= input(int(j))
			}
			for j := i; j <= 40; j += 3 {
				s += j * s
			}
			for u := uint32(i); u > 5; u -= 5 {
				s = s*9 + int32(u)
			}
			for j := int32(0); j < 30 && j*3 <= i; j++ {
				s += j << 2
			}
			return s
		}},
	{"arrays of every use", `int r[8]; char c[8]; short h[4] = {1, 2}; long long w[3]; pair p[3];
for (int k = 0; k < 8; k++) { r[k] = x * k; c[k] = (char)(x + k * 50); }
int k = 7; while (k > 0) { if (r[k] < r[k - 1]) { int y = r[k]; r[k] = r[k - 1]; r[k - 1] = y; } k--; }
for (int a = 0; a < 4; a++) { for (int j = 0; j < i; j++) { if (j % 7 == a) continue; r[a] += j; } h[a] += r[a]; }
for (int j = 0; j < i; j++) { for (int a = 7; a > 0; a--) r[a] = r[a - 1]; r[0] += j; if (r[3] > 5000) break; }
for (int a = 0; a < 3; a++) { w[a] = (long long)r[a] << 20; p[a].a = c[a]; p[a].b = h[a]; }
for (int a = 0; a < 2; a++) { pair q = p[a]; p[a] = p[a + 1]; p[a + 1] = q; }
int s = 0;
for (int a = 0; a < 8; a++) s = s * 31 + r[a] + c[a];
for (int a = 0; a < 3; a++) s = s * 31 + (int)(w[a] >> 16) + p[a].a * 3 + p[a].b;
out[i] = s;`,
		func(x, i int32) int32 {
			var r [8]int32
			var c [8]int8
			h := [4]int16{1, 2}
			for k := range int32(8) {
				r[k], c[k] = x*k, int8(x+k*50)
			}
			for k := 7; k > 0; k-- {
				r[k-1], r[k] = min(r[k-1], r[k]), max(r[k-1], r[k])
			}
			for a := range int32(4) {
				for j := range i {
					if j%7 != a {
						r[a] += j
					}
				}
				h[a] += int16(r[a])
			}
			for j := range i {
				copy(r[1:], r[:7])
				if r[0] += j; r[3] > 5000 {
					break
				}
			}
			s := int32(0)
			for a := range 8 {
				s = s*31 + r[a] + int32(c[a])
			}
			for a := range 3 {
				b := [3]int{1, 2, 0}[a]
				s = s*31 + int32(int64(r[a])<<20>>16) + int32(c[b])*3 + int32(h[b])
			}
			return s
		}},
	{"values that leave a loop", `int s = 0, last = 0, j = 0; bool odd = false;
for (int k = 0; k < i; k++) { last = k * x; odd = last & 1; if (odd) s += last; else s ^= k; }
for (j = 0; j < 100; j += 7) { if (j * j > i + x % 7) break; s += j; }
#pragma unroll 4
for (int k = 0; k < i; k++) { if (k == 13) break; if (k % 5 == 2) continue; last += k; }
out[i] = s + last * 3 + j + (odd ? 1000 : 0);`,
		func(x, i int32) int32 {
			s, last, j, odd := int32(0), int32(0), int32(0), false
			for k := range i {
				last = k * x
				if odd = last&1 != 0; odd {
					s += last
				} else {
					s ^= k
				}
			}
			for ; j < 100 && j*j <= i+x%7; j += 7 {
				s += j
			}
			for k := range min(i, 13) {
				if k%5 != 2 {
					last += k
				}
			}
			s += last*3 + j
			if odd {
				s += 1000
			}
			return s
		}},
	{"pointers", "const int *p = in + i; int *q = out; q += i; int s = *p++; if (i < 63) s += p[0] - *(p - 1); *q = s; q[0] += (int)(p - in);",
		func(x, i int32) int32 {
			if i < 63 {
				return input(int(i)+1) + i + 1
			}
			return x + i + 1
		}},
	{"strength reduction", "int s = 0; for (int k = 1; k < i; k++) s += in[(k * n + i) & 63] * k + k * n; out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := int32(1); k < i; k++ {
				s += input(int((k*64+i)&63))*k + k*64
			}
			return s
		}},
	{"induction addresses", "int s = 0; for (int k = 0; k < i; k++) s = s * 5 + in[k] - in[i - k] + in[k * 1]; out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range i {
				s = s*5 + input(int(k)) - input(int(i-k)) + input(int(k))
			}
			return s
		}},
	{"warp sums in shared memory", "__shared__ int s[64]; s[i] = x; __syncthreads(); for (int d = 32; d > 0; d >>= 1) { if (i < d) s[i] += s[i + d]; __syncthreads(); } out[i] = s[0] + s[(i + 1) % 64] * 0;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range 64 {
				s += input(k)
			}
			return s
		}},
	{"device functions", "out[i] = clampTo(twice(x) + i, -50, 60) + addUp(in, i);", func(x, i int32) int32 {
		s := int32(0)
		for k := range i {
			s += input(int(k))
		}
		return min(max(2*x+i, -50), 60) + s
	}},
	{"out parameters", "int a, b; divide(x, 7, &a, &b); int v[3]; fill(v, x); out[i] = a * 100 + b + v[0] + v[1] * 2 + v[2] * 3;", func(x, i int32) int32 {
		return x/7*100 + x%7 + x + (x+1)*2 + (x+2)*3
	}},
	{"structs", "pair p = {x, 3}; pair q = p; q.a += i; if (i & 1) p = q; pair v[2]; v[0] = p; v[1] = swapped(q); out[i] = v[0].a + v[1].b * 3 + v[1].a;", func(x, i int32) int32 {
		a := x
		if i&1 != 0 {
			a += i
		}
		return a + (x+i)*3 + 3
	}},
	{"vectors", "int4 v = ((const int4*)in)[i & 15]; int2 w = make_int2(v.x + v.w, v.y); w.y -= v.z; out[i] = w.x * 3 + w.y;", func(x, i int32) int32 {
		k := int(i&15) * 4
		return (input(k)+input(k+3))*3 + input(k+1) - input(k+2)
	}},
	{"constant memory", "out[i] = weights[i & 3] * x + weights[2];", func(x, i int32) int32 { return []int32{1, 10, 100, 1000}[i&3]*x + 100 }},
	{"compound assignment", "int a = x; a += 3; a *= i; a -= x; a <<= 2; a ^= 5; a |= 64; a &= 0xfff; a %= 77; a >>= 1; out[i] = a; out[i] += 4;",
		func(x, i int32) int32 {
			a := x
			a += 3
			a *= i
			a -= x
			a <<= 2
			a ^= 5
			a |= 64
			a &= 0xfff
			a %= 77
			a >>= 1
			return a + 4
		}},
	{"infinite loop with break", "int k = 0; for (;;) { if (k * k > x * x) break; k++; if (k > 20) break; } out[i] = k;", func(x, i int32) int32 {
		k := int32(0)
		for k*k <= x*x && k <= 20 {
			k++
		}
		return k
	}},
	{"pointer chosen at run time", "__shared__ int a[64]; __shared__ int b[64]; a[i] = x; b[i] = -x; int *p = i & 1 ? a : b; out[i] = p[i];", func(x, i int32) int32 {
		if i&1 != 0 {
			return x
		}
		return -x
	}},
	{"double buffer", "__shared__ int s[128]; int *a = s, *b = s + 64; a[i] = x; __syncthreads(); for (int d = 1; d < n; d *= 2) { b[i] = a[i] + (i >= d ? a[i - d] : 0); __syncthreads(); int *t = a; a = b; b = t; } out[i] = a[i];",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range i + 1 {
				s += input(int(k))
			}
			return s
		}},
	{"pointer loop", "const int *p = in, *end = in + i; int s = 0; while (p < end) s += *p++; for (p = in + i; p != in; --p) s -= p[-1] * 2; out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range i {
				s -= input(int(k))
			}
			return s
		}},
	{"bytes and bools in memory", "__shared__ bool f[64]; __shared__ char c[64]; __shared__ unsigned short h[2][32]; f[i] = x > 0; c[i] = x * 9; h[i / 32][i % 32] = x * 1001; __syncthreads(); out[i] = (f[63 - i] ? 1000 : 0) + c[(i + 1) & 63] + h[1 - i / 32][i & 31];",
		func(x, i int32) int32 {
			r := int32(int8(input(int(i+1)&63)*9)) + int32(uint16(input(int((1-i/32)*32+i&31))*1001))
			if input(63-int(i)) > 0 {
				r += 1000
			}
			return r
		}},
	{"local matrix and structs in memory", "int m[3][4]; pair q[4]; for (int a = 0; a < 3; a++) for (int b = 0; b < 4; b++) m[a][b] = a * 10 + b + x; for (int a = 0; a < 4; a++) { q[a].a = a; q[a].b = x - a; } q[x & 3].a += 7; out[i] = m[i % 3][x & 3] + q[i & 3].a * 3 + q[2].b;",
		func(x, i int32) int32 {
			r := i%3*10 + x&3 + x + i&3*3 + x - 2
			if x&3 == i&3 {
				r += 21
			}
			return r
		}},
	{"doubles and floats", "double d = x * 0.25; float f = d + i; d = d * d + f; out[i] = (int)(d * 4) + (f > 3 ? 1 : 0) + (f != f) + (int)fmaxf(f, -2.5f) + (int)floorf(f) - (int)ceil(d) + (int)rintf(f) + __float_as_int((float)i);",
		func(x, i int32) int32 {
			d := float64(x) * 0.25
			f := d + float64(i)
			d = d*d + f
			r := int32(d*4) + int32(max(f, -2.5)) + int32(math.Floor(f)) - int32(math.Ceil(d)) + int32(math.RoundToEven(f)) +
				int32(math.Float32bits(float32(i)))
			if f > 3 {
				r++
			}
			return r
		}},
	{"atomics", "__shared__ int h[4]; if (i < 4) h[i] = 0; __syncthreads(); atomicAdd(&h[x & 3], 1); __syncthreads(); atomicMax(&h[3], 5); __syncthreads(); out[i] = h[i & 3];",
		func(x, i int32) int32 {
			n := int32(0)
			for k := range 64 {
				if input(k)&3 == i&3 {
					n++
				}
			}
			if i&3 == 3 {
				n = max(n, 5)
			}
			return n
		}},
	{"switch in a loop, return in a loop", "int s = 0; for (int k = 0; k < i; k++) { switch (in[k] & 3) { case 0: continue; case 1: s += 2; break; default: s += find(in, k); } if (s > 300) break; } out[i] = s;",
		func(x, i int32) int32 {
			s := int32(0)
			for k := range i {
				switch input(int(k)) & 3 {
				case 0:
					continue
				case 1:
					s += 2
				default:
					found := int32(-1)
					for j := range k {
						if input(int(j)) > 20 {
							found = j
							break
						}
					}
					s += found
				}
				if s > 300 {
					break
				}
			}
			return s
		}},
	{"a variable behind a pointer in a loop", "int s = 0; for (int k = 0; k < i; k++) bump(&s, k); int t = s; accumulate(&t, in, i); out[i] = t;",
		func(x, i int32) int32 {
			s := i * (i - 1) / 2
			for k := range i {
				s += input(int(k))
			}
			return s
		}},
	{"null pointer first", "const int *p = 0; for (int k = 0; k < 3; k++) { if (p == 0) p = in; else p = p + 1; } out[i] = *p + i;", func(x, i int32) int32 { return input(2) + i }},
}

const prelude = `
struct pair { int a, b; };
__constant__ int weights[4] = {1, 10, 100, 1000};
__device__ int twice(int x) { return x * 2; }
__device__ int clampTo(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }
__device__ int addUp(const int *a, int n) { int s = 0; for (int k = 0; k < n; k++) s += a[k]; return s; }
__device__ void divide(int x, int y, int *q, int *r) { *q = x / y; *r = x % y; }
__device__ void fill(int *v, int x) { for (int k = 0; k < 3; k++) v[k] = x + k; }
__device__ int find(const int *a, int n) { for (int k = 0; k < n; k++) { if (a[k] > 20) return k; } return -1; }
__device__ void bump(int *s, int k) { *s += k; }
__device__ void accumulate(int *s, const int *a, int n) { for (int k = 0; k < n; k++) *s += a[k]; }
__device__ pair swapped(pair p) { pair q; q.a = p.b; q.b = p.a; return q; }
__global__ void k(int *out, const int *in, int n) {
  int i = threadIdx.x;
  int x = in[i];
`

// input is the data of the integer kernels: some of it negative.
func input(i int) int32 { return int32(i*37%101 - 40) }

func TestIntegerKernels(t *testing.T) {
	in := ints(64, func(i int) int { return int(input(i)) })
	for _, k := range intKernels {
		t.Run(k.name, func(t *testing.T) {
			want := ints(64, func(i int) int { return int(k.want(input(i), int32(i))) })
			everyWay(t, prelude+k.body+"\n}\n", []buffer{want, in}, [3]int{1, 1, 1}, [3]int{64, 1, 1}, make(buffer, 64), in, 64)
		})
	}
}

// TestRandomExpressions compares the passes on kernels of random arithmetic.
func TestRandomExpressions(t *testing.T) {
	for seed := range tier.Pick[uint64](6, 30, 1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := &generator{r: r}
		src := prelude + "unsigned u = x * 77u; long long w = x;\n" + g.statements(6, 2) + "out[i] = x ^ (int)u ^ (int)w;\n}\n"
		in := ints(64, func(i int) int { return int(r.Int32()) >> (r.IntN(32)) })
		everyWay(t, src, nil, [3]int{1, 1, 1}, [3]int{64, 1, 1}, make(buffer, 64), in, 64)
	}
}

type generator struct {
	r     *rand.Rand
	loops int
}

func (g *generator) statements(n, depth int) string {
	s := ""
	for range n {
		switch k := g.r.IntN(8); {
		case k == 0 && depth > 0:
			s += fmt.Sprintf("if (%s) { %s } else { %s }\n", g.expr(2), g.statements(2, depth-1), g.statements(1, depth-1))
		case k == 1 && depth > 0:
			g.loops++
			v := fmt.Sprintf("k%d", g.loops)
			s += fmt.Sprintf("for (int %s = 0; %s < %d + (i & %d); %s++) { x += %s * n + in[%s & 63]; %s }\n",
				v, v, g.r.IntN(5), g.r.IntN(4), v, v, v, g.statements(2, depth-1))
		case k == 2 && depth > 0:
			s += fmt.Sprintf("if (%s) { %s }\n", g.expr(2), g.statements(1, 0))
		default:
			s += fmt.Sprintf("%s = %s;\n", []string{"x", "u", "w"}[g.r.IntN(3)], g.expr(3))
		}
	}
	return s
}

func (g *generator) expr(depth int) string {
	if depth == 0 {
		return []string{"x", "u", "w", "i", "n", "3", "8", "1u", "-1", "0", "255", "in[i]", "(char)x", "(short)u"}[g.r.IntN(14)]
	}
	a, b := g.expr(depth-1), g.expr(depth-1)
	switch op := []string{"+", "-", "*", "&", "|", "^", "<", "==", ">=", "&&", "||", "<<", ">>", "/", "?", "~"}[g.r.IntN(16)]; op {
	case "<<", ">>":
		return fmt.Sprintf("((unsigned)(%s) %s (%s & 31))", a, op, b)
	case "/":
		return fmt.Sprintf("((int)(%s) %s %s)", a, []string{"/", "%"}[g.r.IntN(2)],
			[]string{"4", "7", "-3", "1", "16u", "(int)((x & 15) + 1)"}[g.r.IntN(6)])
	case "?":
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(1), a, b)
	case "~":
		return fmt.Sprintf("(~(int)%s)", a)
	default:
		return fmt.Sprintf("(%s %s %s)", a, op, b)
	}
}

// TestBuiltins: every function that the checker lets through has code.
func TestBuiltins(t *testing.T) {
	for _, f := range cuda.Builtins() {
		_, code := builtins[f.Name]
		_, pair := pairs[f.Name]
		_, lanes := lanewise[f.Name]
		lanes = lanes || f.Name == "__match_all_sync" // also a special case
		if vector := len(f.Name) > 5 && f.Name[:5] == "make_"; !code && !pair && !lanes && !vector && !cuda.IsText(f.Name) {
			t.Errorf("no code for %s", f)
		}
	}
}
