package observe

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestOracle compares the checker with an oracle of its own kind: for random kernels the oracle follows each
// thread up to where threads meet, keeps a vector clock for each, and then compares every two accesses of a word.
// It is slow, simple and exact, and shares nothing with the checker.
//
// A kernel is missed if it has a race and the checker reports none; a false alarm is a reported pair of lines
// that has no race.
func TestOracle(t *testing.T) {
	n := tier.Pick(200, 800, 20000)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // it makes much garbage and keeps little
	inStep, independent := modeltest.Card(t, "K20X"), modeltest.Card(t, "H200")
	var mutex sync.Mutex
	var all verdict
	racy := 0
	check := func(seed int) {
		d := independent
		if seed%8 == 0 {
			d = inStep
		}
		k := newRandomKernel(uint64(seed), seed%8 == 0)
		o := k.trace()
		got, err := k.reported(t.Context(), d)
		mutex.Lock()
		defer mutex.Unlock()
		if err != nil {
			t.Errorf("seed %d on %s: %v\n%s", seed, d.Name, err, numbered(k.text.String()))
			return
		}
		v := o.judge(got)
		if racy += v.racy; v.missed+len(v.false) > 0 {
			t.Errorf("seed %d on %s: reported %v, false %v, want some of %v\n%s", seed, d.Name, got, v.false, o.races, numbered(k.text.String()))
		}
		all.missed += v.missed
		all.false = append(all.false, v.false...)
		all.pairs, all.found = all.pairs+v.pairs, all.found+v.found
	}
	var workers sync.WaitGroup
	for w := range 2 {
		workers.Go(func() {
			for seed := w; seed < n; seed += 2 {
				check(seed)
			}
		})
	}
	workers.Wait()
	t.Logf("%d kernels, %d of them with a race: %d missed, %d false alarms; %d of %d pairs of lines found", n, racy, all.missed,
		len(all.false), all.found, all.pairs)
	if racy < n/3 {
		t.Errorf("only %d of %d kernels have a race", racy, n)
	}
}

// launch compiles the kernel, and launches it on arrays of zeros.
func (k *randomKernel) launch() (l gpumodel.Launch, err error) {
	m, err := gpumodel.Compile("k.cu", k.text.String(), gpumodel.Options{})
	if err != nil {
		return l, err
	}
	l = gpumodel.Launch{Kernel: m.Kernels[0], Grid: gpumodel.Dim3{X: k.blocks, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: k.threads, Y: 1, Z: 1}}
	for range 4 {
		a, err := gpumodel.NewArrayFunc(gpumodel.Int32, nil, 1024)
		if err != nil {
			return l, err
		}
		l.Args = append(l.Args, a)
	}
	return l, nil
}

// reported are the pairs of lines that the checker reports.
func (k *randomKernel) reported(ctx context.Context, d *device.Device) (list []lines, err error) {
	l, err := k.launch()
	if err != nil {
		return nil, err
	}
	r, err := watch(ctx, d, l, Look{})
	if err != nil {
		return nil, err
	}
	for _, f := range r.Faults {
		switch f.Kind {
		case checker.Race, checker.Fence:
			list = append(list, newLines(f.Line, f.OtherLine))
		case checker.Uninitialised:
		default:
			return nil, fmt.Errorf("%s", f.Text())
		}
	}
	return list, nil
}

// Lines are those of a race, the smaller one first.
type lines struct{ first, second int }

func newLines(a, b int) lines { return lines{min(a, b), max(a, b)} }

// An oracle is what is known of the races of a kernel.
type oracle struct {
	races   map[lines]bool // true for one that has to be reported, false for one that may be forgiven
	looking map[int]bool   // lines of reads that only look what an atomic may change
}

// A verdict compares a report with it.
type verdict struct {
	racy, missed, pairs, found int
	false                      []lines
}

func (o *oracle) judge(got []lines) (v verdict) {
	for pair, sure := range o.races {
		if !sure {
			continue
		}
		v.racy, v.pairs = 1, v.pairs+1
		if slices.Contains(got, pair) {
			v.found++
		}
	}
	if v.racy > 0 && len(got) == 0 {
		v.missed = 1
	}
	for _, pair := range got {
		if _, ok := o.races[pair]; !ok {
			v.false = append(v.false, pair)
		}
	}
	return v
}

// A step is what a thread does next: an access, or a meeting.
type step struct {
	*statement
	round int
}

// A thread is one of a block, with all that it does.
type thread struct {
	number, block int
	steps         []step
	clock         []int // what it knows of each thread of the block
}

// A visit is an access of a thread.
type visit struct {
	step
	thread   *thread
	clock    []int // of the thread, at that time
	from, to int   // bytes; to is the one behind
}

// A word is one of 8 bytes of an array; block is -1 where that is global.
type word struct{ array, block, number int }

// trace finds the races of a kernel.
func (k *randomKernel) trace() *oracle {
	visits := map[word][]*visit{}
	for b := range k.blocks {
		k.traceBlock(b, visits)
	}
	o := &oracle{races: map[lines]bool{}, looking: map[int]bool{}}
	for _, list := range visits {
		o.looks(list)
	}
	for _, list := range visits {
		o.compare(list, k.inStep)
	}
	return o
}

