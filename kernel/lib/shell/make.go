package shell

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A makefile is what make reads of a plain Makefile: variables, rules with targets, prerequisites and commands, and pattern rules with
// one %.
type makefile struct {
	c         *call
	variables map[string]string
	rules     []*rule
	phony     map[string]bool
	busy      map[string]bool
	made      map[string]bool
	ran       int // commands
	dry, mute bool
}

// A rule says how targets are made. The line is that of the file where it begins.
type rule struct {
	targets, needs []string
	commands       []string
	line           int
}

// A makeError is what is wrong with a makefile or its targets.
type makeError struct{ msg string }

func (e *makeError) Error() string { return e.msg }

func makeErrorf(format string, args ...any) error { return &makeError{fmt.Sprintf(format, args...)} }

// make builds what a Makefile describes.
func (c *call) make() (int, error) {
	m := &makefile{c: c, variables: map[string]string{"CC": "cc", "CXX": "g++", "NVCC": "nvcc", "MAKE": "make", "RM": "rm -f",
		"CURDIR": path.Join(colabRoot, c.dir)},
		phony: map[string]bool{}, busy: map[string]bool{}, made: map[string]bool{}}
	file := ""
	var goals []string
	given := map[string]string{}
	for i := 1; i < len(c.args); i++ {
		switch w := c.args[i]; {
		case (w == "-f" || w == "-C" || w == "-j") && i+1 < len(c.args):
			i++
			if w == "-f" {
				file = c.args[i]
			} else if w == "-C" {
				inner := *c
				inner.dir, inner.args = c.at(c.args[i]), append([]string{"make"}, c.args[i+1:]...)
				return inner.make()
			}
		case w == "-n":
			m.dry = true
		case w == "-s":
			m.mute = true
		case strings.HasPrefix(w, "-"):
		case strings.Contains(w, "="):
			name, value, _ := strings.Cut(w, "=")
			given[name] = value
		default:
			goals = append(goals, w)
		}
	}
	if file == "" {
		for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
			if _, err := c.stat(name); err == nil {
				file = name
				break
			}
		}
	}
	if file == "" {
		c.say("make: *** No targets specified and no makefile found.  Stop.")
		return 2, nil
	}
	text, err := c.readFile(file)
	if err != nil {
		return c.fail(2, "%v", fileError(file, err))
	}
	status, err := m.build(file, text, given, goals)
	if e, ok := err.(*makeError); ok {
		c.say("make: *** %s  Stop.", e.msg)
		return 2, nil
	}
	return status, err
}

func (m *makefile) build(file, text string, given map[string]string, goals []string) (int, error) {
	if err := m.read(file, text, given); err != nil {
		return 2, err
	}
	for name, value := range given {
		m.variables[name] = value
	}
	if len(goals) == 0 {
		for _, r := range m.rules {
			if t := m.expand(r.targets[0], nil); !strings.HasPrefix(t, ".") && !strings.Contains(t, "%") {
				goals = []string{t}
				break
			}
		}
	}
	if len(goals) == 0 {
		return 2, makeErrorf("No targets.")
	}
	for _, g := range goals {
		before := m.ran
		if status, err := m.target(g, 0); status != 0 || err != nil {
			return status, err
		}
		r, _ := m.rule(g)
		switch {
		case m.ran > before:
		case r == nil || len(r.commands) > 0 && !m.phony[g]:
			m.c.print("make: '%s' is up to date.\n", g)
		default:
			m.c.print("make: Nothing to be done for '%s'.\n", g)
		}
	}
	return 0, nil
}

