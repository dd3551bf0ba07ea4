package gpu

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "banks_plot", page: "pictures.md", fn: (*library).banksPlot,
	doc: `banks_plot(*launches, line=None, array=None, warp=0, step=None, block=(0, 0), title=None)
Which bank of shared memory each lane of a warp asks: a column for each bank, a row for each
lane, a disc for each word; the number and the colour of a disc are the row of words that the bank
has to give, a ring means that several lanes ask for one word, above each column stands how many
rows the bank has to give one after the other. Beside it the array, each cell tinted by its bank.
What the banks serve in several phases (half-warps, wide words) is drawn by phase. line is a
line of the source, or a piece of it; without it the access with the worst conflict is shown. step is
how often the warp has come to the line before; without it the worst time is shown.
Two results are drawn below each other, before and after. Instead of results: kernel, grid,
block and args, as for launch(…).

    banks_plot(run("transpose/tiled", n=64), run("transpose/padded", n=64))
    banks_plot(run("transpose/padded", n=64), line="= tile[")`,
})

// A bankCard is the punch card of one access.
type bankCard struct {
	result *gpumodel.Result
	*gpumodel.SharedAccess
	begin uint64 // the row that the array begins in
}

// A bankChoice says which access of a launch is drawn.
type bankChoice struct {
	line  starlark.Value
	array string
	warp  int
	step  starlark.Value // None: the worst
	block starlark.Value
}

func (l *library) banksPlot(c call) (starlark.Value, error) {
	choice := bankChoice{block: starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}}
	title := ""
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("line??", &choice.line, "array??", &choice.array, "warp?", &choice.warp, "step??", &choice.step, "block?", &choice.block, "title??", &title); err != nil {
		return nil, err
	}
	results, err := l.picturedAll(c)
	if err != nil {
		return nil, err
	}
	var cards []*bankCard
	for _, r := range results {
		card, err := r.bankCard(c, choice)
		if err != nil {
			return nil, err
		}
		cards = append(cards, card)
	}
	return plot.NewFigure(bankDiagram(cards, title))
}

// bankCard executes the block and takes the access that is asked for, or the one with the most passes.
func (r *Result) bankCard(c call, choice bankChoice) (*bankCard, error) {
	k, n := r.result.Kernel, 0
	if choice.line != nil {
		var err error
		if n, err = lineOf(c.name, k, choice.line); err != nil {
			return nil, err
		}
	}
	block, err := blockNumber(c.name, &r.result.Launch, choice.block)
	if err != nil {
		return nil, err
	}
	warps := (r.result.Launch.Block.Count() + r.result.Device.WarpSize - 1) / r.result.Device.WarpSize
	if choice.warp < 0 || choice.warp >= warps {
		return nil, valueErrorf("%s: warp is %d, a block has 0 to %d", c.name, choice.warp, warps-1)
	}
	step := -1
	if choice.step != nil {
		if err := starlark.AsInt(choice.step, &step); err != nil || step < 0 {
			return nil, valueErrorf("%s: step is %s, want 0 for the first time, 1 for the second …", c.name, describe(choice.step))
		}
	}
	var worst *gpumodel.SharedAccess
	var names []string
	times := 0
	err = gpumodel.SharedAccesses(c.ctx(), r.result.Device, r.result.Launch, []int{block}, func(a *gpumodel.SharedAccess) (more bool) {
		if n != 0 && a.Line != n || a.Warp != choice.warp {
			return true
		}
		if name := sharedName(a.Array.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
		if choice.array != "" && a.Array.Name != choice.array {
			return true
		}
		times = max(times, a.Step+1)
		if (step < 0 || a.Step == step) && (worst == nil || worse(a, worst)) {
			worst = a
		}
		return true
	})
	switch {
	case err != nil:
		return nil, launchFault(err, k)
	case worst != nil:
		bank := uint64(r.result.Device.SharedBanks * r.result.Device.BankRowBytes())
		return &bankCard{result: r.result, SharedAccess: worst, begin: worst.Array.Begin / bank}, nil
	case times > 0:
		return nil, valueErrorf("%s: warp %d comes %d times to it, step is %d", c.name, choice.warp, times, step)
	}
	where := k.Name
	if n != 0 {
		where = fmt.Sprintf("line %d", n)
	}
	if choice.array != "" && len(names) > 0 {
		return nil, valueErrorf("%s: %s does not access %q in shared memory (it accesses %s)", c.name, where, choice.array, strings.Join(names, " and "))
	}
	return nil, valueErrorf("%s: warp %d accesses no shared memory in %s, atomics apart (segments_plot shows global memory)", c.name, choice.warp, where)
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
func worse(a, b *gpumodel.SharedAccess) bool {
	return cmp.Or(cmp.Compare(passesOf(b)-len(b.Phases), passesOf(a)-len(a.Phases)), cmp.Compare(reach(b), reach(a))) < 0
}

func passesOf(a *gpumodel.SharedAccess) int {
	n := 0
	for _, p := range a.Phases {
		n += p.Passes
	}
	return n
}

// reach is how many bytes the active lanes' addresses lie apart.
func reach(a *gpumodel.SharedAccess) uint64 {
	low, high := ^uint64(0), uint64(0)
	for i, x := range a.Addresses {
		if a.Active>>i&1 != 0 {
			low, high = min(low, x), max(high, x)
		}
	}
	return high - low
}

// caption is the finding.
func (b *bankCard) caption() string {
	passes, ideal, degree := passesOf(b.SharedAccess), len(b.Phases), 1
	for _, p := range b.Phases {
		degree = max(degree, p.Passes)
	}
	text := "no bank conflict, " + passWord(passes)
	if degree > 1 {
		text = fmt.Sprintf("%d-way bank conflict, %s instead of %d", degree, passWord(passes), ideal)
	}
	if ideal > 1 && degree == 1 {
		text += fmt.Sprintf(" in %d phases", ideal)
	}
	return text
}

func passWord(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}

// what says which access it is.
func (b *bankCard) what() string {
	verb := "reads"
	if b.Store {
		verb = "writes"
	}
	text := fmt.Sprintf("%s, line %d: warp %d %s %s", b.result.Kernel.Name, b.Line, b.Warp, verb, sharedName(b.Array.Name))
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
func (b *bankCard) words(phase int) []bankWord {
	p, d := b.Phases[phase], b.result.Device
	type place struct {
		bank int
		row  uint64
		word uint64
	}
	asked := map[place]int{}
	at := func(lane, n int) place {
		addr := b.Addresses[lane] + uint64(n*d.SharedBankBytes)
		bank, row := bankOf(d, addr)
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
func rowsOf(cards []*bankCard) []int {
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

// bankDiagram draws the cards below each other.
func bankDiagram(cards []*bankCard, title string) *plotting.Diagram {
	first := cards[0]
	if title == "" {
		title = first.caption()
		if len(cards) > 1 {
			title = fmt.Sprintf("before: %s; after: %s", title, cards[1].caption())
		}
		title = strings.ToUpper(title[:1]) + title[1:]
	}
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
	cards[0].drawLegend(d)
	d.Characters, d.Description = text.String(), strings.TrimSuffix(words.String(), "; ")
	return d
}

func (b *bankCard) provenance(cards []*bankCard) string {
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
func (b *bankCard) write(t *strings.Builder) {
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
func (b *bankCard) describe(t *strings.Builder) {
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
		fmt.Fprintf(t, ", %s for words that others ask for too", plural(shared, "request"))
	}
	t.WriteString("; ")
}
