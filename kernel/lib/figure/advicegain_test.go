package figure

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/advise"
)

// TestGain: the gain of more blocks is told as throughput, and a large one without a number that no change can reach.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		advice advise.Advice
		want   string
	}{
		{advise.Advice{Gain: 14.2, Uncertainty: 0.07}, "without it, the kernel is 14.2 times as fast (± 7 %)"},
		{advise.Advice{Gain: 4.45, Uncertainty: 0.06, Throughput: true},
			"with enough blocks, the GPU does up to 4.45 times as much in the same time (± 6 %)"},
		{advise.Advice{Gain: 66.4, Uncertainty: 0.06, Throughput: true},
			"with enough blocks, the GPU does more than 10 times as much in the same time"},
	} {
		c.advice.Problem, c.advice.Line = "a problem", 3
		if got, _, _ := strings.Cut(Advice(&c.advice), "\n"); got != "a problem in line 3: "+c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
