package cell

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// Inspect implements [kernel.Interpreter]: the signature, the type, the doc and
// the value of what stands at the cursor, or of the function that is called there;
// with detail, also the source of a function. A built-in function has no line for its type.
func (s *Session) Inspect(code string, cursor, detail int) (b kernel.Bundle, ok bool) {
	runes := []rune(code)
	cursor = min(max(cursor, 0), len(runes))
	offset := len(string(runes[:cursor]))
	a, magic, _, isMagic := s.assistant(code, offset)
	switch {
	case a != nil:
		return a.Inspect(magic, detail)
	case isMagic && !plainMagic(code):
		return b, false
	}
	turn := &lazyTurn{session: s}
	defer turn.end()
	tokens := lex(code, place{1, 1}, false)
	k := &evaluator{session: s, turn: turn, text: code, tokens: tokens}
	for i, t := range tokens {
		if t.off > offset || offset > t.end() {
			continue
		}
		switch t.kind {
		case tokName:
			if text, ok := keywordDocs[t.text]; ok {
				return NewSheet().Text("", t.text+": "+text).Bundle(), true
			}
			if sub, known := k.operand(i + 1); known {
				return s.describe(sub, detail, turn), true
			}
		case tokString:
			if o, known := k.offerAt(i); known {
				return s.describeOffer(o, detail, turn), true
			}
		}
	}
	n := 0
	for n < len(tokens) && tokens[n].kind != tokEnd && tokens[n].off < offset {
		n++
	}
	for n >= 0 {
		at, found := siteAt(tokens[:n])
		if !found {
			break
		}
		if n = at.open; !at.index {
			fn, known := k.operand(at.open)
			if !known {
				return b, false
			}
			return s.describe(fn, detail, turn), true
		}
	}
	return kernel.Bundle{}, false
}

// offerAt is what the string tokens[i] names, where its place says so.
func (k *evaluator) offerAt(i int) (o Offer, ok bool) {
	at, ok := siteAt(k.tokens[:i])
	v, known := k.span(i, i+1)
	name, isString := starlark.AsString(v.value)
	if !ok || !known || !isString {
		return o, false
	}
	var offers []Offer
	if at.index {
		if sub, known := k.operand(at.open); known {
			offers = (&completer{session: k.session}).keys(sub, name, k.turn)
		}
	} else if fn, call, known := k.callAt(at); known {
		call.Typed = name
		offers = k.session.offersAt(fn, call, at)
	}
	for _, o := range offers {
		if slices.ContainsFunc(append(o.Also, textOf(o.Value)), func(s string) bool { return folded(s) == folded(name) }) {
			return o, true
		}
	}
	return o, false
}

func (s *Session) describeOffer(o Offer, detail int, turn *lazyTurn) kernel.Bundle {
	if o.Show != nil {
		if v := o.Show(); v != nil {
			return s.describe(subject{value: v}, detail, turn)
		}
	}
	return NewSheet().Text("", textOf(o.Value)+": "+o.Doc).Bundle()
}

// path is the subject of a dotted path, as ?name writes it.
func (s *Session) path(text string) (subject, bool) {
	tokens := lex(text, place{1, 1}, false)
	k := &evaluator{session: s, turn: heldTurn, text: text, tokens: tokens}
	if n := len(tokens) - 1; n > 0 && operandStart(tokens, n) == 0 {
		return k.operand(n)
	}
	return subject{}, false
}

// An Inspected value shows more of itself than as a result. It may be asked while a
// cell runs.
type Inspected interface {
	Inspection(detail int) (data map[string]any)
}

// DocOf returns the signature and the doc of a value, as ?name shows them.
func (s *Session) DocOf(v starlark.Value) (signature, doc string) {
	sub := subject{value: v}
	sub.path = s.canonical(sub)
	return s.signature(sub), s.doc(sub)
}

// describe documents a subject. The text of a value is left out if values may be
// changing.
func (s *Session) describe(sub subject, detail int, turn *lazyTurn) kernel.Bundle {
	d, v := NewSheet(), sub.value
	d.Code("Signature", s.signature(sub))
	if sub.example && v == nil {
		return d.Text("Doc", s.doc(sub)).Bundle()
	}
	if _, builtIn := v.(*starlark.Builtin); !builtIn {
		d.Text("Type", v.Type())
	}
	_, inspected := v.(Inspected)
	if _, isFunc := v.(starlark.Callable); !isFunc && !inspected && !sub.example && turn.held() {
		s.value(d, v)
	}
	if _, sized := v.(interface{ Len() int }); sized && !sub.example && turn.held() {
		d.Text("Length", fmt.Sprint(starlark.Len(v)))
	}
	if fn, ok := v.(*starlark.Function); ok {
		text, label := s.sourceOf(fn)
		d.Text("Defined", strings.TrimPrefix(fmt.Sprintf("%s, line %d", label, fn.Position().Line), ", "))
		if detail > 0 {
			d.Block("Source", text)
		}
	}
	if inspected && !sub.example {
		d.Rich(safely(func() map[string]any { return v.(Inspected).Inspection(detail) }))
	}
	if sourced, ok := v.(interface{ Source() string }); ok && detail > 0 && !sub.example {
		d.Block("Source", sourced.Source())
	}
	d.Block("Doc", s.doc(sub))
	return d.Bundle()
}

