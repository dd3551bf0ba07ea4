package shell

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/expand"
	"warpbook.dev/gpumodel/host"
)

func (c *call) echo() (int, error) {
	words, end, escapes := c.args[1:], "\n", false
	for len(words) > 0 && len(words[0]) > 1 && strings.Trim(words[0], "neE") == "-" {
		if strings.Contains(words[0], "n") {
			end = ""
		}
		escapes = strings.Contains(words[0], "e") || escapes && !strings.Contains(words[0], "E")
		words = words[1:]
	}
	text := strings.Join(words, " ")
	if escapes {
		var err error
		if text, _, err = expand.Format(&expand.Config{Env: c.hc.Env}, strings.ReplaceAll(text, "%", "%%"), nil); err != nil {
			return c.fail(1, "%v", err)
		}
	}
	c.print("%s%s", text, end)
	return 0, nil
}

// printf prints its words in a format, which is used again while words are left.
func (c *call) printf() (int, error) {
	words := c.args[1:]
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return c.fail(2, "want a format")
	}
	format, args := words[0], words[1:]
	for {
		text, n, err := expand.Format(&expand.Config{Env: c.hc.Env}, format, args)
		if err != nil {
			return c.fail(1, "%v", err)
		}
		c.print("%s", text)
		if args = args[min(n, len(args)):]; n == 0 || len(args) == 0 {
			return 0, nil
		}
	}
}

// environ is env and printenv: without a command it lists variables.
func (c *call) environ() (int, error) {
	words := c.args[1:]
	for len(words) > 0 && strings.Contains(words[0], "=") {
		name, value, _ := strings.Cut(words[0], "=")
		c.hc.Env = &withVariable{c.hc.Env, name, value}
		words = words[1:]
	}
	if c.args[0] == "printenv" && len(words) > 0 {
		v := c.hc.Env.Get(words[0])
		if !v.IsSet() {
			return 1, nil
		}
		c.print("%s\n", v)
		return 0, nil
	}
	if len(words) > 0 {
		return c.with(words)
	}
	for _, pair := range exported(c.hc.Env) {
		c.print("%s\n", pair)
	}
	return 0, nil
}

// exported are the variables that programs see, as NAME=VALUE, sorted.
func exported(env expand.Environ) (pairs []string) {
	all := map[string]string{}
	for name, v := range env.Each {
		if delete(all, name); v.Exported && v.IsSet() { // a later one hides an earlier one
			all[name] = v.String()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		pairs = append(pairs, name+"="+all[name])
	}
	return pairs
}

// withVariable is an environment with one variable more.
type withVariable struct {
	expand.Environ
	name, value string
}

func (e *withVariable) Get(name string) expand.Variable {
	if name == e.name {
		return expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: e.value}
	}
	return e.Environ.Get(name)
}

func (e *withVariable) Each(f func(name string, v expand.Variable) bool) {
	going := true
	e.Environ.Each(func(name string, v expand.Variable) bool {
		going = f(name, v)
		return going
	})
	if going {
		f(e.name, e.Get(e.name))
	}
}

// with runs another command with the same streams.
func (c *call) with(words []string) (int, error) {
	inner := *c
	inner.args = slices.Clone(words)
	return inner.command()
}

// wrapped is a command that only changes how the one behind it runs: sudo, nohup, timeout 10.
func (c *call) wrapped() (int, error) {
	words := c.args[1:]
	for len(words) > 0 && (strings.HasPrefix(words[0], "-") || words[0] != "" && strings.Trim(words[0], "0123456789.smh") == "" ||
		strings.Contains(words[0], "=")) {
		words = words[1:]
	}
	if len(words) == 0 {
		return 0, nil
	}
	return c.with(words)
}

// plainCommand is command -v NAME, and command NAME.
func (c *call) plainCommand() (int, error) {
	words := c.args[1:]
	if len(words) > 0 && (words[0] == "-v" || words[0] == "-V") {
		c.args = words
		return c.which()
	}
	if len(words) == 0 {
		return 0, nil
	}
	return c.with(words)
}

