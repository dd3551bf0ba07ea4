package warp

import (
	"math"
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// An access is a load or a store of global, shared or constant memory, or an atomic, on the fast path.
type access struct {
	in       *instr
	touch    vector.Access // what the operation Touch has to know
	second   uint32        // and of the second operand of an atomic
	result   uint32        // and of what it returns, if it does
	returns  bool
	rotates  bool // an access of shared memory is alike wherever it begins, since all banks are the same
	operand  bool // of arithmetic: the access is a part of an instruction
	source   int  // then, the number of its source
	number   int  // and its own
	words    int  // of 32 bits for each lane; 0 if it has less
	width    int  // bytes for each lane
	patterns [vector.Slots]*lanePattern
	nothing  lanePattern // what no lane makes
	victim   uint64
	credit   int            // for learning patterns, which is worth it if they come again
	buffer   *memory.Buffer // of global memory that it was in last
	traced   *memory.Buffer // the same of a trace, which may do without its bytes
	bytes    []byte         // of the buffer, or nil
}

// Patterns are kept by the address of the first lane: in one of patternWays slots, the first of which is that of
// vector.Access. To learn one costs learnCost of the credit that each hit gives.
const (
	patternWays = 4
	learnCost   = 16
	mostCredit  = 64 * learnCost
	firstCredit = 8 * learnCost
)

// A lanePattern is how the lanes of an access lay to each other, with what came of it. It is the memo of the fast
// path: accesses further on by a multiple of vector.Period are only counted.
type lanePattern struct {
	vector.Pattern
	access           *access
	listed           bool    // among those whose hits are to be handed in
	taught           int     // how often it has been learned
	transactionCount int64   // transactions, or lines of constant memory
	shares           []share // of global memory
	// footprintRows are the rows that a hit touches, if it is asked for (footprint.hits).
	footprintRows []footprintRow
	rows          []rowTouch // the same for a filter
	// What each hit counts.
	traffic         Traffic
	shared          SharedTraffic
	excess, sectors int64
	again           int64                // clocks that repeated passes of the banks add
	unit            int                  // Step.UnitClocks
	transactions    []memory.Transaction // of a trace
}

// A share is some bytes of a pattern in one partition, by their distance from the first lane's.
type share struct{ at, bytes int64 }

// fastAccess executes an access whose addresses lie in one array, aligned, and reports whether it has.
func (m *Machine) fastAccess(w *warpState, a *access, active uint32) bool {
	if active == 0 {
		a.nothing.hit(m, w, 0)
		return true
	}
	if m.block.Index >= m.Grid.count() {
		return false
	}
	if a.in.Space == ir.Local {
		return m.fastLocal(w, a, active)
	}
	base := a.first(w, active)
	p := m.pattern(w, a, active, base)
	switch {
	case p != nil:
	case m.fast.traced:
		return false
	default:
		return m.irregular(w, a, active, base)
	}
	if m.fast.traced && !m.traceable(a, base+uint64(p.Low), base+uint64(p.High)) {
		return false
	}
	if !a.in.inSlice && (!a.operand || m.fast.traced && m.filter == nil) { // nobody needs the words
		p.hit(m, w, base)
		return true
	}
	all, at, ok := m.bytesOf(a, base+uint64(p.Low), base+uint64(p.High), base)
	if !ok {
		return false
	}
	p.hit(m, w, base)
	if a.words == 0 {
		m.narrowWords(w, a, p, all, at)
		return true
	}
	m.moveWords(w, a, &p.Offsets, all, at, active, at+int(p.High)+vector.Beyond <= cap(all))
	return true
}

// first is the address of the first active lane.
func (a *access) first(w *warpState, active uint32) uint64 {
	lane := bits.TrailingZeros32(active)
	low, high := vector.At(w.frame, a.touch.Low), vector.At(w.frame, a.touch.High)
	return ((uint64(low[lane]) | uint64(high[lane])<<32) + a.touch.Add) & a.touch.Far
}

// bytesOf are the bytes of the memory that an access is of, and where in them the address base is. ok is false if
// what lies between two addresses is not all there.
func (m *Machine) bytesOf(a *access, from, to, base uint64) (all []byte, at int, ok bool) {
	if e := m.extent(a); e != nil && (from < e.From || to > e.To) {
		return nil, 0, false
	}
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
		word := vector.At(w.frame, a.touch.Data+uint32(k)*vector.WordBytes)
		if a.in.Op == ir.Store {
			vector.Scatter(all, at+4*k, o, word, active, a.width)
		} else {
			vector.Gather(word, all, at+4*k, o, active, slack)
		}
	}
}

