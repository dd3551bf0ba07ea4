package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// memory executes a load, a store or an atomic. There are three kinds of them: shared memory
// (shape.go, memo.go), global memory (memo.go), and the rest, whose words are moved first and whose
// traffic is booked by the space that they are in.
//
// The checker sees an access before it happens and takes out the lanes that would go astray, so
// that a checked launch goes on behind a fault.
func (m *Machine) memory(w *warpState, in *instr, active uint32) error {
	if m.spin.notes(in.PC) {
		m.noteWords(w, in, active)
	}
	if in.Src[0].Kind == isa.SharedMem && in.Op != ir.Atom && m.Check == nil {
		if s := m.shape(w, &in.Src[0], active, in.Mem.Size()*flow.Elements(in.Instr)); s != nil {
			m.accessShape(w, in, s)
			return nil
		}
	}
	switch {
	case in.Matrix != 0:
		return m.loadMatrix(w, in, active)
	case in.Async != ir.Synchronous && in.Op == ir.Store && !w.schedule.untimed:
		w.schedule.copies(m.files.Slot(in.Src[1]))
	}
	at := &m.at
	*at = *m.addresses(w, in) // a copy: a load may overwrite its own address
	if in.within != nil {
		return m.generic(w, in, at, active)
	}
	return m.accessAt(w, in, at, active)
}

// accessAt is an access of one space, in which the lanes have these addresses.
func (m *Machine) accessAt(w *warpState, in *instr, at *Lanes, active uint32) error {
	if m.Check != nil {
		active = m.checkedAccess(w, in, at, active)
	}
	if in.Op == ir.Atom {
		return m.atomic(w, in, at, active)
	}
	if in.Async != ir.Synchronous && in.Src[1].Kind != isa.None && in.Op == ir.Load {
		return m.copyPart(w, in, at, active)
	}
	global := in.Space == ir.Global || in.Space == ir.Generic || in.Space == ir.NoSpace
	switch {
	case in.Space == ir.Shared:
		return m.accessShared(w, in, at, active)
	// Where the L1 has sectors, the cache of read-only data is the L1 itself.
	case global && (!in.ReadOnly || m.Device.Sectored()):
		return m.accessGlobal(w, in, at, active)
	}
	if err := m.words(w, in, at, active); err != nil {
		return err
	}
	switch width := in.Mem.Size() * flow.Elements(in.Instr); in.Space {
	case ir.Local:
		if spill := m.Program.Spills(in.Instr); spill && m.lifts(Spills, in) || !spill && m.lifts(LocalArrays, in) {
			// The value is there at once, and no instruction was issued.
			w.schedule.issued(&clocks{}, 0, in.ResultSlot, in.Results)
			return nil
		}
		m.sendLocal(w, in, at, active)
	case ir.Const:
		m.sendConstant(w, in, at, active, width)
	default:
		m.sendReadOnly(w, in, at, active, width)
	}
	return nil
}

// words moves the words of each lane.
func (m *Machine) words(w *warpState, in *instr, at *Lanes, active uint32) error {
	for word := range flow.Elements(in.Instr) {
		if err := m.word(w, in, at, active, word); err != nil {
			return err
		}
	}
	return nil
}

// An Access is what a warp asks of global memory with one instruction. What it points to
// is only there until the call that it is told in returns.
type Access struct {
	Block, Warp  int
	Instruction  *isa.Instr
	PC           int // of the instruction in the program
	Bytes        int // of a thread
	Active       uint32
	Addresses    *Lanes
	Transactions []memory.Transaction
}

