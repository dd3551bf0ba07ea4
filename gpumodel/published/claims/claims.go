// Package claims holds what the five lectures claim of GPUs, one entry for each claim, with the cells
// that ask the model and the rule that judges its answer.
//
// A lecture is a txtar file. Its comment has the lecture's title and how many of its statements are
// background, which no model can judge. A section with a number is a claim:
//
//	-- 04 --
//	says: the naive transpose of 4000 × 4000
//	printed: 5.3 GB/s
//	rule: listing
//	with: sections of cells that several claims share
//	tier: long, if ./check has no time for it
//	because: why the model disagrees, if it does
//	deviation: its number in docs/deviations.md, if it has one
//
//	modelled = run("transpose/naive", n=4000).gbps
//
// Below the blank line are cells, separated by lines "# %%". They leave the answer in the variable
// modelled: a number, True or False, or a list of these. An earlier edition of a lecture "repeats" the claims of
// another one, "except" those that it lacks.
//
// Begin reading at [Claim] and [Rule]. The page docs/claims.md shows all claims; TestClaims of docs runs them.
package claims

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed *.txtar
var files embed.FS

// A Lecture is one text with its claims.
type Lecture struct {
	Number     string // 000 to 004
	Title      string
	Background int // statements without anything that a model can judge
	Repeats    string
	Claims     []Claim
}

// A Claim is one statement of a lecture, in our words.
type Claim struct {
	ID        string // lecture and number: 000-04
	Says      string
	Printed   Figures // what the lecture prints; none where the rule is Holds
	Rule      *Rule
	Shared    []string // cells that it shares with other claims
	Cells     []string // those that follow; they leave the answer in the variable modelled
	Because   string   // why the model disagrees; empty where it agrees
	Deviation int      // entry of docs/deviations.md, or 0
	Long      bool     // it takes longer than ./check has time for
	Same      string   // the claim of another edition that this one repeats, or ""
}

// Lectures returns all lectures in the order of their numbers.
func Lectures() []Lecture { return slices.Clone(load()) }

// load reads the embedded files once. They are ours, so a bad entry is our bug.
var load = sync.OnceValue(func() []Lecture {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var all []Lecture
	for _, e := range entries {
		data, err := files.ReadFile(e.Name())
		if err != nil {
			panic("BUG: " + err.Error())
		}
		l, err := parse(strings.TrimSuffix(e.Name(), ".txtar"), data, all)
		if err != nil {
			panic(fmt.Sprintf("BUG: claims of lecture %s: %v", e.Name(), err))
		}
		all = append(all, *l)
	}
	return all
})

// parse reads a lecture; before are those that it may repeat.
func parse(number string, data []byte, before []Lecture) (*Lecture, error) {
	archive := txtar.Parse(data)
	head, _, err := fields(string(archive.Comment), "lecture", "background", "repeats", "except")
	if err != nil {
		return nil, err
	}
	l := &Lecture{Number: number, Title: head["lecture"], Repeats: head["repeats"]}
	if l.Background, err = strconv.Atoi(head["background"]); err != nil {
		return nil, err
	}
	if l.Claims, err = repeated(l, before, head["except"]); err != nil {
		return nil, err
	}
	shared := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "cells "); ok {
			shared[name] = string(f.Data)
			continue
		}
		c, err := claim(number+"-"+f.Name, string(f.Data), shared)
		if err != nil {
			return nil, fmt.Errorf("section %s: %w", f.Name, err)
		}
		if slices.ContainsFunc(l.Claims, func(o Claim) bool { return o.ID == c.ID }) {
			return nil, fmt.Errorf("section %s is there twice", f.Name)
		}
		l.Claims = append(l.Claims, *c)
	}
	return l, nil
}

// repeated are the claims of another edition, under numbers of this one.
func repeated(l *Lecture, before []Lecture, except string) (all []Claim, err error) {
	if l.Repeats == "" {
		return nil, nil
	}
	i := slices.IndexFunc(before, func(o Lecture) bool { return o.Number == l.Repeats })
	if i < 0 {
		return nil, fmt.Errorf("lecture %s, which it repeats, is not before it", l.Repeats)
	}
	lacks := strings.Fields(except)
	for _, c := range before[i].Claims {
		number := strings.TrimPrefix(c.ID, l.Repeats+"-")
		if slices.Contains(lacks, number) {
			continue
		}
		c.Same, c.ID = c.ID, l.Number+"-"+number
		all = append(all, c)
	}
	return all, nil
}

// claim reads one section.
func claim(id, text string, shared map[string]string) (*Claim, error) {
	f, cells, err := fields(text, "says", "printed", "rule", "with", "tier", "because", "deviation")
	if err != nil {
		return nil, err
	}
	c := &Claim{ID: id, Says: f["says"], Because: f["because"], Long: f["tier"] == "long"}
	if c.Rule = find(f["rule"]); c.Rule == nil {
		return nil, fmt.Errorf("no rule is named %q; there are %s", f["rule"], names())
	}
	if c.Printed, err = figures(f["printed"]); err != nil {
		return nil, err
	}
	if c.Says == "" || (c.Rule.judge == nil) != (len(c.Printed.Values) == 0) {
		return nil, fmt.Errorf("says %q and prints %q, by the rule %s", c.Says, c.Printed.Text, c.Rule.Name)
	}
	if f["deviation"] != "" {
		if c.Deviation, err = strconv.Atoi(f["deviation"]); err != nil {
			return nil, err
		}
	}
	for name := range strings.FieldsSeq(f["with"]) {
		if shared[name] == "" {
			return nil, fmt.Errorf("no section %q before it", "cells "+name)
		}
		c.Shared = append(c.Shared, split(shared[name])...)
	}
	c.Cells = split(cells)
	if !strings.Contains(cells, "modelled = ") {
		return nil, fmt.Errorf("no cell sets modelled")
	}
	return c, nil
}

// split cuts a text into cells.
func split(text string) []string {
	cells := strings.Split(text, "\n# %%\n")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return cells
}

// fields are the lines "name: value" up to a blank line, and what follows.
func fields(text string, known ...string) (values map[string]string, rest string, err error) {
	head, rest, _ := strings.Cut(text, "\n\n")
	values = map[string]string{}
	for line := range strings.Lines(head) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || !slices.Contains(known, name) || values[name] != "" {
			return nil, "", fmt.Errorf("line %q is not a field, or one too many; there are %s", line, strings.Join(known, ", "))
		}
		values[name] = value
	}
	return values, rest, nil
}

// Asked is the claim whose cells answer this one: itself, or the one that it repeats.
func (c *Claim) Asked() string { return cmp.Or(c.Same, c.ID) }

// String is the claim's number.
func (c Claim) String() string { return c.ID }
