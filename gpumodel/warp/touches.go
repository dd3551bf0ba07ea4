package warp

import (
	"sync"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// Touches are the arrays that the blocks of a launch read and write, as a whole: which words of them nobody notes. An access is noted
// where an instruction looks up the array that it finds its words in, which on the fast path is once as long as it stays there.
type Touches struct {
	mu      sync.Mutex
	read    map[*memory.Buffer]bool
	written map[*memory.Buffer]bool
}

// A touchKey is an access that a machine has noted.
type touchKey struct {
	buffer *memory.Buffer
	op     ir.Op
}

// Read are the arrays that were read.
func (t *Touches) Read() map[*memory.Buffer]bool { return t.read }

// Written are the arrays that were written, or changed by atomics.
func (t *Touches) Written() map[*memory.Buffer]bool { return t.written }

// Apart reports whether no array was both read and written: then the blocks leave the same in memory when they are executed once more.
func (t *Touches) Apart() bool {
	for b := range t.written {
		if t.read[b] {
			return false
		}
	}
	return true
}

func (t *Touches) add(b *memory.Buffer, op ir.Op) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read == nil {
		t.read, t.written = map[*memory.Buffer]bool{}, map[*memory.Buffer]bool{}
	}
	if op != ir.Store {
		t.read[b] = true
	}
	if op != ir.Load {
		t.written[b] = true
	}
}

// beginTouches notes what instructions read without a load: constants and textures.
func (m *Machine) beginTouches() {
	if m.Touches == nil {
		return
	}
	m.noted = map[touchKey]bool{}
	for _, b := range m.constants() {
		m.Touches.add(b, ir.Load)
	}
	for _, t := range m.Textures {
		if t != nil {
			m.Touches.add(t.Buffer, ir.Load)
		}
	}
}

// noteTouch notes that an instruction reads or writes an array.
func (m *Machine) noteTouch(b *memory.Buffer, in *instr) {
	if m.noted == nil {
		return
	}
	if key := (touchKey{b, in.Op}); !m.noted[key] {
		m.noted[key] = true
		m.Touches.add(b, in.Op)
	}
}
