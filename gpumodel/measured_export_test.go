package gpumodel

import (
	"context"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
)

// What the tests of this room see besides: they run built-in programs, which are above it.

func NewTwin(d *device.Device, l *Launch) *twin { return newTwin(d, l) }

func (t *twin) Worked(ctx context.Context) *Work              { return t.work(ctx) }
func (t *twin) Modelled(ctx context.Context) (*Result, error) { return t.model(ctx) }
func (t *twin) Replaced(a *Array, data []byte)                { t.replace(a, data) }

// JobOf is the launch as the driver takes it.
func JobOf(l *Launch, d *device.Device) (*driver.Launch, []*Array, error) { return jobOf(l, d) }

// Quantile is that of the repetitions.
func (m *CardMeasurement) Quantile(q float64) float64 { return m.quantile(q) }
