//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"math"
	"runtime"
	"slices"
	"time"
	"unsafe"
)

// How often a launch is repeated for its time.
const (
	repeatSeconds  = 0.25 // that the repetitions take together, about
	leastRepeats   = 5
	mostRepeats    = 60
	longestRepeat  = 2.0 // seconds: a longer launch is not repeated
	mostSets       = 256
	leastSets      = 3
	memoryForSets  = 0.5 // of what is free
	l2Turnover     = 3   // a set comes again when so many L2s of other data have passed
	arrayAlignment = 2 << 20

	// A GPU that had nothing to do runs at a low clock: it is kept busy until it is fast.
	leastWarmUp = 20 * time.Millisecond
	mostWarmUp  = 300 * time.Millisecond
	steady      = 0.02 // that the medians of two rounds differ
)

// A timer repeats a launch on copies of its arrays: sets, which take turns, so that the
// L2 holds nothing of a set when its turn comes. The sets are made as the arrays were
// before the launch, and made so again before each round of turns. The first launch of
// a round is not counted, nor are the rounds before the times are steady.
type timer struct {
	*launching
	single bool       // there is no memory for copies
	first  []uint64   // the arrays as they were; 0 for those that the kernel does not write
	sets   [][]uint64 // addresses of the arrays, by set
	saved  []uint64   // the variables as they were; 0 for those that the kernel does not write
	gate   *loaded    // nil for launches that are longer than their call
}

func newTimer(x *launching) *timer { return &timer{launching: x} }

// room is how many sets there is memory for.
func (t *timer) room() int {
	var free, total uint64
	set := uint64(0)
	for _, a := range t.Arrays {
		if !a.Mapped {
			set += padded(a.Bytes)
		}
	}
	if t.cuda.memGetInfo(&free, &total) != 0 {
		return 0
	}
	if set == 0 {
		return leastSets
	}
	return int(memoryForSets * float64(free) / float64(set))
}

// padded is what an array takes in a row of them.
func padded(bytes int64) uint64 {
	unit := uint64(4096)
	if bytes >= arrayAlignment {
		unit = arrayAlignment
	}
	return (uint64(max(1, bytes)) + unit - 1) / unit * unit
}

// save keeps what the launch is going to change.
func (t *timer) save() error {
	if t.Once {
		return nil
	}
	if t.room() < 2 {
		t.single = true
		return nil
	}
	for i, a := range t.Arrays {
		address, err := t.kept(t.own[i], a.Bytes, a.Written, a.Mapped)
		if err != nil {
			return err
		}
		t.first = append(t.first, address)
	}
	for i, v := range t.Variables {
		address, err := t.kept(t.f.variables[i], int64(v.Bytes), v.Written, false)
		if err != nil {
			return err
		}
		t.saved = append(t.saved, address)
	}
	return t.sync("copying arrays")
}

// kept is where a copy of what the launch writes is; 0 for what it does not.
func (t *timer) kept(from uint64, bytes int64, written, mapped bool) (address uint64, err error) {
	if !written {
		return 0, nil
	}
	if address, err = t.alloc(bytes, mapped, "a copy for the repetitions"); err != nil {
		return 0, err
	}
	return address, t.copy(address, from, bytes)
}

func (t *timer) copy(to, from uint64, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return t.cuda.check(t.cuda.copyDtoD(to, from, uint64(bytes), 0), "copying an array for the repetitions")
}

// count is how many sets the L2 asks for, and memory allows.
func (t *timer) count() int {
	bytes := uint64(0)
	for _, a := range t.Arrays {
		bytes += padded(a.Bytes)
	}
	want := mostSets
	if bytes > 0 {
		want = int(l2Turnover*uint64(t.card.Attributes["l2_bytes"])/bytes) + 1
	}
	return max(1, min(max(want, leastSets), mostSets, t.room()))
}

// make copies the arrays: each in a row, the copies one behind the other.
func (t *timer) make(count int) error {
	t.sets = make([][]uint64, count)
	for i, a := range t.Arrays {
		stride := padded(a.Bytes)
		base, err := t.alloc(int64(stride)*int64(count), a.Mapped, "copies for the repetitions")
		if err != nil {
			return err
		}
		for k := range t.sets {
			at := base + uint64(k)*stride
			if err := t.copy(at, t.original(i), a.Bytes); err != nil {
				return err
			}
			t.sets[k] = append(t.sets[k], at)
		}
	}
	return nil
}

// original is where array i is as it was before the launch.
func (t *timer) original(i int) uint64 {
	if t.first[i] != 0 {
		return t.first[i]
	}
	return t.own[i]
}

// restore makes the sets what they were.
func (t *timer) restore() error {
	for i, a := range t.Arrays {
		for k := range t.sets {
			if !a.Written {
				continue
			}
			if err := t.copy(t.sets[k][i], t.first[i], a.Bytes); err != nil {
				return err
			}
		}
	}
	return nil
}

