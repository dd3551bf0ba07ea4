package cell

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"go.starlark.net/starlark"
)

// A LineFunc runs one line of a cell: args is what follows the name of a line magic, or a "!".
type LineFunc func(run *Run, args string) error

// LineMagic adds a line magic, %name.
func (s *Session) LineMagic(name string, fn LineFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines[name] = fn
}

// Shell says what runs the lines that begin with "!". Without it they are refused.
func (s *Session) Shell(fn LineFunc) { s.shell = fn }

// Interpreter adds get_ipython(), whose system and getoutput run commands: what x = !ls and an indented "!" stand for.
func (s *Session) Interpreter(v starlark.Value) {
	get := starlark.NewBuiltin("get_ipython", func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return v, starlark.UnpackArgs(b.Name(), args, kwargs)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.env[get.Name()], s.builtins[get.Name()] = get, get
}

// Module adds a built-in that cells may import, as those written for Python do.
func (s *Session) Module(name string, v starlark.Value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modules[name], s.env[name], s.builtins[name] = true, v, v
}

var importLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:import[ \t]+(\w+)|from[ \t]+(\w+)[ \t]+import[ \t]+([\w, \t]+))[ \t]*$`)
})

// imports gives the imports of what is built in their meaning: none, or names for its members.
func (s *Session) imports(text string) string {
	if len(s.modules) == 0 || !strings.Contains(text, "import") {
		return text
	}
	return importLine().ReplaceAllStringFunc(text, func(line string) string {
		m := importLine().FindStringSubmatch(line)
		switch {
		case s.modules[m[1]]:
			return "#" + line[1:]
		case s.modules[m[2]]:
			var set []string
			for _, name := range strings.FieldsFunc(m[3], func(c rune) bool { return strings.ContainsRune(", \t", c) }) {
				set = append(set, fmt.Sprintf("%s = %s.%s", name, m[2], name))
			}
			return strings.Join(set, "; ")
		}
		return line
	})
}
