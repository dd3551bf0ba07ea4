package cuda

import (
	"fmt"
	"strings"
	"sync"
)

// A MatrixShape is a product of matrices that the tensor cores do in one instruction.
type MatrixShape struct {
	M, N, K int
	// A, B and C are the types of the elements, by PTX's names. D is as C.
	A, B, C string
	// Bits says how bits are combined before they are counted: xor or and.
	Bits string
	// Volta marks the steps of 7.0, which PTX does not know: the layouts of A and B, as rows and columns.
	Volta string
}

// MatrixShapes are the instructions of the tensor cores. __mma names them by their places here, of which
// library/mma.cuh knows the first eight.
var MatrixShapes = sync.OnceValue(func() (all []MatrixShape) {
	for _, sum := range []string{"f32", "f16"} {
		for _, layouts := range []string{"row col", "col col", "row row", "col row"} {
			all = append(all, MatrixShape{M: 16, N: 16, K: 4, A: "f16", B: "f16", C: sum, Volta: layouts})
		}
	}
	for _, x := range []struct{ m, n, shape, sum, bits string }{
		{"f16", "f16", "16 8 8", "f32", ""}, {"f16", "f16", "16 8 16", "f32", ""},
		{"f16", "f16", "16 8 8", "f16", ""}, {"f16", "f16", "16 8 16", "f16", ""},
		{"bf16", "bf16", "16 8 8", "f32", ""}, {"bf16", "bf16", "16 8 16", "f32", ""},
		{"tf32", "tf32", "16 8 4", "f32", ""}, {"tf32", "tf32", "16 8 8", "f32", ""},
		{"f64", "f64", "8 8 4", "f64", ""},
		{"s8 u8", "s8 u8", "8 8 16", "s32", ""}, {"s8 u8", "s8 u8", "16 8 16", "s32", ""}, {"s8 u8", "s8 u8", "16 8 32", "s32", ""},
		{"s4 u4", "s4 u4", "8 8 32", "s32", ""}, {"s4 u4", "s4 u4", "16 8 32", "s32", ""}, {"s4 u4", "s4 u4", "16 8 64", "s32", ""},
		{"b1", "b1", "8 8 128", "s32", "xor"}, {"b1", "b1", "16 8 128", "s32", "xor"}, {"b1", "b1", "16 8 256", "s32", "xor"},
		{"b1", "b1", "8 8 128", "s32", "and"}, {"b1", "b1", "16 8 128", "s32", "and"}, {"b1", "b1", "16 8 256", "s32", "and"},
	} {
		s := MatrixShape{C: x.sum, Bits: x.bits}
		fmt.Sscan(x.shape, &s.M, &s.N, &s.K)
		for _, s.A = range strings.Fields(x.m) {
			for _, s.B = range strings.Fields(x.n) {
				all = append(all, s)
			}
		}
	}
	return all
})

// elementBits are the bits of an element.
var elementBits = map[string]int{"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64, "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1,
	"s32": 32}

// PerRegister is how many elements of A or B a register has. A double has two registers, which count as one here.
func (s *MatrixShape) PerRegister() int { return max(1, 32/elementBits[s.A]) }

// Registers are those of a lane for A, B and C.
func (s *MatrixShape) Registers() (a, b, c int) {
	const lanes = 32
	a, b, c = s.M*s.K/lanes/s.PerRegister(), s.N*s.K/lanes/s.PerRegister(), s.M*s.N/lanes
	if s.C == "f16" {
		c /= 2
	}
	if s.Volta != "" { // both of a pair of groups have the same lines, and a step gives a part of C
		a, b, c = 2*a, 2*b, 2
	}
	return a, b, c
}

// name is that of PTX, without layouts: m16n8k16.f32.f16.f16.f32.
func (s *MatrixShape) name() string {
	name := fmt.Sprintf("m%dn%dk%d.%s.%s.%s.%s", s.M, s.N, s.K, s.C, s.A, s.B, s.C)
	if s.Bits != "" {
		name += "." + s.Bits + ".popc"
	}
	return name
}

// SaturatedMma is the bit of the number of an element of __mma with .satfinite.
const SaturatedMma = 64

// product translates mma.sync.aligned.shape.row.col.types D, A, B, C.
func (x *ptx) product(line string, parts, args []string) {
	var name []string
	layouts, part := "", 0
	for _, p := range parts[1:] {
		switch p {
		case "sync", "aligned":
		case "row", "col":
			layouts += p
		case "satfinite":
			part = SaturatedMma
		default:
			name = append(name, p)
		}
	}
	all := MatrixShapes()
	for i := range all {
		s := &all[i]
		if s.Volta != "" || s.name() != strings.Join(name, ".") {
			continue
		}
		a, b, c := s.Registers()
		list := make([][]string, 4)
		for j := range min(len(args), 4) {
			list[j] = listed(args[j])
		}
		if layouts != "rowcol" || len(args) != 4 || len(list[0]) != c || len(list[1]) != a || len(list[2]) != b || len(list[3]) != c {
			x.p.fail(&x.at, "%s is %s.row.col D, A, B, C with %d registers for D and C, %d for A and %d for B", line, strings.Join(name, "."),
				c, a, b)
		}
		x.multiply(i, part, s, list)
		return
	}
	x.p.fail(&x.at, "the product %q is not one of those that the model knows: mma.sync.aligned.m16n8k8 and m16n8k16 of f16 and bf16, "+
		"m16n8k4 and m16n8k8 of tf32, m8n8k4 of f64, m8n8k16, m16n8k16 and m16n8k32 of s8 and u8, those of s4, u4 and b1", line)
}

// multiply writes the elements of a product. All sources are read before the first result is written.
func (x *ptx) multiply(shape, part int, s *MatrixShape, list [][]string) {
	operand, sum := "b32", "b32"
	switch s.C {
	case "f32":
		sum = "f32"
	case "f64":
		operand, sum = "f64", "f64"
	}
	sources := func(args []string, most int) (text string) {
		for i := range most {
			if i < len(args) {
				text += ", " + x.read(args[i], operand)
			} else if operand == "b32" {
				text += ", 0u"
			}
		}
		return text
	}
	x.emit("{")
	for i := range list[0] {
		x.emit(fmt.Sprintf("%s ptx_sum%d = __mma(%d, %d%s%s, %s);", ptxTypes[sum], i, shape, part+i,
			sources(list[1], 4), sources(list[2], 2), x.read(list[3][i], sum)))
		x.registers["sum"+itoa(i)] = sum
	}
	for i, d := range list[0] {
		x.write("mma", d, sum, "ptx_sum"+itoa(i))
	}
	x.emit("}")
}

// listed is {a, b} as a list; what has no braces is one element.
func listed(arg string) (list []string) {
	for _, a := range strings.Split(strings.Trim(strings.TrimSpace(arg), "{}"), ",") {
		if a = strings.TrimSpace(a); a != "" {
			list = append(list, a)
		}
	}
	return list
}
