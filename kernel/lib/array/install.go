// Package array is the part of the cell language that knows arrays: in the memory of a
// GPU, as NumPy has them, or as texture units read them, with references to compare
// kernels with. Package ndarray computes; an [Array] is its view as a value of a cell.
//
// It also says which values of cells can be the arguments of a kernel: see [Bind].
package array

import (
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
)

// registry has the names that this package gives to cells. They share no state.
var registry face.Registry[struct{}]

type row = face.Row[struct{}]

// Install defines the built-ins of this package in a session.
func Install(s *cell.Session) { registry.Install(s, struct{}{}) }
