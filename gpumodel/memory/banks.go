package memory

import (
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/device"
)

// BankPasses returns how many passes the shared-memory banks need for one
// warp's access of width bytes per lane: 1 per request without conflicts.
//
// The rule is that of manyWordPasses or that of compute capability 1.x (CUDA C Programming Guide 3.2,
// section G.3.3): in each pass one word is broadcast to every lane that asks for
// it, and every other bank serves one lane. A wider access takes one request per
// bank word.
func BankPasses(d *device.Device, addr *[32]uint64, active uint32, width int) int {
	if d.ManyWords() {
		return manyWordPasses(d, addr, active, width)
	}
	passes := 0
	for first := 0; first < d.WarpSize; first += d.SharedLanes {
		lanes := active >> first & (1<<d.SharedLanes - 1)
		if d.SharedLanes == 32 {
			lanes = active
		}
		for offset := 0; offset < max(width, d.SharedBankBytes); offset += d.SharedBankBytes {
			passes += requestPasses(d, addr[first:first+d.SharedLanes], lanes, uint64(offset))
		}
	}
	return passes
}

func requestPasses(d *device.Device, addr []uint64, lanes uint32, offset uint64) int {
	passes := 0
	width, last := log2(d.SharedBankBytes), uint64(d.SharedBanks-1)
	switch busy := banksUsed(addr, lanes, width, last); {
	case busy == 0:
		return 0
	case bits.OnesCount64(busy) == bits.OnesCount32(lanes):
		return 1
	case bits.OnesCount64(busy) == 1 && ascending(addr, lanes, width):
		return bits.OnesCount32(lanes) // one bank serves different words one by one
	}
	for lanes != 0 {
		passes++
		var used uint64 // banks busy in this pass
		broadcast := ^uint64(0)
		served := lanes
		for i, a := range addr {
			if lanes>>i&1 == 0 {
				continue
			}
			word := (a + offset) >> width
			bank := uint64(1) << (word & last)
			switch {
			case broadcast == ^uint64(0):
				broadcast = word
				used |= bank
			case word == broadcast:
			case used&bank == 0:
				used |= bank
			default:
				served &^= 1 << i
			}
		}
		lanes &^= served
	}
	return passes
}

// manyWordPasses is BankPasses where a pass broadcasts any number of words: a request
// takes as many passes as the busiest bank has different rows to give.
//
// A row is one word, but on compute capability 3.x two, which are 32 words apart in an
// aligned segment of 64 (CUDA C Programming Guide 5.5, section G.5.3.1), unless banks
// are set to words of 8 bytes (G.5.3.2). All banks together
// have a row for each lane if words are no larger than rows; larger words are requests of
// half-warps, or of quarters (3.2, section G.4.3).
func manyWordPasses(d *device.Device, addr *[32]uint64, active uint32, width int) int {
	return rowPasses(d, addr, active, width, true)
}

// rowPasses is manyWordPasses, and with pairs false DataPasses: then no two requests are one pass.
func rowPasses(d *device.Device, addr *[32]uint64, active uint32, width int, pairs bool) (passes int) {
	if width <= d.SharedBankBytes && inOneRow(d, addr, active) {
		return min(1, bits.OnesCount32(active))
	}
	words, wordsOfRow := max(1, width/d.SharedBankBytes), d.BankRowBytes()/d.SharedBankBytes
	lanes := requestedLanes(d, words)
	for first := 0; first < d.WarpSize; first += lanes {
		if pairs && together(d, addr, active, first, lanes) {
			passes += busiestBank(d, addr[first:first+2*lanes], active>>first, words, wordsOfRow)
			first += lanes
			continue
		}
		passes += busiestBank(d, addr[first:first+lanes], active>>first, words, wordsOfRow)
	}
	return passes
}

// DataPasses is how many passes the banks of an L1 take for a warp's load of width bytes per lane that hits: lanes
// that ask for no more than a row of the banks are served at once, if no two of their words lie in one bank. Unlike
// those of shared memory, loads of 8 and 16 bytes take two and four passes at least, and words that lanes have in
// common save none (load_l1_one_sm of published/measured/h200_micro.csv).
func DataPasses(d *device.Device, addr *[32]uint64, active uint32, width int) int {
	return rowPasses(d, addr, active, width, false)
}

// requestedLanes is how many lanes a request for so many bank words each is of.
func requestedLanes(d *device.Device, words int) int {
	wordsOfRow := d.BankRowBytes() / d.SharedBankBytes
	return d.WarpSize * wordsOfRow / max(words, wordsOfRow)
}

