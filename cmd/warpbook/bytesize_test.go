package main

import "testing"

func TestByteSize(t *testing.T) {
	for text, want := range map[string]struct {
		bytes byteSize
		text  string
	}{
		"2GB": {2e9, "2GB"}, "512 MiB": {512 << 20, "512MiB"}, "1.5gb": {1.5e9, "1500MB"}, "4096": {4096, "4KiB"}, "100kb": {1e5, "100kB"}, "7B": {7, "7B"},
	} {
		var s byteSize
		if err := s.Set(text); err != nil || s != want.bytes || s.String() != want.text {
			t.Errorf("%q is %d bytes, %v, written %v; want %d, %v", text, s, err, s.String(), want.bytes, want.text)
		}
	}
	for _, text := range []string{"", "GB", "-1MB", "0", "much", "1e30GB", "NaN", "2TB"} {
		var s byteSize
		if err := s.Set(text); err == nil {
			t.Errorf("%q is %d bytes, want an error", text, s)
		}
	}
}
