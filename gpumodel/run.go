package gpumodel

import (
	"context"
	"errors"

	"warpbook.dev/gpumodel/device"
)

// Run executes a launch on a device. A cancelled context ends it with the
// context's error; arrays keep what was written.
func Run(ctx context.Context, d *device.Device, l Launch) (*Result, error) {
	if err := l.check(d); err != nil {
		return nil, err
	}
	return nil, errors.New("BUG")
}
