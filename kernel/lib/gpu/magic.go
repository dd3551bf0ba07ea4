package gpu

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
)

// cudaMagic compiles a CUDA cell and binds its kernels.
func (l *library) cudaMagic(run *cell.Run, args, body string) error {
	call, err := cudacell.Parse(args)
	if err != nil {
		return err
	}
	// Blank lines in place of the first line of the cell: positions are the cell's.
	source := strings.Repeat("\n", run.BodyLine()-1) + body
	if err := cell.Answered(source); err != nil {
		return err
	}
	compiled, m, err := l.compile(run.Cell(), source, call.Options)
	if err != nil {
		return err
	}
	table, err := kernelTable(l.device(), m.kernels)
	if err != nil {
		return err
	}
	notes := l.cudaNotes(call, run, compiled)
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
func (l *library) cudaNotes(call *cudacell.Line, run *cell.Run, compiled *gpumodel.Module) []string {
	var notes []string
	for _, n := range compiled.Notes {
		notes = append(notes, fmt.Sprintf("line %d: %s", n.Pos.Line, n.Msg))
	}
	for _, k := range compiled.Kernels {
		if note := tooLarge(run.Context(), k, l.device()); note != "" {
			notes = append(notes, note)
		}
		if note := k.RegisterNote(l.device()); note != "" {
			notes = append(notes, fmt.Sprintf("line %d: %s", k.Line(), note))
		}
	}
	if note := symbolNote(compiled, ownerOf(call, compiled)); note != "" {
		notes = append(notes, note)
	}
	for _, h := range compiled.Launches {
		notes = append(notes, fmt.Sprintf("line %d: this file launches %s; in a cell: %s", h.Pos.Line, h.Kernel, call.Suggest(h)))
	}
	if caching := call.Options.LoadCaching; caching != "" && l.device().L1KB == 0 {
		notes = append(notes, fmt.Sprintf("-dlcm=%s changes nothing on the %s: it has no L1 cache of global memory", caching, l.device().Name))
	}
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

// ownerOf is what the cell calls the module, or a kernel of it.
func ownerOf(call *cudacell.Line, compiled *gpumodel.Module) string {
	if call.Module != "" || len(compiled.Kernels) == 0 {
		return call.Module
	}
	return compiled.Kernels[0].Name
}

// tooLarge is the note of a kernel that no launch on the device can satisfy.
func tooLarge(ctx context.Context, k *gpumodel.Kernel, d *device.Device) string {
	if k.Template() {
		return ""
	}
	p, err := k.Lower(ctx, d)
	if err != nil || p.SharedBytes <= d.MaxSharedPerBlock {
		return ""
	}
	return fmt.Sprintf("line %d: %s needs %d bytes of shared memory per block; %s has %d, and refuses to launch it", k.Line(), k.Name, p.SharedBytes, d.Name, d.MaxSharedPerBlock)
}

// describer describes a kernel of a CUDA cell, if the session has compiled the text that the
// cell has, by what it needs.
func (l *library) describer(s *cell.Session) func(name, owner, text string, detail int) (kernel.Bundle, bool) {
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
