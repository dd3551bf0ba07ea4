package gpu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "segments_plot", page: "pictures.md", fn: (*library).segmentsPlot,
	doc: `segments_plot(r, line=None, array=None, warps=4, step=0, block=(0, 0), title=None)
How the accesses of a warp to global memory become transactions on this GPU: lanes above,
below them memory in sectors of 32 bytes and lines, and from each lane a line to what it
asks for. Hatched is what is moved and was not asked for. line is a line of the source, or a
piece of it; without it the accesses that waste most are shown. warps is a number, from warp 0
on, or a list; step is how often they have come to the line before. Instead of a result:
kernel, grid, block and args, as for launch(…).

    segments_plot(run("transpose/naive", n=512), "odata[")
    segments_plot(kernel("transpose/copy"), (2, 8), (32, 8), [zeros((64, 64)), ones((64, 64)), 64])`,
})

// Most accesses and warps of one picture.
const (
	mostAccesses = 3
	mostLadders  = 16
	usualLadders = 4
)

// A ladder is one access of a warp with what memory makes of it.
type ladder struct {
	*gpumodel.Access
	requests              []gpumodel.WarpRequest
	transactions          []int // their sizes
	sectors, asked, moved int
}

func newLadder(d *device.Device, a *gpumodel.Access) *ladder {
	s := &ladder{Access: a, requests: a.Requests(d)}
	for i := range s.requests {
		r := &s.requests[i]
		s.asked += r.Asked(a.Bytes)
		s.moved += r.Moved()
		for _, t := range r.Transactions {
			s.transactions = append(s.transactions, int(t.Size))
		}
	}
	s.sectors = s.moved / sectorBytes
	return s
}

const sectorBytes = 32

// needed is how many sectors what was asked for would fill.
func (s *ladder) needed() int { return (s.asked + sectorBytes - 1) / sectorBytes }

// efficiency is which part of the bytes that are moved was asked for.
func (s *ladder) efficiency() float64 { return float64(s.asked) / float64(s.moved) }

// verb says what the threads do.
func (s *ladder) verb() string {
	if s.Store {
		return "write"
	}
	return "read"
}

// caption is the finding: sectors of a request, or by the older rules, requests and transactions.
func (s *ladder) caption(d *device.Device) []string {
	last := []string{fmt.Sprintf("%d needed", s.needed()), "efficiency " + plotting.Percent(s.efficiency())}
	if d.Sectored() {
		return append([]string{plural(s.sectors, "sector") + " per request"}, last...)
	}
	sizes := map[int]int{}
	for _, n := range s.transactions {
		sizes[n]++
	}
	var parts []string
	for _, n := range []int{32, 64, 96, 128} {
		if sizes[n] > 0 {
			parts = append(parts, fmt.Sprintf("%d × %d B", sizes[n], n))
		}
	}
	return append([]string{plural(len(s.requests), "request") + ": " + strings.Join(parts, ", "), plural(s.sectors, "sector")}, last...)
}

// An accessKey tells the accesses of a kernel apart.
type accessKey struct {
	line  int
	param string
	store bool
}

// A segments is what segments_plot draws.
type segments struct {
	result *gpumodel.Result
	block  gpumodel.Dim3
	step   int
	all    map[accessKey][]*ladder
	keys   []accessKey // that are shown
	left   int         // that are not
}

func (l *library) segmentsPlot(c call) (starlark.Value, error) {
	r, rest, err := l.pictured(c)
	if err != nil {
		return nil, err
	}
	var line, warps starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	array, title, step := "", "", 0
	if err := rest.unpack("line??", &line, "array??", &array, "warps??", &warps, "step?", &step, "block?", &block, "title??", &title); err != nil {
		return nil, err
	}
	s := &segments{result: r.result, step: step, all: map[accessKey][]*ladder{}}
	n := 0
	if line != nil {
		if n, err = lineOf(c.name, r.result.Kernel, line); err != nil {
			return nil, err
		}
	}
	at, err := blockNumber(c.name, &r.result.Launch, block)
	if err != nil {
		return nil, err
	}
	shown, err := s.warpsOf(c.name, warps)
	if err != nil {
		return nil, err
	}
	if step < 0 {
		return nil, valueErrorf("%s: step is %d, want 0 for the first time, 1 for the second …", c.name, step)
	}
	if err := s.look(c, at, n, array, shown); err != nil {
		return nil, err
	}
	if err := s.choose(c.name, n, array, shown); err != nil {
		return nil, err
	}
	return plot.NewFigure(s.diagram(title))
}

// warpsOf reads which warps of the block are shown.
func (s *segments) warpsOf(function string, v starlark.Value) ([]int, error) {
	have := (s.result.Launch.Block.Count() + s.result.Device.WarpSize - 1) / s.result.Device.WarpSize
	var shown []int
	switch v := v.(type) {
	case nil:
		for i := range min(have, usualLadders) {
			shown = append(shown, i)
		}
	case starlark.Int:
		n, ok := v.Int64()
		if !ok || n < 1 || n > mostLadders {
			return nil, valueErrorf("%s: warps is %s, want a number of 1 to %d, or a list as [5]", function, v, mostLadders)
		}
		for i := range min(have, int(n)) {
			shown = append(shown, i)
		}
	case starlark.Iterable:
		for _, x := range collect(v) {
			n, err := starlark.AsInt32(x)
			if err != nil || n < 0 || n >= have {
				return nil, valueErrorf("%s: a warp is %s, a block has 0 to %d", function, describe(x), have-1)
			}
			shown = append(shown, n)
		}
	default:
		return nil, typeErrorf("%s: warps is %s, want a number or a list of warps", function, describe(v))
	}
	if len(shown) == 0 || len(shown) > mostLadders {
		return nil, valueErrorf("%s: warps has %d warps, want 1 to %d", function, len(shown), mostLadders)
	}
	return shown, nil
}

