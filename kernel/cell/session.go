// Package cell is the cell language of the notebook kernel: Starlark with live
// globals, Python's formatting, and magics.
//
// A [Session] implements [kernel.Interpreter]. The libraries add what a cell can
// call with [Session.Declare] and what a cell can begin with (%%cuda) with
// [Session.Magic]; a built-in learns about the cell that calls it from [Current].
//
// A value that implements
//
//	interface{ MIMEBundle() (data, metadata map[string]any) }
//
// is displayed with that bundle, every other one as text; with Doc() string,
// Signature() string and Source() string it says itself what ?name and ??name show. An error that implements
// ErrorName() string or Traceback() []string brings its own name or lines.
//
// # How a cell runs
//
// segments splits it at line magics; prepare replaces f-strings and assert by
// something of the same size that Starlark's parser accepts; the parser builds the
// tree; rewriter puts the meaning back and makes every global live; Starlark
// compiles and runs it. Positions hold all the way, so that an error can show the
// cell's own line. What Starlark refuses, explain turns into what to write instead.
package cell

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// DefaultMemoryLimit is how much the heap may hold before a growing cell is stopped.
const DefaultMemoryLimit = 2 << 30

// Files is where what cells write goes, and how much that may be.
type Files struct {
	Folder string // beside the notebook
	Bytes  int64
	Count  int
	// Remembers says that files which earlier sessions have made there may be changed, too: see folder.Folder.
	Remembers bool
}

// DefaultFiles is for a session that knows no notebook's name.
var DefaultFiles = Files{Folder: "warpbook" + FilesSuffix, Bytes: 1e9, Count: 1000}

// FilesSuffix ends the name of the folder for what the cells of a notebook write; the notebook's name stands before it.
const FilesSuffix = ".files"

// A MagicFunc runs a cell magic: args is the rest of its line, body the lines
// below, the first of which is line run.BodyLine() of the cell.
type MagicFunc func(run *Run, args, body string) error

// A Session is the state that cells share.
type Session struct {
	// MemoryLimit is the size of the heap, in bytes, at which a cell that is
	// making it grow is stopped with a MemoryError.
	MemoryLimit uint64
	Files       Files
	// Cache is the folder in which results of launches are kept for other sessions; "" keeps none.
	Cache   string
	within  func(*Run, context.Context) context.Context // nil where nobody asked for it
	memory  func() reading                              // of this process
	pending reservations
	full    atomic.Bool // a cell was stopped or refused memory, and much is still held
	// Grading tells who runs a notebook to grade it of each test, in displays of TestType
	// that nobody else sees.
	Grading bool
	// InterruptPatience is how long a cell that was stopped may take to end. Then it is
	// reported as stopped, and the operation that it is in goes on alone; 0 waits.
	InterruptPatience time.Duration
	// MaxSteps stops a cell after so many Starlark instructions; 0 is no limit.
	MaxSteps uint64

	turn   turn
	active atomic.Pointer[Run] // who has the turn
	panel  panel

	// mu guards what follows against Complete and Inspect, which may come while
	// a cell runs. Only who has the turn writes, so it may read env without mu,
	// as Starlark does for every global.
	mu       sync.RWMutex
	env      starlark.StringDict // what names mean now: built-ins and user's globals
	user     map[string]bool     // the names in env that cells have bound
	builtins starlark.StringDict // what names mean after %reset
	entries  map[string]Entry    // all that is declared, by name
	magics   map[string]MagicFunc
	lines    map[string]LineFunc // line magics of libraries
	shell    LineFunc            // runs what follows a "!"
	targets  map[string]TargetFunc
	atEnd    []func()
	sources  map[string]*source   // cells by the file name in their positions
	helpers  map[string]Assistant // by the magics whose text they know
	reserved map[string]bool      // names that no cell can bind
	restores string               // see RestoreFor
	hidden   starlark.StringDict  // what cells have bound to names of built-ins, while these are restored
	tests    starlark.StringDict  // what graded cells have bound, see restore
	tested   map[string]bool      // the names that the graded cell has bound so far; nil if none runs
	guest    *guest               // of notebooks for Python; nil where these are not taken
	onSet    func(name string)
	waiting  map[string]string // names in cells that wait for an answer, and the cell
}

