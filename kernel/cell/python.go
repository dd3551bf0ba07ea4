package cell

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"warpbook.dev/kernel"
)

// Notebooks of other people have cells for Python. What only imports or sets up is told of in a line. A cell that needs Python to
// compute or to draw is skipped, with a warning, and so are cells that use what it would have made. The text of the cell decides:
// readPython says what it reads and binds. What is not Python either, and every graded cell, is an error as ever.

// A guest is what a session knows of the Python in its notebook.
type guest struct {
	absent  map[string]absence // names that Python would have bound
	starred string             // the module of an import of *
	magics  map[string]string  // the functions of cells that magics call
	known   bool               // the notebook is for Python: it has imported a module or had a cell skipped
}

// An absence is why a name is bound to nothing.
type absence struct {
	path string // of what an import binds: "numpy", "google.colab.drive"
	cell string // that was skipped: "In[3]"; "" of an import alone
	need string // what that cell needs
}

func newGuest() *guest { return &guest{absent: map[string]absence{}, magics: map[string]string{}} }

// AcceptPython lets the session take notebooks that were written for Python.
func (s *Session) AcceptPython() {
	s.guest = newGuest()
	s.Magic("timeit", func(run *Run, args, body string) error {
		args += " " // which ends an option
		return s.timeMagic(run, strings.TrimSpace(args[len(timeitOptions().FindString(args)):]), body)
	})
	for name, mime := range map[string]string{"html": "text/html", "HTML": "text/html", "markdown": "text/markdown",
		"latex": "text/latex", "svg": "image/svg+xml", "SVG": "image/svg+xml"} {
		s.Magic(name, func(run *Run, _, body string) error {
			run.Display(rich{name, mime, body})
			return nil
		})
	}
	s.LineMagic("timeit", func(run *Run, args string) error { return valueErrorf("%%timeit needs a statement: %%timeit f()") })
	for name, told := range pyMagics {
		s.LineMagic(name, func(run *Run, _ string) error {
			run.Print("(%" + name + ": " + told + ")\n")
			return nil
		})
	}
}

// likeIPython gives the text of a cell the meaning that it has in IPython, where the session takes such notebooks: lines lose the
// indentation of the first one, and a line magic that is the whole cell needs no % where its name means nothing else.
func (s *Session) likeIPython(text string) string {
	if s.guest == nil {
		return text
	}
	text = dedented(text)
	if line := strings.TrimSpace(text); !strings.Contains(line, "\n") {
		return s.automagic(text)
	}
	return text
}

// dedented takes the indentation of the first line from all lines that have it.
func dedented(text string) string {
	body := strings.TrimLeft(text, "\n")
	margin := body[:len(body)-len(strings.TrimLeft(body, " \t"))]
	if margin == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, margin)
	}
	return strings.Join(lines, "\n")
}

// otherLanguages are magics whose text is for a program of the computer.
var otherLanguages = map[string]string{
	"python": "Python", "python2": "Python", "python3": "Python", "pypy": "Python", "perl": "Perl", "ruby": "Ruby", "R": "R",
	"javascript": "JavaScript", "js": "JavaScript", "cython": "Cython", "run": "Python", "load": "Python",
}

// A plan is what is done with a cell that is Python.
type plan struct {
	run     *Run
	text    string
	tokens  []token
	list    []pyStatement
	absent  map[string]absence // by imports of this cell
	bound   map[string]bool    // by this cell so far
	ever    map[string]bool    // by this cell
	modules []string           // that are not imported
	notes   []string
	needs   []string // what makes the cell one for Python
	hints   []string
	in      map[int]string // what stands for a statement in Starlark
	starred string
	here    starlark.StringDict // what imports of this cell bind
	python  bool                // this cell imports a module of Python
}

// python reads a text of statements and line magics. It returns the text that is to run as Starlark, or that the cell was skipped.
func (r *Run) python(text string, line int) (starlark string, skipped bool) {
	s := r.session
	if s.guest == nil {
		return text, false
	}
	tokens := lexPython(text, line)
	list, ok := readPython(tokens)
	if !ok || slices.ContainsFunc(tokens, func(t token) bool { return t.is(unanswered) }) {
		return text, false
	}
	p := &plan{run: r, text: text, tokens: tokens, list: list, absent: map[string]absence{}, bound: map[string]bool{},
		ever: map[string]bool{}, in: map[int]string{}}
	p.weigh()
	if p.graded() {
		return p.knownImports(), false
	}
	starlark = p.starlark()
	if len(p.needs) == 0 && (s.guest.known || p.python) {
		p.syntax(starlark, line)
	}
	if len(p.needs) > 0 {
		p.skip()
		return "", true
	}
	p.note()
	return starlark, false
}

