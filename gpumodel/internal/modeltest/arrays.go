package modeltest

import (
	"encoding/binary"
	"reflect"
	"testing"

	"warpbook.dev/gpumodel"
)

// Fill makes n elements.
func Fill[T any](n int, f func(i int) T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = f(i)
	}
	return s
}

// ArrayOf is an array with the bytes of a slice: of numbers, or of structs of numbers.
func ArrayOf(t testing.TB, slice any) *gpumodel.Array {
	t.Helper()
	data, err := binary.Append(nil, binary.LittleEndian, slice)
	if err != nil {
		t.Fatal(err)
	}
	a := Zeros(t, gpumodel.UInt8, len(data))
	for i, b := range data {
		a.SetInt(i, int64(b))
	}
	return a
}

// Contents reads an array of bytes, as ArrayOf makes them, as a slice of the type and length of like.
func Contents(t testing.TB, a *gpumodel.Array, like any) any {
	t.Helper()
	data := make([]byte, a.Len())
	for i := range data {
		data[i] = byte(a.Int(i))
	}
	n := reflect.ValueOf(like).Len()
	slice := reflect.MakeSlice(reflect.TypeOf(like), n, n)
	if _, err := binary.Decode(data, binary.LittleEndian, slice.Interface()); err != nil {
		t.Fatal(err)
	}
	return slice.Interface()
}

// Bits is an element as it lies in memory.
func Bits(a *gpumodel.Array, i int) uint64 {
	size := a.DType.Size()
	return a.Buffer().Load(i*size, size)
}