// New returns a session that knows Starlark's built-ins, Python's that are
// missing there, math, and the language's own magics.
func New() *Session {
	s := &Session{
		MemoryLimit: DefaultMemoryLimit,
		Files:       DefaultFiles,
		turn:        newTurn(),
		memory:      readMemory,
		pending:     reservations{bytes: map[*Run]float64{}},
		env:         starlark.StringDict{},
		user:        map[string]bool{},
		builtins:    starlark.StringDict{},
		entries:     map[string]Entry{},
		magics:      map[string]MagicFunc{},
		lines:       map[string]LineFunc{},
		targets:     map[string]TargetFunc{},
		sources:     map[string]*source{},
		helpers:     map[string]Assistant{},
		reserved:    map[string]bool{},
		tests:       starlark.StringDict{},
		waiting:     map[string]string{},
	}
	for name, v := range starlark.Universe {
		s.Define(name, v, "")
	}
	s.defineBuiltins()
	s.Define(nameGlobals, globals{s}, "")
	s.Magic("time", s.timeMagic)
	s.Magic("capture", s.captureMagic)
	return s
}

// Magic adds a cell magic, %%name.
func (s *Session) Magic(name string, fn MagicFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.magics[name] = fn
}

// Info implements [kernel.Interpreter].
func (*Session) Info() kernel.LanguageInfo { return Info() }

// Info describes the language of cells, for whoever has no session yet.
func Info() kernel.LanguageInfo {
	return kernel.LanguageInfo{
		Name:           "starlark",
		Version:        "1.0",
		MIMEType:       "text/x-python",
		FileExtension:  ".star",
		PygmentsLexer:  "starlark",
		CodeMirrorMode: map[string]any{"name": "python", "version": 3},
		Banner:         "Warpbook: CUDA C on GPUs that you don't have\nA cell is Starlark (Python's syntax), or CUDA C after %%cuda.",
	}
}

func (s *Session) lookup(name string) (starlark.Value, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.env[name]
	return v, ok
}

// set binds a global for the user.
func (s *Session) set(name string, v starlark.Value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.env[name] = v
	s.user[name] = true
	if s.guest != nil {
		delete(s.guest.absent, name)
	}
	if s.tested != nil {
		s.tested[name] = true
	} else {
		s.rebound(name)
	}
	delete(s.hidden, name)
	if s.onSet != nil {
		s.onSet(name)
	}
}

// OnSet has f told of each global that a cell binds. f must not wait, nor ask the session.
func (s *Session) OnSet(f func(name string)) { s.onSet = f }

// reset forgets what cells have bound.
func (s *Session) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.user {
		delete(s.env, name)
		if v, ok := s.builtins[name]; ok {
			s.env[name] = v
		}
	}
	s.user = map[string]bool{}
	s.waiting = map[string]string{}
	clear(s.tests)
	if s.guest != nil {
		s.guest = newGuest()
	}
}

// names lists what a cell can write, sorted; onlyUser leaves the built-ins out.
func (s *Session) names(onlyUser bool) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.env)) {
		if !strings.HasPrefix(name, "·") && (s.user[name] || !onlyUser) {
			names = append(names, name)
		}
	}
	return names
}

// globals is ·globals: the session's globals as a mapping that statements at
// the top level of a cell write.
type globals struct{ s *Session }

func (g globals) String() string        { return "globals" }
func (g globals) Type() string          { return "globals" }
func (g globals) Freeze()               {}
func (g globals) Truth() starlark.Bool  { return true }
func (g globals) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: globals") }

func (g globals) Get(k starlark.Value) (starlark.Value, bool, error) {
	name := string(k.(starlark.String))
	if v, ok := g.s.env[name]; ok {
		return v, true, nil
	}
	return nil, false, &nameError{name}
}

func (g globals) SetKey(k, v starlark.Value) error {
	g.s.set(string(k.(starlark.String)), v)
	return nil
}

// Within says what the contexts of cells have besides: f is given a cell and its context, and returns one that is made of it.
func (s *Session) Within(f func(run *Run, ctx context.Context) context.Context) { s.within = f }

// Execute implements [kernel.Interpreter].
func (s *Session) Execute(ctx context.Context, c kernel.Cell, out kernel.Output) kernel.Outcome {
	return s.apart(ctx, func(ctx stoppable) kernel.Outcome { return s.execute(ctx, c, out) })
}

