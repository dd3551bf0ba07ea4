package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/plotting"
)

// Places in the picture of segments, in units of the plane.
const (
	ladderLeft   = 7.2 // room for the caption
	lanesHeight  = 0.85
	ladderHeight = 1.7 // between lanes and memory
	memoryHeight = 0.95
	indexHeight  = 0.75 // below it
	ladderGap    = 0.55
	widestSector = 2.6
	allSectors   = 40 // up to so many, those of touched lines that are not moved are shown too
)

// drawAccess draws an access: its line of the source, and a ladder for each warp.
func (s *segments) drawAccess(d *plotting.Diagram, k accessKey) {
	text, verb := s.result.Kernel.Module.Line(k.line), "is read"
	if k.store {
		verb = "is written"
	}
	d.Boxes = append(d.Boxes, label(0, d.Height, d.Width, 1, fmt.Sprintf("%s, %s %s: %s", s.result.Kernel.Module.At(k.line), k.param,
		verb, text)))
	d.Height += 1.2
	for _, l := range s.all[k] {
		s.drawLadder(d, l)
	}
	d.Height += 0.3
}

// drawLadder draws one warp's access below what is drawn already.
func (s *segments) drawLadder(d *plotting.Diagram, l *ladder) {
	for i, text := range append([]string{fmt.Sprintf("warp %d", l.Warp)}, l.caption(s.result.Device)...) {
		d.Boxes = append(d.Boxes, label(0, d.Height+float64(i)*0.85, ladderLeft-0.2, 0.85, text))
	}
	size := s.result.Device.WarpSize
	parts := size / l.requests[0].Count // of the warp, as it is asked by
	const partGap = 0.5
	cell := (d.Width - ladderLeft - float64(parts-1)*partGap) / float64(size)
	laneX := func(lane int) float64 {
		return ladderLeft + float64(lane)*cell + partGap*float64(lane/l.requests[0].Count)
	}
	group := make([]int, size)
	for i := range group {
		group[i] = -1
	}
	for _, r := range l.requests {
		for _, x := range r.Lanes {
			group[x.Lane] = min(r.First/r.Count, len(d.Groups)-1)
		}
	}
	for lane, g := range group {
		b := plotting.Box{X: laneX(lane), Y: d.Height, W: cell, H: lanesHeight, Text: fmt.Sprint(lane), Look: plotting.Absent}
		if g >= 0 {
			b.Look, b.Group = plotting.Filled, g
		}
		d.Boxes = append(d.Boxes, b)
	}
	m := newMemoryRow(s, l, d.Width-ladderLeft)
	y := d.Height + lanesHeight + ladderHeight
	m.draw(d, y)
	for i, r := range l.requests {
		for _, x := range r.Lanes {
			d.Links = append(d.Links, plotting.Link{X1: laneX(x.Lane) + cell/2, Y1: d.Height + lanesHeight,
				X2: m.at(i, x.Address, l.Bytes), Y2: y, Group: group[x.Lane]})
		}
	}
	d.Height = y + memoryHeight + indexHeight + ladderGap
}

// A sector is 32 bytes of memory in the picture.
type sector struct {
	request int
	addr    uint64
	x       float64
	moved   int // how often
}

// A memoryRow is the sectors of one ladder from left to right, request by request.
type memoryRow struct {
	ladder  *ladder
	line    uint64 // bytes of one
	sectors []sector
	width   float64 // of a sector
}

// newMemoryRow lays the lines that an access touches side by side.
func newMemoryRow(s *segments, l *ladder, width float64) *memoryRow {
	m := &memoryRow{ladder: l, line: uint64(s.result.Device.SegmentBytes)}
	lines := m.touched()
	whole := len(lines)*int(m.line)/sectorBytes <= allSectors
	gaps := 0.0
	var x []float64 // in gaps, before each sector
	for i, p := range lines {
		switch {
		case i == 0:
		case p.request != lines[i-1].request:
			gaps += 2
		default:
			gaps++
		}
		for addr := p.addr; addr < p.addr+m.line; addr += sectorBytes {
			if n := l.movedAt(p.request, addr); n > 0 || whole {
				m.sectors = append(m.sectors, sector{request: p.request, addr: addr, moved: n})
				x = append(x, gaps)
			}
		}
	}
	gap := math.Min(0.4, 0.3*width/(1+gaps))
	m.width = math.Min(widestSector, (width-gap*gaps)/float64(len(m.sectors)))
	left := ladderLeft + (width-gap*gaps-m.width*float64(len(m.sectors)))/2
	for i := range m.sectors {
		m.sectors[i].x = left + x[i]*gap + float64(i)*m.width
	}
	return m
}

// movedAt is how often a request moves the sector at an address.
func (l *ladder) movedAt(request int, addr uint64) int {
	n := 0
	for _, t := range l.requests[request].Transactions {
		if addr >= t.Addr && addr < t.Addr+uint64(t.Size) {
			n++
		}
	}
	return n
}

// A requestLine is a line of memory that a request touches.
type requestLine struct {
	request int
	addr    uint64
}

// touched are the lines of each request, in the order of memory.
func (m *memoryRow) touched() []requestLine {
	var all []requestLine
	for i, r := range m.ladder.requests {
		var of []requestLine
		for _, t := range r.Transactions {
			for addr := t.Addr / m.line * m.line; addr < t.Addr+uint64(t.Size); addr += m.line {
				if p := (requestLine{i, addr}); !slices.Contains(of, p) {
					of = append(of, p)
				}
			}
		}
		slices.SortFunc(of, func(a, b requestLine) int {
			if a.addr < b.addr {
				return -1
			}
			return 1
		})
		all = append(all, of...)
	}
	return all
}

