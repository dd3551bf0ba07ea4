package warp

import (
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// An access is a load or a store of global or shared memory on the fast path.
type access struct {
	in        *instr
	low, high uint32 // places of the halves of the addresses
	add       uint64 // to each of them
	far       bool   // addresses of 64 bits
	data      uint32 // place of the first word
	second    uint32 // and of the second operand of an atomic
	result    uint32 // and of what it returns, if it does
	returns   bool
	words     int // of 32 bits for each lane; 0 if it has less
	width     int // bytes for each lane
	patterns  [patternSlots]*lanePattern
	nothing   lanePattern // what no lane makes
	turn      uint64
	credit    int            // for learning patterns, which is worth it if they come again
	buffer    *memory.Buffer // of global memory that it was in last
	bytes     []byte         // of the buffer, or nil
}

// Patterns are kept by the address of the first lane, in slots of four bytes within memoShift: one may be in any of
// the slots from there on, patternWays of them. To learn one costs learnCost of the credit that each hit gives.
const (
	patternSlots = memoShift / 4
	patternWays  = 4
	learnCost    = 16
	mostCredit   = 64 * learnCost
	firstCredit  = 8 * learnCost
)

// A lanePattern is how the lanes of an access lay to each other, with what came of it. It is the memo of the fast
// path: accesses further on by a multiple of memoShift are only counted.
type lanePattern struct {
	access    *access
	active    uint32
	lane      int            // the first of them
	base      uint64         // its address
	offsets   vector.Offsets // of each lane from there
	low, high int64          // the least and the greatest of them
	aligned   bool
	sent      []memory.Transaction
	hits      int64 // since they were last counted
	// What each hit counts.
	traffic         Traffic
	shared          SharedTraffic
	excess, sectors int64
	again           int64 // clocks that repeated passes of the banks add
}

// quickAccess executes an access whose addresses lie in one array, aligned, and reports whether it has.
func (m *Machine) quickAccess(w *warpState, a *access, active uint32) bool {
	if active == 0 {
		a.nothing.hit(m, w)
		return true
	}
	if m.block.Index >= m.Grid.count() {
		return false
	}
	p, base := m.pattern(w, a, active)
	if p == nil {
		return m.irregular(w, a, active, base)
	}
	if !p.aligned {
		return false
	}
	all, at, ok := m.bytesOf(a, base+uint64(p.low), base+uint64(p.high)+uint64(a.width), base)
	if !ok {
		return false
	}
	if a.in.Space != ir.Shared && a.in.Space != ir.Const {
		m.partitions(p, base-p.base)
	}
	p.hit(m, w)
	if a.words == 0 {
		m.narrowWords(w, a, p, all, at)
		return true
	}
	m.moveWords(w, a, &p.offsets, all, at, active, at+int(p.high)+a.width+vector.Beyond <= len(all))
	return true
}

// bytesOf are the bytes of the memory that an access is of, and where in them the address base is. ok is false if
// what lies between two addresses is not all there.
func (m *Machine) bytesOf(a *access, from, to, base uint64) (all []byte, at int, ok bool) {
	if a.in.Space == ir.Shared {
		return m.shared, int(base), int64(from) >= int64(m.Program.SharedBase) && to <= uint64(m.sharedLimit)
	}
	b := a.buffer
	if b == nil || from < b.Base || to > b.Base+uint64(b.Size) {
		if b = m.whole(a, from); b == nil || to > b.Base+uint64(b.Size) {
			return nil, 0, false
		}
	}
	return a.bytes, int(base - b.Base), true
}

// moveWords moves the words of an access, one of each lane after the other; slack says that there are some bytes behind.
func (m *Machine) moveWords(w *warpState, a *access, o *vector.Offsets, all []byte, at int, active uint32, slack bool) {
	for k := range a.words {
		word := vector.At(w.frame, a.data+uint32(k)*vector.WordBytes)
		if a.in.Op == ir.Store {
			vector.Scatter(all, at+4*k, o, word, active)
		} else {
			vector.Gather(word, all, at+4*k, o, active, slack)
		}
	}
}

// whole is the array that holds an address, with all its bytes in one piece, or nil.
func (m *Machine) whole(a *access, address uint64) *memory.Buffer {
	b, err := m.Global.Find(address, 1)
	if err != nil || b.Size > mostFlat && b.Size/flatShare > m.Grid.count()*m.Block.count() {
		return nil
	}
	a.buffer, a.bytes = b, b.Flat()
	return b
}

// An array of which many threads use little stays in pages.
const (
	mostFlat  = 64 << 20 // bytes that an array may always have
	flatShare = 64       // bytes of a larger one for each thread
)

// narrowWords moves words of less than 32 bits.
func (m *Machine) narrowWords(w *warpState, a *access, p *lanePattern, all []byte, at int) {
	data := vector.At(w.frame, a.data)
	for lanes := p.active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes)
		place := all[at+int(int32(p.offsets.Of[i])):]
		if a.in.Op == ir.Store {
			memory.PutWord(place, a.width, uint64(data[i]))
		} else {
			data[i] = uint32(register(a.in.Mem, memory.Word(place, a.width)))
		}
	}
}

