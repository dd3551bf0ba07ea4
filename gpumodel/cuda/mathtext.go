package cuda

// Mathematical functions that are CUDA C++ text of ours (library/trig.cuh, library/parts.cuh), as nvcc has them: sinf, cosf, tanf
// and sincosf are a reduction of the argument with a loop and an array for large ones, and a polynomial; frexp and modf take a
// number apart. The text itself asks whether the device or the options have an instruction or a call instead.

// A mathText is the text that has a function, and its name there for float and for double. Without one it is built in.
type mathText struct{ file, single, double string }

var mathTexts = map[string]mathText{
	"sin": {"trig.cuh", "sinf", ""}, "sinf": {"trig.cuh", "sinf", ""},
	"cos": {"trig.cuh", "cosf", ""}, "cosf": {"trig.cuh", "cosf", ""},
	"tan": {"trig.cuh", "tanf", ""}, "tanf": {"trig.cuh", "tanf", ""},
	"sincos": {"trig.cuh", "sincosf", ""}, "sincosf": {"trig.cuh", "sincosf", ""},
	"frexp": {"parts.cuh", "frexpf", "frexp"}, "frexpf": {"parts.cuh", "frexpf", ""},
	"modf": {"parts.cuh", "modff", "modf"}, "modff": {"parts.cuh", "modff", ""},
}

// IsText tells whether a built-in function of that name is a text of ours for each type that it takes.
func IsText(name string) bool {
	m := mathTexts[name]
	return m.double != "" || m.single == name && m.file != ""
}

// functions are the names of all functions of a text.
func functions(file string) (names []string) {
	for _, t := range mathTexts {
		if t.file == file {
			names = append(names, t.single)
			if t.double != "" {
				names = append(names, t.double)
			}
		}
	}
	return names
}

// readMath reads a text.
func (p *parser) readMath(file string, at *token) {
	if p.math == nil {
		p.math = map[string]map[string]*Func{}
	}
	p.math[file] = p.ownText(file, at, functions(file)...)
}

// mathCall is the call of our own text, if the built-in function has one.
func (p *parser) mathCall(t *token, call *Call) Expr {
	m, ok := mathTexts[call.Builtin]
	if !ok || p.fn == nil || p.math[m.file] == nil && p.wholeFile {
		return call
	}
	name := m.single
	if call.Args[0].T().Kind == Double {
		name = m.double
	}
	if name == "" {
		return call
	}
	if p.math[m.file] == nil {
		p.readMath(m.file, t)
	}
	return p.finishCall(t, p.math[m.file][name], call.Args)
}
