package measured

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
)

// launchTimeout is how long a launch on a real GPU may take, unless the device says otherwise.
const launchTimeout = 60 * time.Second

// Card is the real GPU of an index, as CUDA counts them. The error says why it cannot be used.
func Card(ctx context.Context, index int) (*device.Device, error) {
	c, err := driver.Open(ctx, index)
	if err != nil {
		return nil, err
	}
	return newCard(&c.Properties)
}

// Cards are the real GPUs of this machine. On a machine without any this costs nothing.
func Cards(ctx context.Context) []*device.Device {
	if !driver.Present() {
		return nil
	}
	found, err := driver.Cards(ctx)
	if err != nil {
		return nil
	}
	var all []*device.Device
	for i := range found {
		if d, err := newCard(&found[i]); err == nil {
			all = append(all, d)
		}
	}
	return all
}

// cardFields are the fields of a device that a card tells: the driver's attribute, and what it is
// divided by
var cardFields = []struct {
	field, attribute string
	divisor          float64
}{
	{"sms", "sms", 1}, {"clock_mhz", "clock_khz", 1000}, {"memory_clock_mhz", "memory_clock_khz", 1000},
	{"memory_bus_bits", "memory_bus_bits", 1}, {"l2_kb", "l2_bytes", 1024}, {"warp_size", "warp_size", 1},
	{"max_threads_per_block", "max_threads_per_block", 1},
	{"max_block_x", "max_block_x", 1}, {"max_block_y", "max_block_y", 1}, {"max_block_z", "max_block_z", 1},
	{"max_grid_x", "max_grid_x", 1}, {"max_grid_y", "max_grid_y", 1}, {"max_grid_z", "max_grid_z", 1},
	{"max_warps_per_sm", "max_threads_per_sm", 32}, {"max_blocks_per_sm", "max_blocks_per_sm", 1},
	{"registers_per_sm", "registers_per_sm", 1}, {"shared_bytes_per_sm", "shared_per_sm", 1},
	{"max_shared_bytes_per_block", "max_shared_per_block", 1}, {"max_shared_bytes_per_block_optin", "max_shared_per_block_optin", 1},
	{"system_shared_bytes_per_block", "reserved_shared_per_block", 1}, {"copy_engines", "copy_engines", 1},
	{"max_texture_1d", "max_texture_1d", 1}, {"max_texture_1d_linear", "max_texture_1d_linear", 1},
	{"max_texture_2d_x", "max_texture_2d_x", 1}, {"max_texture_2d_y", "max_texture_2d_y", 1},
}

func newCard(p *driver.Properties) (*device.Device, error) {
	const source = "read off the card by cuDeviceGetAttribute"
	figures := []device.Constant{
		{Field: "name", Value: p.Name, Kind: "measured", Source: "read off the card by cuDeviceGetName"},
		{Field: "compute_capability", Value: p.ComputeCapability(), Kind: "measured", Source: source},
		{Field: "memory_mb", Value: strconv.FormatInt(p.MemoryBytes>>20, 10), Unit: "MB", Kind: "measured", Source: "read off the card by cuDeviceTotalMem"},
	}
	for _, f := range cardFields {
		if value := p.Attributes[f.attribute]; value > 0 {
			figures = append(figures, device.Constant{Field: f.field, Value: strconv.FormatFloat(float64(value)/f.divisor, 'f', -1, 64),
				Kind: "measured", Source: source})
		}
	}
	for _, field := range []string{"ecc", "map_host_memory"} {
		figures = append(figures, device.Constant{Field: field, Value: strconv.FormatBool(p.Attributes[field] != 0), Kind: "measured",
			Source: source})
	}
	c := device.Card{Index: p.Index, Timeout: launchTimeout, Software: fmt.Sprintf("driver for CUDA %s, %s", p.CUDA(), p.Compiler)}
	return device.NewCard(c, figures)
}