// addresses computes the address of each lane. The result may be a register itself: whoever goes on
// to write registers copies it first.
func (m *Machine) addresses(w *warpState, in *instr) *Lanes {
	o := &in.Src[0]
	switch o.Kind {
	case isa.SharedMem:
		return m.operandAddresses(w, o)
	case isa.Imm:
		return in.fixed
	}
	far := in.Spans[0] == 2
	base := w.read(o.N, far, &m.scratch[3])
	if in.Imm == 0 {
		return base
	}
	d := &m.scratch[3]
	for i := range d {
		if d[i] = base[i] + in.Imm; !far {
			d[i] = uint64(uint32(d[i]))
		}
	}
	return d
}

// word moves one word per lane, number word of the access. A vector access fills neighbouring
// registers, one word (or pair) after the other.
func (m *Machine) word(w *warpState, in *instr, addr *Lanes, active uint32, word int) error {
	o, data := in.Dst, &m.scratch[0]
	if in.Op == ir.Store {
		o = in.Src[1]
	}
	if o.Kind == isa.Reg {
		o.N += word * flow.Span(in.Mem)
	}
	switch {
	case in.Op == ir.Store:
		data = m.value(w, o, in.Mem)
	case !flow.Wide(in.Mem):
		data = w.register(o)
	}
	move := m.globalWord
	switch in.Space {
	case ir.Shared:
		move = m.sharedWord
	case ir.Local:
		move = m.localWord
	}
	if err := move(w, in, addr, active, word*in.Mem.Size(), data); err != nil {
		return err
	}
	if in.Op == ir.Load && in.inSlice && flow.Wide(in.Mem) {
		w.write(o, true, data, active)
	}
	return nil
}

// globalWord moves a word per lane between data and global (or constant) memory. Nearly always one
// array has all lanes' words, so it is looked up once. Otherwise each lane is looked up for itself,
// which also finds the lane to blame.
func (m *Machine) globalWord(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size := in.Mem.Size()
	b := m.oneBuffer(addr, active, offset, size, size*flow.Elements(in.Instr))
	if b != nil {
		if err := m.touch(b, in); err != nil || !in.inSlice {
			return err
		}
	}
	var places [32]place // of a store: lanes that meet do not store in their own order
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		lane, at := b, 0
		if b != nil {
			at = int(addr[i] - b.Base + uint64(offset))
		} else {
			var err error
			if lane, at, err = m.locate(w, in, i, addr[i], offset); err != nil {
				return err
			}
			if err := m.touch(lane, in); err != nil {
				return err
			}
		}
		m.noteTouch(lane, in)
		if m.footprint != nil {
			if err := m.footprint.word(lane, in, addr[i]+uint64(offset), size); err != nil {
				return err
			}
		}
		switch {
		// Checked for bounds, but nobody needs the value.
		case !in.inSlice:
		case in.Op == ir.Store:
			places[i] = place{lane, at}
		default:
			data[i] = register(in.Mem, lane.Load(at, size))
		}
	}
	if !in.inSlice || in.Op != ir.Store {
		return nil
	}
	for _, i := range vector.StoreOrder(size * flow.Elements(in.Instr)) {
		if active>>i&1 != 0 {
			places[i].buffer.Store(places[i].at, size, data[i])
		}
	}
	return nil
}

// A place is a byte of a buffer.
type place struct {
	buffer *memory.Buffer
	at     int
}

// oneBuffer returns the array that all lanes access, aligned and within its bounds, or nil: then
// each lane is looked at for itself. All lanes lie in it if the lowest and the highest do; all are
// aligned if no address has a low bit.
func (m *Machine) oneBuffer(addr *Lanes, active uint32, offset, size, align int) *memory.Buffer {
	if active == 0 {
		return nil
	}
	low, high, bits := uint64(math.MaxUint64), uint64(0), uint64(0)
	for i, a := range addr {
		if active>>i&1 != 0 {
			low, high, bits = min(low, a), max(high, a), bits|a
		}
	}
	low, high = low+uint64(offset), high+uint64(offset)
	b, err := m.Global.Find(low, size)
	if err != nil || high-b.Base > uint64(b.Size-size) || bits%uint64(align) != 0 {
		return nil
	}
	return b
}

