package gpu

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
)

// cudaMagic compiles a CUDA cell and binds its kernels.
func (l *Library) cudaMagic(run *cell.Run, args, body string) error {
	call, err := cudacell.Parse(args)
	if err != nil {
		return err
	}
	// Blank lines in place of the first line of the cell: positions are the cell's.
	source := strings.Repeat("\n", run.BodyLine()-1) + body
	if err := cell.Answered(source); err != nil {
		return err
	}
	m, err := l.Compile(run.Cell(), source, call.Options)
	if err != nil {
		return err
	}
	table, err := kernelTable(l.device(), m.kernels)
	if err != nil {
		return err
	}
	notes := l.cudaNotes(call, run, m.compiled)
	if call.Module != "" {
		m.name = call.Module
		run.Set(call.Module, m)
	} else {
		for _, k := range m.kernels {
			run.Set(k.kernel.Name, k)
		}
	}
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

// cudaNotes are the remarks below the table. They are made before the kernels get
// their names, to tell which names meant something else.
func (l *Library) cudaNotes(call *cudacell.Line, run *cell.Run, compiled *gpumodel.Module) []string {
	notes := call.Notes(run.Context(), compiled, l.device())
	if call.Module != "" {
		return notes
	}
	for _, k := range compiled.Kernels {
		if v, ok := run.Get(k.Name); ok && (v.Type() == "builtin_function_or_method" || v.Type() == "module") {
			notes = append(notes, fmt.Sprintf("%s is this kernel now, no longer the built-in; --name MODULE keeps both", k.Name))
		}
	}
	return notes
}

// describer describes a kernel of a CUDA cell, if the session has compiled the text that the
// cell has, by what it needs.
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
