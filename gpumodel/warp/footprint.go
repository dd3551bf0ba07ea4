package warp

import (
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// A footprint says which words of 32 bits of global memory some blocks have touched (Machine.footprint). Blocks with
// footprints that do not clash can be executed in any order, with the same results.
//
// It is kept on the fast path alone. Patterns add what their log has (lanePattern.flush), and find the words
// of a hit shifted by a multiple of vector.Period: that many bytes are a row of a wordSet. Other accesses note each lane.
type footprint struct {
	read, written wordSet
	updated       wordSet // by atomics whose result nobody uses: their order among each other is known later
	updates       int     // threads that have updated a word
	worker        *worker // whose they are; nil for a survey
}

// A wordSet is a set of words: rows of 64, which have vector.Period bytes, in parts that come into being when they
// are needed. Addresses lie anywhere: arrays of a program, of its host and of other GPUs are far apart.
type wordSet struct {
	parts  map[uint64]*wordPart
	recent [recentParts]struct { // parts by the last digits of their numbers
		n    uint64
		part *wordPart
	}
}

type wordPart [partRows]uint64

const (
	rowBytes    = 4 * 64
	partRows    = 1 << 12
	recentParts = 8
)

// part is the part of a number, made if need be.
func (s *wordSet) part(n uint64) *wordPart {
	recent := &s.recent[n%recentParts]
	if recent.n == n && recent.part != nil {
		return recent.part
	}
	part := s.parts[n]
	if part == nil {
		if s.parts == nil {
			s.parts = map[uint64]*wordPart{}
		}
		part = new(wordPart)
		s.parts[n] = part
	}
	recent.n, recent.part = n, part
	return part
}

// add adds words of a row.
func (s *wordSet) add(row, words uint64) { s.part(row / partRows)[row%partRows] |= words }

// bytes adds the words of some bytes.
func (s *wordSet) bytes(address uint64, n int) {
	for at := address &^ 3; at < address+uint64(n); at += 4 {
		s.add(at/rowBytes, 1<<(at%rowBytes/4))
	}
}

// row is a row of the set.
func (s *wordSet) row(n uint64) uint64 {
	if part := s.parts[n/partRows]; part != nil {
		return part[n%partRows]
	}
	return 0
}

// meets reports whether two sets have a word in common.
func (s *wordSet) meets(x *wordSet) bool {
	for n, part := range s.parts {
		other := x.parts[n]
		if other == nil {
			continue
		}
		for row, words := range part {
			if words&other[row] != 0 {
				return true
			}
		}
	}
	return false
}

// within reports whether the set has a word of some rows.
func (s *wordSet) within(from, to uint64) bool {
	for n := from; n < to; n++ {
		switch part := s.parts[n/partRows]; {
		case part == nil:
			n |= partRows - 1
		case part[n%partRows] != 0:
			return true
		}
	}
	return false
}

// join adds the words of another set.
func (s *wordSet) join(x *wordSet) {
	for n, part := range x.parts {
		mine := s.part(n)
		for row, words := range part {
			mine[row] |= words
		}
	}
}

// clear forgets the words.
func (s *wordSet) clear() {
	for _, part := range s.parts {
		*part = wordPart{}
	}
}

// clashes reports whether the result may depend on which of two footprints' blocks come first.
func (f *footprint) clashes(x *footprint) bool {
	return f.written.meets(&x.read) || f.written.meets(&x.written) || f.written.meets(&x.updated) ||
		f.read.meets(&x.written) || f.updated.meets(&x.written) || f.updated.meets(&x.read) || f.read.meets(&x.updated)
}

// late reports whether blocks ask for words that they update, which they would find without the updates that are
// made in the end.
func (f *footprint) late() bool { return f.updated.meets(&f.read) || f.updated.meets(&f.written) }

// changes reports whether words of a buffer are changed.
func (f *footprint) changes(b *memory.Buffer) bool {
	from, to := rowsOf(b)
	return f.written.within(from, to) || f.updated.within(from, to)
}

// has reports whether words of a buffer are touched.
func (f *footprint) has(b *memory.Buffer) bool {
	from, to := rowsOf(b)
	return f.read.within(from, to) || f.changes(b)
}

func rowsOf(b *memory.Buffer) (from, to uint64) {
	return b.Base / rowBytes, (b.Base + uint64(b.Size) + rowBytes - 1) / rowBytes
}

func (f *footprint) join(x *footprint) {
	f.read.join(&x.read)
	f.written.join(&x.written)
	f.updated.join(&x.updated)
	f.updates += x.updates
}

func (f *footprint) clear() {
	f.read.clear()
	f.written.clear()
	f.updated.clear()
	f.updates = 0
}

// of is the set that an access of global memory is noted in.
func (f *footprint) of(in *instr) *wordSet {
	if in.Op == ir.Load {
		return &f.read
	}
	return &f.written
}

// A footprintRow is what a hit of a pattern touches of one row.
type footprintRow struct {
	row   uint64 // of the pattern's own place
	words uint64
}

// hits notes the hits of a pattern of global memory.
func (f *footprint) hits(p *lanePattern, n int64) {
	if p.footprintRows == nil {
		p.findFootprint()
	}
	set := f.of(p.access.in)
	for _, base := range p.Log[:n] {
		by := (base - p.Base) / rowBytes // modulo 2^56: it may be negative
		for _, x := range p.footprintRows {
			set.add((x.row+by)&(1<<56-1), x.words)
		}
	}
}

// findFootprint finds the rows of a pattern.
func (p *lanePattern) findFootprint() {
	p.footprintRows = make([]footprintRow, 0, 2)
	for lanes := p.Active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes)
		from := p.Base + uint64(int64(int32(p.Of[i])))
		for at := from &^ 3; at < from+uint64(p.access.width); at += 4 {
			row, word := at/rowBytes, uint64(1)<<(at%rowBytes/4)
			if last := len(p.footprintRows) - 1; last >= 0 && p.footprintRows[last].row == row {
				p.footprintRows[last].words |= word
			} else {
				p.footprintRows = append(p.footprintRows, footprintRow{row, word})
			}
		}
	}
}

