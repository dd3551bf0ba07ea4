package figure

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"sync"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/plotting"
)

// A sourceOf says what of a line the counters of some names come from.
type sourceOf struct {
	name   *regexp.Regexp
	weight func(l *report.Line) float64
	words  func(l *report.Line) string
}

// sourcesOf are tried in their order.
var sourcesOf = sync.OnceValue(func() []sourceOf {
	return []sourceOf{
		{regexp.MustCompile(`bank_conflict|mem_shared|^shared_|shared_efficiency`), func(l *report.Line) float64 { return l.Passes },
			func(l *report.Line) string {
				return fmt.Sprintf("the most passes of the banks of shared memory, %s", plotting.Number(l.Passes, 4))
			}},
		{regexp.MustCompile(`sector|request|mem_global|^g(ld|st)|dram|lts__|coalesced|transactions|bytes|gbps`),
			func(l *report.Line) float64 { return max(l.Excess, 1e-9*l.Sectors) },
			func(l *report.Line) string {
				return fmt.Sprintf("%s sectors for each of its requests", plotting.Number(l.Sectors/l.Requests, 4))
			}},
		{regexp.MustCompile(`thread_inst|branch|diverge|warp_execution`), func(l *report.Line) float64 { return 32*l.Instructions - l.Threads },
			func(l *report.Line) string {
				return fmt.Sprintf("%s threads in each of its instructions", plotting.Number(l.Threads/l.Instructions, 3))
			}},
		{regexp.MustCompile(`inst|issue|flop`), func(l *report.Line) float64 { return l.Instructions },
			func(l *report.Line) string {
				return fmt.Sprintf("the most instructions, %s", plotting.Number(l.Instructions, 4))
			}},
	}
})

// CounterOrigin is the line that a counter comes from for the most part, as the end of a
// sentence, where that is known.
func CounterOrigin(lines []report.Line, name string) string {
	for _, s := range sourcesOf() {
		if !s.name.MatchString(name) {
			continue
		}
		worst := slices.MaxFunc(lines, func(a, b report.Line) int { return int(math.Copysign(1, s.weight(&a)-s.weight(&b))) })
		if s.weight(&worst) <= 0 {
			return ""
		}
		return fmt.Sprintf("; %s has %s: %s", worst.At(), s.words(&worst), worst.Source)
	}
	return ""
}
