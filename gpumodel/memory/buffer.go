package memory

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync"

	"warpbook.dev/gpumodel/internal/cores"
)

// pageBytes is the unit in which a Buffer is filled. Sampled launches touch a
// small part of large arrays, often in columns; pages that nobody touches cost nothing.
const pageBytes = 4096

// A Buffer is a region of the device's global memory. Its pages come into being
// when they are first touched, with the contents that fill gives them.
type Buffer struct {
	Name  string // of the kernel's parameter, for messages
	Base  uint64 // device address, set when it takes part in a launch
	Size  int    // bytes
	fill  func(offset int, page []byte)
	pages [][]byte
	slab  []byte // unused rest of the last allocation
	flat  []byte // of which all pages are parts, or nil
	alone bool   // fill is for one goroutine at a time
	unset []Range
	owner any // of flat, if that is memory of somebody else

	version int // grows with every write (Version)
	exposed int // how often the host reaches it
}

// NewBuffer returns a buffer of size bytes. fill writes the initial contents of
// the page that begins at a byte offset; nil leaves zeros. It may be called by several goroutines at once.
func NewBuffer(size int, fill func(offset int, page []byte)) *Buffer {
	return &Buffer{Size: size, fill: fill, pages: make([][]byte, (size+pageBytes-1)/pageBytes)}
}

// NewBufferOn returns a buffer of size bytes in memory that somebody else has: flat has FlatBytes(size) bytes. The buffer
// keeps owner from being collected, whose end may take the memory away.
func NewBufferOn(flat []byte, size int, owner any) *Buffer {
	b := NewBuffer(size, nil)
	b.flat, b.owner = flat, owner
	for i := range b.pages {
		b.pages[i] = flat[i*pageBytes:][:pageBytes:pageBytes]
	}
	return b
}

// Borrowed reports whether the contents are memory that somebody else has (NewBufferOn).
func (b *Buffer) Borrowed() bool { return b.owner != nil }

// Snapshot returns a copy, whose pages are copied when they are first touched: the
// original must not be written before.
func (b *Buffer) Snapshot() *Buffer {
	s := NewBuffer(b.Size, func(offset int, page []byte) { copy(page, b.page(offset)) })
	s.Name, s.alone, s.unset = b.Name, true, b.unset
	return s
}

// Copy returns a copy that has nothing in common with the original.
func (b *Buffer) Copy() *Buffer {
	c := NewBuffer(b.Size, b.fill)
	c.Name, c.unset = b.Name, b.unset
	if b.flat != nil {
		c.flat = slices.Clone(b.flat)
		for i := range c.pages {
			c.pages[i] = c.flat[i*pageBytes:][:pageBytes:pageBytes]
		}
		return c
	}
	for i, p := range b.pages {
		c.pages[i] = slices.Clone(p)
	}
	return c
}

// Blank reports whether nobody has touched the buffer, which is all zeros.
func (b *Buffer) Blank() bool {
	return b.fill == nil && !slices.ContainsFunc(b.pages, func(p []byte) bool { return p != nil })
}

// Send writes the contents. Pages that nobody has touched are made for it and dropped.
func (b *Buffer) Send(w io.Writer) error {
	fresh := make([]byte, pageBytes)
	for i, p := range b.pages {
		if p == nil {
			p = fresh
			clear(p)
			if b.fill != nil {
				b.fill(i*pageBytes, p)
			}
		}
		if _, err := w.Write(p[:min(pageBytes, b.Size-i*pageBytes)]); err != nil {
			return err
		}
	}
	return nil
}

// Replace makes data, which has the buffer's size, its contents, and returns what was there
// before.
func (b *Buffer) Replace(data []byte) (before *Buffer) {
	old := *b
	old.pages = slices.Clone(b.pages)
	b.SetBytes(data)
	return &old
}

// Resident is how many bytes of the buffer have been touched.
func (b *Buffer) Resident() int {
	n := 0
	for _, p := range b.pages {
		if p != nil {
			n += pageBytes
		}
	}
	return n
}

// SetBytes makes data, which has the buffer's size, its contents.
func (b *Buffer) SetBytes(data []byte) {
	if b.flat = nil; len(data) > 0 && len(data) == len(b.pages)*pageBytes {
		b.flat = data[:len(data):len(data)]
	}
	for i := range b.pages {
		page := data[i*pageBytes:]
		if len(page) < pageBytes {
			page = append(page[:len(page):len(page)], make([]byte, pageBytes-len(page))...)
		}
		b.pages[i] = page[:pageBytes:pageBytes]
	}
}

