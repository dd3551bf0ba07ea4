package cuda

import (
	"fmt"
	"slices"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Options are the compiler options that change the meaning of a source.
type Options struct {
	Defines map[string]string // -D NAME=VALUE
	Arch    int               // __CUDA_ARCH__: 900 for compute capability 9.0; 0 leaves it undefined, as for host code
	// Host compiles host code, too: main and what it calls (hosted.go).
	Host bool
	// Part is one of several sources of a program, by itself: what it declares may be defined in another one, and so may main.
	Part bool
	// Literals are texts whose arrays come before those that the source needs: those of another reading of it ([File.Literals]).
	Literals []string
	// Include finds the headers of a source, see token.Options. If it is nil there are none.
	Include func(name, from string) (path, text string, ok bool)
}

// Parse compiles a CUDA C++ source to a typed tree. name names the source in messages. The error is a token.ErrorList with all mistakes
// found, and then the File is nil.
func Parse(name, src string, opt Options) (*File, error) {
	r := token.NewReporter(name, src)
	if len(src) > token.MaxSource {
		r.Errorf(token.Pos{Line: 1, Col: 1}, token.Pos{}, "the source has %d bytes; the limit is %d", len(src), token.MaxSource)
		return nil, r.Err()
	}
	source := token.Preprocess(r, src, opt.preprocessing())
	if len(source.Tokens) == 0 {
		return nil, r.Err()
	}
	toks := link(source.Tokens, r.Files)
	source.Tokens = nil
	p := newParser(r, withCalled(withSpaces(withGroups(withLaunchBrackets(abbreviated(constrained(toks))), false))))
	p.source, p.macros = source, source.Macros
	p.file = &File{Files: r.Files}
	p.hosted, p.part = opt.Host, opt.Part
	p.handles = slices.ContainsFunc(toks, func(t token.Token) bool { return t.Is("catch") && !t.Library })
	p.openLiterals(opt.Literals)
	p.openStandard()
	p.openLibraries()
	p.waiting = opt.Host && slices.ContainsFunc(toks, func(t token.Token) bool {
		return !t.Library &&
			token.Words("cudaStreamAddCallback cudaLaunchHostFunc")[t.Text]
	})
	p.unit()
	p.begin()
	p.finish()
	if err := r.Err(); err != nil {
		return nil, err
	}
	p.file.Notes = sortedNotes(r.Notes)
	p.file.libraries, p.file.macros = source.Libraries, source.Macros
	return p.file, nil
}

// A parser parses and checks in one pass, as C allows: a name is declared before
// it is used. Templates are kept as tokens and read again for every instance.
//
// To read an instance in between, suspended saves what belongs to the current position: state, toks, i and a few flags.
type parser struct {
	*token.Reporter
	mu      sync.Mutex // for Instantiate
	waiting bool       // the source puts functions of the host into streams
	file    *File
	source  *token.Unit
	toks    []token.Token
	i       int
	depth   int
	state

	references map[*Var]*Var // what host code has for a texture reference
	infos      map[*Func]*funcInfo
	calls      map[*Func][]callSite
	// Of kernels that launch kernels: whether there are any, and calls that wait for launched ones.
	deviceLaunches  bool
	deviceWaits     []callSite
	kernelsDeclared []*Func              // without a body
	constVar        map[*Lit]*Ident      // the variable whose value a literal is
	later           map[string]token.Pos // functions that the file declares, wherever
	macros          map[string]*token.Macro
	made            []*Func              // instances of templates
	gone            map[string]token.Pos // names that a later CUDA no longer has, and where they are used first
	lambdas         int
	variadic        bool // the file has templates with packs
	inPack          bool // a parameter with ... is being read
	befriends       int  // a friend function is being read
	heads           int  // of templates, that are being read
	dependents      int  // values that were read in them which only the arguments will tell
	// addressed are the functions that pointers may point to, and dispatchers those that call through these;
	// wrappers call built-in functions for them.
	addressed, dispatchers []*Func
	wrappers, lambdaFuncs  map[string]*Func
	// polymorphics are the structs with virtual functions, and numbered those that are constructed. virtuals are the
	// dispatchers of virtual functions, virtualOrder the order in which they were made, listed how many
	// structs each knows.
	polymorphics, numbered []*Type
	virtuals               map[*Func]*Func
	virtualOrder           []*Func
	listed                 map[*Func]int
	heap                   map[string]*Func            // malloc and free, once they are used
	runtime                map[string]*Func            // cudaMalloc and its relatives, once they are used
	math                   map[string]map[string]*Func // the texts of mathematical functions that are used, and what they have
	tagged                 []*tagged
	tentative              map[*Var]bool   // variables that a source of C may define once more
	texts                  map[string]*Var // the arrays of literals that device code reads
	wholeFile              bool            // has been read: what follows are instances of templates
	converts               bool            // the constructor is looked for that converts a value
	deep                   int             // instantiations within one another
	unevaluated            int             // operands of decltype and sizeof within one another
	// evaluated counts the statements of constexpr functions that were executed.
	evaluated  int
	trying     bool        // a template without use is being read
	hollow     bool        // what it does with its parameter no trial can: a call, a member
	completion *completion // nil unless the source is read for its names
	global     *scope
	hosted     bool   // the code of the host is read, too
	part       bool   // and other parts of the program are not
	handles    bool   // the source has a handler of exceptions
	starts     []Stmt // what sets its variables before main

	noGreater    bool                  // ">" ends a list of template arguments
	half         int                   // where a ">>" stands whose first half has closed one, or -1
	spaces       []*scope              // the namespaces that are open
	opened       []*scope              // those that have been
	braces       []int                 // how many of them each open { has opened: none that of extern "C" {, which is externC
	spaceOf      map[*Var]string       // the namespaces of variables
	inSpaces     map[string]bool       // the names of functions that namespaces have
	structOf     map[*Var]*Type        // the struct of a static member that is declared without a value (staticmember.go)
	awaited      map[*Var]*token.Token // what is declared extern and not defined so far, with its first use (externs.go)
	sharedArrays map[sharedName]*Var
	taking       *scope          // the namespace whose declarations are being read off its shelf
	offered      map[string]bool // the texts of the standard library whose headers the source includes
	read         map[*piece]bool // what was taken off the shelves
}

// state is what belongs to the function that is being read.
type state struct {
	scope    *scope
	fn       *Func
	ofClass  *Type // the struct whose members are being read, and the heads of its methods
	loops    int
	switches int
	returns  bool    // a return with a value was seen
	objects  []Expr  // that are destroyed where their scope is left (destructor.go)
	temps    []*Temp // of the full expression that is being read
	early    []*Var  // variables that the one that is being declared needs before it
	late     []Stmt  // what sets it behind its declaration
	testing  bool    // the condition of a statement is being read
	maybe    int     // how many operators around this operand decide whether it is evaluated
	leaves   []leave // the returns of the function, if it returns objects (temporary.go)
	// kept and keptLoop are the objects that break and continue leave alone.
	kept, keptLoop int
	marks          map[string]*Label // labels of goto
	gotos          []gotoStmt
	open           []token.Pos // of the braces that are open
}

type callSite struct {
	callee *Func
	pos    token.Pos
	end    token.Pos
}

func newParser(r *token.Reporter, toks []token.Token) *parser {
	if n := len(toks); n == 0 || toks[n-1].Kind != token.EOF {
		end := token.Token{Kind: token.EOF, Pos: token.Pos{Line: 1, Col: 1}, End: token.Pos{Line: 1, Col: 1}}
		if n > 0 {
			end.Pos, end.End = toks[n-1].End, toks[n-1].End
		}
		toks = append(toks[:n:n], end)
	}
	return parserIn(r, toks, newScope(everywhere()))
}

// parserIn reads tokens whose names at file scope are those of global.
func parserIn(r *token.Reporter, toks []token.Token, global *scope) *parser {
	p := &parser{Reporter: r, toks: toks, infos: map[*Func]*funcInfo{}, calls: map[*Func][]callSite{}, spaceOf: map[*Var]string{},
		inSpaces: map[string]bool{}, runtime: map[string]*Func{}, constVar: map[*Lit]*Ident{}, half: -1, awaited: map[*Var]*token.Token{}, structOf: map[*Var]*Type{}, tentative: map[*Var]bool{}, sharedArrays: map[sharedName]*Var{}, references: map[*Var]*Var{}}
	p.global = global
	p.global.space = &spaced{}
	p.scope = p.global
	return p
}

// constantOf evaluates an integer constant expression, 0 after an error.
func constantOf(r *token.Reporter, toks []token.Token) int64 {
	p := newParser(r, toks)
	p.file = &File{Files: r.Files}
	var v int64
	p.guard(func() {
		v, _ = p.constInt("this condition")
		if t := p.peek(); t.Kind != token.EOF {
			p.unexpected("the end of the line")
		}
	}, func() {})
	return v
}

// bailout is the panic by which a syntax error leaves the construct it is in.
type bailout struct{}

// maxDepth bounds how deep statements and expressions nest.
const maxDepth = 256

// guard runs f; if a syntax error leaves it, sync finds the place to go on from.
func (p *parser) guard(f, sync func()) {
	depth, greater, heads, inPack := p.depth, p.noGreater, p.heads, p.inPack
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bailout); !ok {
				panic(r)
			}
			p.depth, p.noGreater, p.half, p.heads, p.inPack = depth, greater, -1, heads, inPack
			sync()
		}
	}()
	f()
}

