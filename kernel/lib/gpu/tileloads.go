package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

const (
	mostPhases = 64
	mostTiles  = 16 // blocks of a table
)

func tileLoads(c face.Call) (starlark.Value, error) {
	var r *Result
	var which starlark.Value = starlark.MakeInt(4)
	phases, linear := 2, false
	if err := c.Unpack("r", &r, "phases?", &phases, "blocks?", &which, "linear?", &linear); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	if phases < 1 || phases > mostPhases {
		return nil, face.ValueErrorf("%s: phases is %d, want 1 to %d", c.Name, phases, mostPhases)
	}
	l := r.result.Launch
	blocks, err := blockList(c.Name, &l, which)
	if err != nil {
		return nil, err
	}
	t, err := figure.TileLoads(c.Ctx(), r.result, phases, blocks, linear)
	if err != nil {
		return nil, pictureFault(c, err, r.result.Kernel)
	}
	return plot.NewTable(t), nil
}

// blockList reads blocks=: a number of blocks (half of them side by side), or
// a list of positions.
func blockList(function string, l *gpumodel.Launch, v starlark.Value) ([]int, error) {
	var list []int
	if n, ok := v.(starlark.Int); ok {
		count, _ := n.Int64()
		if count < 1 || count > mostTiles {
			return nil, face.ValueErrorf("%s: blocks is %s, want 1 to %d, or a list of (x, y)", function, n, mostTiles)
		}
		beside := min(max(1, int(count+1)/2), l.Grid.X)
		for i := range int(count) {
			if x, y := i%beside, i/beside; y < l.Grid.Y {
				list = append(list, x+y*l.Grid.X)
			}
		}
		return list, nil
	}
	places, ok := v.(starlark.Iterable)
	if !ok {
		return nil, face.TypeErrorf("%s: blocks is %s, want a number or a list of (x, y)", function, face.Describe(v))
	}
	for _, p := range face.Collect(places) {
		b, err := blockNumber(function, l, p)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	if len(list) == 0 || len(list) > mostTiles {
		return nil, face.ValueErrorf("%s: %d blocks, want 1 to %d", function, len(list), mostTiles)
	}
	return list, nil
}
