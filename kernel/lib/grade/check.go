package grade

import (
	"fmt"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
)

var _ = registry.Declare(row{
	Name: "check", Page: "checking.md", Func: check,
	Doc: `check(condition, message="")
Raises an AssertionError if a condition is false.

condition (bool): the condition. Compare arrays with allclose(a, b).
message (string, ""): the text of the error; the default shows the value of the condition

    check(allclose(out, transpose(a)), "out is not the transpose of a")`,
})

func check(c face.Call) (starlark.Value, error) {
	var condition starlark.Value
	message := ""
	if err := c.Unpack("condition", &condition, "message?", &message); err != nil {
		return nil, err
	}
	if _, isArray := condition.(*array.Array); isArray {
		return nil, face.TypeErrorf("check: the condition is an array; write allclose(a, b)")
	}
	if fn, isFunction := condition.(starlark.Callable); isFunction {
		return nil, face.TypeErrorf("check: the condition is %s itself, which is always true; want what a call of it returns", fn.Name())
	}
	if condition.Truth() {
		return starlark.None, nil
	}
	if message == "" {
		message = fmt.Sprintf("check failed: the condition is %s", face.Describe(condition))
	}
	return nil, face.Errorf("AssertionError", "%s", message)
}
