package host

import (
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
)

// Nodes that a capture has made have no words of the program. What cudaGraph…NodeGetParams returns of them is what they do.

// fields writes numbers one after the other, each at a multiple of its size.
type fields []byte

func (w *fields) put(size int, values ...uint64) {
	for _, v := range values {
		for len(*w)%size != 0 {
			*w = append(*w, 0)
		}
		*w = append(*w, make([]byte, size)...)
		memory.PutWord((*w)[len(*w)-size:], size, v)
	}
}

// capturedParams is a cudaKernelNodeParams, cudaMemsetParams, cudaHostNodeParams or cudaMemcpy3DParms of a captured node; nil of other
// kinds.
func (x *process) capturedParams(n *graphNode) (w fields) {
	switch n.kind {
	case kernelNode:
		l := n.launch
		w.put(8, x.pointerTo(l.kernel))
		for _, d := range []gpumodel.Dim3{l.grid, l.block} {
			w.put(4, uint64(d.X), uint64(d.Y), uint64(d.Z))
		}
		w.put(4, uint64(l.shared))
		w.put(8, x.keepArgs(l), 0)
	case fillNode:
		f := n.fill
		element := max(f.element, 1)
		w.put(8, f.to.at, uint64(f.to.pitch))
		w.put(4, f.value, uint64(element))
		w.put(8, uint64(f.width/element), uint64(f.height))
	case hostNode:
		w.put(8, n.host[0], n.host[1])
	case copyNode:
		c := n.copy
		for _, s := range []side{c.from, c.to} {
			// No array, no position, and a cudaPitchedPtr: address, pitch, bytes of a row, rows.
			w.put(8, 0, 0, 0, 0, s.at, uint64(max(s.pitch, c.width)), uint64(c.width), uint64(max(s.rows, c.height)))
		}
		w.put(8, uint64(c.width), uint64(c.height), uint64(c.depth))
		w.put(4, uint64(c.kind), 0)
	}
	return w
}

// pointerTo is the pointer by which the runtime knows a kernel: that of the program where it takes one, else a handle.
func (x *process) pointerTo(k *gpumodel.Kernel) uint64 {
	if address, ok := x.program.Module.File().AddressOf(k.Func()); ok {
		return address
	}
	for address, known := range x.modules.kernels {
		if known == k {
			return address
		}
	}
	address := x.handle()<<4 | functionHandles
	x.modules.kernels[address] = k
	return address
}
