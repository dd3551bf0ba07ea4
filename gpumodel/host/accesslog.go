package host

import (
	"bytes"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/observe"
)

// A GPU does not report arrays that are read before they are written, results that nobody copies, and elements that no thread computes:
// the program just goes on. The log records what was done to each array, and reports these mistakes as findings.

// A history is what was done to an array of a GPU.
type history struct {
	written bool // something has written it, or may have
	// by is the line of the launch whose result nothing has read so far, 0 if there is none, and kernel is what was launched.
	by     int
	kernel string
	// set is the line of the cudaMemset that has written all of it, each byte with value, while nothing else has.
	set   int
	value byte
}

// An accessLog holds the histories, and for each kernel whether it reads or writes the arrays it gets (ir.Access, by parameter).
type accessLog struct {
	arrays   map[*allocation]*history
	accesses map[*gpumodel.Kernel][]ir.Access
}

// historyOf returns the history of an array. Variables, managed and mapped memory count as written: the host may write them unseen.
func (x *process) historyOf(a *allocation) *history {
	if x.accessLog.arrays == nil {
		x.accessLog = accessLog{map[*allocation]*history{}, map[*gpumodel.Kernel][]ir.Access{}}
	}
	h := x.accessLog.arrays[a]
	if h == nil {
		h = &history{written: a.variable != "" || a.managed != nil || a.mapped}
		x.accessLog.arrays[a] = h
	}
	return h
}

// arrayName returns the name of an array for messages: "d_a (line 7)".
func (x *process) arrayName(a *allocation) string {
	if a.variable != "" {
		return a.variable
	}
	if name := x.named(a.site(), "cudaMalloc"); name != "" {
		return fmt.Sprintf("%s (line %d)", name, a.line)
	}
	return fmt.Sprintf("the array of line %d", a.line)
}

// copied records a copy, and reports a read of an array that nothing has written.
func (x *process) copied(d, s *place, c *boxCopy) {
	n, line := c.width*c.height*c.depth, c.line
	if a := s.device; a != nil {
		h := x.historyOf(a)
		if !h.written {
			x.finds(Unset, "line %d: the copy reads %s, which nothing has written so far: no copy, no cudaMemset and no kernel", line, x.arrayName(a))
		}
		h.by = 0
	}
	if a := d.device; a != nil {
		h := x.historyOf(a)
		h.written, h.by, h.set = true, 0, 0
		d.sets(&c.to, c.width, c.height, c.depth)
	} else {
		x.fetched = true
	}
	if c.height*c.depth == 1 {
		x.tooFewBytes(d, s, n, site{line, c.column})
	}
}

// sets marks the bytes of a box as set: height × depth rows of width bytes.
func (p *place) sets(s *side, width, height, depth int) {
	b, from := p.device.buffer, int(p.at-p.device.base)
	if width == s.pitch && (height == s.rows || depth == 1) || height*depth == 1 { // in one piece
		b.Set(from, from+width*height*depth)
		return
	}
	for z := range depth {
		for y := range height {
			at := from + (z*s.rows+y)*s.pitch
			b.Set(at, at+width)
		}
	}
}

// setAll marks all bytes of an array as set.
func (a *allocation) setAll() { a.buffer.Set(0, a.size) }

// tooFewBytes reports a copy whose size argument looks like a number of elements, or is the size of a pointer. It reads the argument's
// source text, so that a deliberate copy of a part of the array is not reported.
func (x *process) tooFewBytes(d, s *place, n int, of site) {
	a, other := d.device, s
	if a == nil || d.host != nil {
		a, other = s.device, d
	}
	if a == nil || a.variable != "" || a.mapped || n >= a.size || other.room() < a.size {
		return
	}
	text := x.argumentOf(of, "cudaMemcpy", 2)
	if text == "" {
		return
	}
	switch {
	case sizeOfName().MatchString(text) && n == 8:
		a.setAll() // one report is enough: don't report reads of the rest, too
		x.finds(Remark, "line %d: the copy has 8 of the %d bytes of %s: %s is the size of the pointer, not of the array", of.line, a.size,
			x.arrayName(a), text)
	case strings.Contains(text, "sizeof") || byteWords().MatchString(text):
	case a.size == 2*n || a.size == 4*n || a.size == 8*n || a.size == 16*n:
		a.setAll()
		remedy := text + " * sizeof(…)"
		if whole := x.argumentOf(a.site(), "cudaMalloc", 1); whole != "" && !strings.Contains(whole, "sizeof") { // an array of bytes, maybe
			remedy = fmt.Sprintf("%s, as in line %d", whole, a.line)
		}
		x.finds(Remark, "line %d: the copy has %d of the %d bytes of %s: its size is in bytes, so write %s", of.line, n, a.size, x.arrayName(a), remedy)
	}
}

