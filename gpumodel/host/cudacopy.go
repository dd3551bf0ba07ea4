package host

import (
	"fmt"

	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
)

// Copies and fills. What they do is done at once; the time line says when it would be.
func init() {
	register(map[string]system{
		"cudaMemcpy": plain(func(x *process, c *scalar.Call) uint64 {
			return x.inPieces(sizeOf(c.Args[2]), c.Args[:2], func(from, n int) uint64 {
				return x.copyBox(&boxCopy{
					to: side{at: c.Args[0] + uint64(from)}, from: side{at: c.Args[1] + uint64(from)}, width: n, height: 1, depth: 1,
					kind: int(int32(c.Args[3])), stream: c.Args[4], async: c.Args[5] != 0, line: c.Line, column: c.Column,
				})
			})
		}),
		// Args: to, its pitch and rows, from, its pitch and rows, width in bytes, rows, slices, kind, stream, async.
		"cudaMemcpyBox": plain(func(x *process, c *scalar.Call) uint64 {
			return x.copyBox(&boxCopy{
				to: side{at: c.Args[0], pitch: sizeOf(c.Args[1]), rows: sizeOf(c.Args[2])}, from: side{at: c.Args[3], pitch: sizeOf(c.Args[4]),
					rows: sizeOf(c.Args[5])},
				width: sizeOf(c.Args[6]), height: sizeOf(c.Args[7]), depth: sizeOf(c.Args[8]),
				kind: int(int32(c.Args[9])), stream: c.Args[10], async: c.Args[11] != 0, line: c.Line, column: c.Column,
			})
		}),
		// Args: at, pitch, value, width in bytes, rows, bytes of an element, stream.
		"cudaMemset": plain(func(x *process, c *scalar.Call) uint64 {
			// which a card finds out when it fills
			if at, n := c.Args[0], c.Args[3]; c.Args[4] == 1 && x.allocations.holding(at, 0) != nil && at+n < at {
				x.find("line %d: cudaMemset of %d bytes: a negative number became a size", c.Line, int64(n))
				if !x.failed() {
					x.gpu.sticky = illegalAddress
				}
				return success
			}
			f := boxFill{
				to: side{at: c.Args[0], pitch: sizeOf(c.Args[1])}, value: c.Args[2], width: sizeOf(c.Args[3]), height: sizeOf(c.Args[4]),
				element: sizeOf(c.Args[5]), stream: c.Args[6], line: c.Line,
			}
			if f.height != 1 {
				return x.fill(&f)
			}
			return x.inPieces(f.width, c.Args[:1], func(from, n int) uint64 {
				part := f
				part.to.at, part.width = f.to.at+uint64(from), n
				return x.fill(&part)
			})
		}),
	})
}

// A side is one side of a copy: an address, the bytes from row to row, and the rows from slice to slice.
type side struct {
	at          uint64
	pitch, rows int
}

// A boxCopy is a copy of rows and slices; a plain one has one row.
type boxCopy struct {
	to, from             side
	width, height, depth int // bytes, rows, slices
	kind                 int
	stream               uint64
	async                bool
	line, column         int // of the call; the column is 0 if it is unknown
}

// span is how many bytes there are from the first to the last one of a side.
func (c *boxCopy) span(s *side) int {
	return spanOf(c.width, s.pitch, c.height, s.rows, c.depth)
}

// spanOf is how many bytes there are from the first to the last one of rows and slices, at most mostBytes.
func spanOf(width, pitch, height, rows, depth int) int {
	span := (float64(depth-1)*float64(rows)+float64(height-1))*float64(pitch) + float64(width) // exact where it matters
	return int(min(span, mostBytes))
}

// A place is where one side of a copy lies.
type place struct {
	at     uint64
	device *allocation
	host   *scalar.Segment
	pinned bool
}

