package cell

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// Words of the language that begin or join statements.
var keywords = strings.Fields("and assert break continue def elif else for if in lambda not or pass return while None True False")

// Complete implements [kernel.Interpreter]: names and keywords, attributes of
// live values, keyword arguments of the call around the cursor, magics.
func (s *Session) Complete(code string, cursor int) kernel.Completions {
	runes := []rune(code)
	cursor = min(max(cursor, 0), len(runes))
	before := string(runes[:cursor])
	c := &completer{session: s, end: cursor}
	if cudaBody(before) {
		return c.answer("")
	}
	if prefix, isMagic := magicPrefix(before); isMagic {
		c.magics(prefix, strings.Count(before, "\n") == 0)
		return c.answer(prefix)
	}
	tokens := lex(before, place{1, 1}, true)
	tokens = tokens[:len(tokens)-1] // tokEnd
	path, prefix, ok := pathAtEnd(before, tokens)
	switch {
	case !ok:
		return c.answer("")
	case path != "":
		if v, found := s.resolve(path); found {
			c.attributes(v, prefix)
		}
	default:
		c.arguments(tokens, prefix)
		c.globals(prefix)
		c.local(lex(code, place{1, 1}, true), prefix)
	}
	return c.answer(prefix)
}

// cudaBody reports whether the cursor stands below a cell magic whose body is no Starlark.
func cudaBody(before string) bool {
	head, _, body := strings.Cut(strings.TrimLeft(before, " \t\r\n"), "\n")
	name, _ := cutWord(strings.TrimPrefix(head, "%%"))
	return body && strings.HasPrefix(head, "%%") && name != "time" && name != "capture"
}

// magicPrefix returns the magic that is being written at the end of text.
func magicPrefix(text string) (prefix string, ok bool) {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line, strings.HasPrefix(line, "%") && !strings.ContainsAny(line, " \t")
}

// pathAtEnd returns the path of names before the last dot and the begun name
// after it. ok is false where nothing can be completed: in a string or a comment,
// or after the dot of an expression that would have to run.
func pathAtEnd(text string, tokens []token) (path, prefix string, ok bool) {
	n := len(tokens)
	if n > 0 && tokens[n-1].problem != "" || inComment(text) {
		return "", "", false
	}
	i := n
	if i > 0 && tokens[i-1].kind == tokName && tokens[i-1].end() == len(text) {
		i--
		prefix = tokens[i].text
	} else if i > 0 && (tokens[i-1].kind == tokNumber || tokens[i-1].kind == tokString || tokens[i-1].kind == tokMagic) && tokens[i-1].end() == len(text) {
		return "", "", false
	}
	if i == 0 || !tokens[i-1].is(".") {
		return "", prefix, true
	}
	first := i - 1
	for first > 0 && tokens[first].is(".") && tokens[first-1].kind == tokName {
		path = tokens[first-1].text + "." + path
		first -= 2
		if first < 0 || !tokens[first].is(".") {
			return strings.TrimSuffix(path, "."), prefix, true
		}
	}
	return "", "", false
}

// inComment reports whether the last line of text ends in a comment.
func inComment(text string) bool {
	tokens := lex(text+"\x01", place{1, 1}, true)
	n := len(tokens)
	return n < 2 || !strings.HasSuffix(tokens[n-2].text, "\x01")
}

// resolve returns the value of a dotted path, without running code of cells.
func (s *Session) resolve(path string) (v starlark.Value, ok bool) {
	defer func() {
		if recover() != nil { // an Attr of a library
			v, ok = nil, false
		}
	}()
	names := strings.Split(path, ".")
	if v, ok = s.lookup(names[0]); !ok {
		return nil, false
	}
	for _, name := range names[1:] {
		obj, isObj := v.(starlark.HasAttrs)
		if !isObj {
			return nil, false
		}
		next, err := obj.Attr(name)
		if err != nil || next == nil {
			return nil, false
		}
		v = next
	}
	return v, true
}

