package sweep

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/programs"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/jobs"
)

// A subject is what is tuned: something that makes a kernel of settings.
type subject struct {
	gpu     *gpu.Library
	kernel  *gpu.Kernel // without settings; nil for a text that needs some to be compiled
	name    string      // of the kernel in the text; empty for its only one
	module  string
	source  string
	options gpumodel.Options
	made    map[string]*gpu.Kernel // by the settings that the compiler sees
}

// newSubject reads a built-in program, a kernel, a module or a text.
func (l *library) newSubject(v starlark.Value, name string) (*subject, error) {
	s := &subject{gpu: l.gpu, name: name, module: "cuda", made: map[string]*gpu.Kernel{}}
	text, isText := starlark.AsString(v)
	module, isModule := v.(*gpu.Module)
	var err error
	switch {
	case isText && strings.Contains(text, "__global__"):
		s.source = text
		module, err = l.gpu.Compile(s.module, text, s.options)
		if wrong := (*cudacell.CompileError)(nil); errors.As(err, &wrong) {
			return s, nil // a macro may be missing that the space has
		}
		if err == nil {
			s.kernel, err = s.pick(module.Kernels())
		}
	case isModule:
		s.source = module.Compiled().Source
		s.kernel, err = s.pick(module.Kernels())
	default:
		s.kernel, err = l.gpu.KernelOf(v)
	}
	if err != nil {
		return nil, err
	}
	m := s.kernel.Compiled().Module
	s.name, s.module, s.source, s.options = s.kernel.Compiled().Name, m.Name, m.Source, m.Options()
	return s, nil
}

// program is the built-in program that is tuned, or nil.
func (s *subject) program() *programs.Program {
	if s.kernel == nil {
		return nil
	}
	return s.kernel.Program()
}

// what is the subject in a message.
func (s *subject) what() string {
	if s.name == "" {
		return "the text"
	}
	return s.name
}

// pick is the kernel of the subject's name, or the only one.
func (s *subject) pick(kernels []*gpu.Kernel) (*gpu.Kernel, error) {
	var names []string
	for _, k := range kernels {
		if k.Compiled().Name == s.name || s.name == "" && len(kernels) == 1 {
			s.name = k.Compiled().Name
			return k, nil
		}
		names = append(names, k.Compiled().Name)
	}
	return nil, face.ValueErrorf("tune: the text has the kernels %s: choose one with name=", strings.Join(names, ", "))
}

// compilerSettings are the keys of a space that are options of the compiler.
var compilerSettings = map[string]func(o *gpumodel.Options, v starlark.Value) bool{
	"maxrregcount": func(o *gpumodel.Options, v starlark.Value) bool {
		if v == starlark.None {
			o.MaxRegisters = 0
			return true
		}
		return starlark.AsInt(v, &o.MaxRegisters) == nil && o.MaxRegisters >= 0
	},
	"dlcm": func(o *gpumodel.Options, v starlark.Value) bool {
		o.LoadCaching, _ = starlark.AsString(v)
		return o.LoadCaching == "ca" || o.LoadCaching == "cg"
	},
	"use_fast_math": truth(func(o *gpumodel.Options, yes bool) { o.FastMath = yes }),
	"ftz":           truth(func(o *gpumodel.Options, yes bool) { o.Flush = yes }),
	"prec_div":      truth(func(o *gpumodel.Options, yes bool) { o.FastDivision = !yes }),
	"prec_sqrt":     truth(func(o *gpumodel.Options, yes bool) { o.FastSqrt = !yes }),
	"fmad":          truth(func(o *gpumodel.Options, yes bool) { o.NoContraction = !yes }),
}

// truth is a setting that is True or False.
func truth(set func(o *gpumodel.Options, yes bool)) func(o *gpumodel.Options, v starlark.Value) bool {
	return func(o *gpumodel.Options, v starlark.Value) bool {
		yes, ok := v.(starlark.Bool)
		set(o, bool(yes))
		return ok
	}
}

// identifiers matches what can be a macro in a user's text.
var identifiers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]*\b`) })

// allows refuses a key of the space that would change nothing.
func (s *subject) allows(key string) error {
	_, option := compilerSettings[key]
	p := s.program()
	switch {
	case key == "block" || key == "shared" || slices.Contains(s.templateParams(), key):
		return nil
	case option && p != nil:
		return face.ValueErrorf("tune: %s is for other kernels than built-in programs: tune(kernel(%q).source, …)", key, p.Name)
	case option:
		return nil
	case figure.IsSweepColumn(key):
		return face.ValueErrorf("tune: %q is a column of the result and cannot be a key of the space", key)
	case p != nil:
		return gpu.UsesDefines(p, map[string]string{key: ""})
	case !slices.Contains(identifiers().FindAllString(s.source, -1), key):
		return face.ValueErrorf("tune: %s has no macro %q (near: %s)", s.what(), key,
			strings.Join(face.Nearest(key, gpu.MacroWords(s.source)), ", "))
	}
	return nil
}

func (s *subject) templateParams() []string {
	if s.kernel == nil {
		return nil
	}
	return s.kernel.Compiled().TemplateParams()
}

// compiled is the kernel with settings. A text that is wrong only with them is a refusal.
func (s *subject) compiled(settings []setting) (*gpu.Kernel, error) {
	o := s.options
	o.Defines = map[string]string{}
	for name, value := range s.options.Defines {
		o.Defines[name] = value
	}
	args := map[string]string{} // of a template
	seen := ""                  // by the compiler
	for _, one := range settings {
		set, option := compilerSettings[one.name]
		switch {
		case one.name == "block" || one.name == "shared":
			continue
		case slices.Contains(s.templateParams(), one.name):
			args[one.name] = gpu.TemplateArgument(one.value)
		case !option:
			text, err := gpu.Macro(one.name, one.value)
			if err != nil {
				return nil, err
			}
			o.Defines[one.name] = text
		case !set(&o, one.value):
			return nil, face.ValueErrorf("tune: %s is %s, which cuda(…, %s=) does not take", one.name, face.Describe(one.value), one.name)
		}
		seen += fmt.Sprintf("%s=%s\n", one.name, one.value)
	}
	if seen == "" && s.kernel != nil && !s.kernel.Compiled().Template() {
		return s.kernel, nil
	}
	if s.made[seen] == nil {
		k, err := s.compile(o, args)
		if err != nil {
			return nil, err
		}
		s.made[seen] = k
	}
	return s.made[seen], nil
}

func (s *subject) compile(o gpumodel.Options, args map[string]string) (*gpu.Kernel, error) {
	m, err := s.gpu.Compile(s.module, s.source, o)
	if wrong := (*cudacell.CompileError)(nil); errors.As(err, &wrong) {
		return nil, jobs.Refuse(err)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range m.Compiled().Notes {
		if n.Overridden != "" {
			return nil, face.ValueErrorf("tune: line %d: %s", n.Pos.Line, n.Msg)
		}
	}
	k, err := s.pick(m.Kernels())
	if err != nil || !k.Compiled().Template() {
		return k, err
	}
	var list []string
	for _, name := range k.Compiled().TemplateParams() {
		arg, given := args[name]
		if !given {
			return nil, face.TypeErrorf("tune: %s is a template: its parameter %s is missing in the space", k.Compiled().Name, name)
		}
		list = append(list, arg)
	}
	made, err := k.Instantiate(list)
	if err != nil {
		return nil, jobs.Refuse(err)
	}
	return made, nil
}
