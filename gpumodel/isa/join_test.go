package isa

import (
	"regexp"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// TestJoin: from 7.0 on sums and logic of three sources are one instruction, whatever they are written with. What somebody else needs
// too stays apart, and so does what has four sources.
func TestJoin(t *testing.T) {
	const head = `__global__ void k(unsigned *o, const unsigned *p) { unsigned a = p[0], b = p[1], c = p[2], d = p[3]; o[d & 1023] = `
	for _, tc := range []struct {
		card, result, has string
		logic             int // instructions of logic and sums besides d & 1023
	}{
		{"H200", "(a ^ b) & c", `LOP3\.LUT R\d+, R\d+, R\d+, R\d+, 0x28, !PT`, 1},
		{"H200", "a ^ b ^ c", `, 0x96, !PT`, 1},
		{"H200", "(a & b) ^ (a & c) ^ (b & c)", `, 0xe8, !PT`, 1}, // the parts read five sources, the whole three
		{"H200", "(a & b) | (~a & c)", `, 0xca, !PT`, 1},
		{"H200", "(a ^ b) & 255", `LOP3\.LUT R\d+, R\d+, R\d+, 0xff, 0x28, !PT|LOP3\.LUT R\d+, R\d+, 0xff, R\d+, 0x28, !PT`, 1},
		{"H200", "a ^ b ^ c ^ d", `, 0x96, !PT`, 2},
		{"H200", "a + b - c", `IADD3 R\d+, R\d+, R\d+, -R\d+|IADD3 R\d+, -R\d+, R\d+, R\d+`, 1},
		{"H200", "a - (b + c)", `IADD3 .*-R\d+.*-R\d+`, 1},
		{"H200", "a ^ b; o[1] = (a ^ b) & c", `LOP3\.XOR`, 2},
		{"C2050", "(a ^ b) & c", `LOP\.XOR`, 2},
	} {
		d, err := device.Get(tc.card)
		if err != nil {
			t.Fatal(err)
		}
		found, n := false, -1
		p := lower(t, d, head+tc.result+"; }")
		for _, in := range p.Code {
			if in.Joined {
				if in.Issue != 0 || in.Count != 0 || in.Latency != 0 || in.Busy != (Busy{}) {
					t.Errorf("%s on a %s: a part costs something: %+v", tc.result, tc.card, in)
				}
				continue
			}
			found = found || regexp.MustCompile(tc.has).MatchString(in.Text)
			if regexp.MustCompile(`^(LOP|IADD|IADD3)\b|^LOP3`).MatchString(in.Text) {
				n += in.Count
			}
		}
		if !found || n != tc.logic {
			t.Errorf("%s on a %s has %d instructions, want %d and %s in\n%s", tc.result, tc.card, n, tc.logic, tc.has, p)
		}
	}
}
