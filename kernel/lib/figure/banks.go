package figure

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// A BankCard is the punch card of one access of a warp to shared memory: which bank each
// lane asks for which row of words.
type BankCard struct {
	result *gpumodel.Result
	*observe.SharedAccess
	begin uint64 // the row that the array begins in
}

// A BanksView says which access of a launch is drawn.
type BanksView struct {
	Line  int    // of the source, from 1; 0 for all
	Array string // empty for all
	Warp  int
	Step  int // how often the warp has come to the line before, or Worst
	Block int
}

// Worst is the step with the worst conflict.
const Worst = -1

// NewBankCard executes the block and takes the access that is asked for, or the one with
// the most passes.
func NewBankCard(ctx context.Context, r *gpumodel.Result, v BanksView) (*BankCard, error) {
	if warps := Warps(r); v.Warp < 0 || v.Warp >= warps {
		return nil, errorf("warp is %d, a block has 0 to %d", v.Warp, warps-1)
	}
	var worst *observe.SharedAccess
	var names []string
	times := 0
	err := observe.SharedAccesses(ctx, r.Device, r.Launch, []int{v.Block}, func(a *observe.SharedAccess) (more bool) {
		if v.Line != 0 && a.Line != v.Line || a.Warp != v.Warp {
			return true
		}
		if name := sharedName(a.Array.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
		if v.Array != "" && a.Array.Name != v.Array {
			return true
		}
		times = max(times, a.Step+1)
		if (v.Step == Worst || a.Step == v.Step) && (worst == nil || worse(a, worst)) {
			worst = a
		}
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case worst != nil:
		bank := uint64(r.Device.SharedBanks * r.Device.BankRowBytes())
		return &BankCard{result: r, SharedAccess: worst, begin: worst.Array.Begin / bank}, nil
	case times > 0:
		return nil, errorf("warp %d comes %d times to it, step is %d", v.Warp, times, v.Step)
	}
	where := r.Kernel.Name
	if v.Line != 0 {
		where = r.Kernel.Module.At(v.Line)
	}
	if v.Array != "" && len(names) > 0 {
		return nil, errorf("%s does not access %q in shared memory (it accesses %s)", where, v.Array, strings.Join(names, " and "))
	}
	return nil, errorf("warp %d accesses no shared memory in %s, atomics apart (segments_plot shows global memory)", v.Warp, where)
}

// sharedName is the name of a variable, or what the extern array is called.
func sharedName(name string) string {
	if name == "" {
		return "the extern array"
	}
	return name
}

// worse orders accesses: those with most passes that need not be first, then those that reach further, as a
// column does, which padding was meant for.
func worse(a, b *observe.SharedAccess) bool {
	return cmp.Or(cmp.Compare(passesOf(b)-len(b.Phases), passesOf(a)-len(a.Phases)), cmp.Compare(reach(b), reach(a))) < 0
}

func passesOf(a *observe.SharedAccess) int {
	n := 0
	for _, p := range a.Phases {
		n += p.Passes
	}
	return n
}

// reach is how many bytes the active lanes' addresses lie apart.
func reach(a *observe.SharedAccess) uint64 {
	low, high := ^uint64(0), uint64(0)
	for i, x := range a.Addresses {
		if a.Active>>i&1 != 0 {
			low, high = min(low, x), max(high, x)
		}
	}
	return high - low
}

// caption is the finding.
func (b *BankCard) caption() string {
	passes, ideal, degree := passesOf(b.SharedAccess), len(b.Phases), 1
	for _, p := range b.Phases {
		degree = max(degree, p.Passes)
	}
	text := "no bank conflict, " + plotting.Plural(passes, "pass")
	if degree > 1 {
		text = fmt.Sprintf("%d-way bank conflict, %s instead of %d", degree, plotting.Plural(passes, "pass"), ideal)
	}
	if ideal > 1 && degree == 1 {
		text += fmt.Sprintf(" in %d phases", ideal)
	}
	return text
}

// what says which access it is.
func (b *BankCard) what() string {
	verb := "reads"
	if b.Store {
		verb = "writes"
	}
	text := fmt.Sprintf("%s, %s: warp %d %s %s", b.result.Kernel.Name, b.result.Kernel.Module.At(b.Line), b.Warp, verb,
		sharedName(b.Array.Name))
	if b.Step > 0 {
		text += fmt.Sprintf(" at step %d", b.Step)
	}
	return text
}

// A bankWord is what one lane asks one bank for.
type bankWord struct {
	lane, bank int
	row        int // of the banks, from the array's first one
	shared     bool
}

// words are those of a phase.
func (b *BankCard) words(phase int) []bankWord {
	p, d := b.Phases[phase], b.result.Device
	type place struct {
		bank int
		row  uint64
		word uint64
	}
	asked := map[place]int{}
	at := func(lane, n int) place {
		addr := b.Addresses[lane] + uint64(n*d.SharedBankBytes)
		bank, row := memory.Bank(d, addr)
		return place{bank, row, addr / uint64(d.SharedBankBytes)}
	}
	var all []bankWord
	for _, count := range []bool{true, false} {
		for lane := range d.WarpSize {
			if p.Lanes>>lane&1 == 0 {
				continue
			}
			for n := p.First; n < p.First+p.Words; n++ {
				x := at(lane, n)
				if count {
					asked[x]++
					continue
				}
				all = append(all, bankWord{lane: lane, bank: x.bank, row: int(x.row - b.begin), shared: asked[x] > 1})
			}
		}
	}
	return all
}

// rows are the rows of the banks that the cards ask for, in order.
func rowsOf(cards []*BankCard) []int {
	var rows []int
	for _, b := range cards {
		for i := range b.Phases {
			for _, w := range b.words(i) {
				if !slices.Contains(rows, w.row) {
					rows = append(rows, w.row)
				}
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// Banks draws cards below each other: one, or those of before and after.
func Banks(cards []*BankCard) *plotting.Diagram {
	first := cards[0]
	title := first.caption()
	if len(cards) > 1 {
		title = fmt.Sprintf("before: %s; after: %s", title, cards[1].caption())
	}
	title = strings.ToUpper(title[:1]) + title[1:]
	d := &plotting.Diagram{Title: title, Provenance: first.provenance(cards)}
	rows := rowsOf(cards)
	for _, row := range rows {
		d.Groups = append(d.Groups, fmt.Sprintf("row %d", row))
	}
	var text, words strings.Builder
	for _, b := range cards {
		b.draw(d, rows)
		b.write(&text)
		b.describe(&words)
	}
	drawLegend(d, cards)
	d.Characters, d.Description = text.String(), strings.TrimSuffix(words.String(), "; ")
	return d
}

func (b *BankCard) provenance(cards []*BankCard) string {
	d := b.result.Device
	text := fmt.Sprintf("%s, c.c. %s, modelled: %d banks of %d bytes", d.Name, d.ComputeCapability, d.SharedBanks, d.SharedBankBytes)
	if n := d.BankRowBytes() / d.SharedBankBytes; n > 1 {
		text += fmt.Sprintf(", of which a pass gives rows of %d words", n)
	}
	for _, other := range cards {
		if other.result.Device.Name != d.Name {
			return "modelled"
		}
	}
	return fmt.Sprintf("%s; block (%d, %d, %d)", text, b.Block.X, b.Block.Y, b.Block.Z)
}

// write draws the card in characters.
func (b *BankCard) write(t *strings.Builder) {
	d := b.result.Device
	fmt.Fprintf(t, "%s: %s\n%s\n", b.what(), b.caption(), b.result.Kernel.Module.Line(b.Line))
	for i, p := range b.Phases {
		fmt.Fprintf(t, "\nrows  %s\n", strings.TrimRight(rowDigits(p.Rows[:d.SharedBanks]), " "))
		card := map[int][]byte{}
		for _, w := range b.words(i) {
			if card[w.lane] == nil {
				card[w.lane] = []byte(strings.Repeat(".", d.SharedBanks))
			}
			card[w.lane][w.bank] = 'o'
			if w.shared {
				card[w.lane][w.bank] = '@'
			}
		}
		for lane := bits.TrailingZeros32(p.Lanes); lane < d.WarpSize; lane++ {
			if card[lane] != nil {
				fmt.Fprintf(t, "%4d  %s\n", lane, card[lane])
			}
		}
	}
	t.WriteString("\n")
}

// rowDigits writes how many rows each bank gives, more than nine as +.
func rowDigits(rows []int) string {
	var b strings.Builder
	for _, n := range rows {
		switch {
		case n == 0:
			b.WriteByte(' ')
		case n > 9:
			b.WriteByte('+')
		default:
			fmt.Fprint(&b, n)
		}
	}
	return b.String()
}

// describe says in words what the card shows.
func (b *BankCard) describe(t *strings.Builder) {
	fmt.Fprintf(t, "%s: %s", b.what(), b.caption())
	used, shared := 0, 0
	for i, p := range b.Phases {
		for _, n := range p.Rows {
			used += min(n, 1)
		}
		for _, w := range b.words(i) {
			if w.shared {
				shared++
			}
		}
	}
	fmt.Fprintf(t, ", %d of %d banks at work", used, len(b.Phases)*b.result.Device.SharedBanks)
	if shared > 0 {
		fmt.Fprintf(t, ", %s for words that others ask for too", plotting.Plural(shared, "request"))
	}
	t.WriteString("; ")
}
