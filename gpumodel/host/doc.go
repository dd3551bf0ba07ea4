// Package host models what the host sees of a GPU besides its kernels: copies over PCI
// Express, from pageable and page-locked memory, and streams in which copies and kernels run
// beside one another.
//
// Times are seconds, sizes bytes. A Transfer is one copy, an Op a copy or a kernel;
// Schedule puts the ops of several streams on the engines of a GPU. Begin with transfer.go.
package host
