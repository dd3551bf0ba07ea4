package advise

import "fmt"

// remedyFor is what to do about a problem of this launch.
func (p problem) remedyFor(x *examination) string {
	if other := blockRemedies[p.name]; other != nil {
		if remedy := other(x, x.l.Block.Count()); remedy != "" {
			return remedy
		}
	}
	return p.remedy
}

// blockRemedies are the remedies of problems whose usual one does not fit every size of a block: blocks of a warp cannot be
// divided, and smaller ones leave lanes idle. "" is the usual remedy.
var blockRemedies = map[string]func(x *examination, threads int) string{
	"barriers": func(x *examination, threads int) string {
		if threads > x.d.WarpSize {
			return ""
		}
		return "drop barriers that are not needed"
	},
	"low occupancy": func(x *examination, threads int) string {
		if threads > x.d.WarpSize || x.r.Occupancy.Limiter != "blocks" {
			return ""
		}
		return fmt.Sprintf("use larger blocks: an SM holds %d blocks at most, however small they are", x.r.Occupancy.BlocksPerSM)
	},
	"too few blocks": func(x *examination, threads int) string {
		switch warp := x.d.WarpSize; {
		case threads > warp:
			return ""
		case threads < warp:
			return fmt.Sprintf("give the launch more threads, in blocks of %d or more: blocks of %d leave %d of the %d lanes of a warp idle",
				warp, threads, warp-threads, warp)
		}
		return "start more blocks: let each thread do less"
	},
}
