package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

var _ = registry.Declare(row{
	Name: "banks_plot", Page: "pictures.md", StateFunc: (*Library).banksPlot,
	Doc: `banks_plot(*launches, line=None, array=None, warp=0, step=None, block=(0, 0), title=None)
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

func (l *Library) banksPlot(c face.Call) (starlark.Value, error) {
	var line, step starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	v, title := figure.BanksView{Step: figure.Worst}, ""
	if err := c.Keywords().Unpack("line??", &line, "array??", &v.Array, "warp?", &v.Warp, "step??", &step,
		"block?", &block, "title??", &title); err != nil {
		return nil, err
	}
	results, err := l.picturedAll(c)
	if err != nil {
		return nil, err
	}
	var cards []*figure.BankCard
	for _, r := range results {
		k := r.result.Kernel
		if line != nil {
			if v.Line, err = lineOf(c.Name, k, line); err != nil {
				return nil, err
			}
		}
		if v.Block, err = blockNumber(c.Name, &r.result.Launch, block); err != nil {
			return nil, err
		}
		if step != nil {
			if err := starlark.AsInt(step, &v.Step); err != nil || v.Step < 0 {
				return nil, face.ValueErrorf("%s: step is %s, want 0 for the first time, 1 for the second …", c.Name, face.Describe(step))
			}
		}
		card, err := figure.NewBankCard(c.Ctx(), r.result, v)
		if err != nil {
			return nil, pictureFault(c, err, k)
		}
		cards = append(cards, card)
	}
	d := figure.Banks(cards)
	if title != "" {
		d.Title = title
	}
	return plot.NewFigure(d)
}