// Describe documents a value of a library, without its text: a cell may be running.
func (s *Session) Describe(v starlark.Value, detail int) kernel.Bundle {
	return s.describe(subject{value: v}, detail, &lazyTurn{tried: true})
}

// Value is what a name means in the session.
func (s *Session) Value(name string) (starlark.Value, bool) {
	if strings.HasPrefix(name, "·") {
		return nil, false
	}
	return s.lookup(name)
}

// value shows a value as a cell does, if it has a form of its own, or on a line.
func (s *Session) value(d *Sheet, v starlark.Value) {
	if shown, ok := v.(interface {
		MIMEBundle() (data, metadata map[string]any)
	}); ok {
		d.Rich(safely(func() map[string]any { data, _ := shown.MIMEBundle(); return data }))
		return
	}
	d.Code("Value", s.safeText(v))
}

// safely is what f returns, or nothing: a library may fail.
func safely(f func() map[string]any) (data map[string]any) {
	defer func() {
		if recover() != nil {
			data = nil
		}
	}()
	return f()
}

// safeText is a value on one line; a library's String may fail.
func (s *Session) safeText(v starlark.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return Brief(v, 200)
}

// doc is the documentation of a value: the text of its entry, the doc string
// of a function, or what the value's owner says.
func (s *Session) doc(sub subject) string {
	if fn, ok := sub.value.(*starlark.Function); ok {
		return dedent(fn.Doc())
	}
	if documented, ok := sub.value.(interface{ Doc() string }); ok {
		return documented.Doc()
	}
	_, rest, _ := strings.Cut(s.defined(sub), "\n")
	return strings.TrimSpace(rest)
}

// defined is the text of the entry for what a subject is.
func (s *Session) defined(sub subject) string {
	path := s.canonical(sub)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if strings.Contains(path, ".") || !s.user[path] || s.builtins[path] == sub.value {
		return s.entries[path].Doc
	}
	return ""
}

// signature is how a function is called, or "".
func (s *Session) signature(sub subject) string {
	if indexed, ok := sub.value.(Indexed); ok {
		return indexed.IndexedSignature()
	}
	if own, ok := sub.value.(interface{ Signature() string }); ok {
		return own.Signature()
	}
	if fn, ok := sub.value.(*starlark.Function); ok {
		return fn.Name() + "(" + strings.Join(parameterList(fn), ", ") + ")"
	}
	if _, callable := sub.value.(starlark.Callable); !callable && sub.value != nil {
		return ""
	}
	first, _, _ := strings.Cut(s.defined(sub), "\n")
	return first
}

// parameterList writes the parameters of a function in the order of its source.
// Starlark keeps them as: positional, keyword-only, *args, **kwargs.
func parameterList(fn *starlark.Function) []string {
	var plain, rest, kwargs []string
	n := fn.NumParams()
	if fn.HasKwargs() {
		n--
		name, _ := fn.Param(n)
		kwargs = []string{"**" + name}
	}
	if fn.HasVarargs() {
		n--
		name, _ := fn.Param(n)
		rest = []string{"*" + name}
	} else if fn.NumKwonlyParams() > 0 {
		rest = []string{"*"}
	}
	for i := range n {
		name, _ := fn.Param(i)
		if dflt := fn.ParamDefault(i); dflt != nil {
			name += "=" + Brief(dflt, 30)
		}
		plain = append(plain, name)
	}
	first := n - fn.NumKwonlyParams()
	return slices.Concat(plain[:first], rest, plain[first:], kwargs)
}

// dedent removes the indentation that all lines but the first share.
func dedent(doc string) string {
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	margin := -1
	for _, line := range lines[1:] {
		if text := strings.TrimLeft(line, " \t"); text != "" && (margin < 0 || len(line)-len(text) < margin) {
			margin = len(line) - len(text)
		}
	}
	for i := 1; i < len(lines) && margin > 0; i++ {
		lines[i] = lines[i][min(margin, len(lines[i])):]
	}
	return strings.Join(lines, "\n")
}

// A param is a parameter of a signature; positional ones cannot be given by name.
type param struct {
	name       string
	positional bool
}

// parameters are those that a signature lists, in order. Behind "/" they can be given
// by name, as in Python.
func (s *Session) parameters(fn subject) []param {
	_, list, ok := strings.Cut(s.signature(fn), "(")
	if !ok {
		return nil
	}
	var params []param
	depth, word := 0, ""
	for _, c := range list {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c) && depth > 0:
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			name, _, _ := strings.Cut(strings.TrimSpace(word), "=")
			switch {
			case name == "/":
				for i := range params {
					params[i].positional = true
				}
			case isPath(name) && !strings.Contains(name, "."):
				params = append(params, param{name: name})
			case name != "" && name[0] != '*': // C's "int n"
				params = append(params, param{positional: true})
			}
			word = ""
			continue
		}
		word += string(c)
	}
	return params
}
