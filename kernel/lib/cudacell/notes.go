package cudacell

import (
	"context"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// Notes are the remarks on a compiled text that a cell shows: the compiler's, what the
// device cannot launch, and how a cell gets at what the text declares.
func (l *Line) Notes(ctx context.Context, m *gpumodel.Module, d *device.Device) []string {
	var notes []string
	for _, n := range m.Notes {
		notes = append(notes, fmt.Sprintf("%s: %s", m.At(n.Pos.Line), n.Msg))
	}
	for _, k := range m.Kernels {
		if note := tooLarge(ctx, k, d); note != "" {
			notes = append(notes, note)
		}
		if note := k.RegisterNote(d); note != "" {
			notes = append(notes, fmt.Sprintf("%s: %s", m.At(k.Line()), note))
		}
	}
	if note := symbolNote(m, l.owner(m)); note != "" {
		notes = append(notes, note)
	}
	notes = append(notes, l.LaunchNotes(m)...)
	if caching := l.Options.LoadCaching; caching != "" && d.L1KB == 0 {
		notes = append(notes, fmt.Sprintf("-dlcm=%s changes nothing on the %s: it has no L1 cache of global memory", caching, d.Name))
	}
	return notes
}

// LaunchNotes say what a cell writes for the launches in the host code of a text.
func (l *Line) LaunchNotes(m *gpumodel.Module) (notes []string) {
	for _, h := range m.Launches {
		notes = append(notes, fmt.Sprintf("%s: this file launches %s; in a cell: %s", m.At(h.Pos.Line), h.Kernel, l.Suggest(h)))
	}
	return notes
}

// owner is what the cell calls the module, or a kernel of it.
func (l *Line) owner(m *gpumodel.Module) string {
	if l.Module != "" || len(m.Kernels) == 0 {
		return l.Module
	}
	return m.Kernels[0].Name
}

// tooLarge is the note of a kernel that no launch on the device can satisfy.
func tooLarge(ctx context.Context, k *gpumodel.Kernel, d *device.Device) string {
	if note := SharedTooLarge(ctx, k, d); note != "" {
		return fmt.Sprintf("%s: %s", k.Module.At(k.Line()), note)
	}
	return ""
}

// SharedTooLarge says that a kernel declares more shared memory than a block can have on a device; "" where it fits.
func SharedTooLarge(ctx context.Context, k *gpumodel.Kernel, d *device.Device) string {
	if k.Template() {
		return ""
	}
	p, err := k.Lower(ctx, d)
	if err != nil || p.SharedBytes <= d.MaxSharedPerBlock {
		return ""
	}
	return fmt.Sprintf("%s needs %d bytes of shared memory per block; %s has %d, and refuses to launch it", k.Name, p.SharedBytes, d.Name,
		d.MaxSharedPerBlock)
}

// symbolNote says which variables and texture references a text has and how a cell
// gets at them.
func symbolNote(m *gpumodel.Module, owner string) string {
	if owner == "" {
		return ""
	}
	var notes []string
	if names := m.SymbolNames(); len(names) > 0 {
		notes = append(notes, fmt.Sprintf("%s: read and set with %s.symbol(%q)", strings.Join(m.Symbols(), ", "), owner, names[0]))
	}
	if names := m.TextureNames(); len(names) > 0 {
		notes = append(notes, fmt.Sprintf("texture references %s: bind with %s.bind(%q, texture(array))", strings.Join(names, ", "), owner,
			names[0]))
	}
	return strings.Join(notes, "\n")
}
