package gpumodel

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// DType is the type of an array's elements, with NumPy's names.
type DType uint8

const (
	Float32 DType = iota
	Float64
	Int32
	UInt32
	Int64
	UInt64
	Int16
	UInt16
	Int8
	UInt8
	Float16
)

var dtypes = [...]struct {
	name string
	size int
}{
	Float32: {"float32", 4}, Float64: {"float64", 8}, Int32: {"int32", 4}, UInt32: {"uint32", 4}, Int64: {"int64", 8},
	UInt64: {"uint64", 8}, Int16: {"int16", 2}, UInt16: {"uint16", 2}, Int8: {"int8", 1}, UInt8: {"uint8", 1}, Float16: {"float16", 2},
}

func (t DType) String() string { return dtypes[t].name }

// Size is the element's size in bytes.
func (t DType) Size() int { return dtypes[t].size }

// Float reports whether the elements are floating-point numbers.
func (t DType) Float() bool { return t <= Float64 || t == Float16 }

// Signed reports whether the elements are signed integers.
func (t DType) Signed() bool { return t == Int8 || t == Int16 || t == Int32 || t == Int64 }

// DTypes lists the names of the element types.
func DTypes() []string {
	names := make([]string, len(dtypes))
	for i, t := range dtypes {
		names[i] = t.name
	}
	return names
}

// ParseDType finds an element type by NumPy's name.
func ParseDType(name string) (DType, error) {
	for i, t := range dtypes {
		if t.name == name {
			return DType(i), nil
		}
	}
	return 0, fmt.Errorf("dtype %q: want one of %v", name, DTypes())
}

// An Array is a row-major array in the memory of the modelled GPU, which the
// host reads and writes too.
type Array struct {
	DType DType
	Shape []int
	buf   *memory.Buffer
	// partial says which launch computed only a part of the array, if one did; its
	// elements can't be read.
	partial string
}

// Mapped is an array that a kernel reaches in page-locked memory of the host, over
// PCI Express (zero copy).
type Mapped struct{ *Array }

// Inside is a pointer into an array, to its element First, as a kernel's argument.
type Inside struct {
	*Array
	First int
}

// maxArrayBytes bounds one array: the memory of the largest modelled card is
// larger, the laptop's is not.
const maxArrayBytes = 1 << 31

// NewArray returns an array of zeros. The error says which dimension is wrong.
func NewArray(t DType, shape ...int) (*Array, error) {
	return NewArrayFunc(t, nil, shape...)
}

// NewArrayFunc returns an array whose element i (in row-major order) is at(i),
// computed when its page is first touched; nil is zero. at must be a pure function.
func NewArrayFunc(t DType, at func(i int) float64, shape ...int) (*Array, error) {
	bytes := t.Size()
	for _, n := range shape {
		if n < 0 {
			return nil, fmt.Errorf("shape %v: dimension %d is negative", shape, n)
		}
		if n > 0 && bytes > maxArrayBytes/n {
			return nil, fmt.Errorf("shape %v of %v is larger than %d bytes", shape, t, maxArrayBytes)
		}
		bytes *= n
	}
	a := &Array{DType: t, Shape: shape}
	var fill func(int, []byte)
	if at != nil {
		fill = func(offset int, page []byte) {
			first := offset / t.Size()
			for i := range min(len(page), bytes-offset) / t.Size() {
				memory.PutWord(page[i*t.Size():], t.Size(), t.Bits(at(first+i)))
			}
		}
	}
	a.buf = memory.NewBuffer(bytes, fill)
	return a, nil
}

// ArrayOn returns all of a buffer as an array with one axis.
func ArrayOn(t DType, b *memory.Buffer) *Array {
	return &Array{DType: t, Shape: []int{b.Size / t.Size()}, buf: b}
}

// Buffer is the device memory of the array.
func (a *Array) Buffer() *memory.Buffer { return a.buf }

// Replace gives the array contents that a launch elsewhere has computed in full, and
// returns what it held before.
func (a *Array) Replace(data []byte) (before *memory.Buffer) {
	a.partial = ""
	return a.buf.Replace(data)
}

// Len is the number of elements.
func (a *Array) Len() int { return a.buf.Size / a.DType.Size() }

// Readable returns an error if a sampled launch left the array incomplete.
func (a *Array) Readable() error {
	if a.partial != "" {
		return fmt.Errorf("the array was only partly computed: %s; launch with full=True to read the result", a.partial)
	}
	return nil
}

// At returns element i in row-major order as a float64 (exact for all types but
// 64-bit integers beyond 2^53; see Int). The caller keeps i in range.
func (a *Array) At(i int) float64 { return a.DType.value(a.bits(i)) }

// Int returns element i of an integer array.
func (a *Array) Int(i int) int64 {
	return a.DType.extend(a.bits(i))
}

// Set stores x, converted to the element type, at element i.
func (a *Array) Set(i int, x float64) {
	a.buf.Store(i*a.DType.Size(), a.DType.Size(), a.DType.Bits(x))
}

// SetInt stores n in an integer array; high bits are cut off as in C.
func (a *Array) SetInt(i int, n int64) {
	if a.DType.Float() {
		a.Set(i, float64(n))
		return
	}
	a.buf.Store(i*a.DType.Size(), a.DType.Size(), uint64(n))
}

func (a *Array) bits(i int) uint64 { return a.buf.Load(i*a.DType.Size(), a.DType.Size()) }

// Bits converts x to the element type and returns its bits.
func (t DType) Bits(x float64) uint64 {
	switch {
	case t == Float32:
		return uint64(math.Float32bits(float32(x)))
	case t == Float64:
		return math.Float64bits(x)
	case t == Float16:
		return uint64(ir.HalfBits(x))
	case t == UInt64 && x >= 1<<63:
		return uint64(x)
	}
	return uint64(int64(x))
}

func (t DType) value(b uint64) float64 {
	switch {
	case t == Float32:
		return float64(math.Float32frombits(uint32(b)))
	case t == Float64:
		return math.Float64frombits(b)
	case t == Float16:
		return ir.HalfValue(uint16(b))
	case t.Signed():
		return float64(t.extend(b))
	}
	return float64(b)
}

// extend reads the bits of an integer, sign-extended if the type is signed.
func (t DType) extend(b uint64) int64 {
	if t.Signed() {
		shift := 64 - 8*t.Size()
		return int64(b<<shift) >> shift
	}
	return int64(b)
}
