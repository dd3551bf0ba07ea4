package ndarray

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/plotting"
)

// How much of an array is shown, as NumPy's print options have it.
const (
	threshold = 1000 // elements from which on the middle is left out
	edgeItems = 3    // what is then shown of both ends of an axis
	lineWidth = 75
	precision = 8 // digits after the point
	// mostShown is how many elements are written at most. Each axis shows up to 2*edgeItems of them, so only an array of many axes has more.
	mostShown = 100_000
	htmlSide  = 32
)

// String is the array as NumPy shows it, with its type.
func (a View) String() string {
	dtype := a.Data.DType.String()
	if err := a.Data.Readable(); err != nil {
		return fmt.Sprintf("array(…, shape=%s, dtype=%s) — %v", ShapeText(a.Shape), dtype, err)
	}
	if a.Size() == 0 {
		return fmt.Sprintf("array([], shape=%s, dtype=%s)", ShapeText(a.Shape), dtype)
	}
	p := arrayPrinter{a: a, cut: a.Size() > threshold}
	if p.written(a.Shape) > mostShown {
		return fmt.Sprintf("array(…, shape=%s, dtype=%s) — too many axes to show; index some of them, as in a[0]", ShapeText(a.Shape), dtype)
	}
	p.words = a.format(p.values(a, nil))
	return "array(" + p.text(a, len("array(")) + ", dtype=" + dtype + ")"
}

// An arrayPrinter writes the shown elements of an array in row-major order.
type arrayPrinter struct {
	a     View
	cut   bool
	words []string // the formatted elements that are still to be written
}

// shown lists the indices of an axis to show; -1 stands for those left out.
func (p *arrayPrinter) shown(n int) []int {
	if !p.cut || n <= 2*edgeItems {
		return upTo(nil, 0, n)
	}
	return upTo(append(upTo(nil, 0, edgeItems), -1), n-edgeItems, n)
}

// upTo appends the numbers from first to before end.
func upTo(list []int, first, end int) []int {
	for i := first; i < end; i++ {
		list = append(list, i)
	}
	return list
}

// written counts the elements that are shown, up to more than mostShown.
func (p *arrayPrinter) written(shape []int) int {
	count := 1
	for _, n := range shape {
		if p.cut {
			n = min(n, 2*edgeItems)
		}
		if count *= n; count > mostShown {
			break
		}
	}
	return count
}

// values collects the places of the elements to show.
func (p *arrayPrinter) values(a View, places []int) []int {
	if len(a.Shape) == 0 {
		return append(places, a.Offset)
	}
	for _, i := range p.shown(a.Shape[0]) {
		if i >= 0 {
			places = p.values(a.Row(i), places)
		}
	}
	return places
}

// text writes a with indent columns before it on its lines after the first.
func (p *arrayPrinter) text(a View, indent int) string {
	if len(a.Shape) == 0 {
		return p.next()
	}
	var parts []string
	for _, i := range p.shown(a.Shape[0]) {
		if i < 0 {
			parts = append(parts, "...")
			continue
		}
		parts = append(parts, p.text(a.Row(i), indent+1))
	}
	if len(a.Shape) == 1 {
		return "[" + wrap(parts, indent+1) + "]"
	}
	between := "," + strings.Repeat("\n", len(a.Shape)-1) + strings.Repeat(" ", indent+1)
	return "[" + strings.Join(parts, between) + "]"
}

func (p *arrayPrinter) next() string {
	word := p.words[0]
	p.words = p.words[1:]
	return word
}

// wrap joins elements with commas and breaks lines.
func wrap(parts []string, indent int) string {
	var b strings.Builder
	column := indent
	for i, part := range parts {
		if i > 0 {
			b.WriteByte(',')
			column++
			if column+1+len(part) >= lineWidth {
				b.WriteString("\n" + strings.Repeat(" ", indent))
				column = indent
			} else {
				b.WriteByte(' ')
				column++
			}
		}
		b.WriteString(part)
		column += len(part)
	}
	return b.String()
}

// format writes the elements at places with the same width.
func (a View) format(places []int) []string {
	if t := a.Data.DType; t.Float() {
		xs := make([]float64, len(places))
		for i, place := range places {
			xs[i] = a.Data.At(place)
		}
		return formatFloats(xs, t)
	}
	words := make([]string, len(places))
	for i, place := range places {
		words[i] = a.whole(place)
	}
	return alignRight(words)
}