// graded reports whether the cell is one that gives points.
func (p *plan) graded() bool {
	s := p.run.session
	if s.Grading {
		return true
	}
	if len(p.list) == 0 || s.restores == "" {
		return false
	}
	last := p.list[len(p.list)-1]
	return p.tokens[last.from].is(s.restores) && p.tokens[last.from+1].is("(")
}

// weigh looks for what needs Python.
func (p *plan) weigh() {
	p.here = starlark.StringDict{}
	for _, stmt := range p.list {
		if stmt.word == "import" || stmt.word == "from" {
			for _, imp := range stmt.imports {
				p.ever[imp.name] = p.ever[imp.name] || p.member(imp) != ""
			}
			continue
		}
		for _, e := range stmt.events {
			p.ever[e.name] = p.ever[e.name] || e.bind
		}
	}
	for i, stmt := range p.list {
		for _, form := range stmt.forms {
			p.need(form, refusedWords[form]+refusedOperators[form])
		}
		if stmt.word == "import" || stmt.word == "from" {
			p.imports(i, stmt)
			continue
		}
		for _, imp := range stmt.imports {
			if p.member(imp) == "" {
				p.needModule(imp.module)
			}
		}
		p.list[i].edits = append(p.list[i].edits, p.importsWithin(stmt)...)
		if notes, ok := p.setsUp(stmt); ok {
			p.notes = append(p.notes, notes...)
			p.in[i] = "pass"
			continue
		}
		p.reads(stmt)
	}
}

// imports decides on the names of an import: those of what is built in are bound, others are not imported.
func (p *plan) imports(i int, stmt pyStatement) {
	var code []string
	for _, imp := range stmt.imports {
		if set := p.member(imp); set != "" {
			code = append(code, set)
			p.bound[imp.name] = true
			p.here[imp.name] = p.run.session.imported(imp)
			_, ofPython := p.run.session.imported(pyImport{module: imp.module}).(PythonModule)
			p.python = p.python || ofPython || imp.module == magicModule
			continue
		}
		path := strings.TrimSuffix(imp.module+"."+imp.member, ".")
		p.python = true
		if !slices.Contains(p.modules, imp.module) {
			p.modules = append(p.modules, imp.module)
		}
		if imp.member == "*" {
			p.starred = imp.module
			continue
		}
		p.absent[imp.name] = absence{path: path, need: moduleName(imp.module)}
		delete(p.bound, imp.name)
	}
	if len(code) == 0 {
		code = []string{"pass"}
	}
	p.in[i] = strings.Join(code, "; ")
}

// importsWithin are what stands for imports within a block, of what is built in.
func (p *plan) importsWithin(stmt pyStatement) (edits []pyEdit) {
	for _, w := range stmt.within {
		var code []string
		for _, imp := range w.imports {
			code = append(code, p.member(imp))
		}
		lines := p.tokens[w.to-1].at.line - p.tokens[w.from].at.line
		edits = append(edits, pyEdit{w.from, w.to, strings.Join(code, "; ") + strings.Repeat("\n", lines)})
	}
	return edits
}

// member is the statement by which cells bind what an import binds, of a module that is built in; "" of others.
func (p *plan) member(imp pyImport) string {
	s := p.run.session
	s.mu.RLock()
	defer s.mu.RUnlock()
	if imp.module == magicModule && registers[imp.member] != nil && imp.name == imp.member {
		return "pass"
	}
	if builtinModules[imp.module] && imp.member != "" {
		switch _, ok := s.builtins[imp.member]; {
		case imp.member == "*", ok && imp.name == imp.member:
			return "pass"
		case ok:
			return imp.name + " = " + imp.member
		}
		return ""
	}
	module, _ := moduleOf(s.module(imp.module))
	switch {
	case module == nil:
		return ""
	case imp.member == "" && imp.name == imp.module:
		return "pass"
	case imp.member == "":
		return imp.name + " = " + imp.module
	case imp.member == "*":
		var all []string
		for _, name := range module.AttrNames() {
			all = append(all, name+" = "+imp.module+"."+name)
		}
		return strings.Join(all, "; ")
	case module.Members[imp.member] == nil:
		return ""
	}
	return fmt.Sprintf("%s = %s.%s", imp.name, imp.module, imp.member)
}

