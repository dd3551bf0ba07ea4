package programs

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"warpbook.dev/gpumodel"
)

// compiledPrograms remembers the kernels of the built-in programs by name and
// options: a sweep compiles each of them once.
var compiledPrograms sync.Map // string → *Kernel

func (p *Program) compiled(o gpumodel.Options, defines map[string]string) (*gpumodel.Kernel, error) {
	var parts []string
	for name, value := range defines {
		parts = append(parts, fmt.Sprintf("%s=%s", name, value))
	}
	slices.Sort(parts)
	o.Defines = nil
	key := fmt.Sprintf("%s %v %s", p.Name, o, strings.Join(parts, " "))
	if k, ok := compiledPrograms.Load(key); ok {
		return k.(*gpumodel.Kernel), nil
	}
	o.Defines = defines
	k, err := p.Kernel(o)
	if err != nil {
		return nil, err
	}
	compiledPrograms.Store(key, k)
	return k, nil
}
