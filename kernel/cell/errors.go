package cell

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// A syntaxError is a fault in a cell that did not run.
type syntaxError struct {
	src *source
	*fault
}

func (e *syntaxError) ErrorName() string { return "SyntaxError" }

// A nameError is the use of a name that nothing is bound to.
type nameError struct{ name string }

func (e *nameError) Error() string     { return fmt.Sprintf("name '%s' is not defined", e.name) }
func (e *nameError) ErrorName() string { return "NameError" }

// A namedError is an error of a built-in with Python's name for it.
type namedError struct{ name, msg string }

func (e *namedError) Error() string     { return e.msg }
func (e *namedError) ErrorName() string { return e.name }

func typeErrorf(format string, args ...any) error {
	return &namedError{"TypeError", fmt.Sprintf(format, args...)}
}

func valueErrorf(format string, args ...any) error {
	return &namedError{"ValueError", fmt.Sprintf(format, args...)}
}

// A bug is a panic that a cell has set off.
type bug struct {
	value any
	stack []byte
}

func (e *bug) Error() string {
	return fmt.Sprintf("this is a fault of Warpbook, not of your cell: %v", e.value)
}
func (e *bug) ErrorName() string { return "InternalError" }

// Traceback implements the interface of errors with lines of their own.
func (e *bug) Traceback() []string {
	return append([]string{"InternalError: " + e.Error()}, strings.Split(strings.TrimSpace(string(e.stack)), "\n")...)
}

// explainResolve turns what Starlark's resolver refuses into a fault.
func explainResolve(err resolve.Error) *fault {
	msg := err.Msg
	words, ok := syntaxWords[msg]
	switch {
	case ok:
		msg = words
	case strings.HasSuffix(msg, "not in a loop"):
		word, _, _ := strings.Cut(msg, " ")
		msg = word + " is only allowed in a loop"
	case strings.HasPrefix(msg, "can't assign to "):
		msg = "cannot assign to this expression; a name, x[i] or x.field can stand left of ="
	}
	return &fault{placeOf(err.Pos), msg}
}

// An errorPattern names the errors of Starlark, which are only texts, as Python does.
type errorPattern struct{ part, name string }

var errorPatterns = []errorPattern{
	{"division by zero", "ZeroDivisionError"},
	{"modulo by zero", "ZeroDivisionError"},
	{"stack overflow", "RecursionError"},
	{"too many steps", "RuntimeError"},
	{"excessive repeat", "MemoryError"},
	{"repeat count", "MemoryError"},
	{"has no .", "AttributeError"},
	{"can't assign to .", "AttributeError"},
	{"referenced before assignment", "NameError"},
	{" index: got", "TypeError"},
	{" out of range [", "IndexError"},
	{"out of range: empty", "IndexError"},
	{"index out of range", "IndexError"},
	{"pop from empty", "IndexError"},
	{"key not found", "KeyError"},
	{"missing key", "KeyError"},
	{"empty dict", "KeyError"},
	{"key ", "KeyError"}, // "key 1 not in dict"
	{"value not in list", "ValueError"},
	{"must not be zero", "ValueError"},
	{"invalid literal", "ValueError"},
	{"invalid float literal", "ValueError"},
	{"values to unpack", "ValueError"},
	{"not found", "ValueError"},
	{"empty sequence", "ValueError"},
	{"empty separator", "ValueError"},
	{"empty string", "ValueError"},
	{"slice step", "ValueError"},
	{"shift count", "ValueError"},
	{"cannot convert float", "ValueError"},
	{"unknown binary op", "TypeError"},
	{"unknown unary op", "TypeError"},
	{"not implemented", "TypeError"}, // "int < string not implemented"
	{"unhashable", "TypeError"},
	{"not iterable", "TypeError"},
	{"must be iterable", "TypeError"},
	{"invalid call", "TypeError"},
	{"unhandled index", "TypeError"},
	{"item assignment", "TypeError"},
	{"sequence assignment", "TypeError"},
	{"argument", "TypeError"}, // missing, unexpected, accepts, got N
	{"multiple values", "TypeError"},
	{"invalid slice operand", "TypeError"},
	{"has no len", "TypeError"},
	{"requires string", "TypeError"},
	{"want ", "TypeError"}, // "got string, want int"
	{"wants ", "TypeError"},
	{"out of range", "ValueError"},
	{"during iteration", "RuntimeError"},
}

// nameOf is Python's name for an error.
func nameOf(err error) string {
	var named interface{ ErrorName() string }
	if errors.As(err, &named) {
		return named.ErrorName()
	}
	msg := err.Error()
	if strings.HasPrefix(msg, "fail: ") {
		return "RuntimeError"
	}
	for _, p := range errorPatterns {
		if strings.Contains(msg, p.part) && (p.part != "key " || strings.HasPrefix(msg, p.part)) {
			return p.name
		}
	}
	return "RuntimeError"
}

// Classify names an error of this cell and words its message.
func (r *Run) Classify(err error) (name, message string) {
	e := r.classify(err)
	return e.Name, e.Value
}

