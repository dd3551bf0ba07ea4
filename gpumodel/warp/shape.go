package warp

import (
	"encoding/binary"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// A shape is what shared memory has to know about an address register. A loop reads many words at
// constant offsets from one that changes seldom, and the banks see the same conflicts wherever a
// group of words lies. So on 1.x, where shared memory is addressed by address registers, an access
// costs a look at its offset. A shape is forgotten when its register is written, and moves along if
// a constant is added.
type shape struct {
	known   bool
	aligned bool   // all lanes, to whole words
	lo, hi  uint32 // the least and the greatest address
	pattern pattern
	passes  int32 // of the banks, for one word per lane
}

// A pattern says how the lanes' words lie.
type pattern uint8

const (
	scattered  pattern = iota
	broadcasts         // one word for each half of the warp
	sequences          // in each half one word after the other
)

// shapeBytes is the width of the accesses that shapes are for.
const shapeBytes = 4

// shape looks at an access of shared memory by a whole warp, word by word within
// the arrays; nil says that each lane has to be looked at for itself.
func (m *Machine) shape(w *warpState, o *isa.Operand, active uint32, width int) *shape {
	if active != allLanes || width != shapeBytes || o.Offset%shapeBytes != 0 || m.WatchShared != nil {
		return nil
	}
	s := &w.shapes[o.N]
	if !s.known {
		m.look(&w.addresses[o.N], s)
	}
	lo, hi := int(s.lo)+o.Offset, int(s.hi)+o.Offset
	if !s.aligned || lo < m.Program.SharedBase || hi+width > m.sharedLimit {
		return nil
	}
	return s
}

// look finds the shape of an address register. A constant offset shifts all lanes by the same
// number of banks, so the passes of the register itself are those of every access.
func (m *Machine) look(at *Lanes, s *shape) {
	*s = shape{known: true, lo: uint32(at[0]), hi: uint32(at[0])}
	bits, sequential, equal := uint64(0), true, true
	for i, a := range at {
		s.lo, s.hi = min(s.lo, uint32(a)), max(s.hi, uint32(a))
		bits |= a
		// i&^15 is the first lane of the half-warp, i&15 the place within it.
		sequential = sequential && a == at[i&^15]+uint64(i&15)*shapeBytes
		equal = equal && a == at[i&^15]
	}
	switch {
	case sequential:
		s.pattern = sequences
	case equal:
		s.pattern = broadcasts
	}
	s.aligned = bits%shapeBytes == 0
	s.passes = int32(memory.BankPasses(m.Device, (*[32]uint64)(at), allLanes, shapeBytes))
}

// moves reports whether an instruction adds a constant to an address register.
func moves(in *isa.Instr) bool {
	return in.Op == ir.Add && in.Dst.Kind == isa.Addr && in.Src[0].Kind == isa.Addr && in.Src[1].Kind == isa.Imm
}

// move notes the shape of an address register that has become another one plus a
// constant, if it is known.
func (w *warpState) move(in *instr) {
	from, to, by := &w.shapes[in.Src[0].N], &w.shapes[in.Dst.N], uint32(in.Src[1].Value)
	wraps := from.lo+by < from.lo || from.hi+by < from.hi
	to.known = from.known && !wraps && by%shapeBytes == 0
	to.lo, to.hi = from.lo+by, from.hi+by
	to.aligned, to.pattern, to.passes = from.aligned, from.pattern, from.passes
}

// accessShape executes a load or store of shared memory whose addresses have a shape. Bounds and
// alignment have been checked for all lanes at once (shape).
func (m *Machine) accessShape(w *warpState, in *instr, s *shape) {
	o, traffic := &in.Src[0], &m.stats.SharedLoads
	if in.Op == ir.Store {
		traffic = &m.stats.SharedStores
	}
	switch {
	case !in.inSlice:
	case in.Op == ir.Store:
		data := m.value(w, in.Src[1], in.Mem)
		for _, i := range vector.StoreOrder(4) {
			binary.LittleEndian.PutUint32(m.shared[uint32(w.addresses[o.N][i])+uint32(o.Offset):], uint32(data[i]))
		}
	default:
		m.gather(w, o, s, w.register(in.Dst))
	}
	extra := m.countShape(in, s, traffic)
	w.schedule.issued(&in.clocks, extra, in.ResultSlot, in.Results)
}

// gather reads the lanes' words. out may be a register that holds no address, so the address
// register stays as it is.
func (m *Machine) gather(w *warpState, o *isa.Operand, s *shape, out *Lanes) {
	at, shared, offset := &w.addresses[o.N], m.shared, uint32(o.Offset)
	switch s.pattern {
	case broadcasts:
		low := uint64(binary.LittleEndian.Uint32(shared[uint32(at[0])+offset:]))
		high := uint64(binary.LittleEndian.Uint32(shared[uint32(at[16])+offset:]))
		for i := range 16 {
			out[i], out[i+16] = low, high
		}
	case sequences:
		low, high := (*[64]byte)(shared[uint32(at[0])+offset:]), (*[64]byte)(shared[uint32(at[16])+offset:])
		for i := range 16 {
			out[i] = uint64(binary.LittleEndian.Uint32(low[i*shapeBytes:]))
			out[i+16] = uint64(binary.LittleEndian.Uint32(high[i*shapeBytes:]))
		}
	default:
		for i, base := range at {
			out[i] = uint64(binary.LittleEndian.Uint32(shared[uint32(base)+offset:]))
		}
	}
}

// countShape is what banks does for an access that has a shape.
func (m *Machine) countShape(in *instr, s *shape, traffic *SharedTraffic) int32 {
	ideal := int32(len(Lanes{}) / m.Device.SharedLanes)
	traffic.Requests++
	traffic.Bytes += int64(len(Lanes{}) * shapeBytes)
	passes := s.passes
	if m.lifts(BankConflicts, in) {
		passes = ideal
	}
	m.stats.Excess[in.PC] += int64(passes - ideal)
	traffic.Passes += int64(passes)
	traffic.Ideal += int64(ideal)
	again := int64((passes - 1) / ideal)
	if m.Device.SharedQueue {
		again = 0
	}
	traffic.Reissued += again
	m.stats.PerInstruction.Passes[in.PC] += int64(passes)
	m.stats.PerInstruction.Issued[in.PC] += again
	return (passes - ideal) * int32(m.Device.SharedPassClocks)
}
