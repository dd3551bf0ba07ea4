package warp

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
	"warpbook.dev/gpumodel/warp/flow"
)

// sharedWord moves a word per lane between data and shared memory. Addresses count from the start
// of the block's shared memory, header and parameters of 1.x included.
func (m *Machine) sharedWord(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size := in.Mem.Size()
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		at := addr[i] + uint64(offset)
		if !m.inShared(at, size) {
			return m.sharedTrap(w, in, i, at, size)
		}
		switch {
		case !in.inSlice || in.Op == ir.Store:
		default:
			data[i] = register(in.Mem, memory.Word(m.shared[at:], size))
		}
	}
	if !in.inSlice || in.Op != ir.Store {
		return nil
	}
	for _, i := range vector.StoreOrder(size * flow.Elements(in.Instr)) {
		if active>>i&1 != 0 {
			memory.PutWord(m.shared[addr[i]+uint64(offset):], size, data[i])
		}
	}
	return nil
}

// inShared reports whether an aligned word lies in what the block reaches of shared memory: its arrays, and in a whole program a little
// behind them. What is below them on c.c. 1.x (the header and the parameters) is not the program's.
func (m *Machine) inShared(at uint64, size int) bool {
	return at >= uint64(m.Program.SharedBase) && at+uint64(size) <= uint64(m.sharedEnd) && at%uint64(size) == 0
}

// sharedTrap says what is wrong with an address in shared memory.
func (m *Machine) sharedTrap(w *warpState, in *instr, lane int, at uint64, size int) error {
	offset, limit := int64(int32(at))-int64(m.Program.SharedBase), m.sharedLimit-m.Program.SharedBase
	if offset < 0 || offset+int64(size) > int64(limit) {
		return m.trap(w, lane, in.Line, &OutsideError{err: fmt.Errorf("byte %d of %d bytes of shared memory", offset, limit), Shared: true,
			Limit: limit})
	}
	return m.trap(w, lane, in.Line, misaligned("byte %d of shared memory is not a multiple of %d", offset, size))
}

// operandAddresses are the addresses of a shared operand in each lane.
func (m *Machine) operandAddresses(w *warpState, o *isa.Operand) *Lanes {
	d := &m.scratch[3]
	if o.N == 0 {
		fill(d, uint64(uint32(o.Offset)))
		return d
	}
	for i, base := range &w.addresses[o.N] {
		d[i] = uint64(uint32(base) + uint32(o.Offset))
	}
	return d
}

// sharedOperand reads an operand of arithmetic from shared memory, which 1.x allows. passes are the
// clocks that bank conflicts add. The words are read even outside of the slice, as their addresses
// have to be checked.
func (m *Machine) sharedOperand(w *warpState, in *instr, i int, active uint32, out *Lanes) (passes int32, err error) {
	t := in.SourceType(i)
	if in.Mem != ir.Void {
		t = in.Mem
	}
	size := t.Size()
	if s := m.shape(w, &in.Src[i], active, size); s != nil {
		if in.inSlice {
			m.gather(w, &in.Src[i], s, out)
		}
		return m.countShape(in, s, &m.stats.SharedLoads), nil
	}
	at := m.operandAddresses(w, &in.Src[i])
	for lane, a := range at {
		if active>>lane&1 == 0 {
			continue
		}
		if !m.inShared(a, size) {
			return 0, m.sharedTrap(w, in, lane, a, size)
		}
		out[lane] = register(t, memory.Word(m.shared[a:], size))
	}
	return m.banks(w, in, at, active, size, &m.stats.SharedLoads), nil
}

// banks counts the passes of a shared access and returns the clocks that conflicts add to the
// instruction's own. Excess, Ideal and Reissued follow from the same passes:
//
//	Passes    what the banks need
//	Ideal     what they would need without conflicts
//	Reissued  how often the instruction is issued again for the difference
func (m *Machine) banks(w *warpState, in *instr, addr *Lanes, active uint32, width int, traffic *SharedTraffic) int32 {
	if active == 0 {
		return 0
	}
	m.watchShared(w, in, addr, active, width)
	return m.countBanks(in, memory.BankPasses(m.Device, (*[32]uint64)(addr), active, width), active, width, traffic)
}

// watchShared tells of an access of shared memory.
func (m *Machine) watchShared(w *warpState, in *instr, addr *Lanes, active uint32, width int) {
	if m.WatchShared != nil {
		m.WatchShared(Access{
			Block: m.block.Index, Warp: w.index, Instruction: in.Instr, PC: in.PC,
			Bytes: width, Active: active, Addresses: addr,
		})
	}
}

// countBanks is banks for an access whose passes are known.
func (m *Machine) countBanks(in *instr, passes int, active uint32, width int, traffic *SharedTraffic) int32 {
	if m.lifts(BankConflicts, in) {
		passes = min(passes, m.idealPasses(active, width))
	}
	once, excess, clocks := m.bankTraffic(passes, active, width)
	traffic.add(&once, 1)
	m.stats.Excess[in.PC] += excess
	m.stats.PerInstruction.Passes[in.PC] += once.Passes
	m.stats.PerInstruction.Issued[in.PC] += once.Reissued
	return int32(clocks)
}

// reissues is how often an access whose banks need extra passes is issued again: an issue
// makes all passes that a warp without conflicts needs, two where words of 64 bits are
// two requests.
func (m *Machine) reissues(extra, width int) int {
	if extra == 0 || m.Device.SharedQueue {
		return 0
	}
	each := m.idealPasses(1<<m.Device.WarpSize-1, width)
	return (extra + each - 1) / each
}

// idealPasses is one pass per request that has an active lane, and per bank word;
// where a pass broadcasts any words, wide accesses are requests of fewer lanes instead.
func (m *Machine) idealPasses(active uint32, width int) int {
	lanes, words := m.Device.SharedLanes, max(1, width/m.Device.BankRowBytes())
	if m.Device.ManyWords() {
		lanes, words = m.Device.WarpSize/words, 1
	}
	n := 0
	for l := 0; l < len(Lanes{}); l += lanes {
		if active>>l&uint32(uint64(1)<<lanes-1) != 0 {
			n++
		}
	}
	return n * words
}
