package checker

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// What the faults are called, and what mends them. A remedy is an advice, one sentence.

func at(d warp.Dim3) string { return fmt.Sprintf("(%d, %d, %d)", d.X, d.Y, d.Z) }

func (f *Fault) who() string { return fmt.Sprintf("thread %s of block %s", at(f.Thread), at(f.Block)) }

// other is the other thread, with its block where that is another one.
func (f *Fault) other() string {
	if f.OtherBlock == f.Block {
		return fmt.Sprintf("thread %s", at(f.OtherThread))
	}
	return fmt.Sprintf("thread %s of block %s", at(f.OtherThread), at(f.OtherBlock))
}

func verb(in *isa.Instr) string {
	switch in.Op {
	case ir.Load:
		return "reads"
	case ir.Atom:
		return "updates"
	}
	return "writes"
}

func (k kind) verb() string { return [...]string{"reads", "writes", "updates (by an atomic)"}[k] }

// index is the number of the element at a byte of the array, negative before it.
func (e extent) index(offset int64) int {
	n := int64(max(1, e.elem))
	if offset < 0 {
		return int((offset - n + 1) / n)
	}
	return int(offset / n)
}

// element is it as C writes it. A variable that is no array has no index, unless it is
// left.
func (e extent) element(offset int64) string {
	n := e.index(offset)
	if len(e.dims) == 0 && e.size == e.elem && n == 0 {
		return e.name
	}
	var after []string
	for i := len(e.dims) - 1; i > 0 && n >= 0; i-- {
		after = append([]string{fmt.Sprintf("[%d]", n%e.dims[i])}, after...)
		n /= e.dims[i]
	}
	return fmt.Sprintf("%s[%d]%s", e.name, n, strings.Join(after, ""))
}

// has is how large the array is.
func (e extent) has() string {
	if len(e.dims) > 1 {
		text := e.name + " is "
		for _, d := range e.dims {
			text += fmt.Sprintf("[%d]", d)
		}
		return text
	}
	n := e.size / max(1, e.elem)
	switch {
	case len(e.dims) == 0 && e.size == e.elem:
		return e.name + " is a single value"
	case n == 1:
		return e.name + " has one element"
	}
	return fmt.Sprintf("%s has %d elements", e.name, n)
}

func outOfBounds(f *Fault, verb string, e extent, offset int64) (what, remedy string) {
	if e.size == 0 && e.name == "a null pointer" {
		return fmt.Sprintf("line %d: %s %s through a null pointer", f.Line, f.who(), verb), "Set the pointer first, or test it"
	}
	what = fmt.Sprintf("line %d: %s %s %s, but %s", f.Line, f.who(), verb, f.Element, e.has())
	switch {
	case e.dynamic:
		return what, "The launch gives the size of extern __shared__ memory, in bytes: k[grid, block, bytes]"
	case offset < 0:
		return what, "Test that the index is not negative before the access"
	case e.size >= 1<<16 || len(e.dims) == 0:
		return what, fmt.Sprintf("Test the index before the access, as in if (i < %d)", e.size/max(1, e.elem))
	}
	return what, "Make the array larger, or test the index before the access"
}

func outOfTexture(f *Fault, texels int) (what, remedy string) {
	return fmt.Sprintf("line %d: %s fetches texel %d of %s, which has %d: tex1Dfetch has no address mode and gives 0", f.Line, f.who(),
			f.Index, f.Array, texels),
		"Test the index before the fetch"
}

func misaligned(f *Fault, verb string, offset int64, width int) (what, remedy string) {
	return fmt.Sprintf("line %d: %s %s %d bytes at byte %d of %s, which is not a multiple of %d", f.Line, f.who(), verb, width, offset,
			f.Array, width),
		fmt.Sprintf("A %d-byte word must begin at a multiple of %d: use a narrower type there, or move the start", width, width)
}

func zeroDivisor(f *Fault, rest bool) (what, remedy string) {
	does := "divides an integer by zero"
	if rest {
		does = "takes a remainder (%) by zero"
	}
	return fmt.Sprintf("line %d: %s %s", f.Line, f.who(), does), "Test the divisor first: a GPU does not stop, and the result is anything"
}

// A party of a race is one of the two accesses.
type party struct {
	line   int
	kind   kind
	block  int32
	thread warp.Dim3
}

// A race is what is known of one.
type race struct {
	later, earlier      party
	shared              bool // memory
	sameWarp, sameBlock bool
	together            bool // by one instruction of a warp
	independent         bool // the lanes of a warp
	barrier             bool // stands between the lines
	loop                bool // goes through both
	release             int  // line of the atomic that lacks a fence before it
	blockScope          bool // there is one, which is for the block alone
}

// scope tells apart what has other remedies.
func (r *race) scope() int {
	if r.sameBlock {
		return 0
	}
	return 1
}

