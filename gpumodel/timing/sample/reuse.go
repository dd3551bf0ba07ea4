package sample

import (
	"maps"
	"math"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/memsys/volta"
	"warpbook.dev/gpumodel/warp"
)

// A sample simulates a part of a chip, and a few iterations of long loops. Its lines may have been
// brought to the L2 by what is not simulated: by other parts, by blocks at other iterations, by earlier
// waves. So it looks at what one iteration of a wave of blocks has in common with others, and fetches
// of each instruction's lines only its share, chosen by a hash. The other lines count as present. So a
// line that all parts read is fetched once for all of them, and takes room once.

// A front is what blocks load and store in one iteration of their loops, or in total if they have no long
// loop.
type front struct {
	blocks int
	left   int // iterations, from there on
	loads  touched
	stores touched // and sums and other changes of whose result nobody hears
}

// touched is what instructions touch.
type touched struct {
	unit uint64 // of addresses: what the L2 fetches, or writes back
	by   map[int32]*touches
}

// touches are those of one instruction.
type touches struct {
	units   map[uint64]loaded // by address
	touches int               // of units by blocks
}

// loaded is a unit that is touched.
type loaded struct {
	sectors uint8
	latest  int // block
}

func newFront(d *device.Device) *front {
	return &front{loads: touched{uint64(max(32, d.L2FetchBytes)), map[int32]*touches{}}, stores: touched{32, map[int32]*touches{}}}
}

// add adds a block, in the middle of its loop.
func (f *front) add(source engine.Source, number int) error {
	b, err := source.Start(number, fromLoops(middle))
	if err != nil {
		return err
	}
	defer source.Release(b)
	f.blocks++
	if left, ok := b.Iterations(); ok {
		f.left = max(f.left, left)
	}
	for i := range b.Warps {
		t := &b.Warps[i]
		next := t.Transactions
		for _, s := range t.Steps {
			sent := next[:s.N]
			next = next[s.N:]
			switch {
			case s.Kind == warp.Load && s.Cached != memory.ConstantCache:
				f.loads.add(s.PC, sent, f.blocks)
			case s.Kind == warp.Store:
				f.stores.add(s.PC, sent, f.blocks)
			}
		}
	}
	return nil
}

const (
	middle  = 0.5 // of a loop
	landing = 3   // iterations that a block which begins there has executed then
)

// add adds what an instruction of a block touches.
func (t *touched) add(pc int32, sent []memory.Transaction, block int) {
	l := t.by[pc]
	if l == nil {
		l = &touches{units: map[uint64]loaded{}}
		t.by[pc] = l
	}
	for i := range sent {
		if !sent[i].Host {
			l.add(&sent[i], t.unit, block)
		}
	}
}

func (l *touches) add(x *memory.Transaction, unit uint64, block int) {
	for at := x.Addr &^ (unit - 1); at < x.Addr+uint64(x.Size); at += unit {
		from, to := max(at, x.Addr), min(at+unit, x.Addr+uint64(x.Size))
		u := l.units[at]
		u.sectors |= memory.Mask(&memory.Transaction{Addr: from, Size: uint32(to - from)}, int(unit))
		if u.latest != block {
			u.latest = block
			l.touches++
		}
		l.units[at] = u
	}
}

// instructions are those that touch something, in order, so that sums over them are the same each time.
func (t *touched) instructions() []int32 { return slices.Sorted(maps.Keys(t.by)) }

// all are the units that any instruction has touched.
func (t *touched) all() map[uint64]bool {
	all := map[uint64]bool{}
	for _, l := range t.by {
		for at := range l.units {
			all[at] = true
		}
	}
	return all
}

// in is what share of the units others have, too.
func (l *touches) in(others map[uint64]bool) float64 {
	n := 0
	for at := range l.units {
		if others[at] {
			n++
		}
	}
	return float64(n) / float64(len(l.units))
}

// bytes are those that are touched.
func (l *touches) bytes() float64 {
	n := 0
	for _, u := range l.units {
		n += 32 * memory.Count(u.sectors)
	}
	return float64(n)
}

