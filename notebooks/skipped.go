package notebook

import "strings"

// A Skip is what the notebook kernel tells of a cell that it has not run.
type Skip struct {
	Number   int    // of the code cell, from 1; set by who runs the notebook
	Language string // that the cell needs: "Python"
	Needs    []string
	Cell     *Cell
}

// String is what the cell needs: "Python: matplotlib, numpy".
func (s Skip) String() string { return s.Language + ": " + strings.Join(s.Needs, ", ") }

// Skipped reports whether the cell was skipped when it ran last. The kernel says so in the metadata of a display, under "warpbook".
func (c *Cell) Skipped() (Skip, bool) {
	for _, o := range c.Outputs {
		ours, _ := o.Metadata["warpbook"].(map[string]any)
		mark, ok := ours["skipped"].(map[string]any)
		if !ok {
			continue
		}
		s := Skip{Cell: c}
		s.Language, _ = mark["language"].(string)
		needs, _ := mark["needs"].([]any)
		for _, need := range needs {
			if text, ok := need.(string); ok {
				s.Needs = append(s.Needs, text)
			}
		}
		return s, true
	}
	return Skip{}, false
}
