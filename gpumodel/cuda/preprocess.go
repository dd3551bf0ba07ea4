package cuda

import (
	"maps"
	"sort"
	"strings"
)

// Limits that keep a small text from becoming a large one.
const (
	MaxSource = 4 << 20 // bytes
	maxTokens = 1 << 17 // after expansion
	// maxExpansions is how deep expansions nest.
	maxExpansions = 256
)

// PPOptions are what a preprocessor must be told of the command line and of the language.
type PPOptions struct {
	Defines map[string]string // -D NAME=VALUE; Undefined for -U NAME
	Macros  map[string]*macro // that are defined before those of the command line
	Words   map[string]bool   // words of the language that are macros for #ifdef
	Before  []*LibraryText    // the texts that are read before the source
	OpenMP  bool              // #pragma omp is kept for the parser
	// Include is the text of the header that a source, or the header from, includes by #include "name", with the path by which
	// messages call it. Of several sources from is the one that includes it; of the only one it is
	// empty. It reports false where there is none; the text is then why a header that may be there
	// was not read, or empty. If it is nil there are none.
	Include func(name, from string) (path, text string, ok bool)
	// Known tells what is known of a header without reading it. quoted is set for #include "file".
	Known func(file string, quoted bool) Known
	// Condition is the value of the integer constant expression that the tokens are, 0 after an error.
	Condition func(r *reporter, toks []token) int64
}

// A Unit is a source after its directives.
type Unit struct {
	Tokens []token
	Macros map[string]*macro // those that are defined at the end
	// Libraries are the headers of libraries that the source includes.
	Libraries []string
	// System are the headers that the source includes and that are not read.
	System map[string]bool
	// Shelved are the names of the library texts whose names the source may use.
	Shelved []string
}

// A preprocessor turns the tokens of a text into those the parser reads.
type preprocessor struct {
	*reporter
	opt     PPOptions
	unit    Unit
	macros  map[string]*macro
	conds   []condition
	out     []token
	counter int      // the next value of __COUNTER__
	budget  int      // tokens that expansion may still make; below 0 after the report
	depth   int      // of expansions within one another
	passed  []string // headers that are not read
	where   Pos      // the first one is included

	unread  string            // why the header that was asked for last was not read
	inside  *header           // the one that is being read
	nested  int               // headers within one another
	bytes   int               // of headers
	initial map[string]*macro // those that each source begins with
	once    map[string]bool
	packing packing
	pushed  pushedMacros
}

// condition is an open #if.
type condition struct {
	directive   token
	active      bool // this group is read
	taken       bool // a group was read already, or none may be
	sawElse     bool
	outerActive bool
}

// Undefined is the value of a name in PPOptions.Defines that is no macro, even if the compiler defines it: -U NAME.
const Undefined = "#undef"

// preprocess runs the directives of src, with the options' names defined before
// its first line. It returns what is left; nothing if macros expand without end.
func preprocess(r *reporter, src string, opt PPOptions) *Unit {
	pp := newPreprocessor(r, opt)
	names := make([]string, 0, len(opt.Defines))
	for name := range opt.Defines {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		pp.option(name, opt.Defines[name])
	}
	for _, text := range opt.Before {
		pp.text(token{pos: Pos{1, 1}, end: Pos{1, 1}}, text)
	}
	pp.initial = maps.Clone(pp.macros)
	pp.run(scan(src))
	if pp.budget < 0 {
		return &Unit{}
	}
	pp.finish()
	pp.unit.Tokens, pp.unit.Macros = splitAngles(pp.out), pp.macros
	return &pp.unit
}

func newPreprocessor(r *reporter, opt PPOptions) *preprocessor {
	pp := &preprocessor{reporter: r, opt: opt, macros: map[string]*macro{}, budget: maxTokens, once: map[string]bool{}}
	maps.Copy(pp.macros, opt.Macros)
	return pp
}

// Predefine returns the macros that the directives of a text define. They are none that a source defines: it may define them anew
// without a note.
func Predefine(text string) map[string]*macro {
	r := newReporter("", text)
	pp := newPreprocessor(r, PPOptions{})
	pp.run(scan(text))
	if err := r.err(); err != nil {
		panic("BUG: " + err.Error())
	}
	for _, m := range pp.macros {
		m.builtin = true
	}
	return pp.macros
}

// Expand expands the macros in some tokens that were not preprocessed.
func Expand(r *reporter, macros map[string]*macro, toks []token) []token {
	pp := &preprocessor{reporter: r, macros: macros, budget: maxTokens}
	return pp.expand(toks)
}

// option is -D name=value; -D name alone is the caller's to read as 1, as compilers do.
func (pp *preprocessor) option(name, value string) {
	if value == Undefined {
		delete(pp.macros, name)
		return
	}
	toks := scan(name + " " + value)
	if toks[0].kind != tIdent || strings.Contains(name, " ") {
		pp.errorf(Pos{1, 1}, Pos{}, "option -D %s=%s: %q is not a valid macro name", name, value, name)
		return
	}
	if i := strings.Index(name, "("); i >= 0 {
		toks = scan(name + value)
	}
	pp.define(toks[:len(toks)-1])
	if m := pp.macros[toks[0].text]; m != nil {
		m.option = true
	}
}

