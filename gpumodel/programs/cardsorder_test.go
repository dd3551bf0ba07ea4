package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

func onDevice(t testing.TB, d *device.Device, program string, n int) *gpumodel.Result {
	t.Helper()
	p, err := Find(program)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), d, Run{N: n})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCardsOrder: every program runs on every card; a plain copy is as much
// slower as the card's memory is, within a fifth, and no faster than its bandwidth.
func TestCardsOrder(t *testing.T) {
	tier.Check(t)
	reference := onDevice(t, modeltest.GTX280(t), "transpose/copy", 2048)
	for _, name := range []string{"Tesla C1060", "8800 GTX"} {
		d := modeltest.Card(t, name)
		got := onDevice(t, d, "transpose/copy", 2048)
		share := got.GBps() / d.BandwidthGBps() / (reference.GBps() / modeltest.GTX280(t).BandwidthGBps())
		t.Logf("%s: copy %.1f GB/s of %.1f", name, got.GBps(), d.BandwidthGBps())
		if share < 0.8 || share > 1.2 {
			t.Errorf("%s: copy reaches %.2f of the share that it does on the GTX 280", name, share)
		}
		for _, p := range All("transpose") {
			if r := onDevice(t, d, p.Name, 500); r.BusGBps() > d.BandwidthGBps() {
				t.Errorf("%s on %s: %.1f GB/s on a bus of %.1f", p.Name, name, r.BusGBps(), d.BandwidthGBps())
			}
		}
	}
}

// TestSixPartitionCamping: with six partitions of 256 bytes, rows of 1536 bytes
// (n a multiple of 384) put a column of tiles into one or two partitions, as
// rows of 2048 do with eight; and 512 is no bad size.
func TestSixPartitionCamping(t *testing.T) {
	d := modeltest.Card(t, "8800 GTX")
	camped, spread := onDevice(t, d, "transpose/padded", 1536), onDevice(t, d, "transpose/padded", 2048)
	t.Logf("n = 1536: %.1f GB/s, bound by %s; n = 2048: %.1f GB/s", camped.GBps(), camped.Bound(), spread.GBps())
	if camped.Bound() != gpumodel.BoundCamping || camped.GBps() > 0.6*spread.GBps() {
		t.Errorf("n = 1536: %.1f GB/s, bound by %s; n = 2048: %.1f GB/s", camped.GBps(), camped.Bound(), spread.GBps())
	}
}
