// Package timing turns the traces of blocks into time: an event engine in which
// the warps of all SMs compete for issue ports, crossbar ports and partitions,
// closed-form lower bounds beside it, and the sampling that makes it quick.
package timing
