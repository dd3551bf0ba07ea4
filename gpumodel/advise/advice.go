package advise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// An Advice is one thing to change in a launch, with what it would gain.
type Advice struct {
	Problem string // a word or two: "uncoalesced load", "bank conflicts", …
	// Line is where, in the kernel's source: where it begins, if the launch is meant. File is the header, or the one of several
	// sources, that has this line; empty for the only source.
	Line   int
	File   string
	Source string // the text of that line
	// Time is the modelled time of the launch without the problem, in seconds, and Gain how
	// many times as long the launch takes now.
	Time, Gain float64
	// Throughput says that the launch without the problem is a larger one, and Gain how many times as much it does in a second.
	// A launch of this size cannot gain that.
	Throughput bool
	// Uncertainty is by what part Gain may be off, since both times are of samples, and Within whether
	// the times differ by less than that.
	Uncertainty float64
	Within      bool
	// Counter is the counter that shows the problem, and Value what it has counted.
	Counter string
	Value   float64
	Finding string // what was found, with its numbers
	Remedy  string // what to do about it
}

// At is the line in words: "line 12", or "line 12 of kernel.cu".
func (a *Advice) At() string {
	if a.File == "" {
		return fmt.Sprintf("line %d", a.Line)
	}
	return fmt.Sprintf("line %d of %s", a.Line, a.File)
}

// Advices are what Advise finds: the largest gain first.
type Advices struct {
	Result *gpumodel.Result // of the launch as it is
	List   []Advice
	// Tried is the number of problems that the launch was run without, and Next the largest
	// gain that is not worth a change; 0 if there is none.
	Tried int
	Next  float64
}

// leastGain is the gain from which a change is worth the work.
const leastGain = 1.05

// Advise finds what to change first in a launch. It runs the launch again for each
// problem that its counters show, once without that problem, and keeps those that
// make it faster by at least leastGain. The arrays are not changed.
func Advise(ctx context.Context, d *device.Device, l gpumodel.Launch) (*Advices, error) {
	l, err := alone(ctx, d, l)
	if err != nil {
		return nil, err
	}
	x, err := examine(ctx, d, l)
	if err != nil {
		return nil, err
	}
	var list []Advice
	var sites []site
	for _, p := range problems {
		value := x.r.Counters.Value(p.counter)
		for _, s := range p.find(x) {
			file, at := l.Kernel.Module.File().At(s.line)
			list = append(list, Advice{Problem: p.name, Line: at, File: file, Source: l.Kernel.Module.Line(s.line), Counter: p.counter,
				Value: value, Finding: s.finding, Remedy: p.remedyFor(x)})
			sites = append(sites, s)
		}
	}
	if err := x.try(sites, list); err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Advice) int { return cmp.Compare(b.Gain, a.Gain) })
	all := &Advices{Result: x.r, Tried: len(list)}
	if n := slices.IndexFunc(list, func(a Advice) bool { return a.Gain < leastGain }); n >= 0 {
		all.Next, list = list[n].Gain, list[:n]
	}
	all.List = list
	return all, nil
}

// try runs the launch without each of the problems, one at a time: a launch gives its
// arrays names, addresses and pages.
func (x *examination) try(sites []site, list []Advice) error {
	for i := range sites {
		without, err := sites[i].run(x)
		if err != nil {
			return err
		}
		list[i].Time, list[i].Gain = without.Time, x.r.Time/without.Time
		list[i].Throughput = without.Launch.Experiment.Copies > 1
		list[i].Uncertainty, list[i].Within = x.r.Uncertainty+without.Uncertainty, x.r.Within(without)
	}
	return nil
}

// alone is a launch of which parts can be run for their time, without their results.
func alone(ctx context.Context, d *device.Device, l gpumodel.Launch) (gpumodel.Launch, error) {
	l.Mode, l.Experiment.Probe = gpumodel.Sample, true
	program, err := l.Kernel.Lower(ctx, d)
	if err != nil {
		return l, err
	}
	m, err := l.Machine(ctx, d, program, false)
	if err != nil {
		return l, err
	}
	return l, apart(&l, m)
}

// An examination is a launch as it is, and what was counted at each place of its program.
type examination struct {
	ctx     context.Context
	d       *device.Device
	l       gpumodel.Launch
	r       *gpumodel.Result
	program *isa.Program
	s       *warp.Stats
	hottest float64 // how much busier than the average the busiest partitions are
}

func examine(ctx context.Context, d *device.Device, l gpumodel.Launch) (*examination, error) {
	x := &examination{ctx: ctx, d: d, l: l}
	var err error
	if x.program, err = l.Kernel.Lower(ctx, d); err != nil {
		return nil, err
	}
	if x.r, err = gpumodel.Run(ctx, d, l); err != nil {
		return nil, err
	}
	x.s = x.r.Counted.Stats
	if o := x.r.Counted.Outcome; o.Balanced > 0 {
		x.hottest = o.Hottest / o.Balanced
	}
	return x, nil
}

// A site is a place where a problem is, and how the launch is run without it.
type site struct {
	line    int
	finding string
	change  func(l *gpumodel.Launch, d **device.Device) error
}

// run runs the launch without the problem.
func (s *site) run(x *examination) (*gpumodel.Result, error) {
	l, d := x.l, x.d
	if err := s.change(&l, &d); err != nil {
		return nil, err
	}
	return gpumodel.Run(x.ctx, d, l)
}

// lifting is a launch without a limit at a line.
func lifting(limit warp.Limit, line int) func(*gpumodel.Launch, **device.Device) error {
	return func(l *gpumodel.Launch, _ **device.Device) error {
		l.Experiment.Lift = warp.Lift{Limit: limit, Line: line}
		return nil
	}
}

// mostSites bounds the lines that are tried for one problem.
const mostSites = 3

// A place is a line of the source with what instructions of a kind do there.
type place struct {
	line             int
	executed, excess int64 // of warps, in the executed blocks
}

// places are the lines where instructions of a kind do something, those that do most
// first; by says how much.
func (x *examination) places(of func(in *isa.Instr) bool, by func(p *place) int64) []place {
	lines := map[int]*place{}
	for pc := range x.program.Code {
		in := &x.program.Code[pc]
		if x.s.Executed[pc] == 0 || !of(in) {
			continue
		}
		p := lines[in.Line]
		if p == nil {
			p = &place{line: in.Line}
			lines[in.Line] = p
		}
		p.executed += x.s.Executed[pc]
		p.excess += x.s.Excess[pc]
	}
	var list []place
	for _, p := range lines {
		if by(p) > 0 {
			list = append(list, *p)
		}
	}
	slices.SortFunc(list, func(a, b place) int { return cmp.Or(cmp.Compare(by(&b), by(&a)), cmp.Compare(a.line, b.line)) })
	return list[:min(len(list), mostSites)]
}

func byExcess(p *place) int64   { return p.excess }
func byExecuted(p *place) int64 { return p.executed }
