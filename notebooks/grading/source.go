package grading

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// A Source is an assignment with everything that is graded.
type Source struct {
	cells      []*notebook.Cell // with marks, in order
	marks      []*mark
	byID       map[string]int
	kernelspec any
}

// NewSource reads the marks of an assignment: of its source, with solutions and hidden
// tests, or of what students were given.
func NewSource(nb *notebook.Notebook) (*Source, error) {
	cells, marks, notes, err := marked(nb)
	if err != nil {
		return nil, err
	}
	if len(notes) > 0 {
		return nil, errors.New(notes[0])
	}
	s := &Source{cells: cells, marks: marks, byID: map[string]int{}, kernelspec: nb.Metadata["kernelspec"]}
	graded := false
	for i, k := range marks {
		s.byID[k.id] = i
		graded = graded || k.grade || k.task
	}
	if !graded {
		return nil, errors.New("no cell is marked to be graded (in JupyterLab: nbgrader's Create Assignment; it keeps its marks in the cells' metadata)")
	}
	return s, nil
}

// Max is the sum of all points.
func (s *Source) Max() (points float64) {
	for _, k := range s.marks {
		if k.grade || k.task {
			points += k.points
		}
	}
	return points
}

// Restore makes a submission what nbgrader grades: marks, types and the text of locked cells are the
// assignment's again, and graded cells that are missing are put back behind what came before them. It
// goes further than nbgrader in that all of a mark is restored, and the tags of a locked cell, one of which
// would keep it from being run. The notes say what a student has changed.
func (s *Source) Restore(nb *notebook.Notebook) (notes []string, err error) {
	forgetUnknown(nb, s, &notes)
	cells, marks, twice, err := marked(nb)
	if err != nil {
		return nil, err
	}
	notes = append(notes, twice...)
	there := map[string]*notebook.Cell{}
	for i, c := range cells {
		from := s.byID[marks[i].id]
		there[marks[i].id] = c
		notes = append(notes, s.restore(c, from)...)
	}
	at := 0 // behind the last marked cell that is there
	for i, k := range s.marks {
		if c := there[k.id]; c != nil {
			at = slices.Index(nb.Cells, c) + 1
			continue
		}
		if !k.grade {
			continue
		}
		notes = append(notes, fmt.Sprintf("the cell %s is missing; it was put back", k.id))
		c := &notebook.Cell{Type: s.cells[i].Type, Source: s.handedOut(i), Metadata: map[string]any{}}
		setMark(c, s.cells[i])
		nb.Cells = slices.Insert(nb.Cells, at, c)
		at++
	}
	if s.kernelspec != nil && nb.Metadata != nil {
		nb.Metadata["kernelspec"] = s.kernelspec
	}
	return notes, nil
}

// forgetUnknown takes the marks from cells that the assignment does not have.
func forgetUnknown(nb *notebook.Notebook, s *Source, notes *[]string) {
	for _, c := range nb.Cells {
		m, _ := c.Metadata[metadataKey].(map[string]any)
		id, _ := m["grade_id"].(string)
		if _, known := s.byID[id]; m != nil && !known {
			if id != "" {
				*notes = append(*notes, fmt.Sprintf("the cell %s is none of the assignment; it does not count", id))
			}
			unmark(c)
		} else if m != nil {
			setMark(c, s.cells[s.byID[id]])
		}
	}
}

// restore gives a cell its type and, if it is locked, its text.
func (s *Source) restore(c *notebook.Cell, from int) (notes []string) {
	source, k := s.cells[from], s.marks[from]
	if c.Type != source.Type {
		notes = append(notes, fmt.Sprintf("the cell %s was a %s cell; it is a %s cell again", k.id, c.Type, source.Type))
		c.Type, c.Outputs, c.Count, c.Attachments = source.Type, nil, 0, nil
	}
	if !k.locked {
		return notes
	}
	if c.Source != source.Source && !sameLines(c.Source, hiddenTests.without(source.Source)) {
		notes = append(notes, fmt.Sprintf("the cell %s was changed; the assignment's is graded", k.id))
	}
	c.Source = source.Source
	delete(c.Metadata, "tags")
	if tags, ok := source.Metadata["tags"]; ok {
		c.Metadata["tags"] = tags
	}
	return notes
}

// sameLines compares two sources, ignoring blanks at the ends of lines.
func sameLines(a, b string) bool { return trimmed(a) == trimmed(b) }

func trimmed(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return strings.Join(lines, "\n")
}

// handedOut is the text of a cell without its solution.
func (s *Source) handedOut(i int) string {
	c, k := s.cells[i], s.marks[i]
	if !k.solution {
		return c.Source
	}
	if text, found, _ := solutions.cut(c.Source, stub(c)); found {
		return text
	}
	if k.checksum != "" && k.sum(c) == k.checksum {
		return c.Source // it is what was handed out
	}
	return stub(c)
}

// unanswered are the checksums of a cell that nobody has answered.
func (s *Source) unanswered(i int) []string {
	c := *s.cells[i]
	c.Source = s.handedOut(i)
	return []string{s.marks[i].sum(&c), s.marks[i].checksum}
}