func (x *process) placeOf(at uint64) place {
	p := place{at: at, device: x.allocations.holding(at, 0)}
	if p.device == nil {
		p.host = x.heap.memory.Find(at)
	}
	if p.host != nil {
		b := x.heap.blocks[p.host.Base]
		p.pinned = b != nil && b.pinned
	}
	return p
}

// room is how many bytes there are from the place on.
func (p *place) room() int {
	switch {
	case p.host != nil:
		return len(p.host.Data) - int(p.at-p.host.Base)
	case p.device != nil && p.device.freed == 0:
		return p.device.size - int(p.at-p.device.base)
	}
	return 0
}

// bytes returns n bytes from the place on, to be read.
func (p *place) bytes(n int) []byte {
	if p.host != nil {
		return p.host.Data[p.at-p.host.Base:][:n]
	}
	return p.device.buffer.Flat()[p.at-p.device.base:][:n]
}

// target returns n bytes from the place on, to be written.
func (p *place) target(n int) []byte {
	if p.device != nil {
		p.device.buffer.Changed()
	}
	return p.bytes(n)
}

// topPad is how many bytes glibc's malloc keeps mapped behind the blocks of a heap at least (M_TOP_PAD, mallopt(3)). On an H100
// copies of up to 1 MB from a block of 400 bytes, and 1200 bytes behind a variable, succeeded, too; one that met what is not mapped
// ended the process.
const topPad = 128 << 10

// reachesPast tells whether n bytes from the place reach past the end of pageable memory of the host, but not past what Linux keeps
// mapped there: the driver reads such bytes for a copy without an error.
func (p *place) reachesPast(n int) bool {
	past := n - p.room()
	return p.host != nil && !p.pinned && past > 0 && past <= topPad
}

// onGPU tells whether a GPU has or reaches the place as CUDA sees it: its own memory, and what is page-locked.
func (p *place) onGPU() bool { return p.device != nil || p.pinned }

func (p *place) String() string {
	switch {
	case p.host != nil:
		return "the host"
	case p.device != nil && p.device.freed != 0:
		return fmt.Sprintf("the GPU, freed in line %d", p.device.freed)
	case p.device != nil:
		return "the GPU"
	case p.at == 0:
		return "nowhere: it is null"
	}
	return "nowhere"
}

var kinds = [...]string{"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
	"cudaMemcpyDefault"}

// copyBox copies, whatever the kind: in order, and at once for what the program can see.
func (x *process) copyBox(c *boxCopy) uint64 {
	if x.failed() {
		return uint64(x.gpu.sticky)
	}
	if some, code := x.checkCopy(c); code != success || !some {
		return x.fails(code)
	}
	q := x.streamOf(c.stream)
	if q == nil {
		return x.fails(invalidHandle)
	}
	if x.implicit(q) {
		return x.fails(captureImplicit)
	}
	if q.capture != nil {
		return x.captured(q, &graphNode{kind: copyNode, copy: c})
	}
	if !c.async {
		x.flush()
	}
	return x.copyOn(q, c)
}

// checkCopy returns the error code of a copy, and whether there is anything to copy.
func (x *process) checkCopy(c *boxCopy) (some bool, code int) {
	switch {
	case c.width == 0 || c.height == 0 || c.depth == 0:
		return false, success
	case c.kind < 0 || c.kind >= len(kinds):
		x.find("line %d: cudaMemcpy of kind %d, which there is not", c.line, c.kind)
		return false, invalidDirection
	case c.height == 1 && c.depth == 1 && (c.to.pitch != 0 && c.width > c.to.pitch || c.from.pitch != 0 && c.width > c.from.pitch):
		return false, invalidValue
	case c.height > 1 && (c.width > c.to.pitch || c.width > c.from.pitch):
		x.find("line %d: cudaMemcpy2D of rows of %d bytes, but the pitches are %d and %d bytes", c.line, c.width, c.to.pitch, c.from.pitch)
		return false, invalidPitch
	}
	d, s := x.placeOf(c.to.at), x.placeOf(c.from.at)
	// A kind names the sides that the GPU must reach. The other sides may be anywhere: an address tells where it is.
	wrong := (c.kind == 1 || c.kind == 3) && !d.onGPU() || (c.kind == 2 || c.kind == 3) && !s.onGPU()
	toBytes, fromBytes := c.span(&c.to), c.span(&c.from)
	switch {
	case wrong || d.room() == 0 || s.room() == 0:
		x.find("line %d: cudaMemcpy with %s, but the destination is on %v and the source on %v%s", c.line, kinds[c.kind], &d, &s,
			kindMeant(&d, &s))
		return false, invalidValue
	case d.room() >= toBytes && s.reachesPast(fromBytes):
		x.find("line %d: cudaMemcpy of %d bytes from a block of the host that has %d: what lies behind the block is read, too", c.line,
			fromBytes, s.room())
	case d.room() < toBytes || s.room() < fromBytes:
		x.find("line %d: cudaMemcpy of %d bytes, but the destination has room for %d and the source has %d", c.line,
			max(toBytes, fromBytes), d.room(), s.room())
		return false, invalidValue
	}
	return true, success
}

