package warp

import (
	"encoding/binary"
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// memory executes a load, a store or an atomic.
func (m *Machine) memory(w *warpState, in *instr, active uint32) error {
	at := *m.addresses(w, &in.Src[0], in.Imm) // a copy: a load may overwrite its own address
	addr := &at
	var err error
	switch {
	case in.Op == ir.Atom:
		err = m.atomic(w, in, addr, active)
	case in.Space == ir.Shared:
		err = m.sharedAccess(w, in, addr, active)
	case in.Space == ir.Local:
		err = m.localAccess(w, in, addr, active)
	default:
		err = m.globalAccess(w, in, addr, active)
	}
	return err
}

// addresses computes the address of each lane: a SharedMem operand has its own
// offset, any other one is offset by the instruction's Imm.
func (m *Machine) addresses(w *warpState, o *isa.Operand, imm uint64) *Lanes {
	offset := imm
	if o.Kind == isa.SharedMem {
		offset = uint64(o.Offset)
	}
	base := &none
	switch {
	case o.Kind == isa.Reg:
		base = &w.registers[o.N]
	case o.Kind == isa.Addr, o.Kind == isa.SharedMem && o.N > 0:
		base = &w.addresses[o.N]
	case o.Kind == isa.Imm:
		base = broadcast(o.Value)
	}
	if offset == 0 {
		return base
	}
	d := &m.scratch[3]
	for i := range d {
		d[i] = base[i] + offset
		if m.Device.PointerBits == 32 || o.Kind == isa.SharedMem {
			d[i] = uint64(uint32(d[i]))
		}
	}
	return d
}

// elements is the number of consecutive words that each lane accesses.
func elements(in *isa.Instr) int { return max(1, in.Lanes) }

// stored is the operand of word i of a store.
func stored(in *isa.Instr, i int) isa.Operand {
	if i == 0 {
		return in.Src[1]
	}
	return in.Extra[i-1]
}

// span is how many 32-bit registers a loaded word fills.
func span(t ir.Type) int { return max(1, t.Size()/4) }

// globalAccess executes a load or a store of global (or constant) memory.
func (m *Machine) globalAccess(w *warpState, in *instr, addr *Lanes, active uint32) error {
	size := in.Mem.Size()
	width := size * elements(in.Instr)
	for e := range elements(in.Instr) {
		var data *Lanes
		if in.Op == ir.Store {
			data = m.value(w, stored(in.Instr, e), in.Mem)
		} else {
			data = &w.registers[in.Dst.N+e*span(in.Mem)]
		}
		if err := m.transfer(w, in, addr, active, e*size, data); err != nil {
			return err
		}
	}
	traffic := &m.Stats.Loads
	kind := Load
	if in.Op == ir.Store {
		traffic, kind = &m.Stats.Stores, Store
	}
	m.send(w, in, addr, active, width, kind, traffic)
	return nil
}

// transfer moves one word per lane between registers and global memory.
func (m *Machine) transfer(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size := in.Mem.Size()
	b := m.oneBuffer(addr, active, offset, size)
	if b != nil && !in.needed {
		return nil
	}
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		lane, at := b, 0
		if b != nil {
			at = int(addr[i] - b.Base + uint64(offset))
		} else {
			var err error
			if lane, at, err = m.locate(w, in, i, addr[i]+uint64(offset), size); err != nil {
				return err
			}
		}
		if in.Op == ir.Store {
			lane.Store(at, size, data[i])
		} else {
			data[i] = register(in.Mem, lane.Load(at, size))
		}
	}
	return nil
}

// oneBuffer returns the array that all lanes access, aligned and within its
// bounds, or nil: then each lane is looked at for itself.
func (m *Machine) oneBuffer(addr *Lanes, active uint32, offset, size int) *memory.Buffer {
	if active == 0 {
		return nil
	}
	low, high, bits := uint64(math.MaxUint64), uint64(0), uint64(offset)
	for i, a := range addr {
		if active>>i&1 != 0 {
			low, high, bits = min(low, a), max(high, a), bits|a
		}
	}
	low, high = low+uint64(offset), high+uint64(offset)
	b, err := m.Global.Find(low, size)
	if err != nil || high-b.Base > uint64(b.Size-size) || bits%uint64(size) != 0 {
		return nil
	}
	return b
}

