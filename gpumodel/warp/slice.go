package warp

import (
	"errors"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp/flow"
)

// A loop is one whose iterations can be skipped, or counted at least.
type loop struct {
	*flow.Loop
	index   int       // in Machine.loops
	counted bool      // no more is known than how many iterations there are
	manners []*manner // of its iterations, if it is even
}

// findSlice finds the instructions that a launch without results has to compute (flow.Slice). The others still count, take time
// and are checked for bounds, but move no data. Then it looks for the loops whose iterations can be skipped, which depends on the
// same.
//
// Where a value that matters is loaded from device memory, all that is stored there would matter
// too. Mostly kernels read one array and write another one: that is assumed first, and found out
// otherwise while the launch is executed (touch).
func (m *Machine) findSlice() {
	apart := !m.Together
	m.useSlice(m.flow.Slice(apart))
	if apart && !m.Pure() { // what was written before it is found out would be there twice
		// Now every store to device memory is in the slice if any load from it is.
		apart = false
		m.useSlice(m.flow.Slice(apart))
	}
	if apart && m.slice.Loads {
		m.read, m.written = map[*memory.Buffer]bool{}, map[*memory.Buffer]bool{}
	}
	for _, l := range m.flow.Loops() {
		counted := !m.slice.Skippable(l)
		if !counted || m.MostProfiled > 0 && m.slice.Counted(l) {
			one := &loop{Loop: l, index: len(m.loops), counted: counted}
			m.loops = append(m.loops, one)
			m.code[l.Head].loop, m.code[l.Exit].exitOf, m.code[l.Test].testOf = one, one, one
		}
	}
}

func (m *Machine) useSlice(s *flow.Slice) {
	m.slice = s
	for pc := range m.code {
		m.code[pc].inSlice = s.In[pc]
	}
}

// ErrTogether says that a launch reads values that matter from an array that it
// also writes: it has to be executed with Launch.Together.
var ErrTogether = errors.New("values that matter are read from an array that is written")

// touch notes that an instruction reads a value that matters from an array, or that
// it would write one that is not to matter there.
func (m *Machine) touch(b *memory.Buffer, in *instr) error {
	write := in.Op.Writes()
	if m.read == nil || !in.inSlice && !write {
		return nil
	}
	here, other := m.read, m.written
	if write {
		here, other = other, here
	}
	if other[b] {
		return ErrTogether
	}
	here[b] = true
	return nil
}

// Reads reports whether values in device memory matter: then no other machine may
// use the arrays meanwhile.
func (m *Machine) Reads() bool {
	for i := range m.code {
		switch in := &m.code[i]; {
		case !in.inSlice:
		case in.Op.Reads() && in.Space != ir.Shared && in.Space != ir.Local:
			return true
		}
	}
	return false
}

// ReadsConstants reports whether values of __constant__ variables matter that instructions take as operands, without a load.
func (m *Machine) ReadsConstants() bool {
	constant := func(o isa.Operand) bool { return o.Kind == isa.ConstMem }
	return slices.ContainsFunc(m.code, func(in instr) bool { return in.inSlice && slices.ContainsFunc(in.Src[:], constant) })
}

// Pure reports whether blocks leave nothing behind that matters: none of them, and
// no part of one, has to be executed for the others' sake.
func (m *Machine) Pure() bool {
	return !m.Prints() && !m.Writes()
}

// Prints reports whether threads print.
func (m *Machine) Prints() bool { return m.has(ir.Printf) }

// Asserts reports whether threads have an assertion. It is not an output: like an access out of bounds it ends the launch
// where it is executed.
func (m *Machine) Asserts() bool { return m.has(ir.Assert) }

func (m *Machine) has(op ir.Op) bool {
	return slices.ContainsFunc(m.code, func(in instr) bool { return in.Op == op })
}

// Writes reports whether blocks write results that matter: arrays are not as they
// were when some have been executed.
func (m *Machine) Writes() bool {
	for i := range m.code {
		in := &m.code[i]
		if in.inSlice && in.Op.Writes() && in.Space != ir.Shared && in.Space != ir.Local {
			return true
		}
	}
	return false
}
