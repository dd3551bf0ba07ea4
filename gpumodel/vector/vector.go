// Package vector computes on the 32 lanes of a warp at once.
//
// A [Word] is 32 bits of each lane: a register of a warp. The words of a warp lie one behind the other in its
// frame, and an [Op] names its operands by their places there, in bytes. [Run] executes operations one after the
// other up to the first that is not its own. A value of 64 bits is two words that follow one another, the low
// halves first. A predicate is a mask: bit i of four bytes in the frame is lane i.
//
// On amd64 with AVX2 and FMA (run_amd64.s) and on arm64 (run_arm64.s) the operations are assembly: each jumps to the
// next one, and a lane is a place in a vector register. Elsewhere they are plain Go (portable.go), which says what an
// operation means. All give the same bits. A NaN that an operation on floats makes is 0x7fffffff, and
// 0xfff8000000000000 for 64 bits, as on NVIDIA's GPUs (CUDART_NAN_F and CUDART_NAN of CUDA's math_constants.h), so
// that it does not depend on the host which one it is.
package vector

import "math/bits"

// A Word is 32 bits of each lane of a warp.
type Word [32]uint32

// WordBytes is the size of a Word in a frame.
const WordBytes = 128

// NaN32 and NaN64 are the NaNs that operations make.
const (
	NaN32 = 0x7fffffff
	NaN64 = 0xfff8000000000000
)

// An Op is an operation of the lanes of a warp: D becomes what Kind makes of A, B and C. These are places in the
// frame in bytes; what X is depends on the kind.
type Op struct {
	Kind Kind
	D    uint32
	A    uint32
	B    uint32
	C    uint32
	X    uint32
}

const opBytes = 24 // of an Op, as the assembly steps through them

// Run executes operations from code[at] on, up to the first whose kind is Stop, or one that follows it, and returns its
// place. It also stops at a Touch for which it knows no pattern, and where the lanes part (see Enter). The frame has to
// hold all places that the operations name, the code an operation that stops, and accesses, which may be nil, those of
// the Touches.
func Run(code []Op, at int, frame []Word, accesses []*Access) int {
	if !accelerated {
		return runPortable(code, at, frame)
	}
	var table **Access
	if len(accesses) > 0 {
		table = &accesses[0]
	}
	for {
		at += run(&code[at], &frame[0], table) / opBytes
		o := &code[at]
		if o.Kind >= Enter {
			return at
		}
		portable[o.Kind](o, frame) // operands that the assembly leaves to plain Go
		at++
	}
}

// A Gauge is what bounds a Run: it lies in the frame at C of an Enter. An Enter stops if no steps are left, or if B is
// Limit or above. Otherwise it takes X off the steps, and the lanes of A are tallied at D.
type Gauge struct {
	Steps int64
	Limit uint32
}

// SetGauge puts a gauge at a place.
func SetGauge(frame []Word, place uint32, g Gauge) {
	*Mask(frame, place), *Mask(frame, place+4), *Mask(frame, place+8) = uint32(g.Steps), uint32(g.Steps>>32), g.Limit
}

// StepsLeft are those of the gauge at a place.
func StepsLeft(frame []Word, place uint32) int64 { return int64(long(frame, place)) }

// A tally is two numbers of eight bytes: how often something happened, and to how many lanes in all.

// Tally adds lanes to the tally at a place.
func Tally(frame []Word, place, lanes uint32) {
	Count(frame, place, 1)
	Count(frame, place+8, uint64(bits.OnesCount32(lanes)))
}

// Count adds to the eight bytes at a place.
func Count(frame []Word, place uint32, n uint64) {
	n += long(frame, place)
	*Mask(frame, place), *Mask(frame, place+4) = uint32(n), uint32(n>>32)
}

func long(frame []Word, place uint32) uint64 {
	return uint64(*Mask(frame, place)) | uint64(*Mask(frame, place+4))<<32
}

// At is the word at a place.
func At(frame []Word, place uint32) *Word { return &frame[place/WordBytes] }

// Mask is the predicate at a place.
func Mask(frame []Word, place uint32) *uint32 { return &frame[place/WordBytes][place%WordBytes/4] }