// locate finds the buffer behind an address, or tells which thread went astray.
func (m *Machine) locate(w *warpState, in *instr, lane int, address uint64, size int) (*memory.Buffer, int, error) {
	if address%uint64(size) != 0 {
		return nil, 0, m.fault(w, lane, in.Line, fmt.Errorf("misaligned address: %#x is no multiple of %d", address, size))
	}
	b, err := m.Global.Find(address, size)
	if err != nil {
		verb := "read"
		if in.Op != ir.Load {
			verb = "write"
		}
		return nil, 0, m.fault(w, lane, in.Line, fmt.Errorf("out of bounds %s: %w", verb, err))
	}
	return b, int(address - b.Base), nil
}

// value is the lanes of a stored operand.
func (m *Machine) value(w *warpState, o isa.Operand, t ir.Type) *Lanes {
	switch o.Kind {
	case isa.Reg:
		return &w.registers[o.N]
	case isa.Addr:
		return &w.addresses[o.N]
	case isa.Imm:
		return broadcast(o.Value)
	case isa.ParamMem:
		return broadcast(m.param(o.Offset, t))
	case isa.SpecialReg:
		return m.specialRegister(w, o.N)
	}
	panic(fmt.Sprintf("BUG: a store takes no operand of kind %d", o.Kind))
}

// send coalesces an access, counts it, and books it in the warp's schedule.
func (m *Machine) send(w *warpState, in *instr, addr *Lanes, active uint32, width int, kind StepKind, traffic *Traffic) {
	from := len(m.trace.Transactions)
	m.trace.Transactions = memory.Coalesce(m.Device, (*[32]uint64)(addr), active, width, m.trace.Transactions)
	sent := m.trace.Transactions[from:]
	traffic.count(sent, active, width)
	for _, t := range sent {
		if traffic.ByPartition != nil {
			traffic.ByPartition[m.Device.Partition(t.Addr)] += int64(t.Size)
		}
	}
	register, registers := in.dst, elements(in.Instr)*span(in.Mem)
	w.schedule.access(kind, int32(in.Issue), int32(from), int32(len(sent)), register, registers)
}

