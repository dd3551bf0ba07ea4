package figure

import (
	"fmt"
	"time"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/plotting"
)

// ProgressAfter is how long a program runs until it says how far it is.
const ProgressAfter = 10 * time.Second

// ProgramProgress says how far a program is that runs for some time already, in a line:
//
//	12,400 launches so far, now step (line 21); 310.2 ms on the modelled host, 14 s here
func ProgramProgress(p host.Progress, took time.Duration) string {
	at := "no launch so far"
	if p.Launches > 0 {
		at = fmt.Sprintf("%s launches so far, now %s (%s)", plotting.Thousands(int64(p.Launches)), p.Kernel, p.Line)
	}
	if p.Launches == 1 {
		at = fmt.Sprintf("the first launch, %s (%s)", p.Kernel, p.Line)
	}
	if p.All > 0 {
		at += fmt.Sprintf(", %s of %s blocks", plotting.Thousands(int64(p.Done)), plotting.Thousands(int64(p.All)))
	}
	return fmt.Sprintf("%s; %s on the modelled host, %.0f s here", at, plotting.SI(p.Time, "s"), took.Seconds())
}
