package gpumodel_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// exactness has a kernel for each thing that the flags about floats change.
const exactness = `
__global__ void quotient(float *r, float x, float y) { r[threadIdx.x] = x / y; }
__global__ void quotients(float *r, float x, float y) { r[threadIdx.x] /= y; }
__global__ void inverse(float *r, float x, float y) { r[threadIdx.x] = 1.0f / y; }
__global__ void root(float *r, float x, float y) { r[threadIdx.x] = sqrtf(x); }
__global__ void sum(float *r, float x, float y) { float v = r[threadIdx.x] + x; r[threadIdx.x] = v * v + v; }
__global__ void half(float *r, float x, float y) { r[threadIdx.x] = x * 0.5f; }
__global__ void sine(float *r, float x, float y) { r[threadIdx.x] = sinf(x); }
__global__ void cosine(float *r, float x, float y) { r[threadIdx.x] = cosf(x); }
__global__ void power(float *r, float x, float y) { r[threadIdx.x] = expf(x); }
__global__ void rounded(float *r, float x, float y) { r[threadIdx.x] = __fdiv_rn(x, y) + __fsqrt_rn(y); }
__global__ void inDouble(double *r, double x, double y) { r[threadIdx.x] = x / y + sqrt(x); }
`

// machineInstructions are the instructions of a kernel, sequences in full.
func machineInstructions(p *isa.Program) (n int) {
	for _, in := range p.Code {
		n += in.Count
	}
	return n
}

func lowerWith(t *testing.T, d *device.Device, name string, a ir.Arithmetic) *isa.Program {
	t.Helper()
	m, err := Compile("exactness.cu", exactness, Options{Arithmetic: a})
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Kernel(name).Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each flag makes the code shorter that it is about, and no other; nothing touches
// what names its rounding. It holds for every compute capability that has code.
func TestArithmeticFlags(t *testing.T) {
	fast, flushing := ir.Arithmetic{FastMath: true}, ir.Arithmetic{Flush: true}
	division, root := ir.Arithmetic{FastDivision: true}, ir.Arithmetic{FastSqrt: true}
	split := ir.Arithmetic{NoContraction: true}
	seen := map[string]bool{}
	for _, d := range device.All() {
		if d.Modelled() != nil || seen[d.ComputeCapability] {
			continue
		}
		seen[d.ComputeCapability] = true
		always := d.FlushesSubnormals // c.c. 1.x: division and root are never exact, and a reciprocal is one instruction
		for _, test := range []struct {
			kernel  string
			flags   ir.Arithmetic
			shorter bool // or longer, for split
		}{
			// An exact quotient of values that all threads share has as few instructions as any, in ptxas' code too.
			{"quotients", division, !always}, {"quotients", fast, true}, {"quotients", root, false},
			{"inverse", fast, !always}, {"root", root, !always}, {"root", fast, !always}, {"root", division, false},
			{"sine", fast, true}, {"cosine", fast, true}, {"power", fast, true}, {"sine", division, false},
			{"rounded", division, false}, {"rounded", root, false}, {"rounded", fast, false},
			{"inDouble", fast, false}, {"inDouble", flushing, false}, {"half", flushing, false}, {"sum", fast, false},
		} {
			if test.kernel == "inDouble" && d.ComputeCapability < "1.3" {
				continue // no doubles there
			}
			plain, changed := machineInstructions(lowerWith(t, d, test.kernel, ir.Arithmetic{})), machineInstructions(lowerWith(t, d,
				test.kernel, test.flags))
			if (changed < plain) != test.shorter || changed > plain {
				t.Errorf("%s, %s, %+v: %d instructions, without %d", d.Name, test.kernel, test.flags, changed, plain)
			}
		}
		if one, two := machineInstructions(lowerWith(t, d, "sum", ir.Arithmetic{})), machineInstructions(lowerWith(t, d, "sum",
			split)); two != one+1 {
			t.Errorf("%s: a product and a sum are %d instructions, one multiply-add %d", d.Name, two, one)
		}
		// Approximations in a row: quotient as / is, with --prec-div=false, with --use_fast_math.
		lengths := []int{}
		for _, a := range []ir.Arithmetic{{}, division, {FastDivision: true, Flush: true}, fast} {
			lengths = append(lengths, machineInstructions(lowerWith(t, d, "quotients", a)))
		}
		for i := range lengths[1:] {
			if lengths[i+1] > lengths[i] {
				t.Errorf("%s: a quotient has %v instructions: ever fewer are expected", d.Name, lengths)
			}
		}
	}
}

// On 1.x 1.0f / x is one instruction of the special function unit, right to one unit in the last place as CUDA's guide says. What
// names its rounding stays exact.
func TestReciprocalOnUnit(t *testing.T) {
	const source = `__global__ void f(float *out, const float *x)
{
    int i = threadIdx.x;
    out[i] = 1.0f / x[i];
    out[64 + i] = __frcp_rn(x[i]);
}
__global__ void inverse(float *out) { out[0] = 1 / out[1]; }
__global__ void quotient(float *out) { out[0] = out[2] / out[1]; }`
	m, err := Compile("unit.cu", source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for card, want := range map[string]bool{"8800 GTX": true, "GTX 280": true, "C2050": false} {
		d := modeltest.Card(t, card)
		for name, want := range map[string]bool{"inverse": want, "quotient": false} {
			p, err := m.Kernel(name).Lower(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			unit := slices.ContainsFunc(p.Code, func(in isa.Instr) bool { return in.Op == ir.Rcp })
			exact := slices.ContainsFunc(p.Code, func(in isa.Instr) bool { return in.Op == ir.Div })
			if unit != want || exact == want {
				t.Errorf("%s on a %s: a reciprocal of the unit %v, want %v; a division %v:\n%s", name, card, unit, want, exact, p)
			}
		}
	}
	in, err := NewArrayFunc(Float32, func(i int) float64 { return 0.37*float64(i*i%83) + 0.001 }, 64)
	if err != nil {
		t.Fatal(err)
	}
	out, err := NewArray(Float32, 2*64)
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Kernel: m.Kernel("f"), Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1}, Args: []any{out, in}, Mode: Full}
	if _, err := Run(t.Context(), modeltest.Card(t, "GTX 280"), l); err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		want := float32(1 / in.At(i))
		unit := float64(math.Nextafter32(want, math.MaxFloat32)) - float64(want)
		if off := math.Abs(out.At(i)-float64(want)) / unit; off > 1 {
			t.Errorf("1.0f / %v: %v, want %v: %.1f units in the last place", in.At(i), out.At(i), want, off)
		}
		if got := out.At(64 + i); got != float64(want) {
			t.Errorf("__frcp_rn(%v) is %v, want %v", in.At(i), got, want)
		}
	}
}

