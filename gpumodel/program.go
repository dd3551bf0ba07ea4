package gpumodel

import (
	"context"
	"fmt"
	"maps"
	"math"
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
	Options Options // of the compiler; it has Defines in the place of its own
	Mode    Mode
	// Check compares the result with the reference: always (Full), never
	// (Sample), or, by default, when every thread was executed. A run that is never
	// checked has no use for every thread's result: by default it is a sample.
	Check Mode
}

// maxWork keeps what a launch executes and checks in full by itself to about a second.
const maxWork = 1 << 27

// Kernel compiles the program with options; the kernel is named like the program.
func (p *Program) Kernel(o Options) (*Kernel, error) {
	m, err := Compile(p.Name+".cu", p.Source, o)
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

// Run runs the program on its usual data of size n, a matrix padded to whole
// tiles. The result of several launches is their sum (Result.Launches).
func (p *Program) Run(ctx context.Context, d *device.Device, o ProgramRun) (*Result, error) {
	r, err := p.run(ctx, d, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return r, nil
}

func (p *Program) run(ctx context.Context, d *device.Device, o ProgramRun) (*Result, error) {
	switch {
	case o.Check == Full:
		o.Mode = Full
	case o.Check == Sample && o.Mode == Auto:
		o.Mode = Sample
	}
	first, err := p.Launch(o)
	if err != nil {
		return nil, err
	}
	checked := o.Check != Sample && (d.Card == nil || first.InFull()) // a real GPU computes large results too
	first.Experiment.Discard = !checked && p.entry.Launches == 1
	var results []*Result
	for _, l := range p.Launches(first) {
		r, err := RunAnywhere(ctx, d, l)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	if checked {
		if err := p.verify(ctx, &first); err != nil {
			return nil, err
		}
	}
	return InTurnM(results), nil
}

// Launches are all launches of the program, of which first is the first.
func (p *Program) Launches(first Launch) []Launch {
	all := []Launch{first}
	for len(all) < p.entry.Launches {
		all = append(all, p.problem.then(all[len(all)-1]))
	}
	return all
}

// Launch makes the usual first launch for a size.
func (p *Program) Launch(o ProgramRun) (Launch, error) {
	if o.N < 1 || o.N > p.problem.most {
		return Launch{}, fmt.Errorf("n = %d: want 1 to %d", o.N, p.problem.most)
	}
	block := p.Block
	if o.Block != (Dim3{}) {
		block = o.Block
	}
	if block.X < 1 || block.Y < 1 || block.Z != 1 {
		return Launch{}, fmt.Errorf("block %v: want two dimensions of at least 1", block)
	}
	defines, err := p.defines(block, o.Defines)
	if err != nil {
		return Launch{}, err
	}
	n, grid, err := p.grid(o.N, block, defines)
	if err != nil {
		return Launch{}, err
	}
	k, err := p.compiled(o.Options, defines)
	if err != nil {
		return Launch{}, err
	}
	vars, err := k.Module.NewVariables()
	if err != nil {
		return Launch{}, err
	}
	args, err := p.problem.args(given{n, grid.Count(), defines})
	if err != nil {
		return Launch{}, err
	}
	l := Launch{Kernel: k, Grid: grid, Block: block, Shared: o.Shared, Args: args, Mode: o.Mode, Variables: vars}
	if o.Mode == Auto && p.problem.work(n) > maxWork || !l.InFull() {
		l.Mode = Sample // and so are the launches that follow
	}
	return l, nil
}

// grid is the usual grid for a size, and the size in memory: the lecture's kernels
// of matrices have no guards, so that a matrix is padded to whole tiles.
func (p *Program) grid(n int, block Dim3, defines map[string]string) (size int, grid Dim3, err error) {
	tileX, err := p.entry.TileX.Of(block.X, block.Y, defines)
	if err != nil {
		return 0, grid, err
	}
	tileY, err := p.entry.TileY.Of(block.X, block.Y, defines)
	if err != nil {
		return 0, grid, err
	}
	if p.problem.form == elementwise || p.problem.form == summed {
		if block.Y != 1 {
			return 0, grid, fmt.Errorf("block %v: a vector is taken by blocks of one dimension", block)
		}
		if m := p.problem.multiple; m > 0 && block.X%m != 0 {
			return 0, grid, fmt.Errorf("block %v: want a multiple of %d threads", block, m)
		}
		blocks := (n + tileX - 1) / tileX
		if p.problem.form == elementwise {
			n = blocks * tileX
		}
		return n, Dim3{blocks, 1, 1}, nil
	}
	if tileY%block.Y != 0 {
		return 0, grid, fmt.Errorf("block %v: a tile of %d rows needs a block.y that divides it", block, tileY)
	}
	n = padded(n, tileX, tileY)
	return n, Dim3{n / tileX, n / tileY, 1}, nil
}

// defines adds to the definitions what the text calls the sides of the block.
func (p *Program) defines(block Dim3, more map[string]string) (map[string]string, error) {
	all := map[string]string{}
	maps.Copy(all, more)
	for name, side := range map[string]int{p.entry.MacroX: block.X, p.entry.MacroY: block.Y} {
		if _, given := more[name]; given {
			return nil, fmt.Errorf("%s follows from the block: block=%s", name, p.blockText())
		}
		if name != "" {
			all[name] = strconv.Itoa(side)
		}
	}
	return all, nil
}

// BlockMacros are what the text calls the sides of the block: empty if it reads them
// from blockDim.
func (p *Program) BlockMacros() (x, y string) { return p.entry.MacroX, p.entry.MacroY }

// blockText is the block in the words of the text.
func (p *Program) blockText() string {
	if p.entry.MacroY == "" {
		return p.entry.MacroX
	}
	return fmt.Sprintf("(%s, %s)", p.entry.MacroX, p.entry.MacroY)
}

// padded is n, made a multiple of both sides of a tile.
func padded(n, tileX, tileY int) int {
	for n%tileX != 0 || n%tileY != 0 {
		n++
	}
	return n
}

// verify compares the result with the reference, element by element, if it was
// computed in full. l is the first launch.
func (p *Program) verify(ctx context.Context, l *Launch) error {
	out := l.Args[p.problem.result].(*Array)
	if out.Readable() != nil {
		return nil
	}
	count := out.Len()
	if p.problem.form == summed {
		count = 1
	}
	reference := p.problem.reference(ctx, l.Args)
	for i := range count {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if got, want := out.At(i), reference(i); !(math.Abs(got-want) <= p.problem.within) {
			name := l.Kernel.Params()[p.problem.result].Name
			return fmt.Errorf("wrong result: %s%s is %v, want %v", name, subscripts(out, i), got, want)
		}
	}
	return nil
}

// subscripts name element i as the text would: [row][column].
func subscripts(a *Array, i int) string {
	text := ""
	for d := len(a.Shape) - 1; d >= 0; d-- {
		text = fmt.Sprintf("[%d]", i%a.Shape[d]) + text
		i /= a.Shape[d]
	}
	return text
}