// pattern finds how the lanes' addresses lie, and the first one. It is nil if it is new and not worth learning,
// or if they are too far apart.
func (m *Machine) pattern(w *warpState, a *access, active uint32) (p *lanePattern, base uint64) {
	low, high := vector.At(w.frame, a.low), vector.At(w.frame, a.high)
	lane := bits.TrailingZeros32(active)
	if base = uint64(low[lane]) + a.add; a.far {
		base += uint64(high[lane]) << 32
	} else {
		base = uint64(uint32(base))
	}
	first := base / 4
	var free **lanePattern
search:
	for way := range uint64(patternWays) {
		kept := &a.patterns[(first+way)%patternSlots]
		switch p = *kept; {
		case p == nil:
			free = kept
			break search
		case p.active != active || (base-p.base)%memoShift != 0 || vector.Same(low, high, &p.offsets.Of, low[lane], high[lane])|^active != allLanes:
			continue
		default:
			a.credit = min(a.credit+1, mostCredit)
			return p, base
		}
	}
	if a.credit < learnCost {
		return nil, base
	}
	a.credit -= learnCost
	if free == nil {
		a.turn++
		free = &a.patterns[(first+a.turn%patternWays)%patternSlots]
	} else {
		*free = &lanePattern{access: a}
	}
	if !(*free).learn(m, low, high, active, lane, base) {
		return nil, base
	}
	return *free, base
}

// learn makes the pattern that of an access.
func (p *lanePattern) learn(m *Machine, low, high *vector.Word, active uint32, lane int, base uint64) bool {
	p.handIn(m)
	a := p.access
	p.active, p.lane, p.base, p.low, p.high = 0, lane, base, 0, 0
	var at Lanes
	all := uint64(0)
	for i := range p.offsets.Of {
		if active>>i&1 == 0 {
			continue
		}
		by := low[i] - low[lane]
		offset := int64(int32(by))
		if high[i] != high[lane] || uint64(low[i]) != uint64(low[lane])+uint64(offset) {
			return false
		}
		p.offsets.Of[i], at[i] = by, base+uint64(offset)
		p.low, p.high, all = min(p.low, offset), max(p.high, offset), all|at[i]
	}
	p.active = active
	p.aligned = all%uint64(a.width) == 0
	p.offsets.Arrange(active)
	switch a.in.Space {
	case ir.Shared:
		p.learnShared(m, &at)
	case ir.Const:
		p.learnConstant(m, &at)
	default:
		p.learnGlobal(m, &at)
	}
	return true
}

