package bytesize

import (
	"math"
	"testing"
)

func TestText(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 12_340: "12.3 kB", 999_999: "1000 kB", 1e6: "1 MB",
		16e6: "16 MB", 2_550_000_000: "2.5 GB", 3e12: "3000 GB"} {
		if got := Text(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}

func TestLimit(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 7: "7 B", 1000: "1 kB", 1024: "1 KiB", 500_000: "500 kB", 64e6: "64 MB", 32 << 20: "32 MiB", 2e9: "2 GB", 2 << 30: "2 GiB",
		400e6: "400 MB", 128 << 20: "128 MiB", 1536 << 20: "1536 MiB", 15109 << 20: "15109 MiB", 33_554_432_001: "33.6 GB", 4_123_457: "4.1 MB"} {
		if got := Limit(n); got != want {
			t.Errorf("a limit of %d bytes is %q, want %q", n, got, want)
		}
	}
}

func TestEstimate(t *testing.T) {
	for n, want := range map[float64]string{0: "0 B", 12_340: "12.3 kB", 32e9: "32 GB", 1e30: "more than 9223372036.9 GB",
		math.Inf(1): "more than 9223372036.9 GB", math.NaN(): "more than 9223372036.9 GB"} {
		if got := Estimate(n); got != want {
			t.Errorf("%g bytes are %q, want %q", n, got, want)
		}
	}
}
