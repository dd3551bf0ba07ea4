package host

import (
	"cmp"
	"slices"
)

// A Leak is memory of the GPU that the program has not freed: the line of its cudaMalloc, its bytes, and how many calls it is from.
type Leak struct{ Line, Bytes, Times int }

// LeakAt is the line of a leak in words, with its file where there are several, and as a cell of a table.
func (r *Run) LeakAt(l *Leak) (words string, mark any) {
	return r.module.At(l.Line), r.module.Mark(l.Line)
}

// byLine puts the leaks of a line together.
func byLine(all []Leak) (lines []Leak) {
	sortLeaks(all)
	for _, l := range all {
		if n := len(lines); n > 0 && lines[n-1].Line == l.Line {
			lines[n-1].Bytes += l.Bytes
			lines[n-1].Times += l.Times
			continue
		}
		lines = append(lines, l)
	}
	return lines
}

func sortLeaks(all []Leak) {
	slices.SortFunc(all, func(a, b Leak) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Bytes, b.Bytes)) })
}
