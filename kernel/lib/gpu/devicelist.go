package gpu

import (
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

// DevicesOf reads gpu= where several GPUs may be given: one, a list, or the table of gpus(). Of the table those count that
// run kernels.
func (l *Library) DevicesOf(v starlark.Value) ([]*device.Device, error) {
	values, whole := []starlark.Value{v}, false
	switch v := v.(type) {
	case *starlark.Dict: // a row of gpus()
	case *plot.Table:
		values, whole = face.OneOrMany(v), true
	default:
		values = face.OneOrMany(v)
	}
	var all []*device.Device
	for _, v := range values {
		d, err := l.anyDevice(v)
		if err != nil {
			return nil, err
		}
		if err := d.Runnable(); err != nil {
			if whole {
				continue
			}
			return nil, face.ValueErrorf("%v", err)
		}
		all = append(all, d)
	}
	return all, nil
}

// inRow reads the GPU of a row of gpus(); ok is false for other dicts.
func (l *Library) inRow(row *starlark.Dict) (d *device.Device, ok bool, err error) {
	text := func(column string) string {
		v, _, _ := row.Get(starlark.String(column)) // a string can be a key
		s, _ := starlark.AsString(v)
		return s
	}
	name := text(figure.DeviceName)
	if name == "" {
		return nil, false, nil
	}
	if text(figure.DeviceModel) == figure.RealGPU {
		cards := measured.Cards(l.ctx())
		if i := slices.IndexFunc(cards, func(d *device.Device) bool { return d.Name == name }); i >= 0 {
			return cards[i], true, nil
		}
	}
	d, err = l.findDevice(name)
	return d, true, err
}
