package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/published/claims"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
)

var update = flag.Bool("update", false, "TestClaims: write the model's answers to testdata/claims.csv and claims.md; TestDeviationList: write the list of deviations.md")

// TestClaims asks the model what the lectures claim. Its verdicts must be those of the page.
func TestClaims(t *testing.T) {
	tier.Check(t)
	answers, err := readVerdicts(verdicts)
	if err != nil {
		t.Fatal(err)
	}
	list := asked()
	if !*update && !tier.Pick(false, false, true) {
		list = tier.Sample(t, slices.DeleteFunc(list, func(c claims.Claim) bool { return c.Long }), 12)
	}
	sessions := map[string]*cell.Session{}
	for _, c := range list {
		t.Run(c.ID, func(t *testing.T) {
			a, err := ask(t.Context(), sessions, &c)
			if err != nil {
				t.Fatal(err)
			}
			holds, err := c.Holds(a)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: printed %q, modelled %s, holds: %t", c.Says, c.Printed.Text, a, holds)
			if *update {
				answers[c.ID] = verdict{a.String(), holds}
			} else if known, ok := answers[c.ID]; !ok || holds != known.holds {
				t.Errorf("holds: %t with %s, on the page %t with %q: go test ./docs -run TestClaims/%s -update", holds, a, known.holds,
					known.modelled, c.ID)
			}
		})
	}
	if *update {
		writeVerdicts(t, answers)
	}
}

// asked are the claims that have cells of their own.
func asked() (all []claims.Claim) {
	for _, l := range claims.Lectures() {
		for _, c := range l.Claims {
			if c.Same == "" {
				all = append(all, c)
			}
		}
	}
	return all
}

// writeVerdicts writes the table, in the order of the claims, and the page.
func writeVerdicts(t *testing.T, answers map[string]verdict) {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	records := [][]string{verdictColumns}
	for _, c := range asked() {
		if v, ok := answers[c.ID]; ok {
			holds := "no"
			if v.holds {
				holds = "yes"
			}
			records = append(records, []string{c.ID, v.modelled, holds})
		}
	}
	if err := w.WriteAll(records); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/claims.csv", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	page, err := claimsPage(claims.Lectures(), answers)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("claims.md", []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ask runs a claim's cells. Claims that share cells share a session, in which these run once.
func ask(ctx context.Context, sessions map[string]*cell.Session, c *claims.Claim) (a claims.Answer, err error) {
	shared := strings.Join(c.Shared, "\n")
	s := sessions[shared]
	if s == nil || shared == "" {
		s = cell.New()
		lib.Install(s)
		if err := execute(ctx, s, c.Shared); err != nil {
			return a, err
		}
		sessions[shared] = s
	}
	if err := execute(ctx, s, append([]string{"modelled = None"}, c.Cells...)); err != nil {
		return a, err
	}
	v, ok := s.Value("modelled")
	if !ok {
		return a, fmt.Errorf("the cells do not set modelled")
	}
	values := []starlark.Value{v}
	if list, ok := v.(*starlark.List); ok {
		values = slices.Collect(list.Elements())
	}
	for _, v := range values {
		if truth, ok := v.(starlark.Bool); ok {
			a.Truths = append(a.Truths, bool(truth))
		} else if n, ok := starlark.AsFloat(v); ok {
			a.Numbers = append(a.Numbers, n)
		} else {
			return a, fmt.Errorf("modelled has %s, which is neither a number nor True or False", v)
		}
	}
	return a, nil
}

func execute(ctx context.Context, s *cell.Session, cells []string) error {
	for i, code := range cells {
		if o := s.Execute(ctx, kernel.Cell{Code: code, Count: i + 1}, discard{}); o.Error != nil {
			return fmt.Errorf("%s\n%s: %s", code, o.Error.Name, o.Error.Value)
		}
	}
	return nil
}

// discard takes what cells show.
type discard struct{}

func (discard) Stream(string, string) {}
func (discard) Display(kernel.Bundle) {}
func (discard) Update(kernel.Bundle)  {}
func (discard) Result(kernel.Bundle)  {}
func (discard) Clear(bool)            {}

// TestClaimsNameDeviations: a claim's deviation is an entry of deviations.md.
func TestClaimsNameDeviations(t *testing.T) {
	text, err := os.ReadFile("deviations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range asked() {
		if entry := fmt.Sprintf("\n### %d. ", c.Deviation); c.Deviation != 0 && !strings.Contains(string(text), entry) {
			t.Errorf("claim %s names deviation %d, which deviations.md does not have", c.ID, c.Deviation)
		}
	}
}

// TestClaimsAreOrdered: claims have numbers of their lecture, and are in their order.
func TestClaimsAreOrdered(t *testing.T) {
	for _, l := range claims.Lectures() {
		last := 0
		for _, c := range l.Claims {
			n, err := strconv.Atoi(strings.TrimPrefix(c.ID, l.Number+"-"))
			if err != nil || n <= last {
				t.Errorf("claim %q of lecture %s: want a number above %d", c.ID, l.Number, last)
			}
			last = n
		}
	}
}