// whole is the array that holds an address, with all its bytes in one piece, or nil.
func (m *Machine) whole(a *access, address uint64) *memory.Buffer {
	b, err := m.Global.Find(address, 1)
	if err != nil || b.Size > mostFlat && !b.IsFlat() || m.footprint != nil && m.footprint.prepare(b, a.in) != nil {
		return nil
	}
	m.noteTouch(b, a.in)
	a.buffer, a.bytes = b, b.Flat()
	from, size := uint64(0), min(b.Size, cap(a.bytes)-vector.Beyond)
	if e := m.extent(a); e != nil {
		from, size = min(e.From-b.Base, uint64(b.Size)-1), min(size, int(e.To-b.Base))
	}
	a.touch.Bytes, a.touch.Base, a.touch.Size = &a.bytes[from], b.Base+from, int64(size)-int64(from)
	return b
}

// enterShared lets Touch find the block's shared memory.
func (m *Machine) enterShared() {
	for _, a := range m.fast.shared {
		from, to := m.Program.SharedBase, m.sharedLimit
		if e := m.extent(a); e != nil {
			from, to = max(from, int(e.From)), min(to, int(e.To))
		}
		a.touch.Bytes, a.touch.Base, a.touch.Size = &m.shared[from], uint64(from), int64(to-from)
	}
}

// mostFlat is the largest array that an access brings into one piece, in bytes. A larger one stays as it is: if it is in pages,
// which come into being one by one, so that a session's limit of memory stops a launch in time.
const mostFlat = 64 << 20

// narrowWords moves words of less than 32 bits.
func (m *Machine) narrowWords(w *warpState, a *access, p *lanePattern, all []byte, at int) {
	data := vector.At(w.frame, a.touch.Data)
	for _, i := range vector.StoreOrder(a.width) {
		if p.Active>>i&1 == 0 {
			continue
		}
		place := all[at+int(int32(p.Of[i])):]
		if a.in.Op == ir.Store {
			memory.PutWord(place, a.width, uint64(data[i]))
		} else {
			data[i] = uint32(register(a.in.Mem, memory.Word(place, a.width)))
		}
	}
}

// pattern finds how the lanes' addresses lie. It is nil if it is new and not worth learning, or if they are too far
// apart, or not aligned.
func (m *Machine) pattern(w *warpState, a *access, active uint32, base uint64) *lanePattern {
	low, high := vector.At(w.frame, a.touch.Low), vector.At(w.frame, a.touch.High)
	lane := bits.TrailingZeros32(active)
	front, period := base/4%vector.Slots, uint64(vector.Period)
	if a.rotates {
		front, period = 0, uint64(m.Device.SharedBankBytes)
	}
	free := -1
	for way := range uint64(patternWays) {
		at := (front + way) % vector.Slots
		p := a.patterns[at]
		if p == nil {
			free = int(at)
			break
		}
		if p.Active == active && (base-p.Base)%period == 0 &&
			vector.Same(low, high, &p.Of, low[lane], high[lane])|^active == allLanes {
			a.credit = min(a.credit+1, mostCredit)
			if way > 0 { // where Touch looks
				a.keep(at, a.patterns[front])
				a.keep(front, p)
			}
			return p
		}
	}
	if a.victim++; a.victim%learnCost == 0 {
		a.credit += learnCost / 4
	}
	if a.credit < learnCost && !m.fast.traced {
		return nil
	}
	a.credit -= learnCost
	if free < 0 {
		free = int((front + a.victim%patternWays) % vector.Slots)
	}
	p := a.patterns[free]
	if p == nil {
		p = &lanePattern{access: a}
		a.keep(uint64(free), p)
	}
	if !p.learn(m, low, high, active, lane, base) {
		return nil
	}
	return p
}

