package warp

import (
	"math/bits"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// irregular executes an access whose lanes lie anyhow: it counts what memory.Coalesce, Distinct and BankPasses would,
// without the transactions. It reports whether it has; the other way is the tracing one.
func (m *Machine) irregular(w *warpState, a *access, active uint32, base uint64) bool {
	shared := a.in.Space == ir.Shared
	if a.words == 0 || a.in.Space == ir.Const || shared && !m.wordBanks(a) || !shared && !m.Device.Sectored() {
		return false
	}
	bytes, at, ok := m.anyhow(w, a, active, base)
	if !ok {
		return false
	}
	if shared {
		m.bookBanks(w, a, active, base)
	} else {
		m.bookSectors(w, a, active, base)
		if m.prints != nil {
			m.prints.lanes(a, &m.fast.anyhow.Of, base, active)
		}
	}
	o := &m.fast.anyhow
	o.Anyhow()
	m.moveWords(w, a, o, bytes, at, active, false)
	return true
}

// anyhow finds where the lanes' words lie from that of the first one, at base (fastPath.anyhow), and the memory that they
// are in, as bytesOf does. ok is false if they are too far apart, not aligned, or not all there.
func (m *Machine) anyhow(w *warpState, a *access, active uint32, base uint64) (bytes []byte, at int, ok bool) {
	low, high := vector.At(w.frame, a.touch.Low), vector.At(w.frame, a.touch.High)
	lane, of := bits.TrailingZeros32(active), &m.fast.anyhow.Of
	least, most, all := int64(0), int64(0), uint32(0)
	for lanes := active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		by := low[i] - low[lane]
		offset := int64(int32(by))
		if high[i] != high[lane] || uint64(low[i]) != uint64(low[lane])+uint64(offset) {
			return nil, 0, false
		}
		of[i] = by
		least, most, all = min(least, offset), max(most, offset), all|uint32(base)+by
	}
	if all%uint32(a.width) != 0 {
		return nil, 0, false
	}
	return m.bytesOf(a, base+uint64(least), base+uint64(most)+uint64(a.width), base)
}

// wordBanks reports whether an access is of words as wide as a bank, of which a pass broadcasts any number.
func (m *Machine) wordBanks(a *access) bool {
	d := m.Device
	return a.width == 4 && d.SharedBankBytes == 4 && d.SharedBanks == 32 && d.BankRowBytes() == 4 &&
		(d.SharedBroadcast == device.AnyWord || d.SharedBroadcast == device.AnyPair)
}

// bookBanks counts the passes of the banks: the most different words of one bank.
func (m *Machine) bookBanks(w *warpState, a *access, active uint32, base uint64) {
	var first, rows [32]uint32
	var more [64]uint32 // further words of a bank, by a hash; 0 is free, so that they are counted from 1
	asked, most := uint32(0), uint32(1)
	for lanes := active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		word := (uint32(base)+m.fast.anyhow.Of[i])/4 + 1
		bank := word % 32
		switch {
		case asked>>bank&1 == 0:
			asked |= 1 << bank
			first[bank], rows[bank] = word, 1
		case first[bank] != word && insert(&more, word):
			rows[bank]++
			most = max(most, rows[bank])
		}
	}
	in, x := a.in, m.stats
	once, excess, again := m.bankTraffic(int(most), active, a.width)
	traffic := &x.SharedLoads
	if in.Op == ir.Store {
		traffic = &x.SharedStores
	}
	traffic.add(&once, 1)
	x.Excess[in.pc] += excess
	x.PerInstruction.Passes[in.pc] += once.Passes
	x.PerInstruction.Issued[in.pc] += once.Reissued
	m.handInClocks(in, 1, again)
}

// insert adds a number to a set of up to 32, and reports whether it was not there.
func insert(set *[64]uint32, x uint32) bool {
	at := x * 0x9e3779b1 >> 26
	for ; set[at] != 0; at = (at + 1) % 64 {
		if set[at] == x {
			return false
		}
	}
	set[at] = x
	return true
}

// runs says of each set of a line's four sectors how many transactions of 32, 64 and more bytes it is.
var runs = func() (table [16][3]int64) {
	for set := range table {
		for s := set; s != 0; {
			s >>= bits.TrailingZeros(uint(s))
			n := bits.TrailingZeros(^uint(s))
			table[set][min(n, 3)-1]++
			s >>= n
		}
	}
	return table
}()

// bookSectors counts an access of global memory where each sector that is touched is moved once.
func (m *Machine) bookSectors(w *warpState, a *access, active uint32, base uint64) {
	const line = 128
	var lines [64]uint64 // by a hash; 0 is free: no array begins at address 0
	var words [64]uint32 // of each line, those that are asked for
	for lanes := active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		address := base + uint64(int64(int32(m.fast.anyhow.Of[i])))
		n := address / line
		at := uint32(n) * 0x9e3779b1 >> 26
		for lines[at] != n && lines[at] != 0 {
			at = (at + 1) % 64
		}
		lines[at] = n
		words[at] |= 1 << (address % line / 4)
	}
	in, x := a.in, m.stats
	traffic := &x.Loads
	if in.Op == ir.Store {
		traffic = &x.Stores
	}
	distinct, sectors, sent := 0, int64(0), int64(0)
	for at, set := range words {
		if set == 0 {
			continue
		}
		distinct += bits.OnesCount32(set)
		touched := set | set>>1 // of each byte, which are the eight words of a sector
		touched |= touched >> 2
		touched |= touched >> 4
		touched &= 0x01010101
		n := int64(bits.OnesCount32(touched))
		sectors += n
		for i, k := range runs[touched*0x08040201>>24&15] {
			traffic.Transactions[i] += k
			sent += k
		}
		traffic.ByPartition[m.fast.partition(lines[at]*line)] += n * sectorBytes
	}
	bytes := int64(a.width * distinct)
	traffic.Requests++
	traffic.Bytes += int64(ones(active) * a.width)
	traffic.Distinct += bytes
	if distinct == memory.Requests(m.Device, active) && distinct < ones(active) {
		traffic.Broadcasts++
	}
	traffic.BusBytes += sectors * sectorBytes
	x.Excess[in.pc] += max(0, sectors-(bytes+sectorBytes-1)/sectorBytes)
	x.PerInstruction.Requests[in.pc]++
	x.PerInstruction.Sectors[in.pc] += sectors
	m.beside += sent
	m.handInClocks(in, 1, 0)
}
