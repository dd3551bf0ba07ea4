package face

import (
	"math"
	"strings"

	"go.starlark.net/starlark"
)

// A Listing is a text that a cell shows as it is.
type Listing string

func (l Listing) String() string        { return strings.TrimRight(string(l), "\n") }
func (Listing) Type() string            { return "listing" }
func (Listing) Freeze()                 {}
func (l Listing) Truth() starlark.Bool  { return l != "" }
func (l Listing) Hash() (uint32, error) { return starlark.String(l).Hash() }

// Whole is a number, as an int where it is whole.
func Whole(x float64) starlark.Value {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return starlark.MakeInt64(int64(x))
	}
	return starlark.Float(x)
}
