package memory

import "warpbook.dev/gpumodel/device"

// Distinct counts the different words that one warp's access asks for, request by
// request: what a request that wastes nothing would have to move. Lane i, if bit
// i of active is set, asks for the word at addr[i].
func Distinct(d *device.Device, addr *[32]uint64, active uint32) int {
	n, all := 0, uint32(1)<<d.RequestLanes-1
	for first := 0; first < d.WarpSize; first += d.RequestLanes {
		n += distinct(addr[first:first+d.RequestLanes], active>>first&all)
	}
	return n
}

// Requests is the number of requests that one warp's access becomes: one, or on compute
// capability 1.x one for each half-warp with an active lane.
func Requests(d *device.Device, active uint32) int {
	n, all := 0, uint32(1)<<d.RequestLanes-1
	for first := 0; first < d.WarpSize; first += d.RequestLanes {
		if active>>first&all != 0 {
			n++
		}
	}
	return n
}

func distinct(addr []uint64, active uint32) int {
	n, last := 0, uint64(0)
	for i, a := range addr {
		if active>>i&1 == 0 || n > 0 && a == last {
			continue
		}
		if n > 0 && a < last && seen(addr[:i], active, a) {
			continue
		}
		n, last = n+1, max(last, a)
	}
	return n
}

// seen reports whether an active lane has the address.
func seen(addr []uint64, active uint32, address uint64) bool {
	for i, a := range addr {
		if active>>i&1 != 0 && a == address {
			return true
		}
	}
	return false
}
