package cell

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"warpbook.dev/spelling"
)

// A magicError is what went wrong in a magic, at the place of the magic.
type magicError struct {
	error
	at place
}

func (e *magicError) Unwrap() error { return e.error }

// A lineMagicFunc runs a line magic with the rest of its line.
type lineMagicFunc func(r *Run, args string) error

// Line magics without code in them; %time, which has, is in lineMagic.
var lineMagics = map[string]lineMagicFunc{
	"who":   (*Run).who,
	"whos":  (*Run).who,
	"reset": func(r *Run, _ string) error { r.session.reset(); return nil },
}

// Magics of IPython that have no use here, with what to write instead.
var habitMagics = map[string]string{
	"matplotlib": "plots appear in the notebook by themselves",
	"pylab":      "plots appear in the notebook by themselves",
	"timeit":     "write %time f()",
	"run":        "a cell reads no files",
	"load":       "a cell reads no files",
	"writefile":  "a cell writes no files",
	"bash":       "a cell starts no programs",
	"sh":         "a cell starts no programs",
	"pip":        "arrays, math, devices and plots are built in",
	"conda":      "arrays, math, devices and plots are built in",
	"cu":         "CUDA C begins with %%cuda",
	"reset_all":  "write %reset",
}

const noPrograms = "a cell starts no programs"

// cellMagic runs a cell that begins with %%name; head is that line, its number is line.
func (r *Run) cellMagic(head, body string, line int) error {
	name, args := cutWord(strings.TrimPrefix(head, "%%"))
	if run := r.ownMagic("%%"+name, args, strings.TrimSuffix(body, "\n")+"\n"); run != nil {
		return located(run(), place{line, 1})
	}
	r.session.mu.RLock()
	fn, ok := r.session.magics[name]
	r.session.mu.RUnlock()
	if language := otherLanguages[name]; !ok && language != "" && r.session.guest != nil && !r.session.Grading {
		r.skipped(language, []string{"%%" + name}, nil, []string{noPrograms})
		return nil
	}
	if !ok {
		return r.source.locate(&fault{place{line, 1}, r.unknownMagic("%%", name)})
	}
	r.bodyLine = line + 1
	err := fn(r, args, body)
	if err == nil || placed(err) {
		return err
	}
	return &magicError{err, place{line, 1}}
}

// placed reports whether an error knows its place in the cell.
func placed(err error) bool {
	var eval *starlark.EvalError
	var syn *syntaxError
	var magic *magicError
	return errors.As(err, &eval) || errors.As(err, &syn) || errors.As(err, &magic)
}

// cutWord splits s after its first word.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " \t")
	n := strings.IndexAny(s, " \t")
	if n < 0 {
		return s, ""
	}
	return s[:n], strings.TrimSpace(s[n:])
}

// Magics lists the names of all magics, of cells and of lines.
func (s *Session) Magics() (cell, line []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	line = append(slices.Sorted(maps.Keys(lineMagics)), "time")
	return slices.Sorted(maps.Keys(s.magics)), append(line, slices.Sorted(maps.Keys(s.lines))...)
}

func (r *Run) unknownMagic(prefix, name string) string {
	msg := fmt.Sprintf("there is no magic %s%s", prefix, name)
	if hint, ok := habitMagics[name]; ok {
		return msg + ": " + hint
	}
	cell, line := r.session.Magics()
	known, other, otherPrefix := cell, line, "%"
	if prefix == "%" {
		known, other, otherPrefix = line, cell, "%%"
	}
	switch {
	case slices.Contains(other, name):
		return fmt.Sprintf("%s; write %s%s", msg, otherPrefix, name)
	case spelling.Nearest(name, known) != "":
		return fmt.Sprintf("%s (did you mean %s%s?)", msg, prefix, spelling.Nearest(name, known))
	}
	slices.Sort(known)
	return fmt.Sprintf("%s; there are %s%s", msg, prefix, strings.Join(known, ", "+prefix))
}

// lineMagic returns what runs one line magic.
func (r *Run) lineMagic(src *source, part segment, last bool) (func() error, error) {
	text := strings.TrimSpace(part.text)
	at := place{part.line, 1}
	switch {
	case strings.HasPrefix(text, "!") && r.session.shell != nil:
		return func() error { return located(r.session.shell(r, strings.TrimSpace(text[1:])), at) }, nil
	case strings.HasPrefix(text, "!"):
		return nil, &fault{at, noPrograms}
	case strings.HasPrefix(text, "%%"):
		return nil, &fault{at, fmt.Sprintf("%s must be the first line of the cell", strings.Fields(text)[0])}
	case strings.HasPrefix(text, "?") || strings.HasSuffix(text, "?"):
		return func() error { return r.help(text, at) }, nil
	}
	name, args := cutWord(text[1:])
	if strings.HasPrefix(text, "% ") {
		return nil, &fault{at, "a magic has no space after %"}
	}
	if code, ok := timedCode(text); name == "time" || ok && r.session.guest != nil {
		if code != "" && strings.ContainsAny(code[:1], "!%") {
			step, err := r.lineMagic(src, segment{line: part.line, text: code, magic: true}, last)
			return func() error { return r.timed(step) }, err
		}
		col := len(strings.TrimRight(part.text, " \t")) - len(code)
		if code == "" {
			col = strings.Index(part.text, name) + len(name)
		}
		return r.timeLine(src, part.text[col:], place{part.line, 1 + utf8.RuneCountInString(part.text[:col])}, last)
	}
	if run := r.ownMagic("%"+name, args); run != nil {
		return func() error { return located(run(), at) }, nil
	}
	if language := otherLanguages[name]; language != "" && r.session.guest != nil && !r.session.Grading {
		return func() error {
			r.skipped(language, []string{"%" + name}, nil, []string{noPrograms})
			return nil
		}, nil
	}
	if r.session.lines[name] != nil {
		return func() error { return located(r.session.lines[name](r, args), at) }, nil
	}
	fn, ok := lineMagics[name]
	if !ok {
		return nil, &fault{at, r.unknownMagic("%", name)}
	}
	return func() error { return fn(r, args) }, nil
}

