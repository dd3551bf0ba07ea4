package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// A label begins a block, and goto is an edge to it. A label that no goto behind it names is like
// the end of an if: all edges are known where it stands. Another one is the header of a loop, which
// stays open to the end of its function. Each call of a device function that is expanded has labels
// of its own.
//
// A loop that is entered at two places is no natural loop, which later passes rely on: it is refused.

// labelled are the blocks of the labels of one function's expansion.
type labelled struct {
	blocks map[*cuda.Label]*Block
	open   []*Block // in their order in the source
}

// labelBlock is the block of a label of the current function.
func (b *builder) labelBlock(l *cuda.Label) *Block {
	if b.labels.blocks == nil {
		b.labels.blocks = map[*cuda.Label]*Block{}
	}
	if b.labels.blocks[l] == nil {
		b.labels.blocks[l] = b.newBlock()
	}
	return b.labels.blocks[l]
}

// label enters the block of a label.
func (b *builder) label(l *cuda.Label) {
	blk := b.labelBlock(l)
	b.jumpAlive(blk)
	if !l.Backward {
		b.start(blk)
		return
	}
	blk.Line, blk.Col = b.line, 0
	b.hasLoops = true
	if n := len(b.frames); n > 0 && b.frames[n-1].machine != nil { // there may be calls on the way back
		m := b.frames[n-1].machine
		p := b.newState(m)
		b.enter(blk)
		b.goOn(m, p.state)
		b.labels.open = append(b.labels.open, blk)
		b.enter(p.block)
		return
	}
	b.labels.open = append(b.labels.open, blk)
	b.enter(blk)
}

// gotoStmt jumps to a label.
func (b *builder) gotoStmt(g *cuda.Goto) { b.jump(b.labelBlock(g.To)) }

// sealLabels states that a function ends, and with it all jumps to its labels.
func (b *builder) sealLabels() {
	for _, blk := range b.labels.open {
		b.seal(blk)
	}
}

// checkLoops refuses loops that are entered at two places, which only goto can make.
func (b *builder) checkLoops() {
	if !b.hasLoops {
		return
	}
	for _, blk := range b.f.Blocks {
		for _, s := range blk.Succs {
			if s.ID <= blk.ID && !s.Dominates(blk) {
				b.fail(token.Pos{Line: s.Line}, "goto leads into the middle of a loop: a loop is entered at its beginning alone; put the test into the loop, as while (true) { … break; }")
			}
		}
	}
}

// reachable tells whether a statement that nothing before it reaches can be reached by goto.
func reachable(s cuda.Stmt) bool {
	found := false
	walk(s, func(n any) bool {
		_, ok := n.(*cuda.Label)
		found = found || ok
		return !found
	})
	return found
}