// learnGlobal works out what book counts.
func (p *lanePattern) learnGlobal(m *Machine, at *Lanes) {
	a, in := p.access, p.access.in
	p.sent = memory.Coalesce(m.Device, (*[32]uint64)(at), p.active, a.width, m.cachedIn(in), p.sent[:0])
	distinct := memory.Distinct(m.Device, (*[32]uint64)(at), p.active)
	p.traffic = Traffic{Distinct: int64(a.width * distinct)}
	if distinct == memory.Requests(m.Device, p.active) && distinct < ones(p.active) {
		p.traffic.Broadcasts = 1
	}
	p.traffic.count(p.sent, p.active, a.width)
	p.excess, p.sectors, p.again = excessSectors(p.sent, a.width*distinct), 0, 0
	for _, t := range p.sent {
		p.sectors += int64(t.Size+31) / 32
	}
}

// learnShared works out what countBanks counts.
func (p *lanePattern) learnShared(m *Machine, at *Lanes) {
	width := p.access.width
	passes := memory.BankPasses(m.Device, (*[32]uint64)(at), p.active, width)
	ideal := min(passes, m.idealPasses(p.active, width))
	p.excess = int64(passes - ideal)
	p.shared = SharedTraffic{
		Requests: 1, Bytes: int64(ones(p.active) * width), Passes: int64(passes), Ideal: int64(ideal),
		Reissued: int64(m.reissues(passes-ideal, width)),
	}
	p.again = int64((passes - ideal) * m.Device.SharedPassClocks)
	if m.Device.SharedQueue {
		p.again = int64((passes - 1) * m.Device.SharedPassClocks)
	}
}

// learnConstant works out what sendConstant counts.
func (p *lanePattern) learnConstant(m *Machine, at *Lanes) {
	a, in := p.access, p.access.in
	passes, ideal, requests := m.constantPasses(at, p.active, a.width)
	p.sent = memory.Lines((*[32]uint64)(at), p.active, m.Device.ConstantLineBytes, memory.ConstantCache, p.sent[:0])
	p.excess = int64(passes - ideal)
	p.again = int64(in.Issue*max(requests, passes)/requests - in.Issue)
	p.shared = SharedTraffic{
		Requests: 1, Bytes: int64(ones(p.active) * a.width), Passes: int64(passes), Ideal: int64(ideal),
		Reissued: int64((max(requests, passes)+requests-1)/requests - 1),
	}
}

// hit counts an access.
func (p *lanePattern) hit(m *Machine, w *warpState) {
	if p.hits == 0 {
		m.fast.used = append(m.fast.used, p)
	}
	p.hits++
	m.beside += int64(len(p.sent))
	if m.fast.paced {
		p.pace(w)
	}
}

// pace books an access where the order of what is booked matters.
func (p *lanePattern) pace(w *warpState) {
	in := p.access.in
	switch {
	case in.Space == ir.Shared:
		w.schedule.issued(&in.clocks, int32(p.again), -1, 0)
	default:
		w.schedule.access(Step{Kind: Store}, &in.clocks, int32(p.again), -1, 0)
	}
}

// partitions counts the bytes of an access by partition, which depend on where it is.
func (m *Machine) partitions(p *lanePattern, by uint64) {
	traffic := &m.stats.Loads
	if p.access.in.Op == ir.Store {
		traffic = &m.stats.Stores
	}
	last, partition := uint64(math.MaxUint64), 0
	for _, t := range p.sent {
		if n := (t.Addr + by) >> m.fast.stride; n != last {
			last, partition = n, m.fast.partition(t.Addr+by)
		}
		traffic.ByPartition[partition] += int64(t.Size)
	}
}

