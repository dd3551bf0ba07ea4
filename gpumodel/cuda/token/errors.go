package token

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// An Error is one mistake in a text.
type Error struct {
	File    string
	Pos     Pos
	Msg     string
	Snippet string // the source line, empty if there is none
	Width   int    // how many code points the caret underlines, at least 1
	Once    bool   // one of this message is enough for a text
	Form    bool   // of the grammar or of names, whatever the arguments of a template are
	At      Pos    // Pos, in the lines of the source and its headers
	// Undeclared is set for the use of a name that is not declared before it.
	Undeclared bool
	Inside     string // the end of Msg that names the instance of a template, empty outside of one
}

// Error is file:line:column: message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// Detail is the message followed by the source line and a caret under the place.
func (e *Error) Detail() string {
	if e.Snippet == "" {
		return e.Error()
	}
	margin := fmt.Sprintf("%4d | ", e.Pos.Line)
	blank := strings.Repeat(" ", len(margin)-2) + "| "
	mark := "^" + strings.Repeat("~", max(0, e.Width-1))
	return e.Error() + "\n" + margin + e.Snippet + "\n" + blank + indent(e.Snippet, e.Pos.Col-1) + mark
}

// indent is n columns of space, with the tabs that line has there.
func indent(line string, n int) string {
	var b strings.Builder
	for _, r := range line {
		if n--; n < 0 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String() + strings.Repeat(" ", max(0, n))
}

// An ErrorList is the mistakes of one text, in source order.
type ErrorList []*Error

// Error is one line per error.
func (l ErrorList) Error() string { return l.join((*Error).Error) }

// Detail is each error with its source line and a caret.
func (l ErrorList) Detail() string { return l.join((*Error).Detail) }

func (l ErrorList) join(text func(*Error) string) string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = text(e)
	}
	return strings.Join(lines, "\n")
}

// A Note is a remark that is not an error.
type Note struct {
	Pos Pos
	Msg string
	// Overridden is the macro of an option that the source defines anew, so that the option
	// changes nothing. It is empty for other notes.
	Overridden string
}

// MaxErrors is how many errors of one text are reported.
const MaxErrors = 20

// A Reporter collects the errors and notes of one text.
type Reporter struct {
	*Files
	Errs  ErrorList
	Notes []Note
}

// NewReporter has no errors yet.
func NewReporter(name, src string) *Reporter { return &Reporter{Files: NewFiles(name, src)} }

// Reported tells whether there is an error at pos, or the same one on its line.
func (r *Reporter) Reported(pos Pos, msg string) bool {
	return slices.ContainsFunc(r.Errs, func(e *Error) bool {
		return e.At == pos || e.At.Line == pos.Line && e.Msg == msg
	})
}

// Errorf adds an error that covers the columns from pos up to end.
func (r *Reporter) Errorf(pos, end Pos, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if r.Reported(pos, msg) {
		return
	}
	e := &Error{File: r.Name, Pos: pos, Msg: msg, Width: 1, At: pos}
	lines := r.lines
	if in, at := r.place(pos); in != nil {
		_, end = r.place(end)
		e.File, e.Pos, pos, lines = in.name, at, at, in.lines
	} else if name, line, ok := r.sourceOf(pos.Line); ok {
		e.File, e.Pos.Line = name, line
	}
	e.Msg = r.Placed(msg)
	if pos.Line >= 1 && pos.Line <= len(lines) {
		e.Snippet = strings.TrimRight(lines[pos.Line-1], "\r")
	}
	if end.Line == pos.Line && end.Col > pos.Col {
		e.Width = end.Col - pos.Col
	}
	r.Errs = append(r.Errs, e)
}

// Notef adds a note. What there is to note of a header is of no use to those who include it.
func (r *Reporter) Notef(pos Pos, format string, args ...any) {
	r.note(Note{Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

func (r *Reporter) note(n Note) {
	if in, _ := r.place(n.Pos); in != nil {
		return
	}
	for _, old := range r.Notes {
		if old == n {
			return
		}
	}
	r.Notes = append(r.Notes, n)
}

// Err returns the sorted list, or nil.
func (r *Reporter) Err() error {
	if len(r.Errs) == 0 {
		return nil
	}
	sort.SliceStable(r.Errs, func(i, j int) bool { return r.Before(r.Errs[i].At, r.Errs[j].At) })
	told := map[string]bool{}
	var l ErrorList
	for _, e := range r.Errs {
		if !e.Once || !told[e.Msg] {
			l = append(l, e)
		}
		told[e.Msg] = true
	}
	if n := len(l) - MaxErrors; n > 0 {
		l = l[:MaxErrors]
		last := *l[MaxErrors-1]
		last.Msg += fmt.Sprintf(" (and %d more errors)", n)
		l[MaxErrors-1] = &last
	}
	return l
}
