package figure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// A tile is what a block loads of an array in a phase.
type tile struct {
	phase int
	array string
	block int
}

// tileLoads are the tiles of some blocks in the first phases.
type tileLoads struct {
	result   *gpumodel.Result
	phases   int
	elements map[tile]map[int]bool
	arrays   map[string]*gpumodel.Array // by parameter
}

// TileLoads has which elements of which array each block loads in each phase, that is, in
// each round of a loop. Blocks are their numbers in the grid; linear writes places in
// memory instead of rows and columns.
func TileLoads(ctx context.Context, r *gpumodel.Result, phases int, blocks []int, linear bool) (*plotting.Table, error) {
	l := &tileLoads{result: r, phases: phases, elements: map[tile]map[int]bool{}, arrays: map[string]*gpumodel.Array{}}
	for _, b := range blocks {
		if err := l.look(ctx, b); err != nil {
			return nil, err
		}
	}
	if len(l.arrays) == 0 {
		return nil, errorf("%s loads nothing from an array", r.Kernel.Name)
	}
	return l.table(blocks, linear), nil
}

// look executes the beginning of a block.
func (l *tileLoads) look(ctx context.Context, block int) error {
	launch := l.result.Launch
	last := map[[2]int]bool{} // warps and lines that are past the phases
	_, err := observe.Accesses(ctx, l.result.Device, launch, []int{block}, func(a *observe.Access) (keep, more bool) {
		if a.Store {
			return false, true
		}
		l.arrays[a.Param] = a.Array
		if a.Step >= l.phases {
			last[[2]int{a.Warp, a.Line}] = true
			return false, a.Step < l.phases+1 || len(last) < 2*(launch.Block.Count()+31)/32
		}
		k := tile{a.Step, a.Param, block}
		if l.elements[k] == nil {
			l.elements[k] = map[int]bool{}
		}
		for _, x := range a.Lanes {
			l.elements[k][x.Element] = true
		}
		return false, true
	})
	return err
}

// table has a row for each phase and array and a column for each block.
func (l *tileLoads) table(blocks []int, linear bool) *plotting.Table {
	t := &plotting.Table{Title: fmt.Sprintf("what each block of %s loads", Launches(l.result)),
		Columns: []plotting.Column{{Name: "phase", Kind: plotting.Int}, {Name: "array"}}}
	grid := l.result.Launch.Grid
	for _, b := range blocks {
		t.Columns = append(t.Columns, plotting.Column{Name: fmt.Sprintf("block (%d, %d)", b%grid.X, b/grid.X%grid.Y)})
	}
	for phase := range l.phases {
		for _, p := range l.result.Kernel.Params() {
			if l.arrays[p.Name] == nil {
				continue
			}
			row, some := []any{phase, p.Name}, false
			for _, b := range blocks {
				elements := l.elements[tile{phase, p.Name, b}]
				some = some || len(elements) > 0
				row = append(row, written(p.Name, l.arrays[p.Name].Shape, elements, linear))
			}
			if some {
				t.Add(row...)
			}
		}
	}
	return t
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