// On 2.0 the listing shows what nvcc's does: FTZ where subnormal numbers are 0, one
// FFMA or two instructions, the special function unit.
func TestArithmeticListing(t *testing.T) {
	for _, test := range []struct {
		kernel     string
		flags      ir.Arithmetic
		want, lack string
	}{
		{"sum", ir.Arithmetic{}, "FFMA R", "FTZ"},
		{"sum", ir.Arithmetic{Flush: true}, "FFMA.FTZ", "FMUL"},
		{"sum", ir.Arithmetic{NoContraction: true}, "FMUL", "FFMA"},
		{"inverse", ir.Arithmetic{FastMath: true}, "MUFU.RCP", "FMUL"},
		{"sine", ir.Arithmetic{FastMath: true}, "MUFU.SIN", "SIN.F32"},
		{"half", ir.Arithmetic{FastMath: true}, "FMUL.FTZ", "FFMA"},
	} {
		listing := lowerWith(t, modeltest.Card(t, "C2050"), test.kernel, test.flags).String()
		if !strings.Contains(listing, test.want) || strings.Contains(listing, test.lack) {
			t.Errorf("%s with %+v: want %s and no %s:\n%s", test.kernel, test.flags, test.want, test.lack, listing)
		}
	}
}

// The flags change results as the hardware's do: numbers too small for a full exponent
// are 0 with --ftz=true and on 1.x, and a product is rounded with --fmad=false.
func TestArithmeticResults(t *testing.T) {
	const tiny = 1e-40        // needs a subnormal float
	const x = 1 + 1.0/(1<<12) // its square has 25 bits
	const small = math.SmallestNonzeroFloat32
	for _, test := range []struct {
		card, kernel string
		flags        ir.Arithmetic
		x, y, want   float64
	}{
		{"C2050", "half", ir.Arithmetic{}, 2 * small, 0, small},
		{"C2050", "half", ir.Arithmetic{Flush: true}, 2 * small, 0, 0},
		{"C2050", "half", ir.Arithmetic{FastMath: true}, 2 * small, 0, 0},
		{"GTX 280", "half", ir.Arithmetic{}, 2 * small, 0, 0},
		{"C2050", "quotient", ir.Arithmetic{}, 0x1p-126, 2, 0x1p-127},
		{"C2050", "quotient", ir.Arithmetic{FastDivision: true}, 0x1p-126, 2, 0x1p-127},
		{"C2050", "quotient", ir.Arithmetic{Flush: true}, 0x1p-126, 2, 0},
		{"C2050", "quotient", ir.Arithmetic{}, 0x1p127, 0x1p127, 1},
		{"C2050", "quotient", ir.Arithmetic{FastMath: true}, 0x1p127, 0x1p127, 0}, // __fdividef's range ends at 2^126
		{"C2050", "quotient", ir.Arithmetic{FastMath: true}, math.Inf(1), 0x1p127, math.NaN()},
		{"C2050", "sum", ir.Arithmetic{}, -x, -x, x*x - x},
		{"C2050", "sum", ir.Arithmetic{NoContraction: true}, -x, -x, float64(float32(x*x)) - x},
		{"C2050", "root", ir.Arithmetic{FastSqrt: true}, 4, 0, 2},
		{"C2050", "root", ir.Arithmetic{Flush: true}, tiny, 0, 0},
		{"C2050", "root", ir.Arithmetic{}, 0x1p-140, 0, 0x1p-70},
	} {
		m, err := Compile("exactness.cu", exactness, Options{Arithmetic: test.flags})
		if err != nil {
			t.Fatal(err)
		}
		out := modeltest.Zeros(t, Float32, 32)
		l := Launch{Kernel: m.Kernel(test.kernel), Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{out, test.x, test.y}, Mode: Full}
		if _, err := Run(t.Context(), modeltest.Card(t, test.card), l); err != nil {
			t.Fatal(err)
		}
		if got := out.At(31); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%s, %s(%g, %g) with %+v: %g, want %g", test.card, test.kernel, test.x, test.y, test.flags, got, test.want)
		}
	}
}
