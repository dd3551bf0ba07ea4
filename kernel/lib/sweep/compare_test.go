package sweep

import (
	"testing"

	"go.starlark.net/starlark"
)

// A launch of 1 s that takes 2 s with its overhead has half the rate, and half the uncertainty; one without both times keeps them.
func TestRatesWithLaunch(t *testing.T) {
	row := func(cells map[string]float64) *starlark.Dict {
		d := starlark.NewDict(len(cells))
		for name, x := range cells {
			if err := d.SetKey(starlark.String(name), starlark.Float(x)); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	for _, c := range []struct {
		cells             map[string]float64
		gbps, uncertainty starlark.Float
	}{
		{map[string]float64{"time": 1, "elapsed": 2, "gbps": 100, "uncertainty": 0.1}, 50, 0.05},
		{map[string]float64{"time": 1, "gbps": 100, "uncertainty": 0.1}, 100, 0.1},
	} {
		got := values(withLaunch(row(c.cells), "gbps"), []string{"gbps", "uncertainty"})
		if got[0] != c.gbps || got[1] != c.uncertainty {
			t.Errorf("%v: gbps, uncertainty are %v, want %v, %v", c.cells, got, c.gbps, c.uncertainty)
		}
	}
}
