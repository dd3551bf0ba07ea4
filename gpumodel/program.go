package gpumodel

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/kernels"
)

// A Program is a built-in kernel with its usual launch and data: family/variant.
type Program struct {
	Name    string // "transpose/padded"
	Doc     string // one line
	Lecture string // where it comes from
	Source  string
	Block   Dim3 // the usual block
	entry   kernels.Entry
}

// Programs lists the built-in programs of a family, or all for "".
func Programs(family string) []*Program {
	var list []*Program
	for _, e := range kernels.All() {
		if family == "" || strings.HasPrefix(e.Name, family+"/") {
			list = append(list, &Program{Name: e.Name, Doc: e.Doc, Lecture: e.Lecture, Source: e.Source,
				Block: Dim3{e.BlockX, e.BlockY, 1}, entry: e})
		}
	}
	return list
}

// FindProgram finds a program by name; the error lists the programs.
func FindProgram(name string) (*Program, error) {
	var names []string
	for _, p := range Programs("") {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("unknown program %q (known: %s)", name, strings.Join(names, ", "))
}

// ProgramRun says how to run a program. Zero values mean the usual ones.
type ProgramRun struct {
	N       int
	Block   Dim3
	Defines map[string]string
	Mode    Mode
	// Check compares the result with the reference: always (Full), never
	// (Sample), or, by default, when every thread was executed.
	Check Mode
}

// maxProgramSize keeps n × n floats within the largest array.
const maxProgramSize = 16384

// Kernel compiles the program with further definitions; the kernel is named
// like the program.
func (p *Program) Kernel(defines map[string]string) (*Kernel, error) {
	m, err := Compile(p.Name+".cu", p.Source, Options{Defines: defines})
	if err != nil {
		return nil, err
	}
	k := m.Kernel(p.entry.Kernel)
	if k == nil {
		return nil, fmt.Errorf("%s has no kernel %s", p.Name, p.entry.Kernel)
	}
	k.Name = p.Name
	return k, nil
}

// Run runs the program on its usual data: an n × n matrix of floats, padded to
// whole blocks and tiles.
func (p *Program) Run(ctx context.Context, d *device.Device, o ProgramRun) (*Result, error) {
	l, err := p.launch(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	if o.Check == Full {
		l.Mode = Full
	}
	r, err := Run(ctx, d, l)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	out, in := l.Args[0].(*Array), l.Args[1].(*Array)
	if o.Check != Sample && out.Readable() == nil {
		if err := p.verify(out, in, out.Shape[0]); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return r, nil
}

// launch makes the usual launch for a size.
func (p *Program) launch(o ProgramRun) (Launch, error) {
	if o.N < 1 || o.N > maxProgramSize {
		return Launch{}, fmt.Errorf("n = %d: want 1 to %d", o.N, maxProgramSize)
	}
	block := p.Block
	if o.Block != (Dim3{}) {
		block = o.Block
	}
	if block.X < 1 || block.Y < 1 || block.Z != 1 {
		return Launch{}, fmt.Errorf("block %v: want two dimensions of at least 1", block)
	}
	tileX, tileY := block.X, block.Y
	defines := map[string]string{}
	if p.entry.Tiled {
		if block.X%block.Y != 0 {
			return Launch{}, fmt.Errorf("block %v: a tile of %d rows needs a block.y that divides it", block, block.X)
		}
		tileY = block.X
		for _, name := range []string{"TILE_DIM", "BLOCK_ROWS"} {
			if _, ok := o.Defines[name]; ok {
				return Launch{}, fmt.Errorf("%s follows from the block: block=(TILE_DIM, BLOCK_ROWS)", name)
			}
		}
		defines["TILE_DIM"], defines["BLOCK_ROWS"] = strconv.Itoa(block.X), strconv.Itoa(block.Y)
	}
	maps.Copy(defines, o.Defines)
	k, err := p.compiled(defines)
	if err != nil {
		return Launch{}, err
	}
	n := padded(o.N, tileX, tileY)
	in, err := NewArrayFunc(Float32, testData, n, n)
	if err != nil {
		return Launch{}, err
	}
	out, err := NewArray(Float32, n, n)
	if err != nil {
		return Launch{}, err
	}
	return Launch{Kernel: k, Grid: Dim3{n / tileX, n / tileY, 1}, Block: block, Args: []any{out, in, int64(n)}, Mode: o.Mode}, nil
}

// padded is the size of the matrix in memory: the lecture's kernels have no
// guards, so that a matrix is padded to whole blocks and tiles.
func padded(n, tileX, tileY int) int {
	for n%tileX != 0 || n%tileY != 0 {
		n++
	}
	return n
}

// testData is element i of the input: different numbers that float32 holds exactly.
func testData(i int) float64 {
	h := uint32(i)*2654435761 + 12345
	return float64(h>>9) / (1 << 23)
}

// verify compares the result with the reference, element by element.
func (p *Program) verify(out, in *Array, n int) error {
	for y := range n {
		for x := range n {
			want := y*n + x
			if p.entry.Reference == "transpose" {
				want = x*n + y
			}
			if got, want := out.At(y*n+x), in.At(want); got != want {
				return fmt.Errorf("wrong result: odata[%d][%d] is %v, want %v", y, x, got, want)
			}
		}
	}
	return nil
}
