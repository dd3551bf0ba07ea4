package figure

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/plotting"
)

// A Request is one load of one thread on its way through the memory.
type Request struct{ *observe.Request }

// Clocks is a time in clocks of the SMs.
func (x Request) Clocks(seconds float64) float64 {
	return math.Round(seconds * x.Device.ClockMHz * 1e6)
}

// A requestStep is one of the nine.
type requestStep struct {
	name, where, finds string
	from, to           float64
	reached            bool
}

// What a lookup in the L1 and in the L2 finds.
var (
	l1Words = [...]string{timing.Absent: "none for this load: it waits for the way to the memory", timing.Hit: "hit", timing.Miss: "miss",
		timing.OnItsWay: "on its way: waits for what another has asked for"}
	l2Words = [...]string{timing.Absent: "there is none", timing.Hit: "hit", timing.Miss: "miss",
		timing.OnItsWay: "on its way: waits for what another has asked for"}
)

// steps are the nine steps of a request; what is not reached takes no time.
func (x Request) steps() []requestStep {
	r, p, d := x.Request, x.Path, x.Device
	inL1, memory := p.L1 == timing.Hit || p.L1 == timing.OnItsWay, p.DRAM
	end := p.Sent
	if inL1 {
		end = p.Looked
	}
	channel, pseudo := x.channel()
	bursts := max(1, (int(r.Transaction.Size)+d.BurstBytes-1)/d.BurstBytes)
	list := []requestStep{
		{"1 coalescer", fmt.Sprintf("warp %d, lane %d", r.Warp, r.Lane), x.coalesced(), 0, p.Looked, true},
		{"2 L1", "of the SM", l1Words[p.L1], p.Looked, end, true},
		{"3 L2 slice", x.slice(), l2Words[p.L2], end, p.Queued, !inL1},
		{"4 controller", channel, "waits in its queue", p.Queued, p.Activated, memory},
		{"5 channel", channel, "by the address", p.Activated, p.Activated, memory},
		{"6 pseudo-channel", pseudo, "by the address", p.Activated, p.Activated, memory && d.HBMPseudoChannels > 0},
		{"7 bank", x.bank(), x.row(), p.Activated, p.Start, memory},
		{"8 burst", fmt.Sprintf("from burst %d of the row on", x.Place.Column),
			fmt.Sprintf("%d bytes at a time, %d for this request alone", d.BurstBytes, bursts), p.Start, p.Done, memory},
		{"9 back", "to the register", "the same way", p.Done, p.Back, true},
	}
	for i := range list {
		if !list[i].reached {
			list[i].finds = "not reached"
			if i == 5 && memory {
				list[i].finds = "there is none"
			}
		}
	}
	return list
}

// coalesced is what the coalescer makes of the warp's load.
func (x Request) coalesced() string {
	r := x.Request
	return fmt.Sprintf("%s for %s of %s; this is number %d, %d bytes at %#x", plotting.Plural(len(r.Transactions), "transaction"),
		plotting.Plural(len(r.Lanes), "thread"), r.Param, r.Number+1, r.Transaction.Size, r.Transaction.Addr)
}

// slice is the slice of the L2 that is asked.
func (x Request) slice() string {
	p, sides := x.Path, x.Device.L2Sides
	switch {
	case p.L2 == timing.Absent:
		return "–"
	case sides > 1 && p.Near != p.Home:
		return fmt.Sprintf("slice %d on the SM's side, for slice %d on the other", p.Near, p.Home)
	case sides > 1:
		return fmt.Sprintf("slice %d, on the SM's side %d", p.Near, x.Place.Side)
	}
	return fmt.Sprintf("slice %d", p.Near)
}

// channel is the channel and the pseudo-channel, or the partition.
func (x Request) channel() (channel, pseudo string) {
	d, place := x.Device, x.Place
	if d.Channels() == 0 {
		return channelName(d, place.Partition), "–"
	}
	return fmt.Sprintf("stack %d, channel %d", place.Stack, place.Channel), fmt.Sprintf("number %d of %d", place.PseudoChannel,
		d.HBMPseudoChannels)
}

func (x Request) bank() string {
	if x.Device.DRAMBankGroups > 1 {
		return fmt.Sprintf("bank group %d, bank %d", x.Place.BankGroup, x.Place.Bank)
	}
	return fmt.Sprintf("bank %d", x.Place.Bank)
}

func (x Request) row() string {
	if x.Path.RowHit {
		return fmt.Sprintf("row %d is open", x.Place.Row)
	}
	return fmt.Sprintf("opens row %d", x.Place.Row)
}

// Title says which load it is and how long it takes.
func (x Request) Title() string {
	r := x.Request
	return fmt.Sprintf("%s[%d] for lane %d of warp %d in %s on %s: %s, %s clocks", r.Param, r.Element, r.Lane, r.Warp, r.Kernel.Name,
		r.Device.Name, plotting.SI(r.Path.Back, "s"), plotting.Number(x.Clocks(r.Path.Back), 5))
}

// Table has a row for each step.
func (x Request) Table() *plotting.Table {
	t := &plotting.Table{Title: x.Title(), Columns: []plotting.Column{{Name: "step"}, {Name: "where"}, {Name: "what it finds"},
		{Name: "takes", Unit: "ns", Kind: plotting.Float}, {Name: "done at", Unit: "ns", Kind: plotting.Float}}}
	for _, s := range x.steps() {
		if !s.reached {
			t.Add(s.name, s.where, s.finds, nil, nil)
			continue
		}
		t.Add(s.name, s.where, s.finds, (s.to-s.from)*1e9, s.to*1e9)
	}
	return t
}

// Figure is a row for each step that takes time.
func (x Request) Figure() *plotting.Figure {
	f := &plotting.Figure{
		Title: x.Title(), Provenance: "modelled, in the launch: " + whichBlock(x.Request),
		X: plotting.Axis{Label: "time since the load was issued", Unit: "s"}, Y: plotting.Axis{Label: "step"},
		Timeline: &plotting.Timeline{States: []plotting.State{{Name: "on the way and in caches"}, {Name: "waiting in a queue"},
			{Name: "in the DRAM"}}},
	}
	for i, s := range x.steps() {
		f.Y.Categories = append(f.Y.Categories, s.name)
		if !s.reached || s.to <= s.from {
			continue
		}
		state := 0
		switch i {
		case 3:
			state = 1
		case 6, 7:
			state = 2
		}
		f.Timeline.Spans = append(f.Timeline.Spans,
			plotting.Span{Row: i, State: state, From: s.from, To: s.to, Text: plotting.SI(s.to-s.from, "s")})
	}
	return f
}

func whichBlock(r *observe.Request) string {
	return fmt.Sprintf("%s, block (%d, %d, %d)", r.Kernel.Name, r.Block.X, r.Block.Y, r.Block.Z)
}
