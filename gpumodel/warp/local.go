package warp

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// localWord moves a word per lane between data and the thread's local memory.
func (m *Machine) localWord(w *warpState, in *instr, addr *Lanes, active uint32, offset int, data *Lanes) error {
	size, limit := in.Mem.Size(), m.Program.LocalBytes
	for i := range addr {
		if active>>i&1 == 0 {
			continue
		}
		at := addr[i] + uint64(offset)
		if at+uint64(size) > uint64(limit) {
			return m.trap(w, i, in.Line, fmt.Errorf("out of bounds: byte %d of %d bytes of local memory", int32(at), limit))
		}
		if at%uint64(size) != 0 {
			return m.trap(w, i, in.Line, fmt.Errorf("misaligned address: byte %d of local memory is not a multiple of %d", at, size))
		}
		p := w.local[i*limit+int(at):]
		if in.Op == ir.Store {
			memory.PutWord(p, size, data[i])
		} else {
			data[i] = register(in.Mem, memory.Word(p, size))
		}
	}
	return nil
}

// sendLocal sends an access of local memory, which lies in device memory with the words of a warp's
// threads side by side. So a warp whose threads access the same index of their arrays touches one
// line, and one of four words, be it a vector or a spilled value, touches four.
//
// A word of 8 bytes counts as one piece at the place of its first half, though its halves lie in
// two lines as well: a warp's access is taken for 132 bytes where it has 256.
func (m *Machine) sendLocal(w *warpState, in *instr, addr *Lanes, active uint32) {
	size, from, passes := in.Mem.Size(), len(w.transactions), 0
	var physical, words Lanes
	for word := range elements(in.Instr) {
		for i := range addr {
			if active>>i&1 != 0 {
				words[i] = m.localAddress(w, i, addr[i]+uint64(word*size))
			}
		}
		w.transactions = memory.Coalesce(m.Device, (*[32]uint64)(&words), active, size, m.cachedIn(in), w.transactions)
		passes += m.dataPasses(in, &words, active, size)
		if word == 0 {
			physical = words
		}
	}
	distinct := memory.Distinct(m.Device, (*[32]uint64)(&physical), active)
	m.book(w, in, &physical, active, size*elements(in.Instr), from, distinct, passes, &m.stats.LocalLoads, &m.stats.LocalStores)
}

// localBase is where local memory begins: far from every array.
const localBase = 1 << 40

// localAddress is where a byte of a thread's local memory lies in device memory. Word k of lane l
// is at 128*k + 4*l behind the start of the warp's memory.
func (m *Machine) localAddress(w *warpState, lane int, offset uint64) uint64 {
	words := uint64(m.Program.LocalBytes+3) / 4
	warp := uint64(m.block.Index*len(m.tid) + w.index)
	return localBase + (warp*words+offset/4)*128 + uint64(lane)*4 + offset%4
}
