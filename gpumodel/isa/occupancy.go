package isa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/device"
)

// Occupancy says how many blocks fit an SM at a time, and what stands in the way
// of more.
//
// Each of the By fields counts blocks as if the other resources were without limit; the least of
// them is BlocksPerSM. Threads count as whole warps.
type Occupancy struct {
	BlocksPerSM int
	WarpsPerSM  int
	Fraction    float64 // of the SM's warps
	// Limiter is the first of "threads", "blocks", "registers" and "shared memory"
	// that binds.
	Limiter string
	// The blocks per SM that each resource alone would allow.
	ByBlocks, ByThreads, ByRegisters, ByShared int
}

// A LimitError is a block that no SM of a device can hold.
type LimitError struct {
	What         string // what was got, and what the device allows
	RegisterFile bool   // the registers of all threads of the block together are too many
}

func (e *LimitError) Error() string { return e.What }

// Occupy computes the occupancy of a kernel with the given threads per block,
// registers per thread and bytes of shared memory per block (on c.c. 1.x header
// and parameters included, as Program.SharedBytes has them; dynamic shared memory
// added). The rules are those of NVIDIA's CUDA_Occupancy_Calculator.xls and, from
// c.c. 3.0 on, of cuda_occupancy.h with all of an SM's shared memory set aside.
// The error is a *LimitError, which says which limit the launch exceeds.
func Occupy(d *device.Device, threadsPerBlock, registers, sharedBytes int) (Occupancy, error) {
	limit := func(what string, got, allowed int) error {
		return &LimitError{What: fmt.Sprintf("%s, %s allows %d", fmt.Sprintf(what, got), d.Name, allowed)}
	}
	switch mostShared := max(d.MaxSharedPerBlock, d.MaxSharedOptIn); {
	case threadsPerBlock < 1:
		return Occupancy{}, &LimitError{What: fmt.Sprintf("a block of %d threads: at least 1 is required", threadsPerBlock)}
	case threadsPerBlock > d.MaxThreadsPerBlock:
		return Occupancy{}, limit("a block of %d threads", threadsPerBlock, d.MaxThreadsPerBlock)
	case registers > d.MaxRegisters:
		return Occupancy{}, limit("%d registers per thread", registers, d.MaxRegisters)
	case sharedBytes > mostShared:
		return Occupancy{}, limit("%d bytes of shared memory per block", sharedBytes, mostShared)
	}
	warps := ceilDiv(threadsPerBlock, d.WarpSize)
	o := Occupancy{
		ByBlocks:    d.MaxBlocksPerSM,
		ByThreads:   d.MaxWarpsPerSM / warps,
		ByRegisters: registerLimit(d, warps, registers),
		ByShared:    d.MaxBlocksPerSM,
	}
	if bytes := sharedBytes + d.SystemShared; bytes > 0 {
		o.ByShared = d.SharedPerSM / roundUp(bytes, d.SharedUnit)
	}
	if o.ByRegisters == 0 {
		return Occupancy{}, &LimitError{RegisterFile: true, What: fmt.Sprintf("a block of %d threads with %d registers each, %s has %s",
			threadsPerBlock, registers, d.Name, registerFile(d))}
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

// Occupy computes the occupancy of blocks of the program with so many bytes of dynamic shared memory, as the function [Occupy] does.
// Shared memory that the program declares with its size has a limit of its own, at which nvcc ends with an error.
func (p *Program) Occupy(d *device.Device, threadsPerBlock, dynamic int) (Occupancy, error) {
	if p.SharedBytes > d.MaxSharedPerBlock && d.MaxSharedOptIn > d.MaxSharedPerBlock {
		return Occupancy{}, &LimitError{What: fmt.Sprintf("%d bytes of static shared memory per block, %s allows %d; "+
			"more has to be dynamic: extern __shared__, with its size in the launch", p.SharedBytes, d.Name, d.MaxSharedPerBlock)}
	}
	return Occupy(d, threadsPerBlock, p.Registers, p.SharedBytes+dynamic)
}

// SharedSteps are the bytes of shared memory that, added to what a block has, leave
// ever fewer blocks on an SM: none for as many as fit, then the least for each smaller
// number that can be reached.
func SharedSteps(d *device.Device, threadsPerBlock, registers, sharedBytes int) []int {
	o, err := Occupy(d, threadsPerBlock, registers, sharedBytes)
	steps, fewest := []int{0}, o.BlocksPerSM
	for more := d.SharedUnit; err == nil && fewest > 1; more += d.SharedUnit {
		if o, err = Occupy(d, threadsPerBlock, registers, sharedBytes+more); err == nil && o.BlocksPerSM < fewest {
			steps, fewest = append(steps, more), o.BlocksPerSM
		}
	}
	return steps
}

// registerLimit is the number of blocks that the register file holds, 0 where even
// one is refused. Registers are given to a block as a whole (c.c. 1.x) or warp by
// warp.
//
// For example, with 30 registers a warp of 32 threads takes 960, in units of 256 (from 3.0 on)
// 1024; 65536 registers hold 64 such warps, and blocks of 8 warps fit 8 times.
func registerLimit(d *device.Device, warps, registers int) int {
	if registers == 0 {
		return d.MaxBlocksPerSM
	}
	if d.RegisterPerBlock {
		perBlock := roundUp(roundUp(warps, d.WarpUnit)*d.WarpSize*registers, d.RegisterUnit)
		return d.RegistersPerSM / perBlock
	}
	unit := d.RegisterUnit
	if slices.Contains(strings.Fields(d.DoubleRegisterUnit), strconv.Itoa(registers)) {
		unit *= 2
	}
	perWarp := roundUp(registers*d.WarpSize, unit)
	if d.MaxBlockRegisters > 0 && roundUp(warps, d.WarpUnit)*perWarp > d.MaxBlockRegisters {
		return 0
	}
	if d.WarpCheckUnit > 0 && fit(d, perWarp, d.WarpCheckUnit) < warps {
		return 0
	}
	return fit(d, perWarp, d.WarpUnit) / warps
}

// RegistersFor is the most registers per thread with which at least the given number of blocks of
// so many threads fit an SM: what __launch_bounds__ leaves a kernel. As ptxas has it, more blocks
// than an SM has threads for count as one. It is 0 where the register file does not hold even one
// block. It tries all counts from the top, because the units of allocation make the limit a
// staircase.
func RegistersFor(d *device.Device, threadsPerBlock, blocks int) int {
	warps := ceilDiv(min(threadsPerBlock, d.MaxThreadsPerBlock), d.WarpSize)
	if blocks > MostBlocks(d, threadsPerBlock) {
		blocks = 1
	}
	registers := d.MaxRegisters
	for registers > 0 && registerLimit(d, warps, registers) < max(1, blocks) {
		registers--
	}
	return registers
}

// LeastRegisters is the lowest limit of registers per thread that the compiler accepts for a
// device: a lower one counts as this. It is 0 where every limit holds as it is.
func LeastRegisters(d *device.Device) int {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	if err != nil {
		return 0 // Lower reports it
	}
	return t.rules.LeastRegisters
}

// MostBlocks is the number of blocks of so many threads that an SM has at most.
func MostBlocks(d *device.Device, threadsPerBlock int) int {
	return min(d.MaxBlocksPerSM, d.MaxWarpsPerSM/ceilDiv(threadsPerBlock, d.WarpSize))
}

// Warps is how many warps an SM has at most whose threads take so many registers.
func Warps(d *device.Device, registers int) int {
	return min(d.MaxWarpsPerSM, registerLimit(d, 1, registers))
}

// RegistersOfAllWarps is the most registers per thread with which an SM has all of its warps.
func RegistersOfAllWarps(d *device.Device) int {
	registers := d.MaxRegisters
	for registers > 1 && Warps(d, registers) < d.MaxWarpsPerSM {
		registers--
	}
	return registers
}

// fit is the number of warps that the register file holds: it is divided among as many schedulers
// as unit says, which take the same number of warps each. A scheduler's part of the register file
// is of no use to another one.
func fit(d *device.Device, perWarp, unit int) int { return d.RegistersPerSM / perWarp / unit * unit }

// registerFile says what registers there are for a block.
func registerFile(d *device.Device) string {
	if d.MaxBlockRegisters > 0 {
		return fmt.Sprintf("%d registers for a block", d.MaxBlockRegisters)
	}
	return fmt.Sprintf("%d registers per SM", d.RegistersPerSM)
}

func ceilDiv(n, unit int) int { return (n + unit - 1) / unit }

// roundUp rounds up to a multiple of the unit; units of 0 and 1 change nothing.
func roundUp(n, unit int) int {
	if unit <= 1 {
		return n
	}
	return ceilDiv(n, unit) * unit
}
