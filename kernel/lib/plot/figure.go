package plot

import (
	"errors"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/plotting"
)

// A Figure is a picture as a value of the cell language.
type Figure struct{ figure Picture }

// A Picture is what package plotting draws: a figure, or panels of figures.
type Picture interface {
	Check() error
	Text() string
	MIMEBundle() (data, metadata map[string]any)
}

var (
	_ Picture = (*plotting.Figure)(nil)
	_ Picture = plotting.Panels(nil)
)

// NewFigure returns a picture as a value. The error says what of it cannot have
// been meant.
func NewFigure(f Picture) (*Figure, error) {
	if err := f.Check(); err != nil {
		return nil, valueErrorf("%s", strings.TrimPrefix(err.Error(), "plotting: "))
	}
	return &Figure{f}, nil
}

// String is the figure as a chart in characters.
func (f *Figure) String() string      { return f.figure.Text() }
func (*Figure) Type() string          { return "figure" }
func (*Figure) Freeze()               {}
func (*Figure) Truth() starlark.Bool  { return true }
func (*Figure) Hash() (uint32, error) { return 0, errors.New("unhashable type: figure") }

// Unchanging lets an interrupted cell not wait for the drawing.
func (*Figure) Unchanging() {}

// MIMEBundle is how a front end shows the figure.
func (f *Figure) MIMEBundle() (data, metadata map[string]any) { return f.figure.MIMEBundle() }