var assignment = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*(\?=|\+=|::?=|=)\s*(.*)$`)
})

// read reads the lines of a makefile.
func (m *makefile) read(file, text string, given map[string]string) error {
	text = strings.ReplaceAll(text, "\\\n", " ")
	var current []*rule
	skip := []bool{} // of each open condition
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "\t") {
			for _, r := range current {
				if !slices.Contains(skip, true) {
					r.commands = append(r.commands, strings.TrimSpace(line))
				}
			}
			continue
		}
		line = strings.TrimSpace(uncommented(line))
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ifeq", "ifneq":
			a, b := operands(rest)
			skip = append(skip, (m.expand(a, nil) == m.expand(b, nil)) != (word == "ifeq"))
			continue
		case "ifdef", "ifndef":
			_, set := m.variables[strings.TrimSpace(rest)]
			skip = append(skip, set != (word == "ifdef"))
			continue
		case "else":
			if n := len(skip); n > 0 {
				skip[n-1] = !skip[n-1]
			}
			continue
		case "endif":
			if n := len(skip); n > 0 {
				skip = skip[:n-1]
			}
			continue
		}
		if line == "" || slices.Contains(skip, true) {
			continue
		}
		if a := assignment().FindStringSubmatch(line); a != nil {
			m.assign(a[1], a[2], a[3], given)
			current = nil
			continue
		}
		if word == "include" || word == "-include" || word == "sinclude" {
			name := m.expand(strings.TrimSpace(rest), nil)
			inner, err := m.c.readFile(name)
			if err == nil {
				err = m.read(name, inner, given)
			}
			if err != nil && word == "include" {
				return makeErrorf("%s:%d: %s: No such file or directory.", file, i+1, name)
			}
			continue
		}
		left, right, ok := strings.Cut(line, ":")
		if !ok {
			return makeErrorf("%s:%d: missing separator: a rule is written target: prerequisites, and its commands begin with a tab.", file, i+1)
		}
		r := &rule{targets: strings.Fields(m.expand(left, nil)), line: i + 1}
		needs, command, inline := strings.Cut(strings.TrimPrefix(right, ":"), ";")
		r.needs = strings.Fields(strings.ReplaceAll(m.expand(needs, nil), "|", " "))
		if inline {
			r.commands = []string{strings.TrimSpace(command)}
		}
		if len(r.targets) == 0 {
			return makeErrorf("%s:%d: missing target.", file, i+1)
		}
		if r.targets[0] == ".PHONY" {
			for _, name := range r.needs {
				m.phony[name] = true
			}
			current = nil
			continue
		}
		m.rules = append(m.rules, r)
		current = []*rule{r}
	}
	return nil
}

// uncommented is a line without its comment.
func uncommented(line string) string {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
	}
	return line
}

// operands are the two sides of ifeq (a, b), or ifeq "a" "b".
func operands(s string) (a, b string) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "(") {
		a, b, _ = strings.Cut(strings.TrimSuffix(s[1:], ")"), ",")
		return strings.TrimSpace(a), strings.TrimSpace(b)
	}
	fields := strings.Fields(s)
	if len(fields) == 2 {
		return strings.Trim(fields[0], `"'`), strings.Trim(fields[1], `"'`)
	}
	return s, ""
}

func (m *makefile) assign(name, how, value string, given map[string]string) {
	if _, set := given[name]; set {
		m.variables[name] = given[name]
		return
	}
	old, set := m.variables[name]
	switch how {
	case "?=":
		if !set {
			m.variables[name] = value
		}
	case "+=":
		m.variables[name] = strings.TrimSpace(old + " " + value)
	case ":=", "::=":
		m.variables[name] = m.expand(value, nil)
	default:
		m.variables[name] = value
	}
}

// How deep variables and targets may lead to one another, and how long a line of a makefile may become, in bytes.
const (
	mostDeep     = 50
	mostChained  = 2 // pattern rules that lead to one another
	mostExpanded = 64 << 10
)

// expand replaces $(NAME), ${NAME}, $@ and the functions that plain makefiles use.
func (m *makefile) expand(s string, automatic map[string]string) string {
	return m.expanded(s, automatic, 0)
}

func (m *makefile) expanded(s string, automatic map[string]string, depth int) string {
	if depth > mostDeep || !strings.Contains(s, "$") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s) && b.Len() < mostExpanded; i++ {
		if s[i] != '$' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch open := s[i]; open {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := closing(s, i)
			if end < 0 {
				return b.String()
			}
			b.WriteString(m.reference(s[i+1:end], automatic, depth))
			i = end
		default:
			b.WriteString(m.reference(s[i:i+1], automatic, depth))
		}
	}
	return b.String()
}

