package cell

import "go.starlark.net/starlark"

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
	get := starlark.NewBuiltin("get_ipython", func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		return v, starlark.UnpackArgs(b.Name(), args, kwargs)
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.env[get.Name()], s.builtins[get.Name()] = get, get
}

// Module adds a built-in that cells written for Python import. See AcceptPython.
func (s *Session) Module(name string, v starlark.Value) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.env[name], s.builtins[name] = v, v
}
