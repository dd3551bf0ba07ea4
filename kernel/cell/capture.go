package cell

import (
	"fmt"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// A capture collects the output of a cell: first as the cell's kernel.Output,
// then as the value that %%capture leaves.
type capture struct {
	mu             sync.Mutex
	stdout, stderr strings.Builder
	bundles        []kernel.Bundle
	finished       starlark.Value // set by done: outputs as a list
}

func (c *capture) Stream(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if name == "stderr" {
		c.stderr.WriteString(text)
	} else {
		c.stdout.WriteString(text)
	}
}

func (c *capture) Display(b kernel.Bundle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bundles = append(c.bundles, b)
}

func (c *capture) Result(b kernel.Bundle) { c.Display(b) }

func (c *capture) Update(b kernel.Bundle) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.bundles {
		if c.bundles[i].ID == b.ID && b.ID != "" {
			c.bundles[i] = b
		}
	}
}

func (c *capture) Clear(bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stdout.Reset()
	c.stderr.Reset()
	c.bundles = nil
}

func (c *capture) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]starlark.Value, len(c.bundles))
	for i, b := range c.bundles {
		list[i] = captured{b}
	}
	c.finished = starlark.NewList(list)
}

func (c *capture) String() string {
	return fmt.Sprintf("<captured: %d characters, %d outputs>", c.stdout.Len(), len(c.bundles))
}
func (c *capture) Type() string          { return "captured" }
func (c *capture) Freeze()               {}
func (c *capture) Truth() starlark.Bool  { return true }
func (c *capture) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: captured") }
func (c *capture) AttrNames() []string   { return []string{"outputs", "show", "stderr", "stdout"} }

func (c *capture) Attr(name string) (starlark.Value, error) {
	switch name {
	case "stdout":
		return starlark.String(c.stdout.String()), nil
	case "stderr":
		return starlark.String(c.stderr.String()), nil
	case "outputs":
		return c.finished, nil
	case "show":
		return builtin("show", c.show), nil
	}
	return nil, nil
}

// show writes everything again.
func (c *capture) show(run *Run, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackArgs(b.Name(), args, kwargs); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"stdout": c.stdout.String(), "stderr": c.stderr.String()} {
		if text != "" {
			run.out.Stream(name, text)
		}
	}
	for _, bundle := range c.bundles {
		run.Display(bundle)
	}
	return starlark.None, nil
}

// captured is one output as a value; it shows as it did.
type captured struct{ bundle kernel.Bundle }

func (c captured) MIMEBundle() (data, metadata map[string]any) {
	return c.bundle.Data, c.bundle.Metadata
}
func (c captured) String() string {
	text, _ := c.bundle.Data["text/plain"].(string)
	return text
}
func (c captured) Type() string          { return "output" }
func (c captured) Freeze()               {}
func (c captured) Truth() starlark.Bool  { return true }
func (c captured) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable type: output") }
