package shell

import (
	"slices"
	"strings"
)

// packages is pip and conda: nothing is installed, and the line says what there is in the place of what was asked for.
func (c *call) packages() (int, error) {
	var notes []string
	verb := ""
	for _, w := range c.args[1:] {
		if strings.HasPrefix(w, "-") {
			continue
		}
		if verb == "" {
			verb = w
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(w, "git+"), "=")
		notes = append(notes, strings.Trim(name, `"'<>~!`)+": "+packageNote(name))
	}
	if verb != "install" || len(notes) == 0 {
		c.say("(%s: there are no packages here; arrays, devices, plots and the CUDA compiler are built in)", c.args[0])
		return 0, nil
	}
	slices.Sort(notes)
	c.say("(nothing is installed: %s)", strings.Join(slices.Compact(notes), "; "))
	return 0, nil
}

// known are packages that CUDA notebooks install, by a part of their names, with what stands for them here.
var knownPackages = []struct{ part, note string }{
	{"nvcc", "%%cuda, %%cu and !nvcc are built in"},
	{"numpy", "zeros, arange and rand make arrays"},
	{"cupy", "zeros and rand make arrays, %%cuda holds kernels"},
	{"numba", "%%cuda holds kernels in CUDA C, k[grid, block](…) launches them"},
	{"pycuda", "%%cuda holds kernels, k[grid, block](…) launches them"},
	{"matplotlib", "plot, bars and heatmap draw figures"},
	{"pandas", "sweep gives tables"},
	{"cuda", "the CUDA toolkit is built in"},
}

func packageNote(name string) string {
	for _, k := range knownPackages {
		if strings.Contains(strings.ToLower(name), k.part) {
			return k.note
		}
	}
	return "a package of Python, which is not run here"
}
