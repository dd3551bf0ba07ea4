package device

import (
	"fmt"
	"strings"
)

// BandwidthGBps is the theoretical memory bandwidth in 1e9 bytes per second:
// bus width × two transfers per memory clock.
func (d *Device) BandwidthGBps() float64 {
	return float64(d.MemoryBusBits) / 8 * d.MemoryClockMHz * 2 / 1e3
}

// UsableMemory is the global memory that the driver gives out, in bytes: without what it keeps, and without the bits of the code
// where ECC takes them from the same memory. It is all of the memory where nothing else is known.
func (d *Device) UsableMemory() int {
	all := d.MemoryMB << 20
	if d.UsableMemoryBytes > 0 {
		return min(d.UsableMemoryBytes, all)
	}
	return all
}

// PeakGFLOPs is the fp32 peak of multiply-add in 1e9 operations per second:
// SMs × cores × 2 × clock, and with dual issue the multiplications that the
// special function units do beside it.
func (d *Device) PeakGFLOPs() float64 {
	perSM := 2 * d.CoresPerSM
	if d.DualIssue {
		perSM += d.SFUsPerSM * d.SFUMuls
	}
	return float64(d.SMs*perSM) * d.ClockMHz / 1e3
}

// complete sets what follows from other constants: shared memory is what the L1
// leaves of their memory, and what a file does not say is as in the first GPUs.
func (d *Device) complete() {
	if d.SharedAndL1KB > 0 {
		d.SharedPerSM = (d.SharedAndL1KB - d.L1KB) << 10
		d.MaxSharedPerBlock = min(d.MaxSharedPerBlock, d.SharedPerSM)
	}
	if d.L1KB == 0 {
		d.L1KB = d.UnifiedL1KB
	}
	d.Schedulers, d.CoreParts = max(d.Schedulers, 1), max(d.CoreParts, 1)
	d.L2Sides = max(d.L2Sides, 1)
	if d.L2Slices == 0 {
		d.L2Slices = d.Partitions
	}
	if d.Sectored() && d.L2RoomKB == 0 { // as on an H200
		d.L2RoomKB, d.L2DirtyKB = d.L2KB*4/5, d.L2KB*9/20
	}
}

// Partition is the memory partition of a device address: partitions take turns
// every PartitionStrideBytes (GT200: Ruetsch and Micikevicius 2009). Where the
// device hashes, each round begins with another one, so that no stride of a power
// of two meets the same partition again and again.
func (d *Device) Partition(address uint64) int {
	n, partitions := address/uint64(d.PartitionStrideBytes), uint64(d.Partitions)
	if !d.PartitionHash {
		return int(n % partitions)
	}
	round := n / partitions
	round *= 0x9e3779b97f4a7c15 // 2^64 over the golden ratio: all bits reach the high ones
	if d.scattered {
		round = (round ^ round>>32) * 0xd6e8feb86659fd93 // rrmxmx, P. Evensen 2018: equal steps leave no trace
	}
	return int((n + round>>32) % partitions)
}

// Scattered is the device with rounds of partitions that begin anywhere, as if by chance. A part of a chip gets a
// part of each row of a matrix. Its addresses lie in equal steps, which a product alone can lead to few of the
// part's partitions, while the whole rows are spread over all of the chip's.
func (d *Device) Scattered() *Device {
	c := *d
	c.scattered = true
	return &c
}

// BankRowBytes is what a bank of shared memory gives in one pass: a word, or on 3.x two
// words of 4 bytes.
func (d *Device) BankRowBytes() int {
	if d.SharedBroadcast == AnyRow {
		return max(rowBytes, d.SharedBankBytes)
	}
	return d.SharedBankBytes
}

// rowBytes is the size of an AnyRow.
const rowBytes = 8

// Modelled returns an error unless kernels can run on the device: the tables of
// its instructions and the constants of a card are there. The error names what
// kernels run on.
func (d *Device) Modelled() error {
	modelled := func(d *Device) bool { return d.InstructionSet != "" && d.SMs > 0 }
	if modelled(d) {
		return nil
	}
	var cards []string
	for _, c := range All() {
		if modelled(c) {
			cards = append(cards, c.Name)
		}
	}
	if d.InstructionSet != "" {
		return fmt.Errorf("%s is not a card: give a card this compute_capability; kernels run on %s", d.Name, strings.Join(cards, ", "))
	}
	return fmt.Errorf("%s has no timing model, only the rates of its instructions are known; kernels run on %s", d.Name,
		strings.Join(cards, ", "))
}

// FP64Slowdown is how many times slower than other cards of its compute capability the
// card is in double precision: GeForce cards of 2.0 have a quarter of the rate.
func (d *Device) FP64Slowdown() int {
	for _, g := range loadGenerations() {
		if g.ComputeCapability == d.ComputeCapability && d.FP64 > 0 {
			return max(1, g.FP64/d.FP64)
		}
	}
	return 1
}

// FP64Share is the fp64 rate as a share of that of fp32; 0 without fp64.
func (d *Device) FP64Share() float64 {
	if d.FP32 == 0 {
		return 0
	}
	return float64(d.FP64) / float64(d.FP32)
}

// PartitionOffset is the address that a byte has within its partition.
func (d *Device) PartitionOffset(addr uint64) uint64 {
	stride := uint64(d.PartitionStrideBytes)
	return addr/stride/uint64(d.Partitions)*stride + addr%stride
}

// ManyWords is true where a pass of the banks of shared memory broadcasts any number of words.
func (d *Device) ManyWords() bool {
	return d.SharedBroadcast == AnyWord || d.SharedBroadcast == AnyRow || d.SharedBroadcast == AnyPair
}