// copyOn copies in a stream.
func (x *process) copyOn(q *stream, c *boxCopy) uint64 {
	d, s := x.placeOf(c.to.at), x.placeOf(c.from.at)
	// memory that a graph copies was freed since
	if d.room() < c.span(&c.to) || s.room() < c.span(&c.from) && !s.reachesPast(c.span(&c.from)) {
		x.find("line %d: a copy of %d bytes, but the destination has room for %d and the source has %d", c.line, c.span(&c.to), d.room(),
			s.room())
		return x.fails(invalidValue)
	}
	x.move(c, &d, &s)
	x.replacesL2(&d, c.width*c.height*c.depth)
	x.copied(&d, &s, c)
	x.ordersCopy(q, c, &d, &s)
	return x.timeCopy(q, c.width*c.height*c.depth, c.async, &d, &s)
}

// move copies the bytes. Those behind the end of the host's block are not known: the destination keeps what it had there.
func (x *process) move(c *boxCopy, d, s *place) {
	to, from := d.target(c.span(&c.to)), s.bytes(min(c.span(&c.from), s.room()))
	for z := range c.depth {
		for y := range c.height {
			at := min((z*c.from.rows+y)*c.from.pitch, len(from))
			copy(to[(z*c.to.rows+y)*c.to.pitch:][:c.width], from[at:])
		}
	}
}

// replacesL2 notes that so many bytes of a GPU were written at once: of what an L2 no larger than that held before nothing is left.
func (x *process) replacesL2(p *place, bytes int) {
	if p.device != nil && bytes >= x.Device.L2KB<<10 {
		p.device.gpu.global.ForgetL2()
	}
}

// withinGPU returns the time, in seconds, in which the GPU moves bytes within its own memory: the latency, then the bytes at full
// bandwidth.
func (x *process) withinGPU(bytes int) float64 {
	d := x.Device
	return float64(d.MemoryLatencyClocks)/(d.ClockMHz*1e6) + float64(bytes)/(d.BandwidthGBps()*1e9)
}

// timeCopy books the time of a copy of so many bytes. Between host and GPU, the host waits for its end unless the copy is
// asynchronous and the host's side is page-locked.
func (x *process) timeCopy(q *stream, bytes int, async bool, d, s *place) uint64 {
	hostSide := func(p *place) bool { return p.host != nil && p.device == nil }
	switch {
	case hostSide(d) && hostSide(s):
		x.takes(float64(bytes) / hostCopyRate)
		return success
	case !hostSide(d) && !hostSide(s):
		seconds := x.withinGPU(2 * bytes)
		if d.device != nil && s.device != nil && d.device.gpu != s.device.gpu { // over PCI Express
			seconds = float64(bytes) / (x.Device.PCIePinnedGBps * 1e9)
		}
		x.book(q, pcie.MemoryWork(x.Device, 2*bytes, seconds), pcie.Op{Transfer: &pcie.Transfer{Device: x.Device, Bytes: bytes,
			Time: seconds}, What: "copy on the GPU"})
		return success
	}
	side, kind := s, pcie.Upload
	if hostSide(d) {
		side, kind = d, pcie.Download
	}
	t, err := pcie.NewTransfer(x.ctx, x.Device, bytes, kind == pcie.Upload, side.pinned)
	if err != nil {
		return x.fails(invalidValue)
	}
	end := x.book(q, pcie.Work{Kind: kind, Seconds: t.Time}, pcie.Op{Transfer: t})
	if !async || !side.pinned {
		x.clock.until(end, x.machine.Steps)
		x.flush()
	}
	return success
}

