package isa

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/kernels"
)

var update = flag.Bool("update", false, "rewrite the golden listings")

// TestListings compares the listings of the built-in programs with testdata.
func TestListings(t *testing.T) {
	for _, e := range kernels.All() {
		name := strings.ReplaceAll(e.Name, "/", "_")
		golden := filepath.Join("testdata", name+".txt")
		d := gtx280(t)
		if strings.Contains(e.Source, "__shfl") {
			d = k20x(t) // the oldest that has it
		}
		got := lower(t, d, e.Source).String()
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (run with -update if intended):\n%s", golden, diff)
		}
	}
}

// source is the text of a built-in program.
func source(t testing.TB, name string) string {
	t.Helper()
	for _, e := range kernels.All() {
		if e.Name == name {
			return e.Source
		}
	}
	t.Fatalf("no program %s", name)
	return ""
}

// TestInnerLoops counts what the unrolled loop over k costs: moves from shared
// memory, additions to address registers, multiply-adds with a shared operand.
// The lecture ("GPU Hardware Performance II") disassembles the two programs with
// two outputs: a move, an addition and two MADs for each of the 32 k, and the same
// without the addition once B is transposed. The first k uses the register that
// the loop keeps, so that one addition less is enough.
func TestInnerLoops(t *testing.T) {
	type counts struct{ mov, add, mad int }
	for name, want := range map[string]struct {
		counts
		clocks float64 // per MAD, of the lecture: 4 for a move and an addition, 6 for a MAD
	}{
		"matmul/tiled":                  {counts{16, 7, 16}, 12},
		"matmul/two_outputs":            {counts{32, 31, 64}, 10},
		"matmul/two_outputs_transposed": {counts{32, 0, 64}, 8},
		"matmul/one_block_in_shared":    {counts{0, 5, 256}, 6},
	} {
		p := lower(t, gtx280(t), source(t, name))
		var got counts
		clocks := 0
		for _, in := range innerLoop(p) {
			switch {
			case in.Op == ir.Mad && in.Src[0].Kind == SharedMem:
				got.mad++
			case in.Dst.Kind == Addr && in.Op == ir.Add:
				got.add++
			case in.Op == ir.Load && in.Space == ir.Shared:
				got.mov++
			default:
				continue // the next tiles are loaded, and the loop goes on
			}
			clocks += in.Issue
		}
		if got != want.counts {
			t.Errorf("%s: %+v in the inner loop, want %+v", name, got, want.counts)
		}
		if perMad := float64(clocks) / float64(got.mad); math.Abs(perMad/want.clocks-1) > 0.025 {
			t.Errorf("%s: %.2f clocks per MAD, the lecture has %v", name, perMad, want.clocks)
		}
	}
}

// TestDisassembly is the text of the lecture's two inner loops at k = 2, but for the
// numbers of the registers: the address is ready before the MADs, which share the move.
func TestDisassembly(t *testing.T) {
	for name, pattern := range map[string]string{
		"matmul/two_outputs": `mov\.b32 (\$r\d+), s\[\$ofs\d\+0x0000\].*
.*add\.b32 \$ofs\d, \$ofs\d, 0x00000180.*
.*mad\.rn\.f32 (\$r\d+), s\[\$ofs(\d)\+0x0008\], (\$r\d+), (\$r\d+).*
.*mad\.rn\.f32 (\$r\d+), s\[\$ofs(\d)\+0x0008\], (\$r\d+), (\$r\d+).*`,
		"matmul/two_outputs_transposed": `mov\.b32 (\$r\d+), s\[\$ofs\d\+0x0008\].*
.*mad\.rn\.f32 (\$r\d+), s\[\$ofs(\d)\+0x0008\], (\$r\d+), (\$r\d+).*
.*mad\.rn\.f32 (\$r\d+), s\[\$ofs(\d)\+0x0008\], (\$r\d+), (\$r\d+).*`,
	} {
		p := lower(t, gtx280(t), source(t, name))
		m := regexp.MustCompile(pattern).FindStringSubmatch(p.String())
		if m == nil {
			t.Fatalf("%s: no such loop:\n%s", name, p)
		}
		if m[1] != m[4] || m[1] != m[8] || m[2] != m[5] || m[6] != m[9] || m[2] == m[6] || m[3] == m[7] {
			t.Errorf("%s: the registers don't fit together: %q", name, m)
		}
	}
}

