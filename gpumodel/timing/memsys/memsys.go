package memsys

import (
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/timing/memsys/fermi"
	"warpbook.dev/gpumodel/timing/memsys/tesla"
	"warpbook.dev/gpumodel/timing/memsys/volta"
)

// New returns the memory of an engine's device: of the generation whose features the device has.
func New(e *engine.Engine, c volta.Config) engine.Memory {
	switch d := e.Device; {
	case d.Sectored():
		return volta.New(e, c)
	case d.L2KB > 0:
		return fermi.New(e)
	}
	return tesla.New(e)
}
