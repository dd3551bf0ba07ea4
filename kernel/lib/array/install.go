// Package array is the part of the cell language that knows arrays: arrays in the memory of a GPU that behave as in NumPy
// ([Array]), arrays that texture units read ([Texture]), arrays in host memory ([Mapped]), and references to compare kernels with.
//
// # The idea
//
// Package ndarray computes: views, types of results, broadcasting. An [Array] is one of its views as a Starlark value. a[i], a.T and
// a[i:j] are views that share the elements, so writing to one changes the other, as in NumPy.
//
// The elements may not be known: after a launch that executed only a sample of its threads, an array holds no results, and every read
// returns the reason as an error.
//
// [Bind] converts values of cells to the arguments of a kernel, by the types of its parameters: an array for a pointer, a dict or a
// tuple for a struct, a list for an array inside a struct.
//
// Indices count elements from 0, and shapes list the length of each axis, as in NumPy.
//
// Begin with array.go (the value), arguments.go (Bind) and make.go (zeros, array, arange and others).
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