// innerLoop is the code of the last loop.
func innerLoop(p *Program) []Instr {
	for pc := len(p.Code) - 1; pc >= 0; pc-- {
		if in := p.Code[pc]; in.Kind == Branch && in.Target < pc {
			return p.Code[in.Target : pc+1]
		}
	}
	return nil
}

// TestSharedOperands has the lecture's three forms with their clocks.
func TestSharedOperands(t *testing.T) {
	for body, want := range map[string]struct {
		text  string
		issue int
	}{
		`x = x + s[5];`:     {"add.f32", 4},
		`x = x + x * s[5];`: {"mad.rn.f32", 5},
		`x = x + y * s[5];`: {"mad.rn.f32", 6},
	} {
		p := lower(t, gtx280(t), `__global__ void k(float *out) { __shared__ float s[32];
			s[threadIdx.x] = out[threadIdx.x]; float x = out[1], y = out[2]; __syncthreads(); `+body+` out[0] = x; out[3] = y; }`)
		found := false
		for _, in := range p.Code {
			if in.Class == ClassFP32 {
				found = true
				if in.Issue != want.issue || !strings.HasPrefix(in.Text, want.text) || in.Src[0].Kind != SharedMem {
					t.Errorf("%s: %d clocks for %s, want %d for %s", body, in.Issue, in.Text, want.issue, want.text)
				}
			}
		}
		if !found {
			t.Errorf("%s: no such instruction:\n%s", body, p)
		}
	}
}

// TestNoFoldAcrossBarrier: a shared load may not move past a store or a barrier.
func TestNoFoldAcrossBarrier(t *testing.T) {
	for _, between := range []string{"__syncthreads();", "s[threadIdx.y] = 1.0f;"} {
		p := lower(t, gtx280(t), `__global__ void k(float *out) { __shared__ float s[32];
			float x = s[threadIdx.x]; `+between+` out[0] = out[1] + x; }`)
		for _, in := range p.Code {
			if in.Op == ir.Add && in.Type == ir.F32 && in.Src[0].Kind == SharedMem {
				t.Errorf("%s: the load moved:\n%s", between, p)
			}
		}
	}
}

// TestLowerErrors: what the instruction set lacks is named with its line.
func TestLowerErrors(t *testing.T) {
	d := *gtx280(t)
	entry := &ir.Block{Term: ir.Return}
	one := &ir.Value{ID: 1, Op: ir.Constant, Type: ir.S32, Imm: 1, Block: entry}
	shuffle := &ir.Value{ID: 2, Op: ir.Shfl, Type: ir.S32, Args: []*ir.Value{one, one, one}, Block: entry, Line: 2}
	entry.Values = []*ir.Value{one, shuffle}
	f := &ir.Func{Name: "k", Blocks: []*ir.Block{entry}}
	if _, err := Lower(t.Context(), f, &d); err == nil || !strings.Contains(err.Error(), "line 2") ||
		!strings.Contains(err.Error(), "shuffles") {
		t.Errorf("%v, want line 2 and shuffles", err)
	}
	d.InstructionSet = "0.9"
	if _, err := Lower(t.Context(), f, &d); err == nil || !strings.Contains(err.Error(), `"0.9"`) {
		t.Errorf("%v, want the compute capability", err)
	}
	d = *gtx280(t)
	d.MaxRegisters = 2
	if _, err := Lower(t.Context(), build(t, &d, source(t, "matmul/two_outputs")), &d); err == nil ||
		!strings.Contains(err.Error(), "more than 2 registers") {
		t.Errorf("%v, want the number of registers", err)
	}
}

// TestScaledAdd: LEA has the term that is added, and then the shift, as cuobjdump prints it; not the factor.
func TestScaledAdd(t *testing.T) {
	f := &Instr{Op: ir.Mad, Type: ir.S32, Dst: Operand{Kind: Reg, N: 0}, Src: [3]Operand{
		{Kind: Reg, N: 3}, {Kind: Imm, Value: 8}, {Kind: Reg, N: 5}}}
	l := &lowering{target: &target{rules: rules{Pipes: true, Capitals: true}}}
	if got := strings.Join(l.sassOperands(f), ", "); got != "R0, R3, R5, 0x3" {
		t.Errorf("LEA %s, want a shift of 3 behind the term", got)
	}
}
