package grading

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	notebook "warpbook.dev/notebooks"
)

// determine is nbgrader's determine_grade: what a graded cell is worth after it has run. ok is
// false where a person has to say. unanswered are the checksums of the cell as it was handed out.
//
// The first output decides that is an error, something on stderr, or a result: the first two are
// worth nothing, a number is worth itself, every other result is worth all points. A cell without
// any of these is worth all points, too.
func determine(c *notebook.Cell, k *mark, unanswered ...string) (points float64, ok bool, err error) {
	if k.solution {
		sum := k.sum(c)
		for _, other := range unanswered {
			if other == sum {
				return 0, true, nil
			}
		}
		return 0, false, nil
	}
	if c.Type != notebook.Code {
		return 0, false, nil
	}
	for _, o := range c.Outputs {
		switch {
		case o.Type == notebook.ErrorOutput, o.Type == notebook.Stream && o.Name == "stderr":
			return 0, true, nil
		case o.Type == notebook.ExecuteResult:
			points, err := partial(o, k)
			return points, true, err
		}
	}
	return k.points, true, nil
}

// partial is what a result is worth.
func partial(o *notebook.Output, k *mark) (float64, error) {
	text, ok := o.Data["text/plain"].(string)
	if !ok || text == "" {
		return 0, fmt.Errorf("the result of cell %s has no text: nbgrader cannot tell what it is worth", k.id)
	}
	x, ok := pythonFloat(text)
	switch {
	case !ok, math.IsNaN(x), x < 0:
		return k.points, nil
	case x > k.points:
		return 0, fmt.Errorf("the result of cell %s is %s, more than its %v points", k.id, text, k.points)
	}
	return x, nil
}

var (
	pythonNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[+-]?((\d+(_\d+)*)?\.?(\d+(_\d+)*)?([eE][+-]?\d+(_\d+)*)?|(?i:inf|infinity|nan))$`)
	})
	anyDigit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[+-]?\.?\d|[a-zA-Z]`) })
)

// pythonFloat is what Python's float makes of a text.
func pythonFloat(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	if !pythonNumber().MatchString(text) || !anyDigit().MatchString(text) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return x, err == nil || math.IsInf(x, 0)
}
