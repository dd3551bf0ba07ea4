package device

import (
	"strconv"
	"strings"
)

// Sectored says that the L1 holds lines of which single sectors are there, and that it
// lies with shared memory in one memory: from compute capability 7.0 on.
func (d *Device) Sectored() bool { return d.Coalescing == Sectors }

// L1Bytes is the size of the L1 while blocks on an SM use so many bytes of shared
// memory: what the smallest carve-out that holds them leaves. That is what the driver
// chooses unless a program asks for another (CUDA C++ Programming Guide, sections on
// shared memory of 7.x to 9.0).
func (d *Device) L1Bytes(shared int) int {
	if !d.Sectored() {
		return d.L1KB << 10
	}
	for text := range strings.FieldsSeq(d.SharedCarveouts) {
		if kb, err := strconv.Atoi(text); err == nil && kb<<10 >= shared {
			return min(d.L1KB, max(0, d.UnifiedL1KB-kb)) << 10
		}
	}
	return max(0, min(d.L1KB<<10, d.UnifiedL1KB<<10-shared))
}

// ArrivalClocks is how long the unit for barriers of an SM is busy with a warp that arrives: the threads of a warp over those that it
// takes in a clock. It is 0 before 7.0, where the issue slots of the instruction are as long.
func (d *Device) ArrivalClocks() int {
	if !d.Sectored() || d.Barrier == 0 {
		return 0
	}
	return d.WarpSize / d.Barrier
}

// Slice is the slice of the L2 in front of a partition of the memory.
func (d *Device) Slice(partition int) int { return partition * d.L2Slices / d.Partitions }

// SideOfSlice and SideOfSM are the side of the chip on which they lie.
func (d *Device) SideOfSlice(slice int) int { return slice * d.L2Sides / d.L2Slices }

// SideOfSM is the side of an SM.
func (d *Device) SideOfSM(sm int) int { return sm * d.L2Sides / d.SMs }

// NearSlice is the slice that an SM asks for what lies behind another: that one, or if it
// is on the other side the one of the SM's side that stands for it.
func (d *Device) NearSlice(sm, slice int) int {
	perSide := d.L2Slices / d.L2Sides
	if side := d.SideOfSM(sm); side != d.SideOfSlice(slice) {
		return side*perSide + slice%perSide
	}
	return slice
}
