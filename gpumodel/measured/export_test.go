package measured

import (
	"context"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
)

// What the tests of this room see besides: they run built-in programs, which are above it.

func NewTwin(d *device.Device, l *gpumodel.Launch) *twin { return newTwin(d, l) }

func (t *twin) Worked(ctx context.Context) *gpumodel.Work              { return t.work(ctx) }
func (t *twin) Modelled(ctx context.Context) (*gpumodel.Result, error) { return t.model(ctx) }
func (t *twin) Replaced(a *gpumodel.Array, data []byte)                { t.replace(a, data) }

// JobOf is the launch as the driver takes it.
func JobOf(l *gpumodel.Launch, d *device.Device) (*driver.Launch, []*gpumodel.Array, error) {
	return jobOf(l, d)
}

// Quantile is that of the repetitions.
func (m *Measurement) Quantile(q float64) float64 { return m.quantile(q) }
