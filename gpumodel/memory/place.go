package memory

import "warpbook.dev/gpumodel/device"

// A Place is where a byte of device memory lies.
type Place struct {
	Side      int // of the chip, behind which partition of the L2
	Slice     int // of the L2
	Partition int // of the memory: on high-bandwidth memory a pseudo-channel, counted over all stacks

	// Of high-bandwidth memory.
	Stack, Channel, PseudoChannel int // the channel of the stack, the pseudo-channel of the channel

	BankGroup, Bank int   // the bank is counted over all groups
	Row             int64 // of the bank
	Column          int   // burst of the row
}

// Locate is the place of an address: the partition and bank that requests for it go to.
func Locate(d *device.Device, addr uint64) Place {
	p := Place{Partition: d.Partition(addr)}
	p.Slice = d.Slice(p.Partition)
	p.Side = d.SideOfSlice(p.Slice)
	if d.HBMPseudoChannels > 0 && d.HBMChannelsPerStack > 0 {
		channel := p.Partition * d.Channels() / d.Partitions
		p.Stack, p.Channel = channel/d.HBMChannelsPerStack, channel%d.HBMChannelsPerStack
		p.PseudoChannel = p.Partition % d.HBMPseudoChannels
	}
	t := timings{page: log2(d.DRAMPageBytes), banks: log2(d.DRAMBanks), hash: d.BankHash}
	local := d.PartitionOffset(addr)
	p.Bank = int(t.bank(local))
	p.BankGroup = p.Bank % max(1, d.DRAMBankGroups)
	p.Row = int64(local >> t.page >> t.banks)
	p.Column = int(local) & (d.DRAMPageBytes - 1) / d.BurstBytes
	return p
}
