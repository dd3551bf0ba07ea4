package grading

import (
	"fmt"
	"slices"
	"strings"
)

// nameError is the error of a name that nothing has defined.
const nameError = "NameError"

// uncompiled are the errors of cells that did not compile, so that they defined nothing.
var uncompiled = []string{"CompileError", "SyntaxError"}

// cause is the first cell that did not compile, if the graded cell failed since a name is not defined.
func (c *Cell) cause(before []Fault) *Fault {
	unnamed := c.Fault != nil && c.Fault.Name == nameError ||
		slices.ContainsFunc(c.Tests, func(t Test) bool { return t.unnamed() })
	i := slices.IndexFunc(before, func(f Fault) bool { return slices.Contains(uncompiled, f.Name) })
	if !unnamed || i < 0 {
		return nil
	}
	return &before[i]
}

// unnamed reports whether a test failed since a name is not defined.
func (t Test) unnamed() bool {
	name, _, _ := strings.Cut(t.Message, ":")
	return name == nameError
}

// untested says that the tests of a cell give fewer points than its mark: a student's notebook lacks the hidden ones.
func (c *Cell) untested(whole bool) string {
	most := 0.0
	for _, t := range c.Tests {
		most += t.Max
	}
	switch {
	case len(c.Tests) == 0, most >= c.Max:
		return ""
	case whole:
		return fmt.Sprintf("its tests give %s of its %s points, so nobody gets all", points(most), points(c.Max))
	}
	return fmt.Sprintf("its tests give %s of its %s points; hidden tests, which are not in this notebook, give the others: grade with --source SOURCE.ipynb",
		points(most), points(c.Max))
}

// Failures are what cost points, one line each: the graded cells, or their parts. A cell that did not compile stands once, in place
// of the parts that miss its names.
func (s *Submission) Failures() []string {
	var all []string
	add := func(format string, args ...any) {
		if line := printableLine(fmt.Sprintf(format, args...)); !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	for _, c := range s.Cells {
		if c.Status != Wrong && c.Status != Partial && c.Status != NotAnswered {
			continue
		}
		listed := len(all)
		for _, t := range c.Tests {
			switch {
			case t.Points >= t.Max:
			case c.Cause != nil && t.unnamed():
				add("%s", c.Cause.notCompiled())
			default:
				add("%s, %s: %s%s", c.ID, t.What, firstLine(t.Message), hiddenTest(t.Hidden))
			}
		}
		switch f := c.Fault; {
		case f != nil && c.Cause != nil && f.Name == nameError:
			add("%s", c.Cause.notCompiled())
		case f != nil:
			add("%s: %s: %s%s", c.ID, f.Name, firstLine(f.Message), hiddenTest(f.Hidden))
		}
		switch {
		case c.Note != "":
			add("%s: %s", c.ID, c.Note)
		case len(all) > listed:
		case c.Cause != nil:
			add("%s", c.Cause.notCompiled()) // which another cell has told already
		case c.Status == Partial:
			add("%s: %s of %s points", c.ID, points(c.Points), points(c.Max))
		default:
			add("%s: %s", c.ID, c.Status)
		}
	}
	return all
}

func hiddenTest(hidden bool) string {
	if hidden {
		return " (hidden test)"
	}
	return ""
}

// notCompiled names the cell and its first error.
func (f *Fault) notCompiled() string {
	name := f.Cell
	if !strings.HasPrefix(name, cellNumber) {
		name = cellNumber + name
	}
	return fmt.Sprintf("%s did not compile: %s", name, firstLine(f.Message))
}

// FirstFailure is the first line of Failures; empty if all points were given.
func (s *Submission) FirstFailure() string {
	if all := s.Failures(); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Points is how many points a submission has, or why it could not be graded, in one line.
func (s *Submission) Points() string {
	if s.Status != Graded {
		return printableLine("could not be graded: " + firstLine(s.Error))
	}
	line := fmt.Sprintf("%s of %s", points(s.Score), points(s.Max))
	if s.ByHand > 0 {
		line += fmt.Sprintf(" (%s by hand)", points(s.ByHand))
	}
	return line
}

// Line is a submission in one line: its points, what failed first, and how much more failed.
func (s *Submission) Line() string {
	line, all := s.Points(), s.Failures()
	if s.Status != Graded || len(all) == 0 {
		return line
	}
	line += "  " + all[0]
	if more := len(all) - 1; more > 0 {
		line += fmt.Sprintf(" (and %d more)", more)
	}
	return line
}
