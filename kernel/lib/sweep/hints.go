package sweep

import (
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
)

// exampleSweep is what calls return, for completion.
var exampleSweep = newSweep(nil)

func columnNames(c cell.Call) []cell.Offer {
	s, ok := c.Receiver.(interface{ Columns() []string })
	if !ok {
		return nil
	}
	return face.Offers(s.Columns())
}

// spaceKeys are the macros of a program and what else of a launch can be tuned.
func spaceKeys(c cell.Call) []cell.Offer {
	offers := append(gpu.Macros("kernel")(c),
		cell.Offer{Value: starlark.String("block"), Doc: "blocks of threads"},
		cell.Offer{Value: starlark.String("shared"), Doc: "bytes of dynamic shared memory"})
	if gpu.ProgramOf(c.Arg(0, "kernel")) == nil {
		offers = append(offers, face.Offers(slices.Sorted(maps.Keys(compilerSettings)))...)
	}
	return offers
}

// builtIn are the built-in programs.
func builtIn(l *library, c cell.Call) []cell.Offer { return l.gpu.Programs(c) }
