package grading

import (
	"fmt"

	notebook "warpbook.dev/notebooks"
)

// Release turns an assignment's source into what students get, as `nbgrader generate_assignment`
// does with our nbgrader_config.py: solutions are replaced by a stub, hidden tests left out,
// outputs cleared, and cells locked. The error names the cell whose marks do not agree.
func Release(nb *notebook.Notebook) error {
	for _, c := range nb.Cells {
		if err := release(c); err != nil {
			return fmt.Errorf("cell %s: %w", c.ID, err)
		}
	}
	return nil
}

func release(c *notebook.Cell) error {
	c.Outputs, c.Count = nil, 0
	k, err := markOf(c)
	if err != nil {
		return err
	}
	if k == nil {
		k = &mark{}
	}
	text, solved, err := solutions.cut(c.Source, stub(c))
	switch {
	case err != nil:
		return err
	case solved && !k.solution:
		return fmt.Errorf("a solution in a cell that is not marked as one")
	case k.solution && !solved:
		text = stub(c)
	}
	text, hidden, err := hiddenTests.cut(text)
	switch {
	case err != nil:
		return err
	case hidden && !k.grade:
		return fmt.Errorf("hidden tests in a cell that is not graded")
	}
	c.Source = text
	if k.locked || k.solution { // in JupyterLab's words what students may do with it
		c.Metadata["deletable"] = false
	}
	if k.locked {
		c.Metadata["editable"] = false
	}
	if k.locked || k.solution || k.grade {
		m := c.Metadata[metadataKey].(map[string]any)
		m["cell_type"], m["checksum"] = c.Type, k.sum(c)
	}
	return nil
}
