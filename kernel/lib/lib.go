// Package lib has all that cells can use beyond the language itself, as [Install] makes it
// known to a session. Each folder is a library, or what libraries are made of.
package lib

import (
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/grade"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/kernel/lib/shell"
	"warpbook.dev/kernel/lib/sweep"
	"warpbook.dev/kernel/lib/widget"
)

// Install defines the built-ins and the magics of all libraries in a session. It returns the commands of shell lines.
func Install(s *cell.Session) *shell.Shell {
	array.Install(s)
	devices := gpu.Install(s)
	grade.Install(s, devices)
	sweep.Install(s, devices)
	plot.Install(s)
	widget.Install(s)
	words := shell.Install(s, devices)
	s.AcceptPython()
	return words
}
