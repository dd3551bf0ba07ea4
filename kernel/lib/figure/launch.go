package figure

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
)

// Size is the size of a grid or a block as users write it: 256, (32, 8), (8, 8, 8).
func Size(d gpumodel.Dim3) string {
	switch {
	case d.Z != 1:
		return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z)
	case d.Y != 1:
		return fmt.Sprintf("(%d, %d)", d.X, d.Y)
	}
	return fmt.Sprint(d.X)
}

// A Block is the size of a block as a cell of a table.
type Block gpumodel.Dim3

func (b Block) String() string { return Size(gpumodel.Dim3(b)) }

// Launch is a launch as CUDA C writes it.
func Launch(l *gpumodel.Launch) string {
	text := fmt.Sprintf("%s<<<%s, %s", l.Kernel.Name, Size(l.Grid), Size(l.Block))
	if l.Shared > 0 {
		text += fmt.Sprintf(", %d", l.Shared)
	}
	return text + ">>>"
}

// Launches is the launch of a result, or several, as CUDA C writes them.
func Launches(r *gpumodel.Result) string {
	if len(r.Launches) == 0 {
		return Launch(&r.Launch)
	}
	var all []string
	for _, one := range r.Launches {
		all = append(all, Launches(one))
	}
	return strings.Join(all, ", ")
}

// Origin is where a figure comes from.
func Origin(measured bool) string {
	if measured {
		return "measured"
	}
	return "modelled"
}

// Warps is how many warps a block of a launch has.
func Warps(r *gpumodel.Result) int {
	return (r.Launch.Block.Count() + r.Device.WarpSize - 1) / r.Device.WarpSize
}

// Line is the number of the line of a kernel's source, or of a file that it includes, that contains a piece of text; comments and
// other kernels don't count. The piece may be the place itself, in such a file: kernel.cu:12.
func Line(k *gpumodel.Kernel, piece string) (int, error) {
	var found []int
	for i, text := range k.Module.File().Lines() {
		if k.Module.Mark(i+1) == any(piece) {
			return i + 1, nil
		}
		if code, _, _ := strings.Cut(text, "//"); strings.Contains(code, piece) && !ofAnother(k, i+1) {
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, errorf("no line of %s contains %q", k.Name, piece)
	}
	return 0, errorf("lines %s of %s contain %q: give more of one", marks(k.Module, found), k.Name, piece)
}

// marks writes lines with commas between them, those of included files with their names.
func marks(m *gpumodel.Module, lines []int) string {
	var texts []string
	for _, n := range lines {
		texts = append(texts, fmt.Sprint(m.Mark(n)))
	}
	return strings.Join(texts, ", ")
}

// ofAnother tells whether a line belongs to another kernel of the module alone.
func ofAnother(k *gpumodel.Kernel, line int) bool {
	other := false
	for _, x := range k.Module.Kernels {
		first := x.Line()
		switch within := line >= first && line <= first+strings.Count(x.Source(), "\n"); {
		case within && x.Line() == k.Line():
			return false
		case within:
			other = true
		}
	}
	return other
}

// numbers writes numbers with commas between them.
func numbers(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, fmt.Sprint(n))
	}
	return strings.Join(texts, ", ")
}