// rotates reports whether what the banks do for an access does not depend on where it begins. Where rows have two
// words (compute capability 3.x) it does; and Touch looks for patterns by their places.
func (m *Machine) rotates(in *instr) bool {
	return m.fast.booked && in.Space == ir.Shared && m.Device.BankRowBytes() == m.Device.SharedBankBytes
}

// keep puts a pattern in a slot.
func (a *access) keep(slot uint64, p *lanePattern) {
	if a.patterns[slot] = p; p != nil {
		a.touch.Patterns[slot] = &p.Pattern
	}
}

// learn makes the pattern that of an access.
func (p *lanePattern) learn(m *Machine, low, high *vector.Word, active uint32, lane int, base uint64) bool {
	p.flush(m)
	p.footprintRows = nil
	p.taught++
	a := p.access
	p.Active, p.Base, p.Low, p.High = 0, base, 0, 0
	var at Lanes
	all := uint64(0)
	for i := range p.Of {
		if active>>i&1 == 0 {
			continue
		}
		by := low[i] - low[lane]
		offset := int64(int32(by))
		if high[i] != high[lane] || uint64(low[i]) != uint64(low[lane])+uint64(offset) {
			return false
		}
		p.Of[i], at[i] = by, base+uint64(offset)
		p.Low, p.High, all = min(p.Low, offset), max(p.High, offset), all|at[i]
	}
	p.High += int64(a.width)
	if all%uint64(a.width) != 0 {
		return false
	}
	p.Active = active
	if p.Arrange(active); a.words == 0 {
		p.Irregular()
	} else if a.in.Op == ir.Store {
		p.ResolveStores(active, a.width)
	}
	if m.filter != nil {
		m.filter.watches(p)
		return true
	}
	switch a.in.Space {
	case ir.Shared:
		p.learnShared(m, &at)
	case ir.Const:
		p.learnConstant(m, &at)
	default:
		if p.Log == nil {
			p.Log = new([vector.Logged]uint64)
		}
		p.learnGlobal(m, &at)
	}
	return true
}

// learnGlobal works out what book counts.
func (p *lanePattern) learnGlobal(m *Machine, at *Lanes) {
	a, in := p.access, p.access.in
	p.shares, p.again = p.shares[:0], 0
	if m.bySectors(a) && !m.fast.traced {
		x := m.fast.lines.measure(&p.Of, p.Active, p.Base)
		p.transactionCount, p.sectors, p.excess = x.transactionCount(), x.sectors, x.excess(a.width)
		p.traffic = Traffic{}
		x.add(&p.traffic, m, a.width, p.Active)
		p.shares = slices.Grow(p.shares, x.lines)
		for k := range x.lines {
			p.shares = append(p.shares, share{int64(m.fast.lines.address(k+1, p.Base) - p.Base), m.fast.lines.bytes(k + 1)})
		}
		return
	}
	transactions := memory.Coalesce(m.Device, (*[32]uint64)(at), p.Active, a.width, m.cachedIn(in), m.fast.transactions[:0])
	m.fast.transactions = transactions
	distinct := memory.Distinct(m.Device, (*[32]uint64)(at), p.Active)
	p.traffic = Traffic{Distinct: int64(a.width * distinct)}
	if distinct == memory.Requests(m.Device, p.Active) && distinct < ones(p.Active) {
		p.traffic.Broadcasts = 1
	}
	p.traffic.count(transactions, p.Active, a.width)
	p.transactionCount, p.excess, p.sectors = int64(len(transactions)), excessSectors(transactions, a.width*distinct), 0
	if m.fast.traced {
		p.unit, p.transactions = m.dataPasses(in, at, p.Active, a.width), append(p.transactions[:0], transactions...)
	}
	for _, t := range transactions {
		p.sectors += int64(t.Size+31) / 32
		p.shares = append(p.shares, share{int64(t.Addr - p.Base), int64(t.Size)})
	}
}

