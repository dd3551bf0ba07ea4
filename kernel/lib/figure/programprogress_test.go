package figure_test

import (
	"testing"
	"time"

	"warpbook.dev/gpumodel/host"
	. "warpbook.dev/kernel/lib/figure"
)

func TestProgramProgress(t *testing.T) {
	for _, tt := range []struct {
		p    host.Progress
		want string
	}{
		{host.Progress{Time: 2e-3}, "no launch so far; 2 ms on the modelled host, 14 s here"},
		{host.Progress{Launches: 1, Kernel: "step", Line: "line 21", Done: 12, All: 4096, Time: 2e-3}, "the first launch, step (line 21), 12 of 4096 blocks; 2 ms on the modelled host, 14 s here"},
		{host.Progress{Launches: 12400, Kernel: "step", Line: "line 21", Time: 0.5}, "12,400 launches so far, now step (line 21); 500 ms on the modelled host, 14 s here"},
	} {
		if got := ProgramProgress(tt.p, 14*time.Second); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