// look executes the block and keeps what its warps ask for at the step.
func (s *segments) look(c call, block, line int, array string, warps []int) error {
	wanted := map[accessKey]int{} // how many warps are still to come
	_, err := gpumodel.Accesses(c.ctx(), s.result.Device, s.result.Launch, []int{block}, func(a *gpumodel.Access) (keep, more bool) {
		if line != 0 && a.Line != line || array != "" && a.Param != array {
			return false, true
		}
		k := accessKey{a.Line, a.Param, a.Store}
		if _, known := wanted[k]; !known {
			wanted[k] = len(warps)
		}
		if a.Step == s.step && slices.Contains(warps, a.Warp) {
			s.block = a.Block
			s.all[k] = append(s.all[k], newLadder(s.result.Device, a))
			wanted[k]--
		}
		return false, true
	})
	if err != nil {
		return launchFault(err, s.result.Kernel)
	}
	for _, list := range s.all {
		slices.SortFunc(list, func(a, b *ladder) int { return cmp.Compare(a.Warp, b.Warp) })
	}
	return nil
}

// choose takes the accesses that waste most, in the order of the source.
func (s *segments) choose(function string, line int, array string, warps []int) error {
	for k := range s.all {
		s.keys = append(s.keys, k)
	}
	if len(s.keys) == 0 {
		where := "the kernel"
		if line != 0 {
			where = fmt.Sprintf("line %d", line)
		}
		what := "global memory through an argument"
		if array != "" {
			what = fmt.Sprintf("%q", array)
		}
		return valueErrorf("%s: at step %d %s of the block access no %s in %s, atomics apart (banks_plot shows shared memory)", function, s.step, warpList(warps), what, where)
	}
	inOrder := func(a, b accessKey) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(fmt.Sprint(a.store), fmt.Sprint(b.store)), cmp.Compare(a.param, b.param))
	}
	slices.SortFunc(s.keys, func(a, b accessKey) int {
		return cmp.Or(cmp.Compare(s.wasted(b), s.wasted(a)), inOrder(a, b))
	})
	if n := len(s.keys); n > mostAccesses {
		s.keys, s.left = s.keys[:mostAccesses], n-mostAccesses
	}
	slices.SortFunc(s.keys, inOrder)
	return nil
}

// wasted is how many bytes of an access are moved for nothing.
func (s *segments) wasted(k accessKey) int {
	n := 0
	for _, l := range s.all[k] {
		n += l.moved - l.asked
	}
	return n
}

// warpList is "warp 5", "warps 0 to 3" or "warps 0, 5".
func warpList(warps []int) string {
	first, last := warps[0], warps[len(warps)-1]
	switch {
	case len(warps) == 1:
		return fmt.Sprintf("warp %d", first)
	case last-first == len(warps)-1:
		return fmt.Sprintf("warps %d to %d", first, last)
	}
	return "warps " + numberList(warps)
}

// rule says how the device makes transactions.
func (s *segments) rule() string {
	d := s.result.Device
	switch d.Coalescing {
	case device.InOrder:
		return "one transaction for a half-warp whose thread k takes word k of a segment, otherwise one for each thread"
	case device.Segments:
		return "for each half-warp segments of 32, 64 or 128 bytes, as small as holds what is asked for"
	case device.Lines:
		return fmt.Sprintf("through the L1 whole lines of %d bytes, past it their sectors", d.SegmentBytes)
	}
	return fmt.Sprintf("the sectors of %d bytes that a warp touches", d.MinSegmentBytes)
}

func (s *segments) provenance() string {
	var warps []int
	for _, l := range s.all[s.keys[0]] {
		warps = append(warps, l.Warp)
	}
	text := fmt.Sprintf("%s on %s, block (%d, %d, %d), %s, modelled; c.c. %s: %s", s.result.Kernel.Name, s.result.Device.Name, s.block.X, s.block.Y, s.block.Z,
		warpList(warps), s.result.Device.ComputeCapability, s.rule())
	if s.left > 0 {
		text += fmt.Sprintf("; %s that waste less are not shown, name one with line=", accessWord(s.left))
	}
	return text
}

func accessWord(n int) string {
	if n == 1 {
		return "1 access"
	}
	return fmt.Sprintf("%d accesses", n)
}

// finding is the title: the access that wastes most.
func (s *segments) finding() string {
	worst := s.keys[0]
	for _, k := range s.keys {
		if s.wasted(k) > s.wasted(worst) {
			worst = k
		}
	}
	l := s.all[worst][0]
	return fmt.Sprintf("%s, line %d: %s", worst.param, worst.line, strings.Join(l.caption(s.result.Device), ", "))
}

func (s *segments) diagram(title string) *plotting.Diagram {
	if title == "" {
		title = s.finding()
	}
	d := &plotting.Diagram{Title: title, Provenance: s.provenance(), Width: 38}
	most := 1
	for _, k := range s.keys {
		for _, l := range s.all[k] {
			most = max(most, len(l.requests))
		}
	}
	d.Groups = []string{"asked for"}
	if most > 1 {
		d.Groups = nil
		for i := range most {
			each := s.result.Device.WarpSize / most
			d.Groups = append(d.Groups, fmt.Sprintf("asked for by lanes %d to %d", i*each, (i+1)*each-1))
		}
	}
	var text, words strings.Builder
	for _, k := range s.keys {
		s.drawAccess(d, k)
		s.write(&text, k)
		s.describe(&words, k)
	}
	s.drawLegend(d)
	d.Characters, d.Description = text.String(), strings.TrimSuffix(words.String(), "; ")
	return d
}
