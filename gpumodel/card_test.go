package gpumodel

import (
	"context"
	"os"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// How the tests run on a real GPU: package measured, which is above this one, sets it in
// realcard_test.go.
var (
	RunOn  = Run
	CardOf func(ctx context.Context, index int) (*device.Device, error)
)

// withCard are the cards, and with WARPBOOK_GPU=1 the first real one of this machine: what
// kernels compute on it is what the model must compute.
func withCard(t *testing.T, cards ...*device.Device) []*device.Device {
	t.Helper()
	if os.Getenv("WARPBOOK_GPU") != "1" {
		return cards
	}
	d, err := CardOf(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return append(cards, d)
}
