package checker

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Launch is what a Checker has to know of the launch that it watches.
type Launch struct {
	Program     *isa.Program
	Grid, Block warp.Dim3
	Shared      int // bytes of dynamic shared memory
	Global      *memory.Global
	Globals     []uint64 // addresses of Program.Globals
	// Arrays are the addresses that Program.Params point to, 0 where a parameter is no pointer.
	Arrays  []uint64
	Memory  *warp.Budget // of the launch
	AllSet  bool         // global memory that nobody has set counts as set
	Touched bool         // TouchedIn is wanted, of the Checker or of the FaultFilter
}

// A Checker watches one launch. It implements warp.Checker.
type Checker struct {
	Launch
	faults faults

	block    int32
	threads  int
	barriers int32       // that the block has passed
	warps    []warpOrder // of the block
	params   []*memory.Buffer
	constant map[*memory.Buffer]bool // that the kernel only reads, as its parameters say
	// addressed says whether pointers to an array lie in memory, for those of which it was asked.
	addressed map[*memory.Buffer]bool
	shared    shadow
	global    map[*memory.Buffer]*shadow
	granule   [2]int // bytes of a cell, of shared and of global memory
	events    [2]events
	cells     int // of global memory
	unset     unset
	touched   touched
	syncs     syncs
	reads     []read // of what was never set, by origin
	limit     int    // end of shared memory, from its first byte
	Forgot    bool   // older accesses of global memory were forgotten, as there were too many
}

// A warpOrder is the order of accesses within a warp. tick is its clock: it goes on when some lanes
// meet, so what a lane did at an earlier tick lies before the meeting. A lane may rely on another
// one's access at tick t if
//
//	t < base           all lanes have met since
//	t < known[a][b]    lane a has met lane b since, directly or through others
//
// base costs nothing, and collectives of a whole warp are the common case; known is made for those
// of a part only.
type warpOrder struct {
	tick  int32          // accesses of lanes before and after a meeting have different ones
	base  int32          // every lane knows what happened before
	known *[32][32]int32 // and each of the others besides; nil if nothing more
	lanes uint32
	last  []int32 // the latest event of each place, in events of its memory
}

// The memories whose accesses can race.
const (
	sharedMemory = iota
	globalMemory
)

// New returns a checker of a launch. The error is that of a launch for whose threads it would
// hold too much.
func New(l Launch) (*Checker, error) {
	c := describe(l)
	c.faults.index = map[key]*Fault{}
	if l.Touched {
		c.touched = touched{}
	}
	c.shared = newShadow((c.limit + c.granule[sharedMemory] - 1) / c.granule[sharedMemory])
	c.warps = make([]warpOrder, (c.threads+31)/32)
	for i := range c.warps {
		c.warps[i].last = make([]int32, len(l.Program.Code))
		c.warps[i].lanes = ^uint32(0) >> (32 - min(32, c.threads-i*32))
	}
	c.syncs.prepare(c)
	return c, c.unset.prepare(c)
}

// describe returns a checker that knows the launch, but can't watch it yet.
func describe(l Launch) *Checker {
	c := &Checker{Launch: l, threads: l.Block.X * l.Block.Y * l.Block.Z, global: map[*memory.Buffer]*shadow{},
		constant: map[*memory.Buffer]bool{}, addressed: map[*memory.Buffer]bool{}}
	c.granule = granules(l.Program)
	c.limit = max(l.Program.SharedBytes, l.Program.DynamicShared+l.Shared) - l.Program.SharedBase
	for i, p := range l.Program.Params {
		var b *memory.Buffer
		if p.Pointer && i < len(l.Arrays) {
			b, _ = l.Global.Find(l.Arrays[i], 1)
		}
		if b != nil {
			_, seen := c.constant[b]
			c.constant[b] = p.Const && (!seen || c.constant[b])
		}
		c.params = append(c.params, b)
	}
	return c
}

// granules are the bytes of the cells of shared and global memory: as many as the
// narrowest access has.
func granules(p *isa.Program) (g [2]int) {
	g = [2]int{4, 4}
	for i := range p.Code {
		in := &p.Code[i]
		if !in.Op.Accesses() {
			continue
		}
		m := globalMemory
		switch in.Space {
		case ir.Shared:
			m = sharedMemory
		case ir.Local, ir.Const:
			continue
		case ir.Generic:
			g[sharedMemory] = min(g[sharedMemory], in.Mem.Size())
		}
		g[m] = min(g[m], in.Mem.Size())
	}
	return g
}

// Begin is called when a block begins.
func (c *Checker) Begin(block int) {
	c.block, c.barriers = int32(block), 0
	for i := range c.warps {
		w := &c.warps[i]
		w.tick, w.base, w.known = 1, 0, nil
		clear(w.last)
	}
	c.shared.forget()
	c.events[sharedMemory].list = c.events[sharedMemory].list[:0]
	c.unset.begin()
	c.syncs.begin()
	if c.cells > mostCells || len(c.events[globalMemory].list) > mostEvents {
		c.forget()
	}
}

// What is kept of global memory: some 400 MB. A launch that touches more is looked at in
// parts, each by itself.
const (
	mostCells  = 8 << 20
	mostEvents = 8 << 20
)

// forget drops all cells of global memory. An access after it is not compared with one before it,
// so a race may be missed; none is invented.
func (c *Checker) forget() {
	clear(c.global)
	c.events[globalMemory].list = c.events[globalMemory].list[:0]
	c.cells, c.Forgot = 0, true
	clear(c.unset.global) // with what was set meanwhile
	c.AllSet = true
}

// Barrier is called when all threads of the block have met. Barriers are counted rather than noted
// at each cell: an access before a barrier has a lower count.
func (c *Checker) Barrier() {
	c.barriers++
	for i := range c.warps {
		c.tick(&c.warps[i])
		c.warps[i].base, c.warps[i].known = c.warps[i].tick, nil
	}
}

// tick separates what a warp has done from what it does next.
func (c *Checker) tick(w *warpOrder) {
	w.tick++
	clear(w.last)
}

// Sync is called when some lanes of a warp have met: each then knows what any of them knew (a
// vector clock for each lane, joined), and what all of them have done themselves up to now.
func (c *Checker) Sync(warp int, lanes uint32) {
	w := &c.warps[warp]
	c.tick(w)
	if lanes == w.lanes {
		w.base, w.known = w.tick, nil
		return
	}
	if w.known == nil {
		w.known = new([32][32]int32)
	}
	var all [32]int32
	for a := range 32 {
		for b := range 32 {
			if lanes>>b&1 != 0 {
				all[a] = max(all[a], w.known[b][a])
			}
		}
		if lanes>>a&1 != 0 {
			all[a] = w.tick
		}
	}
	for b := range 32 {
		if lanes>>b&1 != 0 {
			w.known[b] = all
		}
	}
}

// thread is the index of a lane's thread in the block, and in x, y and z.
func (c *Checker) thread(w, lane int) warp.Dim3 {
	n := w*32 + lane
	b := c.Launch.Block
	return warp.Dim3{X: n % b.X, Y: n / b.X % b.Y, Z: n / (b.X * b.Y)}
}

func (c *Checker) blockAt(n int32) warp.Dim3 {
	g := c.Grid
	return warp.Dim3{X: int(n) % g.X, Y: int(n) / g.X % g.Y, Z: int(n) / (g.X * g.Y)}
}