// lockstep is true within a warp whose lanes go in step.
func (r *race) lockstep() bool { return r.sameWarp && !r.independent }

func raced(f *Fault, r *race, does, did kind) (what, remedy string) {
	place := fmt.Sprintf("in line %d", f.OtherLine)
	if f.Line == f.OtherLine {
		place = "too"
		if does != did {
			place = "in the same line"
		}
	}
	what = fmt.Sprintf("line %d: %s %s %s, which %s %s %s; nothing orders the two", f.Line, f.who(), does.verb(), f.Element, f.other(),
		did.verb(), place)
	switch own := "Let each thread write its own element, or use an atomic"; {
	case r.together:
		return what, own + ": which of the values stays is not defined"
	case !r.sameBlock:
		return what, "Blocks run in any order: give each block its own elements, use atomics, or start a second kernel for the next step"
	case r.lockstep():
		return what, "Let a barrier part the two; within a warp, which goes in step here, volatile is enough: it makes the compiler keep the order"
	case f.Line == f.OtherLine && does != load && did != load:
		return what, own
	case f.Line == f.OtherLine && r.sameWarp:
		return what, "Split the line: read into a variable, then __syncwarp() or __syncthreads(), then write; and another one before the next round of a loop"
	case f.Line == f.OtherLine:
		return what, "Split the line: read into a variable, then __syncthreads(), then write, and __syncthreads() before the next round of a loop"
	case r.barrier:
		return what, "The barrier between the lines does not help in the next iteration: another one has to part the two at the end of the loop"
	case r.sameWarp:
		return what, "Let a barrier part the two, which all threads of the block reach: the threads of a warp need not go in step"
	}
	return what, "Let a barrier part the two, which all threads of the block reach"
}

// updated is the remedy for a line such as count[x]++, in which threads read an element and
// write it, and others do so too.
func updated() string {
	return "Several threads change one element: use an atomic, such as atomicAdd, or let each thread change its own element"
}

func missingFence(f *Fault, r *race) (what, remedy string) {
	what = fmt.Sprintf("line %d: %s %s %s, which %s %s in line %d; the atomic in line %d says that it is done, but no fence makes the value visible before that",
		f.Line, f.who(), r.earlier.kind.verb(), f.Element, f.other(), r.later.kind.verb(), f.OtherLine, r.release)
	if r.blockScope {
		return what, fmt.Sprintf("Put __threadfence() between line %d and line %d: __threadfence_block() orders only the threads of one block", f.Line, r.release)
	}
	return what, fmt.Sprintf("Put __threadfence() between line %d and line %d", f.Line, r.release)
}

func barrier(f *Fault, other warp.Standing, missing, threads int) (what, remedy string) {
	where := fmt.Sprintf("is in line %d", other.Line)
	switch {
	case other.Left:
		where = fmt.Sprintf("has left the kernel in line %d", other.Line)
	case other.Here:
		where = fmt.Sprintf("is at the barrier in line %d", other.Line)
	}
	n := fmt.Sprintf("%d of %d threads", missing, threads)
	what = fmt.Sprintf("line %d: __syncthreads() is not reached by %s of block %s: thread %s is there, thread %s %s", f.Line, n,
		at(f.Block), at(f.Thread), at(f.OtherThread), where)
	if other.Left && other.Line < f.Line {
		return what, "All threads of a block have to reach a barrier: instead of return, put the work before and after it in an if"
	}
	return what, "All threads of a block have to reach the same barrier: move it out of the if or the loop that only some of them go through"
}

func absentLanes(f *Fault, name string, missing uint32) (what, remedy string) {
	do := "do"
	if missing&(missing-1) == 0 {
		do = "does"
	}
	return fmt.Sprintf("line %d: %s calls %s for the lanes of its mask, but %s of the warp %s not arrive", f.Line, f.who(), name,
			laneList(missing), do),
		"From 7.0 on the result is undefined: let all lanes of the mask call it, or name those alone that do"
}

// laneList is lanes as in "lane 3" and "lanes 0, 4 to 7".
func laneList(lanes uint32) string {
	var list []string
	for i := 0; i < 32; i++ {
		if lanes>>i&1 == 0 {
			continue
		}
		first := i
		for i < 31 && lanes>>(i+1)&1 != 0 {
			i++
		}
		switch {
		case first == i:
			list = append(list, fmt.Sprint(i))
		case first+1 == i:
			list = append(list, fmt.Sprint(first), fmt.Sprint(i))
		default:
			list = append(list, fmt.Sprintf("%d to %d", first, i))
		}
	}
	if lanes&(lanes-1) == 0 {
		return "lane " + list[0]
	}
	return "lanes " + strings.Join(list, ", ")
}

func other(f *Fault, err error) (what, remedy string) {
	return fmt.Sprintf("line %d: %s: %v", f.Line, f.who(), err), "The block ended there"
}
