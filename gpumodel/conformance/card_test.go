package conformance

import (
	"os"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/measured"
)

func TestMain(m *testing.M) {
	driver.Main() // the workers of a GPU are this program, too
	os.Exit(m.Run())
}

func card(t testing.TB, name string) *device.Device {
	t.Helper()
	return modeltest.Card(t, name)
}

// withCard are the cards, and with WARPBOOK_GPU=1 the first real one of this machine: what
// kernels compute on it is what the model must compute.
func withCard(t *testing.T, cards ...*device.Device) []*device.Device {
	t.Helper()
	if os.Getenv("WARPBOOK_GPU") != "1" {
		return cards
	}
	d, err := measured.Card(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return append(cards, d)
}
