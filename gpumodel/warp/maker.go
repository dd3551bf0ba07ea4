package warp

import "warpbook.dev/gpumodel/isa"

// A maker says what computes a register: the pipe, if it is a single one that forwards its result to itself, and the latency. The result
// of shared memory or of a special function is slow.
type maker struct {
	slow    bool
	pipe    forwarder
	latency uint8
}

// A forwarder is a pipe whose next instruction reads a result before those of other pipes can.
type forwarder uint8

const (
	noForwarder forwarder = iota
	coresForward
	integersForward
	forwarders
)

// leasts are, for each pipe that makes an operand of an instruction, the clocks from the issue of the one to that of the other, at least.
type leasts [forwarders]uint8

// forwarderOf is the pipe of an instruction that is a single one.
func forwarderOf(in *isa.Instr) forwarder {
	switch {
	case in.Count != 1 || in.Busy[isa.PipeFP64] > 0 || in.Busy[isa.PipeSFU] > 0 || in.Busy[isa.PipeLSU] > 0:
		return noForwarder
	case in.Busy[isa.PipeCores] > 0 && in.Busy[isa.PipeALU] == 0:
		return coresForward
	case in.Busy[isa.PipeALU] > 0 && in.Busy[isa.PipeCores] == 0:
		return integersForward
	}
	return noForwarder
}

// leastsOf are those of an instruction.
func leastsOf(p *isa.Program, in *isa.Instr) (l leasts) {
	own := forwarderOf(in)
	for f := coresForward; f < forwarders; f++ {
		switch {
		case in.Busy[isa.PipeLSU] > 0 || sends(in):
			l[f] = uint8(p.QueueClocks)
		case own != noForwarder && own != f:
			l[f] = uint8(p.OtherPipeClocks)
		}
	}
	return l
}

// made is the maker of an instruction's result.
func made(in *isa.Instr, c *clocks) maker {
	return maker{pipe: forwarderOf(in), latency: uint8(min(c.latency, 255))}
}

// later is how many clocks an operand is there later for an instruction than for one of the pipe that makes it.
func (m maker) later(l *leasts) int64 { return int64(max(l[m.pipe], m.latency) - m.latency) }

// code is a number for it.
func (m maker) code() int64 {
	n := int64(m.latency)<<2 | int64(m.pipe)
	if m.slow {
		n |= 1 << 10
	}
	return n
}
