package grading

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	notebook "warpbook.dev/notebooks"
)

// What becomes of a submission and of a cell.
const (
	Graded = "graded" // a submission that has its points
	Failed = "failed" // or could not be graded: Error says why

	Passed      = "passed"
	Partial     = "partial"
	Wrong       = "wrong"
	ByHand      = "by hand" // a person has to grade the cell
	NotAnswered = "not answered"
)

// A Submission is one notebook with its points.
type Submission struct {
	Student string   `json:"student"`
	Path    string   `json:"path"`
	Status  string   `json:"status"`
	Error   string   `json:"error,omitempty"`
	Score   float64  `json:"score"`
	Max     float64  `json:"max_score"`
	ByHand  float64  `json:"by_hand"` // points of Max that a person has to give
	Seconds float64  `json:"seconds"`
	Cells   []Cell   `json:"cells"`
	Faults  []Fault  `json:"faults"` // of the other cells, and of kernels
	Notes   []string `json:"notes"`  // what was changed in the assignment's own cells, and what is odd about the file
	// Unlisted is how many more faults there were than Faults lists.
	Unlisted int `json:"unlisted_faults,omitempty"`
}

// A Cell is a graded cell.
type Cell struct {
	ID      string  `json:"id"`
	Points  float64 `json:"points"`
	Max     float64 `json:"max_score"`
	Status  string  `json:"status"`
	Manual  bool    `json:"manual"` // a person grades it, if there is an answer
	Seconds float64 `json:"seconds"`
	Fault   *Fault  `json:"fault,omitempty"` // what cost its points
	Cause   *Fault  `json:"cause,omitempty"` // the cell before it that left a name undefined
	Note    string  `json:"note,omitempty"`  // why its tests cannot give all its points
	Tests   []Test  `json:"tests,omitempty"` // its parts
	Checks  []Check `json:"checks,omitempty"`
	// HiddenTests says that some of what it tests is hidden from students.
	HiddenTests bool `json:"hidden_tests,omitempty"`
}

// A Fault is an error of a cell.
type Fault struct {
	Cell    string `json:"cell"` // its id, or its place in the notebook
	Name    string `json:"name"`
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"` // of the cell, where the error came up
	Source  string `json:"source,omitempty"`
	Place   string `json:"place,omitempty"`  // the line of a kernel that the message speaks of
	Hidden  bool   `json:"hidden,omitempty"` // it comes from a hidden test
}

// A Test is a part of a graded cell: a row of grade([…]).
type Test struct {
	What    string  `json:"what"`
	Points  float64 `json:"points"`
	Max     float64 `json:"max_score"`
	Message string  `json:"message,omitempty"`
	Line    int     `json:"line,omitempty"`   // of the cell, where its function begins
	Hidden  bool    `json:"hidden,omitempty"` // from students
}

// A Check is a number that was compared with what is allowed.
type Check struct {
	What  string  `json:"what"` // the counter, or which times
	Got   float64 `json:"got"`
	Want  string  `json:"want"`
	OK    bool    `json:"ok"`
	Place string  `json:"place,omitempty"`
	Note  string  `json:"note,omitempty"` // what makes the answer doubtful
}

// Grade runs a submission and gives it points. Without a source it counts as it is. A cell that is
// wrong does not end it; the error says why the rest could not be run.
func Grade(ctx context.Context, nb *notebook.Notebook, source *Source, r notebook.Runner) (*Submission, error) {
	s := &Submission{Status: Graded, Cells: []Cell{}, Faults: []Fault{}, Notes: []string{}}
	if source != nil {
		notes, err := source.Restore(nb)
		if err != nil {
			return nil, err
		}
		s.Notes = append(s.Notes, notes...)
	}
	cells, marks, notes, err := marked(nb)
	if err != nil {
		return nil, err
	}
	s.Notes = append(s.Notes, notes...)
	marksOf := map[*notebook.Cell]*mark{}
	for i, c := range cells {
		marksOf[c] = marks[i]
		if marks[i].grade {
			delete(c.Metadata, "tags") // one of them would keep it from being run
		}
	}
	for _, c := range nb.Cells {
		c.Outputs, c.Count = nil, 0
	}
	times := map[*notebook.Cell]float64{}
	err = notebook.ExecuteAll(ctx, nb, r, func(step notebook.Step) {
		times[step.Cell] = seconds(step.Time)
	})
	if err != nil {
		return nil, err
	}
	for i, c := range nb.Cells {
		k := marksOf[c]
		name := fmt.Sprintf("%s%d", cellNumber, i+1)
		if k != nil {
			name = k.id
		}
		tests, checks, found := reported(c)
		s.found(name, found)
		if k != nil && (k.grade || k.task) {
			one, err := s.cell(c, k, source)
			if err != nil {
				return nil, err
			}
			one.Seconds, one.Tests, one.Checks = times[c], tests, checks
			one.hide(c.Source)
			one.Cause = one.cause(s.Faults)
			one.Note = one.untested(source != nil)
			s.Seconds += one.Seconds
			s.Cells = append(s.Cells, *one)
			continue
		}
		s.Seconds += times[c]
		if f := faultOf(c, name); f != nil {
			s.fault(*f)
		}
	}
	if s.Unlisted > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d more errors of the notebook are not listed", s.Unlisted))
	}
	s.missing(source)
	return s, nil
}

