package grading

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// JUnit's words: a suite for each student, a case for each graded cell.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
		Skipped *junitProblem `xml:"skipped"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit is the class as JUnit XML.
func (c *Class) JUnit() ([]byte, error) {
	all := junitSuites{Name: printableLine(c.Assignment)}
	for _, s := range c.Submissions {
		suite := junitSuite{Name: printableLine(s.Student), Time: fmt.Sprintf("%.3f", s.Seconds)}
		for _, one := range s.Cells {
			suite.add(s, one)
		}
		if len(s.Cells) == 0 {
			suite.add(s, Cell{ID: "notebook", Status: Passed})
		}
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
		all.Suites = append(all.Suites, suite)
	}
	data, err := xml.MarshalIndent(all, "", "  ")
	return append([]byte(xml.Header), append(data, '\n')...), err
}

func (u *junitSuite) add(s *Submission, one Cell) {
	k := junitCase{Class: printableLine(s.Student), Name: printableLine(one.ID), Time: fmt.Sprintf("%.3f", one.Seconds)}
	u.Tests++
	switch {
	case s.Status != Graded:
		u.Errors++
		k.Error = &junitProblem{Message: printableLine(firstLine(s.Error)), Text: clean(s.Error)}
	case one.Status == ByHand:
		u.Skipped++
		k.Skipped = &junitProblem{Message: points(one.Max) + " points to be given by hand"}
	case one.Status != Passed:
		u.Failures++
		text := one.text()
		k.Failure = &junitProblem{Message: fmt.Sprintf("%s of %s points", points(one.Points), points(one.Max)), Text: clean(text)}
		if one.Fault != nil {
			k.Failure.Type = clean(one.Fault.Name)
		}
	}
	u.Cases = append(u.Cases, k)
}

// text says in words how a graded cell went.
func (c *Cell) text() string {
	var b strings.Builder
	if c.Status == NotAnswered {
		b.WriteString("There is no answer.\n")
	}
	if c.Cause != nil {
		b.WriteString(c.Cause.notCompiled() + "\n")
	}
	if c.Note != "" {
		b.WriteString(c.Note + "\n")
	}
	if f := c.Fault; f != nil {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Message)
		if f.Source != "" {
			fmt.Fprintf(&b, "at line %d of the test: %s\n", f.Line, f.Source)
		}
	}
	for _, t := range c.Tests {
		fmt.Fprintf(&b, "%s: %s of %s\n", t.What, points(t.Points), points(t.Max))
		if t.Message != "" {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(strings.TrimSpace(t.Message), "\n", "\n    "))
		}
	}
	return b.String()
}
