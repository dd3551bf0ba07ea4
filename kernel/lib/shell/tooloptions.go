package shell

import (
	"fmt"
	"slices"
	"strings"
)

// A toolOption is an option of a profiler or of compute-sanitizer. One that is not in the table of its tool is refused by its name: a
// report that ignores what it was asked for is read wrongly.
type toolOption struct {
	names  string // the usual name first
	value  string // what the value is, in the list of options: [N] for one that may be left out; "" for an option without one
	values string // what the value may be; "" for anything
	idle   bool   // taken, as it changes nothing of a modelled GPU
	why    string // why the option is refused; "" for one that is not
}

// toolOptions are the options of one tool.
type toolOptions []toolOption

// find is the option of a name.
func (all toolOptions) find(name string) *toolOption {
	for i := range all {
		if slices.Contains(strings.Fields(all[i].names), name) {
			return &all[i]
		}
	}
	return nil
}

// known lists what a tool takes, without what changes nothing.
func (all toolOptions) known() string {
	var words []string
	for _, o := range all {
		if o.idle || o.why != "" {
			continue
		}
		word := strings.ReplaceAll(o.names, " ", "|")
		if o.value != "" {
			word += " " + o.value
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// An optionError is an option, or a value of one, that a tool does not take.
type optionError struct{ option, why string }

func (e *optionError) Error() string { return e.option + ": " + e.why }

// A tool is the command line of a tool: its options with their values, and the program behind them.
type tool struct {
	options map[string][]string // by the usual name of each
	words   []string
}

func (t *tool) has(name string) bool { return t.options[name] != nil }

// value is the last value of an option; "" where it is not given.
func (t *tool) value(name string) string {
	if all := t.options[name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// number is the value of an option that is a number from 0 on; least where it is not given.
func (t *tool) number(name string, least int) (int, error) {
	if !t.has(name) {
		return least, nil
	}
	n, rest := 0, t.value(name)
	if _, err := fmt.Sscanf(rest+"\n", "%d\n", &n); err != nil || n < 0 {
		return 0, &optionError{name, fmt.Sprintf("want a number from 0 on, got %q", rest)}
	}
	return n, nil
}

// switches are values that no program is called by, so that one behind an option is meant for it.
var switches = map[string]bool{"on": true, "off": true, "yes": true, "no": true, "true": true, "false": true}

// read reads the words behind a tool's name. What begins with the first word that is no option is the program with its arguments.
func (all toolOptions) read(words []string) (*tool, error) {
	t := &tool{options: map[string][]string{}}
	for len(words) > 0 && len(words[0]) > 1 && words[0][0] == '-' {
		w := words[0]
		words = words[1:]
		name, value, joined := strings.Cut(w, "=")
		o := all.find(name)
		if short := w[:2]; o == nil && w[1] != '-' { // -c5
			if near := all.find(short); near != nil && near.value != "" {
				o, name, value, joined = near, short, w[2:], true
			}
		}
		switch {
		case o == nil:
			return nil, &optionError{name, "this option is not supported here; those that are: " + all.known()}
		case o.why != "":
			return nil, &optionError{name, "this option is not supported here: " + o.why}
		case o.value == "" && joined:
			return nil, &optionError{name, fmt.Sprintf("this option has no value, got %q", value)}
		}
		allowed, optional := strings.Fields(o.values), strings.HasPrefix(o.value, "[")
		switch next := len(words) > 0; {
		case o.value == "" || joined || optional && !(next && (slices.Contains(allowed, words[0]) || switches[words[0]])):
		case !next:
			return nil, &optionError{name, "want a value: " + o.value}
		default:
			value, words, joined = words[0], words[1:], true
		}
		if len(allowed) > 0 && joined && !slices.Contains(allowed, value) {
			return nil, &optionError{name, fmt.Sprintf("the value %q is not supported here; those that are: %s", value, strings.Join(allowed, ", "))}
		}
		usual := strings.Fields(o.names)[0]
		t.options[usual] = append(t.options[usual], value)
	}
	t.words = slices.Clone(words)
	return t, nil
}

// on reports whether an option is given and not turned off: --stats is --stats=true.
func (t *tool) on(name string) bool {
	v := t.value(name)
	return t.has(name) && v != "false" && v != "no" && v != "off"
}
