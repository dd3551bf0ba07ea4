package gpu

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

func requestBuiltins() []builtin {
	return []builtin{
		{"trace_request", traceRequest, `trace_request(r, line, warp=0, lane=0, array=None, step=0, block=(0, 0))
One load of one thread on its way through the memory, in nine steps: coalescer, L1, slice
of the L2, controller, channel, pseudo-channel, bank, burst, and back; each with where it
is, what it finds there and how long it takes. The times are those of the launch, with all
that goes on beside it, and add up to the latency. line is a line of the source or a piece
of it, array is needed where a line loads from several, step counts the times before.

    r = run("transpose/copy", n=256)
    trace_request(r, "odata[y * n + x] =")`},
		{"request_plot", requestPlot, `request_plot(*requests, title=None)
The nine steps of requests over time; requests are what trace_request returns. Several
stand below each other.

    r = run("transpose/copy", n=256)
    request_plot(trace_request(r, "odata[y * n + x] ="))`},
	}
}

// A Request is what trace_request has followed, as a value.
type Request struct{ request *gpumodel.Request }

func (x *Request) String() string        { return x.title() }
func (*Request) Type() string            { return "request" }
func (*Request) Freeze()                 {}
func (*Request) Truth() starlark.Bool    { return true }
func (x *Request) Hash() (uint32, error) { return unhashable(x) }

var requestAttributes = attributes[*Request]{
	"latency": number(func(x *Request) float64 { return x.request.Path.Back }),
	"clocks":  number(func(x *Request) float64 { return x.clocks(x.request.Path.Back) }),
	"l1":      text(func(x *Request) string { return lookupWords[x.request.Path.L1] }),
	"l2":      text(func(x *Request) string { return lookupWords[x.request.Path.L2] }),
	"row_hit": func(x *Request) (starlark.Value, error) {
		if !x.request.Path.DRAM {
			return starlark.None, nil
		}
		return starlark.Bool(x.request.Path.RowHit), nil
	},
	"address": func(x *Request) (starlark.Value, error) { return starlark.MakeUint64(x.request.Address), nil },
	"element": integer(func(x *Request) int { return x.request.Element }),
	"steps":   func(x *Request) (starlark.Value, error) { return plot.NewTable(x.table()), nil },
}

// Attr returns a figure or the table.
func (x *Request) Attr(name string) (starlark.Value, error) { return requestAttributes.get(x, name) }

// AttrNames lists the figures.
func (x *Request) AttrNames() []string { return requestAttributes.names() }

// MIMEBundle shows the steps.
func (x *Request) MIMEBundle() (data, metadata map[string]any) { return x.table().MIMEBundle() }

// counted is "1 thread" or "2 threads".
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

func (x *Request) clocks(seconds float64) float64 {
	return math.Round(seconds * x.request.Device.ClockMHz * 1e6)
}

var lookupWords = [...]string{timing.Absent: "absent", timing.Hit: "hit", timing.Miss: "miss", timing.OnItsWay: "on its way", timing.NotAsked: "not asked"}

func traceRequest(c call) (starlark.Value, error) {
	var r *Result
	var line starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	var at gpumodel.RequestAt
	if err := c.unpack("r", &r, "line", &line, "warp?", &at.Warp, "lane?", &at.Lane, "array??", &at.Param, "step?", &at.Step, "block?", &block); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	l, d := r.result.Launch, r.result.Device
	if at.Line, err = lineOf(c.name, r.result.Kernel, line); err != nil {
		return nil, err
	}
	if at.Block, err = blockNumber(c.name, &l, block); err != nil {
		return nil, err
	}
	switch warps := (l.Block.Count() + d.WarpSize - 1) / d.WarpSize; {
	case at.Warp < 0 || at.Warp >= warps:
		return nil, valueErrorf("%s: warp is %d, a block has 0 to %d", c.name, at.Warp, warps-1)
	case at.Lane < 0 || at.Lane >= d.WarpSize:
		return nil, valueErrorf("%s: lane is %d, a warp has 0 to %d", c.name, at.Lane, d.WarpSize-1)
	case at.Step < 0:
		return nil, valueErrorf("%s: step is %d, want 0 or more", c.name, at.Step)
	}
	x, err := gpumodel.FollowRequest(c.ctx(), d, l, at)
	if err != nil {
		if err = launchFault(err, r.result.Kernel); c.ctx().Err() == nil {
			err = valueErrorf("%s: %v", c.name, err)
		}
		return nil, err
	}
	return &Request{x}, nil
}

// A requestStep is one of the nine.
type requestStep struct {
	name, where, finds string
	from, to           float64
	reached            bool
}

