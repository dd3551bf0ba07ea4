package memory

import "warpbook.dev/gpumodel/device"

// BankPasses returns how many passes the shared-memory banks need for one
// warp's access of width bytes per lane: 1 per request without conflicts.
//
// The rule is that of compute capability 1.x (CUDA C Programming Guide 3.2,
// section G.3.3): in each pass one word is broadcast to every lane that asks for
// it, and every other bank serves one lane. A wider access takes one request per
// bank word.
func BankPasses(d *device.Device, addr *[32]uint64, active uint32, width int) int {
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
	if conflictFree(d, addr, lanes) {
		return 1
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
			word := (a + offset) / uint64(d.SharedBankBytes)
			bank := uint64(1) << (word % uint64(d.SharedBanks))
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

// conflictFree recognises the common case that no two lanes share a bank.
func conflictFree(d *device.Device, addr []uint64, lanes uint32) bool {
	var used uint64
	for i, a := range addr {
		if lanes>>i&1 == 0 {
			continue
		}
		bank := uint64(1) << (a / uint64(d.SharedBankBytes) % uint64(d.SharedBanks))
		if used&bank != 0 {
			return false
		}
		used |= bank
	}
	return used != 0
}
