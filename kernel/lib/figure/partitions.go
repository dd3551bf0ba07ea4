package figure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// A blockTile is what a block accesses first of an array.
type blockTile struct {
	block        gpumodel.Dim3
	bytes        []int // by partition
	row, col     int   // of the first element
	lastR, lastC int
}

// A PartitionUse is the first accesses of the blocks that run at the same time.
type PartitionUse struct {
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

// UsedPartitions executes the beginning of the blocks of the first wave.
func UsedPartitions(ctx context.Context, r *gpumodel.Result) (*PartitionUse, error) {
	d := r.Device
	u := &PartitionUse{result: r, arrays: map[accessKey]*gpumodel.Array{}, tiles: map[accessKey][]*blockTile{}}
	fit, err := r.Kernel.Occupancy(d, r.Launch.Block, r.Launch.Shared)
	if err != nil {
		return nil, err
	}
	u.active = min(fit.BlocksPerSM*d.SMs, r.Launch.Grid.Count())
	for b := range min(u.active, mostActiveBlocks) {
		seen := 0
		if _, err := observe.Accesses(ctx, d, r.Launch, []int{b}, func(a *observe.Access) (keep, more bool) {
			u.note(a)
			seen++
			return false, seen < mostBlockAccesses
		}); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(u.keys, inOrder)
	return u, nil
}

// note adds an access to its block's tile.
func (u *PartitionUse) note(a *observe.Access) {
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
func (u *PartitionUse) inUse(k accessKey) float64 {
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
func (u *PartitionUse) least() (k accessKey, n float64) {
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

func (u *PartitionUse) provenance(q Queues) string {
	o := q.Observation
	text := fmt.Sprintf("%s<<<%s, %s>>> on %s, modelled; %d blocks run at the same time", o.Kernel.Name, Size(o.Launch.Grid),
		Size(o.Launch.Block), o.Device.Name, u.active)
	if u.active > mostActiveBlocks {
		text += fmt.Sprintf(", of which %d are shown", mostActiveBlocks)
	}
	return text
}

// title is the finding.
func (u *PartitionUse) title() string {
	d := u.result.Device
	k, n := u.least()
	if len(u.keys) == 0 {
		return "no accesses of arrays"
	}
	verb := "reading"
	if k.store {
		verb = "writing"
	}
	return fmt.Sprintf("%s %s keeps %s of %d %s busy at once", strings.ToUpper(verb[:1])+verb[1:], k.param, plotting.Number(n, 2),
		d.Partitions, partitionWord(d))
}
