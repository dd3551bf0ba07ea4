// Package engine replays the traces of blocks as events: the warps of all SMs compete for
// issue ports, units and the memory. Begin reading at Engine.Run.
package engine
