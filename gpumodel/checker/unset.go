package checker

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// unset holds which bytes of the block's shared memory and of its threads' local memory were set, and which of the arrays that
// have bytes that nobody had set before the launch (memory.Buffer.Unset), as those of a program's cudaMalloc. An array of a cell has
// values from the start.
//
// That a thread reads a byte that nobody has set is no fault yet: a reduction may load a word that
// it then does not use. It is one when the flow of control, an address or what the kernel leaves
// behind depends on it; the machine follows the values up to there.
type unset struct {
	shared, local []mark // of each byte, local memory thread by thread
	global        map[*memory.Buffer]map[int]*markPage
	origins       map[int]int32
}

// A mark is 0 for a byte that was never set, 1 for one that was. For a byte to which an unset value
// was copied it is the number of the read that the value came from, plus 1.
type mark int32

const wasSet mark = 1

// markBytes is the size of a mark.
const markBytes = 4

// A markPage is the marks of a part of an array, which begins at a multiple of its length.
type markPage [1 << 10]mark

// A read is the latest of an instruction of a warp that found what was never set.
type read struct {
	in *isa.Instr
	at [32]int64 // addresses, by lane
}

func (u *unset) prepare(c *Checker) error {
	local := c.threads * c.Program.LocalBytes
	if err := c.Memory.Take(markBytes*int64(c.limit+local), fmt.Sprintf("checking a block of %d threads, each with %d bytes of local memory,",
		c.threads, c.Program.LocalBytes)); err != nil {
		return err
	}
	u.shared, u.local = make([]mark, c.limit), make([]mark, local)
	u.origins = map[int]int32{}
	u.global = map[*memory.Buffer]map[int]*markPage{}
	return nil
}

func (u *unset) begin() {
	clear(u.shared)
	clear(u.local)
}

// marks reads or sets the marks of what an access touches. The bytes of a lane begin at
// its thread's number times stride, plus shift.
func (c *Checker) marks(x *warp.Touch, set []mark, shift int64, stride int) {
	for lane := range 32 {
		if x.Allowed>>lane&1 == 0 {
			continue
		}
		from := int64(int32(x.Addresses[lane])) + shift + int64((x.Warp*32+lane)*stride)
		for word := range x.Words {
			c.wordMarks(x, lane, word, set[from+int64(word*x.Size):][:x.Size])
		}
	}
}

// wordMarks reads or sets the marks of the bytes of a word that a lane touches.
func (c *Checker) wordMarks(x *warp.Touch, lane, word int, bytes []mark) {
	in := x.Instruction
	if in.Op != ir.Store {
		for _, was := range bytes {
			if was != wasSet {
				x.Undefined[word] |= 1 << lane
				if x.Origins[word] = int32(was) - 1; was == 0 {
					x.Origins[word] = c.origin(x, lane)
				}
				break
			}
		}
	}
	if in.Op == ir.Load {
		return
	}
	was := wasSet
	if in.Op == ir.Store && x.Undefined[word]>>lane&1 != 0 {
		was = mark(x.Origins[word] + 1)
	}
	for i := range bytes {
		bytes[i] = was
	}
}

// globalMarks reads or sets the marks of what an access touches of arrays with bytes that nobody had set before the launch. What it
// stores is set afterwards, be it of a value that was not: that is told at the store.
func (c *Checker) globalMarks(x *warp.Touch) {
	in := x.Instruction
	only := in.Op == ir.Atom && in.Atom == ir.AtomExch // writes, whatever was there
	for lane := range 32 {
		if x.Allowed>>lane&1 == 0 {
			continue
		}
		b := c.Global.Holding(x.Addresses[lane], x.Words*x.Size)
		if b == nil || len(b.Unset()) == 0 {
			continue
		}
		at := int(x.Addresses[lane] - b.Base)
		for word := range x.Words {
			bytes := c.bytesOf(b, at+word*x.Size, x.Size)
			if in.Op == ir.Store || only {
				for i := range bytes {
					bytes[i] = wasSet
				}
				continue
			}
			c.wordMarks(x, lane, word, bytes)
		}
	}
}

