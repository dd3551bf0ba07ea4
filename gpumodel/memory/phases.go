package memory

import "warpbook.dev/gpumodel/device"

// A Phase is what the banks of shared memory serve at a time of a warp's access: a part of its lanes,
// or one word of each where the banks take no more.
type Phase struct {
	Lanes uint32
	// First and Words are which bank words of each lane's access: all of them from 2.0 on.
	First, Words int
	// Rows is how many different rows each bank is asked for.
	Rows   [64]int
	Passes int
}

// Phases parts an access as BankPasses does; the passes of the phases add up to its.
func Phases(d *device.Device, addr *[32]uint64, active uint32, width int) []Phase {
	words := max(1, width/d.SharedBankBytes)
	var all []Phase
	add := func(first, lanes, from, n int) {
		p := Phase{Lanes: active & uint32((uint64(1)<<lanes-1)<<first), First: from, Words: n}
		if p.Lanes == 0 {
			return
		}
		p.count(d, addr)
		if p.Passes = requestPasses(d, addr[first:first+lanes], p.Lanes>>first, uint64(from*d.SharedBankBytes)); d.ManyWords() {
			p.Passes = busiestBank(d, addr[first:first+lanes], p.Lanes>>first, words, d.BankRowBytes()/d.SharedBankBytes)
		}
		all = append(all, p)
	}
	if !d.ManyWords() {
		for first := 0; first < d.WarpSize; first += d.SharedLanes {
			for word := range words {
				add(first, d.SharedLanes, word, 1)
			}
		}
		return all
	}
	lanes := requestedLanes(d, words)
	for first := 0; first < d.WarpSize; first += lanes {
		if together(d, addr, active, first, lanes) {
			add(first, 2*lanes, 0, words)
			first += lanes
			continue
		}
		add(first, lanes, 0, words)
	}
	return all
}

// count counts the rows that each bank is asked for.
func (p *Phase) count(d *device.Device, addr *[32]uint64) {
	seen := map[bankRow]bool{}
	for i, a := range addr {
		if p.Lanes>>i&1 == 0 {
			continue
		}
		for n := p.First; n < p.First+p.Words; n++ {
			bank, row := Bank(d, a+uint64(n*d.SharedBankBytes))
			if at := (bankRow{uint64(bank), row}); !seen[at] {
				seen[at] = true
				p.Rows[bank]++
			}
		}
	}
}

// Bank is the bank of shared memory that an address lies in, and the row that the bank gives at once.
func Bank(d *device.Device, addr uint64) (bank int, row uint64) {
	word := addr >> log2(d.SharedBankBytes)
	return int(word % uint64(d.SharedBanks)), word >> log2(d.SharedBanks*d.BankRowBytes()/d.SharedBankBytes)
}
