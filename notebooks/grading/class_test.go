package grading

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func class() *Class {
	fault := &Fault{Cell: "test", Name: "AssertionError", Message: "12 of 64 elements are wrong\n[0] was written by …, in line 7 of In[3]: out[x] = in[y];", Line: 3, Source: "same(out, ref)", Place: "out[x] = in[y];"}
	other := *fault
	other.Message = strings.Replace(fault.Message, "12", "16", 1)
	tests := []Test{{What: "part <one>", Points: 1, Max: 1}, {What: "part two", Max: 2, Message: "KeyError: \x1b[31m\"a\"\x00 & b"}}
	return NewClass("copy", "warpbook 1", []*Submission{
		{Student: "zoe", Status: Graded, Score: 1, Max: 10, ByHand: 3, Cells: []Cell{{ID: "test", Points: 0, Max: 4, Status: Wrong, Fault: fault}, {ID: "parts", Points: 1, Max: 3, Status: Partial, Tests: tests}, {ID: "why", Max: 3, Status: ByHand, Manual: true}}},
		{Student: "ann", Status: Graded, Score: 3, Max: 10, Cells: []Cell{{ID: "test", Points: 0, Max: 4, Status: Wrong, Fault: &other}, {ID: "parts", Points: 3, Max: 3, Status: Passed, Checks: []Check{{"gst_transactions", 4, "at most 4", true, "", ""}}}, {ID: "why", Max: 3, Status: NotAnswered, Manual: true}}},
		{Student: "<b>bob", Status: Failed, Error: "not JSON", Max: 10},
		{Student: "max", Status: Graded, Score: 7, Max: 7, Cells: []Cell{{ID: "test", Points: 4, Max: 4, Status: Passed}, {ID: "parts", Points: 3, Max: 3, Status: Passed}}},
	})
}

func TestClass(t *testing.T) {
	c := class()
	if c.Graded != 3 || c.Failed != 1 || c.Median != 3 || c.Mean != 3.667 || c.Submissions[0].Student != "<b>bob" {
		t.Errorf("%d graded, %d not, median %v, mean %v, first %s", c.Graded, c.Failed, c.Median, c.Mean, c.Submissions[0].Student)
	}
	students := 0
	for _, b := range c.Points {
		students += b.Students
	}
	if last := c.Points[7]; students != 3 || last != (Bin{7, 8, 1}) {
		t.Errorf("%d students in the distribution, that of 7 points is %v", students, last)
	}
	want := CommonError{Cell: "test", Name: "AssertionError", Message: "16 of 64 elements are wrong", Source: "out[x] = in[y];",
		Students: []string{"ann", "zoe"}}
	if diff := cmp.Diff(want, c.Errors[0]); diff != "" || len(c.Errors) != 2 {
		t.Errorf("%d common errors, the first (-want +got):\n%s", len(c.Errors), diff)
	}
}

// The words of each format, and nothing in a student's words that breaks it.
func TestFormats(t *testing.T) {
	c := class()
	data, err := c.JUnit()
	if err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if err := xml.Unmarshal(data, &suites); err != nil {
		t.Fatalf("%v:\n%s", err, data)
	}
	if suites.Tests != 9 || suites.Failures != 4 || suites.Errors != 1 || len(suites.Suites) != 4 {
		t.Errorf("%d tests, %d failures, %d errors of %d students", suites.Tests, suites.Failures, suites.Errors, len(suites.Suites))
	}
	for i, want := range []float64{0, 7, 7, 7} { // without what a person grades
		data, err := c.Submissions[i].Gradescope()
		if err != nil {
			t.Fatal(err)
		}
		var g gradescopeResults
		if err := json.Unmarshal(data, &g); err != nil {
			t.Fatal(err)
		}
		most, got := 0.0, 0.0
		for _, x := range g.Tests {
			most += x.MaxScore
			got += x.Score
		}
		if most != want || got != g.Score {
			t.Errorf("%s: %v of %v points in the tests, want %v of %v", c.Submissions[i].Student, got, most, g.Score, want)
		}
	}
	page, err := c.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<b>bob", "part <one>", "\x1b", "http://", "https://", "<script"} {
		if strings.Contains(string(page), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, good := range []string{"part &lt;one&gt;", "9 – 10", "could not be graded: not JSON", "gst_transactions", "3 notebooks graded"} {
		if !strings.Contains(string(page), good) {
			t.Errorf("the page lacks %q", good)
		}
	}
	var again Class
	if data, err = c.JSON(); err == nil {
		err = json.Unmarshal(data, &again)
	}
	if diff := cmp.Diff(c, &again); diff != "" || err != nil {
		t.Errorf("through JSON (%v):\n%s", err, diff)
	}
}