// restoreVariables is for each launch: there is one set of them.
func (t *timer) restoreVariables() error {
	for i, address := range t.saved {
		if address == 0 {
			continue
		}
		if err := t.copy(t.f.variables[i], address, int64(t.Variables[i].Bytes)); err != nil {
			return err
		}
	}
	return nil
}

// repeats is how many times a launch that took so long is timed.
func repeats(once float64) int {
	if once > longestRepeat {
		return 1
	}
	return max(leastRepeats, min(mostRepeats, int(repeatSeconds/max(once, 1e-9))))
}

// repeat times the launch; once is what the first one took. Results that go back are
// not touched.
func (t *timer) repeat(once float64) (times []float64, err error) {
	if once > longestRepeat {
		return []float64{once}, nil
	}
	count := t.count()
	if err := t.make(count); err != nil {
		return nil, err
	}
	var params [][]byte
	for _, set := range t.sets {
		p, done, err := t.params(set)
		if err != nil {
			return nil, err
		}
		defer done()
		params = append(params, p)
	}
	if once, err = t.trial(params[0]); err != nil {
		return nil, err
	}
	if once < slowLaunch {
		if t.gate, err = t.function(&gate); err != nil {
			return nil, err
		}
	}
	if err := t.warmUp(params, once); err != nil {
		return nil, err
	}
	for want := repeats(once); len(times) < want; {
		more, err := t.round(params, want-len(times))
		if err != nil {
			return nil, err
		}
		times = append(times, more...)
	}
	return times, nil
}

// warmUp repeats the launch until its times are steady; once is what one takes, about.
func (t *timer) warmUp(params [][]byte, once float64) error {
	last := math.Inf(1)
	for begin := time.Now(); ; {
		left := max(leastWarmUp-time.Since(begin), leastWarmUp/10)
		times, err := t.round(params, max(1, min(mostRepeats, int(left.Seconds()/max(once, 1e-9)))))
		if err != nil {
			return err
		}
		slices.Sort(times)
		median := times[len(times)/2]
		took := time.Since(begin)
		if took > mostWarmUp || took > leastWarmUp && math.Abs(median-last) <= steady*median {
			return nil
		}
		last = median
	}
}

// trial is how long a launch takes, roughly: the first one of all has the driver's loading of
// code in it.
func (t *timer) trial(params []byte) (float64, error) {
	for range 2 {
		if err := t.timed(params, 0); err != nil {
			return 0, err
		}
	}
	if err := t.sync(""); err != nil {
		return 0, err
	}
	return t.elapsed(t.events[0])
}

// round gives each set its turn, and times up to most of them.
func (t *timer) round(params [][]byte, most int) (times []float64, err error) {
	if err := t.restore(); err != nil {
		return nil, err
	}
	count := len(params)
	warmUp := min(1, count-1)
	count = min(count, most+warmUp)
	if err := t.hold(count); err != nil {
		return nil, err
	}
	for k := range count {
		if err := t.timed(params[k], k); err != nil {
			return nil, err
		}
	}
	if err := t.sync(""); err != nil {
		return nil, err
	}
	for k := warmUp; k < count; k++ {
		s, err := t.elapsed(t.events[k])
		if err != nil {
			return nil, err
		}
		times = append(times, s)
	}
	return times, nil
}

// timed enqueues a launch between the k-th events.
func (t *timer) timed(params []byte, k int) error {
	if err := t.restoreVariables(); err != nil {
		return err
	}
	events, err := t.event(k)
	if err != nil {
		return err
	}
	return t.enqueue(params, events)
}

// A launch that is shorter than its call would wait for it between its events. So the GPU is
// held until the calls of a round are made.
const (
	slowLaunch = 50e-6 // seconds: no call takes longer
	callTime   = 12e-6 // seconds that a launch with its events takes the host, or less
)

// gate is a kernel that lasts so many nanoseconds.
var gate = Build{File: "gate.cu", Kernel: "warpbook_gate", Source: `__device__ unsigned long long now() {
	unsigned long long ns;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
	return ns;
}
__global__ void warpbook_gate(unsigned long long ns) {
	for (unsigned long long start = now(); now() - start < ns;) {
	}
}`}

// hold keeps the GPU busy while count launches are called.
func (t *timer) hold(count int) error {
	if t.gate == nil {
		return nil
	}
	ns := uint64(float64(count+1) * callTime * 1e9)
	var pin runtime.Pinner
	defer pin.Unpin()
	params := &[1]unsafe.Pointer{unsafe.Pointer(&ns)}
	pin.Pin(&ns)
	pin.Pin(params)
	return t.cuda.check(t.cuda.launchKernel(t.gate.function, 1, 1, 1, 1, 1, 1, 0, 0, unsafe.Pointer(params), nil), "")
}
