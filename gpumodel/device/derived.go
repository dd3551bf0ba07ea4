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

// Partition is the memory partition of a device address: partitions take turns
// every PartitionStrideBytes (GT200: Ruetsch and Micikevicius 2009).
func (d *Device) Partition(address uint64) int {
	return int(address / uint64(d.PartitionStrideBytes) % uint64(d.Partitions))
}

// Modelled returns an error unless kernels can run on the device: the tables of
// its instructions and the constants of a card are there. The error names what
// kernels run on.
func (d *Device) Modelled() error {
	if d.InstructionSet != "" && d.SMs > 0 {
		return nil
	}
	var cards []string
	for _, c := range All() {
		if c.Modelled() == nil {
			cards = append(cards, c.Name)
		}
	}
	if d.InstructionSet != "" {
		return fmt.Errorf("%s is no card: give a card this compute_capability; kernels run on %s", d.Name, strings.Join(cards, ", "))
	}
	return fmt.Errorf("%s has no timing model, only the rates of its instructions are known; kernels run on %s", d.Name, strings.Join(cards, ", "))
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
