package device

// Channels is how many channels of high-bandwidth memory the bus is made of: a
// stack may be sold with some of its channels switched off.
func (d *Device) Channels() int {
	if d.HBMChannelBits == 0 {
		return 0
	}
	return d.MemoryBusBits / d.HBMChannelBits
}

// HBMBanks is how many requests high-bandwidth memory can work on at a time: one in
// each bank of each pseudo-channel.
func (d *Device) HBMBanks() int { return d.Channels() * d.HBMPseudoChannels * d.DRAMBanks }
