package face_test

import (
	"context"
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
)

// A tally is the state of a session: what it has counted.
type tally struct{ n int }

var registry face.Registry[*tally]

var _ = registry.Declare(face.Row[*tally]{
	Name: "add", StateFunc: (*tally).add,
	Doc: "add(n)\nAdds a number to the count.\n\nn (int): the number, from 0\n\nReturns the count.\n\n    add(2)",
})

func (t *tally) add(c face.Call) (starlark.Value, error) {
	n := 0
	if err := c.Unpack("n", &n); err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, face.ValueErrorf("add: n is %d, want a number from 0", n)
	}
	t.n += n
	return count(t.n), nil
}

// A count is a value with a field and a method.
type count int

func (c count) String() string                           { return fmt.Sprintf("<count %d>", int(c)) }
func (count) Type() string                               { return "count" }
func (count) Freeze()                                    {}
func (count) Truth() starlark.Bool                       { return true }
func (c count) Hash() (uint32, error)                    { return face.Unhashable(c) }
func (c count) Attr(name string) (starlark.Value, error) { return registry.Attr(c, name) }
func (c count) AttrNames() []string                      { return registry.AttrNames(c) }

var _ = face.DeclareFields(&registry, face.Fields[count]{
	"n": face.Integer(func(c count) int { return int(c) }),
})

var _ = registry.Declare(face.Row[*tally]{
	Name: "count.times", Attr: face.Method(count.times),
	Doc: "times(x)\nMultiplies the count.\n\nx (int): the factor\n\nReturns the product.\n\n    add(0).times(3)",
})

func (c count) times(call face.Call) (starlark.Value, error) {
	var x starlark.Value
	if err := call.Unpack("x", &x); err != nil {
		return nil, err
	}
	n, err := starlark.AsInt32(x)
	if err != nil {
		return nil, face.TypeErrorf("times: want a whole number, got %s", face.Describe(x))
	}
	return c * count(n), nil
}

// A package declares its names, and installs them in each session with a state of its own.
func Example() {
	s := cell.New()
	registry.Install(s, new(tally))
	for _, code := range []string{"add(2)", "add(3).n", "add(0).times(3)", "dir(add(0))", "add(-1)", `add(0).times("two")`, "add(0).tims"} {
		out := new(shown)
		if o := s.Execute(context.Background(), kernel.Cell{Code: code}, out); o.Error != nil {
			fmt.Printf("%s: %s\n", o.Error.Name, o.Error.Value)
		}
	}
	// Output:
	// <count 2>
	// 5
	// <count 15>
	// ["n", "times"]
	// ValueError: add: n is -1, want a number from 0
	// TypeError: times: want a whole number, got string "two"
	// AttributeError: count has no .tims field or method (did you mean .times?)
}

// shown prints the result of a cell.
type shown struct{}

func (shown) Stream(string, string)  {}
func (shown) Display(kernel.Bundle)  {}
func (shown) Update(kernel.Bundle)   {}
func (shown) Result(b kernel.Bundle) { fmt.Println(b.Data["text/plain"]) }
func (shown) Clear(bool)             {}
