package host

import "warpbook.dev/gpumodel/scalar"

// Variables of the GPU. What host code has for the address of one is none that it can access, the variable's shadow: it stands for
// the variable in calls of the runtime, on whichever GPU is the current one.
func init() {
	register(map[string]system{
		// Args: the symbol, the other side, bytes, offset, kind, stream, async, whether the symbol is written.
		"cudaMemcpySymbol": plain(func(x *process, c *scalar.Call) uint64 {
			n, at, kind, write := int(c.Args[2]), int(c.Args[3]), int(int32(c.Args[4])), c.Args[7] != 0
			a := x.symbol(c.Args[0])
			back := 2
			if write {
				back = 1
			}
			switch {
			case x.failed():
				return uint64(x.gpu.sticky)
			case a == nil:
				x.find("line %d: a copy to or from a symbol needs a __device__ or __constant__ variable, by its name", c.Line)
				return x.fails(invalidSymbol)
			case kind != back && kind != 3 && kind != 4:
				x.find("line %d: cudaMemcpyToSymbol or cudaMemcpyFromSymbol in the wrong direction", c.Line)
				return x.fails(invalidDirection)
			case n == 0:
				return success
			case at < 0 || n < 0 || at+n > a.size:
				x.find("line %d: a copy of %d bytes from byte %d on, but the variable %s has %d", c.Line, n, at, a.variable, a.size)
				return x.fails(invalidValue)
			}
			copied := &boxCopy{to: side{at: c.Args[1]}, from: side{at: a.base + uint64(at)}, width: n, height: 1, depth: 1, kind: kind,
				stream: c.Args[5], async: c.Args[6] != 0, line: c.Line}
			if write {
				copied.to.at, copied.from.at = copied.from.at, copied.to.at
			}
			return x.copyBox(copied)
		}),
		// Args: where the answer goes, the symbol, 0 for its address and 1 for its size.
		"cudaGetSymbol": plain(func(x *process, c *scalar.Call) uint64 {
			a := x.symbol(c.Args[1])
			if a == nil {
				return x.fails(invalidSymbol)
			}
			if c.Args[2] != 0 {
				return x.result(c, 8, uint64(a.size))
			}
			return x.result(c, 8, a.base)
		}),
	})
}

// symbol is the variable of the current GPU that an address of the host stands for, or nil.
func (x *process) symbol(at uint64) *allocation {
	i := x.symbols[at]
	if i == 0 {
		return nil
	}
	return x.allocations.at(x.gpu.symbols[i-1])
}