// learnShared works out what countBanks counts.
func (p *lanePattern) learnShared(m *Machine, at *Lanes) {
	width := p.access.width
	p.shared, p.excess, p.again = m.bankTraffic(memory.BankPasses(m.Device, (*[32]uint64)(at), p.Active, width), p.Active, width)
}

// bankTraffic is what an access of shared memory counts whose banks need so many passes, the passes beyond the
// least, and the clocks that these add.
func (m *Machine) bankTraffic(passes int, active uint32, width int) (t SharedTraffic, excess, again int64) {
	ideal := min(passes, m.idealPasses(active, width)) // parts of the request may go together
	t = SharedTraffic{
		Requests: 1, Bytes: int64(ones(active) * width), Passes: int64(passes), Ideal: int64(ideal),
		Reissued: int64(m.reissues(passes-ideal, width)),
	}
	if m.Device.SharedQueue { // each pass takes the units' time
		return t, int64(passes - ideal), int64((passes - 1) * m.Device.SharedPassClocks)
	}
	return t, int64(passes - ideal), int64((passes - ideal) * m.Device.SharedPassClocks)
}

// learnConstant works out what sendConstant counts.
func (p *lanePattern) learnConstant(m *Machine, at *Lanes) {
	a, in := p.access, p.access.in
	passes, ideal, requests := m.constantPasses(at, p.Active, a.width)
	m.fast.transactions = memory.Lines((*[32]uint64)(at), p.Active, m.Device.ConstantLineBytes, memory.ConstantCache, m.fast.transactions[:0])
	p.transactionCount = int64(len(m.fast.transactions))
	if m.fast.traced {
		p.transactions = append(p.transactions[:0], m.fast.transactions...)
	}
	p.excess = int64(passes - ideal)
	again, reissued, unit := m.constantClocks(in.Issue, passes, requests)
	p.again, p.unit = int64(again), unit
	p.shared = SharedTraffic{
		Requests: 1, Bytes: int64(ones(p.Active) * a.width), Passes: int64(passes), Ideal: int64(ideal),
		Reissued: int64(reissued),
	}
}

// hit counts an access whose first lane has the address base. Touch does the same behind the first time.
func (p *lanePattern) hit(m *Machine, w *warpState, base uint64) {
	if m.filter != nil {
		m.filter.hit(p, base)
		return
	}
	if p.Log != nil {
		if p.Hits == vector.Logged {
			p.flush(m)
		}
		p.Log[p.Hits] = base
	}
	p.count(m)
	switch {
	case m.fast.traced:
		p.note(m, w, base)
	case !m.fast.paced:
	case p.access.operand:
		m.fast.again += int32(p.again)
	default:
		p.pace(w)
	}
}

