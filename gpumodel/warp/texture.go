package warp

import (
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// TextureTraffic counts texture fetches.
type TextureTraffic struct {
	Requests int64 // warp instructions with at least one active thread
	Fetches  int64 // of the threads
	Bytes    int64 // of the texels that threads asked for
	Distinct int64 // bytes of the different texels of each request, the first ones where filtering takes several
	Lines    int64 // of the cache that were looked up
	// UnitClocks are the core clocks that fetches hold the texture units of the TPCs.
	UnitClocks int64
}

// texture executes a texture fetch. The texture unit takes as many threads at a
// time as the device's rate says; each such group looks up each line that it
// needs once.
func (m *Machine) texture(w *warpState, in *instr, active uint32) error {
	t := m.Textures[in.Imm]
	use := &m.Program.Textures[in.Imm]
	var coordinates [3]*Lanes
	for i := range use.Fetch.Dims() {
		if _, err := m.source(w, in, i, active, &coordinates[i]); err != nil {
			return err
		}
	}
	var texels [4]Lanes
	var taps [8]memory.Tap
	var addresses Lanes
	inside := uint32(0)
	from, group := len(w.transactions), len(w.transactions)
	for i := range coordinates[0] {
		if i%m.Device.TextureRate == 0 {
			group = len(w.transactions)
		}
		if active>>i&1 == 0 {
			continue
		}
		list := sample(t, use.Fetch, coordinates, i, taps[:0])
		if m.Check != nil && use.Fetch == ir.Tex1DFetch && list[0].Border {
			m.Check.Texel(w.index, i, in.Instr, use.Name, list[0].X, t.Width)
		}
		// Backward, so that the first texel stays in addresses: it stands for the fetch in
		// Distinct.
		for _, tap := range slices.Backward(list) {
			if !tap.Border {
				addresses[i] = t.TexelAddress(tap.X, tap.Y, tap.Z)
				inside |= 1 << i
				w.lookUp(m, group, addresses[i])
			}
		}
		if in.inSlice {
			for c := range use.Lanes {
				texels[c][i] = component(t, use, list, c)
			}
		}
	}
	for c := range use.Lanes {
		if in.inSlice {
			w.write(isa.Operand{Kind: isa.Reg, N: in.Dst.N + c}, false, &texels[c], active)
		}
	}
	m.stats.Textures.Distinct += int64(t.TexelBytes() * memory.Distinct(m.Device, (*[32]uint64)(&addresses), inside))
	clocks := 1
	if t.Depth > 0 && t.Linear && !t.Layered && !t.Cube {
		clocks = 2 // a unit filters four texels at a time
	}
	m.bookFetch(w, in, t.TexelBytes(), clocks, from, active)
	return nil
}

// sample lists the texels of one thread's fetch.
func sample(t *memory.Texture, f ir.Fetch, at [3]*Lanes, lane int, taps []memory.Tap) []memory.Tap {
	if f == ir.Tex1DFetch {
		i := int(int32(at[0][lane]))
		out := i < 0 || i >= t.Width
		return append(taps, memory.Tap{X: i, Weight: 1, Border: out})
	}
	var x [3]float64
	for i := range f.Dims() {
		x[i] = ir.F32.Value(at[i][lane])
	}
	if f == ir.Tex1DLayered {
		return t.Sample(x[0], 0, x[1], taps)
	}
	return t.Sample(x[0], x[1], x[2], taps)
}

// component is a component of a fetch in the form of a register. Interpolation is
// rounded once; the precision of its sums is not published.
func component(t *memory.Texture, use *isa.Texture, taps []memory.Tap, channel int) uint64 {
	bits := func(tap memory.Tap) uint64 {
		if tap.Border {
			return 0
		}
		return t.Component(tap.X, tap.Y, tap.Z, channel)
	}
	if !use.Texel.Float() {
		return register(use.Texel, bits(taps[0]))
	}
	if !t.Fractions && len(taps) == 1 {
		return bits(taps[0])
	}
	sum := 0.0
	for _, tap := range taps {
		if tap.Weight == 0 {
			continue // so that a texel without a share may be infinite
		}
		if t.Fractions {
			sum += tap.Weight * t.Fraction(bits(tap))
		} else {
			sum += tap.Weight * ir.F32.Value(bits(tap))
		}
	}
	return uint64(math.Float32bits(float32(sum)))
}

// lookUp notes the line at an address, once for the threads since group. group is the index of the
// first transaction of the threads that the unit takes together.
func (w *warpState) lookUp(m *Machine, group int, address uint64) {
	bytes := uint64(m.Device.TextureLineBytes)
	line := address &^ (bytes - 1)
	for _, seen := range w.transactions[group:] {
		if seen.Addr == line {
			return
		}
	}
	w.transactions = append(w.transactions, memory.Transaction{Addr: line, Size: uint32(bytes), Cached: memory.TextureCache})
}

// sendReadOnly books a load through the texture units, which take a word of 4 bytes
// each in a clock; groups of as many threads look up each line once.
func (m *Machine) sendReadOnly(w *warpState, in *instr, addr *Lanes, active uint32, width int) {
	from, group := len(w.transactions), len(w.transactions)
	if m.lifts(UncoalescedLoads, in) {
		addr = m.pack(addr, active, width)
	}
	for i := range addr {
		if i%m.Device.TextureRate == 0 {
			group = len(w.transactions)
		}
		if active>>i&1 != 0 {
			w.lookUp(m, group, addr[i])
		}
	}
	bytes := width * memory.Distinct(m.Device, (*[32]uint64)(addr), active)
	m.account(w, in, addr, active, bytes, from)
	m.stats.Textures.Distinct += int64(bytes)
	if m.Watch != nil {
		m.Watch(Access{
			Block: m.block.Index, Warp: w.index, Instruction: in.Instr, PC: in.PC,
			Bytes: width, Active: active, Addresses: addr, Transactions: w.transactions[from:],
		})
	}
	m.bookFetch(w, in, width, (width+3)/4, from, active)
}

// bookFetch counts a fetch and books it in the warp's schedule: one of so many bytes for
// each thread, each of which takes a unit so many clocks.
func (m *Machine) bookFetch(w *warpState, in *instr, bytes, clocks, from int, active uint32) {
	n := len(w.transactions) - from
	unit := (ones(active) + m.Device.TextureRate - 1) / m.Device.TextureRate * clocks
	if active != 0 {
		traffic := &m.stats.Textures
		traffic.Requests++
		traffic.Fetches += int64(ones(active))
		traffic.Bytes += int64(ones(active) * bytes)
		traffic.Lines += int64(n)
		traffic.UnitClocks += int64(unit)
	}
	step := Step{Kind: Load, N: int32(n), Cached: memory.TextureCache, UnitClocks: int16(unit)}
	if m.clock {
		w.schedule.waited.next = int64(m.Device.TextureLatencyClocks)
	}
	w.schedule.access(step, &in.clocks, 0, in.ResultSlot, in.Results)
}