// fail reports a syntax error and leaves the construct.
func (p *parser) fail(t *token.Token, format string, args ...any) {
	p.Errorf(t.Pos, t.End, format, args...)
	panic(bailout{})
}

// unexpected reports that the next token is not what the grammar wants.
func (p *parser) unexpected(want string) {
	defer p.formal(len(p.Errs))
	t := p.peek()
	if t.Kind == token.Illegal {
		p.fail(t, "%s", t.Msg)
	}
	p.fail(t, "expected %s but found %s", want, t)
}

// formal marks the errors from number n on as mistakes of form.
func (p *parser) formal(n int) {
	for _, e := range p.Errs[min(n, len(p.Errs)):] {
		e.Form = true
	}
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek(), "nested more than %d deep", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// at is the token n places from the next one; before the first and behind the last it is the end of the file.
func (p *parser) at(n int) *token.Token {
	switch i := p.i + n; {
	case i < 0:
		return &token.Token{}
	case i >= len(p.toks):
		return &p.toks[len(p.toks)-1]
	default:
		return &p.toks[i]
	}
}

func (p *parser) peek() *token.Token {
	t := p.at(0)
	if t.Kind == token.EOF && p.completion != nil {
		p.completion.reached(p)
	}
	return t
}

func (p *parser) is(text string) bool { return p.peek().Is(text) }

// next takes a token; the last one is never passed.
func (p *parser) next() *token.Token {
	t := p.peek()
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.next()
		return true
	}
	return false
}

