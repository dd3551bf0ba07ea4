// Package host models what the host sees of a GPU besides its kernels: copies over PCI
// Express, from pageable and page-locked memory, and streams in which copies and kernels run
// beside one another; and it runs whole programs (program.go): main as code of package scalar, what it finds of C's library and
// of CUDA's runtime by the names of gpumodel/cuda/library/c and cudart (system.go, stdio.go, cudart.go), and its launches on the
// model. The driver's interface is the runtime's under other names (driver.go, library/cudadrv), with modules that are compiled while
// the program runs (modules.go, nvrtc.go).
//
// Times are seconds, sizes bytes. A Transfer is one copy, an Op a copy or a kernel;
// Schedule puts the ops of several streams on the engines of a GPU. Begin with transfer.go.
//
// # The host
//
// A transfer is what every copy costs plus its bytes at the rate of its kind of memory. Streams are
// scheduled by the rules of the Programming Guide: an op starts when the one before it in its stream is
// done and its engine is free, and engines serve in the order of issue. That order decides on cards
// with one copy engine, so a cell can choose it.
package host
