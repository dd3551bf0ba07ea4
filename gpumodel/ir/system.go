package ir

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda"
)

// ofHost tells whether what is built is the code of a host: of a whole program.
func (b *builder) ofHost() bool { return b.file.Start != nil && b.fn == b.file.Start }

// system calls what host code finds outside of its text.
func (b *builder) system(e *cuda.Call, name string) []*Value {
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
	number := slices.Index(b.f.Runtime, name)
	if number < 0 {
		number = len(b.f.Runtime)
		b.f.Runtime = append(b.f.Runtime, name)
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

// hostNames are the functions of ours for the device that host code has from the system.
var hostNames = map[string]bool{"malloc": true, "free": true, "memcpy": true, "memmove": true, "memset": true}

// systemName is the name of a built-in function that host code has from the system, "" if there is none.
func (b *builder) systemName(e *cuda.Call) string {
	switch {
	case strings.HasPrefix(e.Builtin, cuda.System):
		return strings.TrimPrefix(e.Builtin, cuda.System)
	case b.ofHost() && (e.Builtin == "printf" || e.Builtin == "clock" || e.Builtin == "clock64"):
		return e.Builtin
	case b.ofHost() && e.Func != nil && e.Func.Library && hostNames[e.Func.Name]:
		return e.Func.Name
	}
	return ""
}

// hostText is the address of a string literal in the host's memory.
func (b *builder) hostText(text string) *Value {
	const name = "a text"
	image := []byte(text + "\x00")
	at := slices.IndexFunc(b.f.Globals, func(g Var) bool { return g.Name == name && string(g.Init) == string(image) })
	if at < 0 {
		at = len(b.f.Globals)
		b.f.Globals = append(b.f.Globals, Var{Name: name, Size: len(image), Elem: 1, Space: Global, Init: image})
	}
	return b.f.leaf(GlobalAddr, b.target.addressType(Global), uint64(at), Global)
}

// hostStack is what Linux gives to the stack of a program, in bytes.
const hostStack = 8 << 20
