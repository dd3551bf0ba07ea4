package grading

import (
	"fmt"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// A region is what stands between a line with "BEGIN name" and one with "END name" in an
// assignment's source, whatever else these lines hold.
type region string

const (
	solutions   region = "SOLUTION"
	hiddenTests region = "HIDDEN TESTS"
)

// stub is what nbgrader puts in place of a cell's solution; that of code comes from our nbgrader_config.py.
func stub(c *notebook.Cell) string {
	if c.Type == notebook.Code {
		return "YOUR_CODE_HERE"
	}
	return "YOUR ANSWER HERE"
}

// cut puts lines in the place of each region, indented as its first line is. Where regions
// lie within one another or are left open, it says so and does what nbgrader would.
func (r region) cut(text string, lines ...string) (rest string, found bool, err error) {
	var kept []string
	inside := false
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(line, "BEGIN "+string(r)):
			if inside {
				err = fmt.Errorf("BEGIN %s within another", r)
			}
			inside, found = true, true
			indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			for _, l := range lines {
				kept = append(kept, indent+l)
			}
		case strings.Contains(line, "END "+string(r)):
			inside = false
		case !inside:
			kept = append(kept, line)
		}
	}
	if inside {
		err = fmt.Errorf("BEGIN %s without its end", r)
	}
	return strings.Join(kept, "\n"), found, err
}

// without is a text that has none of the regions.
func (r region) without(text string) string {
	rest, _, _ := r.cut(text)
	return rest
}

// holds reports whether a line of a text, counted from 1, lies in one of the regions.
func (r region) holds(text string, line int) bool {
	inside := false
	for i, s := range strings.Split(text, "\n") {
		switch {
		case strings.Contains(s, "BEGIN "+string(r)):
			inside = true
		case strings.Contains(s, "END "+string(r)):
			inside = false
		}
		if i+1 == line {
			return inside
		}
	}
	return false
}

// in reports whether a text has such a region.
func (r region) in(text string) bool { return strings.Contains(text, "BEGIN "+string(r)) }
