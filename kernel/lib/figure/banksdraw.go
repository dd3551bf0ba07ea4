package figure

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/plotting"
)

// Places in the picture of banks, in units of the plane: a unit is a word of the punch card.
const (
	cardLeft      = 3.0
	arrayGap      = 3.6 // between card and array, with the numbers of rows
	arrayCell     = 0.8
	mostArrayRows = 40
	mostArrayCols = 40
)

// draw draws the punch card and the array below what is drawn already.
func (b *BankCard) draw(d *plotting.Diagram, rows []int) {
	bare := func(x, y, w float64, text string) {
		d.Boxes = append(d.Boxes, label(x, y, w, 1.2, text))
	}
	banks := b.result.Device.SharedBanks
	arrayLeft := cardLeft + float64(banks) + arrayGap
	_, columns := b.shape()
	d.Width = math.Max(d.Width, math.Max(arrayLeft+arrayCell*float64(columns), 48))
	top := d.Height
	bare(0, top, d.Width, b.what()+": "+b.caption())
	bare(0, top+1.3, d.Width, b.result.Kernel.Module.Line(b.Line))
	top += 2.8
	bare(0, top, cardLeft, "bank")
	for bank := 0; bank < banks; bank += 4 {
		bare(cardLeft+float64(bank), top, 4, fmt.Sprint(bank))
	}
	y := top + 1.2
	for i := range b.Phases {
		y = b.drawPhase(d, i, y, rows)
	}
	bottom := b.drawArray(d, arrayLeft, top, rows)
	d.Height = math.Max(y, bottom) + 0.6
}

// drawPhase draws the lanes that are served together, with the rows that each bank gives above them.
func (b *BankCard) drawPhase(d *plotting.Diagram, phase int, y float64, rows []int) float64 {
	p, banks := b.Phases[phase], b.result.Device.SharedBanks
	first := bits.TrailingZeros32(p.Lanes)
	n := 32 - bits.LeadingZeros32(p.Lanes) - first
	d.Boxes = append(d.Boxes, label(0, y, cardLeft, 1, "rows"))
	for bank := range banks {
		x := cardLeft + float64(bank)
		if rows := p.Rows[bank]; rows > 0 {
			look := plotting.Bare
			if rows > 1 {
				look = plotting.Frame
			}
			d.Boxes = append(d.Boxes, plotting.Box{X: x, Y: y, W: 1, H: 1, Look: look, Text: fmt.Sprint(rows)})
		}
		d.Boxes = append(d.Boxes, plotting.Box{X: x, Y: y + 1.1, W: 1, H: float64(n), Look: plotting.Tinted, Tint: b.tint(bank)})
	}
	y += 1.1
	for lane := first; lane < first+n; lane += 4 {
		d.Boxes = append(d.Boxes, label(0, y+float64(lane-first), cardLeft, 1, fmt.Sprintf("lane %d", lane)))
	}
	for _, w := range b.words(phase) {
		box := plotting.Box{X: cardLeft + float64(w.bank), Y: y + float64(w.lane-first), W: 1, H: 1, Look: plotting.Disc,
			Group: slices.Index(rows, w.row), Text: fmt.Sprint(w.row)}
		if w.shared {
			box.Look = plotting.Ringed
		}
		d.Boxes = append(d.Boxes, box)
	}
	return y + float64(n) + 0.5
}

// tint is how dark a bank is.
func (b *BankCard) tint(bank int) float64 {
	return float64(bank) / float64(b.result.Device.SharedBanks-1)
}

// shape is how many rows and columns of the array are drawn: as it is declared, or for one dimension,
// as many words in a row as there are banks.
func (b *BankCard) shape() (rows, columns int) {
	a, elements := b.Array, max(1, b.Array.Size/max(1, b.Array.Elem))
	columns = b.result.Device.SharedBanks * b.result.Device.SharedBankBytes / max(1, a.Elem)
	if n := len(a.Dims); n > 1 {
		columns = a.Dims[n-1]
	}
	columns = min(max(1, columns), elements)
	return min((elements+columns-1)/columns, mostArrayRows), min(columns, mostArrayCols)
}