// expect takes a token that must come here.
func (p *parser) expect(text, where string) *token.Token {
	if !p.is(text) {
		want := fmt.Sprintf("%q", text)
		if where != "" {
			want += " " + where
		}
		p.unexpected(want)
	}
	return p.next()
}

// prev returns the last token that was taken.
func (p *parser) prev() *token.Token { return &p.toks[max(0, p.i-1)] }

// semicolon takes the ";" after what. A missing one at the end of a line is
// reported just after the previous token, and parsing goes on as if it were there.
func (p *parser) semicolon(what string) {
	defer p.formal(len(p.Errs))
	if p.accept(";") {
		return
	}
	t, last := p.peek(), p.prev()
	if t.Is(":") && p.at(1).BOL {
		p.Errorf(t.Pos, t.End, "expected %q after %s but found %q", ";", what, ":")
		p.next()
		return
	}
	if t.Kind == token.Illegal || t.Pos.Line == last.Pos.Line && !t.Is("}") && t.Kind != token.EOF {
		p.unexpected(fmt.Sprintf("%q after %s", ";", what))
	}
	if sym := p.scope.find(last.Text); last.Kind == token.Ident && sym != nil && sym.bad {
		return // FIXME, say, which was reported
	}
	p.Errorf(last.End, token.Pos{}, "missing %q after %s", ";", what)
}

// name takes an identifier that is not a keyword.
func (p *parser) name(what string) token.Token {
	t := p.peek()
	if t.Kind != token.Ident || keywords[t.Text] {
		if keywords[t.Text] {
			p.fail(t, "%q is a word of the language and cannot name %s", t.Text, what)
		}
		p.unexpected("a name for " + what)
	}
	return *p.next()
}

// keywords cannot be names.
var keywords = token.Words(`alignas alignof asm auto bool break case catch char class const constexpr const_cast continue
	decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
	int long mutable namespace new noexcept nullptr operator private protected public register reinterpret_cast return
	short signed sizeof static static_assert static_cast struct switch template this throw true try typedef typeid typename
	union unsigned using virtual void volatile while
	__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __restrict __forceinline__ __noinline__
	__launch_bounds__ __maxnreg__ __block_size__ __nv_pure__ __align__`)

// skipBalanced skips a bracket and everything up to its partner. It returns
// false at the end of the source or at a __global__ inside.
func (p *parser) skipBalanced() bool {
	depth := 0
	for {
		t := p.peek()
		switch {
		case t.Kind == token.EOF || t.Is("__global__") && depth > 0:
			return false
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		}
		p.next()
		if depth <= 0 {
			return true
		}
	}
}

// text returns the source of the tokens [from, to) as the user wrote it, in one line.
func (p *parser) text(from, to int) string {
	toks := make([]token.Token, 0, to-from)
	for _, t := range p.toks[from:to] {
		if t.Macro != "" && !t.Library { // written once, as the macro's name
			if n := len(toks); n > 0 && toks[n-1].Pos == t.Pos {
				continue
			}
			t.Text = p.file.TextOf(&t)[t.Off:t.Limit]
		}
		toks = append(toks, t)
	}
	return token.Spell(toks)
}
