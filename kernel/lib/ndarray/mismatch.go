package ndarray

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// A Mismatch is an element that is not the reference's.
type Mismatch struct {
	Index       []int
	Place       int // in memory
	yours, spec string
}

// At is the index as a cell writes it.
func (m *Mismatch) At() string { return strings.ReplaceAll(fmt.Sprint(m.Index), " ", ", ") }

// Mismatches are those of a comparison.
type Mismatches struct {
	First     []Mismatch // a few
	N, Of     int        // how many there are, of how many elements
	low, high []int      // the indices between which they all lie
}

// shownWrong is how many wrong elements are listed.
const shownWrong = 5

// Compare finds the elements that are not near those of a reference, which has the same
// shape or is one number. Whole numbers have to be equal.
func Compare(ctx context.Context, yours, spec View, tolerance Tolerance) (*Mismatches, error) {
	for _, a := range []View{yours, spec} {
		if err := a.Readable(); err != nil {
			return nil, err
		}
	}
	spec = spec.stretched(yours.Shape)
	whole := !yours.Data.DType.Float() && !spec.Data.DType.Float()
	m := &Mismatches{Of: yours.Size()}
	err := yours.Each(ctx, func(i, place int) error {
		other := spec.Place(i)
		switch {
		case whole && yours.Data.Int(place) == spec.Data.Int(other):
		case !whole && tolerance.Near(yours.Data.At(place), spec.Data.At(other)):
		default:
			m.add(Mismatch{indexOf(i, yours.Shape), place, yours.element(place), spec.element(other)})
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

// element is an element as a message shows it.
func (a View) element(place int) string {
	if !a.Data.DType.Float() {
		return a.whole(place)
	}
	digits := 9
	if a.Data.DType == gpumodel.Float64 {
		digits = 12
	}
	return strings.ToLower(strconv.FormatFloat(a.Data.At(place), 'g', digits, 64))
}

func (m *Mismatches) add(x Mismatch) {
	if m.N++; m.N == 1 {
		m.low, m.high = slices.Clone(x.Index), slices.Clone(x.Index)
	}
	if m.N <= shownWrong {
		m.First = append(m.First, x)
	}
	for axis, i := range x.Index {
		m.low[axis], m.high[axis] = min(m.low[axis], i), max(m.high[axis], i)
	}
}

// String is the table of what is wrong, below a sentence.
func (m *Mismatches) String() string {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "index"}, {Name: "Yours"}, {Name: "Spec"}}}
	for _, x := range m.First {
		t.Add(x.At(), x.yours, x.spec)
	}
	if m.N > len(m.First) {
		t.Add("…")
	}
	first := m.First[0]
	s := fmt.Sprintf("%s of %s wrong, the first at %s: %s, want %s\n%s", plotting.Thousands(int64(m.N)), m.ofAll(), first.At(),
		first.yours, first.spec, t.Text())
	if m.N > 1 && m.N < m.Of {
		var ranges []string
		for axis := range m.low {
			ranges = append(ranges, fmt.Sprintf("%d:%d", m.low[axis], m.high[axis]+1))
		}
		s += fmt.Sprintf("All wrong elements lie in [%s].\n", strings.Join(ranges, ", "))
	}
	return s
}

// ofAll is "1,024 elements are".
func (m *Mismatches) ofAll() string {
	noun, verb := "elements", "are"
	if m.Of == 1 {
		noun = "element"
	}
	if m.N == 1 {
		verb = "is"
	}
	return plotting.Thousands(int64(m.Of)) + " " + noun + " " + verb
}
