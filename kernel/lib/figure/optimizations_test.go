package figure

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// The ratio of two times of samples has its uncertainty beside it, if one of the ratios is uncertain.
func TestUncertainOptimizations(t *testing.T) {
	table := func() *plotting.Table {
		x := &plotting.Table{}
		for _, name := range []string{"optimization", "before", "after", "n", "times as fast", "instructions"} {
			x.Columns = append(x.Columns, plotting.Column{Name: name})
		}
		x.Add("a", "p", "q", 1, 2.0, "3")
		x.Add("b", "p", "q", 1, 1.03, "4")
		x.Add("c", "p", "q", 1, 1.0, "5")
		return x
	}
	result := func(time, uncertainty float64) *gpumodel.Result {
		return &gpumodel.Result{Time: time, Uncertainty: uncertainty}
	}
	certain := [2]*gpumodel.Result{result(1, 0), result(1, 0)}
	x := table()
	addUncertainties(x, [][2]*gpumodel.Result{{result(2, 0.02), result(1, 0.01)}, {result(1.03, 0.02), result(1, 0.02)}, certain})
	want := [][]any{{"a", "p", "q", 1, 2.0, "3 %", "3"}, {"b", "p", "q", 1, 1.03, "4 %: within it", "4"}, {"c", "p", "q", 1, 1.0, "", "5"}}
	if diff := cmp.Diff(want, x.Rows); diff != "" || x.Columns[5].Name != "±" || len(x.Columns) != 7 {
		t.Errorf("columns %v, rows (-want +got):\n%s", x.Columns, diff)
	}
	x = table()
	addUncertainties(x, [][2]*gpumodel.Result{certain, certain, certain})
	if diff := cmp.Diff(table(), x); diff != "" {
		t.Errorf("no time is uncertain, but (-want +got):\n%s", diff)
	}
}