// located is an error of a line with its place.
func located(err error, at place) error {
	if err == nil || placed(err) {
		return err
	}
	return &magicError{err, at}
}

// timeLine compiles %time statement; code stands at a place of the line.
func (r *Run) timeLine(src *source, code string, at place, last bool) (func() error, error) {
	if strings.TrimSpace(code) == "" {
		return nil, &fault{at, "%time needs a statement: %time f(); %%time times the whole cell"}
	}
	// The statement keeps its column behind an if on the same line, as wide as
	// %time; the if is then dropped.
	margin := strings.Repeat(" ", max(0, at.col-1-len("if 1:")))
	file, p, err := parse(src.key, "if 1:"+margin+code, at.line)
	if err != nil {
		return nil, err
	}
	file.Stmts = file.Stmts[0].(*syntax.IfStmt).True
	prog, err := src.compile(file, p, last)
	if err != nil {
		return nil, err
	}
	return func() error {
		return r.timed(func() error { _, err := prog.Init(r.thread, r.session.env); return err })
	}, nil
}

// timed runs a step and prints the time that it took.
func (r *Run) timed(step func() error) error {
	begin := time.Now()
	err := step()
	r.Print("Wall time: " + duration(time.Since(begin)) + "\n")
	return err
}

// duration writes three significant digits.
func duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return general(float64(d.Nanoseconds())/1e3, 3, false) + " µs"
	case d < time.Second:
		return general(float64(d.Nanoseconds())/1e6, 3, false) + " ms"
	}
	return general(d.Seconds(), max(3, len(fmt.Sprint(int(d.Seconds())))), false) + " s"
}

// timeMagic is %%time: it runs the body as a cell and prints the time.
func (s *Session) timeMagic(run *Run, args, body string) error {
	line := run.bodyLine
	return run.timed(func() error { return run.cell(args+"\n"+body, line-1) })
}

// captureMagic is %%capture NAME: it runs the body as a cell and keeps its
// output as a value instead of showing it.
func (s *Session) captureMagic(run *Run, args, body string) error {
	if args != "" && !(isPath(args) && !strings.Contains(args, ".")) {
		return valueErrorf("%%%%capture takes a name, got %q", args)
	}
	if err := s.Bindable(args); err != nil {
		return err
	}
	captured := &capture{}
	shown := run.out
	run.out = captured
	err := run.cell(body, run.bodyLine)
	if err == nil {
		run.showResult()
		run.result = nil
	}
	run.out = shown
	captured.done()
	if args != "" {
		run.Set(args, captured)
	}
	return err
}

// who prints what cells have bound: name, type and value.
func (r *Run) who(string) error {
	names := r.session.names(true)
	if len(names) == 0 {
		r.Print("No names are bound.\n")
		return nil
	}
	b := new(strings.Builder)
	for _, name := range names {
		v, _ := r.session.lookup(name)
		fmt.Fprintf(b, "%-16s %-12s %s\n", name, v.Type(), Brief(v, 60))
	}
	r.Print(b.String())
	return nil
}

// Brief is the text of a value on one line of at most n characters.
func Brief(v starlark.Value, n int) string {
	s, _, more := strings.Cut(reprWithin(context.Background(), v, textBudget{4 * n, shownText.depth}), "\n")
	if runes := []rune(s); len(runes) > n {
		s, more = string(runes[:n]), true
	}
	if more {
		s += "…"
	}
	return s
}

// help is ?name, name? and, with the source, ??name and name??.
func (r *Run) help(text string, at place) error {
	name := strings.TrimSpace(strings.Trim(text, "? \t"))
	detail := 0
	if strings.HasPrefix(text, "??") || strings.HasSuffix(text, "??") {
		detail = 1
	}
	b := textBundle(usage)
	if doc, isWord := keywordDocs[name]; isWord {
		b = textBundle(name + ": " + doc)
	} else if name != "" {
		sub, ok := r.session.path(name)
		if !ok {
			first, _, _ := strings.Cut(name, ".")
			return &magicError{&nameError{strings.TrimSpace(first)}, at}
		}
		b = r.session.describe(sub, detail, heldTurn)
	}
	r.payload = append(r.payload, map[string]any{"source": "page", "data": b.Data, "start": 0})
	return nil
}

const usage = `A cell is Starlark (Python's syntax), or CUDA C after %%cuda.
?name shows what a name is, ??name also its source; Tab completes a name.
%who lists the names of the session, %reset forgets them.
%time f() and %%time measure, %%capture out keeps the output in out.`

// timeitOptions are those of %timeit: how often to run, and what to print. Here it runs once.
var timeitOptions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-[nrp] *[0-9]+ +|-[tcqov]+ +)*`) })

// timedCode is what stands behind %time or %timeit in a line.
func timedCode(line string) (code string, ok bool) {
	name, code := cutWord(strings.TrimPrefix(strings.TrimSpace(line), "%"))
	if name == "timeit" {
		code = code[len(timeitOptions().FindString(code)):]
	}
	return code, (name == "time" || name == "timeit") && strings.HasPrefix(line, "%") && code != ""
}
