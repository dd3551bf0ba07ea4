package token

import (
	"maps"
	"sort"
	"strings"
)

// Limits that keep a small text from becoming a large one.
const (
	// MaxSource is how many bytes a source has with its headers.
	MaxSource = 4 << 20
	maxTokens = 1 << 17 // after expansion
	// maxExpansions is how deep expansions nest.
	maxExpansions = 256
)

// Options are what a preprocessor must be told of the command line and of the language.
type Options struct {
	Defines map[string]string // -D NAME=VALUE; Undefined for -U NAME
	Macros  map[string]*Macro // that are defined before those of the command line
	Words   map[string]bool   // words of the language that are macros for #ifdef
	Before  []*Library        // the texts that are read before the source
	OpenMP  bool              // #pragma omp is kept for the parser
	// Include is the text of the header that a source, or the header from, includes by #include "name", with the path by which
	// messages call it. Of several sources from is the one that includes it; of the only one it is
	// empty. It reports false where there is none; the text is then why a header that may be there
	// was not read, or empty. If it is nil there are none.
	Include func(name, from string) (path, text string, ok bool)
	// Known tells what is known of a header without reading it. quoted is set for #include "file".
	Known func(file string, quoted bool) Known
	// Condition is the value of the integer constant expression that the tokens are, 0 after an error.
	Condition func(r *Reporter, toks []Token) int64
}

// A Unit is a source after its directives.
type Unit struct {
	Tokens []Token
	Macros map[string]*Macro // those that are defined at the end
	// Libraries are the headers of libraries that the source includes.
	Libraries []string
	// System are the headers that the source includes and that are not read.
	System map[string]bool
	// Shelved are the names of the library texts whose names the source may use.
	Shelved []string
}

// A preprocessor turns the tokens of a text into those the parser reads.
type preprocessor struct {
	*Reporter
	opt     Options
	unit    Unit
	macros  map[string]*Macro
	conds   []condition
	out     []Token
	counter int      // the next value of __COUNTER__
	budget  int      // tokens that expansion may still make; below 0 after the report
	depth   int      // of expansions within one another
	passed  []string // headers that are not read
	where   Pos      // of the directive of the first one

	unread  string            // why the header that was asked for last was not read
	inside  *Header           // the one that is being read
	nested  int               // headers within one another
	bytes   int               // of headers
	initial map[string]*Macro // those that each source begins with
	once    map[string]bool   // files and texts that are not read again
	packing packing
	pushed  pushedMacros
}

// condition is an open #if.
type condition struct {
	directive   Token
	active      bool // this group is read
	taken       bool // a group was read already, or none may be
	sawElse     bool
	outerActive bool
}

// Undefined is the value of a name in Options.Defines that is no macro, even if the compiler defines it: -U NAME.
const Undefined = "#undef"

// Preprocess runs the directives of src, with the options' names defined before
// its first line. It returns what is left; nothing if macros expand without end.
func Preprocess(r *Reporter, src string, opt Options) *Unit {
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
		pp.text(Token{Pos: Pos{1, 1}, End: Pos{1, 1}}, text)
	}
	pp.initial = maps.Clone(pp.macros)
	pp.run(Scan(src))
	if pp.budget < 0 {
		return &Unit{}
	}
	pp.finish()
	u := pp.unit // without the rest of the preprocessor
	u.Tokens, u.Macros = splitAngles(pp.out), pp.macros
	return &u
}

func newPreprocessor(r *Reporter, opt Options) *preprocessor {
	pp := &preprocessor{Reporter: r, opt: opt, macros: map[string]*Macro{}, budget: maxTokens, once: map[string]bool{}}
	maps.Copy(pp.macros, opt.Macros)
	return pp
}

// Predefine returns the macros that the directives of a text define. They are none that a source defines: it may define them anew
// without a note.
func Predefine(text string) map[string]*Macro {
	r := NewReporter("", text)
	pp := newPreprocessor(r, Options{})
	pp.run(Scan(text))
	if err := r.Err(); err != nil {
		panic("BUG: " + err.Error())
	}
	for _, m := range pp.macros {
		m.Builtin = true
	}
	return pp.macros
}

// Expand expands the macros in some tokens that were not preprocessed.
func Expand(r *Reporter, macros map[string]*Macro, toks []Token) []Token {
	pp := &preprocessor{Reporter: r, macros: macros, budget: maxTokens}
	return pp.expand(toks)
}

// option is -D name=value; -D name alone is the caller's to read as 1, as compilers do.
func (pp *preprocessor) option(name, value string) {
	if value == Undefined {
		delete(pp.macros, name)
		return
	}
	toks := Scan(name + " " + value)
	if toks[0].Kind != Ident || strings.Contains(name, " ") {
		pp.Errorf(Pos{1, 1}, Pos{}, "option -D %s=%s: %q is not a valid macro name", name, value, name)
		return
	}
	if i := strings.Index(name, "("); i >= 0 {
		toks = Scan(name + value)
	}
	pp.define(toks[:len(toks)-1])
	if m := pp.macros[toks[0].Text]; m != nil {
		m.Option = true
	}
}

// run splits the tokens into directives and the text between them.
func (pp *preprocessor) run(toks []Token) {
	for i := 0; i < len(toks); {
		j := i + 1
		if toks[i].Is("#") && toks[i].BOL {
			for toks[j].Kind != EOF && !toks[j].BOL {
				j++
			}
			pp.directive(toks[i], toks[i+1:j])
			i = j
			continue
		}
		for j < len(toks) && !(toks[j].Is("#") && toks[j].BOL) {
			j++
		}
		if pp.active() {
			pp.pragmaOperators(pp.expand(toks[i:j]))
		} else if last := toks[j-1]; last.Kind == EOF {
			pp.out = append(pp.out, last)
		}
		i = j
	}
}

