package gpu

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/face"
)

// guard watches the arrays that a launch of a graded cell must not change: if a kernel changes its input, a test that computes the
// reference afterwards would accept any result. Call the returned function after the launch; its error costs the points.
func guard(c face.Call, d *device.Device, l gpumodel.Launch) func() error {
	if !c.Run().Graded() {
		return func() error { return nil }
	}
	watched := observe.WatchReadOnly(l)
	return func() error {
		w := watched.Changed(c.Ctx(), d)
		if w == nil {
			return nil
		}
		what, source := fmt.Sprintf("%s has changed its input %s", l.Kernel.Name, w.Param), ""
		if w.Line > 0 {
			name, line, text := l.Kernel.Module.File().Place(w.Line)
			source = strings.TrimSpace(text)
			what += fmt.Sprintf(", in line %d of %s: %s", line, name, source)
		}
		c.Run().Tested(map[string]any{"faults": []any{map[string]any{"kind": checker.ConstWrite, "what": what, "source": source}}})
		return face.Errorf("AssertionError", "%s\nA kernel must not write through a pointer to const: the test takes its input for unchanged", what)
	}
}
