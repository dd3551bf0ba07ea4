package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/plotting"
)

// unusedGPU says that --gpu chooses nothing in a cell of kernels alone.
func (l *Library) unusedGPU(run *cell.Run, call *cudacell.Line) error {
	if call.GPU == "" {
		return nil
	}
	d, err := l.ProgramDevice(call.GPU)
	if own := l.device(); err == nil && d.Name != own.Name {
		run.Print(fmt.Sprintf("--gpu chooses the GPU of a program, and this cell has no main: its kernels run on %s; use(%q) chooses %[2]s\n",
			own.Name, d.Name))
	}
	return err
}

// cudaMagic compiles a CUDA cell and binds its kernels.
func (l *Library) cudaMagic(run *cell.Run, args, body string) error {
	call, err := cudacell.Parse(args)
	if err != nil {
		return err
	}
	if l.prepare != nil {
		if done, err := l.prepare(run, call, body); done || err != nil {
			return err
		}
	}
	if err := l.unusedGPU(run, call); err != nil {
		return err
	}
	// Blank lines in place of the first line of the cell: positions are the cell's.
	source := strings.Repeat("\n", run.BodyLine()-1) + body
	if err := run.Answered(source); err != nil {
		return err
	}
	m, err := l.Compile(run.Cell(), source, call.Options)
	if err != nil {
		if list := (token.ErrorList)(nil); call.Tolerant && errors.As(err, &list) {
			run.Print(list.Detail() + "\n")
			return nil
		}
		return err
	}
	why := ""
	if m.compiled.File().Main {
		ran, reason, err := l.runProgram(run, call, source)
		if why = reason; ran {
			l.bindKernels(run, call, m)
			if refused := (*cudacell.CompileError)(nil); errors.As(err, &refused) {
				for _, note := range call.LaunchNotes(m.compiled) {
					run.Print(note + "\n")
				}
			}
			return err
		}
		if err != nil {
			return err
		}
	}
	table, moved, err := l.tableSomewhere(m.kernels)
	if err != nil {
		return err
	}
	notes := append(moved, l.cudaNotes(call, run, m.compiled)...)
	if why != "" {
		notes = append([]string{why}, notes...)
	}
	l.bindKernels(run, call, m)
	if len(m.kernels) == 0 {
		notes = append([]string{"this cell has no __global__ function: it is checked, and nothing can be launched"}, notes...)
	} else {
		run.Display(table)
	}
	if len(notes) > 0 {
		run.Print(strings.Join(notes, "\n") + "\n")
	}
	return nil
}

// bindKernels gives the kernels of a cell their names.
func (l *Library) bindKernels(run *cell.Run, call *cudacell.Line, m *Module) {
	if call.Module != "" {
		m.name = call.Module
		for _, k := range m.kernels {
			k.within = call.Module + "."
		}
		run.Set(call.Module, m)
		return
	}
	for _, k := range m.kernels {
		run.Set(k.kernel.Name, k)
	}
}

// tableSomewhere is kernelTable on the session's GPU. If the session never chose a GPU and its default lacks a feature that the
// kernels need, it switches to the nearest GPU that has it, and says so.
func (l *Library) tableSomewhere(kernels []*Kernel) (t *plotting.Table, notes []string, err error) {
	d := l.device()
	t, err = kernelTable(d, kernels)
	lacking := (*gpumodel.LackingError)(nil)
	if l.chosen.Load() || !errors.As(err, &lacking) {
		return t, nil, err
	}
	for _, other := range lacking.Devices {
		if table, refused := kernelTable(other, kernels); refused == nil {
			l.current.Store(other)
			return table, []string{fmt.Sprintf("%s (compute capability %s) lacks %s: from here on the session is on %s (%s); use(…) takes another GPU",
				d.Name, d.ComputeCapability, lacking.What, other.Name, other.ComputeCapability)}, nil
		}
	}
	return nil, nil, err
}

// cudaNotes are the remarks below the table. They are made before the kernels get
// their names, to tell which names meant something else.
func (l *Library) cudaNotes(call *cudacell.Line, run *cell.Run, compiled *gpumodel.Module) []string {
	notes := call.Notes(run.Context(), compiled, l.device())
	if call.Module != "" {
		return notes
	}
	return append(notes, hidden(run, compiled)...)
}

func builtIn(v starlark.Value) bool {
	return v.Type() == "builtin_function_or_method" || v.Type() == "module"
}

// hidden names the kernels whose names are those of built-ins.
func hidden(run *cell.Run, compiled *gpumodel.Module) (notes []string) {
	for _, k := range compiled.Kernels {
		if v, ok := run.Get(k.Name); ok && builtIn(v) {
			notes = append(notes, fmt.Sprintf("%s is this kernel now, no longer the built-in; --name MODULE keeps both", k.Name))
		}
	}
	return notes
}

// describer describes a kernel of a CUDA cell by the resources that it needs, if the session has compiled the cell's present
// source.
func (l *Library) describer(s *cell.Session) func(name, owner, text string, detail int) (kernel.Bundle, bool) {
	return func(name, owner, text string, detail int) (kernel.Bundle, bool) {
		v, _ := s.Value(name)
		if owner != "" {
			v, _ = s.Value(owner)
			if m, ok := v.(*Module); ok {
				if i := slices.IndexFunc(m.kernels, func(k *Kernel) bool { return k.kernel.Name == name }); i >= 0 {
					v = m.kernels[i]
				}
			}
		}
		k, ok := v.(*Kernel)
		if !ok || k.program != nil || !strings.Contains(text, k.kernel.Source()) {
			return kernel.Bundle{}, false
		}
		return s.Describe(k, detail), true
	}
}
