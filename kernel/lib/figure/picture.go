package figure

import (
	"context"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// A Picture is drawn from results of launches and needs nothing else. Declaring one is all
// that it takes to have it in cells: kernel/lib/gpu makes a built-in of each, which takes
// results, lists of them, and a title.
type Picture struct {
	Name string // of the built-in
	// Doc begins with the signature and ends with an example that runs, as all docs of
	// built-ins.
	Doc string
	// Draw gets at least one result, each of one modelled launch. A title that the call
	// gives replaces that of the figure.
	Draw func(ctx context.Context, launches []*gpumodel.Result) (*plotting.Figure, error)
}

// Pictures are all that are declared. The package's variables fill it before the program starts,
// and nothing changes it after that.
var Pictures []Picture

func declare(p Picture) struct{} {
	Pictures = append(Pictures, p)
	return struct{}{}
}
