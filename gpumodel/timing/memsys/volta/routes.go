package volta

import "warpbook.dev/gpumodel/device"

// routes are the ways from SMs to slices, as tables: each request takes one.
type routes struct {
	d     *device.Device
	homes []int32   // slices, by the partition that they are in front of
	nears [][]int32 // of each SM, the slice that it asks, by the slice in front of the memory
}

func newRoutes(d *device.Device) routes {
	r := routes{d: d, homes: make([]int32, d.Partitions), nears: make([][]int32, d.SMs)}
	for p := range r.homes {
		r.homes[p] = int32(d.Slice(p))
	}
	sides := make([][]int32, d.L2Sides)
	for sm := range r.nears {
		side := d.SideOfSM(sm)
		if sides[side] == nil {
			sides[side] = make([]int32, d.L2Slices)
			for home := range sides[side] {
				sides[side][home] = int32(d.NearSlice(sm, home))
			}
		}
		r.nears[sm] = sides[side]
	}
	return r
}

// home is the slice in front of the memory of a line.
func (r *routes) home(line uint64) int { return int(r.homes[r.d.Partition(line)]) }

// near is the slice that an SM asks for what lies behind a slice.
func (r *routes) near(sm int32, home int) int { return int(r.nears[sm][home]) }
