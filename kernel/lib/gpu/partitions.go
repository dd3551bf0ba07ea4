package gpu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func (l *library) partitionsBuiltins() []builtin {
	return []builtin{
		{"partitions_plot", l.partitionsPlot, `partitions_plot(r, curve=None, waves=3, title=None)
Which partitions of the memory (channels, where it is HBM) a launch keeps busy. Above: the
blocks that run at the same time, each as the tile that it accesses first in its matrix, with the
number and the colour of the partition; a tile in several partitions has a band for each, or where
the memory has more than 16 of them, says how many. Below: how many requests wait at each partition over time. curve is a
sweep over n: its throughput, and over the same n how many partitions those blocks use at once,
that is all their first bytes over those of the busiest partition. Instead of a result: kernel,
grid, block and args, as for launch(…).

    partitions_plot(run("transpose/padded", n=1024))
    partitions_plot(run("transpose/padded", n=512), sweep("transpose/padded", n=[448, 512, 576]))`},
	}
}

func (l *library) partitionsPlot(c call) (starlark.Value, error) {
	r, rest, err := l.pictured(c)
	if err != nil {
		return nil, err
	}
	var curve *Sweep
	waves, title := usualWaves, ""
	if err := rest.unpack("curve??", &curve, "waves?", &waves, "title??", &title); err != nil {
		return nil, err
	}
	q, err := r.observeQueues(c, waves)
	if err != nil {
		return nil, err
	}
	u, err := usedPartitions(c.ctx(), r.result)
	if err != nil {
		return nil, launchFault(err, r.result.Kernel)
	}
	tiles, heat := u.diagram(q), q.figure()
	if title != "" {
		tiles.Title = title
	}
	heat.Title = "Requests that wait" + q.rowHits()
	sheet := plotting.Sheet{tiles, heat}
	if curve != nil {
		figures, err := curve.partitionCurves(c)
		if err != nil {
			return nil, err
		}
		sheet = append(sheet, figures...)
	}
	return plot.NewFigure(sheet)
}

// rowHits says which part of the requests found their row of the DRAM open.
func (q *Queues) rowHits() string {
	var all channelQueue
	for _, c := range q.channels() {
		all.served += c.served
		all.opened += c.opened
	}
	if hits := all.hits(); hits != nil {
		return fmt.Sprintf("; %s of all found their row of the DRAM open", hits)
	}
	return ""
}

// A blockTile is what a block accesses first of an array.
type blockTile struct {
	block        gpumodel.Dim3
	bytes        []int // by partition
	row, col     int   // of the first element
	lastR, lastC int
}

// A partitionUse is the first accesses of the blocks that run at the same time.
type partitionUse struct {
	result *gpumodel.Result
	active int // blocks
	keys   []accessKey
	arrays map[accessKey]*gpumodel.Array
	tiles  map[accessKey][]*blockTile
}

// Blocks that are looked at, and accesses of each.
const (
	mostActiveBlocks  = 256
	mostBlockAccesses = 128
)

// usedPartitions executes the beginning of the blocks of the first wave.
func usedPartitions(ctx context.Context, r *gpumodel.Result) (*partitionUse, error) {
	d := r.Device
	u := &partitionUse{result: r, arrays: map[accessKey]*gpumodel.Array{}, tiles: map[accessKey][]*blockTile{}}
	fit, err := r.Kernel.Occupancy(d, r.Launch.Block, r.Launch.Shared)
	if err != nil {
		return nil, err
	}
	u.active = min(fit.BlocksPerSM*d.SMs, r.Launch.Grid.Count())
	for b := range min(u.active, mostActiveBlocks) {
		seen := 0
		if _, err := gpumodel.Accesses(ctx, d, r.Launch, []int{b}, func(a *gpumodel.Access) (keep, more bool) {
			u.note(a)
			seen++
			return false, seen < mostBlockAccesses
		}); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(u.keys, func(a, b accessKey) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(fmt.Sprint(a.store), fmt.Sprint(b.store)), cmp.Compare(a.param, b.param))
	})
	return u, nil
}

// note adds an access to its block's tile.
func (u *partitionUse) note(a *gpumodel.Access) {
	k := accessKey{a.Line, a.Param, a.Store}
	if u.arrays[k] == nil {
		u.arrays[k] = a.Array
		u.keys = append(u.keys, k)
	}
	var t *blockTile
	if list := u.tiles[k]; len(list) > 0 && list[len(list)-1].block == a.Block {
		t = list[len(list)-1]
	} else {
		t = &blockTile{block: a.Block, bytes: make([]int, u.result.Device.Partitions), row: math.MaxInt, col: math.MaxInt, lastR: -1, lastC: -1}
		u.tiles[k] = append(list, t)
	}
	if a.Step > 0 && t.lastR >= 0 && a.Step >= firstSteps {
		return
	}
	for _, x := range a.Transactions {
		t.bytes[u.result.Device.Partition(x.Addr)] += int(x.Size)
	}
	cols := columnsOf(a.Array)
	for _, x := range a.Lanes {
		row, col := x.Element/cols, x.Element%cols
		t.row, t.col, t.lastR, t.lastC = min(t.row, row), min(t.col, col), max(t.lastR, row), max(t.lastC, col)
	}
}

