package cuda

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// printf checks a format against its arguments and promotes them, as C does
// for "…": float to double, small integers to int.
func (p *parser) printf(t *token.Token, args []Expr) Expr {
	call := &Call{Typed: Typed{t.Pos, typeInt}, Builtin: "printf"}
	if len(args) == 0 {
		p.Errorf(t.Pos, t.End, "printf needs a format")
		return bad(t.Pos)
	}
	format, ok := args[0].(*StringLit)
	if !ok {
		p.Errorf(args[0].Position(), token.Pos{}, "printf's format must be a string literal")
		return bad(t.Pos)
	}
	verbs, err := parseFormat(format.Value)
	if err != nil {
		p.Errorf(format.Pos, token.Pos{}, "%s", err)
		return bad(t.Pos)
	}
	call.Args = []Expr{format}
	for _, a := range args[1:] {
		call.Args = append(call.Args, p.vararg(a))
	}
	if len(verbs) != len(args)-1 {
		p.Errorf(t.Pos, t.End, "printf's format asks for %s, got %d", token.Count(len(verbs), "value"), len(args)-1)
		return bad(t.Pos)
	}
	for i, v := range verbs {
		if isBad(call.Args[i+1]) || !p.checkVerb(v, call.Args[i+1], args[i+1]) {
			return bad(t.Pos)
		}
	}
	return call
}

func (p *parser) vararg(x Expr) Expr {
	if s, ok := x.(*StringLit); ok { // it becomes a part of the format
		return s
	}
	x = p.rvalue(x)
	t := x.T()
	switch {
	case t.Kind == Float:
		return p.cast(x, typeDouble, true)
	case t.IsInteger():
		return p.cast(x, promote(t), true)
	case t.IsScalar() || t.Kind == String:
		return x
	case t.Kind == Texture && t.Elem == nil && p.onHost():
		return p.cast(x, typeULongLong, true)
	}
	pos, end := extent(x)
	p.Errorf(pos, end, "printf cannot print a value of type %s", t)
	return bad(pos)
}

// parseFormat lists the conversions of a format, such as "%lld"; * is one of its own.
func parseFormat(format string) ([]string, error) {
	var verbs []string
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		start := i
		i++
		for i < len(format) && strings.IndexByte("-+ #0123456789.*", format[i]) >= 0 {
			if format[i] == '*' {
				verbs = append(verbs, "*")
			}
			i++
		}
		size := i
		for i < len(format) && strings.IndexByte("hlzjtL", format[i]) >= 0 {
			i++
		}
		switch {
		case i >= len(format):
			return nil, fmt.Errorf("printf's format ends inside %q", format[start:])
		case format[i] == '%':
		case strings.IndexByte("diuoxXcfFeEgGaAsp", format[i]) < 0:
			return nil, fmt.Errorf("printf knows no conversion %q", format[start:i+1])
		default:
			verbs = append(verbs, "%"+format[size:i+1])
		}
	}
	return verbs, nil
}

// checkVerb reports a value of the wrong class, and notes one of the wrong size.
func (p *parser) checkVerb(verb string, x, user Expr) bool {
	t := x.T()
	last := verb[len(verb)-1]
	size := strings.Trim(verb[:len(verb)-1], "%")
	var want string
	switch {
	case strings.IndexByte("fFeEgGaA", last) >= 0:
		want = "a float or double"
		if t.IsFloat() {
			return true
		}
	case last == 's':
		want = "a string literal"
		if t.Kind == String || t.Kind == Pointer && t.Elem.Kind == Char {
			return true
		}
	case last == 'p':
		want = "a pointer"
		if t.Kind == Pointer {
			return true
		}
	default:
		want = "an integer"
		if t.IsInteger() {
			p.checkSize(verb, size, x, user)
			return true
		}
	}
	pos, end := extent(user)
	p.Errorf(pos, end, "printf's %s prints %s, but this is %s%s", verb, want, user.T(), verbHint(user.T()))
	return false
}

func (p *parser) checkSize(verb, size string, x, user Expr) {
	wide := size == "l" || size == "ll" || size == "z" || size == "j" || size == "t"
	if bytes := x.T().Size(); verb != "*" && wide != (bytes == 8) {
		p.Notef(user.Position(), "printf's %s is not for %s; write %s", verb, user.T(), verbFor(x.T()))
	}
}

func verbHint(t *Type) string {
	if v := verbFor(t); v != "" {
		return "; write " + v
	}
	return ""
}

func verbFor(t *Type) string {
	switch {
	case t.IsFloat():
		return "%f"
	case t.Kind == Pointer || t.Kind == Array:
		return "%p"
	case t.Kind == LongLong:
		return "%lld"
	case t.Kind == ULongLong:
		return "%llu"
	case t.Kind == Long:
		return "%ld"
	case t.Kind == ULong:
		return "%lu"
	case t.IsInteger() && t.Kind >= Int && t.unsigned():
		return "%u"
	case t.IsInteger():
		return "%d"
	case t.Kind == String:
		return "%s"
	}
	return ""
}