// count adds one warp's access.
func (t *Traffic) count(sent []memory.Transaction, active uint32, width int) {
	if active == 0 {
		return
	}
	t.Requests++
	t.Bytes += int64(ones(active) * width)
	for _, s := range sent {
		t.BusBytes += int64(s.Size)
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

// sharedAccess executes a load or a store of shared memory.
func (m *Machine) sharedAccess(w *warpState, in *instr, addr *Lanes, active uint32) error {
	size := in.Mem.Size()
	width := size * elements(in.Instr)
	for e := range elements(in.Instr) {
		var data *Lanes
		if in.Op == ir.Store {
			data = m.value(w, stored(in.Instr, e), in.Mem)
		} else {
			data = &w.registers[in.Dst.N+e*span(in.Mem)]
		}
		if err := m.sharedWords(w, in, addr, active, e*size, data); err != nil {
			return err
		}
	}
	traffic := &m.Stats.SharedLoads
	if in.Op == ir.Store {
		traffic = &m.Stats.SharedStores
	}
	extra := m.banks(addr, active, width, traffic)
	w.schedule.issued(int32(in.Issue)+extra, int32(in.Latency)+extra, in.dst)
	return nil
}

func (m *Machine) sharedWords(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size := in.Mem.Size()
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		at := addr[i] + uint64(offset)
		if at > uint64(m.sharedLimit-size) || at%uint64(size) != 0 {
			return m.sharedFault(w, in, i, at, size)
		}
		switch {
		case !in.needed:
		case in.Op == ir.Store:
			putWord(m.shared[at:], size, data[i])
		default:
			data[i] = register(in.Mem, getWord(m.shared[at:], size))
		}
	}
	return nil
}

// sharedFault says what is wrong with an address in shared memory.
func (m *Machine) sharedFault(w *warpState, in *instr, lane int, at uint64, size int) error {
	base := m.Program.SharedBase
	if at > uint64(m.sharedLimit-size) {
		return m.fault(w, lane, in.Line, fmt.Errorf("out of bounds: byte %d of %d bytes of shared memory", int64(int32(at))-int64(base), m.sharedLimit-base))
	}
	return m.fault(w, lane, in.Line, fmt.Errorf("misaligned address: byte %d of shared memory is no multiple of %d", at, size))
}

// sharedOperand reads an operand of arithmetic from shared memory.
func (m *Machine) sharedOperand(w *warpState, in *instr, i int, active uint32, out *Lanes) (passes int32, err error) {
	addr := m.addresses(w, &in.Src[i], 0)
	t := sourceType(in.Instr, i)
	if in.Mem != ir.Void {
		t = in.Mem
	}
	size := t.Size()
	at := *addr // out may be the scratch register that addr stands in
	for i, a := range at {
		if active>>i&1 == 0 {
			continue
		}
		if a > uint64(m.sharedLimit-size) || a%uint64(size) != 0 {
			return 0, m.sharedFault(w, in, i, a, size)
		}
		out[i] = register(t, getWord(m.shared[a:], size))
	}
	return m.banks(&at, active, size, &m.Stats.SharedLoads), nil
}

// banks counts the passes of a shared access and returns the clocks that
// conflicts add to the instruction's own.
func (m *Machine) banks(addr *Lanes, active uint32, width int, traffic *SharedTraffic) int32 {
	if active == 0 {
		return 0
	}
	passes := memory.BankPasses(m.Device, (*[32]uint64)(addr), active, width)
	ideal := idealPasses(m.Device.SharedLanes, m.Device.SharedBankBytes, active, width)
	traffic.Requests++
	traffic.Bytes += int64(ones(active) * width)
	traffic.Passes += int64(passes)
	traffic.Ideal += int64(ideal)
	return int32((passes - ideal) * m.Device.SharedPassClocks)
}

// idealPasses is one pass per request that has an active lane, and per bank word.
func idealPasses(lanes, bankBytes int, active uint32, width int) int {
	n := 0
	for l := 0; l < 32; l += lanes {
		if active>>l&(1<<lanes-1) != 0 {
			n++
		}
	}
	return n * max(1, width/bankBytes)
}

// localAccess executes a load or a store of the thread's local memory, which
// lies in device memory with the threads of a warp side by side.
func (m *Machine) localAccess(w *warpState, in *instr, addr *Lanes, active uint32) error {
	size := in.Mem.Size()
	limit := m.Program.LocalBytes
	var physical Lanes
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		if addr[i] > uint64(limit-size) {
			return m.fault(w, i, in.Line, fmt.Errorf("out of bounds: byte %d of %d bytes of local memory", int32(addr[i]), limit))
		}
		at := w.local[i*limit+int(addr[i]):]
		if in.Op == ir.Store {
			putWord(at, size, m.value(w, in.Src[1], in.Mem)[i])
		} else {
			w.registers[in.Dst.N][i] = register(in.Mem, getWord(at, size))
		}
		physical[i] = m.localAddress(w, i, addr[i])
	}
	kind, traffic := Load, &m.Stats.LocalLoads
	if in.Op == ir.Store {
		kind, traffic = Store, &m.Stats.LocalStores
	}
	m.send(w, in, &physical, active, size, kind, traffic)
	return nil
}

// localBase is where local memory begins: far from every array.
const localBase = 1 << 40

func (m *Machine) localAddress(w *warpState, lane int, offset uint64) uint64 {
	words := uint64(m.Program.LocalBytes+3) / 4
	warp := uint64(m.block*len(m.warps) + w.index)
	return localBase + (warp*words+offset/4)*128 + uint64(lane)*4 + offset%4
}

func getWord(p []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(p[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(p))
	case 4:
		return uint64(binary.LittleEndian.Uint32(p))
	}
	return binary.LittleEndian.Uint64(p)
}

func putWord(p []byte, size int, bits uint64) {
	switch size {
	case 1:
		p[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(p, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(p, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(p, bits)
	}
}