// firstSteps is how often a warp may come to a line for what counts as first: a loop over the
// rows of a tile is unrolled, or goes round a few times.
const firstSteps = 4

// columnsOf is the length of a row of the array.
func columnsOf(a *gpumodel.Array) int {
	if n := len(a.Shape); n > 1 {
		return max(1, a.Shape[n-1])
	}
	return max(1, a.Len())
}

// inUse is how many partitions an access uses at once: all bytes over those of the busiest one.
func (u *partitionUse) inUse(k accessKey) float64 {
	sum, most := 0, 0
	for p := range u.result.Device.Partitions {
		n := 0
		for _, t := range u.tiles[k] {
			n += t.bytes[p]
		}
		sum, most = sum+n, max(most, n)
	}
	return float64(sum) / float64(max(1, most))
}

// least is the access that uses the fewest partitions.
func (u *partitionUse) least() (k accessKey, n float64) {
	n = math.Inf(1)
	for _, key := range u.keys {
		if x := u.inUse(key); x < n {
			k, n = key, x
		}
	}
	return k, n
}

// partitionWord is what a device calls its partitions.
func partitionWord(d *device.Device) string {
	if d.Channels() > 0 {
		return "pseudo-channels"
	}
	return "partitions"
}

// partitionCurves are the throughput of a sweep over n, and the partitions in use.
func (s *Sweep) partitionCurves(c call) ([]plotting.Part, error) {
	throughput := &plotting.Figure{Title: "Throughput over the size", X: plotting.Axis{Label: "n"}, Y: plotting.Axis{Label: "throughput", Unit: "GB/s"}}
	used := &plotting.Figure{Title: "Partitions in use at once", X: plotting.Axis{Label: "n"}, Y: plotting.Axis{Label: "partitions"}}
	index := map[string]int{}
	most := 0
	for _, p := range s.points {
		if p.result == nil || p.result.Measured || len(p.result.Launches) > 0 {
			continue
		}
		u, err := usedPartitions(c.ctx(), p.result)
		if err != nil {
			return nil, launchFault(err, p.result.Kernel)
		}
		_, n := u.least()
		if math.IsInf(n, 0) {
			continue
		}
		name := p.result.Kernel.Name + ", " + p.result.Device.Name
		i, known := index[name]
		if !known {
			i = len(throughput.Series)
			index[name] = i
			throughput.Series = append(throughput.Series, plotting.Series{Name: name})
			used.Series = append(used.Series, plotting.Series{Name: name})
		}
		for f, y := range map[*plotting.Figure]float64{throughput: p.result.GBps(), used: n} {
			f.Series[i].X, f.Series[i].Y = append(f.Series[i].X, float64(p.n)), append(f.Series[i].Y, y)
		}
		most = max(most, p.result.Device.Partitions)
	}
	if len(index) == 0 {
		return nil, valueErrorf("%s: curve has no point of one modelled launch", c.name)
	}
	used.References = []plotting.Reference{{Y: float64(most), Label: "all"}}
	used.Provenance = "the access that uses the fewest; first accesses of the blocks that run at the same time"
	return []plotting.Part{throughput, used}, nil
}

func (u *partitionUse) provenance(q *Queues) string {
	o := q.observed
	text := fmt.Sprintf("%s<<<%s, %s>>> on %s, modelled; %d blocks run at the same time", o.Kernel.Name, dims(o.Launch.Grid), dims(o.Launch.Block), o.Device.Name, u.active)
	if u.active > mostActiveBlocks {
		text += fmt.Sprintf(", of which %d are shown", mostActiveBlocks)
	}
	return text
}

// title is the finding.
func (u *partitionUse) title() string {
	d := u.result.Device
	k, n := u.least()
	if len(u.keys) == 0 {
		return "no accesses of arrays"
	}
	verb := "reading"
	if k.store {
		verb = "writing"
	}
	return fmt.Sprintf("%s %s keeps %s of %d %s busy at once", strings.ToUpper(verb[:1])+verb[1:], k.param, plotting.Number(n, 2), d.Partitions, partitionWord(d))
}
