package gpu

import (
	"fmt"
	"iter"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "partitions_plot", Page: "pictures.md", StateFunc: (*Library).partitionsPlot,
	Doc: `partitions_plot(r, curve=None, waves=3, title=None)
Draws the partitions of the memory (channels, in HBM) that a launch uses. The upper part shows the blocks that
run at the same time. Each block is drawn as the tile of the matrix that it accesses first. The tile has the
number and the colour of its partition. If a tile is in several partitions, it has a band for each partition. If
the memory has more than 16 partitions, the tile shows only their number. The lower part shows how many requests
wait at each partition over time.

r (result): a result; or the arguments kernel, grid, block and args, as for launch
curve (sweep, None): a sweep over n. The figure then also shows the throughput over n, and the number of
  partitions that the blocks use at the same time. This number is the sum of the first bytes of all blocks,
  divided by the bytes of the busiest partition
waves (int, 3): number of waves
title (string, None): title of the figure

Returns the figure.

    partitions_plot(run("transpose/padded", n=1024))
    partitions_plot(run("transpose/padded", n=512), sweep("transpose/padded", n=[448, 512, 576]))`,
})

func (l *Library) partitionsPlot(c face.Call) (starlark.Value, error) {
	r, rest, err := l.pictured(c)
	if err != nil {
		return nil, err
	}
	var points sweptPoints
	waves, title := usualWaves, ""
	if err := rest.Unpack("curve??", &points, "waves?", &waves, "title??", &title); err != nil {
		return nil, err
	}
	q, err := r.observeQueues(c, waves)
	if err != nil {
		return nil, err
	}
	u, err := figure.UsedPartitions(c.Ctx(), r.result)
	if err != nil {
		return nil, cudacell.Launching(err, r.result.Kernel)
	}
	tiles, heat := u.Diagram(q.Queues), q.Figure()
	if title != "" {
		tiles.Title = title
	}
	heat.Title = "Requests that wait" + q.RowHits()
	sheet := plotting.Sheet{tiles, heat}
	if points.of != nil {
		figures, err := partitionCurves(c, points.of)
		if err != nil {
			return nil, err
		}
		sheet = append(sheet, figures...)
	}
	return plot.NewFigure(sheet)
}

// A Swept value has the results of launches over n: a sweep.
type Swept interface {
	Results() iter.Seq2[int, *gpumodel.Result]
}

// sweptPoints reads the sweep that a call is given.
type sweptPoints struct{ of Swept }

// Unpack takes a sweep; a tuning, which has its points too, is not over n.
func (p *sweptPoints) Unpack(v starlark.Value) error {
	s, ok := v.(Swept)
	if !ok || v.Type() != "sweep" {
		return fmt.Errorf("got %s, want sweep", v.Type())
	}
	p.of = s
	return nil
}

// partitionCurves are the throughput of a sweep over n, and the partitions in use.
func partitionCurves(c face.Call, s Swept) ([]plotting.Part, error) {
	var curves figure.PartitionCurves
	for n, r := range s.Results() {
		if r.Measured || len(r.Launches) > 0 {
			continue
		}
		u, err := figure.UsedPartitions(c.Ctx(), r)
		if err != nil {
			return nil, cudacell.Launching(err, r.Kernel)
		}
		curves.Add(n, u)
	}
	figures := curves.Figures()
	if figures == nil {
		return nil, face.ValueErrorf("%s: curve has no point of one modelled launch", c.Name)
	}
	return figures, nil
}