// hide marks what comes from hidden tests. Of a part neither its place nor its name may be in a hidden region: a function that
// students see may be called by a test that they don't.
func (one *Cell) hide(source string) {
	if one.HiddenTests = hiddenTests.in(source); !one.HiddenTests {
		return
	}
	seen := hiddenTests.without(source)
	for i := range one.Tests {
		t := &one.Tests[i]
		named := strings.Contains(seen, `"`+t.What+`"`) || strings.Contains(seen, "'"+t.What+"'")
		t.Hidden = !named || hiddenTests.holds(source, t.Line)
	}
}

// cellNumber begins the name of a cell that has no id.
const cellNumber = "cell "

// seconds are rounded, as nobody needs more of them.
func seconds(d time.Duration) float64 {
	return float64(d.Round(time.Millisecond)) / float64(time.Second)
}

// cell gives a graded cell its points.
func (s *Submission) cell(c *notebook.Cell, k *mark, source *Source) (*Cell, error) {
	one := &Cell{ID: k.id, Max: k.points, Status: ByHand, Manual: k.manual(c)}
	s.Max += k.points
	if k.task {
		s.ByHand += k.points
		return one, nil
	}
	unanswered := []string{k.checksum}
	if source != nil {
		unanswered = source.unanswered(source.byID[k.id])
	}
	points, ok, err := determine(c, k, unanswered...)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		s.ByHand += k.points
		return one, nil
	}
	one.Points = points
	s.Score += points
	one.Fault = faultOf(c, k.id)
	switch {
	case k.solution:
		one.Status = NotAnswered
	case points == k.points:
		one.Status = Passed
	case points > 0:
		one.Status = Partial
	default:
		one.Status = Wrong
	}
	return one, nil
}

// missing counts the points of the cells that the notebook lacks.
func (s *Submission) missing(source *Source) {
	if source == nil {
		return
	}
	for i, k := range source.marks {
		there := slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.ID == k.id })
		if (k.grade || k.task) && !there {
			s.Max += source.marks[i].points
			s.ByHand += source.marks[i].points
			s.Cells = append(s.Cells, Cell{ID: k.id, Max: k.points, Status: ByHand, Manual: true})
		}
	}
}

