package isa

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
)

// Occupancy says how many blocks fit an SM at a time, and what stands in the way
// of more.
type Occupancy struct {
	BlocksPerSM int
	WarpsPerSM  int
	Fraction    float64 // of the SM's warps
	// Limiter is the first of "blocks", "threads", "registers" and "shared memory"
	// that binds.
	Limiter string
	// The blocks per SM that each resource alone would allow.
	ByBlocks, ByThreads, ByRegisters, ByShared int
}

// Occupy computes the occupancy of a kernel with the given threads per block,
// registers per thread and bytes of shared memory per block (on c.c. 1.x header
// and parameters included, as Program.SharedBytes has them; dynamic shared memory
// added). The rules and the granularities are those of NVIDIA's
// CUDA_Occupancy_Calculator.xls. The error says which limit the launch exceeds.
func Occupy(d *device.Device, threadsPerBlock, registers, sharedBytes int) (Occupancy, error) {
	limit := func(what string, got, allowed int) error {
		return fmt.Errorf("isa: %s, %s allows %d", fmt.Sprintf(what, got), d.Name, allowed)
	}
	switch {
	case threadsPerBlock < 1:
		return Occupancy{}, fmt.Errorf("isa: a block of %d threads, at least 1 is needed", threadsPerBlock)
	case threadsPerBlock > d.MaxThreadsPerBlock:
		return Occupancy{}, limit("a block of %d threads", threadsPerBlock, d.MaxThreadsPerBlock)
	case registers > d.MaxRegisters:
		return Occupancy{}, limit("%d registers per thread", registers, d.MaxRegisters)
	case sharedBytes > d.MaxSharedPerBlock:
		return Occupancy{}, limit("%d bytes of shared memory per block", sharedBytes, d.MaxSharedPerBlock)
	}
	warps := ceilDiv(threadsPerBlock, d.WarpSize)
	o := Occupancy{
		ByBlocks:    d.MaxBlocksPerSM,
		ByThreads:   d.MaxWarpsPerSM / warps,
		ByRegisters: registerLimit(d, warps, registers),
		ByShared:    d.MaxBlocksPerSM,
	}
	if sharedBytes > 0 {
		o.ByShared = d.SharedPerSM / roundUp(sharedBytes, d.SharedUnit)
	}
	if o.ByRegisters == 0 {
		return Occupancy{}, fmt.Errorf("isa: a block of %d threads with %d registers each, %s has %d registers per SM",
			threadsPerBlock, registers, d.Name, d.RegistersPerSM)
	}
	o.BlocksPerSM = min(o.ByBlocks, o.ByThreads, o.ByRegisters, o.ByShared)
	o.WarpsPerSM = o.BlocksPerSM * warps
	o.Fraction = float64(o.WarpsPerSM) / float64(d.MaxWarpsPerSM)
	switch o.BlocksPerSM {
	case o.ByThreads:
		o.Limiter = "threads"
	case o.ByBlocks:
		o.Limiter = "blocks"
	case o.ByRegisters:
		o.Limiter = "registers"
	default:
		o.Limiter = "shared memory"
	}
	return o, nil
}

// registerLimit is the number of blocks that the register file holds. Registers
// are given to a block as a whole (c.c. 1.x) or warp by warp.
func registerLimit(d *device.Device, warps, registers int) int {
	if registers == 0 {
		return d.MaxBlocksPerSM
	}
	if d.RegisterPerBlock {
		perBlock := roundUp(roundUp(warps, d.WarpUnit)*d.WarpSize*registers, d.RegisterUnit)
		return d.RegistersPerSM / perBlock
	}
	perWarp := roundUp(registers*d.WarpSize, d.RegisterUnit)
	fit := d.RegistersPerSM / perWarp / d.WarpUnit * d.WarpUnit
	return fit / warps
}

func ceilDiv(n, unit int) int { return (n + unit - 1) / unit }

// roundUp rounds up to a multiple of the unit; units of 0 and 1 change nothing.
func roundUp(n, unit int) int {
	if unit <= 1 {
		return n
	}
	return ceilDiv(n, unit) * unit
}
