package gpumodel

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
)

// A Transfer is a copy between the memory of the host and that of the GPU, over
// PCI Express.
type Transfer struct {
	Device   *device.Device
	Bytes    int
	ToDevice bool
	// Pinned is true of page-locked memory, which the GPU copies by itself. The
	// driver copies pageable memory through a page-locked buffer of its own.
	Pinned bool
	Time   float64 // seconds
}

// NewTransfer models a copy: what every copy costs, and the bytes at the rate
// of the kind of memory.
func NewTransfer(d *device.Device, bytes int, toDevice, pinned bool) (*Transfer, error) {
	if err := d.Modelled(); err != nil {
		return nil, err
	}
	if bytes < 0 {
		return nil, fmt.Errorf("a copy of %d bytes, at least 0 are needed", bytes)
	}
	rate := d.PCIePageableGBps
	if pinned {
		rate = d.PCIePinnedGBps
	}
	return &Transfer{Device: d, Bytes: bytes, ToDevice: toDevice, Pinned: pinned, Time: d.PCIeCopyUs*1e-6 + float64(bytes)/(rate*1e9)}, nil
}

// GBps is the throughput in 1e9 bytes per second.
func (t *Transfer) GBps() float64 { return float64(t.Bytes) / t.Time / 1e9 }
