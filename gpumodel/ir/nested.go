package ir

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
)

// nestedLaunch launches a kernel from the kernel. The arguments are passed as the scalars of which the
// launched kernel's own parameters consist, in their order.
func (b *builder) nestedLaunch(e *cuda.Call) {
	var args []*Value
	for i, a := range e.Args {
		t := a.T()
		if i >= e.Config && e.Kernel != nil {
			t = e.Kernel.Params[i-e.Config].Type
		}
		fields := b.elements(t)
		for k, x := range b.bundle(a) {
			if !b.ofHost() && fields[k].typ.Kind == cuda.Pointer && space(x).Window() && !x.isConst() {
				b.fail(a.Position(), "a kernel that is launched from a kernel cannot use %s memory of the thread that launches it: pass a pointer to global memory", space(x))
			}
			if b.ofHost() && fields[k].typ.Kind == cuda.Pointer {
				x = b.generic(x)
			}
			args = append(args, b.toStored(fields[k].typ, x))
		}
	}
	name := "" // of a kernel that a pointer names
	if e.Kernel != nil {
		name = e.Kernel.Name
	}
	names := &b.f.Nested
	if b.ofHost() {
		names = &b.unit.program.Nested
	}
	number := slices.Index(*names, name)
	if number < 0 {
		number = len(*names)
		*names = append(*names, name)
	}
	b.standAt(e.Pos)
	b.emit(Value{Op: Launch, Imm: uint64(number + 1), Args: args})
}

// waitForNested is cudaDeviceSynchronize() in a kernel.
func waitForNested(b *builder, e *cuda.Call, _ []*Value) *Value {
	b.emit(Value{Op: Launch})
	return success(b, e, nil)
}

// success is the result of a function of the runtime that cannot fail here.
func success(b *builder, _ *cuda.Call, _ []*Value) *Value { return b.int(S32, 0) }