// locate finds the buffer behind an address plus an offset, or tells which thread
// went astray. A vector is aligned as a whole.
func (m *Machine) locate(w *warpState, in *instr, lane int, address uint64, offset int) (*memory.Buffer, int, error) {
	size := in.Mem.Size()
	if align := size * flow.Elements(in.Instr); address%uint64(align) != 0 {
		return nil, 0, m.trap(w, lane, in.Line, misaligned("%#x is not a multiple of %d", address, align))
	}
	address += uint64(offset)
	b, err := m.Global.Find(address, size)
	if err != nil {
		verb := "read"
		if in.Op != ir.Load {
			verb = "write"
		}
		outside := func() error { return m.trap(w, lane, in.Line, &OutsideError{what: verb, err: err}) }
		if b = m.Global.Beyond(address, size, m.order(w, lane), outside); b == nil {
			return nil, 0, outside()
		}
	}
	return b, int(address - b.Base), nil
}

// order is the number of a lane's thread in the launch.
func (m *Machine) order(w *warpState, lane int) uint64 {
	return uint64(m.block.Index%m.Grid.count())*uint64(m.Block.count()) + uint64(w.index*32+lane)
}

// send coalesces an access, counts it, and books it in the warp's schedule.
func (m *Machine) send(w *warpState, in *instr, addr *Lanes, active uint32, width int, loads, stores *Traffic) {
	apart := UncoalescedLoads
	if in.Op == ir.Store {
		apart = UncoalescedStores
	}
	from := len(w.transactions)
	if in.Space != ir.Local && m.lifts(apart, in) {
		addr = m.pack(addr, active, width)
	}
	w.transactions = memory.Coalesce(m.Device, (*[32]uint64)(addr), active, width, m.cachedIn(in), w.transactions)
	m.book(w, in, addr, active, width, from, memory.Distinct(m.Device, (*[32]uint64)(addr), active),
		m.dataPasses(in, addr, active, width), loads, stores)
}

// book counts an access and books it in the warp's schedule. Its transactions are those from index
// from on; distinct is the number of different words in it, and passes are those of the banks of an L1.
func (m *Machine) book(w *warpState, in *instr, addr *Lanes, active uint32, width, from, distinct, passes int, loads, stores *Traffic) {
	kind, traffic := Load, loads
	if in.Op == ir.Store {
		kind, traffic = Store, stores
	}
	m.account(w, in, addr, active, width*distinct, from)
	traffic.Distinct += int64(width * distinct)
	if distinct == memory.Requests(m.Device, active) && distinct < ones(active) {
		traffic.Broadcasts++
	}
	transactions := w.transactions[from:]
	if m.Watch != nil && in.Space != ir.Local {
		m.Watch(Access{
			Block: m.block.Index, Warp: w.index, Instruction: in.Instr, PC: in.PC,
			Bytes: width, Active: active, Addresses: addr, Transactions: transactions,
		})
	}
	traffic.count(transactions, active, width)
	for _, t := range transactions {
		if traffic.ByPartition != nil && !t.Host {
			traffic.ByPartition[m.Device.Partition(t.Addr)] += int64(t.Size)
		}
	}
	m.waitsFor(w, in, transactions)
	step := Step{Kind: kind, Cached: m.inL1(in), N: int32(len(transactions)), UnitClocks: int16(passes)}
	w.schedule.access(step, &in.clocks, 0, in.ResultSlot, in.Results)
}

// dataPasses are those of the banks of an L1 with sectors in which a load hits; 0 if it asks no such L1.
func (m *Machine) dataPasses(in *instr, at *Lanes, active uint32, width int) int {
	if in.Op != ir.Load || !m.Device.Sectored() || m.inL1(in) == memory.Uncached {
		return 0
	}
	return memory.DataPasses(m.Device, (*[32]uint64)(at), active, width)
}

