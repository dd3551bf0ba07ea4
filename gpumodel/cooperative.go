package gpumodel

import (
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
)

// A kernel that calls grid.sync() needs a cooperative launch (cudaLaunchCooperativeKernel): a block that waits
// for the others keeps its place on the SM, so that all of them have to fit at once. Nobody has to ask for
// such a launch here: the kernel says that it needs one.

// cooperates refuses a launch of a kernel whose blocks wait for one another, if not all of them are executed at once.
func (l *Launch) cooperates(d *device.Device, p *isa.Program, resident int) error {
	if !p.Cooperative {
		return nil
	}
	if fit, n := resident*d.SMs, l.Grid.Count(); n > fit {
		return fmt.Errorf("%s synchronises its grid, for which all blocks have to be resident at once: %s holds %d blocks of %d threads (%d on each of %d SMs), the grid has %d; let each thread do more, in a loop with steps of gridDim.x * blockDim.x",
			l.Kernel.Name, d.Name, fit, l.Block.Count(), resident, d.SMs, n)
	}
	if !l.InFull() {
		return fmt.Errorf("%s synchronises its grid: %w", l.Kernel.Name, ErrDependent)
	}
	return nil
}
