package ir

import (
	"fmt"
	"testing"
)

// TestRoots asks for the array that the store of a kernel goes to.
func TestRoots(t *testing.T) {
	for body, want := range map[string]string{
		"a[n] = 7;": "a",
		"float *p = a + n; p += threadIdx.x; *p = 7;":                                                               "a",
		"float *p = a; if (n > 3) p = tab[n]; p[0] = 7;":                                                            "",
		"float *p = tab[n]; if (n > 3) p = a; p[0] = 7;":                                                            "",
		"float *p = a; if (n > 3) p = b; p[0] = 7;":                                                                 "",
		"float *p = a; if (n > 3) p = a + n; p[0] = 7;":                                                             "a",
		"float *p; if (n > 3) p = a + n; p[0] = 7;":                                                                 "a",
		"for (float *p = a; p < a + n; p++) *p = 7;":                                                                "a",
		"for (float *p = tab[n]; p < b; p++) *p = 7;":                                                               "",
		"float *p = a; for (int i = 0; i < n; i++) { *p = 7; p += (int)b[i]; }":                                     "a",
		"float *p = a; for (int i = 0; i < n; i++) { *p = 7; p = tab[i]; }":                                         "",
		"float *p = a; for (int i = 0; i < n; i++) { *p = 7; p = tab[0] + i; }":                                     "",
		"float *p = a, *q = b; for (int i = 0; i < n; i++) { *p = 7; float *x = p; p = q; q = x; }":                 "",
		"float *p = a, *q = a + n; for (int i = 0; i < n; i++) { *p = 7; float *x = p; p = q; q = x + 1; }":         "a",
		"float *p = a; for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) p += j; *p = 7; }":                 "a",
		"float *p = a; for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) if (j == n) p = tab[j]; *p = 7; }": "",
	} {
		for _, target := range []Target{gt200, later} {
			plain, _ := build(t, fmt.Sprintf("__global__ void k(float *a, float *b, float **tab, int n) { %s }", body), target)
			for _, b := range plain.Blocks {
				for _, v := range b.Values {
					if v.Op != Store {
						continue
					}
					got := ""
					if root := rootOf(v.Args[0]); root != nil {
						got = plain.Params[root.Imm].Name
					}
					if got != want {
						t.Errorf("%s goes to %q, want %q\n%s", body, got, want, plain)
					}
				}
			}
		}
	}
}