// page returns the page that holds a byte offset.
func (b *Buffer) page(offset int) []byte {
	if p := b.pages[offset/pageBytes]; p != nil {
		return p
	}
	return b.touch(offset / pageBytes)
}

// slabPages is how many pages are allocated at once.
const slabPages = 32

func (b *Buffer) touch(i int) []byte {
	if len(b.slab) == 0 {
		b.slab = make([]byte, min(slabPages, len(b.pages))*pageBytes)
	}
	p := b.slab[:pageBytes:pageBytes]
	b.slab = b.slab[pageBytes:]
	if b.fill != nil {
		b.fill(i*pageBytes, p)
	}
	b.pages[i] = p
	return p
}

// Slack is how many bytes more a buffer in one piece has, so that words beside those of the buffer can be read with them.
const Slack = 64

// Flat returns all bytes in one piece, which stays where the pages are: who writes there writes the buffer. Pages
// that nobody has touched are touched. Behind them, up to the capacity, there are Slack bytes that may be read.
func (b *Buffer) Flat() []byte {
	if b.flat != nil {
		return b.flat[:b.Size]
	}
	flat := make([]byte, FlatBytes(b.Size))
	if b.fill == nil || b.alone || len(b.pages) < manyPages {
		b.settle(flat, 0, len(b.pages))
	} else {
		b.settleAll(flat)
	}
	b.flat, b.slab = flat, nil
	return flat[:b.Size]
}

// FlatBytes is what a buffer of so many bytes takes when all of it is in one piece: whole pages.
func FlatBytes(size int) int { return (size+pageBytes-1)/pageBytes*pageBytes + Slack }

// IsFlat reports whether all bytes are in one piece.
func (b *Buffer) IsFlat() bool { return b.flat != nil }

// settle moves some pages into the one piece that holds all.
func (b *Buffer) settle(flat []byte, from, to int) {
	for i := from; i < to; i++ {
		page := flat[i*pageBytes:][:pageBytes:pageBytes]
		switch p := b.pages[i]; {
		case p != nil:
			copy(page, p)
		case b.fill != nil:
			b.fill(i*pageBytes, page)
		}
		b.pages[i] = page
	}
}

// manyPages are so many that it is worth to fill them on several processors.
const manyPages = 256

// settleAll moves all pages, on the processors that are free.
func (b *Buffer) settleAll(flat []byte) {
	n := cores.Take(cores.All()-1) + 1
	defer cores.Give(n - 1)
	part := (len(b.pages) + n - 1) / n
	var others sync.WaitGroup
	for i := 1; i < n; i++ {
		others.Go(func() { b.settle(flat, min(i*part, len(b.pages)), min((i+1)*part, len(b.pages))) })
	}
	b.settle(flat, 0, part)
	others.Wait()
}

// Load returns width bytes (1, 2, 4 or 8) at a byte offset, zero-extended. The
// caller has checked the bounds and the alignment.
func (b *Buffer) Load(offset, width int) uint64 {
	return Word(b.page(offset)[offset%pageBytes:], width)
}

// Store writes the low width bytes of v at a byte offset.
func (b *Buffer) Store(offset, width int, v uint64) {
	PutWord(b.page(offset)[offset%pageBytes:], width, v)
}

