package shell

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// awk in shell lines picks fields of lines and adds them up: PATTERN { print $1, "x" $2; s += $3 } END { print s }. There are no loops,
// functions or growing texts, so that a program takes no more than its input does.

// An awkRule is a pattern with what is done with the lines that match.
type awkRule struct {
	begin, end bool
	match      func(r *awkRecord) bool // nil for all lines
	actions    []awkAction
}

// An awkAction is print, or an addition to a variable.
type awkAction struct {
	add   string      // the variable; "" of print
	items [][]awkTerm // what print writes with commas between, or what is added
}

// An awkTerm is a field, a variable or a text. Terms side by side are joined.
type awkTerm struct {
	text  string
	field bool // text is a number, "NF" or a variable behind $
	name  bool
}

// An awkRecord is a line.
type awkRecord struct {
	line   string
	fields []string
	number int
	sums   map[string]float64
	long   bool // a text was longer than mostRead
}

func (r *awkRecord) value(t awkTerm) string {
	switch {
	case t.field:
		n, err := strconv.Atoi(t.text)
		if t.text == "NF" {
			n, err = len(r.fields), nil
		}
		switch {
		case err != nil || n < 0 || n > len(r.fields):
			return ""
		case n == 0:
			return r.line
		}
		return r.fields[n-1]
	case t.name && t.text == "NR":
		return strconv.Itoa(r.number)
	case t.name && t.text == "NF":
		return strconv.Itoa(len(r.fields))
	case t.name:
		if v, ok := r.sums[t.text]; ok {
			return awkNumber(v)
		}
		return ""
	}
	return t.text
}

// awkNumber is a number as awk prints it: whole ones in full, others with six digits.
func awkNumber(v float64) string {
	if v == float64(int64(v)) {
		return strconv.FormatInt(int64(v), 10)
	}
	return fmt.Sprintf("%.6g", v)
}

// awkFloat is the number that a text begins with, 0 if it begins with none.
func awkFloat(s string) float64 {
	v, _ := strconv.ParseFloat(leadingNumber().FindString(strings.TrimSpace(s)), 64)
	return v
}

var leadingNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`) })

func (r *awkRecord) joined(terms []awkTerm) string {
	var b strings.Builder
	for _, t := range terms {
		v := r.value(t)
		if r.long = r.long || b.Len()+len(v) > mostRead; r.long {
			return ""
		}
		b.WriteString(v)
	}
	return b.String()
}

// awk is the command.
func (c *call) awk() (int, error) {
	f, ok := c.flags("", "F", nil)
	if !ok {
		return 2, nil
	}
	if len(f.names) == 0 {
		return c.fail(2, "want a program: awk '{print $1}' FILE")
	}
	rules, err := awkRules(f.names[0])
	if err != nil {
		return c.fail(2, "%v", err)
	}
	split, err := awkSplit(f.set['F'])
	if err != nil {
		return c.fail(2, "%v", err)
	}
	texts, status := c.texts(f.names[1:])
	r := &awkRecord{sums: map[string]float64{}}
	do := func(chosen func(awkRule) bool) {
		for _, rule := range rules {
			if chosen(rule) {
				c.act(rule.actions, r)
			}
		}
	}
	do(func(rule awkRule) bool { return rule.begin })
	for _, t := range texts {
		for _, line := range lines(t.text) {
			if err := c.ctx.Err(); err != nil {
				return 1, err
			}
			r.line, r.fields = line, split(line)
			r.number++
			do(func(rule awkRule) bool { return !rule.begin && !rule.end && (rule.match == nil || rule.match(r)) })
			if r.long {
				return c.fail(2, "a text of more than %d bytes", mostRead)
			}
		}
	}
	do(func(rule awkRule) bool { return rule.end })
	return status, nil
}

func (c *call) act(actions []awkAction, r *awkRecord) {
	for _, a := range actions {
		if a.add != "" {
			r.sums[a.add] += awkFloat(r.joined(a.items[0]))
			continue
		}
		var words []string
		held := 0
		for _, terms := range a.items {
			words = append(words, r.joined(terms))
			held += len(words[len(words)-1])
			r.long = r.long || held > mostRead
		}
		if len(words) == 0 {
			words = []string{r.line}
		}
		if !r.long {
			c.print("%s\n", strings.Join(words, " "))
		}
	}
}

// awkSplit is how -F takes a line apart.
func awkSplit(separator string) (func(string) []string, error) {
	switch {
	case separator == "" || separator == " ":
		return strings.Fields, nil
	case len(separator) == 1 || separator == `\t`:
		if separator == `\t` {
			separator = "\t"
		}
		return func(line string) []string { return strings.Split(line, separator) }, nil
	}
	re, err := regexp.Compile(separator)
	if err != nil {
		return nil, fmt.Errorf("-F %s: %w", separator, err)
	}
	return func(line string) []string { return re.Split(line, -1) }, nil
}

// An awkReader reads a program.
type awkReader struct {
	tokens []string
	bad    bool
}

var awkToken = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:\\.|[^"\\])*"|/(?:\\.|[^/\\\n])*/|\+=|\+\+|==|!=|<=|>=|!~|[A-Za-z_]\w*|\d+\.?\d*|[{}$;,~<>()]|\n|\S`)
})

