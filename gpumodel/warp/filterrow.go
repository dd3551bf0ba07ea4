package warp

import "math/bits"

// What a FaultFilter knows of memory is kept by rows of 64 cells, where a cell is a word or the narrowest part of one that the
// program accesses. A row knows which of its cells were read, written and updated by atomics, in
// five groups by how far they are ordered before what comes next:
//
//	thisEpoch    by the running warp, since its lanes last met: here it matters which lane it was
//	byWarp       by the running warp before that, which is ordered
//	byOthers     by other warps of the block since its last barrier, which is not
//	byBlock      by the block before its last barrier, which is ordered
//	byGrid       by blocks before it, which is not
//
// A group is moved on when the row is touched the next time: the time of its last access tells where it belongs.
const (
	thisEpoch = iota
	byWarp
	byOthers
	byBlock
	byGrid
	groups
)

// An order is the times at which order changed. Each change begins a new epoch.
type order struct{ epoch, switchedAt, barrierAt, blockAt int32 }

func (o *order) switchWarp() { o.epoch++; o.switchedAt = o.epoch }
func (o *order) barrier()    { o.switchWarp(); o.barrierAt = o.epoch }
func (o *order) block()      { o.barrier(); o.blockAt = o.epoch }

// group is where an access of some time belongs now.
func (o *order) group(time int32) int {
	switch {
	case time == o.epoch:
		return thisEpoch
	case time >= o.switchedAt:
		return byWarp
	case time >= o.barrierAt:
		return byOthers
	case time >= o.blockAt:
		return byBlock
	}
	return byGrid
}

type touchKind uint8

const (
	reads touchKind = iota
	writes
	updates
	touchKinds
)

// A cellGroup is the cells of a row that were touched in a way, up to a time.
type cellGroup struct {
	time  int32
	cells [touchKinds]uint64
}

// A filterRow is what is known of a row of cells.
type filterRow struct {
	group [groups]cellGroup
	plain uint64               // of those in this epoch, touched by an access that is not volatile
	maps  [mostLaneMaps]uint16 // of the accesses in this epoch, 0 for none
	lanes *laneMap             // of further ones
	unset uint64               // cells with bytes that nobody had set before the launch
}

const mostLaneMaps = 4

// A laneMap is which lane touches a cell of a row: 0 for none, severalLanes for more than one, else the lane plus 1.
type laneMap [64]uint8

const severalLanes = 255

// add notes that a lane touches a cell.
func (t *laneMap) add(cell, lane int) {
	switch t[cell] {
	case 0:
		t[cell] = uint8(lane + 1)
	case uint8(lane + 1):
	default:
		t[cell] = severalLanes
	}
}

// laneMaps are the different maps of patterns, numbered from 1.
type laneMaps struct {
	list  []laneMap
	index map[laneMap]uint16
}

// number is that of a map; 0 if there are too many.
func (t *laneMaps) number(x *laneMap) uint16 {
	n := t.index[*x]
	if n == 0 && len(t.list) < 1<<16-2 {
		t.list = append(t.list, *x)
		n = uint16(len(t.list))
		t.index[*x] = n
	}
	return n
}

func (t *laneMaps) at(n uint16) *laneMap { return &t.list[n-1] }

// rows are those of shared or of global memory, by address. They come into being in parts, when they are needed.
type rows struct {
	s       *FaultFilter
	shift   int  // of an address to the number of its row
	cell    int  // the same to a cell
	defined bool // what is read has to be written before, by the block
	parts   []*[filterPart]filterRow
	first   uint64 // number of parts[0]: addresses of a program begin far from 0
	held    int
	unset   []Extent // bytes that nobody had set before the launch
	nowhere filterRow
}

const (
	filterPart = 1 << 10 // rows
	mostParts  = 1 << 11 // 400 MB
	mostReach  = 1 << 20 // of the places for parts
)

func newRows(s *FaultFilter, granule int) rows {
	cell := bits.TrailingZeros(uint(granule))
	return rows{s: s, cell: cell, shift: cell + 6}
}

// row is a row, moved on to the present.
func (t *rows) row(n uint64) *filterRow {
	i := n/filterPart - t.first
	if i >= uint64(len(t.parts)) {
		if !t.reach(n / filterPart) {
			t.s.suspect("an address far out")
			return &t.nowhere
		}
		i = n/filterPart - t.first
	}
	part := t.parts[i]
	if part == nil {
		if t.held++; t.held > mostParts {
			t.s.suspect("too much memory to look at")
			return &t.nowhere
		}
		part = new([filterPart]filterRow)
		t.parts[i] = part
		t.markUnset(part, n/filterPart*filterPart)
	}
	r := &part[n%filterPart]
	if r.group[thisEpoch].time != t.s.order.epoch {
		t.moveOn(r)
	}
	return r
}

