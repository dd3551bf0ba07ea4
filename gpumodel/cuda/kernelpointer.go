package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// In the code of a host a kernel's name is a value, as a function's is: a pointer that calls of the runtime take, and through which
// the kernel is launched. Such a pointer is a number above KernelAddress, which no function of the host has.

// KernelAddress is what the first kernel has for an address whose name is a value in the code of the host.
const KernelAddress = 0x4b0000000000

// kernelSpacing is the distance of these addresses.
const kernelSpacing = 16

// KernelAt is the kernel with an address, or nil.
func (f *File) KernelAt(address uint64) *Func {
	i := (address - KernelAddress) / kernelSpacing
	if address < KernelAddress || address%kernelSpacing != 0 || i >= uint64(len(f.kernelPointers)) {
		return nil
	}
	return f.kernelPointers[i]
}

// AddressOf is the address of a kernel; false where nothing takes it.
func (f *File) AddressOf(kernel *Func) (address uint64, ok bool) {
	i := slices.Index(f.kernelPointers, kernel)
	return KernelAddress + kernelSpacing*uint64(max(i, 0)), i >= 0
}

// kernelPointer is the value of a pointer to a kernel.
func (p *parser) kernelPointer(pos token.Pos, fn *Func) Expr {
	p.launches(&token.Token{Pos: pos, End: pos}, fn)
	i := slices.Index(p.file.kernelPointers, fn)
	if i < 0 {
		i = len(p.file.kernelPointers)
		p.file.kernelPointers = append(p.file.kernelPointers, fn)
	}
	return &Lit{Typed{pos, pointerToFunction(p.functionType(fn))}, Const{I: int64(KernelAddress + kernelSpacing*i)}}
}

// launchThrough reads <<<…>>>(…) behind a pointer to a kernel: a launch whose kernel is the last value of its configuration.
func (p *parser) launchThrough(t *token.Token, x Expr) Expr {
	x = p.decay(p.rvalue(x))
	config := p.launchConfig(t)
	args, ok := p.arguments(t)
	switch {
	case !ok || config == nil || isBad(x):
		return bad(t.Pos)
	case x.T().Kind != FuncPointer || x.T().Elem.Elem == nil:
		p.Errorf(t.Pos, t.End, "%s is not a kernel (__global__) nor a pointer to one: nothing else can be launched", x.T())
		return bad(t.Pos)
	}
	if lit, ok := x.(*Lit); ok {
		if fn := p.file.KernelAt(uint64(lit.Value.I)); fn != nil {
			return p.launchOf(t, fn, config, args)
		}
	}
	of := x.T().Elem
	if len(args) != len(of.Params) {
		p.Errorf(t.Pos, t.End, "a kernel of type %s takes %s, got %d", of, token.Count(len(of.Params), "argument"), len(args))
		return bad(t.Pos)
	}
	config = append(config, x)
	call := &Call{Typed: Typed{t.Pos, typeVoid}, Builtin: Nested, Config: len(config), Args: config}
	for i, a := range args {
		a = p.convert(a, of.Params[i], "argument "+itoa(i+1))
		if isBad(a) {
			return a
		}
		call.Args = append(call.Args, a)
	}
	return call
}

// streamReady is the function of our text that a launch calls with its stream, before it is made: functions of the host that wait
// in the stream run first.
const streamReady = "__streamReady"

func (p *parser) readyStream(t *token.Token, stream Expr) Expr {
	if lit, ok := stream.(*Lit); ok && lit.Value.I == 0 || !p.waiting {
		return stream
	}
	sym := p.global.names[streamReady]
	if sym == nil || p.fn == nil {
		return stream
	}
	return p.finishCall(t, sym.funcs[0], []Expr{stream})
}
