package cell

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"warpbook.dev/kernel"
)

// What is known of cells that wait for a student's text. A later cell that uses a name of theirs fails with the reason, not
// with an unknown name.

// unanswered stands in an assignment where the student's text belongs: nbgrader puts it
// there. It is an error in Starlark and in CUDA C.
const unanswered = "YOUR_CODE_HERE"

var notAnswered = namedError{"NotImplementedError", "there is no answer yet: write yours in place of " + unanswered}

var unansweredLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*` + unanswered + `\s*;?\s*$`) })

// words are the names in a text, in comments too: a comment often says what the student has to bind.
var words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_]\w*`) })

// binding is what gives names a value: an assignment or a function of Starlark, or a function of C.
var binding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\w[\w, ]*=(?:[^=]|$)|^def\s+\w+|\w+\s*\([^()]*\)\s*\{`)
})

// Answered returns an error if a line of the text still waits for an answer, and remembers the names in it.
func (r *Run) Answered(text string) error {
	s := r.session
	if len(s.waiting) == 0 && !strings.Contains(text, unanswered) {
		return nil
	}
	for i, line := range strings.Split(text, "\n") {
		if unansweredLine().MatchString(line) {
			for _, name := range words().FindAllString(text, -1) {
				s.waiting[name] = r.Cell()
			}
			return &namedError{notAnswered.name, fmt.Sprintf("line %d: %s", i+1, notAnswered.msg)}
		}
	}
	for _, bound := range binding().FindAllString(text, -1) {
		for _, name := range words().FindAllString(bound, -1) {
			delete(s.waiting, name) // if the cell fails, its own error says why
		}
	}
	return nil
}

// unknown is the error for a name without a value.
func (r *Run) unknown(name string) *kernel.Error {
	if name == unanswered {
		return &kernel.Error{Name: notAnswered.name, Value: notAnswered.msg}
	}
	_, habit := habitNames[name]
	if where, ok := r.session.waiting[name]; ok && !habit && where != r.Cell() {
		return &kernel.Error{Name: notAnswered.name,
			Value: fmt.Sprintf("there is no answer yet: %s has no value, because %s still contains %s", name, where, unanswered)}
	}
	return &kernel.Error{Name: "NameError", Value: (&nameError{name}).Error() + r.session.nameHint(name)}
}
