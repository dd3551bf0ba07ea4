package device

// BandwidthGBps is the theoretical memory bandwidth in 1e9 bytes per second:
// bus width × two transfers per memory clock.
func (d *Device) BandwidthGBps() float64 {
	return float64(d.MemoryBusBits) / 8 * d.MemoryClockMHz * 2 / 1e3
}

// PeakGFLOPs is the fp32 peak of multiply-add in 1e9 operations per second:
// SMs × cores × 2 × clock. The extra multiply of c.c. 1.x (dual issue) is left out.
func (d *Device) PeakGFLOPs() float64 {
	return float64(d.SMs*d.CoresPerSM) * 2 * d.ClockMHz / 1e3
}

// Partition is the memory partition of a device address: partitions take turns
// every PartitionStrideBytes (GT200: Ruetsch and Micikevicius 2009).
func (d *Device) Partition(address uint64) int {
	return int(address / uint64(d.PartitionStrideBytes) % uint64(d.Partitions))
}
