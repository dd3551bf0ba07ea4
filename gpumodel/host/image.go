package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
)

// An image is what a program takes for PTX or machine code: CUDA source, and how it is to be compiled. Its text says so in the first
// line, and goes wherever a program passes PTX: through memory, and through files.
type image struct {
	Name    string // of the source, for messages
	Source  string `json:"-"`
	Arch    int    // the architecture it was compiled for, 0 for any
	Virtual bool   // later ones take it, too
	Options []string
	Headers map[string]string // by the names that include them
	Names   []string          // expressions of nvrtcAddNameExpression
}

// imageMark begins an image.
const imageMark = "// CUDA source of a Warpbook program, in the place of PTX: cuModuleLoadData compiles it.\n// "

// ptxMark stands in a file of PTX before the image that it was made of.
const ptxMark = "\n// The source of this module, which Warpbook's cuModuleLoadData compiles in the place of PTX: "

func (im *image) String() string {
	how, err := json.Marshal(im)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return imageMark + string(how) + "\n" + im.Source
}

// remedy is what to do about other modules.
const remedy = "; give its source to nvrtcCompileProgram, or load a file that has its .cu beside it with cuModuleLoad"

// readImage reads an image from a source. The error says what the source is instead, and what to do.
func readImage(text string) (*image, error) {
	if _, whole, ok := strings.Cut(text, ptxMark); ok {
		var inner string
		if json.Unmarshal([]byte(whole), &inner) == nil {
			return readImage(inner)
		}
	}
	rest, ok := strings.CutPrefix(text, imageMark)
	how, source, whole := strings.Cut(rest, "\n")
	im := &image{Source: source}
	switch {
	case ok && whole && json.Unmarshal([]byte(how), im) == nil:
		return im, nil
	case strings.Contains(text, ".version"):
		return nil, errors.New("the module is PTX: a modelled GPU executes what is compiled from CUDA source" + remedy)
	}
	return nil, errors.New("the module is neither of nvrtcGetPTX nor of nvrtcGetCUBIN: machine code of nvcc cannot be executed here" + remedy)
}

// A compiledImage is the module of an image, with its kernels by the names that a loader knows.
type compiledImage struct {
	module  *gpumodel.Module
	kernels map[string]*gpumodel.Kernel
	lowered map[string]string // by expression
}

// A nameError is an expression that names nothing in a module.
type nameError struct{ error }

// compile reads the source. Its headers become part of the image, which then needs no files.
func (im *image) compile(x *process) (*compiledImage, error) {
	o, err := im.options()
	if err != nil {
		return nil, err
	}
	o.Include = x.headersOf(im)
	m, err := gpumodel.Compile(nameOf(im), im.Source, o.Options)
	if err != nil {
		return nil, err
	}
	made := &compiledImage{m, map[string]*gpumodel.Kernel{}, map[string]string{}}
	for _, expression := range im.Names {
		if name, ok := variableNamed(m, expression); ok {
			made.lowered[expression] = name
			continue
		}
		k, err := m.KernelOf(expression)
		if err != nil {
			return nil, nameError{err}
		}
		name := loweredName(k)
		made.lowered[expression], made.kernels[name] = name, k
	}
	return made, nil
}

// headersOf finds the headers of an image: those that it has, then files below the program's directory and where its own headers are.
func (x *process) headersOf(im *image) func(name, from string) (string, string, bool) {
	if im.Headers == nil {
		im.Headers = map[string]string{}
	}
	o, _ := im.options()
	return func(name, from string) (string, string, bool) {
		for _, dir := range append([]string{path.Dir(from), path.Dir(im.Name)}, o.include...) {
			file := path.Join(dir, name)
			if text, ok := im.Headers[file]; ok {
				return file, text, true
			}
			if text, ok := x.fileOf(file); ok {
				im.Headers[file] = text
				return file, text, true
			}
		}
		text, ok := im.Headers[name]
		return name, text, ok
	}
}

// loweredName is the name by which a loader knows a kernel. That of C++ is longer, since it has the types of the parameters; it begins
// in the same way.
func loweredName(k *gpumodel.Kernel) string {
	if k.Func().C {
		return k.Name
	}
	name, args, template := strings.Cut(k.Name, "<")
	lowered := fmt.Sprintf("_Z%d%s", len(name), strings.ReplaceAll(name, "::", "_"))
	if !template {
		return lowered + "v"
	}
	plain := func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}
	return lowered + "I" + strings.Map(plain, strings.TrimSuffix(args, ">")) + "Evv"
}

// variableNamed is the variable that an expression such as &space::v names.
func variableNamed(m *gpumodel.Module, expression string) (string, bool) {
	name := strings.TrimLeft(expression, "& ")
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	for _, v := range m.File().Globals {
		if v.Name == name && v.Storage != cuda.Shared {
			return name, true
		}
	}
	return "", false
}

// An ImageSource is what nvcc keeps of a source in a file that stands for PTX or machine code: what cuModuleLoad compiles.
type ImageSource struct {
	Name, Source string
	Virtual      bool     // for any later card
	Options      []string // as for NVRTC
	Headers      map[string]string
}

// Image is such a file. ptx is the PTX of its kernels, which then stands before it; "" for none.
func Image(s ImageSource, ptx string) string {
	text := (&image{Name: s.Name, Source: s.Source, Virtual: s.Virtual, Options: s.Options, Headers: s.Headers}).String()
	if ptx == "" {
		return text
	}
	whole, err := json.Marshal(text)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return ptx + ptxMark + string(whole) + "\n"
}

// ReadImage reads a file that [Image] has made, or what NVRTC made of a source.
func ReadImage(text string) (s ImageSource, ok bool) {
	im, err := readImage(text)
	if err != nil {
		return s, false
	}
	return ImageSource{im.Name, im.Source, im.Virtual, im.Options, im.Headers}, true
}
