package toolchain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/kernel/lib/cudacell"
)

// resources tells what each kernel needs, as ptxas -v does.
func (c *Compiler) resources(ctx context.Context, m *gpumodel.Module, n *cudacell.NVCC) {
	d, err := c.Device()
	if err != nil || d.Card != nil {
		return
	}
	global, constant := 0, 0
	for _, g := range m.File().Globals {
		switch {
		case g.Host || g.Library():
		case g.Storage == cuda.Device:
			global += g.Type.Size()
		case g.Storage == cuda.Constant:
			constant += g.Type.Size()
		}
	}
	line := fmt.Sprintf("ptxas info    : %d bytes gmem", global)
	if constant > 0 {
		line += fmt.Sprintf(", %d bytes cmem[3]", constant)
	}
	c.say("%s", line)
	for _, k := range m.Kernels {
		if k.Template() || k.Library() {
			continue
		}
		p, err := k.Lower(ctx, d)
		if err != nil {
			c.say("ptxas error   : %s: %v", k.Name, err)
			continue
		}
		symbol := k.Func().Symbol()
		stores, loads := p.SpillBytes()
		c.say("ptxas info    : Compiling entry function '%s' for 'sm_%d'", symbol, capability(d))
		c.say("ptxas info    : Function properties for %s\n    %d bytes stack frame, %d bytes spill stores, %d bytes spill loads", symbol,
			p.LocalBytes, stores, loads)
		line := fmt.Sprintf("ptxas info    : Used %d registers, used %d barriers", p.Registers, barriers(p))
		if p.SharedBytes > 0 {
			line += fmt.Sprintf(", %d bytes smem", p.SharedBytes)
		}
		if p.ParamBase > 0 {
			line += fmt.Sprintf(", %d bytes cmem[0]", p.ParamBase+p.ParamBytes)
		}
		c.say("%s", line)
	}
	if note := archMismatch(n, d); note != "" {
		c.say("(%s)", note)
	}
}

// barriers is how many barriers of a block a kernel names: number 0 is that of __syncthreads.
func barriers(p *isa.Program) int {
	named := map[isa.Operand]bool{}
	for i := range p.Code {
		switch in := &p.Code[i]; {
		case in.Named():
			named[in.Src[0]] = true
		case in.Kind == isa.Barrier:
			named[isa.Operand{}] = true
		}
	}
	return len(named)
}

// capability is a device's compute capability as nvcc writes it: 75 for 7.5.
func capability(d *device.Device) (cc int) {
	fmt.Sscan(strings.ReplaceAll(d.ComputeCapability, ".", ""), &cc)
	return cc
}

// archMismatch says for which card registers were told where -arch names another one.
func archMismatch(n *cudacell.NVCC, d *device.Device) string {
	if cc := capability(d); len(n.Archs) > 0 && !slices.Contains(n.Archs, cc) {
		return fmt.Sprintf("registers are those of sm_%d, %s, on which programs run here; use(…) chooses another GPU", cc, d.Name)
	}
	return ""
}
