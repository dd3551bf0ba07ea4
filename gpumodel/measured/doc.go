// Package measured runs launches on real GPUs. The driver's worker (package driver) gets the
// same text and the same arguments as the model; every thread runs once for the results, and
// then on copies of the arrays for the time. A Measurement holds the times of the
// repetitions, in seconds, and what NVIDIA's compiler made of the kernel.
//
// What only the model can tell, counters and bounds, comes from the launch's twin: the same
// launch on the device's model, with its arrays as they were before. It is worked out when it
// is asked for. Begin with Run, which takes real and modelled devices; pack.go lays out the
// parameters, twin.go remembers the arrays.
package measured
