package gpumodel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/ir"
)

// mmaCase is an instruction mma.sync, with the places of elements as the PTX ISA lists them for it (section "Matrix
// Fragments for mma"): element i of a lane in group g = lane / 4 with number t = lane % 4.
type mmaCase struct {
	name    string // of the instruction, behind mma.sync.aligned.
	m, n, k int
	a, b, c string
	nA, nB  int // elements of a lane
	atA     func(g, t, i int) (row, column int)
	atB     func(g, t, i int) (row, column int)
	cards   string
}

func mmaCases() []mmaCase {
	shortA8 := func(g, t, i int) (int, int) { return g + i/2*8, t*2 + i%2 }
	shortA16 := func(g, t, i int) (int, int) { return g + i/2%2*8, t*2 + i%2 + i/4*8 }
	shortB8 := func(g, t, i int) (int, int) { return t*2 + i, g }
	shortB16 := func(g, t, i int) (int, int) { return t*2 + i%2 + i/2*8, g }
	wordA4 := func(g, t, i int) (int, int) { return g + i*8, t }
	wordA8 := func(g, t, i int) (int, int) { return g + i%2*8, t + i/2*4 }
	wordB8 := func(g, t, i int) (int, int) { return t + i*4, g }
	byteA16 := func(g, t, i int) (int, int) { return g + i/4*8, t*4 + i%4 }
	byteA32 := func(g, t, i int) (int, int) { return g + i/4%2*8, t*4 + i%4 + i/8*16 }
	byteB32 := func(g, t, i int) (int, int) { return t*4 + i%4 + i/4*16, g }
	one := func(g, t, i int) (int, int) { return g, t }
	four := func(g, t, i int) (int, int) { return g, t*4 + i }
	across := func(at func(g, t, i int) (int, int)) func(g, t, i int) (int, int) {
		return func(g, t, i int) (int, int) { r, c := at(g, t, i); return c, r }
	}
	nibbleA64 := func(g, t, i int) (int, int) { return g + i/8%2*8, t*8 + i%8 + i/16*32 }
	nibbleB64 := func(g, t, i int) (int, int) { return t*8 + i%8 + i/8*32, g }
	bitA256 := func(g, t, i int) (int, int) { return g + i/32%2*8, t*32 + i%32 + i/64*128 }
	bitB256 := func(g, t, i int) (int, int) { return t*32 + i%32 + i/32*128, g }
	const later, turing = "A100 RTX 3090 H200", "RTX 2080 Ti A100"
	cases := []mmaCase{
		{"m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 8, "f16", "f16", "f32", 4, 2, shortA8, shortB8, turing},
		{"m16n8k16.row.col.f32.f16.f16.f32", 16, 8, 16, "f16", "f16", "f32", 8, 4, shortA16, shortB16, later},
		{"m16n8k8.row.col.f16.f16.f16.f16", 16, 8, 8, "f16", "f16", "f16", 4, 2, shortA8, shortB8, turing},
		{"m16n8k16.row.col.f16.f16.f16.f16", 16, 8, 16, "f16", "f16", "f16", 8, 4, shortA16, shortB16, later},
		{"m16n8k8.row.col.f32.bf16.bf16.f32", 16, 8, 8, "bf16", "bf16", "f32", 4, 2, shortA8, shortB8, later},
		{"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 8, 16, "bf16", "bf16", "f32", 8, 4, shortA16, shortB16, later},
		{"m16n8k4.row.col.f32.tf32.tf32.f32", 16, 8, 4, "tf32", "tf32", "f32", 2, 1, wordA4, across(one), later},
		{"m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 8, "tf32", "tf32", "f32", 4, 2, wordA8, wordB8, later},
		{"m8n8k4.row.col.f64.f64.f64.f64", 8, 8, 4, "f64", "f64", "f64", 1, 1, one, across(one), later},
		{"m16n8k64.row.col.s32.s4.u4.s32", 16, 8, 64, "s4", "u4", "s32", 32, 16, nibbleA64, nibbleB64, later},
		{"m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 16, 8, 256, "b1", "b1", "s32", 128, 64, bitA256, bitB256, later},
		{"m16n8k256.row.col.s32.b1.b1.s32.and.popc", 16, 8, 256, "b1", "b1", "s32", 128, 64, bitA256, bitB256, later},
	}
	for _, a := range []string{"s8", "u8"} {
		for _, b := range []string{"s8", "u8"} {
			types := ".row.col.s32." + a + "." + b + ".s32"
			cases = append(cases,
				mmaCase{"m8n8k16" + types, 8, 8, 16, a, b, "s32", 4, 4, four, across(four), turing},
				mmaCase{"m16n8k16" + types, 16, 8, 16, a, b, "s32", 8, 4, byteA16, across(four), later},
				mmaCase{"m16n8k32" + types, 16, 8, 32, a, b, "s32", 16, 8, byteA32, byteB32, later})
		}
	}
	return cases
}

// numberBits are the bits of a small whole number as an element, and how many they are.
func numberBits(kind string, x int) (bits uint64, width int) {
	switch kind {
	case "f16":
		return uint64(ir.HalfBits(float64(x))), 16
	case "bf16":
		return uint64(math.Float32bits(float32(x)) >> 16), 16
	case "tf32", "f32":
		return uint64(math.Float32bits(float32(x))), 32
	case "f64":
		return math.Float64bits(float64(x)), 64
	case "s8", "u8":
		return uint64(uint8(x)), 8
	case "s4", "u4":
		return uint64(x & 15), 4
	case "b1":
		return uint64(x & 1), 1
	}
	return uint64(uint32(x)), 32
}

// packed are elements as 32-bit registers of a lane.
func packed(kind string, xs []int) (words []uint32) {
	used := 0
	for _, x := range xs {
		bits, width := numberBits(kind, x)
		if width == 64 {
			words = append(words, uint32(bits), uint32(bits>>32))
			continue
		}
		if used%32 == 0 {
			words = append(words, 0)
		}
		words[len(words)-1] |= uint32(bits) << (used % 32)
		used += width
	}
	return words
}

// TestInlineMma: mma.sync multiplies matrices that lie in registers as the PTX ISA says, on all cards that have it.
func TestInlineMma(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	for _, c := range mmaCases() {
		ranges := map[string][2]int{"s8": {-128, 127}, "u8": {0, 255}, "s4": {-8, 7}, "u4": {0, 15}, "b1": {0, 1}}
		number := func(kind string) int {
			r, ok := ranges[kind]
			if !ok {
				r = [2]int{-8, 8}
			}
			return r[0] + random.IntN(r[1]-r[0]+1)
		}
		fill := func(kind string, rows, columns int) [][]int {
			m := make([][]int, rows)
			for r := range m {
				for range columns {
					m[r] = append(m[r], number(kind))
				}
			}
			return m
		}
		a, b, sum := fill(c.a, c.m, c.k), fill(c.b, c.k, c.n), fill(c.c, c.m, c.n)
		var wordsA, wordsB, wordsC, want []uint32
		perC := c.m * c.n / 32
		placeC := func(g, t, i int) (int, int) { return g + i/2*8, t*2 + i%2 }
		for lane := range 32 {
			g, t := lane/4, lane%4
			var xs, ys, zs, ds []int
			for i := range c.nA {
				r, k := c.atA(g, t, i)
				xs = append(xs, a[r][k])
			}
			for i := range c.nB {
				k, n := c.atB(g, t, i)
				ys = append(ys, b[k][n])
			}
			for i := range perC {
				r, n := placeC(g, t, i)
				d := sum[r][n]
				for k := range c.k {
					switch {
					case strings.Contains(c.name, "xor"):
						d += a[r][k] ^ b[k][n]
					default:
						d += a[r][k] * b[k][n]
					}
				}
				zs, ds = append(zs, sum[r][n]), append(ds, d)
			}
			wordsA, wordsB = append(wordsA, packed(c.a, xs)...), append(wordsB, packed(c.b, ys)...)
			wordsC, want = append(wordsC, packed(c.c, zs)...), append(want, packed(c.c, ds)...)
		}
		source := mmaKernel(c, len(wordsA)/32, len(wordsB)/32, len(wordsC)/32)
		for _, name := range splitCards(c.cards) {
			ofGot := arrayOf(t, make([]uint32, len(want)))
			l := Launch{Kernel: compile(t, source), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{ofGot, arrayOf(t, wordsA), arrayOf(t, wordsB), arrayOf(t, wordsC)}}
			if _, err := Run(t.Context(), card(t, name), l); err != nil {
				t.Fatalf("%s on %s: %v", c.name, name, err)
			}
			if diff := cmp.Diff(want, contents(t, ofGot, want)); diff != "" {
				t.Fatalf("%s on %s: %s", c.name, name, diff)
			}
		}
	}
}

func splitCards(list string) (names []string) {
	for _, n := range strings.Split(strings.NewReplacer("RTX ", "RTX_", " Ti", "_Ti").Replace(list), " ") {
		names = append(names, strings.ReplaceAll(n, "_", " "))
	}
	return names
}

// mmaKernel reads the registers of each lane, multiplies and writes them.
func mmaKernel(c mmaCase, a, b, d int) string {
	letter, typ, per := "r", "unsigned", 1
	sum, sumType := letter, typ
	switch c.c {
	case "f32":
		sum, sumType = "f", "float"
	case "f64":
		letter, typ, sum, sumType, per = "d", "double", "d", "double", 2
	}
	a, b, d = a/per, b/per, d/per
	var text strings.Builder
	fmt.Fprintf(&text, "__global__ void k(%s *d, const %s *a, const %s *b, const %s *c) {\n\tint t = threadIdx.x;\n\t%s x[%d];\n", sumType, typ, typ, sumType, sumType, d)
	number := 0
	list := func(n int) string {
		var names []string
		for range n {
			names, number = append(names, fmt.Sprintf("%%%d", number)), number+1
		}
		return "{" + strings.Join(names, ", ") + "}"
	}
	ofD := list(d)
	fmt.Fprintf(&text, "\tasm volatile(\"mma.sync.aligned.%s \"\n\t\t\"%s, %s, %s, %s;\\n\"\n\t\t:", c.name, ofD, list(a), list(b), list(d))
	operands := func(letter, format string, n int) {
		for i := range n {
			comma := ","
			if i == 0 {
				comma = ""
			}
			fmt.Fprintf(&text, "%s \"%s\"(%s)", comma, letter, fmt.Sprintf(format, i))
		}
	}
	operands("="+sum, "x[%d]", d)
	text.WriteString("\n\t\t:")
	operands(letter, fmt.Sprintf("a[%d * t + %%d]", a), a)
	text.WriteString(",")
	operands(letter, fmt.Sprintf("b[%d * t + %%d]", b), b)
	text.WriteString(",")
	operands(sum, fmt.Sprintf("c[%d * t + %%d]", d), d)
	fmt.Fprintf(&text, ");\n\tfor (int i = 0; i < %d; i++) d[%d * t + i] = x[i];\n}", d, d)
	return text.String()
}
