package gpumodel

import "testing"

// TestH200Thread: a program runs on a card of c.c. 9.0 and computes what it must; nearly
// all of its bandwidth is there to be had.
func TestH200Thread(t *testing.T) {
	d := card(t, "H200")
	p, err := FindProgram("transpose/padded")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(t.Context(), d, ProgramRun{N: 256, Mode: Full, Check: Full}); err != nil {
		t.Error(err)
	}
	r := onDevice(t, d, "transpose/padded", 4096)
	if moved := 2 * 4 * 4096 * 4096 / r.Time / 1e9; moved < 500 || moved > d.BandwidthGBps()*2.5 {
		t.Errorf("%.0f GB/s", moved)
	}
}
