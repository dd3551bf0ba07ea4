package warp

import (
	"math"
	"math/bits"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// irregular executes an access whose lanes lie in no pattern: it counts what memory.Coalesce, Distinct and BankPasses would,
// without the transactions. It reports whether it has; the other way is the tracing one.
func (m *Machine) irregular(w *warpState, a *access, active uint32, base uint64) bool {
	if shared := a.in.Space == ir.Shared; m.filter == nil && (shared && !m.wordBanks(a) || !shared && !m.bySectors(a)) || a.words == 0 {
		return false
	}
	bytes, at, ok := m.laneOffsets(w, a, active, base)
	if !ok {
		return false
	}
	switch {
	case m.filter != nil:
		m.filter.irregular(a, &m.fast.offsets.Of, base, active)
	case a.in.Space == ir.Shared:
		m.bookBanks(w, a, active, base)
	default:
		m.bookSectors(a, active, base)
		if m.footprint != nil {
			m.footprint.lanes(a, &m.fast.offsets.Of, base, active)
		}
	}
	o := &m.fast.offsets
	o.Irregular()
	m.moveWords(w, a, o, bytes, at, active, false)
	return true
}

// bySectors reports whether the words of an access lie in sectors, each of which is moved once.
func (m *Machine) bySectors(a *access) bool {
	return a.words > 0 && a.in.Space != ir.Const && a.in.Space != ir.Shared && a.in.Space != ir.Local && m.Device.Sectored()
}

// laneOffsets finds where the lanes' words lie from that of the first one, at base (fastPath.offsets), and the memory that they
// are in, as bytesOf does. ok is false if they are too far apart, not aligned, or not all there.
func (m *Machine) laneOffsets(w *warpState, a *access, active uint32, base uint64) (bytes []byte, at int, ok bool) {
	low, high, lane := vector.At(w.frame, a.touch.Low), vector.At(w.frame, a.touch.High), bits.TrailingZeros32(active)&31
	least, most, all, ok := m.fast.offsets.Distances(low, high, low[lane], high[lane], active)
	if !ok || (all|uint32(base))&uint32(a.width-1) != 0 {
		return nil, 0, false
	}
	return m.bytesOf(a, base+uint64(least), base+uint64(most)+uint64(a.width), base)
}

// wordBanks reports whether the words of an access are as wide as a bank: a pass broadcasts any number of such words.
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
		word := (uint32(base)+m.fast.offsets.Of[i])/4 + 1
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
	x.Excess[in.PC] += excess
	x.PerInstruction.Passes[in.PC] += once.Passes
	x.PerInstruction.Issued[in.PC] += once.Reissued
	m.countClocks(in, 1, again)
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

// runs says of each set of a line's four sectors how many transactions of 32, 64 and more bytes it is: in bits 0, 20 and
// 40 of a number, so that they are added up at once.
var runs = func() (table [16]uint64) {
	for set := range table {
		for s := set; s != 0; {
			s >>= bits.TrailingZeros(uint(s))
			n := bits.TrailingZeros(^uint(s))
			table[set] += 1 << (20 * (min(n, 3) - 1))
			s >>= n
		}
	}
	return table
}()

const (
	lineShift = 7
	lineBytes = 1 << lineShift
)

// A lineSet is the lines of an access, by their distance from that of its first lane, and of each the words that are
// asked for. They are numbered from 1.
type lineSet struct {
	at      [256]uint8 // the number of a line by a hash, 0 if there is none
	lines   [64]int32
	words   [64]uint32
	sectors [64]uint8
}

// fill makes the set that of an access, and returns the number of lines. begin is where its first lane is in its line.
// Lanes mostly ascend (the rows of a matrix, sorted columns), and then each is on the last line or on a new one; only
// from the first lane on that goes back, lines are looked up.
func (t *lineSet) fill(of *vector.Word, active uint32, begin int32) int {
	n, last := 0, int32(math.MinInt32)
	for lanes := active; lanes != 0; lanes &= lanes - 1 {
		at := int32(of[bits.TrailingZeros32(lanes)&31]) + begin
		line, word := at>>lineShift, uint32(1)<<(at>>2&31)
		switch {
		case line > last:
			n++
			t.lines[n&63], t.words[n&63], last = line, word, line
		case line == last:
			t.words[n&63] |= word
		default:
			return t.fillIrregular(of, lanes, begin, n)
		}
	}
	return n
}

// fillAnyhow adds further lanes, in any order, to a set of n lines.
func (t *lineSet) fillIrregular(of *vector.Word, rest uint32, begin int32, n int) int {
	clear(t.at[:])
	for k := 1; k <= n; k++ {
		t.at[t.slot(t.lines[k&63])] = uint8(k)
	}
	for lanes := rest; lanes != 0; lanes &= lanes - 1 {
		at := int32(of[bits.TrailingZeros32(lanes)&31]) + begin
		line, word := at>>lineShift, uint32(1)<<(at>>2&31)
		h := t.slot(line)
		if k := t.at[h] & 63; k != 0 {
			t.words[k] |= word
			continue
		}
		n++
		t.at[h], t.lines[n&63], t.words[n&63] = uint8(n), line, word
	}
	return n
}

// slot is where the number of a line is, or would be.
func (t *lineSet) slot(line int32) uint8 {
	h := uint8(uint32(line) * 0x9e3779b1 >> 24)
	for k := t.at[h] & 63; k != 0 && t.lines[k] != line; k = t.at[h] & 63 {
		h++
	}
	return h
}

// measured is what an access asks for, by sectors.
type measured struct {
	lines, words int
	sectors      int64
	runs         uint64 // as in the table
}

// measure fills the set with an access and counts it.
func (t *lineSet) measure(of *vector.Word, active uint32, base uint64) (x measured) {
	x.lines = t.fill(of, active, int32(base%lineBytes))
	for k := 1; k <= x.lines; k++ {
		set := t.words[k&63]
		x.words += bits.OnesCount32(set)
		touched := set | set>>1 // of each byte, which are the eight words of a sector
		touched |= touched >> 2
		touched |= touched >> 4
		touched &= 0x01010101
		touched = touched * 0x08040201 >> 24 & 15
		t.sectors[k&63] = uint8(bits.OnesCount32(touched))
		x.sectors += int64(t.sectors[k&63])
		x.runs += runs[touched&15]
	}
	return x
}

// address is where line k begins, and bytes what of it is moved.
func (t *lineSet) address(k int, base uint64) uint64 {
	return base&^(lineBytes-1) + uint64(int64(t.lines[k&63])*lineBytes)
}

func (t *lineSet) bytes(k int) int64 { return int64(t.sectors[k&63]) * sectorBytes }

// sent is the number of transactions.
func (x *measured) transactionCount() (n int64) {
	for i := range 3 {
		n += int64(x.runs >> (20 * i) & (1<<20 - 1))
	}
	return n
}

// excess are the sectors beyond those that the words would fill.
func (x *measured) excess(width int) int64 {
	return max(0, x.sectors-int64(width*x.words+sectorBytes-1)/sectorBytes)
}

// add counts the access, except its partitions.
func (x *measured) add(t *Traffic, m *Machine, width int, active uint32) {
	for i := range t.Transactions {
		t.Transactions[i] += int64(x.runs >> (20 * i) & (1<<20 - 1))
	}
	t.Requests++
	t.Bytes += int64(ones(active) * width)
	t.Distinct += int64(width * x.words)
	if x.words == memory.Requests(m.Device, active) && x.words < ones(active) {
		t.Broadcasts++
	}
	t.BusBytes += x.sectors * sectorBytes
}

// bookSectors counts an access of global memory where each sector that is touched is moved once.
func (m *Machine) bookSectors(a *access, active uint32, base uint64) {
	f, in := m.fast, a.in
	traffic := &m.stats.Loads
	if in.Op == ir.Store {
		traffic = &m.stats.Stores
	}
	x := f.lines.measure(&f.offsets.Of, active, base)
	x.add(traffic, m, a.width, active)
	for k := 1; k <= x.lines; k++ {
		traffic.ByPartition[f.partition(f.lines.address(k, base))] += f.lines.bytes(k)
	}
	m.stats.Excess[in.PC] += x.excess(a.width)
	m.stats.PerInstruction.Requests[in.PC]++
	m.stats.PerInstruction.Sectors[in.PC] += x.sectors
	m.beside += x.transactionCount()
	m.countClocks(in, 1, 0)
}
