package observe

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A randomKernel is a small kernel that accesses a few arrays at random, in threads that barriers, collectives
// and conditions bring into some order. Neither its control flow nor its indices depend on what memory holds, so
// its accesses are known without an execution.
type randomKernel struct {
	blocks, threads int // of the grid, of a block
	inStep          bool
	body            []*statement
	r               *rand.Rand
	lines           int
	text            strings.Builder
}

// What a statement does.
type action uint8

const (
	reads action = iota
	writes
	updates   // by an atomic
	writesOne // the same value in all threads
	waits     // for the block
	meets     // the lanes of a mask, by __syncwarp, a shuffle or a vote
	branches  // to then or otherwise
	repeats   // then, a few times
)

// A statement is one of a randomKernel, on a line of its own.
type statement struct {
	action          action
	array           int // of kernelArrays
	bytes           int // of the access
	volatile        bool
	index           index
	mask            uint32
	holds           condition
	then, otherwise []*statement
	trips           int
	line            int
}

// kernelArrays are the arrays of a random kernel. Those of flags take the value 1 alone.
var kernelArrays = []struct {
	name          string
	shared, flags bool
}{{"s", true, false}, {"u", true, true}, {"a", false, false}, {"b", false, false}, {"f", false, true}}

// An index is base * by / over + plus, of a thread and the round of the innermost loop.
type index struct {
	base           string
	by, over, plus int
}

func (x index) String() string {
	return fmt.Sprintf("%s * %d / %d + %d", x.base, x.by, x.over, x.plus)
}

// at is the value of an index.
func (x index) at(thread, block, threads, round int) int {
	base := map[string]int{"t": thread, "g": block*threads + thread, "(t % 32)": thread % 32, "(t / 32)": thread / 32,
		"blockIdx.x": block, "i": round, "1": 1}
	return base[x.base]*x.by/x.over + x.plus
}

// A condition is one that some threads fulfil.
type condition struct {
	text  string
	holds func(thread, block int) bool
	mask  uint32 // the lanes of a warp that do; 0 if warps differ, or blocks
	warp  bool   // all lanes of a warp do or none
	block bool   // all threads of a block
}

func (k *randomKernel) condition() condition {
	n := k.r.IntN(k.threads)
	switch k.r.IntN(7) {
	case 0:
		return condition{text: fmt.Sprintf("t == %d", n), holds: func(t, b int) bool { return t == n }}
	case 1:
		return condition{text: fmt.Sprintf("t < %d", n), holds: func(t, b int) bool { return t < n }}
	case 2:
		return condition{text: "t % 2 == 0", holds: func(t, b int) bool { return t%2 == 0 }, mask: 0x55555555}
	case 3, 4:
		return condition{text: "t % 32 < 16", holds: func(t, b int) bool { return t%32 < 16 }, mask: 0xffff}
	case 5:
		n /= 32
		return condition{text: fmt.Sprintf("t / 32 == %d", n), holds: func(t, b int) bool { return t/32 == n }, warp: true}
	}
	n %= k.blocks
	return condition{text: fmt.Sprintf("blockIdx.x == %d", n), holds: func(t, b int) bool { return b == n }, warp: true, block: true}
}

// newRandomKernel makes the kernel of a seed.
func newRandomKernel(seed uint64, inStep bool) *randomKernel {
	k := &randomKernel{r: rand.New(rand.NewPCG(seed, 1)), inStep: inStep, blocks: 1, threads: 64}
	switch k.r.IntN(5) {
	case 0:
		k.threads = 32
	case 1:
		k.threads = 96
	case 2, 3:
		k.blocks = 2 + k.r.IntN(2)
	}
	k.put("__global__ void k(int *a, int *b, int *f, int *out) {")
	k.put("__shared__ long long s[512], u[512];")
	k.put("int t = threadIdx.x, g = blockIdx.x * blockDim.x + t, v = 0;")
	arrays := k.r.Perm(len(kernelArrays))[:1+k.r.IntN(3)]
	k.body = k.block(arrays, 3+k.r.IntN(6), scope{mask: ^uint32(0), block: true})
	k.put("out[g] = v;")
	k.put("}")
	return k
}