// Unable is a submission that could not be graded.
func Unable(source *Source, why error) *Submission {
	s := &Submission{Status: Failed, Error: why.Error(), Cells: []Cell{}, Faults: []Fault{}, Notes: []string{}}
	if source != nil {
		for i, k := range source.marks {
			if k.grade || k.task {
				s.Max += k.points
				s.Cells = append(s.Cells, Cell{ID: k.id, Max: k.points, Status: Wrong, Manual: k.manual(source.cells[i])})
			}
		}
	}
	return s
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

var (
	placeLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^Cell In\[(\d+)\], line (\d+)`) })
	// kernelPlace is how messages of tests name a line of a CUDA text, arrow how a traceback shows it.
	kernelPlace = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:, in line \d+ of [^:]+: |; line \d+ has [^:]*: )(.+)`)
	})
	arrow = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ *-> \d+ (.*)`) })
)

// faultOf is the error of a cell, with the line of the cell where it came up.
func faultOf(c *notebook.Cell, name string) *Fault {
	for i, o := range c.Outputs {
		switch {
		case o.Type == notebook.ErrorOutput:
			f := &Fault{Cell: name, Name: cut(o.ErrorName), Message: cut(o.ErrorValue)}
			if last := c.Outputs[len(c.Outputs)-1]; i < len(c.Outputs)-1 && last.Type == notebook.ErrorOutput { // it was interrupted
				f.Name, f.Message = last.ErrorName, last.ErrorValue
			}
			inKernel := false
			for _, line := range o.Traceback {
				for _, line := range strings.Split(ansi().ReplaceAllString(line, ""), "\n") {
					if m := arrow().FindStringSubmatch(line); m != nil && inKernel {
						f.Place = strings.TrimSpace(m[1])
					}
					inKernel = strings.Contains(line, ", in kernel ")
					if m := placeLine().FindStringSubmatch(line); m != nil && m[1] == strconv.Itoa(c.Count) {
						f.Line, _ = strconv.Atoi(m[2])
						f.Hidden = f.Hidden || hiddenTests.holds(c.Source, f.Line)
					}
				}
			}
			if lines := strings.Split(c.Source, "\n"); f.Line >= 1 && f.Line <= len(lines) {
				f.Source = cut(strings.TrimSpace(lines[f.Line-1]))
			}
			f.Place = cut(cmp.Or(placeIn(f.Message), f.Place))
			f.Hidden = f.Hidden || f.Line == 0 && hiddenTests.in(c.Source)
			return f
		case o.Type == notebook.Stream && o.Name == "stderr":
			return &Fault{Cell: name, Name: "stderr", Message: cut(o.Text), Hidden: hiddenTests.in(c.Source)}
		}
	}
	return nil
}

// longest is how much of a message is kept.
const longest = 4000

func cut(s string) string {
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}

// placeIn is the line of a kernel that a message names.
func placeIn(message string) string {
	if m := kernelPlace().FindStringSubmatch(message); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// TimedOut is the message of a cell that was interrupted, with nbgrader's name for it.
func TimedOut(limit time.Duration) notebook.Message {
	return failed("CellTimeoutError", fmt.Sprintf("the cell took more than %v and was interrupted", limit))
}

// NotRun is the message of a cell that was interrupted or is not run, since the notebook has had its time.
func NotRun(limit time.Duration) notebook.Message {
	return failed("NotebookTimeoutError", fmt.Sprintf("the cells of the notebook took more than %v together; from here on none is run", limit))
}

func failed(name, value string) notebook.Message {
	content, err := json.Marshal(map[string]any{"ename": name, "evalue": value, "traceback": []string{name + ": " + value}})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return notebook.Message{Type: notebook.ErrorOutput, Content: content}
}

// TestType is the MIME type in which a kernel that grades tells of tests.
const TestType = "application/vnd.warpbook.test+json"

// A finding is a fault of a kernel: a race, an access out of bounds.
type finding struct{ Kind, What, Source string }

// found notes faults of kernels, those of one line once.
func (s *Submission) found(cell string, all []finding) {
	for _, f := range all {
		known := slices.ContainsFunc(s.Faults, func(g Fault) bool { return g.Name == f.Kind && g.Place == cut(f.Source) })
		if !known {
			s.fault(Fault{Cell: cell, Name: f.Kind, Message: cut(f.What), Place: cut(f.Source)})
		}
	}
}

// mostFaults is how many errors of a submission are listed beside those of its graded cells. A notebook of a hundred thousand
// cells that fail would fill the report on the class.
const mostFaults = 100

func (s *Submission) fault(f Fault) {
	if len(s.Faults) < mostFaults {
		s.Faults = append(s.Faults, f)
	} else {
		s.Unlisted++
	}
}

// mostChecks is how many checks of a cell are kept.
const mostChecks = 100

// reported are the tests, checks and kernel faults that a cell has reported.
func reported(c *notebook.Cell) (tests []Test, checks []Check, found []finding) {
	var kept []*notebook.Output
	for _, o := range c.Outputs {
		v, ok := o.Data[TestType]
		if !ok {
			kept = append(kept, o)
			continue
		}
		data, _ := json.Marshal(v)
		var told struct {
			Tests  []Test
			Check  *Check
			Faults []finding
		}
		if json.Unmarshal(data, &told) != nil {
			continue
		}
		for i := range told.Tests {
			told.Tests[i].What, told.Tests[i].Message = cut(told.Tests[i].What), cut(told.Tests[i].Message)
		}
		tests = append(tests, told.Tests...)
		found = append(found, told.Faults...)
		if told.Check != nil && len(checks) < mostChecks {
			checks = append(checks, *told.Check)
		}
	}
	c.Outputs = kept
	return tests, checks, found
}
