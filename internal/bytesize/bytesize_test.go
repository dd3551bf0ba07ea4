package bytesize

import "testing"

func TestText(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 12_340: "12.3 kB", 999_999: "1000 kB", 1e6: "1 MB",
		16e6: "16 MB", 2_550_000_000: "2.5 GB", 3e12: "3000 GB"} {
		if got := Text(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}