// A scope is what is known of the threads that come to a statement.
type scope struct {
	mask  uint32 // lanes of each warp that has any, 0 if that is not known
	block bool   // all threads of the block
	depth int
	loop  bool
}

func (k *randomKernel) put(format string, args ...any) int {
	fmt.Fprintf(&k.text, format+"\n", args...)
	k.lines++
	return k.lines
}

// block makes some statements.
func (k *randomKernel) block(arrays []int, n int, in scope) (list []*statement) {
	for range n {
		list = append(list, k.statement(arrays, in))
	}
	return list
}

func (k *randomKernel) statement(arrays []int, in scope) *statement {
	switch p := k.r.IntN(20); {
	case p < 3 && in.block:
		return &statement{action: waits, line: k.put("__syncthreads();")}
	case p < 6 && in.mask != 0:
		text := []string{"__syncwarp(%#x);", "v += __shfl_sync(%#x, v, 0);", "v += __any_sync(%#x, v > 3);"}[k.r.IntN(3)]
		return &statement{action: meets, mask: in.mask, line: k.put(text, in.mask)}
	case p < 9 && in.depth < 3:
		c := k.condition()
		s := &statement{action: branches, holds: c, line: k.put("if (%s) {", c.text)}
		inner := scope{mask: in.mask & c.mask, block: in.block && c.block, depth: in.depth + 1, loop: in.loop}
		if c.warp {
			inner.mask = in.mask
		}
		s.then = k.block(arrays, 1+k.r.IntN(3), inner)
		if k.r.IntN(2) == 0 {
			k.put("} else {")
			if !c.warp && c.mask != 0 {
				inner.mask = in.mask &^ c.mask
			}
			s.otherwise = k.block(arrays, 1+k.r.IntN(3), inner)
		}
		k.put("}")
		return s
	case p < 10 && !in.loop:
		s := &statement{action: repeats, trips: 2 + k.r.IntN(2)}
		s.line = k.put("for (int i = 0; i < %d; i++) {", s.trips)
		in.loop, in.depth = true, in.depth+1
		s.then = k.block(arrays, 1+k.r.IntN(4), in)
		k.put("}")
		return s
	}
	return k.access(arrays, in)
}

// access makes an access of an array.
func (k *randomKernel) access(arrays []int, in scope) *statement {
	s := &statement{array: arrays[k.r.IntN(len(arrays))], bytes: 4, action: action(k.r.IntN(3))}
	bases := []string{"t", "t", "g", "g", "(t % 32)", "(t / 32)", "blockIdx.x", "1"}
	if in.loop {
		bases = append(bases, "i")
	}
	s.index = index{bases[k.r.IntN(len(bases))], 1, 1, k.r.IntN(3)}
	switch k.r.IntN(8) {
	case 0:
		s.index.over = 2
	case 1:
		s.index.by = 2
	}
	array := kernelArrays[s.array]
	typ, value := "int", "g * 0x01010101"
	switch p := k.r.IntN(24); {
	case array.flags || s.action == updates:
	case p == 0:
		s.bytes, typ, value = 1, "char", "g"
	case p == 1:
		s.bytes, typ, value = 8, "long long", "g * 0x0101010101010101"
	}
	if s.volatile = !array.shared && s.action != updates && k.r.IntN(8) == 0; s.volatile {
		typ = "volatile " + typ
	}
	element := fmt.Sprintf("((%s *)%s)[%s]", typ, array.name, s.index)
	switch {
	case s.action == reads:
		s.line = k.put("v += %s;", element)
	case s.action == updates:
		s.line = k.put("atomicAdd(&%s, 1);", element)
	case array.flags:
		s.action, s.line = writesOne, k.put("%s = 1;", element)
	default:
		s.line = k.put("%s = %s;", element, value)
	}
	return s
}