// blocksOfPart are as many blocks of a part as are looked at for what it shares with others.
const blocksOfPart = 64

// ofPart is the share of a part of a chip. Of the lines that k parts load while they are in the L2, each part fetches one k-th;
// of sectors that k parts write there, each writes one k-th back. Again is what share of what blocks load others load that run at
// another time, and what share of all they write so: how much of it the L2 still has is estimated alone.
func ofPart(s strip, d *device.Device) (share volta.Share, again float64, err error) {
	mine := int(math.Ceil(float64(s.blocks) / s.parts))
	first := mine / 2
	n := min(blocksOfPart, mine-first)
	own, others := newFront(d), newFront(d)
	looked := map[int]bool{}
	for i := range n {
		if err := own.add(s, first+i); err != nil {
			return volta.Share{}, 0, err
		}
	}
	for i := range s.besides(n) {
		if err := others.add(s.Source, s.elsewhere(first, i, n)); err != nil {
			return volta.Share{}, 0, err
		}
	}
	var loads, stores draws // of all other parts
	for k := 0; len(loads) < 2*n && k < mostDraws; k++ {
		block := int(chance(k) * float64(s.blocks))
		if looked[block] || s.mine(block) {
			continue
		}
		looked[block] = true
		one := newFront(d)
		if err := one.add(s.Source, block); err != nil {
			return volta.Share{}, 0, err
		}
		away := math.Abs(float64(block - s.number(first+n/2)))
		loads = append(loads, draw{away, one.loads.all()})
		stores = append(stores, draw{away, one.stores.all()})
	}
	room := float64(d.L2KB<<10) * s.parts
	loaded := s.shareOf(&share, own.loads, n, seen{others.loads.all(), loads}, room/Sides)
	stored := s.shareOf(&share, own.stores, n, seen{others.stores.all(), stores}, room)
	return share, math.Hypot(loaded.share(loaded.units), stored.share(loaded.units+stored.units)), nil
}

// seen is what others touch: the blocks beside those of the part, and blocks of anywhere.
type seen struct {
	theirs map[uint64]bool
	draws  draws
}

// A draw is a block of anywhere: how many blocks it is away, and what it touches.
type draw struct {
	away  float64
	units map[uint64]bool
}

type draws []draw

// all are the units that the first blocks touch.
func (d draws) all(first int) map[uint64]bool {
	all := map[uint64]bool{}
	for _, x := range d[:min(first, len(d))] {
		maps.Copy(all, x.units)
	}
	return all
}

// kept is how much of what others touch they touch within so many blocks, compared with blocks of anywhere: 1 if blocks touch units
// at random, and 0 if they walk through all of them before one comes again. An L2 that the others' units fill in the meantime has
// nothing left of these.
func (d draws) kept(l *touches, within float64) float64 {
	var all, near float64
	blocks := 0
	for _, x := range d {
		n := l.in(x.units) * float64(len(l.units))
		all += n
		if x.away <= within {
			near += n
			blocks++
		}
	}
	if chance := all * float64(blocks) / float64(max(1, len(d))); chance >= fewUnits {
		return min(1, near/chance)
	}
	return 1
}

// fewUnits are too few to tell an order from chance.
const fewUnits = 8

// distant is how many units blocks touch, and how many of these others touch again at another time.
type distant struct{ units, again float64 }

// share is what they make of so many units.
func (d distant) share(units float64) float64 { return d.again / max(1, units) }