// together reports whether the request that begins at a lane is one pass with the next.
func together(d *device.Device, addr *[32]uint64, active uint32, first, lanes int) bool {
	two := 2 * lanes
	return d.SharedBroadcast == device.AnyPair && first%two == 0 && two <= d.WarpSize && paired(addr[first:first+two], active>>first)
}

// paired reports whether all active lanes ask for what the next lane of their pair asks for,
// or all for what the second next of their four does. Then two parts of a request for words of 8
// or 16 bytes are one pass from 7.0 on. Measured on an H200: a warp that reads one
// word of 16 bytes takes two passes, one of 8 bytes one.
func paired(addr []uint64, active uint32) bool {
	for _, distance := range []int{1, 2} {
		all := true
		for i, a := range addr {
			j := i ^ distance
			if active>>i&1 != 0 && active>>j&1 != 0 && addr[j] != a {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// inOneRow reports whether all active lanes ask for words that lie side by side in different
// banks, or are the same.
func inOneRow(d *device.Device, addr *[32]uint64, active uint32) bool {
	if active == 0 {
		return true
	}
	first, apart := addr[bits.TrailingZeros32(active)], uint64(0)
	for i, a := range addr {
		if active>>i&1 != 0 {
			apart |= a ^ first
		}
	}
	return apart < uint64(d.SharedBanks*d.SharedBankBytes)
}

// busiestBank is the largest number of different rows that one bank is asked for.
func busiestBank(d *device.Device, addr []uint64, active uint32, words, wordsOfRow int) (most int) {
	if uniform(addr, active) {
		return 1
	}
	var row [64]uint64 // that a bank is asked for first
	var asked uint64   // banks
	var more []bankRow // further rows
	var store [64]bankRow
	width, last := log2(d.SharedBankBytes), uint64(d.SharedBanks-1)
	segment := log2(d.SharedBanks * wordsOfRow)
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		for n := range words {
			word := a>>width + uint64(n)
			p := bankRow{word & last, word >> segment}
			switch {
			case asked>>p.bank&1 == 0:
				asked |= 1 << p.bank
				row[p.bank] = p.row
				most = max(most, 1)
			case row[p.bank] == p.row:
			case more == nil:
				more, most = append(store[:0], p), 2
			case !slices.Contains(more, p):
				rows := 2
				for _, q := range more {
					if q.bank == p.bank {
						rows++
					}
				}
				more, most = append(more, p), max(most, rows)
			}
		}
	}
	return most
}

// uniform reports whether some lanes are active and all of them ask for one address.
func uniform(addr []uint64, active uint32) bool {
	first := bits.TrailingZeros32(active)
	if first >= len(addr) {
		return false
	}
	for i, a := range addr[first:] {
		if a != addr[first] && active>>(first+i)&1 != 0 {
			return false
		}
	}
	return true
}

// A bankRow is a row of a bank.
type bankRow struct{ bank, row uint64 }

// banksUsed is the set of banks that the active lanes ask for: as many as there
// are lanes in the common case without conflicts.
func banksUsed(addr []uint64, lanes uint32, width int, last uint64) (used uint64) {
	for i, a := range addr {
		if lanes>>i&1 != 0 {
			used |= 1 << (a >> width & last)
		}
	}
	return used
}

// ascending reports whether the active lanes ask for words in rising order, all different.
func ascending(addr []uint64, lanes uint32, width int) bool {
	next := uint64(0)
	for i, a := range addr {
		if lanes>>i&1 == 0 {
			continue
		}
		if a>>width < next {
			return false
		}
		next = a>>width + 1
	}
	return true
}

// LanePasses returns how many passes the banks need for one warp's atomic of width bytes per lane, where a bank
// changes one word for one lane in a pass: as many as lanes meet at the busiest bank, be it at one word or at several.
func LanePasses(d *device.Device, addr *[32]uint64, active uint32, width int) (passes int) {
	var lanes [64]int // of each bank
	words, shift := max(1, width/d.SharedBankBytes), log2(d.SharedBankBytes)
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		for n := range words {
			bank := int(a>>shift+uint64(n)) & (d.SharedBanks - 1)
			lanes[bank]++
			passes = max(passes, lanes[bank])
		}
	}
	return (passes + words - 1) / words
}

// MostAtOneWord is the largest number of active lanes that share an address.
func MostAtOneWord(addr *[32]uint64, active uint32) int {
	most := 0
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		n := 0
		for j, b := range addr[i:] {
			if active>>(i+j)&1 != 0 && b == a {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
