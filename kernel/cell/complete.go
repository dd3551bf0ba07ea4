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
// values, keyword arguments of the call around the cursor and what may stand for
// them, keys, magics; what stands below a magic is its [Assistant]'s.
func (s *Session) Complete(code string, cursor int) kernel.Completions {
	runes := []rune(code)
	cursor = min(max(cursor, 0), len(runes))
	before := string(runes[:cursor])
	c := &completer{session: s, end: cursor}
	a, magic, base, isMagic := s.assistant(code, len(before))
	switch {
	case a != nil:
		var start int
		start, c.matches = a.Complete(magic)
		return c.answer(before[min(base+start, len(before)):])
	case isMagic && !plainMagic(before):
		return c.answer("")
	}
	if prefix, isMagic := magicPrefix(before); isMagic {
		c.magics(prefix, strings.Count(before, "\n") == 0)
		return c.answer(prefix)
	}
	turn := &lazyTurn{session: s}
	defer turn.end()
	return c.starlark(code, before, turn)
}

// starlark completes ordinary cells.
func (c *completer) starlark(code, before string, turn *lazyTurn) kernel.Completions {
	tokens := lex(before, place{1, 1}, true)
	tokens = tokens[:len(tokens)-1] // tokEnd
	k := &evaluator{session: c.session, turn: turn, text: before, tokens: tokens}
	if typed, ok := openString(tokens); ok {
		k.tokens = tokens[:len(tokens)-1]
		c.strings(k, typed)
		return c.answer(typed)
	}
	n, prefix, ok := wordAtEnd(before, tokens)
	switch {
	case !ok:
		return c.answer("")
	case n > 0 && tokens[n-1].is("."):
		if sub, known := k.operand(n - 1); known && sub.value != nil {
			c.attributes(sub.value, prefix)
		}
	default:
		k.tokens = tokens[:n]
		c.arguments(k, prefix)
		c.globals(prefix)
		c.local(lex(code, place{1, 1}, true), prefix)
	}
	return c.answer(prefix)
}

// magicPrefix returns the magic that is being written at the end of text.
func magicPrefix(text string) (prefix string, ok bool) {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line, strings.HasPrefix(line, "%") && !strings.ContainsAny(line, " \t")
}

// wordAtEnd returns the name that is begun at the end of text, and the number of
// tokens before it. ok is false where nothing can be completed: in a string, a
// number or a comment.
func wordAtEnd(text string, tokens []token) (n int, prefix string, ok bool) {
	n = len(tokens)
	if n > 0 && tokens[n-1].problem != "" || inComment(text) {
		return 0, "", false
	}
	if n == 0 || tokens[n-1].end() != len(text) {
		return n, "", true
	}
	switch t := tokens[n-1]; t.kind {
	case tokName:
		return n - 1, t.text, true
	case tokNumber, tokString, tokFString, tokMagic:
		return 0, "", false
	}
	return n, "", true
}

// openString returns what has been typed of the string that is open behind tokens.
func openString(tokens []token) (typed string, ok bool) {
	n := len(tokens)
	if n == 0 || tokens[n-1].kind != tokString || tokens[n-1].problem == "" || strings.Contains(tokens[n-1].text, "\n") {
		return "", false
	}
	prefix, quote := stringPrefix(tokens[n-1].text)
	return tokens[n-1].text[len(prefix)+len(quote):], true
}

// inComment reports whether the last line of text ends in a comment.
func inComment(text string) bool {
	tokens := lex(text+"\x01", place{1, 1}, true)
	n := len(tokens)
	return n < 2 || !strings.HasSuffix(tokens[n-2].text, "\x01")
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
	_, container := v.(interface{ Len() int })
	for _, name := range slices.Sorted(slices.Values(obj.AttrNames())) {
		signature := c.session.signature(subject{path: v.Type() + "." + name})
		kind := "property"
		if signature != "" || container && isBuiltinType(v) {
			kind = "function"
		}
		c.add(prefix, name, kind, signature)
	}
}

