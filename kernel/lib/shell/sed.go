package shell

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A sedCommand is one of those of sed that scripts for programs use: s, p, d and q, for all lines, for a range of them, or for those
// that match.
type sedCommand struct {
	from, to int            // lines; 0 is no bound, lastLine the last
	match    *regexp.Regexp // nil of a command for all lines
	verb     byte
	re       *regexp.Regexp // of s
	with     string
	all      bool // s///g
	print    bool // s///p
}

const lastLine = 1 << 30

// sed edits texts by lines.
func (c *call) sed() (int, error) {
	f, ok := c.flags("nErsi", "e", map[string]byte{"--in-place": 'i', "--quiet": 'n'})
	if !ok {
		return 1, nil
	}
	script, given := f.set['e']
	if !given && len(f.names) > 0 {
		script, f.names = f.names[0], f.names[1:]
	}
	commands, err := sedCommands(script, f.has("Er"))
	if err != nil {
		return c.fail(1, "%v", err)
	}
	texts, status := c.texts(f.names)
	for _, t := range texts {
		out := edited(t.text, commands, f.has("n"))
		switch {
		case !f.has("i"):
			c.print("%s", out)
		default:
			if err := c.writeFile(t.name, out); err != nil {
				return c.fail(1, "%v", fileError(t.name, err))
			}
		}
	}
	return status, nil
}

// edited is a text after the commands.
func edited(s string, commands []sedCommand, quiet bool) string {
	var b strings.Builder
	all := lines(s)
	for i, line := range all {
		deleted, ended := false, false
		for _, k := range commands {
			if deleted || !k.applies(i+1, len(all), line) {
				continue
			}
			switch k.verb {
			case 'd':
				deleted = true
			case 'p':
				b.WriteString(line + "\n")
			case 'q':
				ended = true
			case 's':
				before := line
				line = k.replaced(line)
				if k.print && before != line {
					b.WriteString(line + "\n")
				}
			}
		}
		if !deleted && !quiet {
			b.WriteString(line + "\n")
		}
		if ended {
			break
		}
	}
	return b.String()
}

func (k *sedCommand) applies(n, last int, line string) bool {
	if k.match != nil {
		return k.match.MatchString(line)
	}
	bound := func(at int) int {
		if at == lastLine {
			return last
		}
		return at
	}
	return k.from == 0 || bound(k.from) <= n && n <= bound(k.to)
}

// replaced is a line after s.
func (k *sedCommand) replaced(line string) string {
	done := false
	var b strings.Builder
	from := 0
	for _, m := range k.re.FindAllStringSubmatchIndex(line, -1) {
		if done && !k.all {
			break
		}
		done = true
		b.WriteString(line[from:m[0]])
		for i := 0; i < len(k.with); i++ {
			switch ch := k.with[i]; {
			case ch == '&':
				b.WriteString(line[m[0]:m[1]])
			case ch == '\\' && i+1 < len(k.with):
				i++
				group := int(k.with[i] - '0')
				switch {
				case group >= 0 && group <= 9 && 2*group+1 < len(m):
					if m[2*group] >= 0 {
						b.WriteString(line[m[2*group]:m[2*group+1]])
					}
				case k.with[i] == 'n':
					b.WriteByte('\n')
				case k.with[i] == 't':
					b.WriteByte('\t')
				default:
					b.WriteByte(k.with[i])
				}
			default:
				b.WriteByte(ch)
			}
		}
		from = m[1]
	}
	return b.String() + line[from:]
}

// sedCommands reads a script. The error says which part is not understood.
func sedCommands(script string, extended bool) (list []sedCommand, err error) {
	rest := strings.TrimLeft(script, " ;\n")
	for rest != "" {
		var k sedCommand
		if k, rest, err = sedOne(rest, extended); err != nil {
			return nil, err
		}
		list = append(list, k)
		rest = strings.TrimLeft(rest, " ;\n")
	}
	return list, nil
}

func sedOne(s string, extended bool) (k sedCommand, rest string, err error) {
	unknown := fmt.Errorf("only s, p, d and q are supported here, got '%s'", s)
	pattern := func(p string) (*regexp.Regexp, error) { return grepPattern(p, false, extended, false, false) }
	line := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		v, _ := strconv.Atoi(s[:n])
		if n == 0 && strings.HasPrefix(s, "$") {
			n, v = 1, lastLine
		}
		s = s[n:]
		return v
	}
	switch {
	case s[0] == '/':
		parts, after, ok := delimited(s[1:], '/', 1)
		if !ok {
			return k, "", unknown
		}
		if k.match, err = pattern(parts[0]); err != nil {
			return k, "", err
		}
		s = after
	default:
		k.from = line()
		k.to = k.from
		if k.from > 0 && strings.HasPrefix(s, ",") {
			s = s[1:]
			k.to = line()
		}
	}
	if s == "" || !slices.Contains([]byte("spdq"), s[0]) {
		return k, "", unknown
	}
	k.verb, s = s[0], s[1:]
	if k.verb != 's' {
		return k, s, nil
	}
	if s == "" {
		return k, "", unknown
	}
	parts, after, ok := delimited(s[1:], s[0], 2)
	if !ok {
		return k, "", unknown
	}
	for after != "" && strings.IndexByte("gpiI", after[0]) >= 0 {
		k.all = k.all || after[0] == 'g'
		k.print = k.print || after[0] == 'p'
		if after[0] == 'i' || after[0] == 'I' {
			parts[0] = "(?i)" + parts[0]
			extended = true
		}
		after = after[1:]
	}
	k.with = parts[1]
	k.re, err = pattern(parts[0])
	return k, after, err
}

// delimited cuts n parts that each end in a delimiter; one behind \ is part of the text.
func delimited(s string, delimiter byte, n int) (parts []string, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == delimiter:
			i++
			b.WriteByte(delimiter)
		case s[i] == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case s[i] == delimiter:
			parts = append(parts, b.String())
			b.Reset()
			if len(parts) == n {
				return parts, s[i+1:], true
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return nil, "", false
}
