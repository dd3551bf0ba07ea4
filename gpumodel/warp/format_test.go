package warp

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"
)

// printfTable holds what C prints, made with a C program of the same lines.
//
//go:embed testdata/printf.tsv
var printfTable string

func TestFormatAsC(t *testing.T) {
	for line := range strings.Lines(printfTable) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		bits, err := strconv.ParseUint(f[1], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := format(f[0], []uint64{bits}); got != f[2] {
			t.Errorf("%s of %#x prints %q, want %q", f[0], bits, got, f[2])
		}
	}
}

func TestFormatOfSeveral(t *testing.T) {
	for _, x := range []struct {
		format string
		args   []uint64
		want   string
	}{
		{"no conversion\n", nil, "no conversion\n"},
		{"100%% of %d", []uint64{7}, "100% of 7"},
		{"%*d|%-*d|%.*d", []uint64{4, 1, 4, 2, 3, 3}, "   1|2   |003"},
		{"%*d|", []uint64{^uint64(3), 1}, "1   |"},
		{"%d and %d", []uint64{1}, "1 and 0"},
		{"%p %p", []uint64{0, 0x100010}, "(nil) 0x100010"},
		{"ends in %", nil, "ends in %"},
		{"%5", nil, "%5"},
	} {
		if got := format(x.format, x.args); got != x.want {
			t.Errorf("%q of %v prints %q, want %q", x.format, x.args, got, x.want)
		}
	}
}

// A width comes from the data: it must not fill the memory.
func TestFormatOfHugeWidth(t *testing.T) {
	for _, f := range []string{"%999999999999d", "%.999999999f", "%*d", "%.*d"} {
		if got := format(f, []uint64{1 << 30, 1 << 30}); len(got) > 3*maxWidth {
			t.Errorf("%s prints %d bytes", f, len(got))
		}
	}
}
