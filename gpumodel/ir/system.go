package ir

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// system calls what host code finds outside of its text.
func (b *builder) system(e *cuda.Call, name string) []*Value {
	if name == "onHost" { // for functions of libraries that host and GPU share
		if b.ofHost() {
			return one(b.int(U64, 1))
		}
		return one(b.int(U64, 0))
	}
	if !b.ofHost() {
		b.standAt(e.Pos)
		b.fail(token.Pos{Line: b.line, Col: b.col}, "%s is a function of the host: a kernel cannot call it", b.calledOf(name))
	}
	args := make([]*Value, len(e.Args))
	for i, a := range e.Args {
		t := a.T()
		if t.Kind == cuda.String {
			args[i] = b.bundle(a)[0]
			continue
		}
		args[i] = b.toStored(t, b.scalar(a))
		if t.Kind == cuda.Pointer {
			args[i] = b.generic(args[i])
		}
		if args[i].Type == F32 {
			args[i] = b.cvt(F64, F32, args[i])
		}
	}
	number := slices.Index(b.unit.program.Runtime, name)
	if number < 0 {
		number = len(b.unit.program.Runtime)
		b.unit.program.Runtime = append(b.unit.program.Runtime, name)
	}
	b.standAt(e.Pos)
	v := b.emit(Value{Op: Runtime, Type: U64, Imm: uint64(number), Args: args})
	if e.T() == nil || e.T().Kind == cuda.Void {
		return nil
	}
	if e.T().Size() == 4 {
		v = b.cvt(S32, U64, v)
	}
	return one(v)
}

// calledOf is the function of a library that the text calls and that calls the system.
func (b *builder) calledOf(name string) string {
	for _, f := range b.frames {
		if f.fn.Library {
			return f.fn.Name
		}
	}
	return name
}

// hostNames are the functions of ours for the device that host code has from the system.
var hostNames = map[string]bool{"malloc": true, "free": true, "memcpy": true, "memmove": true, "memset": true}

// systemName is the name of a built-in function that host code has from the system, "" if there is none.
func (b *builder) systemName(e *cuda.Call) string {
	switch {
	case strings.HasPrefix(e.Builtin, cuda.System):
		return strings.TrimPrefix(e.Builtin, cuda.System)
	case b.ofHost() && (e.Builtin == "printf" || e.Builtin == "clock" || e.Builtin == "clock64"):
		return e.Builtin
	case b.ofHost() && e.New:
		return "new"
	case b.ofHost() && e.Func != nil && e.Func.Library && hostNames[e.Func.Name]:
		return e.Func.Name
	}
	return ""
}

// hostText is the address of a string literal in the host's memory.
func (b *builder) hostText(text string) *Value {
	const name = "a text"
	at, ok := b.unit.texts[text]
	if p := b.unit.program; !ok {
		image := []byte(text + "\x00")
		at = uint64(len(p.Globals))
		p.Globals = append(p.Globals, Var{Name: name, Size: len(image), Elem: 1, Space: Global, Init: image})
		b.unit.texts[text] = at
	}
	return b.f.leaf(GlobalAddr, b.target.addressType(Global), at, Global)
}