// isBuiltinType reports whether all attributes of v are methods: of lists, dicts,
// sets, strings and bytes.
func isBuiltinType(v starlark.Value) bool {
	switch v.(type) {
	case *starlark.List, *starlark.Dict, *starlark.Set, starlark.String, starlark.Bytes:
		return true
	}
	return false
}

func (c *completer) globals(prefix string) {
	for _, name := range c.session.names(false) {
		v, _ := c.session.lookup(name)
		c.add(prefix, name, kindOf(v), c.session.signature(subject{value: v, path: name}))
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

// arguments offers, in a call, the names of keyword arguments and the values that a
// parameter may have.
func (c *completer) arguments(k *evaluator, prefix string) {
	at, ok := siteAt(k.tokens)
	last := len(k.tokens) - 1
	if !ok || !k.tokens[last].is("(", ",", "=", "[", "{") {
		return
	}
	if at.index {
		if sub, known := k.operand(at.open); known && last == at.open {
			c.values(c.keys(sub, "", k.turn), prefix)
		}
		return
	}
	fn, call, ok := k.callAt(at)
	if !ok {
		return
	}
	c.values(c.session.offersAt(fn, call, at), prefix)
	if at.nested || at.keyword != "" {
		return
	}
	for i, p := range c.session.parameters(fn) {
		if _, given := call.Kwargs[p.name]; !given && !p.positional && i >= len(call.Args) {
			c.add(prefix, p.name+"=", "param", "")
		}
	}
	for _, o := range c.session.offers(fn.path, "**", call) {
		c.add(prefix, textOf(o.Value)+"=", "param", o.Doc)
	}
}

// values adds offers outside of quotes.
func (c *completer) values(offers []Offer, prefix string) {
	for _, o := range offers {
		c.add(prefix, o.text(), "value", o.Doc)
	}
}

// strings adds the offers for a string that is begun, those that fit best first.
func (c *completer) strings(k *evaluator, typed string) {
	at, ok := siteAt(k.tokens)
	if !ok {
		return
	}
	var offers []Offer
	if at.index {
		if sub, known := k.operand(at.open); known && at.nth == 0 {
			offers = c.keys(sub, typed, k.turn)
		}
	} else if fn, call, known := k.callAt(at); known {
		call.Typed = typed
		offers = c.session.offersAt(fn, call, at)
	}
	for fit := 5; fit > 0; fit-- {
		for _, o := range offers {
			if s, isString := starlark.AsString(o.Value); isString && o.finding(typed) == fit {
				c.add("", s, "value", o.Doc)
			}
		}
		if fit <= 4 && len(c.matches) > 0 {
			break // the others fit much worse
		}
	}
}

// keys are what may stand between the brackets of v[…].
func (c *completer) keys(sub subject, typed string, turn *lazyTurn) []Offer {
	switch v := sub.value.(type) {
	case Keyed:
		return v.CompletionKeys(typed)
	case *starlark.Dict:
		var offers []Offer
		if turn.held() {
			for _, key := range v.Keys() {
				if item, found, err := v.Get(key); found && err == nil {
					offers = append(offers, Offer{Value: key, Doc: Brief(item, 60)})
				}
			}
		}
		return offers
	}
	return nil
}

// offersAt are the values that may stand at a site of a call.
func (s *Session) offersAt(fn subject, c Call, at site) []Offer {
	name := at.keyword
	if list := s.parameters(fn); name == "" && at.nth < len(list) {
		name = list[at.nth].name
	}
	if name == "" {
		return nil
	}
	if at.key {
		name += "{}"
	}
	if offers := s.offers(fn.path, name, c); offers != nil {
		return offers
	}
	if _, user := fn.value.(*starlark.Function); user {
		return nil
	}
	return s.offers("*", name, c)
}

// offers are the values that the entry of a path names for a parameter.
func (s *Session) offers(path, parameter string, c Call) (offers []Offer) {
	s.mu.RLock()
	f := s.entries[path].Args[parameter]
	s.mu.RUnlock()
	if f == nil {
		return nil
	}
	defer func() {
		if recover() != nil { // of a library that took an example for a value
			offers = nil
		}
	}()
	return f(c)
}