// lanes notes an access whose lanes lie in no pattern from an address.
func (f *footprint) lanes(a *access, of *vector.Word, base uint64, active uint32) {
	for set := f.of(a.in); active != 0; active &= active - 1 {
		at := base + uint64(int64(int32(of[bits.TrailingZeros32(active)&31])))
		if a.width == 4 {
			set.add(at/rowBytes, 1<<(at%rowBytes/4))
		} else {
			set.bytes(at, a.width)
		}
	}
}

// prepare sees to it that an instruction may use a buffer.
func (f *footprint) prepare(b *memory.Buffer, in *instr) error {
	if f.worker == nil {
		return nil
	}
	return f.worker.prepare(b, in.Op != ir.Load && in.Op != ir.Tex)
}

// word notes a word of an access on the way of the tracing path.
func (f *footprint) word(b *memory.Buffer, in *instr, address uint64, size int) error {
	f.of(in).bytes(address, size)
	return f.prepare(b, in)
}

// atomic notes an atomic on words of 32 bits of global memory. It reports whether that is all there is to do: the update is
// made later, in the order of the blocks.
func (f *footprint) atomic(a *access, of *vector.Word, base uint64, active uint32, operand, compare *vector.Word) (later bool) {
	if a.returns {
		f.lanes(a, of, base, active)
		return false
	}
	for f.updates += ones(active); active != 0; active &= active - 1 {
		i := bits.TrailingZeros32(active) & 31
		at := base + uint64(int64(int32(of[i])))
		f.updated.add(at/rowBytes, 1<<(at%rowBytes/4))
		if f.worker == nil {
			continue
		}
		u := update{address: at, pc: int32(a.in.PC), operand: operand[i]}
		if compare != nil {
			u.compare = compare[i]
		}
		f.worker.updates = append(f.worker.updates, u)
	}
	return f.worker != nil
}