// traceBlock lets the threads of a block go on to where they meet, until all have ended.
func (k *randomKernel) traceBlock(b int, visits map[word][]*visit) {
	threads := make([]*thread, k.threads)
	for i := range threads {
		t := &thread{number: i, block: b, clock: make([]int, k.threads)}
		t.clock[i] = 1
		t.steps = t.collect(k.body, 0, nil)
		threads[i] = t
	}
	for {
		ended := 0
		for _, t := range threads {
			for len(t.steps) > 0 && t.steps[0].action != waits && t.steps[0].action != meets {
				t.visit(k.threads, visits)
				t.steps = t.steps[1:]
			}
			if len(t.steps) == 0 {
				ended++
			}
		}
		if ended == len(threads) {
			return
		}
		if !meetSome(threads) {
			panic("BUG: threads wait for ever")
		}
	}
}

// collect lists what a thread does.
func (t *thread) collect(list []*statement, round int, steps []step) []step {
	for _, s := range list {
		switch s.action {
		case branches:
			if s.holds.holds(t.number, t.block) {
				steps = t.collect(s.then, round, steps)
			} else {
				steps = t.collect(s.otherwise, round, steps)
			}
		case repeats:
			for i := range s.trips {
				steps = t.collect(s.then, i, steps)
			}
		default:
			steps = append(steps, step{s, round})
		}
	}
	return steps
}

// visit notes the next step, which is an access.
func (t *thread) visit(threads int, visits map[word][]*visit) {
	s := t.steps[0]
	from := s.index.at(t.number, t.block, threads, s.round) * s.bytes
	at := word{s.array, -1, from / 8}
	if kernelArrays[s.array].shared {
		at.block = t.block
	}
	visits[at] = append(visits[at], &visit{s, t, t.clock, from, from + s.bytes})
}

// meetSome lets threads go on that have all come to where they meet, and reports whether there are any.
func meetSome(threads []*thread) (some bool) {
	for _, t := range threads {
		if len(t.steps) == 0 || t.steps[0].action != waits && t.steps[0].action != meets {
			continue
		}
		s, group, there := t.steps[0], []*thread(nil), true
		for _, other := range threads {
			if s.action == waits || other.number/32 == t.number/32 && s.mask>>(other.number%32)&1 != 0 {
				group = append(group, other)
				there = there && len(other.steps) > 0 && other.steps[0] == s
			}
		}
		if there {
			join(group)
			some = true
		}
	}
	return some
}

// join lets each thread know what any of them knew.
func join(group []*thread) {
	all := slices.Clone(group[0].clock)
	for _, t := range group {
		for i, n := range t.clock {
			all[i] = max(all[i], n)
		}
	}
	for _, t := range group {
		t.clock = slices.Clone(all)
		t.clock[t.number]++
		t.steps = t.steps[1:]
	}
}

// compare looks for races among the accesses of a word.
func (o *oracle) compare(list []*visit, inStep bool) {
	for i, x := range list {
		for _, y := range list[:i] {
			pair := newLines(x.line, y.line)
			if o.races[pair] || !x.conflicts(y) || x.before(y) || y.before(x) || inStep && x.inTurn(y) {
				continue
			}
			o.races[pair] = !(x.action == updates && o.looking[y.line]) && !(y.action == updates && o.looking[x.line])
		}
	}
}

// conflicts is true if the order of two accesses matters. Threads may write the same value; the values of
// different threads differ in each byte, but for those of flags.
func (x *visit) conflicts(y *visit) bool {
	switch {
	case x.thread == y.thread, x.from >= y.to, y.from >= x.to:
		return false
	case x.action == reads && y.action == reads, x.action == writesOne && y.action == writesOne:
		return false
	case x.action == updates && y.action == updates:
		return false
	case !kernelArrays[x.array].shared && x.expectsOthers() && y.expectsOthers():
		return false
	}
	return true
}

// expectsOthers is true for accesses that are made for what other threads change meanwhile.
func (x *visit) expectsOthers() bool { return x.volatile || x.action == updates }

// before is true if something orders x before y.
func (x *visit) before(y *visit) bool {
	return x.thread.block == y.thread.block && y.clock[x.thread.number] >= x.clock[x.thread.number]
}

// inTurn is true for two volatile accesses of a warp that goes in step.
func (x *visit) inTurn(y *visit) bool {
	return x.thread.block == y.thread.block && x.thread.number/32 == y.thread.number/32 && x.step != y.step && x.expectsOthers() &&
		y.expectsOthers()
}

// looks notes the lines of reads from which a thread goes on to an atomic on the word, which decides: that these
// reads are no atomics may be forgiven.
func (o *oracle) looks(list []*visit) {
	atomics := map[*thread]*visit{} // the last of each
	for _, v := range slices.Backward(list) {
		switch v.action {
		case updates:
			atomics[v.thread] = v
		case reads:
			if atomics[v.thread] != nil {
				o.looking[v.line] = true
			}
		}
	}
}
