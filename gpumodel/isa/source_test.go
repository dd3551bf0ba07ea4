package isa

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// foldedSources are lines that the code of ptxas 12.9 for sm_90 has too, but for marks that the model does not write, and
// what no instruction is needed for then.
var foldedSources = []struct{ body, want, not string }{
	{"a[0] = (int)floorf(f);", "F2I.S32.F32.FLOOR", "FRND"},
	{"a[0] = __float2int_rn(f);", "F2I.S32.F32 R", "FRND"},
	{"a[0] = (int)f;", "F2I.S32.F32.TRUNC", "FRND"},
	{"a[0] = (int)rintf(f); b[0] = rintf(f);", "FRND", ""},
	{"b[0] = fabsf(f) * -f;", "FMUL R5, -|R0|, R0", "FADD"},
	{"b[0] = fminf(fabsf(f), -g);", "|, -R", "FADD"},
	{"if (fabsf(f) > g) a[0] = 1;", "|, R", "FADD"},
	{"b[0] = -f;", "FADD R", ""},
	{"b[0] = fmaf(f, g, 0.0f);", ", RZ", "MOV R"},
	{"b[0] = 0;", "STG.E [R2], RZ", "MOV R"},
	{"if (a[1] & 2) a[0] = 1;", "LOP3.AND", "ISETP"},
	{"if (!(a[1] | a[2])) a[0] = 1;", "LOP3.OR.NE P0", "ISETP"},
	{"b[0] = f > g ? 1.0f : f;", "FSEL R5, !P0, R0, 0x3f800000", "MOV R"},
	{"int x = a[1] & 2; if (x) a[0] = x;", "ISETP", ""},
}

func TestFoldedSources(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range foldedSources {
		code := lower(t, d, "__global__ void k(int *a, float *b) { float f = b[1], g = b[2]; "+test.body+" }").String()
		if !strings.Contains(code, test.want) || test.not != "" && strings.Contains(code, test.not) {
			t.Errorf("%s: want %q and no %q\n%s", test.body, test.want, test.not, code)
		}
	}
}
