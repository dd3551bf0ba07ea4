package token

import (
	"cmp"
	"slices"
)

// Pos is a place in the source: 1-based line and column, in code points.
type Pos struct{ Line, Col int }

// After is the position some columns further on the line.
func (pos Pos) After(columns int) Pos { return Pos{pos.Line, pos.Col + columns} }

// Before tells whether a stands before b, in one text.
func Before(a, b Pos) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// PosAt is the position of an offset.
func PosAt(src string, at int) Pos {
	chars := splice(src)
	i, _ := slices.BinarySearchFunc(chars, at, func(c char, at int) int { return cmp.Compare(c.off, at) })
	return chars[min(i, len(chars)-1)].pos
}