// whole is an element of an integer type.
func (a View) whole(place int) string {
	if a.Data.DType == gpumodel.UInt64 {
		return strconv.FormatUint(uint64(a.Data.Int(place)), 10)
	}
	return strconv.FormatInt(a.Data.Int(place), 10)
}

// alignRight pads words to the same width.
func alignRight(words []string) []string {
	width := 0
	for _, w := range words {
		width = max(width, len(w))
	}
	for i, w := range words {
		words[i] = strings.Repeat(" ", width-len(w)) + w
	}
	return words
}

// formatFloats writes numbers as NumPy does: the shortest digits that tell them
// apart, at most precision after the point, with the points below each other;
// with an exponent if some are very large or small or far apart.
func formatFloats(xs []float64, t gpumodel.DType) []string {
	verb := byte('f')
	if wantsExponent(xs) {
		verb = 'e'
	}
	words := make([]string, len(xs))
	fraction := 0
	for i, x := range xs {
		words[i] = shortest(x, verb, t)
		fraction = max(fraction, fractionDigits(words[i]))
	}
	for i, x := range xs {
		switch missing := fraction - fractionDigits(words[i]); {
		case math.IsNaN(x) || math.IsInf(x, 0):
		case verb == 'f':
			words[i] += strings.Repeat(" ", missing)
		default:
			mantissa, exponent, _ := strings.Cut(words[i], "e")
			words[i] = mantissa + strings.Repeat("0", missing) + "e" + exponent
		}
	}
	return alignRight(words)
}

func wantsExponent(xs []float64) bool {
	low, high := math.Inf(1), 0.0
	for _, x := range xs {
		if m := math.Abs(x); m > 0 && !math.IsInf(m, 0) && !math.IsNaN(m) {
			low, high = math.Min(low, m), math.Max(high, m)
		}
	}
	return high > 0 && (high >= 1e8 || low < 1e-4 || high/low > 1000)
}

// shortest writes a number of type t with a point and at most precision digits after it.
func shortest(x float64, verb byte, t gpumodel.DType) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'f', 0, 64), "+"))
	}
	s := digits(x, verb, t)
	if fractionDigits(s) > precision {
		s = strconv.FormatFloat(x, verb, precision, 64)
	}
	mantissa, exponent, isExp := strings.Cut(s, "e")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(mantissa, "0")
	} else {
		mantissa += "."
	}
	if isExp {
		return mantissa + "e" + exponent
	}
	return mantissa
}

func fractionDigits(s string) int {
	mantissa, _, _ := strings.Cut(s, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	return len(fraction)
}

// HTML is a small matrix as a table; other arrays are "".
func (a View) HTML() string {
	if len(a.Shape) != 2 || a.Size() == 0 || a.Shape[0] > htmlSide || a.Shape[1] > htmlSide || a.Data.Readable() != nil {
		return ""
	}
	t := &plotting.Table{Title: fmt.Sprintf("%d × %d, %v", a.Shape[0], a.Shape[1], a.Data.DType)}
	t.Columns = append(t.Columns, plotting.Column{Kind: plotting.Int})
	for j := range a.Shape[1] {
		t.Columns = append(t.Columns, plotting.Column{Name: strconv.Itoa(j), Kind: plotting.Float, Digits: 6})
	}
	for i := range a.Shape[0] {
		row := []any{i}
		for j := range a.Shape[1] {
			row = append(row, a.Data.At(a.Place(i*a.Shape[1]+j)))
		}
		t.Add(row...)
	}
	return t.HTML()
}

// digits are the fewest that tell x from its neighbours in type t.
func digits(x float64, verb byte, t gpumodel.DType) string {
	if t != gpumodel.Float16 {
		return strconv.FormatFloat(x, verb, -1, 8*t.Size())
	}
	for n := range precision {
		s := strconv.FormatFloat(x, verb, n, 64)
		if y, err := strconv.ParseFloat(s, 64); err == nil && t.Bits(y) == t.Bits(x) {
			return s
		}
	}
	return strconv.FormatFloat(x, verb, -1, 32)
}