// filled records a cudaMemset.
func (x *process) filled(p *place, f *boxFill) {
	if p.device == nil {
		return
	}
	h := x.historyOf(p.device)
	h.written, h.by = true, 0
	p.sets(&f.to, f.width, f.height, 1)
	if h.set = 0; f.element == 1 && f.width*f.height == p.device.size {
		h.set, h.value = f.line, byte(f.value)
	}
}

// A witness is the state before a launch, for comparison with the state after it.
type witness struct {
	*launchCall
	signature []gpumodel.Param
	accesses  []ir.Access
	arrays    []*allocation // by parameter; nil if it is not a pointer to an array
	before    []byte        // contents of the array that is compared
	looked    int           // the parameter with this array; -1: none
}

// mostLooked is the largest array that is compared, in bytes.
const mostLooked = 1 << 20

// witness records the state before a launch, and reports arrays that the kernel reads and nothing has written. It returns nil if
// the kernel's accesses are not known by parameter. still says that the launch changes nothing, so that nothing is compared.
func (x *process) witness(l *launchCall, still bool) *witness {
	k := l.kernel
	w := &witness{launchCall: l, signature: k.Params(), looked: -1}
	if x.accessLog.accesses == nil {
		x.accessLog = accessLog{map[*allocation]*history{}, map[*gpumodel.Kernel][]ir.Access{}}
	}
	known, ok := x.accessLog.accesses[k]
	if !ok {
		var err error
		if known, err = k.Accesses(x.ctx, x.Device); err != nil {
			known = nil
		}
		x.accessLog.accesses[k] = known
	}
	if len(known) != len(w.signature) || len(w.params) < len(w.signature) {
		return nil
	}
	w.accesses = known
	for i := range w.signature {
		var a *allocation
		if w.signature[i].Pointer {
			if a = x.allocations.holding(w.params[i], 1); a != nil && a.freed == 0 {
				x.beforeLaunch(w, i, a, still)
			} else {
				a = nil
			}
		}
		w.arrays = append(w.arrays, a)
	}
	return w
}

// beforeLaunch checks array a, parameter i of a launch.
func (x *process) beforeLaunch(w *witness, i int, a *allocation, still bool) {
	h, access := x.historyOf(a), w.accesses[i]
	if access.Reads && access.ReadsFirst && !h.written && !w.kernel.Library() {
		x.finds(Unset, "line %d: %s reads %s, which nothing has written so far: copy data into it, or set it to 0 with cudaMemset", w.line,
			w.kernel.Name, x.arrayName(a))
		h.written = true // it is told once
		a.setAll()
	}
	size := bytesOf(w.signature[i].Number)
	if h.set != 0 && h.value != 0 && h.value != 0xff && size > 1 && access.Reads {
		x.finds(Remark, "line %d: cudaMemset sets bytes: each %s of %s is %s, not %d", h.set, w.signature[i].Number, x.arrayName(a),
			repeated(h.value, w.signature[i].Number), h.value)
		h.set = 0
	}
	if !still && access.Writes && w.looked < 0 && size > 0 && !a.mapped && a.size <= mostLooked && w.params[i] == a.buffer.Base {
		w.looked, w.before = i, bytes.Clone(a.buffer.Flat()[:a.size])
	}
}

// afterLaunch records the effects of a launch. looked is the checker's record of it, or nil: then every array that the kernel may write
// counts as completely set, so that nothing is reported by mistake.
func (x *process) afterLaunch(w *witness, looked *observe.Checked) {
	set := (*allocation).setAll
	if looked != nil && looked.Set != nil {
		set = func(a *allocation) {
			for _, r := range looked.Set[a.base] {
				a.buffer.Set(r.From, r.To)
			}
		}
	}
	if w == nil || len(w.accesses) > 0 && w.accesses[0].Unknown {
		for _, a := range x.allocations {
			if a.freed == 0 {
				set(a)
			}
		}
	}
	if w == nil {
		return
	}
	for i, a := range w.arrays {
		if a == nil {
			continue
		}
		h, access := x.historyOf(a), w.accesses[i]
		if access.Reads {
			h.by = 0
		}
		if access.Writes {
			set(a)
			h.written, h.set, h.by, h.kernel = true, 0, w.line, w.kernel.Name
			if access.Decides || access.Reads && !access.ReadsFirst || w.kernel.Library() { // it reads what it has written, or has arrays of its own
				h.by = 0
			}
		}
	}
	if len(w.accesses) > 0 && w.accesses[0].Unknown {
		for _, h := range x.accessLog.arrays {
			h.written, h.by, h.set = true, 0, 0
		}
	}
	if w.looked >= 0 {
		x.untouched(w)
	}
}

// results reports arrays whose last write, by a kernel, nothing has read.
func (x *process) results() {
	for a, h := range x.accessLog.arrays {
		if h.by != 0 && a.managed == nil && a.variable == "" && !a.mapped {
			x.finds(Remark, "line %d: %s writes %s, and nothing reads the result: copy it to the host with cudaMemcpy(…, cudaMemcpyDeviceToHost)", h.by,
				h.kernel, x.arrayName(a))
		}
	}
}
