package cuda

// sinf, cosf, tanf and sincosf are CUDA C++ text of ours (library/trig.cuh), as nvcc has them: a reduction of the
// argument with a loop and an array for large ones, and a polynomial. The text itself asks whether the device or the
// options have an instruction or a call instead.

// trigNames are the functions by the names of all their overloads.
var trigNames = map[string]string{
	"sin": "sinf", "cos": "cosf", "tan": "tanf", "sincos": "sincosf", "sinf": "sinf", "cosf": "cosf", "tanf": "tanf", "sincosf": "sincosf",
}

func (p *parser) readTrig(at *token) {
	p.trig = p.ownText("trig.cuh", at, "sinf", "cosf", "tanf", "sincosf")
}

// trigonometric is the call of our own text, if the built-in function has one.
func (p *parser) trigonometric(t *token, call *Call) Expr {
	name := trigNames[call.Builtin]
	if name == "" || p.fn == nil || call.Args[0].T().Kind != Float || p.trig == nil && p.wholeFile {
		return call
	}
	if p.trig == nil {
		p.readTrig(t)
	}
	return p.finishCall(t, p.trig[name], call.Args)
}
