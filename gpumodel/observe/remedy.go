package observe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
)

// A barrier is proposed where it was tried: the kernel is compiled with it, and the launch is checked
// again. Only if the race is gone, and all threads reach the barrier, the remedy names the place.

// How many kernels are tried for a fault, how many faults of a launch are looked at, and how many
// instructions of warps a trial may take.
const (
	mostTrials       = 8
	mostRemedied     = 3
	trialInstruction = 1 << 18
	trialOfPart      = 1 << 15 // of a launch that is too large to be looked at whole
)

// remedy looks for the places of barriers for the first faults of a report.
func (r *Checked) remedy(ctx context.Context, most int) {
	if slices.ContainsFunc(r.Faults, func(f *checker.Fault) bool { return f.Kind == checker.Barrier || f.Kind == checker.Other }) {
		return // then the accesses behind it are not known
	}
	var places []place
	for _, f := range r.Faults {
		if !f.Barrier || f.OtherBlock != f.Block {
			continue
		}
		if text := r.betweenBlocks(f); text != "" {
			f.Remedy = text
			continue
		}
		if most--; most < 0 {
			return
		}
		if places == nil {
			places = placesOf(r.Launch.Kernel)
		}
		t := &trial{ctx: ctx, checked: r, fault: f, left: mostTrials}
		if text := t.find(places); text != "" {
			f.Remedy = text
		}
	}
}

// betweenBlocks is the remedy of a race that threads of several blocks have too, in the same lines: there no barrier helps. It is empty
// for a race within blocks.
func (r *Checked) betweenBlocks(f *checker.Fault) string {
	i := slices.IndexFunc(r.Faults, func(o *checker.Fault) bool {
		return o.Kind == f.Kind && o.Line == f.Line && o.OtherLine == f.OtherLine && o.Array == f.Array && o.OtherBlock != o.Block
	})
	if i < 0 {
		return ""
	}
	return "Threads of different blocks do so too, and no barrier parts blocks. " + r.Faults[i].Remedy
}

// A trial tries barriers against a fault.
type trial struct {
	ctx     context.Context
	checked *Checked
	fault   *checker.Fault
	left    int
}

const (
	blockBarrier = "__syncthreads();"
	warpBarrier  = "__syncwarp();"
)

// find is the remedy in words, empty if none is found.
func (t *trial) find(places []place) string {
	from, to := min(t.fault.Line, t.fault.OtherLine), max(t.fault.Line, t.fault.OtherLine)
	between, ends := candidates(places, from, to)
	var tries [][]place
	for _, p := range append(slices.Clone(between), ends...) {
		tries = append(tries, []place{p})
	}
	if len(between) > 0 && len(ends) > 0 { // the two may be of different rounds, and of the same
		tries = slices.Insert(tries, min(len(tries), mostTrials/2), []place{between[0], ends[0]})
	}
	if len(tries) == 0 || t.helps(";", tries[0]) { // a copy that lacks what the session has set
		return ""
	}
	t.left = mostTrials
	for _, at := range tries {
		if t.helps(blockBarrier, at) {
			what := "__syncthreads()"
			if t.fault.WarpBarrier && t.helps(warpBarrier, at) {
				what = "__syncwarp() or __syncthreads()"
			}
			return t.words(what, at)
		}
	}
	if t.fault.WarpBarrier {
		t.left = max(t.left, mostTrials/2)
		for _, at := range tries {
			if t.helps(warpBarrier, at) {
				return t.words("__syncwarp()", at)
			}
		}
	}
	return ""
}

func (t *trial) words(what string, at []place) string {
	text := "Put " + what + " " + at[0].String()
	if len(at) > 1 {
		text += ", and another one " + at[1].String()
	}
	switch {
	case t.fault.Volatile:
		text += "; within a warp, which goes in step here, volatile is enough: it makes the compiler keep the order"
	case strings.HasPrefix(what, "__syncwarp"):
		text += ": the threads of a warp need not go in step"
	}
	return text
}

// helps is true if the fault is gone where barriers are put at places, and no other one has come. A barrier makes no
// new race, but not all threads may reach it.
func (t *trial) helps(barrier string, at []place) bool {
	if t.left--; t.left < 0 {
		return false
	}
	l := t.checked.Launch
	k, err := with(l.Kernel, barrier, at)
	if err != nil {
		return false
	}
	l.Kernel = k
	most := int64(trialInstruction)
	if t.checked.Partial {
		most = trialOfPart // as many as show the fault where nothing is put: find tries that first
	}
	r, err := watch(t.ctx, t.checked.Device, l, Look{Most: most})
	if err != nil || r.Partial && !t.checked.Partial {
		return false
	}
	return !slices.ContainsFunc(r.Faults, func(f *checker.Fault) bool {
		switch f.Kind {
		case checker.Barrier, checker.Other, checker.AbsentLanes:
			return true
		}
		old := t.fault
		return f.Kind == old.Kind && f.Line == old.Line && f.OtherLine == old.OtherLine && f.Array == old.Array && f.Block == f.OtherBlock
	})
}

// with is a kernel with a statement at some places.
func with(k *gpumodel.Kernel, statement string, at []place) (*gpumodel.Kernel, error) {
	lines := k.Module.File().Lines()
	for _, p := range at {
		lines[p.line-1] = statement + " " + lines[p.line-1]
	}
	source, options := strings.Count(k.Module.Source, "\n")+1, k.Module.Options()
	if read := options.Include; read != nil { // the headers that have such a place
		options.Include = func(name, from string) (path, text string, ok bool) {
			path, text, ok = read(name, from)
			own := strings.Split(text, "\n")
			for _, p := range at {
				if file, line := k.Module.File().At(p.line); ok && p.line > source && file == path && line <= len(own) {
					own[line-1] = lines[p.line-1]
				}
			}
			return path, strings.Join(own, "\n"), ok
		}
	}
	m, err := gpumodel.Compile(k.Module.Name, strings.Join(lines[:source], "\n"), options)
	if err != nil {
		return nil, err
	}
	name, args, template := strings.Cut(strings.TrimSuffix(k.Name, ">"), "<")
	for _, other := range m.Kernels {
		switch {
		case other.Name == k.Name:
			return other, nil
		case template && other.Name == name && other.Template():
			return other.Instantiate(strings.Split(args, ", ")...)
		}
	}
	return nil, fmt.Errorf("no kernel %s", k.Name)
}
