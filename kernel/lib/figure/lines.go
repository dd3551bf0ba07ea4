package figure

import (
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/plotting"
)

// Lines has the source lines of a launch: what each executes, asks for and waits for.
func Lines(lines []report.Line) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "line", Kind: plotting.Int}, {Name: "source"},
		{Name: "instructions", Kind: plotting.Int}, {Name: "issued", Kind: plotting.Int}, {Name: "threads", Kind: plotting.Float, Digits: 3},
		{Name: "sectors per request", Kind: plotting.Float, Digits: 3}, {Name: "bank passes", Kind: plotting.Int},
		{Name: "stall share", Kind: plotting.Float, Digits: 3}, {Name: "stall"}}}
	all := 0.0
	for i := range lines {
		for _, seconds := range lines[i].States {
			all += seconds
		}
	}
	for i := range lines {
		l := &lines[i]
		stalled, why := l.Stalled()
		reason := ""
		if stalled > 0 {
			reason = why.String()
		}
		t.Add(l.Mark(), l.Source, whole(l.Instructions), whole(l.Issued), perhaps(l.Threads, l.Instructions),
			perhaps(l.Sectors, l.Requests), whole(l.Passes), stalled/all, reason)
	}
	return t
}

// whole is a count that was scaled to the whole grid.
func whole(x float64) int { return int(x + 0.5) }

// perhaps is a quotient, or nothing where there is none.
func perhaps(x, of float64) any {
	if of == 0 {
		return nil
	}
	return x / of
}
