package observe

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
)

// A WarpRequest is what memory serves at a time of a warp's access: all of it, or a half-warp's part.
type WarpRequest struct {
	First, Count int     // lanes of the warp
	Lanes        []Touch // that take part
	Transactions []memory.Transaction
}

// Requests parts an access into requests by the device's rule. Their transactions are those
// of the access.
func (a *Access) Requests(d *device.Device) []WarpRequest {
	if a.readOnly {
		return []WarpRequest{{Count: d.WarpSize, Lanes: a.Lanes, Transactions: eachOnce(a.Transactions)}}
	}
	cached := memory.Uncached
	if len(a.Transactions) > 0 {
		cached = a.Transactions[0].Cached
	}
	var addr [32]uint64
	for _, x := range a.Lanes {
		addr[x.Lane] = x.Address
	}
	var all []WarpRequest
	each := memory.RequestLanes(d, a.Bytes)
	for first := 0; first < d.WarpSize; first += each {
		r, active := WarpRequest{First: first, Count: each}, uint32(0)
		for _, x := range a.Lanes {
			if x.Lane >= first && x.Lane < first+each {
				r.Lanes = append(r.Lanes, x)
				active |= 1 << x.Lane
			}
		}
		if active != 0 {
			r.Transactions = memory.Coalesce(d, &addr, active, a.Bytes, cached, nil)
			all = append(all, r)
		}
	}
	return all
}

// eachOnce leaves out what groups of lanes fetch again.
func eachOnce(all []memory.Transaction) []memory.Transaction {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b memory.Transaction) int { return cmp.Compare(a.Addr, b.Addr) })
	return slices.CompactFunc(all, func(a, b memory.Transaction) bool { return a.Addr == b.Addr })
}

// Asked is how many different bytes a request asks for.
func (r *WarpRequest) Asked(width int) int {
	seen := map[uint64]bool{}
	for _, x := range r.Lanes {
		seen[x.Address] = true
	}
	return width * len(seen)
}

// Moved is how many bytes its transactions carry.
func (r *WarpRequest) Moved() int {
	n := 0
	for _, t := range r.Transactions {
		n += int(t.Size)
	}
	return n
}
