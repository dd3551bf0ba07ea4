package cuda

import (
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// unlisted are the heads of functions that [Builtins] does not list.
var unlisted = map[string]string{
	"printf": "int printf(const char *format, …)",
	"assert": "void assert(bool condition)",
	"__trap": "void __trap()", "__brkpt": "void __brkpt()",
	"__ldg":  "T __ldg(const T *p)",
	"__ldcg": "T __ldcg(const T *p)",
}

// builtinNames are the names that every text can use.
func builtinNames() []Name {
	var names []Name
	for name, overloads := range builtins() {
		n := Name{Name: name, Kind: "function", depth: depthBuiltin}
		for _, b := range overloads {
			n.Declarations = append(n.Declarations, b.String())
		}
		if special, ok := unlisted[name]; ok {
			n.Declarations = []string{special}
		}
		names = append(names, n)
	}
	for name, f := range fetches {
		names = append(names, Name{Name: name, Kind: "function", Declarations: []string{"T " + name + "(" + f.example + ")"},
			depth: depthBuiltin})
	}
	for _, name := range []string{"__ldg", "__ldcg"} {
		names = append(names, Name{Name: name, Kind: "function", Declarations: []string{unlisted[name]}, depth: depthBuiltin})
	}
	for name, t := range specials {
		names = append(names, Name{Name: name, Kind: "variable", Declarations: []string{declared(t, name)}, depth: depthBuiltin})
	}
	for name, t := range namedTypes {
		names = append(names, Name{Name: name, Kind: "type", Declarations: []string{typeText(name, t)}, depth: depthBuiltin})
	}
	for _, set := range []map[string]bool{keywords, baseWords, specWords} {
		for word := range set {
			names = append(names, Name{Name: word, Kind: "keyword", depth: depthKeyword})
		}
	}
	for i, n := range names {
		doc := docOf(n.Name)
		names[i].Doc, names[i].Since = doc.text, doc.since
	}
	// Device code has no thread_local, and JupyterLab would sort it before threadIdx.
	return slices.DeleteFunc(names, func(n Name) bool { return n.Kind == "keyword" && (refusedWord(n.Name) || n.Name == "thread_local") })
}

func macroNames(macros map[string]*token.Macro) []Name {
	var names []Name
	for _, name := range slices.Sorted(maps.Keys(macros)) {
		m := macros[name]
		n := Name{Name: name, Kind: "macro", Pos: m.Pos, depth: depthMacro}
		head := name
		if m.Function {
			head += "(" + strings.Join(m.Params, ", ") + ")"
		}
		n.Declarations = []string{strings.TrimSpace("#define " + head + " " + token.Spell(m.Body))}
		switch {
		case m.Builtin:
			n.Kind, n.Pos, n.depth = "constant", token.Pos{}, depthBuiltin
		case m.Option:
			n.Pos = token.Pos{}
		}
		names = append(names, n)
	}
	return names
}

// directives are the words behind #.
var directives = []string{"define", "undef", "include", "pragma", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning"}

// directiveNames are what may stand on the last line of a text if that is a
// directive: its word, the word of a pragma, or macros.
func directiveNames(src string, opt Options) (names []Name, ok bool) {
	line := src[strings.LastIndexByte(src, '\n')+1:]
	line, ok = strings.CutPrefix(strings.TrimLeft(line, " \t"), "#")
	if !ok {
		return nil, false
	}
	list := func(words ...string) []Name {
		for _, w := range words {
			names = append(names, Name{Name: w, Kind: "directive"})
		}
		return names
	}
	switch fields := strings.Fields(line); {
	case len(fields) == 0:
		return list(directives...), true
	case fields[0] == "pragma":
		return list("unroll", "nounroll"), true
	case fields[0] == "include" || fields[0] == "error" || fields[0] == "warning" || fields[0] == "define" && len(fields) == 1:
		return nil, true
	case fields[0] == "define":
		return nil, false // its body is code
	}
	source := token.Preprocess(token.NewReporter("", src), src[:strings.LastIndexByte(src, '\n')+1], opt.preprocessing())
	return append(macroNames(source.Macros), list("defined")...), true
}