// run splits the tokens into directives and the text between them.
func (pp *preprocessor) run(toks []token) {
	for i := 0; i < len(toks); {
		j := i + 1
		if toks[i].is("#") && toks[i].bol {
			for toks[j].kind != tEOF && !toks[j].bol {
				j++
			}
			pp.directive(toks[i], toks[i+1:j])
			i = j
			continue
		}
		for j < len(toks) && !(toks[j].is("#") && toks[j].bol) {
			j++
		}
		if pp.active() {
			pp.pragmaOperators(pp.expand(toks[i:j]))
		} else if last := toks[j-1]; last.kind == tEOF {
			pp.out = append(pp.out, last)
		}
		i = j
	}
}

// unclosed reports what is still open at the end of a text.
func (pp *preprocessor) unclosed() {
	for _, c := range pp.conds {
		d := c.directive
		pp.errorf(d.pos, d.end, "#%s has no #endif", d.text)
	}
}

// finish ends the text.
func (pp *preprocessor) finish() {
	pp.unclosed()
	if len(pp.passed) > 0 {
		pp.notef(pp.where, "headers are not read (%s); what kernels use of CUDA and C is built in", strings.Join(pp.passed, ", "))
	}
	if n := len(pp.out); n == 0 || pp.out[n-1].kind != tEOF {
		pp.out = append(pp.out, token{kind: tEOF, pos: Pos{1, 1}, end: Pos{1, 1}})
	}
}

func (pp *preprocessor) active() bool {
	return len(pp.conds) == 0 || pp.conds[len(pp.conds)-1].active
}

// directive runs one line. hash is the #, line what follows it.
func (pp *preprocessor) directive(hash token, line []token) {
	if len(line) == 0 {
		return
	}
	d, rest := line[0], line[1:]
	if readsFiles[d.text] {
		pp.forget(pp.inside, span{hash.off, line[len(line)-1].limit})
	}
	switch d.text {
	case "if", "ifdef", "ifndef":
		pp.open(d, rest)
		return
	case "elif", "else", "endif":
		pp.branch(d, rest)
		return
	}
	if !pp.active() && !words("elseif elsif ")[d.text] {
		return
	}
	switch d.text {
	case "define":
		pp.define(rest)
	case "undef":
		if pp.name(d, rest) {
			delete(pp.macros, rest[0].text)
		}
	case "include":
		pp.include(hash, d, rest)
	case "pragma":
		pp.pragma(d, rest)
	case "error":
		pp.errorf(hash.pos, d.end, "#error %s", spell(rest))
	case "warning":
		pp.notef(hash.pos, "#warning %s", spell(rest))
	case "line":
	default:
		if d.kind == tNumber { // a line of a text that is preprocessed already
			return
		}
		hint := didYouMean(d.text, []string{"define", "undef", "include", "pragma", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"})
		pp.errorf(d.pos, d.end, "unknown directive #%s%s", d.text, hint)
	}
}

// name checks that a directive is followed by a name.
func (pp *preprocessor) name(d token, rest []token) bool {
	if len(rest) == 0 || rest[0].kind != tIdent {
		pp.errorf(d.pos, d.end, "#%s needs the name of a macro", d.text)
		return false
	}
	return true
}

func (pp *preprocessor) open(d token, rest []token) {
	c := condition{directive: d, outerActive: pp.active(), taken: true}
	if c.outerActive {
		c.active = pp.test(d, rest)
		c.taken = c.active
	}
	pp.conds = append(pp.conds, c)
}

// test is the truth of an #if, #ifdef, #ifndef or #elif line.
func (pp *preprocessor) test(d token, rest []token) bool {
	if d.text == "if" || d.text == "elif" {
		return pp.condition(d, rest)
	}
	return pp.name(d, rest) && pp.defined(rest[0].text) == (d.text == "ifdef")
}

// defined tells whether a name is a macro for #ifdef.
func (pp *preprocessor) defined(name string) bool {
	return pp.macros[name] != nil || pp.opt.Words[name]
}

func (pp *preprocessor) branch(d token, rest []token) {
	if len(pp.conds) == 0 {
		pp.errorf(d.pos, d.end, "#%s without an #if before it", d.text)
		return
	}
	c := &pp.conds[len(pp.conds)-1]
	switch {
	case d.text == "endif":
		pp.conds = pp.conds[:len(pp.conds)-1]
		return
	case c.sawElse:
		pp.errorf(d.pos, d.end, "#%s after the #else of line %d", d.text, c.directive.pos.Line)
		return
	}
	c.sawElse = d.text == "else"
	c.active = c.outerActive && !c.taken && (c.sawElse || pp.test(d, rest))
	c.taken = c.taken || c.active
}

// condition evaluates an integer expression: defined first, then macros, then
// the names that remain are 0.
func (pp *preprocessor) condition(d token, rest []token) bool {
	var toks []token
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		if t.is("defined") {
			name, skip := i+1, 1
			if i+3 < len(rest) && rest[i+1].is("(") && rest[i+3].is(")") {
				name, skip = i+2, 3
			}
			if name >= len(rest) || rest[name].kind != tIdent {
				pp.errorf(t.pos, t.end, "defined needs the name of a macro")
				return false
			}
			t.kind, t.text = tNumber, "0"
			if pp.defined(rest[name].text) {
				t.text = "1"
			}
			i += skip
		}
		toks = append(toks, t)
	}
	toks = pp.expand(toks)
	for i := range toks {
		if t := &toks[i]; t.kind == tIdent && t.text != "true" && t.text != "false" {
			t.kind, t.text = tNumber, "0"
		}
	}
	if len(toks) == 0 {
		pp.errorf(d.pos, d.end, "#%s needs an expression", d.text)
		return false
	}
	return pp.opt.Condition(pp.reporter, toks) != 0
}

// readsFiles are the directives that bring a file.
var readsFiles = words("include include_next import embed")
