package pcie

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/measured"
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
	// Measured is true on a real GPU.
	Measured bool
}

// NewTransfer models a copy: what every copy costs, and the bytes at the rate
// of the kind of memory. On a real GPU it is the median of some that are made.
func NewTransfer(ctx context.Context, d *device.Device, bytes int, toDevice, pinned bool) (*Transfer, error) {
	if err := d.Runnable(); err != nil {
		return nil, err
	}
	if bytes < 0 {
		return nil, fmt.Errorf("a copy of %d bytes, at least 0 are needed", bytes)
	}
	if d.Card != nil {
		return measuredTransfer(ctx, d, bytes, toDevice, pinned)
	}
	rate := d.PCIePageableGBps
	if pinned {
		rate = d.PCIePinnedGBps
	}
	return &Transfer{Device: d, Bytes: bytes, ToDevice: toDevice, Pinned: pinned, Time: d.PCIeCopyUs*1e-6 + float64(bytes)/(rate*1e9)}, nil
}

func measuredTransfer(ctx context.Context, d *device.Device, bytes int, toDevice, pinned bool) (*Transfer, error) {
	card, err := driver.Open(ctx, d.Card.Index)
	if err != nil {
		return nil, err
	}
	times, err := card.Copy(ctx, driver.Copy{Bytes: int64(bytes), ToDevice: toDevice, Pinned: pinned})
	if err != nil {
		return nil, measured.Explain(ctx, d, "a transfer", err)
	}
	m := &measured.Measurement{Times: times}
	return &Transfer{Device: d, Bytes: bytes, ToDevice: toDevice, Pinned: pinned, Time: m.Median(), Measured: true}, nil
}

// GBps is the throughput in 1e9 bytes per second.
func (t *Transfer) GBps() float64 { return float64(t.Bytes) / t.Time / 1e9 }
