package grading

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Gradescope's results.json (autograder specification): the scores of the tests add up to that of the
// submission, and their max_score to the assignment's.
type (
	gradescopeResults struct {
		Score         float64          `json:"score"`
		ExecutionTime int              `json:"execution_time"`
		Output        string           `json:"output"`
		Visibility    string           `json:"visibility"`
		Tests         []gradescopeTest `json:"tests"`
	}
	gradescopeTest struct {
		Name     string  `json:"name"`
		Score    float64 `json:"score"`
		MaxScore float64 `json:"max_score"`
		Status   string  `json:"status"`
		Output   string  `json:"output"`
		// Visibility is the word for what students may see; nothing is what the submission says.
		Visibility string `json:"visibility,omitempty"`
	}
)

// Gradescope is one submission as Gradescope's results.json. What a person has to grade is no
// test of it: Gradescope keeps such points in questions of their own. Students see neither names nor failures of hidden tests.
func (s *Submission) Gradescope() ([]byte, error) {
	g := gradescopeResults{Score: s.Score, ExecutionTime: int(s.Seconds), Visibility: "visible", Tests: []gradescopeTest{}}
	var notes []string
	if s.Status != Graded {
		notes = append(notes, "The notebook could not be graded: "+s.Error)
	}
	if s.ByHand > 0 {
		notes = append(notes, points(s.ByHand)+" points are given by hand.")
	}
	for _, f := range s.Faults {
		if slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.ID == f.Cell && c.HiddenTests }) {
			continue // it may be of a launch that is hidden
		}
		notes = append(notes, fmt.Sprintf("%s: %s: %s", f.Cell, f.Name, f.Message))
	}
	g.Output = clean(strings.Join(append(notes, s.Notes...), "\n"))
	for _, c := range s.Cells {
		switch {
		case c.Manual:
		case c.testsAddUp():
			for _, t := range c.Tests {
				g.Tests = append(g.Tests, gradescopeTest{printableLine(c.ID + ": " + t.What), t.Points, t.Max, passed(t.Points == t.Max),
					clean(t.Message), visibility(t.Hidden)})
			}
		default:
			hidden := c.Fault != nil && c.Fault.Hidden || slices.ContainsFunc(c.Tests, func(t Test) bool { return t.Hidden })
			g.Tests = append(g.Tests, gradescopeTest{printableLine(c.ID), c.Points, c.Max, passed(c.Points == c.Max), clean(c.text()),
				visibility(hidden)})
		}
	}
	data, err := json.MarshalIndent(g, "", "  ")
	return append(data, '\n'), err
}

// testsAddUp reports whether the parts of a cell are all of it.
func (c *Cell) testsAddUp() bool {
	got, most := 0.0, 0.0
	for _, t := range c.Tests {
		got += t.Points
		most += t.Max
	}
	return len(c.Tests) > 0 && got == c.Points && most == c.Max
}

func visibility(hidden bool) string {
	if hidden {
		return "hidden"
	}
	return ""
}

func passed(ok bool) string {
	if ok {
		return "passed"
	}
	return "failed"
}
