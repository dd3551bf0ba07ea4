package gpumodel

import (
	"slices"

	"warpbook.dev/gpumodel/memory"
)

// Copied is the launch as a sample on copies of its arrays and variables. What an array
// held before something wrote it stands in before, by the array's buffer.
func (l Launch) Copied(before map[*memory.Buffer]*memory.Buffer) (*Launch, error) {
	if l.inside != nil {
		own, err := l.withOwnMemory((*memory.Global).Snapshot, (*memory.Buffer).Snapshot)
		if err == nil {
			own.Mode, own.Experiment.Probe = Sample, true
		}
		return own, err
	}
	vars, err := l.UsedVariables()
	if err != nil {
		return nil, err
	}
	l.Mode, l.Experiment.Probe, l.Stdout, l.Args = Sample, true, nil, slices.Clone(l.Args)
	copies := map[*memory.Buffer]*Array{}
	copyOf := func(a *Array) *Array {
		if copies[a.buf] == nil {
			c, buf := *a, a.buf
			if old := before[a.buf]; old != nil {
				buf = old
			}
			c.buf = buf.Snapshot()
			copies[a.buf] = &c
		}
		return copies[a.buf]
	}
	for i, arg := range l.Args {
		a, mapped := ArrayBehind(arg)
		switch {
		case a == nil:
		case mapped:
			l.Args[i] = Mapped{copyOf(a)}
		default:
			l.Args[i] = copyOf(a)
			if in, ok := arg.(Inside); ok {
				l.Args[i] = Inside{copyOf(a), in.First}
			}
		}
	}
	l.Variables = &Variables{apart: vars.apart}
	for _, a := range vars.arrays {
		l.Variables.arrays = append(l.Variables.arrays, copyOf(a))
	}
	return &l, nil
}
