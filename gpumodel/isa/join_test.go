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

// TestJoinRotation: from 7.0 on two shifts of 32 bits in all are one instruction (NVRTC 12.9 for sm_75 and sm_90: SHF.L.W.U32.HI), whatever
// puts them together. Other shifts stay apart, and so does a shift that somebody else needs.
func TestJoinRotation(t *testing.T) {
	const head = `__global__ void k(unsigned *o, const unsigned *p) { unsigned x = p[0], y = p[1]; int s = p[2]; o[0] = `
	for _, tc := range []struct {
		card, result, has string
		joined            int
	}{
		{"H200", "(x << 7) | (x >> 25)", `^SHF\.L\.W\.U32\.HI R\d+, R\d+, 0x7, R\d+`, 2},
		{"H200", "(x >> 7) | (x << 25)", `^SHF\.L\.W\.U32\.HI R\d+, R\d+, 0x19, R\d+`, 2},
		{"H200", "(x << 7) + (x >> 25)", `^SHF\.L\.W\.U32\.HI R\d+, R\d+, 0x7, R\d+`, 2},
		{"H200", "(x << 7) ^ (x >> 25)", `^SHF\.L\.W\.U32\.HI R\d+, R\d+, 0x7, R\d+`, 2},
		{"H200", "(x << 7) | (y >> 25)", `^SHF\.L\.U32\.HI R\d+, R\d+, 0x7, R\d+`, 2},
		{"H200", "((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)", `^LOP3\.LUT R\d+, R\d+, R\d+, R\d+, 0x96, !PT`, 5},
		{"H200", "(x << 7) | (x >> 24)", `^LOP3`, 0},
		{"H200", "(s << 7) | (s >> 25)", `^LOP3`, 0},
		{"H200", "(x << 7) | (x >> 25); o[1] = x << 7", `^LOP3`, 0},
		{"C2050", "(x << 7) | (x >> 25)", `^LOP\.OR`, 0},
	} {
		d, err := device.Get(tc.card)
		if err != nil {
			t.Fatal(err)
		}
		found, joined := false, 0
		p := lower(t, d, head+tc.result+"; }")
		for _, in := range p.Code {
			if in.Joined {
				joined++
			}
			found = found || regexp.MustCompile(tc.has).MatchString(in.Text)
		}
		if !found || joined != tc.joined {
			t.Errorf("%s on a %s has %d joined instructions, want %d and %s in\n%s", tc.result, tc.card, joined, tc.joined, tc.has, p)
		}
	}
}
