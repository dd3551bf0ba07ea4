// Package ir is the compiler's middle: it turns a checked CUDA C kernel into
// three-address code in static single assignment form and optimises it as nvcc
// would, before package isa lowers it for one compute capability.
package ir
