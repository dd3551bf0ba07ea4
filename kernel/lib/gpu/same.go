package gpu

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// Launches that are remembered, to tell who wrote a wrong element.
const (
	pastLaunches = 32
	pastBytes    = 64 << 20 // of their arrays, all together
)

// remember keeps a launch that is about to run.
func (l *library) remember(d *device.Device, launch gpumodel.Launch) {
	p := gpumodel.Remember(d, launch)
	if p == nil || p.Bytes() > pastBytes {
		return
	}
	l.past = slices.Insert(l.past, 0, p)
	bytes := 0
	for i, p := range l.past {
		if bytes += p.Bytes(); bytes > pastBytes || i == pastLaunches {
			clear(l.past[i:])
			l.past = l.past[:i]
			break
		}
	}
}

// shownWrong is how many wrong elements are listed.
const shownWrong = 5

// A mismatch is an element that is not the reference's.
type mismatch struct {
	index       []int
	place       int // in memory
	yours, spec string
}

// mismatches are those of a comparison: the first of them, how many there are, and
// between which indices they all lie.
type mismatches struct {
	first     []mismatch
	n         int
	low, high []int
}

func (l *library) same(c call) (starlark.Value, error) {
	var out, reference starlark.Value
	var rtol, atol starlark.Value = starlark.Float(1e-5), starlark.Float(1e-8)
	if err := c.unpack("out", &out, "reference", &reference, "rtol?", &rtol, "atol?", &atol); err != nil {
		return nil, err
	}
	relative, ok1 := starlark.AsFloat(rtol)
	absolute, ok2 := starlark.AsFloat(atol)
	if !ok1 || !ok2 {
		return nil, typeErrorf("same: rtol and atol are numbers, got %s and %s", describe(rtol), describe(atol))
	}
	yours, err := operand(c, out)
	if err != nil {
		return nil, err
	}
	spec, err := operand(c, reference)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(yours.shape, spec.shape) && len(spec.shape) > 0 {
		return nil, assertionf("the shape is %s, that of the reference is %s", shapeText(yours.shape), shapeText(spec.shape))
	}
	near := func(x, y float64) bool {
		return x == y || math.Abs(x-y) <= absolute+relative*math.Abs(y) && !math.IsInf(y, 0)
	}
	wrong, err := unlike(c.ctx(), yours, spec, near)
	if err != nil || wrong.n == 0 {
		return starlark.None, err
	}
	who, err := l.whoWrote(c.ctx(), yours, &wrong.first[0])
	if err != nil {
		return nil, err
	}
	return nil, &fault{"AssertionError", wrong.text(yours) + who}
}

// unlike compares two arrays of one shape, or an array and a number.
func unlike(ctx context.Context, yours, spec *Array, near func(x, y float64) bool) (*mismatches, error) {
	for _, a := range []*Array{yours, spec} {
		if err := a.readable(); err != nil {
			return nil, err
		}
	}
	spec = spec.stretch(yours.shape)
	whole := !yours.data.DType.Float() && !spec.data.DType.Float()
	m := &mismatches{}
	err := yours.elements(ctx, func(i, place int) error {
		other := spec.at(i)
		switch {
		case whole && yours.data.Int(place) == spec.data.Int(other):
		case !whole && near(yours.data.At(place), spec.data.At(other)):
		default:
			m.add(mismatch{indexOf(i, yours.shape), place, yours.figure(place), spec.figure(other)})
		}
		return nil
	})
	return m, err
}

// indexOf is the index of an element in row-major order.
func indexOf(i int, shape []int) []int {
	index := make([]int, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		index[axis] = i % shape[axis]
		i /= shape[axis]
	}
	return index
}

// figure is an element as a message shows it.
func (a *Array) figure(place int) string {
	if !a.data.DType.Float() {
		return fmt.Sprint(a.element(place))
	}
	digits := 9
	if a.data.DType == gpumodel.Float64 {
		digits = 12
	}
	return strings.ToLower(strconv.FormatFloat(a.data.At(place), 'g', digits, 64))
}

func (m *mismatches) add(x mismatch) {
	if m.n++; m.n == 1 {
		m.low, m.high = slices.Clone(x.index), slices.Clone(x.index)
	}
	if m.n <= shownWrong {
		m.first = append(m.first, x)
	}
	for axis, i := range x.index {
		m.low[axis], m.high[axis] = min(m.low[axis], i), max(m.high[axis], i)
	}
}

// text is the table of what is wrong, below a sentence.
func (m *mismatches) text(a *Array) string {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "index"}, {Name: "Yours"}, {Name: "Spec"}}}
	for _, x := range m.first {
		t.Add(indexText(x.index), x.yours, x.spec)
	}
	if m.n > len(m.first) {
		t.Add("…")
	}
	first := m.first[0]
	s := fmt.Sprintf("%s of %s wrong, the first at %s: %s, want %s\n%s", plotting.Thousands(int64(m.n)), areWrong(m.n, a.size()), indexText(first.index), first.yours, first.spec, t.Text())
	if m.n > 1 && m.n < a.size() {
		var ranges []string
		for axis := range m.low {
			ranges = append(ranges, fmt.Sprintf("%d:%d", m.low[axis], m.high[axis]+1))
		}
		s += fmt.Sprintf("All wrong elements lie in [%s].\n", strings.Join(ranges, ", "))
	}
	return s
}

func areWrong(n, of int) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	noun := strings.TrimPrefix(plural(of, "element"), strconv.Itoa(of))
	return plotting.Thousands(int64(of)) + noun + " " + verb
}

func indexText(index []int) string {
	return strings.ReplaceAll(fmt.Sprint(index), " ", ", ")
}

// whoWrote says which thread wrote an element, and at which line.
func (l *library) whoWrote(ctx context.Context, a *Array, x *mismatch) (string, error) {
	at := indexText(x.index)
	for _, p := range l.past {
		if !p.Wrote(a.data) {
			continue
		}
		launch := p.Launch()
		w, err := p.Writer(ctx, a.data, x.place)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return "", nil // what the launch did cannot be found out
		case w == nil:
			return fmt.Sprintf("No thread of %s wrote %s: it is what it was before the launch.", geometryText(launch), at), nil
		}
		again := ""
		if w.Times > 1 {
			again = fmt.Sprintf(", as the last of %d writes", w.Times)
		}
		return fmt.Sprintf("%s was written by block %v, thread %v of %s%s, in line %d of %s: %s", at, w.Block, w.Thread, geometryText(launch), again, w.Line, launch.Kernel.Module.Name, w.Source), nil
	}
	return "None of the last launches was given this array to write.", nil
}

// geometryText is a launch as CUDA C writes it.
func geometryText(l *gpumodel.Launch) string {
	return figure.Launches(&gpumodel.Result{Kernel: l.Kernel, Launch: *l})
}
