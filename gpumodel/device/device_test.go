package device

import (
	"strings"
	"testing"
)

func TestGetForgivesSpelling(t *testing.T) {
	for _, name := range []string{"GTX 280", "gtx280", "GeForce GTX-280", "NVIDIA GeForce GTX 280"} {
		d, err := Get(name)
		if err != nil || d.Name != "GTX 280" {
			t.Errorf("Get(%q) = %v, %v", name, d, err)
		}
	}
	if _, err := Get("GTX 281"); err == nil || !strings.Contains(err.Error(), "GTX 280") {
		t.Errorf("Get(GTX 281) = %v, want the near names", err)
	}
}

// Every constant has a kind of the list and all but unverified ones a source.
func TestConstantsHaveSources(t *testing.T) {
	kinds := map[string]bool{"published": true, "measured": true, "derived": true, "fitted": true, "unverified": true}
	for _, d := range All() {
		for _, c := range d.Sources() {
			if !kinds[c.Kind] {
				t.Errorf("%s %s: kind %q", d.Name, c.Field, c.Kind)
			}
			if c.Source == "" {
				t.Errorf("%s %s: no source", d.Name, c.Field)
			}
		}
	}
}

// Bandwidth and peak of the GTX 280 as its specifications and the lecture give them.
func TestDerivedFigures(t *testing.T) {
	d, err := Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.BandwidthGBps(); got < 141.6 || got > 141.8 {
		t.Errorf("bandwidth %.1f GB/s, want 141.7", got)
	}
	if got := d.PeakGFLOPs(); got < 621.9 || got > 622.2 {
		t.Errorf("peak %.1f GFLOP/s, want 622", got)
	}
}

func TestWith(t *testing.T) {
	d, _ := Get("GTX 280")
	c, err := d.With("clock_mhz", "1400")
	if err != nil || c.ClockMHz != 1400 || d.ClockMHz != 1296 || c.Name != "GTX 280 (clock_mhz=1400)" {
		t.Errorf("With = %+v, %v", c, err)
	}
	for _, bad := range [][2]string{{"clock", "1"}, {"sms", "x"}, {"sms", "0"}, {"clock_mhz", "-1"}, {"name", "x"}, {"clock_mhz", "NaN"}, {"dram_banks", "6"}} {
		if _, err := d.With(bad[0], bad[1]); err == nil {
			t.Errorf("With(%q, %q) accepted", bad[0], bad[1])
		}
	}
}