// report turns what ended the cell into an error output.
func (r *Run) report(err error) *kernel.Error {
	e := r.classify(err)
	if n := shownText.bytes; len(e.Value) > n {
		e.Value = strings.ToValidUTF8(e.Value[:n], "") + "…"
	}
	var lines interface{ Traceback() []string }
	frames, own := r.frames(err), errors.As(err, &lines)
	e.Traceback = []string{rule}
	if len(frames) > 0 || !own { // lines of its own begin with the name, too
		e.Traceback = append(e.Traceback, heading(e.Name))
	}
	e.Traceback = append(e.Traceback, frames...)
	if own {
		e.Traceback = append(e.Traceback, lines.Traceback()...)
	} else {
		e.Traceback = append(e.Traceback, red(e.Name)+": "+e.Value)
	}
	return e
}

// classify names an error and words its message.
func (r *Run) classify(err error) *kernel.Error {
	var lookup *nameError
	msg := err.Error()
	bare := strings.Contains(msg, "cancelled: ") || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	var why interface {
		error
		ErrorName() string
	}
	switch {
	case errors.As(context.Cause(r.ctx), &why): // not the user, but the kernel or the watch over the memory
		e := &kernel.Error{Name: why.ErrorName(), Value: why.Error()}
		switch {
		case strings.Contains(msg, e.Value): // it says where, too
			e.Value = msg
		case !bare: // what is left, as a sweep says it
			e.Value += ": " + msg
		}
		return e
	case r.ctx.Err() != nil && bare:
		return &kernel.Error{Name: "KeyboardInterrupt", Value: "the cell was interrupted; its assignments so far are kept"}
	case errors.As(err, &lookup):
		return r.unknown(lookup.name)
	default:
		if name, ok := undefinedName(msg); ok {
			return r.unknown(name)
		}
		return &kernel.Error{Name: nameOf(err), Value: reword(msg)}
	}
}

// undefinedName recognises Starlark's words for a predeclared name without a value.
func undefinedName(msg string) (name string, ok bool) {
	name, ok = strings.CutPrefix(msg, "internal error: predeclared variable ")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, " is uninitialized")
}

// Colours of a terminal, which front ends show in an error output.
func red(s string) string   { return "\x1b[31m" + s + "\x1b[0m" }
func green(s string) string { return "\x1b[32m" + s + "\x1b[0m" }

// Red and Green are the colours of an error's name and of a place, for libraries whose
// errors have lines of their own.
func Red(s string) string   { return red(s) }
func Green(s string) string { return green(s) }

var rule = red(strings.Repeat("-", 75))

func heading(name string) string {
	return fmt.Sprintf("%s%*s", red(name), 75-len(name), "Traceback (most recent call last)")
}

// maxFrames is how many calls a traceback shows; of a deep recursion the middle
// is left out.
const maxFrames = 12

// frames shows the calls, outermost first, that led to an error, each with its line.
func (r *Run) frames(err error) []string {
	var syn *syntaxError
	if errors.As(err, &syn) {
		return syn.src.excerpt(syn.at, "")
	}
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		var m *magicError
		var lines interface{ Traceback() []string }
		if errors.As(err, &m) && !errors.As(err, &lines) { // lines of its own show a better place
			return r.source.excerpt(m.at, "")
		}
		return nil
	}
	stack := eval.CallStack
	if n := len(stack); n > 1 && strings.HasPrefix(eval.Msg, "function "+stack[n-1].Name+" ") {
		stack = stack[:n-1] // the call itself is wrong; the function did not begin
	}
	var calls [][]string
	for _, fr := range stack {
		r.session.mu.RLock()
		src, ok := r.session.sources[fr.Pos.Filename()]
		r.session.mu.RUnlock()
		if !ok {
			continue // a built-in
		}
		in := ", in " + fr.Name
		if fr.Name == "<toplevel>" {
			in = ""
		}
		calls = append(calls, src.excerpt(placeOf(fr.Pos), in))
	}
	var lines []string
	for i, c := range calls {
		if n := len(calls) - maxFrames; n > 0 && i >= maxFrames/2 && i < maxFrames/2+n {
			if i == maxFrames/2 {
				lines = append(lines, fmt.Sprintf("... %d more calls ...", n), "")
			}
			continue
		}
		lines = append(lines, c...)
	}
	return lines
}

// excerpt shows a place of a cell: where it is, the line before, the line with an
// arrow, and a caret under the column.
func (src *source) excerpt(at place, in string) []string {
	lines := []string{green(fmt.Sprintf("Cell %s, line %d, column %d%s", src.label, at.line, at.col, in))}
	if before := src.line(at.line - 1); strings.TrimSpace(before) != "" {
		lines = append(lines, fmt.Sprintf("%7d %s", at.line-1, before))
	}
	text := src.line(at.line)
	return append(lines,
		fmt.Sprintf("%s %s", green(fmt.Sprintf("%7s", fmt.Sprintf("-> %d", at.line))), text),
		strings.Repeat(" ", 8)+caretPad(text, at.col)+red("^"), "")
}

// caretPad is as wide as the first col-1 characters of a line; tabs stay tabs.
func caretPad(line string, col int) string {
	b := new(strings.Builder)
	for _, c := range line {
		if col--; col < 1 {
			break
		}
		if c == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString(strings.Repeat(" ", max(0, col-1)))
	return b.String()
}