// A completer collects matches.
type completer struct {
	session *Session
	end     int
	matches []kernel.Completion
}

func (c *completer) add(prefix, text, kind, signature string) {
	if strings.HasPrefix(text, prefix) && !slices.ContainsFunc(c.matches, func(m kernel.Completion) bool { return m.Text == text }) {
		c.matches = append(c.matches, kernel.Completion{Text: text, Type: kind, Signature: signature})
	}
}

func (c *completer) answer(prefix string) kernel.Completions {
	return kernel.Completions{Start: c.end - len([]rune(prefix)), End: c.end, Matches: c.matches}
}

func (c *completer) magics(prefix string, firstLine bool) {
	c.session.mu.RLock()
	names := slices.Sorted(maps.Keys(c.session.magics))
	c.session.mu.RUnlock()
	if firstLine {
		for _, name := range names {
			c.add(prefix, "%%"+name, "magic", "")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lineMagics)) {
		c.add(prefix, "%"+name, "magic", "")
	}
	c.add(prefix, "%time", "magic", "")
}

func (c *completer) attributes(v starlark.Value, prefix string) {
	obj, ok := v.(starlark.HasAttrs)
	if !ok {
		return
	}
	for _, name := range slices.Sorted(slices.Values(obj.AttrNames())) {
		kind := "property"
		if _, builtin := v.(interface{ Len() int }); builtin {
			kind = "function" // lists, dicts and strings have methods only
		}
		c.add(prefix, name, kind, "")
	}
}

func (c *completer) globals(prefix string) {
	for _, name := range c.session.names(false) {
		v, _ := c.session.lookup(name)
		c.add(prefix, name, kindOf(v), c.session.signature(name, v))
	}
	for _, word := range keywords {
		c.add(prefix, word, "keyword", "")
	}
}

func kindOf(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.Callable:
		return "function"
	case starlark.HasAttrs:
		if v.Type() == "module" {
			return "module"
		}
	}
	return "instance"
}

// local offers the names that the cell itself binds.
func (c *completer) local(tokens []token, prefix string) {
	for i, t := range tokens {
		if t.kind != tokName || i > 0 && tokens[i-1].is(".") || t.text == prefix || slices.Contains(keywords, t.text) {
			continue
		}
		bound := i+1 < len(tokens) && tokens[i+1].is("=", "in", ",") || i > 0 && tokens[i-1].is("def", "for", ",", "(")
		if bound {
			c.add(prefix, t.text, "instance", "")
		}
	}
}

// arguments offers name= for the parameters of the call around the cursor.
func (c *completer) arguments(tokens []token, prefix string) {
	n := len(tokens)
	if n > 0 && prefix != "" {
		n--
	}
	if n == 0 || !tokens[n-1].is("(", ",") {
		return
	}
	callee, _ := calleeAt(tokens[:n])
	if callee == "" {
		return
	}
	v, _ := c.session.resolve(callee)
	for _, p := range c.session.parameters(callee, v) {
		c.add(prefix, p+"=", "param", "")
	}
}

// calleeAt returns the index of the innermost bracket that is open at the end of
// tokens, or -1, and the path of the function if it is the bracket of a call.
func calleeAt(tokens []token) (path string, bracket int) {
	depth := 0
	for i := len(tokens) - 1; i >= 0; i-- {
		switch t := tokens[i]; {
		case t.is(")", "]", "}"):
			depth++
		case t.is("(", "[", "{"):
			if depth--; depth >= 0 {
				continue
			}
			if !t.is("(") || i == 0 || tokens[i-1].kind != tokName {
				return "", i
			}
			path = tokens[i-1].text
			for j := i - 2; j > 0 && tokens[j].is(".") && tokens[j-1].kind == tokName; j -= 2 {
				path = tokens[j-1].text + "." + path
			}
			return path, i
		}
	}
	return "", -1
}
