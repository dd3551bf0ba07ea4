// Package assignments makes of an assignment what students get, as `nbgrader generate_assignment`
// does with this folder's nbgrader_config.py: solutions are replaced by a stub, hidden tests left
// out, outputs cleared, and cells locked.
//
// source/ holds the assignments with their solutions, release/ what is made of them:
//
//	go test ./notebooks/assignments -update
package assignments

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// What takes the place of a solution. The first one is an error in both kinds of cell.
const (
	codeStub = "YOUR_CODE_HERE"
	textStub = "YOUR ANSWER HERE"
)

// A mark is nbgrader's part of a cell's metadata.
type mark map[string]any

func markOf(c *notebook.Cell) mark {
	m, _ := c.Metadata["nbgrader"].(map[string]any)
	return m
}

func (m mark) is(role string) bool {
	v, _ := m[role].(bool)
	return v
}

// Release turns an assignment's source into what students get.
func Release(nb *notebook.Notebook) error {
	for _, c := range nb.Cells {
		if err := release(c); err != nil {
			return fmt.Errorf("cell %s: %w", c.ID, err)
		}
	}
	return nil
}

func release(c *notebook.Cell) error {
	m := markOf(c)
	c.Outputs, c.Count = nil, 0
	lock(c, m)
	stub := textStub
	if c.Type == notebook.Code {
		stub = codeStub
	}
	text, solved, err := replace(c.Source, "SOLUTION", stub)
	switch {
	case err != nil:
		return err
	case solved && !m.is("solution"):
		return fmt.Errorf("a solution in a cell that is not marked as one")
	case m.is("solution") && !solved:
		text = stub
	}
	text, hidden, err := replace(text, "HIDDEN TESTS")
	if err != nil {
		return err
	}
	if hidden && !m.is("grade") {
		return fmt.Errorf("hidden tests in a cell that is not graded")
	}
	c.Source = text
	if m.is("grade") || m.is("solution") || m.is("locked") {
		m["cell_type"], m["checksum"] = c.Type, checksum(c, m)
	}
	return nil
}

// lock says in the words of JupyterLab what students may do with a cell.
func lock(c *notebook.Cell, m mark) {
	switch {
	case m.is("solution"):
		c.Metadata["deletable"] = false
	case m.is("grade"), m.is("locked"):
		c.Metadata["deletable"], c.Metadata["editable"] = false, false
	}
}

// replace puts lines in place of each region from "BEGIN name" to "END name", indented as it was.
func replace(text, name string, lines ...string) (replaced string, found bool, err error) {
	var kept []string
	inside := false
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(line, "BEGIN "+name):
			if inside {
				return "", false, fmt.Errorf("BEGIN %s within another", name)
			}
			inside, found = true, true
			indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			for _, l := range lines {
				kept = append(kept, indent+l)
			}
		case strings.Contains(line, "END "+name):
			inside = false
		case !inside:
			kept = append(kept, line)
		}
	}
	if inside {
		return "", false, fmt.Errorf("BEGIN %s without its end", name)
	}
	return strings.Join(kept, "\n"), found, nil
}

// checksum is how nbgrader tells whether a cell was changed: of the text and of the roles.
func checksum(c *notebook.Cell, m mark) string {
	truth := map[bool]string{true: "True", false: "False"}
	id, _ := m["grade_id"].(string)
	text := c.Source + c.Type + truth[m.is("grade")] + truth[m.is("solution")] + truth[m.is("locked")] + id
	if m.is("grade") {
		points := fmt.Sprint(m["points"])
		if _, err := strconv.Atoi(points); err == nil {
			points += ".0" // as Python writes a float
		}
		text += points
	}
	sum := md5.Sum([]byte(text))
	return hex.EncodeToString(sum[:])
}