// unclosed reports what is still open at the end of a text.
func (pp *preprocessor) unclosed() {
	for _, c := range pp.conds {
		d := c.directive
		pp.Errorf(d.Pos, d.End, "#%s has no #endif", d.Text)
	}
}

// finish ends the text.
func (pp *preprocessor) finish() {
	pp.unclosed()
	if len(pp.passed) > 0 {
		pp.Notef(pp.where, "headers are not read (%s); what kernels use of CUDA and C is built in", strings.Join(pp.passed, ", "))
	}
	if n := len(pp.out); n == 0 || pp.out[n-1].Kind != EOF {
		pp.out = append(pp.out, Token{Kind: EOF, Pos: Pos{1, 1}, End: Pos{1, 1}})
	}
}

func (pp *preprocessor) active() bool {
	return len(pp.conds) == 0 || pp.conds[len(pp.conds)-1].active
}

// directive runs one line. hash is the #, line what follows it.
func (pp *preprocessor) directive(hash Token, line []Token) {
	if len(line) == 0 {
		return
	}
	d, rest := line[0], line[1:]
	if readsFiles[d.Text] {
		pp.forget(pp.inside, span{hash.Off, line[len(line)-1].Limit})
	}
	switch d.Text {
	case "if", "ifdef", "ifndef":
		pp.open(d, rest)
		return
	case "elif", "else", "endif":
		pp.branch(d, rest)
		return
	}
	if !pp.active() && !Words("elseif elsif ")[d.Text] {
		return
	}
	switch d.Text {
	case "define":
		pp.define(rest)
	case "undef":
		if pp.name(d, rest) {
			delete(pp.macros, rest[0].Text)
		}
	case "include":
		pp.include(hash, d, rest)
	case "pragma":
		pp.pragma(d, rest)
	case "error":
		pp.Errorf(hash.Pos, d.End, "#error %s", Spell(rest))
	case "warning":
		pp.Notef(hash.Pos, "#warning %s", Spell(rest))
	case "line":
	default:
		if d.Kind == Number { // a line of a text that is preprocessed already
			return
		}
		hint := DidYouMean(d.Text, []string{"define", "undef", "include", "pragma", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"})
		pp.Errorf(d.Pos, d.End, "unknown directive #%s%s", d.Text, hint)
	}
}

// name checks that a directive is followed by a name.
func (pp *preprocessor) name(d Token, rest []Token) bool {
	if len(rest) == 0 || rest[0].Kind != Ident {
		pp.Errorf(d.Pos, d.End, "#%s needs the name of a macro", d.Text)
		return false
	}
	return true
}

func (pp *preprocessor) open(d Token, rest []Token) {
	c := condition{directive: d, outerActive: pp.active(), taken: true}
	if c.outerActive {
		c.active = pp.test(d, rest)
		c.taken = c.active
	}
	pp.conds = append(pp.conds, c)
}

// test is the truth of an #if, #ifdef, #ifndef or #elif line.
func (pp *preprocessor) test(d Token, rest []Token) bool {
	if d.Text == "if" || d.Text == "elif" {
		return pp.condition(d, rest)
	}
	return pp.name(d, rest) && pp.defined(rest[0].Text) == (d.Text == "ifdef")
}

// defined tells whether a name is a macro for #ifdef.
func (pp *preprocessor) defined(name string) bool {
	return pp.macros[name] != nil || pp.opt.Words[name]
}

func (pp *preprocessor) branch(d Token, rest []Token) {
	if len(pp.conds) == 0 {
		pp.Errorf(d.Pos, d.End, "#%s without an #if before it", d.Text)
		return
	}
	c := &pp.conds[len(pp.conds)-1]
	switch {
	case d.Text == "endif":
		pp.conds = pp.conds[:len(pp.conds)-1]
		return
	case c.sawElse:
		pp.Errorf(d.Pos, d.End, "#%s after the #else of line %d", d.Text, c.directive.Pos.Line)
		return
	}
	c.sawElse = d.Text == "else"
	c.active = c.outerActive && !c.taken && (c.sawElse || pp.test(d, rest))
	c.taken = c.taken || c.active
}

// condition evaluates an integer expression: defined first, then macros, then
// the names that remain are 0.
func (pp *preprocessor) condition(d Token, rest []Token) bool {
	var toks []Token
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		if t.Is("defined") {
			name, skip := i+1, 1
			if i+3 < len(rest) && rest[i+1].Is("(") && rest[i+3].Is(")") {
				name, skip = i+2, 3
			}
			if name >= len(rest) || rest[name].Kind != Ident {
				pp.Errorf(t.Pos, t.End, "defined needs the name of a macro")
				return false
			}
			t.Kind, t.Text = Number, "0"
			if pp.defined(rest[name].Text) {
				t.Text = "1"
			}
			i += skip
		}
		toks = append(toks, t)
	}
	toks = pp.expand(toks)
	for i := range toks {
		if t := &toks[i]; t.Kind == Ident && t.Text != "true" && t.Text != "false" {
			t.Kind, t.Text = Number, "0"
		}
	}
	if len(toks) == 0 {
		pp.Errorf(d.Pos, d.End, "#%s needs an expression", d.Text)
		return false
	}
	return pp.opt.Condition(pp.Reporter, toks) != 0
}

// readsFiles are the directives that bring a file.
var readsFiles = Words("include include_next import embed")
