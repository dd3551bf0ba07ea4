// Package figure draws what the model knows of a GPU and of a launch: how accesses
// become transactions, which bank each lane asks, which partitions are busy, what
// the warps of an SM do over time, what limits the occupancy, and so on. It returns
// tables, figures and diagrams of package plotting and knows nothing of cells:
// kernel/lib/gpu reads the arguments of a call and shows what comes back.
//
//	gpumodel.Result, device.Device -> figure.X -> plotting.Table, Figure, Diagram
//
// A picture is one file, x.go, with x_example_test.go beside it, an example that is
// its documentation and its golden test at once. A [Picture] that needs results of launches
// alone is declared in that file too, and is a built-in of cells by that. The examples are the
// place to begin reading.
//
// Times are in seconds, sizes in bytes, rates in the unit that their name says.
package figure

import "fmt"

// An Error says why there is no picture of what was asked for: a warp that the block
// doesn't have, a line that touches no array. Errors of the model stay what they are.
type Error struct{ msg string }

func (e *Error) Error() string { return e.msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }
