package grade

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/plotting"
)

// uncertainty is by what part a number of a result may be off, since its time is that of a sample.
func uncertainty(r *gpumodel.Result, name string) float64 {
	switch {
	case name == "time", name == "gbps", name == "bus_gbps", name == "gflops", strings.HasPrefix(name, "gpu__time_duration"):
		return r.Uncertainty
	case name == "elapsed": // the launch overhead is certain
		return r.Uncertainty * r.Time / r.Elapsed()
	}
	return 0
}

// undecided says that a limit lies within the uncertainty of a number, so that the whole simulation may
// decide otherwise than its sample: nothing if it cannot.
func undecided(x, share float64, limits ...float64) string {
	if !slices.ContainsFunc(limits, func(limit float64) bool { return math.Abs(x-limit) < share*math.Abs(x) }) {
		return ""
	}
	return fmt.Sprintf("the time is that of a sample, ± %s %%, and the limit lies within that: a launch with exact=True decides",
		plotting.Number(100*share, 1))
}

// doubts are what makes a failed test doubtful to who grades: note, and that the test may have been written for the GPU on which
// sessions began before.
func doubts(r *gpu.Result, ok bool, note string) string {
	if ok || !r.OnFirstGPU() {
		return note
	}
	first := fmt.Sprintf("no cell has called use(…), so without gpu= a launch runs on %s; in version 0.1.0 it ran on a GTX 280",
		r.Outcome().Device.Name)
	return strings.TrimPrefix(note+"; "+first, "; ")
}

// tellUndecided shows that a test was passed which the whole simulation may fail.
func tellUndecided(c face.Call, what, note string) {
	if note != "" {
		c.Run().Display(face.Listing(fmt.Sprintf("%s: %s is as wanted, but %s", c.Name, what, note)))
	}
}