// at is the middle of what a lane asks for.
func (m *memoryRow) at(request int, addr uint64, bytes int) float64 {
	for _, s := range m.sectors {
		if s.request == request && addr >= s.addr && addr < s.addr+sectorBytes {
			return s.x + m.width*(float64(addr-s.addr)+float64(min(bytes, sectorBytes))/2)/sectorBytes
		}
	}
	return 0 // a lane asks for what is moved
}

// draw draws the row with what is asked for, and which elements the lines begin with.
func (m *memoryRow) draw(d *plotting.Diagram, y float64) {
	asked := map[requestLine]bool{} // single bytes
	for i, r := range m.ladder.requests {
		for _, x := range r.Lanes {
			for b := range m.ladder.Bytes {
				asked[requestLine{i, x.Address + uint64(b)}] = true
			}
		}
	}
	for i, s := range m.sectors {
		b := plotting.Box{X: s.x, Y: y, W: m.width, H: memoryHeight, Look: plotting.Absent}
		if s.moved > 0 {
			b.Look = plotting.Hatched
		}
		d.Boxes = append(d.Boxes, b)
		group := min(m.ladder.requests[s.request].First/m.ladder.requests[s.request].Count, len(d.Groups)-1)
		for from := 0; from < sectorBytes; from++ {
			to := from
			for to < sectorBytes && asked[requestLine{s.request, s.addr + uint64(to)}] {
				to++
			}
			if to > from {
				d.Boxes = append(d.Boxes, plotting.Box{X: s.x + m.width*float64(from)/sectorBytes, Y: y,
					W: m.width * float64(to-from) / sectorBytes, H: memoryHeight, Look: plotting.Filled, Group: group})
				from = to
			}
		}
		m.label(d, i, y+memoryHeight)
	}
}

// label writes below the first sector of a line which element it begins with, where there is room, and
// below a sector that is moved several times, how often.
func (m *memoryRow) label(d *plotting.Diagram, i int, y float64) {
	s := m.sectors[i]
	x := m.ladder.Lanes[0]
	text := fmt.Sprintf("[%d]", x.Element+int(int64(s.addr)-int64(x.Address))/m.ladder.Array.DType.Size())
	begins := i == 0 || s.request != m.sectors[i-1].request || s.addr/m.line != m.sectors[i-1].addr/m.line
	room := m.width
	for j := i + 1; begins && j < len(m.sectors) && m.sectors[j].addr/m.line == s.addr/m.line && m.sectors[j].request == s.request; j++ {
		room += m.width
	}
	if s.moved > 1 {
		begins, room, text = true, m.width, fmt.Sprintf("%d×", s.moved)
	}
	const letter = 0.31 // about the width of a digit
	if begins && room > letter*float64(len(text)) {
		d.Boxes = append(d.Boxes, label(s.x, y, room, indexHeight, text))
	}
}

// drawLegend says what the other looks mean.
func (s *segments) drawLegend(d *plotting.Diagram) {
	x := 0.0
	for _, entry := range []struct {
		look plotting.Look
		text string
		room float64
	}{{plotting.Hatched, "moved and not asked for", 9}, {plotting.Absent, "not moved", 5}} {
		d.Boxes = append(d.Boxes, plotting.Box{X: x, Y: d.Height, W: 1.4, H: 0.8, Look: entry.look},
			label(x+1.6, d.Height, entry.room, 0.8, entry.text))
		x += entry.room + 2.4
	}
	d.Height += 0.9
}

// write draws an access in characters: a sign for four bytes.
func (s *segments) write(b *strings.Builder, k accessKey) {
	fmt.Fprintf(b, "%s, %s: # asked for, / moved for nothing, . not moved; a sign is 4 bytes\n", s.result.Kernel.Module.At(k.line), k.param)
	for _, l := range s.all[k] {
		fmt.Fprintf(b, "warp %d: %s\n", l.Warp, strings.Join(l.caption(s.result.Device), ", "))
		m := newMemoryRow(s, l, 30)
		lines := m.touched()
		for i, p := range lines {
			if i == mostLines && len(lines) > mostLines+1 {
				fmt.Fprintf(b, "  … and %d more lines\n", len(lines)-i)
				break
			}
			x := l.Lanes[0]
			fmt.Fprintf(b, "  [%d] %s\n", x.Element+int(int64(p.addr)-int64(x.Address))/l.Array.DType.Size(), m.characters(p))
		}
	}
}

// characters are the bytes of a line, four in a sign, sectors apart.
func (m *memoryRow) characters(p requestLine) string {
	var b strings.Builder
	for addr := p.addr; addr < p.addr+m.line; addr += 4 {
		if addr%sectorBytes == 0 && addr > p.addr {
			b.WriteByte(' ')
		}
		sign := byte('.')
		if m.ladder.movedAt(p.request, addr/sectorBytes*sectorBytes) > 0 {
			sign = '/'
		}
		for _, x := range m.ladder.requests[p.request].Lanes {
			if x.Address < addr+4 && addr < x.Address+uint64(m.ladder.Bytes) {
				sign = '#'
			}
		}
		b.WriteByte(sign)
	}
	return b.String()
}

// describe says what an access shows, in words.
func (s *segments) describe(b *strings.Builder, k accessKey) {
	fmt.Fprintf(b, "%s %ss %s: ", s.result.Kernel.Module.At(k.line), s.all[k][0].verb(), k.param)
	last := ""
	for _, l := range s.all[k] {
		caption := strings.Join(l.caption(s.result.Device), ", ")
		if caption != last {
			fmt.Fprintf(b, "warp %d %s, %d bytes asked for and %d moved; ", l.Warp, caption, l.asked, l.moved)
		} else {
			fmt.Fprintf(b, "warp %d the same; ", l.Warp)
		}
		last = caption
	}
}