// reach makes room for a part, among those that are there already or as the first one. It is false if they would lie too far apart.
func (t *rows) reach(part uint64) bool {
	if len(t.parts) == 0 {
		t.first = part
	}
	first := min(t.first, part)
	more := max(t.first+uint64(len(t.parts)), part+1) - first
	if more > mostReach {
		return false
	}
	if part < t.first {
		t.parts = append(make([]*[filterPart]filterRow, t.first-part, more), t.parts...)
		t.first = part
	} else {
		t.parts = append(t.parts, make([]*[filterPart]filterRow, int(more)-len(t.parts))...)
	}
	return true
}

// written reports whether something was written in an extent, or in a row with it.
func (t *rows) written(e Extent) bool {
	if e.From == e.To {
		return false
	}
	for n := max(e.From>>t.shift, t.first*filterPart); n <= (e.To-1)>>t.shift && n/filterPart-t.first < uint64(len(t.parts)); n++ {
		part := t.parts[n/filterPart-t.first]
		if part == nil {
			n |= filterPart - 1 // to the next part
			continue
		}
		for _, g := range part[n%filterPart].group {
			if g.cells[writes]|g.cells[updates] != 0 {
				return true
			}
		}
	}
	return false
}

// eachRun calls f for the runs of bytes of an extent whose cells are among those that of names.
func (t *rows) eachRun(e Extent, of func(*filterRow) uint64, f func(from, to uint64)) {
	for n := max(e.From>>t.shift, t.first*filterPart); n <= (e.To-1)>>t.shift && n/filterPart-t.first < uint64(len(t.parts)); n++ {
		part := t.parts[n/filterPart-t.first]
		if part == nil {
			n |= filterPart - 1 // to the next part
			continue
		}
		set := of(&part[n%filterPart])
		for at := 0; set>>at != 0; {
			at += bits.TrailingZeros64(set >> at)
			run := bits.TrailingZeros64(^(set >> at))
			from, to := n<<t.shift+uint64(at)<<t.cell, n<<t.shift+uint64(at+run)<<t.cell
			if from, to = max(from, e.From), min(to, e.To); from < to {
				f(from, to)
			}
			if at += run; at == 64 {
				break
			}
		}
	}
}

// moveOn moves the groups of a row on.
func (t *rows) moveOn(r *filterRow) {
	o := &t.s.order
	for g := byBlock; g >= thisEpoch; g-- {
		from := &r.group[g]
		if from.cells == [touchKinds]uint64{} {
			continue
		}
		now := o.group(from.time)
		if now == g {
			continue
		}
		if now != byGrid || !t.defined { // shared memory is another one for each block
			to := &r.group[now]
			for k := range to.cells {
				to.cells[k] |= from.cells[k]
			}
			to.time = max(to.time, from.time)
		}
		from.cells = [touchKinds]uint64{}
	}
	r.group[thisEpoch].time = o.epoch
	r.plain, r.maps = 0, [mostLaneMaps]uint16{}
	if r.lanes != nil {
		*r.lanes = laneMap{}
	}
}

// meets are those of some cells with which an access may race in a group.
func (r *filterRow) meets(group int, kind touchKind, cells uint64) uint64 {
	g := &r.group[group].cells
	switch kind {
	case reads:
		return cells & (g[writes] | g[updates])
	case writes:
		return cells & (g[reads] | g[writes] | g[updates])
	}
	return cells & (g[reads] | g[writes])
}

// markUnset notes which cells of a part, which begins with a row, have bytes that nobody had set before the launch.
func (t *rows) markUnset(part *[filterPart]filterRow, first uint64) {
	from, to := first<<(t.shift-t.cell), (first+filterPart)<<(t.shift-t.cell) // in cells
	for _, e := range t.unset {
		for n := max(from, e.From>>t.cell); n < min(to, (e.To-1)>>t.cell+1); n++ {
			part[n/64-first].unset |= 1 << (n % 64)
		}
	}
}

// set are the cells that the launch has written.
func (r *filterRow) set() uint64 { return r.touched(writes) | r.touched(updates) }

// touched are the cells that the launch has touched in a way.
func (r *filterRow) touched(kind touchKind) (cells uint64) {
	for i := range r.group {
		cells |= r.group[i].cells[kind]
	}
	return cells
}