// handIn adds what the hits count to the statistics.
func (p *lanePattern) handIn(m *Machine) {
	n := p.hits
	if p.hits = 0; n == 0 {
		return
	}
	x, in := m.stats, p.access.in
	x.Excess[in.pc] += n * p.excess
	if p == &p.access.nothing {
		m.handInClocks(in, n, 0)
		return
	}
	switch in.Space {
	case ir.Const:
		x.ConstantLoads.add(&p.shared, n)
		x.ConstantLoads.Lines += n * int64(len(p.sent))
		x.ConstantLoads.Replays += n * p.again
		x.PerInstruction.Issued[in.pc] += n * p.shared.Reissued
		if !m.fast.paced {
			m.stats.PortClocks += n * p.again
			m.handInClocks(in, n, 0)
			m.stats.PipeClocks[banks(&in.clocks.busy)] += n * p.again
		}
		return
	case ir.Shared:
		traffic := &x.SharedLoads
		if in.Op == ir.Store {
			traffic = &x.SharedStores
		}
		traffic.add(&p.shared, n)
		x.PerInstruction.Passes[in.pc] += n * p.shared.Passes
		x.PerInstruction.Issued[in.pc] += n * p.shared.Reissued
	default:
		traffic := &x.Loads
		if in.Op == ir.Store {
			traffic = &x.Stores
		}
		traffic.add(&p.traffic, n)
		x.PerInstruction.Requests[in.pc] += n
		x.PerInstruction.Sectors[in.pc] += n * p.sectors
	}
	m.handInClocks(in, n, n*p.again)
}

// handInClocks books an access n times; again are the clocks that repeated passes of the banks add.
func (m *Machine) handInClocks(in *instr, n, again int64) {
	if m.fast.paced {
		return
	}
	slots := again
	if m.Device.SharedQueue {
		slots = 0
	}
	m.stats.PortClocks += n*int64(in.clocks.port) + slots
	for pipe, clocks := range in.clocks.busy {
		m.stats.PipeClocks[pipe] += n * int64(clocks)
	}
	m.stats.PipeClocks[banks(&in.clocks.busy)] += again
}

// add adds n times what one access counts, but for its partitions.
func (t *Traffic) add(x *Traffic, n int64) {
	t.Requests += n * x.Requests
	t.Bytes += n * x.Bytes
	t.Distinct += n * x.Distinct
	t.Broadcasts += n * x.Broadcasts
	for i, sent := range x.Transactions {
		t.Transactions[i] += n * sent
	}
	t.BusBytes += n * x.BusBytes
}

// add adds n times what one access counts.
func (t *SharedTraffic) add(x *SharedTraffic, n int64) {
	t.Requests += n * x.Requests
	t.Bytes += n * x.Bytes
	t.Passes += n * x.Passes
	t.Ideal += n * x.Ideal
	t.Reissued += n * x.Reissued
}

// newAccess prepares an access for the fast path; nil if it goes the other way.
func (m *Machine) newAccess(in *instr) *access {
	f, o := m.fast, &in.Src[0]
	if !m.direct(in) {
		return nil
	}
	a := &access{in: in, add: in.Imm, high: f.zero, width: in.Mem.Size() * elements(in.Instr), credit: firstCredit}
	a.nothing.access = a
	switch o.Kind {
	case isa.Imm:
		a.low, a.high, a.far, a.add = f.of(in.fixed[0], true), 0, true, 0
		a.high = a.low + vector.WordBytes
	case isa.Reg:
		if a.low = f.register(o.N); in.spans[0] == 2 {
			a.far, a.high = true, f.register(o.N+1)
		}
	case isa.SharedMem:
		a.add = uint64(int64(o.Offset))
		if a.low = f.zero; o.N > 0 {
			a.low = f.address(o.N)
		}
	default:
		return nil
	}
	if in.Mem.Size() >= 4 {
		a.words = a.width / 4
	} else if elements(in.Instr) > 1 {
		return nil
	}
	data := in.Dst
	if in.Op != ir.Load {
		data = in.Src[1]
	}
	if in.Op == ir.Atom {
		return a.withOperands(m)
	}
	switch {
	case data.Kind == isa.Reg && !data.Modified():
		a.data = f.register(data.N)
	case in.Op == ir.Store && data.Kind == isa.Imm && elements(in.Instr) == 1:
		a.data = f.of(data.Value, in.Mem.Size() == 8)
	default:
		return nil
	}
	return a
}
