package grading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Class is the submissions of an assignment with what they have in common.
type Class struct {
	Assignment  string        `json:"assignment"`
	Program     string        `json:"program"` // and its version
	Max         float64       `json:"max_score"`
	Graded      int           `json:"graded"`
	Failed      int           `json:"failed"`
	Mean        float64       `json:"mean"`
	Median      float64       `json:"median"`
	Points      []Bin         `json:"distribution"`
	Cells       []CellOfClass `json:"cells"`
	Errors      []CommonError `json:"common_errors"`
	Submissions []*Submission `json:"submissions"`
}

// A Bin is how many submissions have From up to To points; the last one includes To.
type Bin struct {
	From     float64 `json:"from"`
	To       float64 `json:"to"`
	Students int     `json:"students"`
}

// A CellOfClass is how a graded cell went in the class.
type CellOfClass struct {
	ID   string  `json:"id"`
	Max  float64 `json:"max_score"`
	Mean float64 `json:"mean"`
	Full int     `json:"full"` // submissions with all points
	None int     `json:"none"` // with none
	// Manual says that a person gives the points, which are not in these numbers.
	Manual bool `json:"manual"`
}

// A CommonError is an error that submissions have at the same line.
type CommonError struct {
	Cell     string   `json:"cell"`
	Name     string   `json:"name"`
	Message  string   `json:"message"` // of the first of them
	Source   string   `json:"source"`  // the line of a kernel or, if there is none, of the cell
	Students []string `json:"students"`
}

// bins is how many there are, if there are as many points.
const bins = 10

// NewClass puts submissions together, in the order of their students.
func NewClass(assignment, program string, all []*Submission) *Class {
	c := &Class{Assignment: assignment, Program: program, Submissions: slices.Clone(all), Points: []Bin{}, Cells: []CellOfClass{},
		Errors: []CommonError{}}
	slices.SortStableFunc(c.Submissions, func(a, b *Submission) int {
		return cmp.Or(cmp.Compare(a.Student, b.Student), cmp.Compare(a.Path, b.Path))
	})
	var scores []float64
	for _, s := range c.Submissions {
		c.Max = max(c.Max, s.Max)
		if s.Status != Graded {
			c.Failed++
			continue
		}
		c.Graded++
		scores = append(scores, s.Score)
	}
	slices.Sort(scores)
	if n := len(scores); n > 0 {
		for _, x := range scores {
			c.Mean += x / float64(n)
		}
		c.Mean = rounded(c.Mean)
		c.Median = (scores[(n-1)/2] + scores[n/2]) / 2
	}
	c.distribute(scores)
	c.cells()
	c.errors()
	return c
}

// rounded has three digits behind the point.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

func (c *Class) distribute(scores []float64) {
	if c.Max == 0 {
		return
	}
	n := int(min(bins, max(1, c.Max)))
	for i := range n {
		c.Points = append(c.Points, Bin{From: rounded(c.Max * float64(i) / float64(n)), To: rounded(c.Max * float64(i+1) / float64(n))})
	}
	for _, x := range scores {
		i := min(n-1, int(x/c.Max*float64(n)))
		c.Points[i].Students++
	}
}

func (c *Class) cells() {
	index := map[string]int{}
	for _, s := range c.Submissions {
		if s.Status != Graded {
			continue
		}
		for _, one := range s.Cells {
			i, ok := index[one.ID]
			if !ok {
				i = len(c.Cells)
				index[one.ID] = i
				c.Cells = append(c.Cells, CellOfClass{ID: one.ID, Max: one.Max, Manual: one.Manual})
			}
			cell := &c.Cells[i]
			cell.Mean += one.Points
			if one.Points == one.Max {
				cell.Full++
			} else if one.Points == 0 {
				cell.None++
			}
		}
	}
	for i := range c.Cells {
		c.Cells[i].Mean = rounded(c.Cells[i].Mean / float64(c.Graded))
	}
}

// figures are what differs between two students' messages about the same mistake.
var figures = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[-+]?\d+([.,]\d+)*(e[-+]?\d+)?|\bIn\[\d+\]|<<<.*?>>>`)
})

// errors gathers the errors of all submissions by cell, name, line and message without its figures.
func (c *Class) errors() {
	index := map[[4]string]int{}
	add := func(s *Submission, f Fault) {
		line := cmp.Or(f.Place, f.Source)
		key := [4]string{f.Cell, f.Name, line, figures().ReplaceAllString(firstLine(f.Message), "#")}
		i, ok := index[key]
		if !ok {
			i = len(c.Errors)
			index[key] = i
			c.Errors = append(c.Errors, CommonError{Cell: f.Cell, Name: f.Name, Message: firstLine(f.Message), Source: line})
		}
		if e := &c.Errors[i]; !slices.Contains(e.Students, s.Student) {
			e.Students = append(e.Students, s.Student)
		}
	}
	for _, s := range c.Submissions {
		for _, f := range s.Faults {
			add(s, f)
		}
		for _, one := range s.Cells {
			if one.Fault != nil {
				add(s, *one.Fault)
			}
			for _, t := range one.Tests {
				if t.Message != "" {
					name, message, found := strings.Cut(t.Message, ": ")
					if !found {
						name, message = "", t.Message
					}
					add(s, Fault{Cell: one.ID + ", " + t.What, Name: name, Message: message, Place: placeIn(t.Message)})
				}
			}
		}
	}
	slices.SortStableFunc(c.Errors, func(a, b CommonError) int { return len(b.Students) - len(a.Students) })
}

// JSON is the class with everything that is known.
func (c *Class) JSON() ([]byte, error) {
	data, err := json.MarshalIndent(c, "", "  ")
	return append(data, '\n'), err
}

// points writes points as people do.
func points(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%g", rounded(x)), ".0") }
