package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// A Lack is a function that a device lacks: its name in messages, the compute capability that it came with, and the
// sentence that refuses it.
type Lack struct{ What, Since, Message string }

// calledName is the name by which a device may lack the function of a call: with its first parameter's type, as in
// atomicAdd(__half*), because one overload can be older than the next. A program's own function has none.
func calledName(e *cuda.Call) string {
	switch {
	case e.Func != nil && !e.Func.Library:
		return ""
	case e.Func != nil && len(e.Func.Params) > 0:
		return e.Func.Name + "(" + e.Func.Params[0].Type.String() + ")"
	case e.Func != nil:
		return e.Func.Name
	}
	return e.Builtin
}

// needsFunction refuses a function that the device lacks.
func (b *builder) needsFunction(pos token.Pos, name string) {
	if b.target.Lacks == nil || name == "" {
		return
	}
	if lack, ok := (*b.target.Lacks)[name]; ok {
		if b.inLibrary > 0 && len(b.frames) > 0 {
			pos = b.frames[0].at
		}
		panic(buildError{&LackError{b.file.ErrorAt(pos, "%s", lack.Message), lack.What, lack.Since}})
	}
}