// account counts an access at its instruction; bytes are the different bytes that it asks for. It
// may still change the transactions: a lifted reread has none, those to host memory are marked, and
// those of a further copy of the grid are moved.
func (m *Machine) account(w *warpState, in *instr, addr *Lanes, active uint32, bytes, from int) {
	if in.Op == ir.Load && m.lifts(Rereads, in) && m.block.reread(addr, active) {
		w.transactions = w.transactions[:from]
	}
	transactions := w.transactions[from:]
	m.markHost(transactions)
	m.stats.Excess[in.PC] += excessSectors(transactions, bytes)
	m.copyAway(transactions)
	m.countSectors(in, transactions, active)
}

// sectorBytes is the unit in which profilers count traffic.
const sectorBytes = 32

// excessSectors is how many more sectors transactions move than so many different bytes fill.
func excessSectors(transactions []memory.Transaction, bytes int) int64 {
	n := -int64(bytes+sectorBytes-1) / sectorBytes
	for _, t := range transactions {
		n += int64(t.Size) / sectorBytes
	}
	return max(0, n)
}

// copyAway moves the transactions of a further copy of the grid to data of its own. A launch may be
// timed with several copies of its grid, to see what a larger one would take; they must not find
// each other's lines in a cache. Bit 48 is far above every array.
func (m *Machine) copyAway(transactions []memory.Transaction) {
	if n := m.block.Index / m.Grid.count(); n > 0 {
		for i := range transactions {
			transactions[i].Addr += uint64(n) << 48
		}
	}
}

// inL1 is how an access concerns the L1: local memory lives there, a load of global
// memory may, and a store drops the lines that it writes. From 7.0 on a volatile load
// asks the L2 (PTX ISA, section on volatile: as ld.relaxed.sys; published/measured/h200_clocks.csv).
func (m *Machine) inL1(in *instr) memory.Cached {
	switch {
	case m.Device.L1KB == 0 || in.Op == ir.Atom || in.Async == ir.AsyncBypass:
		return memory.Uncached
	case in.Space == ir.Local:
		return memory.L1Local
	case in.Op == ir.Load && (m.Program.BypassL1 || in.PastL1 || in.Volatile && in.Async == ir.Synchronous && m.Device.Sectored()):
		return memory.Uncached
	}
	return memory.L1Cache
}

// cachedIn is the cache whose lines an access is made of: those of the L1 but for
// stores to global memory, which go on to the L2 in sectors.
func (m *Machine) cachedIn(in *instr) memory.Cached {
	if c := m.inL1(in); c != memory.L1Cache || in.Op == ir.Load {
		return c
	}
	return memory.Uncached
}

// markHost notes which transactions go to memory of the host.
func (m *Machine) markHost(transactions []memory.Transaction) {
	if !m.Global.Mapped() {
		return
	}
	for i := range transactions {
		transactions[i].Host = m.Global.Host(transactions[i].Addr)
	}
}

// countSectors adds an access to the counts of its instruction.
func (m *Machine) countSectors(in *instr, transactions []memory.Transaction, active uint32) {
	if active == 0 {
		return
	}
	m.stats.PerInstruction.Requests[in.PC]++
	for _, t := range transactions {
		m.stats.PerInstruction.Sectors[in.PC] += int64(t.Size+31) / 32
	}
}

// count adds one warp's access.
func (t *Traffic) count(transactions []memory.Transaction, active uint32, width int) {
	if active == 0 {
		return
	}
	t.Requests++
	t.Bytes += int64(ones(active) * width)
	for _, s := range transactions {
		t.BusBytes += int64(s.Size)
		if s.Host {
			t.Host.Transactions++
			t.Host.Bytes += int64(s.Size)
		}
		switch {
		case s.Size <= 32:
			t.Transactions[0]++
		case s.Size <= 64:
			t.Transactions[1]++
		default:
			t.Transactions[2]++
		}
	}
}