// awkRules reads a program, or tells where it has what is not supported.
func awkRules(program string) ([]awkRule, error) {
	p := &awkReader{tokens: awkToken().FindAllString(program, -1)}
	var rules []awkRule
	for !p.bad {
		for p.accept("\n") || p.accept(";") {
		}
		if len(p.tokens) == 0 {
			return rules, nil
		}
		rules = append(rules, p.rule())
	}
	at := "the end"
	if len(p.tokens) > 0 {
		at = fmt.Sprintf("%q", p.tokens[0])
	}
	return nil, fmt.Errorf("not supported here, at %s; a program has patterns (/text/, $2 == \"x\", NR > 1, BEGIN, END), print and s += $3", at)
}

func (p *awkReader) peek() string {
	if len(p.tokens) == 0 || p.bad {
		return ""
	}
	return p.tokens[0]
}

func (p *awkReader) next() string {
	t := p.peek()
	if t != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *awkReader) accept(t string) bool {
	if p.peek() == t {
		p.next()
		return true
	}
	return false
}

func (p *awkReader) rule() (rule awkRule) {
	switch {
	case p.accept("BEGIN"):
		rule.begin = true
	case p.accept("END"):
		rule.end = true
	case p.peek() != "{":
		rule.match = p.pattern()
	}
	if rule.match != nil && p.peek() != "{" {
		rule.actions = []awkAction{{}} // a pattern alone prints the line
		return rule
	}
	if !p.accept("{") {
		p.bad = true
		return rule
	}
	for !p.bad && !p.accept("}") {
		if p.accept(";") || p.accept("\n") {
			continue
		}
		rule.actions = append(rule.actions, p.action())
		if t := p.peek(); t != "}" && t != ";" && t != "\n" {
			p.bad = true
		}
	}
	return rule
}

func (p *awkReader) action() (a awkAction) {
	name := p.next()
	switch {
	case name == "print":
		for t := p.peek(); t != "" && t != "}" && t != ";" && t != "\n"; t = p.peek() {
			if a.items = append(a.items, p.terms()); !p.accept(",") {
				break
			}
		}
	case isAwkName(name) && p.accept("+="):
		a.add, a.items = name, [][]awkTerm{p.terms()}
	case isAwkName(name) && p.accept("++"):
		a.add, a.items = name, [][]awkTerm{{{text: "1"}}}
	default:
		p.bad = true
	}
	return a
}

func isAwkName(s string) bool {
	return s != "NR" && s != "NF" && s != "" && isWord(s[0], true)
}

// terms are what stands side by side.
func (p *awkReader) terms() (all []awkTerm) {
	for {
		switch t := p.peek(); {
		case t == "$":
			p.next()
			of := p.next()
			if of == "" || !isWord(of[0], false) || of != "NF" && isWord(of[0], true) {
				p.bad = true
				return all
			}
			all = append(all, awkTerm{text: of, field: true})
		case strings.HasPrefix(t, `"`):
			text, err := strconv.Unquote(p.next())
			p.bad = p.bad || err != nil
			all = append(all, awkTerm{text: text})
		case t != "" && isWord(t[0], true):
			all = append(all, awkTerm{text: p.next(), name: true})
			if p.peek() == "(" { // a function
				p.bad = true
			}
		case t != "" && isWord(t[0], false):
			all = append(all, awkTerm{text: p.next()})
		default:
			p.bad = p.bad || len(all) == 0
			return all
		}
	}
}

// pattern is /text/, or a comparison.
func (p *awkReader) pattern() func(*awkRecord) bool {
	if re := p.regexp(); re != nil {
		return func(r *awkRecord) bool { return re.MatchString(r.line) }
	}
	left := p.terms()
	op := p.next()
	if op == "~" || op == "!~" {
		re := p.regexp()
		if p.bad = p.bad || re == nil; p.bad {
			return nil
		}
		return func(r *awkRecord) bool { return re.MatchString(r.joined(left)) == (op == "~") }
	}
	compare := awkComparisons[op]
	if p.bad = p.bad || compare == nil; p.bad {
		return nil
	}
	right := p.terms()
	texts := len(right) > 0 && !right[0].field && !right[0].name && leadingNumber().FindString(right[0].text) != right[0].text
	return func(r *awkRecord) bool {
		a, b := r.joined(left), r.joined(right)
		if texts || leadingNumber().FindString(a) != a {
			return compare(strings.Compare(a, b))
		}
		switch x, y := awkFloat(a), awkFloat(b); {
		case x < y:
			return compare(-1)
		case x > y:
			return compare(1)
		}
		return compare(0)
	}
}

func (p *awkReader) regexp() *regexp.Regexp {
	t := p.peek()
	if len(t) < 2 || t[0] != '/' || t[len(t)-1] != '/' {
		return nil
	}
	re, err := regexp.Compile(strings.ReplaceAll(t[1:len(t)-1], `\/`, "/"))
	if err != nil {
		p.bad = true
		return nil
	}
	p.next()
	return re
}

// awkComparisons are by their operator; they get -1, 0 or 1.
var awkComparisons = map[string]func(int) bool{
	"==": func(c int) bool { return c == 0 }, "!=": func(c int) bool { return c != 0 }, "<": func(c int) bool { return c < 0 },
	">": func(c int) bool { return c > 0 }, "<=": func(c int) bool { return c <= 0 }, ">=": func(c int) bool { return c >= 0 },
}
