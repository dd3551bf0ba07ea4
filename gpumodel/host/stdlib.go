package host

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/internal/bytesize"
)

// stdlib.h.
func init() {
	register(map[string]system{
		"exit": func(x *process, c *scalar.Call) (uint64, error) {
			x.run.ExitCode = int(uint8(c.Args[0]))
			return 0, errExit
		},
		"abort": func(x *process, c *scalar.Call) (uint64, error) {
			return 0, &scalar.Fault{Kind: "abort", Line: c.Line, Why: "abort() was called"}
		},
		"trap": func(x *process, c *scalar.Call) (uint64, error) {
			return 0, &scalar.Fault{Kind: illegal, Line: c.Line, Why: "__builtin_trap() was called"}
		},
		"thrown":    plain(func(x *process, c *scalar.Call) uint64 { x.thrownAt = c.Line; return 0 }),
		"terminate": terminate,
		"malloc":    plain(func(x *process, c *scalar.Call) uint64 { return x.heap.alloc(sizeOf(c.Args[0]), c.Line) }),
		"new":       newRoom,
		"calloc": plain(func(x *process, c *scalar.Call) uint64 {
			over, n := bits.Mul64(c.Args[0], c.Args[1])
			if over != 0 {
				return 0
			}
			return x.heap.alloc(sizeOf(n), c.Line)
		}),
		"realloc": realloc,
		"free":    func(x *process, c *scalar.Call) (uint64, error) { return 0, x.free(c, c.Args[0], false) },
		"rand":    plain(func(x *process, c *scalar.Call) uint64 { return x.random.rand() }),
		"srand":   plain(func(x *process, c *scalar.Call) uint64 { x.random.seed(uint32(c.Args[0])); return 0 }),
		"srand48": plain(func(x *process, c *scalar.Call) uint64 { x.random.x48 = c.Args[0]<<16&(1<<48-1) | 0x330e; return 0 }),
		"drand48": plain(func(x *process, c *scalar.Call) uint64 { return math.Float64bits(x.random.drand48()) }),
	})
}

// illegal is how a program ends that runs an instruction that no processor has, as GCC's trap is on x86.
const illegal = "illegal instruction"

// free gives memory back; what is wrong with it ends the program as glibc does.
func (x *process) free(c *scalar.Call, at uint64, pinned bool) error {
	if at == 0 {
		return nil
	}
	b := x.heap.blocks[at]
	why := ""
	switch {
	case b == nil:
		why = "free of what malloc has not returned" + x.whose(at)
	case b.freed != 0:
		why = fmt.Sprintf("free of what was freed in line %d", b.freed)
	case b.pinned && !pinned:
		why = "free of what cudaMallocHost has returned: call cudaFreeHost"
	}
	if why != "" {
		if x.allocations.holding(at, 0) != nil { // glibc looks before the block
			return &scalar.Fault{Kind: "segmentation fault", Line: c.Line, Address: at - 8, Width: 8, Why: why}
		}
		return &scalar.Fault{Kind: "abort", Line: c.Line, Why: why}
	}
	x.heap.forget(b, c.Line)
	return nil
}

// terminate ends a program by an exception that nothing catches: its type by number, and its text or null.
func terminate(x *process, c *scalar.Call) (uint64, error) {
	thrown := x.program.Module.File().Thrown
	n := int(int32(c.Args[0]))
	if n < 1 || n > len(thrown) {
		fmt.Fprintln(x.Stderr, "terminate called without an active exception")
		return 0, &scalar.Fault{Kind: "abort", Line: c.Line, Why: "throw without an exception that was caught"}
	}
	name := thrown[n-1].String()
	if pointee, ok := strings.CutSuffix(name, "*"); ok && strings.HasPrefix(pointee, "const ") {
		name = strings.TrimPrefix(pointee, "const ") + " const*" // as libstdc++ writes it
	}
	fmt.Fprintf(x.Stderr, "terminate called after throwing an instance of '%s'\n", name)
	why := fmt.Sprintf("the exception of type %s is never caught", name)
	if c.Args[1] != 0 {
		text := x.heap.text(c.Args[1])
		fmt.Fprintf(x.Stderr, "  what():  %s\n", text)
		why += ": " + text
	}
	return 0, &scalar.Fault{Kind: "abort", Line: x.thrownAt, Why: why}
}

// newRoom is a new in a program that has no handler: without room an exception ends it.
func newRoom(x *process, c *scalar.Call) (uint64, error) {
	at := x.heap.alloc(sizeOf(c.Args[0]), c.Line)
	if at != 0 {
		return at, nil
	}
	if c.Args[0] == math.MaxUint64 { // what a length becomes whose bytes no address can count
		fmt.Fprint(x.Stderr, "terminate called after throwing an instance of 'std::bad_array_new_length'\n  what():  std::bad_array_new_length\n")
		return 0, &scalar.Fault{Kind: "abort", Line: c.Line,
			Why: "new of an array throws std::bad_array_new_length, which is never caught: its length is below 0, or more than an address can count"}
	}
	fmt.Fprint(x.Stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n")
	return 0, &scalar.Fault{Kind: "abort", Line: c.Line,
		Why: fmt.Sprintf("new of %d bytes throws std::bad_alloc, which is never caught: a program may hold %s", c.Args[0], bytesize.Limit(int64(x.heap.limit)))}
}

func realloc(x *process, c *scalar.Call) (uint64, error) {
	old, n := c.Args[0], sizeOf(c.Args[1])
	at := x.heap.alloc(n, c.Line)
	if at == 0 { // the old block stays as it is
		return 0, nil
	}
	if b := x.heap.blocks[old]; old != 0 && b != nil && b.freed == 0 {
		from, _ := x.heap.memory.Bytes(old, min(n, b.size))
		to, _ := x.heap.memory.Bytes(at, min(n, b.size))
		copy(to, from)
	}
	return at, x.free(c, old, false)
}
