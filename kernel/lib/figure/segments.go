package figure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// A SegmentsView says which accesses of a launch are drawn.
type SegmentsView struct {
	Line  int    // of the source, from 1; 0 for those that waste most
	Array string // a parameter; empty for all
	Warps []int  // of the block
	Step  int    // how often they have come to the line before
	Block int    // its number in the grid
}

// Segments draws how the accesses of warps to global memory become transactions: lanes
// above, memory in sectors and lines below.
func Segments(ctx context.Context, r *gpumodel.Result, v SegmentsView) (*plotting.Diagram, error) {
	if v.Step < 0 {
		return nil, errorf("step is %d, want 0 for the first time, 1 for the second …", v.Step)
	}
	s := &segments{result: r, view: v, all: map[accessKey][]*ladder{}}
	if err := s.look(ctx); err != nil {
		return nil, err
	}
	if err := s.choose(); err != nil {
		return nil, err
	}
	return s.diagram(), nil
}

// How much one picture of segments shows.
const (
	mostAccesses = 3
	MostWarps    = 16
	UsualWarps   = 4
)

// A ladder is one access of a warp with what memory makes of it.
type ladder struct {
	*observe.Access
	requests              []observe.WarpRequest
	transactions          []int // their sizes
	sectors, asked, moved int
}

func newLadder(d *device.Device, a *observe.Access) *ladder {
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
		return append([]string{plotting.Plural(s.sectors, "sector") + " per request"}, last...)
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
	return append([]string{plotting.Plural(len(s.requests), "request") + ": " + strings.Join(parts, ", "),
		plotting.Plural(s.sectors, "sector")}, last...)
}

// segments are the accesses that Segments draws.
type segments struct {
	result *gpumodel.Result
	view   SegmentsView
	block  gpumodel.Dim3
	all    map[accessKey][]*ladder
	keys   []accessKey // that are shown
	left   int         // that are not
}

// look executes the block and keeps what its warps ask for at the step.
func (s *segments) look(ctx context.Context) error {
	v := &s.view
	_, err := observe.Accesses(ctx, s.result.Device, s.result.Launch, []int{v.Block}, func(a *observe.Access) (keep, more bool) {
		if v.Line != 0 && a.Line != v.Line || v.Array != "" && a.Param != v.Array {
			return false, true
		}
		k := accessKey{a.Line, a.Param, a.Store}
		if a.Step == v.Step && slices.Contains(v.Warps, a.Warp) {
			s.block = a.Block
			s.all[k] = append(s.all[k], newLadder(s.result.Device, a))
		}
		return false, true
	})
	if err != nil {
		return err
	}
	for _, list := range s.all {
		slices.SortFunc(list, func(a, b *ladder) int { return cmp.Compare(a.Warp, b.Warp) })
	}
	return nil
}

// choose takes the accesses that waste most, in the order of the source.
func (s *segments) choose() error {
	for k := range s.all {
		s.keys = append(s.keys, k)
	}
	if len(s.keys) == 0 {
		return s.nothing()
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

// nothing says that there are no accesses to show.
func (s *segments) nothing() error {
	v, where, what := &s.view, "the kernel", "global memory through an argument"
	if v.Line != 0 {
		where = s.result.Kernel.Module.At(v.Line)
	}
	if v.Array != "" {
		what = fmt.Sprintf("%q", v.Array)
	}
	return errorf("at step %d %s of the block access no %s in %s, atomics apart (banks_plot shows shared memory)", v.Step, warpList(v.Warps),
		what, where)
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
	return "warps " + numbers(warps)
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
	text := fmt.Sprintf("%s on %s, block (%d, %d, %d), %s, modelled; c.c. %s: %s", s.result.Kernel.Name, s.result.Device.Name,
		s.block.X, s.block.Y, s.block.Z, warpList(warps), s.result.Device.ComputeCapability, s.rule())
	if s.left > 0 {
		text += fmt.Sprintf("; %s that waste less are not shown, name one with line=", plotting.Plural(s.left, "access"))
	}
	return text
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
	return fmt.Sprintf("%s, %s: %s", worst.param, s.result.Kernel.Module.At(worst.line), strings.Join(l.caption(s.result.Device), ", "))
}

func (s *segments) diagram() *plotting.Diagram {
	d := &plotting.Diagram{Title: s.finding(), Provenance: s.provenance(), Width: 38}
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
