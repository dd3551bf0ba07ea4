package gpumodel

import (
	"fmt"
	"strings"
)

// KernelOf is the kernel that an expression of C++ names: "k", "&k<float, 4>", "space::k". An instance of a template is made.
func (m *Module) KernelOf(expression string) (*Kernel, error) {
	name := strings.TrimLeft(expression, "& ")
	name, args, template := strings.Cut(name, "<")
	name = strings.TrimSpace(name)
	for _, k := range m.Kernels {
		if k.Template() != template || k.Name != name && !strings.HasSuffix(name, "::"+k.Name) {
			continue
		}
		if !template {
			return k, nil
		}
		args = strings.TrimSuffix(strings.TrimSpace(args), ">")
		return k.Instantiate(splitArguments(args)...)
	}
	return nil, fmt.Errorf("%s: no kernel is called %q", m.Name, expression)
}

// splitArguments parts a list at the commas that are in no brackets.
func splitArguments(list string) (args []string) {
	depth, from := 0, 0
	for i, c := range list {
		switch c {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				args, from = append(args, strings.TrimSpace(list[from:i])), i+1
			}
		}
	}
	return append(args, strings.TrimSpace(list[from:]))
}
