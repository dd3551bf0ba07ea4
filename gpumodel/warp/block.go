package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// A Block is one block of the grid in execution.
type Block struct {
	Index int     // in the grid
	Warps []Trace // what is to be replayed, warp by warp
	*state
	produced int // steps and transactions so far
}

// state is what a block needs until its last warp has ended.
type state struct {
	warps  []*warpState
	shared []byte
	ctaid  [3]Lanes
}

// warpState is one warp of a block.
type warpState struct {
	index        int
	registers    []Lanes
	addresses    []Lanes
	shapes       []shape // of the address registers
	preds        []uint32
	local        []byte
	stack        stack
	lanes        uint32 // threads of the block
	done         bool
	arrived      bool // at a barrier
	schedule     schedule
	transactions []memory.Transaction // of the schedule's steps
	counted      int                  // steps in the statistics
}

// Start begins block number n of the grid and executes a first piece of it.
func (m *Machine) Start(n int) (*Block, error) {
	b := m.newBlock()
	b.Index, b.produced = n, 0
	index := m.Grid.split(n)
	for d, i := range []int{index.X, index.Y, index.Z} {
		fill(&b.ctaid[d], uint64(i))
	}
	clear(b.shared)
	for i, w := range b.warps {
		t := &b.Warps[i]
		w.schedule.reset(t.Steps, m.files.slots())
		w.transactions = t.Transactions[:0]
		w.stack.reset(w.lanes)
		w.counted, w.done, w.arrived, t.Done = 0, false, false, false
		clear(w.local)
	}
	m.Stats.Blocks++
	m.Stats.Warps += int64(len(b.warps))
	return b, m.advance(b)
}

// Continue executes the next piece of a block of which one warp's steps have all
// been replayed; the others keep theirs.
func (m *Machine) Continue(b *Block, warp int) error {
	b.warps[warp].begin()
	return m.advance(b)
}

// begin makes room for the next piece of a trace.
func (w *warpState) begin() {
	w.schedule.steps, w.transactions, w.counted = w.schedule.steps[:0], w.transactions[:0], 0
}

// Execute executes block number n from its begin to its end.
func (m *Machine) Execute(n int) error {
	b, err := m.Start(n)
	for err == nil && b.state != nil {
		for _, w := range b.warps {
			w.begin()
		}
		err = m.advance(b)
	}
	if err == nil {
		m.Release(b)
	}
	return err
}

// Release takes a block back whose steps have all been replayed.
func (m *Machine) Release(b *Block) { m.freeBlocks = append(m.freeBlocks, b) }

// advance executes the warps of a block in turn, from barrier to barrier, until
// each of them has enough steps, or waits for one that has, or has ended.
func (m *Machine) advance(b *Block) error {
	m.enter(b)
	for again := true; again; again = b.open() {
		for _, w := range b.warps {
			if w.done || w.arrived || w.ahead() {
				continue
			}
			if err := m.runWarp(w); err != nil {
				return err
			}
		}
	}
	m.leave(b)
	return nil
}

// ahead reports whether enough of a warp has been executed.
func (w *warpState) ahead() bool {
	return len(w.schedule.steps) >= aheadSteps || len(w.transactions) >= aheadTransactions
}

// open lets a block's warps pass a barrier at which all of them have arrived that
// have not ended.
func (b *Block) open() bool {
	waiting := 0
	for _, w := range b.warps {
		if !w.done && !w.arrived {
			return false
		}
		if w.arrived {
			waiting++
		}
	}
	for _, w := range b.warps {
		w.arrived = false
	}
	return waiting > 0
}

// newBlock returns a block with the memory of an old one, if there is one.
func (m *Machine) newBlock() *Block {
	b := &Block{Warps: make([]Trace, len(m.tid))}
	if last := len(m.freeBlocks) - 1; last >= 0 {
		b, m.freeBlocks = m.freeBlocks[last], m.freeBlocks[:last]
	}
	if last := len(m.freeStates) - 1; last >= 0 {
		b.state, m.freeStates = m.freeStates[last], m.freeStates[:last]
		return b
	}
	b.state = &state{shared: make([]byte, m.sharedLimit+8)}
	for i := range b.Warps {
		b.warps = append(b.warps, &warpState{
			index: i, lanes: ^uint32(0) >> (32 - min(32, m.Block.count()-i*32)),
			registers: make([]Lanes, m.files.registers), addresses: make([]Lanes, m.files.addresses),
			shapes: make([]shape, m.files.addresses),
			preds:  make([]uint32, m.files.preds), local: make([]byte, 32*m.Program.LocalBytes),
		})
	}
	return b
}

// enter makes a block the current one.
func (m *Machine) enter(b *Block) {
	m.block, m.shared = b, b.shared
	for d := range b.ctaid {
		m.special[ir.CtaidX+d] = &b.ctaid[d]
	}
}

// leave hands out what the block's warps have done. A block that has ended gives
// its state back, so that short blocks share one.
func (m *Machine) leave(b *Block) {
	ended := true
	for i, w := range b.warps {
		for _, step := range w.schedule.steps[w.counted:] {
			m.Stats.PortClocks += int64(step.Port)
			m.Stats.CoreClocks += int64(step.Cores)
			m.Stats.SpecialClocks += int64(step.Special)
			b.produced += 1 + int(step.N)
		}
		w.counted = len(w.schedule.steps)
		b.Warps[i] = Trace{w.schedule.steps, w.transactions, w.done}
		ended = ended && w.done
	}
	if ended {
		m.freeStates = append(m.freeStates, b.state)
		b.state = nil
	}
}
