package gpu

import (
	"strings"

	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/lib/face"
)

// A test takes the kernel that a student has written. A value such as kernel("transpose/padded") would pass for one: it has the
// solution's parameters. So a graded cell launches only those built-in programs that a graded cell has named.

// builtIn is the built-in program that a kernel is; nil for one that somebody has written.
func (k *Kernel) builtIn() *programs.Program {
	if k.program != nil {
		return k.program
	}
	source := strings.Fields(k.kernel.Module.Source)
	for _, p := range programs.All("") { // blanks at the end, say, make it no other text
		if text := strings.Fields(p.Source); strings.Join(text, " ") == strings.Join(source, " ") {
			return p
		}
	}
	return nil
}

// answers returns an error if a graded cell launches a built-in program that a student's cell has named.
func (k *Kernel) answers(c face.Call) error {
	if !c.Run().Graded() || k.graded {
		return nil
	}
	p := k.builtIn()
	if p == nil {
		return nil
	}
	return face.Errorf("AssertionError",
		"the kernel is the built-in program %[1]s, and the test takes only one that you have written: write it in a %%%%cuda cell (a test that needs the program itself calls kernel(%[1]q))",
		p.Name)
}
