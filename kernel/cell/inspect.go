package cell

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// inspectPatience is how long a look at a value waits for the running cell.
const inspectPatience = 20 * time.Millisecond

// Inspect implements [kernel.Interpreter]: the signature, the type, the doc and
// the value of the name at the cursor, or of the function that is called there;
// with detail, also the source of a function.
func (s *Session) Inspect(code string, cursor, detail int) (b kernel.Bundle, ok bool) {
	runes := []rune(code)
	cursor = min(max(cursor, 0), len(runes))
	offset := len(string(runes[:cursor]))
	tokens := lex(code, place{1, 1}, false)
	// A value may be shown only while no cell changes it.
	quiet := s.turn.takeWithin(inspectPatience)
	if quiet {
		defer s.turn.release()
	}
	for i, t := range tokens {
		if t.kind == tokName && t.off <= offset && offset <= t.end() {
			path := t.text
			for j := i; j >= 2 && tokens[j-1].is(".") && tokens[j-2].kind == tokName; j -= 2 {
				path = tokens[j-2].text + "." + path
			}
			if b, ok = s.describe(path, detail, quiet); ok {
				return b, ok
			}
		}
	}
	n := 0
	for n < len(tokens) && tokens[n].kind != tokEnd && tokens[n].off < offset {
		n++
	}
	for n >= 0 {
		var callee string
		callee, n = calleeAt(tokens[:n])
		if callee != "" {
			return s.describe(callee, detail, quiet)
		}
	}
	return kernel.Bundle{}, false
}

// describe documents what a dotted path names. The text of a value is left out
// if values may be changing.
func (s *Session) describe(path string, detail int, withValue bool) (kernel.Bundle, bool) {
	if text, ok := keywordDocs[path]; ok {
		return textBundle(path + ": " + text), true
	}
	v, ok := s.resolve(path)
	if !ok || strings.HasPrefix(path, "·") {
		return kernel.Bundle{}, false
	}
	var lines []string
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, fmt.Sprintf("%-11s%s", label+":", text))
		}
	}
	add("Signature", s.signature(path, v))
	add("Type", v.Type())
	if _, isFunc := v.(starlark.Callable); !isFunc && withValue {
		add("Value", s.safeText(v))
	}
	if withValue && starlark.Len(v) >= 0 {
		add("Length", fmt.Sprint(starlark.Len(v)))
	}
	if fn, ok := v.(*starlark.Function); ok {
		text, label := s.sourceOf(fn)
		add("Defined", strings.TrimPrefix(fmt.Sprintf("%s, line %d", label, fn.Position().Line), ", "))
		if detail > 0 {
			add("Source", "\n"+text)
		}
	}
	if sourced, ok := v.(interface{ Source() string }); ok && detail > 0 {
		add("Source", "\n"+sourced.Source())
	}
	if doc := s.doc(path, v); doc != "" {
		add("Doc", "\n"+doc)
	}
	return textBundle(strings.Join(lines, "\n")), true
}

// safeText is a value on one line; a library's String may fail.
func (s *Session) safeText(v starlark.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return short(v, 200)
}

// doc is the documentation of a value: the text given to Define, the doc string
// of a function, or what the value's owner says.
func (s *Session) doc(path string, v starlark.Value) string {
	if fn, ok := v.(*starlark.Function); ok {
		return dedent(fn.Doc())
	}
	if documented, ok := v.(interface{ Doc() string }); ok {
		return documented.Doc()
	}
	_, rest, _ := strings.Cut(s.defined(path, v), "\n")
	return strings.TrimSpace(rest)
}

// defined is the text given to Define for a name that still means that value.
func (s *Session) defined(path string, v starlark.Value) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if doc, ok := s.docs[path]; ok && (strings.Contains(path, ".") || !s.user[path]) {
		return doc
	}
	if b, ok := v.(*starlark.Builtin); ok && b.Receiver() != nil { // a method: "list.append"
		return s.docs[b.Receiver().Type()+"."+b.Name()]
	}
	return ""
}

// signature is how a function is called, or "".
func (s *Session) signature(path string, v starlark.Value) string {
	if own, ok := v.(interface{ Signature() string }); ok {
		return own.Signature()
	}
	fn, ok := v.(*starlark.Function)
	if !ok {
		if _, callable := v.(starlark.Callable); !callable {
			return ""
		}
		first, _, _ := strings.Cut(s.defined(path, v), "\n")
		return first
	}
	return fn.Name() + "(" + strings.Join(parameterList(fn), ", ") + ")"
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
			name += "=" + short(dflt, 30)
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

// parameters are the names that a call may give as keywords.
func (s *Session) parameters(path string, v starlark.Value) []string {
	_, list, ok := strings.Cut(s.signature(path, v), "(")
	if !ok {
		return nil
	}
	var names []string
	depth, word := 0, ""
	for _, c := range list {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c) && depth > 0:
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			name, _, _ := strings.Cut(strings.TrimSpace(word), "=")
			if isPath(name) && !strings.Contains(name, ".") {
				names = append(names, name)
			}
			word = ""
			continue
		}
		word += string(c)
	}
	return names
}