// setsUp reports whether a statement only prepares modules that are not there.
func (p *plan) setsUp(stmt pyStatement) (notes []string, ok bool) {
	if stmt.word != "" || stmt.magic || len(stmt.forms) > 0 {
		return nil, false
	}
	for _, e := range stmt.events {
		if e.bind {
			return nil, false
		}
		a, absent := p.absence(e)
		if !absent {
			continue
		}
		told, sets := setUp(strings.Replace(e.path, e.name, a.path, 1))
		if !sets || a.cell != "" {
			return nil, false
		}
		if !slices.Contains(p.notes, told) {
			notes = append(notes, told)
		}
		ok = true
	}
	return notes, ok
}

// absence tells whether Python would have bound the name that is read.
func (p *plan) absence(e pyEvent) (absence, bool) {
	if p.bound[e.name] || e.later && p.ever[e.name] {
		return absence{}, false
	}
	if a, ok := p.absent[e.name]; ok {
		return a, true
	}
	p.run.session.mu.RLock()
	defer p.run.session.mu.RUnlock()
	a, ok := p.run.session.guest.absent[e.name]
	return a, ok
}

// reads finds the names of a statement that need Python.
func (p *plan) reads(stmt pyStatement) {
	g := p.run.session.guest
	for _, e := range stmt.events {
		if e.bind {
			p.bound[e.name] = true
			delete(p.here, e.name)
			continue
		}
		if a, ok := p.absence(e); ok {
			if a.cell == "" {
				p.needModule(a.path)
			} else {
				p.need(fmt.Sprintf("%s of %s", e.name, a.cell), fmt.Sprintf("%s, which makes %s, was skipped: it needs Python (%s)", a.cell,
					e.name, a.need))
			}
			continue
		}
		if m := p.lacking(e); m != nil {
			p.need(e.path, fmt.Sprintf("of %s cells have %s", m.Name, strings.Join(m.AttrNames(), ", ")))
			continue
		}
		if _, ok := p.run.session.lookup(e.name); ok || p.ever[e.name] {
			continue
		}
		alone, python := pyBuiltins[e.name]
		switch star := p.starred + g.starred; {
		case python && (alone || g.known || p.python):
			hint := pyFormHints[e.name]
			if hint == "" {
				hint = habitNames[e.name]
			}
			if hint != "" {
				hint = e.name + ": " + hint
			}
			p.need(e.name, hint)
		case star != "" && !python:
			p.needModule(star)
		}
	}
}

// lacking is the module of which a member is read that cells have not; nil if all are there.
func (p *plan) lacking(e pyEvent) *starlarkstruct.Module {
	v, ok := p.here[e.name]
	if !ok && !p.bound[e.name] && !p.ever[e.name] {
		v, _ = p.run.session.lookup(e.name)
	}
	for _, name := range strings.Split(e.path, ".")[1:] {
		module, partial := moduleOf(v)
		if !partial {
			return nil
		}
		if v = module.Members[name]; v == nil {
			return module
		}
	}
	return nil
}

// syntax finds what is Python and not Starlark, in a notebook for Python. Elsewhere it is a slip, and the error tells what to write.
func (p *plan) syntax(starlark string, line int) {
	for _, part := range segments(starlark, line) {
		if part.magic {
			continue
		}
		if _, _, err := parse("", part.text, part.line); err != nil {
			p.need("syntax", err.Error())
			return
		}
	}
}

// need adds what makes the cell one for Python.
func (p *plan) need(what, hint string) {
	if slices.Contains(p.needs, what) {
		return
	}
	p.needs = append(p.needs, what)
	if hint != "" && !slices.Contains(p.hints, hint) {
		p.hints = append(p.hints, hint)
	}
}

// needModule adds a module that is not here.
func (p *plan) needModule(path string) {
	name, hint := moduleName(path), moduleHint(path)
	if hint != "" {
		hint = name + ": " + hint
	}
	p.need(name, hint)
}

// moduleName is how messages name a module: by its first name, if that says enough.
func moduleName(path string) string {
	if first := firstOf(path); first != "google" && first != "" {
		return first
	}
	return path
}

// starlark is the text with what stands for its imports and set-ups. All else stays where it is.
func (p *plan) starlark() string {
	b, done := new(strings.Builder), 0
	for i, stmt := range p.list {
		code, ok := p.in[i]
		slices.SortFunc(stmt.edits, func(a, b pyEdit) int { return a.from - b.from })
		for _, e := range stmt.edits {
			if !ok {
				b.WriteString(p.text[done:p.tokens[e.from].off] + e.text)
				done = p.tokens[e.to-1].end()
			}
		}
		if !ok {
			continue
		}
		from, to := p.tokens[stmt.from].off, p.tokens[stmt.to-1].end()
		b.WriteString(p.text[done:from] + code)
		lines := strings.Split(p.text[from:to], "\n")
		if len(lines) > 1 {
			b.WriteString(strings.Repeat("\n", len(lines)-1) + strings.Repeat(" ", len(lines[len(lines)-1])))
		} else {
			b.WriteString(strings.Repeat(" ", max(0, len(lines[0])-len(code))))
		}
		done = to
	}
	return b.String() + p.text[done:]
}

