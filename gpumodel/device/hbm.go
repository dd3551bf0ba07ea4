package device

// Channels is how many channels of high-bandwidth memory the bus is made of: a
// stack may be sold with some of its channels switched off.
func (d *Device) Channels() int {
	if d.HBMChannelBits == 0 {
		return 0
	}
	return d.MemoryBusBits / d.HBMChannelBits
}

// PseudoBanks is how many banks a pseudo-channel has: the DRAM's, which are counted
// by partition, shared among all pseudo-channels.
func (d *Device) PseudoBanks() int {
	if n := d.Channels() * d.HBMPseudoChannels; n > 0 {
		return d.Partitions * d.DRAMBanks / n
	}
	return 0
}

// HBMBanks is how many requests high-bandwidth memory can work on at a time: one in
// each bank.
func (d *Device) HBMBanks() int { return d.Channels() * d.HBMPseudoChannels * d.PseudoBanks() }

// PseudoPageBytes is the row of a pseudo-channel: that of a partition, shared like its banks.
func (d *Device) PseudoPageBytes() int {
	if n := d.Channels() * d.HBMPseudoChannels; n > d.Partitions && d.Partitions > 0 {
		return d.DRAMPageBytes * d.Partitions / n
	}
	return d.DRAMPageBytes
}
