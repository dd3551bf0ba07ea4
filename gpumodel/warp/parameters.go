package warp

import "warpbook.dev/gpumodel/isa"

// The parameters of a kernel lie in constant memory, whose cache in an SM has none of them when a launch begins. A program that asks for
// the time sees how long the first warp waits that reads a line of them, and those that come to it meanwhile. The times of other launches
// leave it out: usually it is a part of how long a block needs to begin.

// parameters say when each SM has the lines of its parameters.
type parameters struct {
	clocks int64     // for a line
	there  [][]int64 // by SM and line; 0 if nobody has asked for it
}

// newParameters notes which instructions read parameters, if the program is told the time and the device needs time for them.
func (m *Machine) newParameters() *parameters {
	clocks, line := m.Device.ParameterMissClocks, m.Device.ConstantLineBytes
	if clocks == 0 || line == 0 {
		return nil
	}
	for pc := range m.code {
		in := &m.code[pc]
		for _, o := range in.Src {
			if o.Kind == isa.ParamMem {
				in.parameter = max(in.parameter, 1+int32((m.Program.ParamBase%line+int(o.Offset))/line))
			}
		}
	}
	return &parameters{clocks: int64(clocks), there: make([][]int64, m.Device.SMs)}
}

// awaitParameter lets a warp wait for the parameter that an instruction reads, once that is issued.
func (m *Machine) awaitParameter(w *warpState, in *instr) {
	s, there := &w.schedule, &m.parameters.there[m.block.sm]
	for len(*there) <= int(in.parameter) {
		*there = append(*there, 0)
	}
	at := &(*there)[in.parameter]
	if *at == 0 {
		*at = s.now() + m.parameters.clocks
	}
	if late := *at - s.now(); late > 0 {
		s.stalled(late, true)
		s.clock += late
	}
}
