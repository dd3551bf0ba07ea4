// Package gpumodel runs CUDA C on a modelled GPU. Compile turns source text into
// a Module of Kernels; Run lowers a kernel for a device, executes its blocks warp
// by warp, and returns the counters, the time and what the time is made of.
package gpumodel
