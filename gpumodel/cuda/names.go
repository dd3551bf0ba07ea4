package cuda

import (
	"cmp"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A Name is something that a text can refer to at one of its places.
type Name struct {
	Name string
	// Kind is kernel, function, method, variable, parameter, member, type, macro, constant,
	// namespace, keyword or directive.
	Kind string
	// Declarations are as C writes them; of a function each overload.
	Declarations []string
	Pos          token.Pos // where the text declares it; zero for what is built in
	Doc          string    // documentation of a built-in name
	Since        string    // the compute capability from which on it is there; empty for all
	depth        int       // how far out it is declared; what is built in is furthest
}

// The depths of names that no scope holds.
const (
	depthMacro = 1000 + iota
	depthBuiltin
	depthKeyword
)

// Complete lists what may stand at an offset of a text in place of the word that is
// begun there, which starts at start: innermost declarations first. The text may be
// unfinished and wrong; only what stands before the offset is read, as in C a name is
// declared before it is used. The parser reads the text and stops where it ends.
func Complete(src string, at int, opt Options) (start int, names []Name) {
	at = min(max(at, 0), len(src))
	start, ok := wordStart(src, at)
	if !ok {
		return at, nil
	}
	word := src[start:at]
	for _, n := range namesAt(src[:start], opt) {
		if strings.HasPrefix(n.Name, word) {
			names = append(names, n)
		}
	}
	return start, names
}

// Explain tells what the word at an offset of a text means there.
func Explain(src string, at int, opt Options) (Name, bool) {
	at = min(max(at, 0), len(src))
	start, ok := wordStart(src, at)
	end := at
	for end < len(src) && isWord(src[end]) {
		end++
	}
	if !ok || start == end {
		return Name{}, false
	}
	word := src[start:end]
	// The word may be what is declared there. The bodies of templates are read only
	// where the text ends in them, here at the end of the line.
	line := end
	if i := strings.IndexByte(src[end:], '\n'); i >= 0 {
		line += i
	} else {
		line = len(src)
	}
	for _, text := range []string{src, src[:line]} {
		if c := newCompletion(text, opt, token.PosAt(src, start)); c.declared != nil {
			if n, ok := c.parser.nameOf(word, c.declared); ok {
				return n, true
			}
		}
	}
	names := namesAt(src[:start], opt)
	if i := slices.IndexFunc(names, func(n Name) bool { return n.Name == word }); i >= 0 {
		return names[i], true
	}
	if why, _ := refusal(word); why != "" {
		return Name{Name: word, Kind: "not supported", Doc: why}, true
	}
	return Name{}, false
}

// wordStart is where the word that ends at an offset begins; false in comments,
// strings and numbers.
func wordStart(src string, at int) (start int, ok bool) {
	start = at
	for start > 0 && isWord(src[start-1]) {
		start--
	}
	toks := token.Scan(src[:at] + "a") // a comment or a string takes the letter
	last := toks[max(0, len(toks)-2)]
	return start, last.Kind == token.Ident && last.Limit == at+1
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// namesAt are the names that can follow a text.
func namesAt(src string, opt Options) []Name {
	if names, ok := directiveNames(src, opt); ok {
		return names
	}
	c := newCompletion(src, opt, token.Pos{})
	names := unqualified(c.names, src)
	if !c.only && !strings.HasSuffix(src, "::") {
		names = append(names, builtinNames()...)
		if c.parser != nil {
			names = append(names, macroNames(c.parser.macros)...)
		}
	}
	slices.SortStableFunc(names, func(a, b Name) int {
		return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.Name, b.Name))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(n Name) bool { // hidden by an inner one
		hidden := seen[n.Name]
		seen[n.Name] = true
		return hidden
	})
}

// OpenBraces counts the braces of a text that are still open.
func OpenBraces(src string) int {
	depth := 0
	for _, t := range token.Scan(src) {
		depth = max(0, depth+braceStep(&t))
	}
	return depth
}

// DeclarationText is what a text declares at a place: the line, and if a brace is
// opened there, everything up to the one that closes it.
func DeclarationText(src string, at token.Pos) string {
	lines := strings.Split(src, "\n")
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	text := lines[at.Line-1]
	for n := at.Line; OpenBraces(text) > 0 && n < len(lines); n++ {
		text += "\n" + lines[n]
	}
	return text
}