// look compares an access of some cells with what was before, and returns those cells of which the running warp's lanes
// have to be compared.
func (t *rows) look(r *filterRow, kind touchKind, volatile bool, cells uint64) (own uint64) {
	if r.meets(byOthers, kind, cells)|r.meets(byGrid, kind, cells) != 0 {
		t.s.suspect("a race of warps or blocks")
	}
	if t.defined && kind != writes {
		set := uint64(0)
		for g := thisEpoch; g <= byBlock; g++ {
			set |= r.group[g].cells[writes]
		}
		if cells&^set != 0 {
			t.s.suspect("shared memory that was never set")
		}
	}
	if r.unset != 0 && kind != writes && cells&r.unset&^r.set() != 0 {
		t.s.suspect("memory that was never set")
	}
	own = r.meets(thisEpoch, kind, cells)
	if volatile && !t.s.m.Program.Independent {
		own &= r.plain // a warp goes in step
	}
	return own
}

// touch notes an access by the lanes of a pattern: number is that of the map.
func (t *rows) touch(r *filterRow, kind touchKind, volatile bool, cells uint64, number uint16) {
	own := t.look(r, kind, volatile, cells)
	here := t.s.maps.at(number)
	if own != 0 {
		t.compare(r, own, here)
	}
	r.group[thisEpoch].cells[kind] |= cells
	if !volatile && kind != updates {
		r.plain |= cells
	}
	for i := range r.maps {
		switch r.maps[i] {
		case number:
			return
		case 0:
			r.maps[i] = number
			return
		}
	}
	if r.lanes == nil {
		r.lanes = new(laneMap)
	}
	for c := cells; c != 0; c &= c - 1 {
		i := bits.TrailingZeros64(c)
		if here[i] == severalLanes {
			r.lanes[i] = severalLanes
		} else {
			r.lanes.add(i, int(here[i])-1)
		}
	}
}

// compare looks whether cells were touched by other lanes than now.
func (t *rows) compare(r *filterRow, cells uint64, here *laneMap) {
	for ; cells != 0; cells &= cells - 1 {
		i := bits.TrailingZeros64(cells)
		t.sameLane(r, i, here[i])
	}
}

// sameLane looks whether a cell was touched by no other lane.
func (t *rows) sameLane(r *filterRow, cell int, lane uint8) {
	same := lane != severalLanes
	for _, n := range r.maps {
		if n != 0 {
			was := t.s.maps.at(n)[cell]
			same = same && (was == 0 || was == lane)
		}
	}
	if r.lanes != nil {
		was := r.lanes[cell]
		same = same && (was == 0 || was == lane)
	}
	if !same {
		t.s.suspect("a race of lanes")
	}
}

// lane notes an access by one lane.
func (t *rows) lane(kind touchKind, volatile bool, address uint64, width, lane int) {
	for at := address >> t.cell; at <= (address+uint64(width)-1)>>t.cell; at++ {
		r, i := t.row(at>>6), int(at&63)
		bit := uint64(1) << i
		if t.look(r, kind, false, bit) != 0 { // lanes of one instruction may meet
			t.sameLane(r, i, uint8(lane+1))
		}
		r.group[thisEpoch].cells[kind] |= bit
		if !volatile && kind != updates {
			r.plain |= bit
		}
		if r.lanes == nil {
			r.lanes = new(laneMap)
		}
		r.lanes.add(i, lane)
	}
}

// A rowTouch is what a pattern touches of one row: its number, in the pattern's own place.
type rowTouch struct {
	row   uint64
	words uint64
	lanes uint16 // the number of its map
}

// of finds the rows of a pattern.
func (t *rows) of(p *lanePattern, list []rowTouch) []rowTouch {
	var maps []laneMap
	for lanes := p.Active; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros32(lanes) & 31
		from := p.Base + uint64(int64(int32(p.Of[lane])))
		for at := from >> t.cell; at <= (from+uint64(p.access.width)-1)>>t.cell; at++ {
			k := 0
			for k < len(list) && list[k].row != at>>6 {
				k++
			}
			if k == len(list) {
				list, maps = append(list, rowTouch{row: at >> 6}), append(maps, laneMap{})
			}
			list[k].words |= 1 << (at & 63)
			maps[k].add(int(at&63), lane)
		}
	}
	kind := kindOf(p.access.in.Instr)
	for k := range list {
		for _, lane := range maps[k] {
			if lane == severalLanes && kind == writes {
				t.s.suspect("lanes that write one word")
			}
		}
		if list[k].lanes = t.s.maps.number(&maps[k]); list[k].lanes == 0 {
			t.s.suspect("too many ways to access memory")
			list[k].lanes = 1
		}
	}
	return list
}
