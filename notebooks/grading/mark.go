// Package grading gives points to notebooks by the rules of nbgrader: which cells
// count, what their outputs are worth, and which of a student's cells are replaced by
// those of the assignment before anything runs.
//
// A [Source] is the assignment as its teacher has it, with solutions and hidden tests;
// [Source.Restore] puts its test cells into a submission. [Grade] runs a submission in a
// notebook kernel and returns a [Submission]; a [Class] is all of them, with what they
// have in common, as JSON, JUnit XML, Gradescope's results and an HTML page.
package grading

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"maps"
	"strconv"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// A mark is what nbgrader's metadata says of a cell.
type mark struct {
	id                            string
	grade, solution, locked, task bool
	points                        float64
	checksum                      string
}

// manual reports whether a person gives the points of a cell.
func (k *mark) manual(c *notebook.Cell) bool { return k.task || k.solution || c.Type != notebook.Code }

// metadataKey is where nbgrader keeps its marks in a cell's metadata.
const metadataKey = "nbgrader"

// markOf reads the mark of a cell; nil if it has none.
func markOf(c *notebook.Cell) (*mark, error) {
	m, _ := c.Metadata[metadataKey].(map[string]any)
	if len(m) == 0 {
		return nil, nil
	}
	id, _ := m["grade_id"].(string)
	if id == "" {
		return nil, nil
	}
	flag := func(name string) bool { b, _ := m[name].(bool); return b }
	k := &mark{id: id, grade: flag("grade"), solution: flag("solution"), task: flag("task"), locked: flag("locked")}
	k.checksum, _ = m["checksum"].(string)
	switch {
	case k.solution:
		k.locked = false
	case k.grade:
		k.locked = true
	}
	if k.grade || k.task {
		points, err := strconv.ParseFloat(fmt.Sprint(m["points"]), 64)
		if err != nil || !(points >= 0) || points > 1e9 {
			return nil, fmt.Errorf("cell %q: its points are %v, want a number from 0", id, m["points"])
		}
		k.points = points
	}
	return k, nil
}

// GivesPoints reports whether nbgrader's metadata says that a cell gives points.
func GivesPoints(c *notebook.Cell) bool {
	k, err := markOf(c)
	return err != nil || k != nil && (k.grade || k.task)
}

// unmark takes nbgrader's metadata from a cell.
func unmark(c *notebook.Cell) { delete(c.Metadata, metadataKey) }

// setMark gives a cell the mark of another one.
func setMark(c, from *notebook.Cell) {
	m, _ := from.Metadata[metadataKey].(map[string]any)
	if c.Metadata == nil {
		c.Metadata = map[string]any{}
	}
	c.Metadata[metadataKey] = maps.Clone(m)
}

// sum is nbgrader's checksum of a cell.
func (k *mark) sum(c *notebook.Cell) string {
	var b strings.Builder
	b.WriteString(c.Source + c.Type + python(k.grade) + python(k.solution) + python(k.locked) + k.id)
	if k.grade {
		points := strconv.FormatFloat(k.points, 'f', -1, 64)
		if !strings.Contains(points, ".") {
			points += ".0"
		}
		b.WriteString(points)
	}
	sum := md5.Sum([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// python writes a bool as Python does.
func python(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// marked are the cells of a notebook that have a mark. Of cells with one id the last counts,
// as in nbgrader; the others lose their marks, which notes say.
func marked(nb *notebook.Notebook) (cells []*notebook.Cell, marks []*mark, notes []string, err error) {
	last := map[string]*notebook.Cell{}
	for _, c := range nb.Cells {
		k, err := markOf(c)
		if err != nil {
			return nil, nil, nil, err
		}
		if k == nil {
			continue
		}
		if before := last[k.id]; before != nil && (k.grade || k.solution || k.locked) {
			unmark(before)
			notes = append(notes, fmt.Sprintf("the cell %s is there more than once; the last one counts", k.id))
		}
		last[k.id] = c
	}
	for _, c := range nb.Cells {
		if k, _ := markOf(c); k != nil {
			cells, marks = append(cells, c), append(marks, k)
		}
	}
	return cells, marks, notes, nil
}