// which tells where the words of the table would stand.
func (c *call) which() (int, error) {
	status := 0
	for _, name := range c.args[1:] {
		w := words[path.Base(name)]
		if w == nil || w.run == nil {
			status = 1
			continue
		}
		dir := "/usr/bin"
		if slices.ContainsFunc(toolkitWords, func(t word) bool { return slices.Contains(strings.Fields(t.names), name) }) {
			dir = "/usr/local/cuda/bin"
		}
		c.print("%s/%s\n", dir, path.Base(name))
	}
	return status, nil
}

// xargs runs a command with the words of its input.
func (c *call) xargs() (int, error) {
	words := c.args[1:]
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		return c.fail(1, "option %s is not supported here", words[0])
	}
	if len(words) == 0 {
		words = []string{"echo"}
	}
	in, err := c.input()
	if err != nil {
		return c.fail(1, "%v", err)
	}
	if len(in) > mostHeld {
		return c.fail(1, "%d bytes of words; %d are the most", len(in), mostHeld)
	}
	c.in = nil
	return c.with(append(slices.Clone(words), strings.Fields(in)...))
}

func (c *call) names() (int, error) {
	c.print("%s\n", map[string]string{"hostname": "warpbook", "whoami": "user"}[c.args[0]])
	return 0, nil
}

// date prints the time as programs have it: each begins at the same moment, and the clock is modelled. +%s is in seconds.
func (c *call) date() (int, error) {
	now := time.Unix(host.Epoch, 0).UTC().Add(time.Duration(c.clock * float64(time.Second)))
	switch {
	case len(c.args) == 1:
		c.print("%s\n", now.Format("Mon Jan _2 15:04:05 UTC 2006"))
	case len(c.args) == 2 && c.args[1] == "+%s":
		c.print("%d\n", now.Unix())
	default:
		return c.fail(1, "only date and date +%%s are supported here")
	}
	return 0, nil
}

// script runs a file of shell text, or the text behind -c.
func (c *call) script() (int, error) {
	words := c.args[1:]
	for len(words) > 0 && strings.HasPrefix(words[0], "-") && words[0] != "-" {
		if strings.HasSuffix(words[0], "c") && len(words) > 1 {
			return c.begin(words[1], "bash", words[min(2, len(words)):])
		}
		words = words[1:]
	}
	if len(words) == 0 || words[0] == "-" {
		in, err := c.input()
		if err != nil {
			return c.fail(1, "%v", err)
		}
		return c.begin(in, "bash", nil)
	}
	text, err := c.readFile(words[0])
	if err != nil {
		return c.fail(127, "%v", fileError(words[0], err))
	}
	return c.begin(text, words[0], words[1:])
}

// isScript reports whether a file's first line names a shell.
func isScript(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(first, "#!") && (strings.HasSuffix(strings.TrimSpace(first), "sh") || strings.Contains(first, "sh "))
}

// begin runs a text as a job of its own.
func (c *call) begin(text, name string, args []string) (int, error) {
	j := &job{Shell: c.Shell, run: c.run, nested: c.nested + 1, shared: c.shared}
	return j.do(c.ctx, start{text: text, name: name, dir: c.dir, args: args, in: c.in, out: c.out, err: c.err})
}

// measured begins and ends the time of a command, on the clock of the programs that it runs.
func (c *call) measured(name string) int {
	if name == beginWord {
		c.laps = append(c.laps, c.clock)
		return c.hc.LastExitStatus
	}
	if n := len(c.laps) - 1; n >= 0 {
		seconds := c.clock - c.laps[n]
		c.laps = c.laps[:n]
		fmt.Fprintf(c.err, "\nreal\t%s\nuser\t%[1]s\nsys\t%s\n", minutes(seconds), minutes(0))
	}
	return c.hc.LastExitStatus
}
