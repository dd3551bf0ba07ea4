// Package grade is the part of the cell language that tests the kernels of students: check,
// same and expect end a cell with what is wrong, grade runs such tests and adds up points.
// Whoever grades a notebook reads what they tell in displays: see cell.Run.Tested.
package grade

import (
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
)

// registry has the names that this package gives to cells.
var registry face.Registry[*gpu.Library]

type row = face.Row[*gpu.Library]

// reserved test and grade. No cell can give them another meaning, since a student's
// cells run before those that grade them.
var reserved = []string{"check", "checked", "expect", "expect_faster", "same", "grade"}

// Install defines the built-ins of this package in a session that has GPUs.
func Install(s *cell.Session, g *gpu.Library) {
	registry.Install(s, g)
	s.Reserve(reserved...)
	s.RestoreFor("grade")
}