// Word reads width bytes (1, 2, 4 or 8) from the start of p, zero-extended: the
// GPU's memories are little-endian. The race detector is told nothing of it, nor of PutWord: of a kernel's blocks
// that race with each other package warp undoes what they did.
//
//go:norace
func Word(p []byte, width int) uint64 {
	switch width {
	case 1:
		return uint64(p[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(p))
	case 4:
		return uint64(binary.LittleEndian.Uint32(p))
	}
	return binary.LittleEndian.Uint64(p)
}

// PutWord writes the low width bytes (1, 2, 4 or 8) of v to the start of p.
//
//go:norace
func PutWord(p []byte, width int, v uint64) {
	switch width {
	case 1:
		p[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(p, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(p, uint32(v))
	default:
		binary.LittleEndian.PutUint64(p, v)
	}
}

// allocationUnit aligns buffers in the address space: a multiple of what
// cudaMalloc promises (256 bytes) and of the period of eight partitions, so that
// every large array begins at partition 0; with six partitions arrays begin at
// partitions 0, 2 and 4. At least one byte up to the next
// buffer stays free, so that an access behind the end is seen.
const allocationUnit = 1 << 16

// A Global is the global address space of one launch.
type Global struct {
	buffers []*Buffer
	next    uint64
	host    uint64  // end of the host's memory that is mapped; 0 if none is
	from    uint64  // where memory of the host begins; 0 is hostMemory
	last    *Buffer // most accesses hit the buffer of the one before
	first   uint64  // where arrays begin
	stray   *stray  // what threads reach behind arrays; nil for nothing
	l2      *keptL2 // clones have the same
}

// hostMemory is where mapped memory of the host begins: the last quarter of what
// 32-bit pointers reach.
const hostMemory = 3 << 30

// MapHost places a buffer that stays in the host's memory and returns its address.
func (g *Global) MapHost(b *Buffer) uint64 {
	for _, other := range g.buffers {
		if other == b {
			return b.Base
		}
	}
	if g.host == 0 {
		g.host = hostMemory
	}
	b.Base = g.host
	g.buffers = append(g.buffers, b)
	g.host += (uint64(b.Size)/allocationUnit + 1) * allocationUnit
	return b.Base
}

// Clone is the same memory for another user: both see the same arrays.
func (g *Global) Clone() *Global {
	c := *g
	c.buffers = slices.Clone(g.buffers)
	return &c
}

// Copied is the memory with arrays of its own at the same addresses. copies has the copy of each array.
func (g *Global) Copied() (own *Global, copies map[*Buffer]*Buffer) { return g.copied((*Buffer).Copy) }

// Snapshot is the memory with snapshots of its arrays at the same addresses. copies has the one of each array.
func (g *Global) Snapshot() (own *Global, copies map[*Buffer]*Buffer) {
	return g.copied((*Buffer).Snapshot)
}

func (g *Global) copied(copyOf func(*Buffer) *Buffer) (own *Global, copies map[*Buffer]*Buffer) {
	own, copies = &Global{next: g.next, host: g.host, from: g.from, first: g.first}, map[*Buffer]*Buffer{}
	if g.stray != nil {
		own.stray = newStray(g.stray.page, g.stray.first)
	}
	for _, b := range g.buffers {
		c := copyOf(b)
		c.Base = b.Base
		own.buffers = append(own.buffers, c)
		copies[b] = c
	}
	return own, copies
}

// Bytes is how much memory the arrays take.
func (g *Global) Bytes() (n int) {
	for _, b := range g.buffers {
		n += b.Size
	}
	return n
}

// HoldsAddress reports whether a pointer of so many bytes into an array lies somewhere in memory.
func (g *Global) HoldsAddress(into *Buffer, width int) bool {
	for _, b := range g.buffers {
		for from := 0; from < b.Size; from += pageBytes {
			page := b.page(from)[:min(pageBytes, b.Size-from)]
			for at := 0; at+width <= len(page); at += width {
				if p := Word(page[at:], width); p >= into.Base && p < into.Base+uint64(into.Size) {
					return true
				}
			}
		}
	}
	return false
}

// Mapped reports whether some of the host's memory is mapped.
func (g *Global) Mapped() bool { return g.host != 0 }

// Host reports whether an address lies in memory of the host.
func (g *Global) Host(address uint64) bool { return g.hostFrom() <= address && address < g.host }

func (g *Global) hostFrom() uint64 {
	if g.from != 0 {
		return g.from
	}
	return hostMemory
}

// NewGlobal is memory whose arrays lie from an address on, and the host's memory, as far as it is mapped, from another one on.
func NewGlobal(arrays, host uint64) *Global {
	return &Global{next: arrays, from: host, first: arrays, l2: new(keptL2)}
}

// MapAt places a buffer at an address of the caller's choice.
func (g *Global) MapAt(b *Buffer, address uint64) {
	b.Base = address
	g.Share(b)
}

// MapHostAt places a buffer at the address that the host has for it.
func (g *Global) MapHostAt(b *Buffer, address uint64) {
	g.MapAt(b, address)
	g.host = max(g.host, address+uint64(b.Size))
}

// Share makes a buffer that has its address already a part of this memory, too.
func (g *Global) Share(b *Buffer) {
	if !slices.Contains(g.buffers, b) {
		g.buffers = append(g.buffers, b)
	}
}

// Fits returns an error if the arrays take more addresses than there are.
func (g *Global) Fits() error {
	if g.Mapped() && g.from == 0 && (g.next > hostMemory || g.host > 1<<32) {
		return fmt.Errorf("%d MiB of arrays and %d MiB of mapped memory: there are addresses for %d and %d",
			g.next>>20, (g.host-hostMemory)>>20, hostMemory>>20, (1<<32-hostMemory)>>20)
	}
	return nil
}

// firstAddress keeps address 0 free, so that a null pointer is caught. It is a
// multiple of the period of eight partitions, like a fresh cudaMalloc.
const firstAddress = 1 << 20

// Map places a buffer behind the others and returns its address. A buffer
// that is mapped already keeps its address.
func (g *Global) Map(b *Buffer) uint64 {
	for _, other := range g.buffers {
		if other == b {
			return b.Base
		}
	}
	b.Base = g.Reserve(b.Size)
	g.buffers = append(g.buffers, b)
	return b.Base
}

// Has reports whether a buffer is a part of this memory.
func (g *Global) Has(b *Buffer) bool { return slices.Contains(g.buffers, b) }

// Unmap takes a buffer away, whose addresses nothing gets again.
func (g *Global) Unmap(b *Buffer) {
	g.buffers = slices.DeleteFunc(g.buffers, func(other *Buffer) bool { return other == b })
	g.last = nil
}

// Reserve returns the address of so many bytes that no pointer reaches: a CUDA array.
func (g *Global) Reserve(bytes int) uint64 {
	if g.next == 0 {
		g.next = firstAddress
	}
	at := g.next
	g.next += (uint64(bytes)/allocationUnit + 1) * allocationUnit
	return at
}

// Find returns the buffer that holds width bytes at an address, or an error that
// names the nearest one.
func (g *Global) Find(address uint64, width int) (*Buffer, error) {
	if b := g.Holding(address, width); b != nil {
		return b, nil
	}
	return nil, g.outside(address, width)
}

// Holding returns the buffer that holds width bytes at an address, or nil.
func (g *Global) Holding(address uint64, width int) *Buffer {
	if b := g.last; b != nil && address-b.Base <= uint64(b.Size-width) && b.Size >= width {
		return b
	}
	for _, b := range g.buffers {
		if b.Size >= width && address-b.Base <= uint64(b.Size-width) {
			g.last = b
			return b
		}
	}
	return nil
}

// Near returns the buffer nearest to an address in which none lies: nil for a null pointer, or if there is none.
func (g *Global) Near(address uint64) (near *Buffer) {
	if nullPointer(address) {
		return nil
	}
	for _, b := range g.buffers {
		if near == nil || b.distance(address) < near.distance(address) {
			near = b
		}
	}
	return near
}

// nullPointer reports whether an address is one before the first array: the other half of those is nearer to it.
func nullPointer(address uint64) bool { return address < firstAddress/2 }

func (g *Global) outside(address uint64, width int) error {
	if nullPointer(address) {
		return NullError(address)
	}
	near := g.Near(address)
	if near == nil {
		return fmt.Errorf("address %#x is outside every array", address)
	}
	return &BoundsError{Buffer: near, Offset: int64(address - near.Base), Width: width}
}

// distance is how far an address lies from the buffer, in bytes.
func (b *Buffer) distance(address uint64) uint64 {
	switch end := b.Base + uint64(b.Size); {
	case address < b.Base:
		return b.Base - address
	case address >= end:
		return address - end
	}
	return 0
}

// A NullError is an access through a null pointer, at so many bytes from it.
type NullError uint64

func (e NullError) Error() string {
	return fmt.Sprintf("address %#x is a null pointer plus %d bytes", uint64(e), uint64(e))
}

// A BoundsError is an access before or behind a buffer.
type BoundsError struct {
	Buffer *Buffer
	Offset int64 // bytes from the start of the nearest buffer
	Width  int
}

// Error names the element in words of the access's width: what an index of the
// parameter's type would be.
func (e *BoundsError) Error() string {
	name := e.Buffer.Name
	if name == "" {
		name = "array"
	}
	index := e.Offset / int64(e.Width)
	if e.Offset%int64(e.Width) < 0 {
		index--
	}
	return fmt.Sprintf("%s[%d], but %s has %d elements of %d bytes", name, index, name, e.Buffer.Size/e.Width, e.Width)
}
