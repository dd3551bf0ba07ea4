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
	words     int    // of 32 bits for each lane; 0 if it has less
	width     int    // bytes for each lane
	patterns  [memos]*lanePattern
	buffer    *memory.Buffer // of global memory that it was in last
	bytes     []byte         // of the buffer, or nil
}

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
	one       bool // all at one address
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
	if active == 0 || m.block.Index >= m.Grid.count() {
		return false
	}
	p, base := m.pattern(w, a, active)
	if p == nil || !p.aligned {
		return false
	}
	from, to := base+uint64(p.low), base+uint64(p.high)+uint64(a.width)
	var all []byte
	var at int
	if a.in.Space == ir.Shared {
		if int64(from) < int64(m.Program.SharedBase) || to > uint64(m.sharedLimit) {
			return false
		}
		all, at = m.shared, int(base)
	} else {
		b := a.buffer
		if b == nil || from < b.Base || to > b.Base+uint64(b.Size) {
			if b = m.whole(a, from); b == nil || to > b.Base+uint64(b.Size) {
				return false
			}
		}
		all, at = a.bytes, int(base-b.Base)
		m.partitions(p, base-p.base)
	}
	slack := at+int(p.high)+a.width+vector.Beyond <= len(all)
	p.hit(m, w)
	switch {
	case a.words == 0:
		m.narrowWords(w, a, p, all, at)
	case a.in.Op == ir.Store:
		for k := range a.words {
			s := vector.At(w.frame, a.data+uint32(k)*vector.WordBytes)
			vector.Scatter(all, at+4*k, &p.offsets, s, active)
		}
	default:
		for k := range a.words {
			d := vector.At(w.frame, a.data+uint32(k)*vector.WordBytes)
			if p.one && !slack {
				vector.Fill(d, uint32(memory.Word(all[at+4*k:], 4)), active)
			} else {
				vector.Gather(d, all, at+4*k, &p.offsets, active, slack)
			}
		}
	}
	return true
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

// pattern finds how the lanes' addresses lie, and the first one. It is nil if they are too far apart.
func (m *Machine) pattern(w *warpState, a *access, active uint32) (p *lanePattern, base uint64) {
	low, high := vector.At(w.frame, a.low), vector.At(w.frame, a.high)
	lane := bits.TrailingZeros32(active)
	if base = uint64(low[lane]) + a.add; a.far {
		base += uint64(high[lane]) << 32
	} else {
		base = uint64(uint32(base))
	}
	kept := &a.patterns[base/(memoShift/memos)%memos]
	if p = *kept; p != nil && p.active == active && (base-p.base)%memoShift == 0 &&
		vector.Same(low, high, &p.offsets.Of, low[lane], high[lane])|^active == allLanes {
		return p, base
	}
	if p == nil {
		p = &lanePattern{access: a}
		*kept = p
	}
	if !p.learn(m, low, high, active, lane, base) {
		return nil, 0
	}
	return p, base
}

// learn makes the pattern that of an access.
func (p *lanePattern) learn(m *Machine, low, high *vector.Word, active uint32, lane int, base uint64) bool {
	p.handIn(m)
	a := p.access
	p.active, p.lane, p.base, p.low, p.high = 0, lane, base, 0, 0
	var at Lanes
	all := uint64(0)
	p.one = true
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
		p.one = p.one && offset == 0
	}
	p.active = active
	p.aligned = all%uint64(a.width) == 0
	p.offsets.Arrange(active)
	if a.in.Space == ir.Shared {
		p.learnShared(m, &at)
	} else {
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
		w.schedule.access(Step{Kind: Store}, &in.clocks, 0, -1, 0)
	}
}

// partitions counts the bytes of an access by partition, which depend on where it is.
func (m *Machine) partitions(p *lanePattern, by uint64) {
	traffic := &m.stats.Loads
	if p.access.in.Op == ir.Store {
		traffic = &m.stats.Stores
	}
	last, partition := uint64(math.MaxUint64), 0
	stride := uint64(m.Device.PartitionStrideBytes)
	for _, t := range p.sent {
		if n := (t.Addr + by) / stride; n != last {
			last, partition = n, m.Device.Partition(t.Addr+by)
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
	if in.Space == ir.Shared {
		traffic := &x.SharedLoads
		if in.Op == ir.Store {
			traffic = &x.SharedStores
		}
		s := &p.shared
		traffic.Requests += n
		traffic.Bytes += n * s.Bytes
		traffic.Passes += n * s.Passes
		traffic.Ideal += n * s.Ideal
		traffic.Reissued += n * s.Reissued
		x.PerInstruction.Passes[in.pc] += n * s.Passes
		x.PerInstruction.Issued[in.pc] += n * s.Reissued
	} else {
		traffic := &x.Loads
		if in.Op == ir.Store {
			traffic = &x.Stores
		}
		traffic.add(&p.traffic, n)
		x.PerInstruction.Requests[in.pc] += n
		x.PerInstruction.Sectors[in.pc] += n * p.sectors
	}
	if m.fast.paced {
		return
	}
	slots := p.again
	if m.Device.SharedQueue {
		slots = 0
	}
	x.PortClocks += n * (int64(in.clocks.port) + slots)
	busy := in.clocks.busy
	for pipe, clocks := range busy {
		x.PipeClocks[pipe] += n * int64(clocks)
	}
	x.PipeClocks[banks(&busy)] += n * p.again
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

// newAccess prepares an access for the fast path; nil if it goes the other way.
func (m *Machine) newAccess(in *instr) *access {
	f, o := m.fast, &in.Src[0]
	if !m.direct(in) {
		return nil
	}
	a := &access{in: in, add: in.Imm, high: f.zero, width: in.Mem.Size() * elements(in.Instr)}
	switch o.Kind {
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
	if in.Op == ir.Store {
		data = in.Src[1]
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
