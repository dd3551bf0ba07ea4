package gpumodel

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A launch that reads some arrays and writes others leaves memory in a certain state, whatever the others held before. A launch equal to
// it changes nothing as long as nobody has written any of these arrays since: memory holds already what it would write. So the
// repetitions of a measurement need not be executed. Each array has a number that grows with every write (memory.Buffer.Version); a
// launch that is not executed writes nothing, so that a chain of launches whose first link has not changed is still as a whole.
//
// The arrays are those that the launch has touched (warp.Touches), whatever pointers have led there.

// A stillKey is what a launch of host code depends on besides memory.
type stillKey struct {
	kernel      *Kernel
	device      *device.Device
	variables   *Variables
	global      *memory.Global
	grid, block Dim3
	shared      int
	params      string // their bits, and the textures that these and the texture references stand for
}

// A still is a launch that was executed: what it took, and how it left the arrays that it has touched.
type still struct {
	result   *Result
	arrays   []leftArray
	textures []*Texture // of the key, whose addresses nothing gets meanwhile
}

// A leftArray is an array as a launch has left it.
type leftArray struct {
	buffer  *memory.Buffer
	base    uint64
	version int
}

// StillRaw returns the result of an earlier launch by the code of a host, if the same launch would change nothing now. Otherwise it
// returns nil, and the launch has to be executed with [Kernel.RunRaw].
func (k *Kernel) StillRaw(d *device.Device, l Launch, raw Raw) *Result {
	key, _, ok := k.stillKey(d, &l, &raw)
	if !ok {
		return nil
	}
	s := raw.Repeats.stills[key]
	if s == nil || !s.holds(raw.Global) {
		return nil
	}
	return s.result
}

// holds reports whether all arrays are as the launch has left them.
func (s *still) holds(g *memory.Global) bool {
	for _, a := range s.arrays {
		if now, known := a.buffer.Version(); !known || now != a.version || a.buffer.Base != a.base || !g.Has(a.buffer) {
			return false
		}
	}
	return true
}

// stillKey makes the key of a launch, which has the addresses of some textures; ok is false if there is none.
func (k *Kernel) stillKey(d *device.Device, l *Launch, raw *Raw) (key stillKey, textures []*Texture, ok bool) {
	if raw.Repeats == nil {
		return key, nil, false
	}
	params := make([]byte, 0, 128)
	for _, p := range raw.Params {
		params = binary.LittleEndian.AppendUint64(params, p)
	}
	for i, p := range k.Params() {
		if !p.Texture || i >= len(raw.Params) || raw.Texture == nil {
			continue
		}
		t := raw.Texture(raw.Params[i])
		if t == nil {
			return key, nil, false
		}
		params, textures = fmt.Appendf(params, " %p", t), append(textures, t)
	}
	for _, name := range slices.Sorted(maps.Keys(raw.Bound)) {
		t := raw.Bound[name]
		params, textures = fmt.Appendf(params, " %s %p", name, t), append(textures, t)
	}
	return stillKey{kernel: k, device: d, variables: l.Variables, global: raw.Global, grid: l.Grid, block: l.Block, shared: l.Shared,
		params: string(params)}, textures, true
}

// executed notes what a launch by the code of a host has written, and keeps the launch if an equal one would change nothing.
func (k *Kernel) executed(d *device.Device, l *Launch, raw *Raw, touches *warp.Touches, result *Result, failed error) {
	if failed != nil || result.Unfinished != "" || result.Counted == nil || len(result.Counted.Program.Nested) > 0 {
		for _, b := range raw.Global.Buffers() {
			b.Changed() // some of them, maybe
		}
		return
	}
	for b := range touches.Written() {
		b.Changed()
	}
	r := raw.Repeats
	key, textures, ok := k.stillKey(d, l, raw)
	delete(r.stills, key)
	if !ok || len(r.stills) >= mostRepeats || !touches.Apart() || !lasts(result.Counted.Program) {
		return
	}
	s := &still{result: result, textures: textures}
	for _, arrays := range []map[*memory.Buffer]bool{touches.Read(), touches.Written()} {
		for b := range arrays {
			version, known := b.Version()
			if !known || !raw.Global.Has(b) || len(s.arrays) >= mostStillArrays {
				return
			}
			s.arrays = append(s.arrays, leftArray{b, b.Base, version})
		}
	}
	if r.stills == nil {
		r.stills = map[stillKey]*still{}
	}
	r.stills[key] = s
}

// mostStillArrays is how many arrays a launch may touch that is kept.
const mostStillArrays = 256

// lasts reports whether a program does nothing but read and write memory: it prints nothing, and does not look at the clock.
func lasts(p *isa.Program) bool {
	return !p.ReadsClock() && !slices.ContainsFunc(p.Code, func(in isa.Instr) bool { return in.Op == ir.Printf })
}
