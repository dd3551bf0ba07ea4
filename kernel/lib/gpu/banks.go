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
Draws which bank of shared memory each lane of a warp accesses. Each bank has a column, and each lane has a row.
A disc is a word. Its number and its colour show in which row of the bank the word is. A ring shows that
several lanes access the same word. The number above a column is the number of rows that the bank must serve one
after the other. A second drawing shows the array. Each of its cells has the colour of its bank. If the banks
serve an access in several phases (half-warps, wide words), the figure shows each phase. To compare two kernels,
pass two results: the second is drawn below the first.

*launches (results): results; or the arguments kernel, grid, block and args, as for launch
line (int or string, None): the number of a source line, or a part of its text; None is the access with the
  worst conflict
array (string, None): the array, if the line accesses several arrays
warp (int, 0): number of the warp in the block
step (int, None): which execution of the line, from 0; None is the worst one
block (tuple, (0, 0)): index of the block
title (string, None): title of the figure

Returns the figure.

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
