// Package pcie says when a GPU does what a host asks for: copies over PCI Express, kernels and fills, of one stream or of several.
//
// A [Scheduler] is the time line of one GPU. It is the only one: the word pipeline of a notebook and the streams of whole programs
// use it. [Scheduler.Issue] puts a [Work] into a [Stream] and answers when the GPU begins it and ends it. Times are in seconds on the
// clock of the host.
//
//   - A stream does its works in their order. The default stream waits for all blocking streams, and they for it.
//   - Copies run on the copy engines of the device: none, one for both directions, or one for each. A GPU without copy engines copies
//     in the place of a kernel.
//   - Kernels run beside each other as far as their blocks find room on the SMs, and at most so many as the compute capability
//     allows. A kernel that finds less room than it could use runs slower in proportion.
//   - Before compute capability 3.5 each engine has one queue: a work that waits for its stream holds up those behind it.
//
// A work is placed once, when it is issued. What is issued later never delays it.
//
// Begin reading at scheduler.go.
package pcie