// drawArray draws the cells of the array, tinted by bank, with a disc where the warp accesses it.
func (b *BankCard) drawArray(d *plotting.Diagram, x, y float64, rows []int) float64 {
	a := b.Array
	high, wide := b.shape()
	columns := wide
	if n := len(a.Dims); n > 1 {
		columns = a.Dims[n-1]
	}
	name := sharedName(a.Name)
	for _, n := range a.Dims {
		name += fmt.Sprintf("[%d]", n)
	}
	bare := func(x, y float64, text string) {
		d.Boxes = append(d.Boxes, label(x, y, d.Width-x, 1.1, text))
	}
	bare(x, y, name+": the tint of a cell is its bank")
	y += 1.3
	touched := map[int]int{} // group, by element
	for i, addr := range b.Addresses {
		if b.Active>>i&1 == 0 || addr < a.Begin {
			continue
		}
		_, row := memory.Bank(b.result.Device, addr)
		for e := range max(1, b.Bytes/max(1, a.Elem)) {
			touched[int(addr-a.Begin)/a.Elem+e] = slices.Index(rows, int(row-b.begin))
		}
	}
	for r := range high {
		at := y + arrayCell*float64(r)
		if r%4 == 0 {
			d.Boxes = append(d.Boxes, label(x-2.4, at, 2.3, arrayCell, fmt.Sprintf("[%d]", b.index(r, columns))))
		}
		for col := range wide {
			element := r*columns + col
			if element*a.Elem >= a.Size {
				break
			}
			bank, _ := memory.Bank(b.result.Device, a.Begin+uint64(element*a.Elem))
			box := plotting.Box{X: x + arrayCell*float64(col), Y: at, W: arrayCell, H: arrayCell, Look: plotting.Tinted, Tint: b.tint(bank)}
			d.Boxes = append(d.Boxes, box)
			if group, ok := touched[element]; ok {
				box.Look, box.Group = plotting.Disc, group
				d.Boxes = append(d.Boxes, box)
			}
		}
	}
	y += arrayCell * float64(high)
	if more := (a.Size/max(1, a.Elem) + columns - 1) / columns; more > high || columns > wide {
		bare(x, y, fmt.Sprintf("the first %d rows and %d columns", high, wide))
		y++
	}
	return y
}

// index is what a row of the array is called.
func (b *BankCard) index(row, columns int) int {
	if len(b.Array.Dims) > 1 {
		return row
	}
	return row * columns
}

// drawLegend explains the marks that occur: the numbers above the banks, rings and tints.
func drawLegend(d *plotting.Diagram, cards []*BankCard) {
	const high = 1.1
	last := cards[0].result.Device.SharedBanks - 1
	explain := func(mark plotting.Box, text string) {
		mark.Y, mark.W, mark.H = d.Height, high, high
		d.Boxes = append(d.Boxes, mark, label(1.5, d.Height, d.Width-1.5, high, text))
		d.Height += high + 0.1
	}
	if most := mostRows(cards); most > 1 {
		explain(plotting.Box{Look: plotting.Frame, Text: fmt.Sprint(most)},
			"rows of words that a bank is asked for: one pass for each of them")
	}
	if slices.ContainsFunc(cards, (*BankCard).sharesWords) {
		explain(plotting.Box{Look: plotting.Ringed}, "a word that several lanes ask for")
	}
	for i := range 8 {
		d.Boxes = append(d.Boxes, plotting.Box{X: float64(i), Y: d.Height, W: 1, H: high, Look: plotting.Tinted, Tint: float64(i) / 7})
	}
	d.Boxes = append(d.Boxes, label(8.4, d.Height, d.Width-8.4, high,
		fmt.Sprintf("bank 0 to bank %d; the colours below are the rows of words:", last)))
	d.Height += high + 0.1
}

// mostRows is the largest number of rows that a bank of the cards is asked for.
func mostRows(cards []*BankCard) int {
	most := 0
	for _, b := range cards {
		for _, p := range b.Phases {
			most = max(most, slices.Max(p.Rows[:]))
		}
	}
	return most
}

// sharesWords reports whether several lanes ask for one word.
func (b *BankCard) sharesWords() bool {
	for i := range b.Phases {
		if slices.ContainsFunc(b.words(i), func(w bankWord) bool { return w.shared }) {
			return true
		}
	}
	return false
}
