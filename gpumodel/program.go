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
	problem problem
}

// Programs lists the built-in programs of a family, or all for "".
func Programs(family string) []*Program {
	var list []*Program
	for _, e := range kernels.All() {
		if family == "" || strings.HasPrefix(e.Name, family+"/") {
			list = append(list, &Program{Name: e.Name, Doc: e.Doc, Lecture: e.Lecture, Source: e.Source,
				Block: Dim3{e.BlockX, e.BlockY, 1}, entry: e, problem: problems[e.Problem]})
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
	Shared  int // bytes of dynamic shared memory
	Defines map[string]string
	Mode    Mode
	// Check compares the result with the reference: always (Full), never
	// (Sample), or, by default, when every thread was executed.
	Check Mode
}

// maxProgramSize keeps n × n floats within the largest array, and maxWork what a
// launch executes and checks in full by itself to about a second.
const (
	maxProgramSize = 16384
	maxWork        = 1 << 27
)

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

// Run runs the program on its usual data of size n, padded to whole tiles.
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
	if o.Check != Sample {
		if err := p.verify(&l); err != nil {
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
	tileX, tileY := p.entry.TileX.Of(block.X, block.Y), p.entry.TileY.Of(block.X, block.Y)
	if tileY%block.Y != 0 {
		return Launch{}, fmt.Errorf("block %v: a tile of %d rows needs a block.y that divides it", block, tileY)
	}
	defines, err := p.defines(block, o.Defines)
	if err != nil {
		return Launch{}, err
	}
	k, err := p.compiled(defines)
	if err != nil {
		return Launch{}, err
	}
	vars, err := k.Module.NewVariables()
	if err != nil {
		return Launch{}, err
	}
	n := padded(o.N, tileX, tileY)
	args, err := p.problem.args(n)
	if err != nil {
		return Launch{}, err
	}
	mode := o.Mode
	if mode == Auto && n*n > maxWork/p.problem.work(n) {
		mode = Sample
	}
	return Launch{Kernel: k, Grid: Dim3{n / tileX, n / tileY, 1}, Block: block, Shared: o.Shared, Args: args, Mode: mode, Variables: vars}, nil
}

// defines adds to the definitions what the text calls the sides of the block.
func (p *Program) defines(block Dim3, more map[string]string) (map[string]string, error) {
	all := map[string]string{}
	maps.Copy(all, more)
	for name, side := range map[string]int{p.entry.MacroX: block.X, p.entry.MacroY: block.Y} {
		if _, given := more[name]; given {
			return nil, fmt.Errorf("%s follows from the block: block=(%s, %s)", name, p.entry.MacroX, p.entry.MacroY)
		}
		if name != "" {
			all[name] = strconv.Itoa(side)
		}
	}
	return all, nil
}

// padded is the size of the matrix in memory: the lecture's kernels have no
// guards, so that a matrix is padded to whole tiles.
func padded(n, tileX, tileY int) int {
	for n%tileX != 0 || n%tileY != 0 {
		n++
	}
	return n
}

// verify compares the result of a launch with the reference, element by element,
// if it was computed in full.
func (p *Program) verify(l *Launch) error {
	out := l.Args[p.problem.result].(*Array)
	if out.Readable() != nil {
		return nil
	}
	n := out.Shape[0]
	reference := p.problem.reference(n, l.Args)
	for i := range out.Len() {
		if got, want := out.At(i), reference(i); got != want {
			return fmt.Errorf("wrong result: %s[%d][%d] is %v, want %v", l.Kernel.Params()[p.problem.result].Name, i/n, i%n, got, want)
		}
	}
	return nil
}
