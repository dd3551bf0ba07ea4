// Package conformance has tests alone: what kernels compute on the model is held against what clang's code for the host
// computes, and what the front end accepts against clang and NVIDIA's compiler. They use the model as any program does.
// Begin with testdata/results/README.md.
package conformance
