package grading

import (
	"encoding/json"
	"fmt"
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
	}
)

// Gradescope is one submission as Gradescope's results.json. What a person has to grade is no
// test of it: Gradescope keeps such points in questions of their own.
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
		notes = append(notes, fmt.Sprintf("%s: %s: %s", f.Cell, f.Name, f.Message))
	}
	g.Output = clean(strings.Join(append(notes, s.Notes...), "\n"))
	for _, c := range s.Cells {
		switch {
		case c.Manual:
		case c.testsAddUp():
			for _, t := range c.Tests {
				g.Tests = append(g.Tests, gradescopeTest{c.ID + ": " + t.What, t.Points, t.Max, passed(t.Points == t.Max), clean(t.Message)})
			}
		default:
			g.Tests = append(g.Tests, gradescopeTest{c.ID, c.Points, c.Max, passed(c.Points == c.Max), clean(c.text())})
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

func passed(ok bool) string {
	if ok {
		return "passed"
	}
	return "failed"
}
