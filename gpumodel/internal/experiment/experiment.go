// Package experiment says how a launch runs when the question is not what it computes but
// why it takes its time: without a limit, with more blocks on an SM, compiled in another
// way, or watched. The zero Experiment is a usual launch.
//
// The rooms of the model that ask such questions (advise, observe, measured, programs) set
// a launch's Experiment; a cell has no way to.
package experiment

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/warp"
)

// An Experiment is what makes a launch differ from a usual one.
type Experiment struct {
	Variant  Variant
	Lift     warp.Lift // a limit that does not hold
	Copies   int       // of the grid that run one after the other, each with its own data; Time is that of one
	Resident int       // blocks on an SM, whatever the occupancy; 0 is as many as fit
	Together bool      // see warp.Launch
	Probe    bool      // the arrays stay as they are
	Discard  bool      // on a real GPU: nobody reads the arrays
	// Watch and WatchShared are told of accesses of global and of shared memory.
	Watch, WatchShared func(warp.Access)
}

// A Variant is a kernel that is compiled in another way than its module says. Variants are
// compared: a kernel keeps the code of each.
type Variant struct {
	Part     ir.Part
	Single   bool // fp64 that comes from literals alone is fp32
	FastMath bool
	Caching  string // as gpumodel.Options.LoadCaching
	Checked  bool   // so that faults show
}