// knownImports is the text in which imports of what is built in are bound, and others are an error as ever.
func (p *plan) knownImports() string {
	for i, stmt := range p.list {
		if p.in[i] != "" && (len(stmt.imports) == 0 || slices.ContainsFunc(stmt.imports,
			func(imp pyImport) bool { return p.member(imp) == "" })) {
			delete(p.in, i)
		}
	}
	return p.starlark()
}

// note tells of what was not imported and not set up.
func (p *plan) note() {
	s := p.run.session
	var told []string
	if len(p.modules) > 0 {
		told = append(told, "not imported: "+strings.Join(p.modules, ", ")+"; arrays, math, devices and plots are built in")
	}
	if told = append(told, p.notes...); len(told) > 0 {
		p.run.Print("(" + strings.Join(told, "; ") + ")\n")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, a := range p.absent {
		s.guest.absent[name] = a
	}
	for _, stmt := range p.list {
		for _, magic := range stmt.makes {
			s.guest.magics[magic] = strings.Trim(magic, "%")
			delete(s.guest.absent, magic)
		}
	}
	s.guest.known = s.guest.known || p.python
	if p.starred != "" {
		s.guest.starred = p.starred
	}
}

// skip tells that the cell is not run, and remembers the names that it would have bound.
func (p *plan) skip() {
	s, label := p.run.session, p.run.source.label
	names, lines := []string{}, 0
	for _, stmt := range p.list {
		names = append(names, stmt.makes...)
		there := map[string]bool{} // what an import would bind and means the same without it
		for _, imp := range stmt.imports {
			there[imp.name] = p.member(imp) == "pass"
		}
		for _, e := range stmt.events {
			if e.bind && !there[e.name] && p.absent[e.name].path == "" && !slices.Contains(names, e.name) {
				names = append(names, e.name)
			}
		}
		if stmt.magic || slices.ContainsFunc(p.tokens[stmt.from:stmt.to],
			func(t token) bool { return t.kind == tokShell || t.kind == tokMagic }) {
			lines++
		}
	}
	s.mu.Lock()
	for name, a := range p.absent {
		s.guest.absent[name] = a
	}
	for _, name := range names {
		s.guest.absent[name] = absence{cell: label, need: strings.Join(p.needs, ", ")}
	}
	s.guest.known = true
	if p.starred != "" {
		s.guest.starred = p.starred
	}
	s.mu.Unlock()
	details := p.hints
	if lines > 0 {
		details = append(details, "its lines that begin with ! or % were not run either")
	}
	if len(names) > 0 {
		details = append(details, "not made: "+strings.Join(names, ", ")+"; cells that use this are skipped, too")
	}
	p.run.skipped("Python", p.needs, names, details)
}

// SkippedKey is where the metadata of a display tells that its cell was skipped: under "warpbook",
// {"language": "Python", "needs": […], "names": […]}.
const SkippedKey = "skipped"

// skipped warns that a cell is not run. needs is what it needs of a language, names what it would have bound, details are lines for
// the reader. The warning is seen even where the output of the cell is captured.
func (r *Run) skipped(language string, needs, names, details []string) {
	text := "skipped: this cell needs " + language + ": " + strings.Join(needs, ", ")
	page := "<b>" + html.EscapeString(text) + "</b>"
	for _, line := range details {
		text += "\n  " + line
		page += "<br>" + html.EscapeString(line)
	}
	r.screen.Display(kernel.Bundle{
		Data: map[string]any{"text/plain": text, "text/html": "<div>" + page + "</div>"},
		Metadata: map[string]any{"warpbook": map[string]any{SkippedKey: map[string]any{"language": language, "needs": anyList(needs),
			"names": anyList(names)}}},
	})
}

func anyList(list []string) []any {
	values := make([]any, 0, len(list))
	for _, s := range list {
		values = append(values, s)
	}
	return values
}

// absentHint tells of a name that a skipped cell would have bound; "" of others.
func (s *Session) absentHint(name string) string {
	if s.guest == nil {
		return ""
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	switch a, ok := s.guest.absent[name]; {
	case !ok:
		return ""
	case a.cell != "":
		return fmt.Sprintf(" (%s, which makes it, was skipped: it needs Python, %s)", a.cell, a.need)
	default:
		return fmt.Sprintf(" (%s is not imported: it is a module of Python)", a.need)
	}
}
