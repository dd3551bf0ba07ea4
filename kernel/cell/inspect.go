package cell

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// Inspect implements [kernel.Interpreter]: the signature, the type, the doc and
// the value of the name at the cursor, or of the function that is called there;
// with detail, also the source of a function.
func (s *Session) Inspect(code string, cursor, detail int) (b kernel.Bundle, ok bool) {
	runes := []rune(code)
	cursor = min(max(cursor, 0), len(runes))
	offset := len(string(runes[:cursor]))
	tokens := lex(code, place{1, 1}, false)
	// A value may be shown only while no cell changes it.
	quiet := s.running.TryLock()
	if quiet {
		defer s.running.Unlock()
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
	before := 0
	for before < len(tokens) && tokens[before].kind != tokEnd && tokens[before].off < offset {
		before++
	}
	if callee, found := calleeAt(tokens[:before]); found {
		return s.describe(callee, detail, quiet)
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
	if n := starlark.Len(v); n >= 0 && withValue {
		add("Length", fmt.Sprint(n))
	}
	if fn, ok := v.(*starlark.Function); ok {
		text, label := s.sourceOf(fn)
		add("Defined", strings.TrimPrefix(fmt.Sprintf("%s, line %d", label, fn.Position().Line), ", "))
		if detail > 0 {
			add("Source", "\n"+text)
		}
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
		return strings.TrimSpace(fn.Doc())
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
	fn, ok := v.(*starlark.Function)
	if !ok {
		if _, callable := v.(starlark.Callable); !callable {
			return ""
		}
		first, _, _ := strings.Cut(s.defined(path, v), "\n")
		return first
	}
	var params []string
	for i := range fn.NumParams() {
		name, _ := fn.Param(i)
		switch kwargs, varargs := fn.HasKwargs(), fn.HasVarargs(); {
		case kwargs && i == fn.NumParams()-1:
			name = "**" + name
		case varargs && i == fn.NumParams()-1-btoi(kwargs):
			name = "*" + name
		default:
			if dflt := fn.ParamDefault(i); dflt != nil {
				name += "=" + short(dflt, 30)
			}
		}
		params = append(params, name)
	}
	return fn.Name() + "(" + strings.Join(params, ", ") + ")"
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
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
