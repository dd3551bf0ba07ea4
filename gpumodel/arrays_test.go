package gpumodel

import (
	"encoding/binary"
	"reflect"
	"testing"
)

// fill makes n elements.
func fill[T any](n int, f func(i int) T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = f(i)
	}
	return s
}

// arrayOf is an array with the bytes of a slice: of numbers, or of structs of numbers.
func arrayOf(t *testing.T, slice any) *Array {
	t.Helper()
	data, err := binary.Append(nil, binary.LittleEndian, slice)
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewArray(UInt8, len(data))
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range data {
		a.SetInt(i, int64(b))
	}
	return a
}

// contents reads an array as a slice of the type of like.
func contents(t *testing.T, a *Array, like any) any {
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

// runOnce launches one block of threads on an H200; slices among the arguments are arrays, which have
// afterwards what the kernel wrote.
func runOnce(t *testing.T, k *Kernel, threads int, args ...any) {
	t.Helper()
	vars, err := k.Module.NewVariables()
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{threads, 1, 1}, Variables: vars, Mode: Full}
	for _, arg := range args {
		if reflect.TypeOf(arg).Kind() == reflect.Slice {
			arg = arrayOf(t, arg)
		}
		l.Args = append(l.Args, arg)
	}
	if _, err := RunOn(t.Context(), card(t, "H200"), l); err != nil {
		t.Fatal(err)
	}
	for i, arg := range l.Args {
		if a, ok := arg.(*Array); ok {
			reflect.Copy(reflect.ValueOf(args[i]), reflect.ValueOf(contents(t, a, args[i])))
		}
	}
}
