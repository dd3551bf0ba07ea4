package gpu

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

const (
	mostPhases = 64
	mostTiles  = 16 // blocks of a table
)

func tileLoads(c call) (starlark.Value, error) {
	var r *Result
	var which starlark.Value = starlark.MakeInt(4)
	phases, linear := 2, false
	if err := c.unpack("r", &r, "phases?", &phases, "blocks?", &which, "linear?", &linear); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	if phases < 1 || phases > mostPhases {
		return nil, valueErrorf("%s: phases is %d, want 1 to %d", c.name, phases, mostPhases)
	}
	l := r.result.Launch
	blocks, err := blockList(c.name, &l, which)
	if err != nil {
		return nil, err
	}
	loaded := map[tile]map[int]bool{}
	arrays := map[string]*gpumodel.Array{}
	for _, b := range blocks {
		last := map[[2]int]bool{} // warps and lines that are past the phases
		_, err := gpumodel.Accesses(c.ctx(), r.result.Device, l, []int{b}, func(a *gpumodel.Access) (keep, more bool) {
			if a.Store {
				return false, true
			}
			arrays[a.Param] = a.Array
			if a.Step >= phases {
				last[[2]int{a.Warp, a.Line}] = true
				return false, a.Step < phases+1 || len(last) < 2*(l.Block.Count()+31)/32
			}
			k := tile{a.Step, a.Param, b}
			if loaded[k] == nil {
				loaded[k] = map[int]bool{}
			}
			for _, x := range a.Lanes {
				loaded[k][x.Element] = true
			}
			return false, true
		})
		if err != nil {
			return nil, launchFault(err, r.result.Kernel)
		}
	}
	if len(arrays) == 0 {
		return nil, valueErrorf("%s: %s loads nothing from an array", c.name, r.result.Kernel.Name)
	}
	var names []string
	for _, p := range r.result.Kernel.Params() {
		if arrays[p.Name] != nil {
			names = append(names, p.Name)
		}
	}
	t := &plotting.Table{Title: fmt.Sprintf("what each block of %s loads", figure.Launches(r.result)), Columns: []plotting.Column{{Name: "phase", Kind: plotting.Int}, {Name: "array"}}}
	for _, b := range blocks {
		x, y := b%l.Grid.X, b/l.Grid.X%l.Grid.Y
		t.Columns = append(t.Columns, plotting.Column{Name: fmt.Sprintf("block (%d, %d)", x, y)})
	}
	for phase := range phases {
		for _, name := range names {
			row := []any{phase, name}
			some := false
			for _, b := range blocks {
				elements := loaded[tile{phase, name, b}]
				some = some || len(elements) > 0
				row = append(row, written(name, arrays[name].Shape, elements, linear))
			}
			if some {
				t.Add(row...)
			}
		}
	}
	return plot.NewTable(t), nil
}

// A tile is what a block loads of an array in a phase.
type tile struct {
	phase int
	array string
	block int
}

// blockList reads blocks=: a number of blocks, of which half lie beside each other, or
// a list of places.
func blockList(function string, l *gpumodel.Launch, v starlark.Value) ([]int, error) {
	var list []int
	if n, ok := v.(starlark.Int); ok {
		count, _ := n.Int64()
		if count < 1 || count > mostTiles {
			return nil, valueErrorf("%s: blocks is %s, want 1 to %d, or a list of (x, y)", function, n, mostTiles)
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
		return nil, typeErrorf("%s: blocks is %s, want a number or a list of (x, y)", function, describe(v))
	}
	for _, p := range collect(places) {
		b, err := blockNumber(function, l, p)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	if len(list) == 0 || len(list) > mostTiles {
		return nil, valueErrorf("%s: %d blocks, want 1 to %d", function, len(list), mostTiles)
	}
	return list, nil
}

// written writes a set of elements of an array: a few one by one, a rectangle of a matrix
// or a row in memory by its sides, and of anything else how many there are.
func written(name string, shape []int, elements map[int]bool, linear bool) string {
	if len(elements) == 0 {
		return "nothing"
	}
	list := make([]int, 0, len(elements))
	for e := range elements {
		list = append(list, e)
	}
	slices.Sort(list)
	if linear || len(shape) != 2 {
		return rangesOf(name, list)
	}
	cols := shape[1]
	top, bottom := list[0]/cols, list[len(list)-1]/cols
	left, right := cols, 0
	for _, e := range list {
		left, right = min(left, e%cols), max(right, e%cols)
	}
	switch {
	case len(list) <= 4:
		var texts []string
		for _, e := range list {
			texts = append(texts, fmt.Sprintf("%s[%d][%d]", name, e/cols, e%cols))
		}
		return strings.Join(texts, ", ")
	case len(list) == (bottom-top+1)*(right-left+1):
		return fmt.Sprintf("%s[%d:%d][%d:%d]", name, top, bottom+1, left, right+1)
	}
	return fmt.Sprintf("%d elements of %s[%d:%d][%d:%d]", len(list), name, top, bottom+1, left, right+1)
}

// rangesOf writes sorted places in memory as runs of neighbours, the first ones of many.
func rangesOf(name string, list []int) string {
	const most = 4
	var texts []string
	runs := 0
	for i := 0; i < len(list); runs++ {
		j := i + 1
		for j < len(list) && list[j] == list[j-1]+1 {
			j++
		}
		if runs < most {
			if j-i == 1 {
				texts = append(texts, fmt.Sprintf("%s[%d]", name, list[i]))
			} else {
				texts = append(texts, fmt.Sprintf("%s[%d:%d]", name, list[i], list[j-1]+1))
			}
		}
		i = j
	}
	if runs > most {
		texts = append(texts, fmt.Sprintf("… (%d runs)", runs))
	}
	return strings.Join(texts, ", ")
}
