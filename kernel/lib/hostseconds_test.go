package lib

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// host_seconds is there for who asks, and nowhere else: what cells show and save is the
// same in every run.
func TestHostSeconds(t *testing.T) {
	s := newSession()
	cellResult(t, s, `k = cuda("__global__ void k(int *a) { a[threadIdx.x] = 1; }").k`)
	for _, code := range []string{
		`run("transpose/naive", n=256)`,
		`run("transpose/naive", n=256, full=True)`,
		`k[1, 32](zeros(32, "int32"))`,
		`sweep("transpose/naive", n=[64, 128])`,
		`tune("transpose/naive", {"block": [64, 128]}, n=64)`,
	} {
		// It lies within what passes here, however busy the machine is.
		begin := time.Now()
		cellResult(t, s, "x = "+code)
		passed := time.Since(begin).Seconds()
		if got := cellResult(t, s, fmt.Sprintf("0 < x.host_seconds and x.host_seconds <= %g", passed)); got != "True" {
			t.Errorf("%s: host_seconds is %s, and %g s have passed", code, cellResult(t, s, "x.host_seconds"), passed)
		}
		var shown [2]any
		for i := range shown {
			out, outcome := execute(context.Background(), s, 1, code)
			if outcome.Error != nil {
				t.Fatalf("%s: %s", code, outcome.Error.Value)
			}
			shown[i] = out.result.Data
		}
		if d := cmp.Diff(shown[0], shown[1]); d != "" {
			t.Errorf("%s shows another result each time:\n%s", code, d)
		}
	}
	if got := cellResult(t, s, `[x.host_seconds for x in run("reduce/interleaved", n=1 << 12).launches][:2]`); got != "[None, None]" {
		t.Errorf("host_seconds of the parts of a program: %s", got)
	}
}