// shareOf sets the share of the instructions that touch something in n blocks of a part. room is what the chip's L2 has for it, in
// bytes. It returns what is touched again at another time.
func (s *strip) shareOf(share *volta.Share, own touched, n int, by seen, room float64) (sum distant) {
	few, more := by.draws.all(n), by.draws.all(2*n)
	all := float64(len(own.all())) * float64(own.unit)
	for _, pc := range own.instructions() {
		l := own.by[pc]
		near, once := l.in(by.theirs), l.in(few)
		bytes := float64(len(l.units)) * float64(own.unit)
		footprint := bytes * float64(s.blocks) / float64(n)
		if once > 0 {
			footprint = min(footprint, bytes/once)
		}
		fits := min(1, room/footprint)
		if fits < 1 {
			fits *= by.draws.kept(l, room/all*float64(n))
		}
		if near < almost { // what any blocks have in common by chance must have stayed in the L2
			near = max(0, near-once*(1-fits)) / (1 - once*(1-fits))
		}
		mine := 1.0
		if near >= fewShared {
			mine = 1 / (1 + (s.parts-1)*near)
		}
		if near < almost {
			of := func(times float64) float64 {
				return recurrence(once, l.in(more), max(1, times*float64(s.blocks)/float64(n)))
			}
			sum.again += max(0, of(1)-near) * float64(len(l.units))
			if c := of(1 / s.parts); c*fits >= fewShared {
				first := (1 - math.Pow(1-c, s.parts)) / (s.parts * c) // the mean of 1/(1+k), if k of the others load a line
				mine = min(mine, 1-fits*(1-first))
			}
		}
		sum.units += float64(len(l.units))
		if mine < 1 {
			share.Set(pc, mine)
		}
	}
	return sum
}

// recurrence is what share of the lines of a few blocks some of so many times these blocks load, where as many
// others load a share once, and twice as many a share twice. If lines are loaded at random the share that
// is not loaded falls exponentially; if it is the rim of a tile it stays as it is.
func recurrence(once, twice, times float64) float64 {
	if once == 0 || twice <= once {
		return once
	}
	growth := math.Log(1-min(twice, almost)) / math.Log(1-min(once, almost))
	return 1 - math.Pow(1-min(once, almost), math.Pow(times, min(1, math.Log2(growth))))
}

const mostDraws = 1000 // of blocks at random, few of which may be those of other parts

const almost = 0.999 // of the lines, so that its logarithm is finite

// fewShared is what a part shares with its neighbours alone, at its rim.
const fewShared = 0.05

// lateShare is the share of the blocks of a late wave, each at its own iteration. A touch of a line
// fetches it if it is the first one in the wave and the wave before has not loaded the line, or if the
// L2 has forgotten the line since the touch before.
func (l *long) lateShare(first int) (volta.Share, error) {
	d := l.c.Device
	own, before := newFront(d), newFront(d)
	for i := range l.slots {
		if first+i < l.c.Blocks {
			if err := own.add(l.source, first+i); err != nil {
				return volta.Share{}, err
			}
		}
		if first-1-i >= 0 {
			if err := before.add(l.source, first-1-i); err != nil {
				return volta.Share{}, err
			}
		}
	}
	var room, held, passes, copied float64 // of what a wave loads, in bytes
	earlier := before.loads.all()
	sharers := map[int32]float64{}
	for _, pc := range own.loads.instructions() {
		x := own.loads.by[pc]
		mine := l.c.share.At(pc)
		n := float64(x.touches) / float64(len(x.units)) / mine
		sharers[pc] = n
		again := x.in(earlier)
		bytes := x.bytes() * mine * float64(own.left+landing) / (1 - middle)
		room += bytes * copies(n)
		held += bytes * again
		passes += bytes * (1 - again)
		copied += bytes * (1 - again) * copies(n)
	}
	kept := float64(d.L2KB<<10) / max(1, room) // of a wave's time
	if l.held = (Held{}); kept > 1 && passes > 0 {
		l.held = Held{Bytes: held * max(1, l.c.parts), Copies: copied / passes}
	}
	all := volta.Share{ByBlock: true}
	for _, pc := range own.loads.instructions() {
		x := own.loads.by[pc]
		n, again := sharers[pc], x.in(earlier)
		forgotten := 0.0
		if kept < 1 {
			forgotten = math.Pow(1-kept, n-1)
		}
		all.Set(pc, again*forgotten+(1-again)*max(1/n, forgotten))
	}
	return all, nil
}