func (s *Session) execute(ctx stoppable, c kernel.Cell, out kernel.Output) (outcome kernel.Outcome) {
	text := s.likeIPython(newlines(c.Code))
	run, stop := s.start(ctx, c, s.newSource(fmt.Sprintf("In[%d]", c.Count), text), out)
	defer stop()
	err := ctx.Err() // the turn may have come late
	if err == nil {
		err = run.safely(func() error { return run.cell(text, 1) })
	}
	if err == nil {
		run.showResult()
		err = run.ctx.Err() // what showed the result may have given up
	}
	if err == nil {
		outcome.Expressions = run.expressions(c.Expressions)
	} else {
		outcome.Error = run.report(err)
	}
	outcome.Payload = run.payload
	return outcome
}

// newlines makes every line end with \n.
func newlines(code string) string {
	return strings.ReplaceAll(strings.ReplaceAll(code, "\r\n", "\n"), "\r", "\n")
}

// freePause is how long after a cell memory is given back to the system.
const freePause = 500 * time.Millisecond

// giveBack gives memory back to the system that values no longer take. After a cell that was stopped, or
// refused memory, this is done behind each cell until the session holds little: it is often the next
// cell that drops the values.
func (s *Session) giveBack() {
	debug.FreeOSMemory()
	if s.memory().live < s.MemoryLimit/4 {
		s.full.Store(false)
	}
}

// start makes the run of a cell and takes the turn for it, with what ends it early:
// an interrupt, too much memory, too many steps.
func (s *Session) start(ctx stoppable, c kernel.Cell, src *source, out kernel.Output) (run *Run, stop func()) {
	run = &Run{ctx: ctx, stop: ctx.stop, aside: ctx.aside, session: s, input: c.Input, comms: c.Comms, source: src, out: out,
		screen: out, bodyLine: 1, within: c.Within}
	if s.within != nil {
		run.ctx = s.within(run, ctx)
	}
	run.thread = &starlark.Thread{
		Name:  src.label,
		Print: func(_ *starlark.Thread, msg string) { run.Print(msg + "\n") },
	}
	run.thread.SetLocal(runKey, run)
	run.begin()
	run.countSteps()
	stopInterrupt := context.AfterFunc(ctx, func() { run.thread.Cancel("interrupted") })
	stopWatch := s.watchMemory(func() { ctx.stop(errMemory(s.MemoryLimit)) }) // built-ins heed it too
	return run, func() {
		stopInterrupt()
		if context.Cause(ctx) != nil {
			s.full.Store(true) // a cell that was stopped may have taken much
		}
		if s.full.Load() {
			// To give memory back holds up everybody, so the front end hears of the end first.
			time.AfterFunc(freePause, s.giveBack)
		}
		stopWatch()
		for _, f := range s.atEnd {
			f()
		}
		run.end()
	}
}

// countSteps makes the thread pass the turn now and then, and stop at the limit.
func (r *Run) countSteps() {
	limit := r.session.MaxSteps
	if limit == 0 {
		limit = math.MaxUint64
	}
	r.thread.SetMaxExecutionSteps(min(stepsPerTurn, limit))
	r.thread.OnMaxSteps = func(t *starlark.Thread) {
		if t.Steps >= limit {
			t.Cancel("too many steps")
			return
		}
		t.SetMaxExecutionSteps(min(t.Steps+stepsPerTurn, limit))
		r.pass()
	}
}

// safely runs f; a panic, our fault or a library's, becomes an error.
func (r *Run) safely(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *bug: // of another goroutine, whose stack tells more
			err = p
		default:
			err = &bug{p, debug.Stack()}
		}
	}()
	return f()
}

// expressions evaluates the user expressions of a request.
func (r *Run) expressions(list map[string]string) map[string]kernel.Expression {
	if list == nil {
		return nil
	}
	results := map[string]kernel.Expression{}
	for name, text := range list {
		text = newlines(text)
		src := r.session.newSource("expression "+name, text)
		v, err := r.evaluate(src, text)
		if err != nil {
			results[name] = kernel.Expression{Error: r.report(err)}
			continue
		}
		b, err := r.bundle(v)
		if err != nil {
			results[name] = kernel.Expression{Error: r.report(err)}
			continue
		}
		results[name] = kernel.Expression{Bundle: b}
	}
	return results
}

func (r *Run) evaluate(src *source, text string) (v starlark.Value, err error) {
	r.result = nil
	err = r.safely(func() error { return r.code(src, text, 1, true) })
	if v = r.result; v == nil {
		v = starlark.None
	}
	return v, err
}