// count counts a hit.
func (p *lanePattern) count(m *Machine) {
	p.Hits++
	if !p.listed {
		p.listed = true
		m.fast.used = append(m.fast.used, p)
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

// partitions counts the bytes of an access by partition, which depend on where its first lane is.
func (m *Machine) partitions(p *lanePattern, base uint64) {
	f, traffic := m.fast, m.stats.trafficOf(p.access.in)
	if traffic.ByPartition == nil {
		return
	}
	last, partition := uint64(math.MaxUint64), 0
	for _, t := range p.shares {
		address := base + uint64(t.at)
		if n := address >> f.stride; n != last {
			last, partition = n, f.partition(address)
		}
		traffic.ByPartition[partition] += t.bytes
	}
}

// flush adds what the hits count to the statistics.
func (p *lanePattern) flush(m *Machine) {
	n := p.Hits
	if p.Hits = 0; n == 0 {
		return
	}
	if m.filter != nil {
		m.filter.flush()
		return
	}
	m.beside += n * p.transactionCount
	if p.Log != nil {
		for _, base := range p.Log[:n] {
			m.partitions(p, base)
		}
		if m.footprint != nil && p.access.in.Space != ir.Local {
			m.footprint.hits(p, n)
		}
	}
	x, in := m.stats, p.access.in
	x.Excess[in.PC] += n * p.excess
	if p == &p.access.nothing {
		m.countClocks(in, n, 0)
		return
	}
	switch in.Space {
	case ir.Const:
		x.ConstantLoads.add(&p.shared, n)
		x.ConstantLoads.Lines += n * p.transactionCount
		x.ConstantLoads.Replays += n * p.again
		x.PerInstruction.Issued[in.PC] += n * p.shared.Reissued
		if !m.fast.booked {
			m.stats.PortClocks += n * p.again
			m.countClocks(in, n, 0)
			m.stats.PipeClocks[banks(&in.clocks.busy)] += n * p.again
		}
		return
	case ir.Shared:
		traffic := &x.SharedLoads
		if in.Op == ir.Store {
			traffic = &x.SharedStores
		}
		traffic.add(&p.shared, n)
		x.PerInstruction.Passes[in.PC] += n * p.shared.Passes
		x.PerInstruction.Issued[in.PC] += n * p.shared.Reissued
	default:
		x.trafficOf(in).add(&p.traffic, n)
		x.PerInstruction.Requests[in.PC] += n
		x.PerInstruction.Sectors[in.PC] += n * p.sectors
	}
	switch {
	case m.fast.booked:
	case p.access.operand:
		m.countRepeats(in, n*p.again)
	default:
		m.countClocks(in, n, n*p.again)
	}
}

// countClocks books an access n times; again are the clocks that repeated passes of the banks add.
func (m *Machine) countClocks(in *instr, n, again int64) {
	if m.fast.booked {
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

// trafficOf is where an access of global or local memory is counted.
func (s *Stats) trafficOf(in *instr) *Traffic {
	switch load := in.Op == ir.Load; {
	case in.Space == ir.Local && load:
		return &s.LocalLoads
	case in.Space == ir.Local:
		return &s.LocalStores
	case load:
		return &s.Loads
	}
	return &s.Stores
}

// add adds n times the counts of one access, except its partitions.
func (t *Traffic) add(x *Traffic, n int64) {
	t.Requests += n * x.Requests
	t.Bytes += n * x.Bytes
	t.Distinct += n * x.Distinct
	t.Broadcasts += n * x.Broadcasts
	for i, transactions := range x.Transactions {
		t.Transactions[i] += n * transactions
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
	a := &access{in: in, width: in.Mem.Size() * flow.Elements(in.Instr), credit: firstCredit}
	a.nothing.access = a
	x := &a.touch
	*x = vector.Access{Add: in.Imm, Far: math.MaxUint32, High: f.zero}
	if in.Op == ir.Store {
		x.Store = 1
	}
	switch o.Kind {
	case isa.Imm:
		x.Low = f.of(in.fixed[0], true)
		x.High, x.Far, x.Add = x.Low+vector.WordBytes, math.MaxUint64, 0
	case isa.Reg:
		if x.Low = f.register(o.N); in.Spans[0] == 2 {
			x.Far, x.High = math.MaxUint64, f.register(o.N+1)
		}
	case isa.SharedMem:
		x.Add = uint64(int64(o.Offset))
		if x.Low = f.zero; o.N > 0 {
			x.Low = f.address(o.N)
		}
	default:
		return nil
	}
	if in.Mem.Size() >= 4 {
		a.words = a.width / 4
	} else if flow.Elements(in.Instr) > 1 {
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
		x.Data = f.register(data.N)
	case in.Op == ir.Store && data.Kind == isa.Imm && flow.Elements(in.Instr) == 1:
		x.Data = f.of(data.Value, in.Mem.Size() == 8)
	default:
		return nil
	}
	x.Words = uint32(max(a.words, 1))
	if a.words == 0 {
		x.Narrow = uint32(32 - 8*a.width)
		if in.Mem.Signed() {
			x.Signed = 1
		}
	}
	if (a.words > 0 || in.Op == ir.Load) && !f.booked && in.Space != ir.Local {
		f.touches[in.PC] = x
	}
	if in.Space == ir.Shared {
		f.shared = append(f.shared, a)
	}
	a.rotates = m.rotates(in)
	return a
}