// steps are the nine steps of a request; what is not reached takes no time.
func (x *Request) steps() []requestStep {
	r, p, place := x.request, x.request.Path, x.request.Place
	d := r.Device
	inL1 := p.L1 == timing.Hit || p.L1 == timing.OnItsWay
	memory := p.DRAM
	coalescer := fmt.Sprintf("%s for %s of %s; this is number %d, %d bytes at %#x", counted(len(r.Transactions), "transaction"), counted(len(r.Lanes), "thread"), r.Param, r.Number+1, r.Transaction.Size, r.Transaction.Addr)
	l1 := [...]string{timing.Absent: "none for this load: it waits for the way to the memory", timing.Hit: "hit", timing.Miss: "miss", timing.OnItsWay: "on its way: waits for what another has asked for"}[p.L1]
	l2 := [...]string{timing.Absent: "there is none", timing.Hit: "hit", timing.Miss: "miss", timing.OnItsWay: "on its way: waits for what another has asked for"}[p.L2]
	slice := fmt.Sprintf("slice %d", p.Near)
	switch {
	case p.L2 == timing.Absent:
		slice = "–"
	case d.L2Sides > 1 && p.Near != p.Home:
		slice = fmt.Sprintf("slice %d on the SM's side, for slice %d on the other", p.Near, p.Home)
	case d.L2Sides > 1:
		slice = fmt.Sprintf("slice %d, on the SM's side %d", p.Near, place.Side)
	}
	row := fmt.Sprintf("opens row %d", place.Row)
	if p.RowHit {
		row = fmt.Sprintf("row %d is open", place.Row)
	}
	where := channelName(d, place.Partition)
	pseudo := "–"
	if n := d.Channels(); n > 0 {
		where = fmt.Sprintf("stack %d, channel %d", place.Stack, place.Channel)
		pseudo = fmt.Sprintf("number %d of %d", place.PseudoChannel, d.HBMPseudoChannels)
	}
	bank := fmt.Sprintf("bank %d", place.Bank)
	if d.DRAMBankGroups > 1 {
		bank = fmt.Sprintf("bank group %d, bank %d", place.BankGroup, place.Bank)
	}
	bursts := max(1, (int(r.Transaction.Size)+d.BurstBytes-1)/d.BurstBytes)
	end := p.Sent
	if inL1 {
		end = p.Looked
	}
	list := []requestStep{
		{"1 coalescer", fmt.Sprintf("warp %d, lane %d", r.Warp, r.Lane), coalescer, 0, p.Looked, true},
		{"2 L1", "of the SM", l1, p.Looked, end, true},
		{"3 L2 slice", slice, l2, end, p.Queued, !inL1},
		{"4 controller", where, "waits in its queue", p.Queued, p.Activated, memory},
		{"5 channel", where, "by the address", p.Activated, p.Activated, memory},
		{"6 pseudo-channel", pseudo, "by the address", p.Activated, p.Activated, memory && d.HBMPseudoChannels > 0},
		{"7 bank", bank, row, p.Activated, p.Start, memory},
		{"8 burst", fmt.Sprintf("from burst %d of the row on", place.Column), fmt.Sprintf("%d bytes at a time, %d for this request alone", d.BurstBytes, bursts), p.Start, p.Done, memory},
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

func (x *Request) title() string {
	r := x.request
	return fmt.Sprintf("%s[%d] for lane %d of warp %d in %s on %s: %s, %s clocks", r.Param, r.Element, r.Lane, r.Warp, r.Kernel.Name, r.Device.Name,
		plotting.SI(r.Path.Back, "s"), plotting.Number(x.clocks(r.Path.Back), 5))
}

func (x *Request) table() *plotting.Table {
	t := &plotting.Table{Title: x.title(), Columns: []plotting.Column{{Name: "step"}, {Name: "where"}, {Name: "what it finds"}, {Name: "takes", Unit: "ns", Kind: plotting.Float}, {Name: "done at", Unit: "ns", Kind: plotting.Float}}}
	for _, s := range x.steps() {
		if !s.reached {
			t.Add(s.name, s.where, s.finds, nil, nil)
			continue
		}
		t.Add(s.name, s.where, s.finds, (s.to-s.from)*1e9, s.to*1e9)
	}
	return t
}

func requestPlot(c call) (starlark.Value, error) {
	title := ""
	if err := (call{c.name, c.thread, nil, c.kwargs}).unpack("title??", &title); err != nil {
		return nil, err
	}
	var panels plotting.Panels
	last := 0.0
	for _, v := range flattened(c.args) {
		x, ok := v.(*Request)
		if !ok {
			return nil, typeErrorf("%s: want what trace_request() returns, got %s", c.name, describe(v))
		}
		last = max(last, x.request.Path.Back)
		panels = append(panels, x.figure())
	}
	if len(panels) == 0 {
		return nil, typeErrorf("%s: give what trace_request() returns", c.name)
	}
	for _, f := range panels {
		f.Timeline.End = last
	}
	return stacked(panels, title)
}

// figure is a row for each step that takes time.
func (x *Request) figure() *plotting.Figure {
	f := &plotting.Figure{
		Title: x.title(), Provenance: "modelled, in the launch: " + launchTextOf(x.request),
		X: plotting.Axis{Label: "time since the load was issued", Unit: "s"}, Y: plotting.Axis{Label: "step"},
		Timeline: &plotting.Timeline{States: []plotting.State{{Name: "on the way and in caches"}, {Name: "waiting in a queue"}, {Name: "in the DRAM"}}},
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
		f.Timeline.Spans = append(f.Timeline.Spans, plotting.Span{Row: i, State: state, From: s.from, To: s.to, Text: plotting.SI(s.to-s.from, "s")})
	}
	return f
}

func launchTextOf(r *gpumodel.Request) string {
	return fmt.Sprintf("%s, block (%d, %d, %d)", r.Kernel.Name, r.Block.X, r.Block.Y, r.Block.Z)
}
