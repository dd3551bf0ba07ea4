package host

import (
	"warpbook.dev/gpumodel/scalar"
)

// The functions of string.h for memory.
func init() {
	register(map[string]system{
		"memmove": memmove,
		"memcpy":  memmove,
		"memset": func(x *process, c *scalar.Call) (uint64, error) {
			to, ok := x.heap.memory.Bytes(c.Args[0], sizeOf(c.Args[2]))
			if !ok {
				return 0, x.fault(c, c.Args[0], true)
			}
			for i := range to {
				to[i] = byte(c.Args[1])
			}
			return c.Args[0], nil
		},
		"memcmp": memcmp,
	})
}

func memmove(x *process, c *scalar.Call) (uint64, error) {
	to, ok := x.heap.memory.Bytes(c.Args[0], sizeOf(c.Args[2]))
	if !ok {
		return 0, x.fault(c, c.Args[0], true)
	}
	from, ok := x.heap.memory.Bytes(c.Args[1], sizeOf(c.Args[2]))
	if !ok {
		return 0, x.fault(c, c.Args[1], false)
	}
	copy(to, from)
	return c.Args[0], nil
}

func memcmp(x *process, c *scalar.Call) (uint64, error) {
	a, ok := x.heap.memory.Bytes(c.Args[0], sizeOf(c.Args[2]))
	b, both := x.heap.memory.Bytes(c.Args[1], sizeOf(c.Args[2]))
	if !ok || !both {
		return 0, x.fault(c, c.Args[1], false)
	}
	for i := range a {
		if a[i] != b[i] {
			return uint64(int64(a[i]) - int64(b[i])), nil
		}
	}
	return 0, nil
}