// bytesOf are the marks of some bytes of an array, a word that is aligned.
func (c *Checker) bytesOf(b *memory.Buffer, at, size int) []mark {
	pages := c.unset.global[b]
	if pages == nil {
		pages = map[int]*markPage{}
		c.unset.global[b] = pages
	}
	n := at / len(markPage{})
	page := pages[n]
	if page == nil {
		page = new(markPage)
		c.cells += pageCells / 8 // for the memory that it takes
		first := n * len(page)
		for i := range page {
			page[i] = wasSet
		}
		for _, r := range b.Unset() {
			for i := max(r.From, first); i < min(r.To, first+len(page)); i++ {
				page[i-first] = 0
			}
		}
		pages[n] = page
	}
	return page[at%len(page):][:size]
}

// SetIn are the ranges of an array's bytes that the launch has set, of those that nobody had set before.
func (c *Checker) SetIn(b *memory.Buffer) (set []memory.Range) {
	pages := c.unset.global[b]
	for _, r := range b.Unset() {
		for at := r.From; at < r.To; {
			page, end := pages[at/len(markPage{})], min(r.To, (at/len(markPage{})+1)*len(markPage{}))
			for ; at < end && page != nil; at++ {
				if page[at%len(page)] == wasSet {
					set = memory.Joined(set, memory.Range{From: at, To: at + 1})
				}
			}
			at = end
		}
	}
	return set
}

// origin numbers a read of what was never set, from 1.
func (c *Checker) origin(x *warp.Touch, lane int) int32 {
	k := x.Warp*len(c.Program.Code) + x.PC
	n := c.unset.origins[k]
	if n == 0 {
		c.reads = append(c.reads, read{in: x.Instruction})
		n = int32(len(c.reads))
		c.unset.origins[k] = n
	}
	at := int64(x.Addresses[lane])
	if x.Instruction.Space == ir.Shared || x.Instruction.Space == ir.Local {
		at = int64(int32(at))
	}
	c.reads[n-1].at[lane] = at
	return n
}

// stored looks at what an access leaves where others find it.
func (c *Checker) stored(x *warp.Touch) {
	if x.Instruction.Op == ir.Load {
		return
	}
	for word := range x.Words {
		if lanes := x.Undefined[word] & x.Allowed; lanes != 0 {
			c.Undefined(x.Warp, lanes, x.Origins[word], x.Instruction, warp.UseStore)
		}
	}
}

// Undefined is called where a value matters that was never set.
func (c *Checker) Undefined(warp int, lanes uint32, origin int32, in *isa.Instr, use warp.Use) {
	r := &c.reads[origin-1]
	lane := firstLane(lanes)
	e, ok := c.extentOf(r.in)
	if !ok {
		e, _ = c.extentAt(r.in.Space, r.at[lane], r.in.Mem.Size())
	}
	f := c.faults.found(key{Uninitialised, e.name, r.in.Line, in.Line, 0}, -1)
	if f == nil {
		return
	}
	c.place(f, warp, lane, e, r.at[lane]-e.base)
	f.OtherBlock, f.OtherThread = f.Block, f.Thread
	f.own = r.in.Space == ir.Local
	f.What, f.Remedy = uninitialised(f, r.in.Space, use)
}

func uninitialised(f *Fault, s ir.Space, use warp.Use) (what, remedy string) {
	result := map[warp.Use]string{
		warp.UseBranch: "and branches on it", warp.UseAddress: "and takes it for an index",
		warp.UseStore: "and stores the result", warp.UseOutput: "and prints it",
	}[use]
	if f.OtherLine != f.Line {
		result += fmt.Sprintf(" in line %d", f.OtherLine)
	}
	nobody := "which nobody has set"
	if s == ir.Local {
		nobody = "which was never set"
	}
	what = fmt.Sprintf("line %d: %s reads %s, %s, %s", f.Line, f.who(), f.Element, nobody, result)
	switch s {
	case ir.Local:
		return what, "Give the variable a value where it is declared"
	case ir.Shared:
	default:
		return what, "Memory of cudaMalloc begins with anything: copy data into it, or set it with cudaMemset, before the launch"
	}
	return what, "Shared memory begins with anything: write each element that is read, and then wait at __syncthreads()"
}
