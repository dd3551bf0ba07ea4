package cell

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Doc is the text of an [Entry] in its parts. The text has this form, with a blank line
// between the parts:
//
//	name(a, b=1)
//	Multiplies a by b.
//
//	a (array): the factor that changes
//	b (int, 1): the factor that
//	  all elements share
//
//	Returns an array of the shape of a.
//
//	    name(zeros(3), 2)
//
// An attribute has no parameters, and needs no example.
type Doc struct {
	Signature string     // name(a, b=1); the name alone for an attribute
	About     []string   // paragraphs that say what the function does, with their line breaks
	Params    []DocParam // in the order of the text
	Returns   string     // "" if the function returns None, or if About says it
	Example   string     // without its indentation
}

// A DocParam is a parameter as the text lists it.
type DocParam struct {
	Name    string // with the stars of *args and **kwargs
	Type    string // in words, and behind a comma the default
	Meaning string // one line
}

// docParam is the first line of a parameter: name (type, default): meaning.
var docParam = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\*{0,2}\w+) \((.+?)\): (.+)$`) })

// ParseDoc splits the text of an entry. It accepts every text; what has no place in the form
// is in About.
func ParseDoc(text string) (d Doc) {
	d.Signature, text, _ = strings.Cut(text, "\n")
	var example []string
	for i, block := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		switch {
		case strings.HasPrefix(block, "    "):
			example = append(example, strings.ReplaceAll(block[4:], "\n    ", "\n"))
		case docParam().MatchString(firstLine(block)):
			d.Params = append(d.Params, docParams(block)...)
		case i > 0 && strings.HasPrefix(block, "Returns "):
			d.Returns = strings.ReplaceAll(block, "\n", " ")
		case block != "":
			d.About = append(d.About, block)
		}
	}
	d.Example = strings.Join(example, "\n\n")
	return d
}

// docParams reads a block of parameters, whose further lines are indented.
func docParams(block string) (params []DocParam) {
	for _, line := range strings.Split(block, "\n") {
		if m := docParam().FindStringSubmatch(line); m != nil {
			params = append(params, DocParam{m[1], m[2], m[3]})
		} else if n := len(params); n > 0 {
			params[n-1].Meaning += " " + strings.TrimSpace(line)
		}
	}
	return params
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// startsWithVerb holds for a verb in the third person, as "Draws", and for plural nouns, which
// notVerbs excludes.
var startsWithVerb = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Z][a-z]+s)\b`) })

// notVerbs are words with an s at their end that began texts and are not verbs.
var notVerbs = []string{
	"As", "Always", "Bottlenecks", "Bytes", "Controls", "Counters", "Is", "Its", "Names", "Sometimes", "Streams", "This", "Times", "Values", "Was",
}

// Check returns every place at which the text of an entry leaves the form of [Doc].
func (d Doc) Check() error {
	var errs []error
	about := strings.Join(d.About, "\n")
	if m := startsWithVerb().FindStringSubmatch(about); m == nil || slices.Contains(notVerbs, m[1]) {
		errs = append(errs, fmt.Errorf("the text begins with %.30q, want a verb in the third person, as in \"Returns\" or \"Draws\"", about))
	}
	signed := SignatureParams(d.Signature)
	for i, p := range signed {
		switch {
		case i >= len(d.Params) || d.Params[i].Name != p.Name:
			errs = append(errs, fmt.Errorf("no line \"%s (type): meaning\" is in place %d, where the signature has this parameter", p.Name, i+1))
		case p.Default != "" && !strings.HasSuffix(d.Params[i].Type, ", "+p.Default):
			errs = append(errs, fmt.Errorf("parameter %s (%s): want its default behind the type: (…, %s)", p.Name, d.Params[i].Type, p.Default))
		}
	}
	if n := len(signed); len(d.Params) > n {
		errs = append(errs, fmt.Errorf("parameter %s is not in the signature %s", d.Params[n].Name, d.Signature))
	}
	if strings.Contains(d.Signature, "(") && d.Example == "" {
		errs = append(errs, errors.New("no example, in lines that are indented by four spaces, is at the end"))
	}
	return errors.Join(errs...)
}

// A SignatureParam is a parameter of a signature with its default, both as they are written.
type SignatureParam struct{ Name, Default string }

// SignatureParams are the parameters of name(a, b=(1, 2), *, c), in order and without / and *.
func SignatureParams(signature string) (params []SignatureParam) {
	_, list, ok := strings.Cut(signature, "(")
	if !ok {
		return nil
	}
	list = strings.TrimSuffix(list, ")") + ","
	depth, quoted, start := 0, false, 0
	for i, c := range list {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			name, value, _ := strings.Cut(strings.TrimSpace(list[start:i]), "=")
			if start = i + 1; name != "" && name != "/" && name != "*" {
				params = append(params, SignatureParam{name, value})
			}
		}
	}
	return params
}