// closing is where the bracket at i is closed; -1 if nowhere.
func closing(s string, i int) int {
	open, shut := s[i], byte(')')
	if open == '{' {
		shut = '}'
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// reference is the value of what stands in $(…).
func (m *makefile) reference(name string, automatic map[string]string, depth int) string {
	if v, ok := automatic[name]; ok {
		return v
	}
	expand := func(s string) string { return m.expanded(s, automatic, depth+1) }
	function, rest, called := strings.Cut(name, " ")
	if called {
		args := strings.Split(rest, ",")
		for i := range args {
			args[i] = expand(args[i])
		}
		if f := makeFunctions[function]; f != nil {
			return f(m, args)
		}
	}
	if base, change, ok := strings.Cut(name, ":"); ok { // $(SRC:.cu=.o)
		from, to, _ := strings.Cut(change, "=")
		if !strings.Contains(from, "%") {
			from, to = "%"+from, "%"+to
		}
		return substitute(from, to, expand("$("+base+")"))
	}
	if v, ok := m.variables[expand(name)]; ok {
		return expand(v)
	}
	if v := m.c.hc.Env.Get(name); v.IsSet() {
		return v.String()
	}
	return ""
}

// makeFunctions are those of make that plain makefiles use.
var makeFunctions map[string]func(m *makefile, args []string) string

func init() {
	each := func(f func(string) string) func(*makefile, []string) string {
		return func(_ *makefile, args []string) string {
			var all []string
			for _, w := range strings.Fields(strings.Join(args, ",")) {
				all = append(all, f(w))
			}
			return strings.Join(all, " ")
		}
	}
	makeFunctions = map[string]func(m *makefile, args []string) string{
		"wildcard": func(m *makefile, args []string) string { return strings.Join(m.c.matching(args[0]), " ") },
		"patsubst": func(_ *makefile, args []string) string {
			if len(args) < 3 {
				return ""
			}
			return substitute(strings.TrimSpace(args[0]), strings.TrimSpace(args[1]), args[2])
		},
		"subst": func(_ *makefile, args []string) string {
			if len(args) < 3 || args[0] == "" {
				return ""
			}
			return strings.ReplaceAll(args[2], args[0], args[1])
		},
		"notdir":   each(path.Base),
		"dir":      each(func(s string) string { return path.Dir(s) + "/" }),
		"basename": each(func(s string) string { return strings.TrimSuffix(s, path.Ext(s)) }),
		"strip":    each(func(s string) string { return s }),
		"addprefix": func(_ *makefile, args []string) string {
			return each(func(s string) string { return args[0] + s })(nil, args[1:])
		},
		"addsuffix": func(_ *makefile, args []string) string {
			return each(func(s string) string { return s + args[0] })(nil, args[1:])
		},
		"shell": func(m *makefile, args []string) string {
			var b strings.Builder
			inner := *m.c
			inner.out = &keeper{&b}
			inner.begin(strings.Join(args, ","), "make", nil)
			return strings.Join(strings.Fields(b.String()), " ")
		},
	}
}

// substitute replaces a pattern with one % in each word.
func substitute(from, to, words string) string {
	all := strings.Fields(words)
	for i, w := range all {
		if stem, ok := matchStem(from, w); ok {
			all[i] = strings.Replace(to, "%", stem, 1)
		}
	}
	return strings.Join(all, " ")
}

// matchStem is what % stands for where a name has a pattern.
func matchStem(pattern, name string) (stem string, ok bool) {
	before, after, has := strings.Cut(pattern, "%")
	if !has {
		return "", pattern == name
	}
	if len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return "", false
	}
	return name[len(before) : len(name)-len(after)], true
}

// matching are the files of a directory whose names have a pattern.
func (c *call) matching(pattern string) (names []string) {
	dir, base := path.Split(strings.TrimSpace(pattern))
	entries, _ := c.readDir(path.Join(".", dir))
	for _, e := range entries {
		if ok, _ := path.Match(base, e.name); ok && !strings.HasPrefix(e.name, ".") {
			names = append(names, dir+e.name)
		}
	}
	return names
}

// rule is how a target is made, and what its stem is; nil where no rule says.
func (m *makefile) rule(name string) (found *rule, stem string) {
	r := &rule{}
	for _, one := range m.rules {
		if slices.Contains(one.targets, name) {
			r.needs = append(r.needs, one.needs...)
			if len(one.commands) > 0 {
				r.commands = one.commands
			}
			found = r
		}
	}
	if found != nil && len(found.commands) > 0 {
		return found, ""
	}
	if one, needs, s := m.implicit(name, nil); one != nil {
		return &rule{needs: append(needs, r.needs...), commands: one.commands, line: one.line}, s
	}
	return found, ""
}

// implicit is the first pattern rule by which a target can be made, without those of a chain that has led to it: each of its
// prerequisites is there, or a rule makes it.
func (m *makefile) implicit(name string, chain []*rule) (found *rule, needs []string, stem string) {
	if len(chain) > mostChained || m.c.ctx.Err() != nil {
		return nil, nil, ""
	}
	for _, one := range m.rules {
		if len(one.commands) == 0 || slices.Contains(chain, one) {
			continue
		}
		for _, t := range one.targets {
			stem, ok := matchStem(t, name)
			if !ok || stem == "" || !strings.Contains(t, "%") {
				continue
			}
			needs := slices.Clone(one.needs)
			for i := range needs {
				needs[i] = strings.Replace(needs[i], "%", stem, 1)
			}
			if !slices.ContainsFunc(needs, func(n string) bool { return !m.canBeMade(n, append(slices.Clone(chain), one)) }) {
				return one, needs, stem
			}
		}
	}
	return nil, nil, ""
}

// canBeMade reports whether a file is there, or a rule makes it.
func (m *makefile) canBeMade(name string, chain []*rule) bool {
	if _, err := m.c.stat(name); err == nil {
		return true
	}
	if slices.ContainsFunc(m.rules, func(r *rule) bool { return slices.Contains(r.targets, name) }) {
		return true
	}
	one, _, _ := m.implicit(name, chain)
	return one != nil
}

// target makes a target and what it needs.
func (m *makefile) target(name string, depth int) (int, error) {
	switch {
	case m.made[name]:
		return 0, nil
	case m.busy[name]:
		m.c.say("make: Circular %s dependency dropped.", name)
		return 0, nil
	case depth > mostDeep:
		return 2, makeErrorf("'%s' needs targets that need targets, more than %d deep.", name, mostDeep)
	}
	m.busy[name] = true
	defer delete(m.busy, name)
	r, stem := m.rule(name)
	e, missing := m.c.stat(name)
	if r == nil {
		if missing != nil {
			return 2, makeErrorf("No rule to make target '%s'.", name)
		}
		return 0, nil
	}
	stale := missing != nil || m.phony[name]
	for _, need := range r.needs {
		if status, err := m.target(need, depth+1); status != 0 || err != nil {
			return status, err
		}
		if n, err := m.c.stat(need); m.made[need] || err == nil && n.time.After(e.time) {
			stale = true
		}
	}
	if !stale {
		return 0, nil
	}
	m.made[name] = true
	automatic := map[string]string{"@": name, "^": strings.Join(unique(r.needs), " "), "+": strings.Join(r.needs, " "),
		"?": strings.Join(unique(r.needs), " "), "*": stem, "<": "",
		"@D": path.Dir(name), "@F": path.Base(name)}
	if len(r.needs) > 0 {
		automatic["<"] = r.needs[0]
	}
	for _, command := range r.commands {
		if status, err := m.recipe(name, command, automatic); status != 0 || err != nil {
			return status, err
		}
	}
	return 0, nil
}

func unique(words []string) (all []string) {
	for _, w := range words {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// recipe runs a command of a rule in a shell of its own.
func (m *makefile) recipe(target, command string, automatic map[string]string) (int, error) {
	text := strings.TrimSpace(m.expand(command, automatic))
	quiet, ignored := m.mute, false
	for text != "" && strings.IndexByte("@-+", text[0]) >= 0 {
		quiet = quiet || text[0] == '@'
		ignored = ignored || text[0] == '-'
		text = strings.TrimSpace(text[1:])
	}
	if text == "" {
		return 0, nil
	}
	m.ran++
	if !quiet || m.dry {
		m.c.print("%s\n", text)
	}
	if m.dry {
		return 0, nil
	}
	status, err := m.c.begin(text, "make", nil)
	switch {
	case err != nil:
		return status, err
	case status != 0 && ignored:
		m.c.say("make: [%s] Error %d (ignored)", target, status)
	case status != 0:
		m.c.say("make: *** [%s] Error %d", target, status)
		return 2, nil
	}
	return 0, nil
}