// kindMeant is what to write instead of a wrong kind of copy.
func kindMeant(d, s *place) string {
	if d.room() == 0 || s.room() == 0 {
		return ""
	}
	kind := 0
	if d.host == nil {
		kind++
	}
	if s.host == nil {
		kind += 2
	}
	return ": write " + kinds[kind] + ", or swap the first two arguments"
}

// hostCopyRate is the rate of copies within host memory, in bytes a second: an assumption, like the rate of operations.
const hostCopyRate = 10e9

// A boxFill sets rows of memory of the GPU to a value, of so many bytes an element.
type boxFill struct {
	to            side
	value         uint64
	width, height int
	element       int
	stream        uint64
	line          int
}

// fill is cudaMemset and its relatives.
func (x *process) fill(f *boxFill) uint64 {
	switch {
	case f.width == 0 || f.height == 0:
		return success
	case x.failed():
		return uint64(x.gpu.sticky)
	}
	if code := x.checkFill(f); code != success {
		return x.fails(code)
	}
	q := x.streamOf(f.stream)
	if q == nil {
		return x.fails(invalidHandle)
	}
	if x.implicit(q) {
		return x.fails(captureImplicit)
	}
	if q.capture != nil {
		return x.captured(q, &graphNode{kind: fillNode, fill: f})
	}
	return x.fillOn(q, f)
}

// checkFill is what is wrong with a fill, as a code.
func (x *process) checkFill(f *boxFill) int {
	if f.height > 1 && f.to.pitch < f.width {
		x.find("line %d: cudaMemset2D of rows of %d bytes, but the pitch is %d bytes", f.line, f.width, f.to.pitch)
		return invalidValue
	}
	p := x.placeOf(f.to.at)
	if n := spanOf(f.width, f.to.pitch, f.height, 1, 1); !p.onGPU() || p.room() < n {
		x.find("line %d: cudaMemset of %d bytes on %v, where there is room for %d", f.line, n, &p, p.room())
		return invalidValue
	}
	return success
}

// fill sets a row.
func (f *boxFill) fill(row []byte) {
	done := min(f.element, len(row))
	for i := range done {
		row[i] = byte(f.value >> (8 * i))
	}
	for done < len(row) {
		done += copy(row[done:], row[:min(done, f.element<<13)]) // which stays in the cache
	}
}

// fillOn fills in a stream.
func (x *process) fillOn(q *stream, f *boxFill) uint64 {
	p := x.placeOf(f.to.at)
	n := spanOf(f.width, f.to.pitch, f.height, 1, 1)
	if p.room() < n {
		x.find("line %d: a fill of %d bytes on %v, where there is room for %d", f.line, n, &p, p.room())
		return x.fails(invalidValue)
	}
	data := p.target(n)
	for y := range f.height {
		f.fill(data[y*f.to.pitch:][:f.width])
	}
	x.replacesL2(&p, f.width*f.height)
	x.filled(&p, f)
	x.ordersFill(q, f, &p)
	bytes := f.width * f.height
	seconds := x.withinGPU(bytes)
	x.book(q, pcie.MemoryWork(x.Device, bytes, seconds), pcie.Op{Transfer: &pcie.Transfer{Device: x.Device, Bytes: bytes, Time: seconds},
		What: "memset"})
	return success
}
