package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/published/claims"
)

// verdicts are the model's answers to the claims, as TestClaims wrote them down.
//
//go:embed testdata/claims.csv
var verdicts []byte

// A verdict is the model's answer to a claim.
type verdict struct {
	modelled string // as claims.Answer writes it
	holds    bool
}

var verdictColumns = []string{"claim", "modelled", "holds"}

// readVerdicts returns the verdicts by the claims' numbers.
func readVerdicts(data []byte) (map[string]verdict, error) {
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	all := map[string]verdict{}
	for _, r := range records[1:] {
		all[r[0]] = verdict{r[1], r[2] == "yes"}
	}
	return all, nil
}

// claimsPage is the page of what the lectures claim. Claims that do not hold come first.
func claimsPage(lectures []claims.Lecture, answers map[string]verdict) (string, error) {
	var failing, rest, counts strings.Builder
	total, hold := 0, 0
	for _, l := range lectures {
		heading := fmt.Sprintf("Lecture %s: %s", l.Number, l.Title)
		fmt.Fprintf(&rest, "\n## %s\n\n| claim | the lecture says | printed | modelled | rule |\n|---|---|---|---|---|\n", heading)
		here := 0
		for _, c := range l.Claims {
			v, known := answers[c.Asked()]
			if !known {
				return "", fmt.Errorf("claim %s has no answer yet: go test ./docs -run TestClaims/%s -update", c.ID, c.Asked())
			}
			if v.holds == (c.Because != "") {
				return "", fmt.Errorf("claim %s: holds is %t, and it says because %q: exactly what does not hold has a reason", c.ID, v.holds,
					c.Because)
			}
			if v.holds {
				here++
				fmt.Fprintf(&rest, "| %s | %s | %s | %s | %s |\n", c.ID, escaped(c.Says), printed(&c), v.modelled, c.Rule.Name)
			} else {
				fmt.Fprintf(&failing, "| %s | %s | %s | %s | %s | %s |\n", c.ID, escaped(c.Says), printed(&c), v.modelled, c.Rule.Name, why(&c))
			}
		}
		fmt.Fprintf(&counts, "| [%s](#%s) | %s | %d | %d | %d |\n", l.Number, anchor(heading), l.Title, len(l.Claims), here, l.Background)
		total, hold = total+len(l.Claims), hold+here
	}
	return fmt.Sprintf(claimsHead, hold, total, counts.String(), rules(), failing.String(), rest.String()), nil
}

const claimsHead = "<!-- Made by `go generate ./docs` from gpumodel/published/claims and docs/testdata/claims.csv. -->\n\n" + `# What the lectures claim

This page compares the claims of five lectures with the model. Each row is one claim in our words. It has the figure that the lecture prints, and
the figure of the model. %d of %d claims hold. The [claims that do not hold](#claims-that-do-not-hold) come first. The column *background* is
an approximate count of the statements that a model cannot test, such as advice and history.

| lecture | title | claims | hold | background |
|---|---|---|---|---|
%s
Each claim has a rule. The kind of the claim determines the rule:

| rule | for | a claim holds if the figures are |
|---|---|---|
%s
The cells that compute the modelled figures are in ` + "`gpumodel/published/claims`" + `. ` + "`go test ./docs -run TestClaims -update`" + ` runs them all and writes this page.
Without ` + "`-update`" + ` the test fails if a verdict differs from this page. The test does not fail if a figure changes and the verdict stays the same.

## Claims that do not hold

| claim | the lecture says | printed | modelled | rule | why |
|---|---|---|---|---|---|
%s%s`

func printed(c *claims.Claim) string {
	if c.Printed.Text == "" {
		return "yes"
	}
	return escaped(c.Printed.Text)
}

func why(c *claims.Claim) string {
	if c.Deviation == 0 {
		return escaped(c.Because)
	}
	return fmt.Sprintf("%s [Deviation %d](deviations.md).", escaped(c.Because), c.Deviation)
}

func rules() string {
	var b strings.Builder
	for _, r := range claims.Rules {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.Name, r.For, r.Means)
	}
	return b.String()
}
