package observe

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// A place is the begin of a line where a statement may be put: one before which a statement of { … } begins, or its
// closing brace. So none is between an if and its body.
type place struct {
	line, depth int
	// loop is the line in which the loop begins whose end this is, 0 if it is not the end of one.
	loop int
}

func (p place) String() string {
	if p.loop > 0 {
		return fmt.Sprintf("before line %d, at the end of the loop", p.line)
	}
	return fmt.Sprintf("before line %d", p.line)
}

// placesOf are the places in the text of a kernel and of the functions beside it.
func placesOf(k *gpumodel.Kernel) []place {
	s := &placeSearch{lines: k.Module.File().Lines()}
	s.block(k.Func().Body, 0, 0)
	for _, f := range k.Module.File().Funcs {
		if !f.Library && f.Body != nil {
			s.block(f.Body, 0, 0)
		}
	}
	return s.places
}

type placeSearch struct {
	lines  []string
	places []place
}

// block takes the places of a block, of the loop that begins in a line if it is the body of one. What a macro stands
// for is on one line altogether.
func (s *placeSearch) block(b *cuda.Block, depth, loop int) {
	for _, x := range b.Stmts {
		if at := x.Position(); at.Line > b.Pos.Line && s.begins(at) &&
			!slices.ContainsFunc(s.places, func(p place) bool { return p.line == at.Line }) {
			s.places = append(s.places, place{line: at.Line, depth: depth})
		}
		s.statement(x, depth+1)
	}
	if b.End.Line > b.Pos.Line && s.begins(b.End) && loop > 0 {
		s.places = append(s.places, place{b.End.Line, depth, loop})
	}
}

func (s *placeSearch) statement(x cuda.Stmt, depth int) {
	switch x := x.(type) {
	case *cuda.Block:
		s.block(x, depth, 0)
	case *cuda.If:
		s.statement(x.Then, depth)
		if x.Else != nil {
			s.statement(x.Else, depth)
		}
	case *cuda.For:
		s.body(x.Body, depth, x.Pos.Line)
	case *cuda.DoWhile:
		s.body(x.Body, depth, x.Pos.Line)
	}
}

func (s *placeSearch) body(x cuda.Stmt, depth, loop int) {
	if b, ok := x.(*cuda.Block); ok {
		s.block(b, depth, loop)
	} else {
		s.statement(x, depth)
	}
}

// begins is true if nothing but space is before a position in its line.
func (s *placeSearch) begins(at token.Pos) bool {
	if at.Line < 1 || at.Line > len(s.lines) || at.Col < 1 || at.Col-1 > len(s.lines[at.Line-1]) {
		return false
	}
	return strings.TrimSpace(s.lines[at.Line-1][:at.Col-1]) == ""
}

// candidates are the places between two lines, those first that most threads come to and then the later ones, and the
// ends of the loops around both, the innermost first.
func candidates(places []place, from, to int) (between, ends []place) {
	for _, p := range places {
		switch {
		case p.loop > 0 && p.loop <= from && p.line >= to:
			ends = append(ends, p)
		case p.loop == 0 && from < p.line && p.line <= to:
			between = append(between, p)
		}
	}
	slices.SortStableFunc(between, func(a, b place) int {
		if a.depth != b.depth {
			return a.depth - b.depth
		}
		return b.line - a.line
	})
	slices.SortStableFunc(ends, func(a, b place) int { return b.depth - a.depth })
	return between, ends
}
