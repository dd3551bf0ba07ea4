// Package modeltest has what the tests of several rooms of the model share: cards, kernels
// and arrays that end the test where they cannot be had.
package modeltest

import (
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// Card is the card of a name.
func Card(t testing.TB, name string) *device.Device {
	t.Helper()
	d, err := device.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// GTX280 is the card of the lectures.
func GTX280(t testing.TB) *device.Device {
	t.Helper()
	return Card(t, "GTX 280")
}

// Override is a device with another value of a constant.
func Override(t testing.TB, d *device.Device, field, value string) *device.Device {
	t.Helper()
	d, err := d.With(field, value)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Compile returns the first kernel of a text.
func Compile(t testing.TB, source string) *gpumodel.Kernel {
	t.Helper()
	m, err := gpumodel.Compile("test.cu", source, gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m.Kernels[0]
}

// Zeros returns an array of zeros.
func Zeros(t testing.TB, dtype gpumodel.DType, shape ...int) *gpumodel.Array {
	t.Helper()
	a, err := gpumodel.NewArray(dtype, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Must returns x, or panics where there is an error that no test expects.
func Must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// Seeded gives the same inputs for a size in every test.
func Seeded(n int) *rand.Rand { return rand.New(rand.NewPCG(280, uint64(n))) }
