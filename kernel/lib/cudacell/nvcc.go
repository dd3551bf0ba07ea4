package cudacell

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
)

// An NVCC is what a command line of nvcc asks for. Options that say something about the program are heeded; others mean
// nothing here.
type NVCC struct {
	Options gpumodel.Options
	Sources []string // .cu, .cpp and what else has sources, and objects
	Output  string   // -o; "a.out" if there is none
	Named   bool     // there is -o
	Include []string // -I
	Object  bool     // -c: sources are compiled, and not linked
	Run     bool     // -run
	// Language is that of -x: "cu", "c++" or "c"; "" where the names of files decide.
	Language   string
	Preprocess bool         // -E
	DeviceLink bool         // -dlink
	Archive    bool         // -lib
	Dependents Dependencies // -M and what begins with it
	Dry        bool         // -dryrun: nothing is compiled
	Verbose    bool         // -v
	Folder     string       // -odir
	// Libraries are the names of -l, and LibraryDirs of -L, where archives are looked for.
	Libraries, LibraryDirs []string
	// Forward is -forward-unknown-to-host-compiler, and a host compiler: options that are not known mean nothing here.
	Forward bool
	// Emit is "ptx", "cubin" or "fatbin" where such a file is asked for in place of a program.
	Emit string
	// Resources is -Xptxas -v and --resource-usage: registers and memory of each kernel are told.
	Resources bool
	Version   bool  // --version
	Archs     []int // of -arch and -gencode that are code for cards of one kind: 75 for sm_75
	Shared    bool  // -shared
	ptx       []int // those of which any later card makes its own code
}

// Dependencies are what -M and its relatives ask for: a rule of make with the headers of a source.
type Dependencies struct {
	Only    bool     // -M, -MM: in the place of an object
	Also    bool     // -MD, -MMD: beside it
	File    string   // -MF
	Targets []string // -MT
	Phony   bool     // -MP: a rule without prerequisites for each header
}

// dependency reads an option that begins with -M.
func (n *NVCC) dependency(name string, value func() string) bool {
	d := &n.Dependents
	switch name {
	case "-M", "-MM", "--generate-dependencies", "--generate-nonsystem-dependencies":
		d.Only = true
	case "-MD", "-MMD", "--generate-dependencies-with-compile", "--generate-nonsystem-dependencies-with-compile":
		d.Also = true
	case "-MF", "--dependency-output":
		d.File = value()
	case "-MT", "-MQ", "--dependency-target-name":
		d.Targets = append(d.Targets, value())
	case "-MP", "--generate-dependency-targets":
		d.Phony = true
	default:
		return false
	}
	return true
}

// hostOptions begin options of host compilers that mean nothing here.
var hostOptions = []string{"-f", "-m", "-pedantic", "-ansi", "-W", "-no-pie", "-rdynamic", "-nostd", "-print", "-idirafter", "-undef"}

// sourceNames end the names of files that hold CUDA C++ or C++.
var sourceNames = []string{".cu", ".cpp", ".cc", ".cxx", ".c"}

// IsSource tells whether a name is that of a source file.
func IsSource(name string) bool {
	return slices.Contains(sourceNames, strings.ToLower(path.Ext(name)))
}

// IsSource tells whether a file on the command line is a source; other files are objects.
func (n *NVCC) IsSource(name string) bool {
	return IsSource(name) || slices.Contains([]string{".cuh", ".h"}, path.Ext(name)) || n.Language != "" && !linked[path.Ext(name)]
}

// linked end the names of files that are linked, whatever -x says.
var linked = words(".o .obj .a .so .fatbin .cubin")

// toolkitLibraries are those of the toolkit that -l names: what of them is there needs no option.
var toolkitLibraries = words(`cudart cudart_static cudadevrt cublas cublas_static cublasLt cublasLt_static curand curand_static cufft cufft_static
	cusparse cusparse_static cusolver cusolver_static nvrtc nvrtc_static nvrtc-builtins cuda nvidia-ml nvToolsExt nvtx3 culibos`)

// systemLibraries are those of the system, of which the same is true.
var systemLibraries = words("m pthread gomp stdc++ stdc++fs rt dl c util gcc gcc_s")

// ToolkitLibraries are the names of the toolkit's libraries behind -l.
func ToolkitLibraries() []string { return slices.Sorted(maps.Keys(toolkitLibraries)) }

// LibraryFile is the name behind -l that a file of a library stands for: rt for /usr/lib/librt.so.1. CMake names libraries by their files.
// builtIn says that it needs no file here.
func LibraryFile(file string) (name string, builtIn, ok bool) {
	name, ok = strings.CutPrefix(path.Base(file), "lib")
	name, ext, dot := strings.Cut(name, ".")
	if ext, _, _ = strings.Cut(ext, "."); !ok || !dot || !slices.Contains([]string{"so", "a", "dylib", "tbd"}, ext) {
		return "", false, false
	}
	return name, toolkitLibraries[name] || systemLibraries[name], true
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// nvccValues are options whose value is the next word, and which mean nothing here: a debugger, a linker, other machines.
var nvccValues = words(`-Xcompiler --compiler-options -Xlinker --linker-options -Xnvlink -ccbin --compiler-bindir --keep-dir -keep-dir
	-maxrregcount-file -target-dir -dlink-time-opt -t --threads -nvlink-options -diag-suppress --diag-suppress
	-Xfatbin -Xarchive -split-compile -ftemplate-depth -std --std -rdc --relocatable-device-code -cudart --cudart -m --machine`)

// nvccNumbers are options whose value may be the next word, if it is a number.
var nvccNumbers = words("-O --optimize")

// nvccPlain begin options without a value that change nothing that a program can see here.
var nvccPlain = []string{"-O", "--optimize", "-g", "-G", "--debug", "--device-debug", "-lineinfo", "--generate-line-info", "-std",
	"--std", "-W", "-w", "-m64", "--machine", "-rdc", "--relocatable-device-code", "-dc",
	"--extended-lambda", "-extended-lambda", "--expt-extended-lambda", "-expt-extended-lambda", "--expt-relaxed-constexpr", "-expt-relaxed-constexpr", "-fopenmp", "-Xcompiler", "--compiler-options", "-Xlinker", "-keep", "--keep", "-f",
	"-pthread", "-cudart", "--cudart", "-allow-unsupported-compiler", "--allow-unsupported-compiler", "-ccbin", "-diag", "--diag", "-t=", "--threads", "-restrict", "--restrict", "-time", "-src-in-ptx", "-split-compile", "-use-local-env", "-s", "-pg", "-march", "-mtune", "-pipe", "-shared-libgcc", "-static"}

// ParseNVCC reads the words behind nvcc. The error says which word is not understood.
func ParseNVCC(list []string) (*NVCC, error) {
	return parseNVCC(&NVCC{}, list)
}

// ParseHost reads the words behind g++ and its like: those of nvcc, and options of a host compiler, of which most mean nothing here.
func ParseHost(list []string) (*NVCC, error) { return parseNVCC(&NVCC{Forward: true}, list) }

func parseNVCC(n *NVCC, list []string) (*NVCC, error) {
	n.Output, n.Options = "a.out", gpumodel.Options{Defines: map[string]string{}}
	n.Forward = n.Forward || slices.ContainsFunc(list, forwards)
	for len(list) > 0 {
		word := list[0]
		rest, err := n.option(word, list[1:])
		if err != nil {
			return nil, err
		}
		list = rest
	}
	return n, nil
}

// forwards reports whether a word is -forward-unknown-to-host-compiler.
func forwards(word string) bool {
	return strings.HasPrefix(strings.TrimLeft(word, "-"), "forward-unknown-to-host")
}

// option reads one word, and what belongs to it.
func (n *NVCC) option(word string, rest []string) ([]string, error) {
	value := func() string {
		if _, v, joined := strings.Cut(word, "="); joined {
			return v
		}
		if len(rest) == 0 {
			return ""
		}
		v := rest[0]
		rest = rest[1:]
		return v
	}
	name, _, _ := strings.Cut(word, "=")
	switch {
	case !strings.HasPrefix(word, "-"):
		n.Sources = append(n.Sources, word)
		return rest, nil
	case name == "-o" || name == "--output-file":
		if n.Output, n.Named = value(), true; n.Output == "" {
			return nil, nvccError("-o wants the name of a file")
		}
	case n.dependency(name, value):
	case name == "-x" || name == "--x" || name == "--language":
		return rest, n.language(value())
	case name == "-odir" || name == "--output-directory":
		n.Folder = value()
	case word == "-dlink" || word == "--device-link":
		n.DeviceLink = true
	case word == "-lib" || word == "--lib":
		n.Archive = true
	case word == "-E" || word == "--preprocess":
		n.Preprocess = true
	case word == "-dryrun" || word == "--dryrun" || word == "-###":
		n.Dry = true
	case word == "-v" || word == "--verbose":
		n.Verbose = true
	case name == "-L" || name == "--library-path":
		n.LibraryDirs = append(n.LibraryDirs, value())
	case strings.HasPrefix(word, "-L"):
		n.LibraryDirs = append(n.LibraryDirs, word[2:])
	case forwards(word):
	case name == "-isystem" || name == "--system-include":
		n.Include = append(n.Include, value())
	case strings.HasPrefix(word, "-isystem"):
		n.Include = append(n.Include, word[len("-isystem"):])
	case name == "-I" || name == "--include-path":
		n.Include = append(n.Include, value())
	case strings.HasPrefix(word, "-I"):
		n.Include = append(n.Include, word[2:])
	case name == "-c" || name == "--compile" || name == "-dc" || name == "--device-c":
		n.Object = true
	case name == "-run" || name == "--run":
		n.Run = true
	case name == "--version" || name == "-V":
		n.Version = true
	case name == "-arch" || name == "--gpu-architecture" || name == "-code" || name == "--gpu-code" || name == "-gencode" ||
		name == "--generate-code":
		n.arch(value())
	case name == "-l" || name == "--library":
		n.library(value())
	case strings.HasPrefix(word, "-l") && !strings.HasPrefix(word, "-lineinfo"):
		n.library(word[2:])
	case name == "-U" || name == "--undefine-macro":
		n.Options.Defines[value()] = token.Undefined
	case strings.HasPrefix(word, "-U") && len(word) > 2:
		n.Options.Defines[word[2:]] = token.Undefined
	case name == "-default-stream" || name == "--default-stream":
		return rest, n.defaultStream(value())
	case nvccValues[name] && name == word:
		value()
	case nvccNumbers[word] && len(rest) > 0 && isNumber(rest[0]):
		value()
	case name == "--define-macro":
		return rest, setDefine(&Line{Options: n.Options}, value())
	case name == "-Xptxas" || name == "--ptxas-options":
		return rest, n.assembler(value())
	case name == "-res-usage" || name == "--resource-usage":
		n.Resources = true
	case word == "-ptx" || word == "--ptx" || word == "-cubin" || word == "--cubin" || word == "-fatbin" || word == "--fatbin":
		n.Emit = strings.TrimLeft(word, "-")
	case word == "-shared" || word == "--shared":
		n.Shared = true
	default:
		if left, known, err := n.meaning(word, rest); known || err != nil {
			return left, err
		}
		if slices.ContainsFunc(nvccPlain, func(p string) bool { return strings.HasPrefix(word, p) }) {
			return rest, nil
		}
		if n.Forward && slices.ContainsFunc(hostOptions, func(p string) bool { return strings.HasPrefix(word, p) }) {
			return rest, nil
		}
		return nil, nvccError("unknown option %q", word)
	}
	return rest, nil
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// language reads what -x says of the files behind it.
func (n *NVCC) language(which string) error {
	switch which {
	case "cu", "c++", "c":
		n.Language = which
	case "none":
		n.Language = ""
	default:
		return nvccError("-x wants cu, c++ or c, got %q", which)
	}
	return nil
}

// LanguageOf is the language of a source: "cu", "c++" or "c".
func (n *NVCC) LanguageOf(name string) string {
	switch ext := path.Ext(name); {
	case n.Language != "":
		return n.Language
	case ext == ".c":
		return "c"
	case slices.Contains([]string{".cpp", ".cc", ".cxx"}, strings.ToLower(ext)):
		return "c++"
	}
	return "cu"
}

// assembler reads the options of ptxas, with commas between them.
func (n *NVCC) assembler(list string) error {
	for _, o := range strings.Split(list, ",") {
		switch {
		case o == "-v" || o == "v" || o == "--verbose":
			n.Resources = true
		case strings.Contains(o, "dlcm="):
			l := &Line{Options: n.Options}
			if _, err := l.option([]string{"-Xptxas", o}); err != nil {
				return err
			}
			n.Options = l.Options
		}
	}
	return nil
}

// defaultStream reads which stream one is that is not named: nvcc defines a macro for that of the thread.
func (n *NVCC) defaultStream(which string) error {
	switch which {
	case "legacy", "null":
	case "per-thread":
		n.Options.Defines[gpumodel.PerThreadStream] = "1"
	default:
		return nvccError("--default-stream wants legacy or per-thread, got %q", which)
	}
	return nil
}

// meaning reads an option that changes what the program does, as %%cuda has it.
func (n *NVCC) meaning(word string, rest []string) (left []string, known bool, err error) {
	for _, o := range options {
		if _, joined := o.joined(word); joined && !o.cell {
			l := &Line{Options: n.Options}
			left, err = l.option(append([]string{word}, rest...))
			n.Options = l.Options
			return left, true, err
		}
	}
	return rest, false, nil
}

func nvccError(format string, args ...any) error {
	return &namedError{"ValueError", "nvcc: " + fmt.Sprintf(format, args...)}
}

// arch notes for which cards code would be made.
func (n *NVCC) arch(value string) {
	for _, part := range strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune(",=[]", c) }) {
		part = strings.TrimRight(part, "af")
		if number, ok := strings.CutPrefix(part, "sm_"); ok {
			if cc, err := strconv.Atoi(number); err == nil {
				n.Archs = append(n.Archs, cc)
			}
		} else if number, ok := strings.CutPrefix(part, "compute_"); ok {
			if cc, err := strconv.Atoi(number); err == nil && (!strings.Contains(value, "sm_") || strings.Contains(value, "code=")) {
				n.ptx = append(n.ptx, cc)
			}
		}
	}
}

// AllArchs are the architectures of -arch and -gencode, real and virtual ones.
func (n *NVCC) AllArchs() []int { return slices.Concat(n.Archs, n.ptx) }

// ArchNote says why a device has no code in what -arch asks for: "" where it has.
func (n *NVCC) ArchNote(d *device.Device) string {
	var major, minor int
	fmt.Sscanf(d.ComputeCapability, "%d.%d", &major, &minor)
	cc := 10*major + minor
	for _, ptx := range n.ptx {
		if ptx <= cc {
			return ""
		}
	}
	for _, sm := range n.Archs { // -arch=sm_N has the PTX, too
		if sm <= cc {
			return ""
		}
	}
	if len(n.Archs)+len(n.ptx) == 0 {
		return ""
	}
	least := slices.Min(slices.Concat(n.Archs, n.ptx))
	note := fmt.Sprintf("no kernel image is available: -arch made code for sm_%d, and %s is sm_%d; write -arch=sm_%[3]d", least, d.Name, cc)
	if able := firstWith(least); able != nil {
		note += fmt.Sprintf(", or choose a GPU that has it: --gpu %[1]q, in a notebook also use(%[1]q)", able.Name)
	}
	return note
}

// firstWith is the first GPU whose compute capability is that of an architecture, such as 80; nil if there is none.
func firstWith(arch int) *device.Device {
	for _, d := range device.All() {
		if d.ComputeCapability == fmt.Sprintf("%d.%d", arch/10, arch%10) && d.Modelled() == nil {
			return d
		}
	}
	return nil
}

// library notes a library that is linked.
func (n *NVCC) library(name string) {
	if !toolkitLibraries[name] && !systemLibraries[name] {
		n.Libraries = append(n.Libraries, name)
	}
}

// LibraryNotes say of libraries that they are not there.
func LibraryNotes(names []string) (notes []string) {
	for _, name := range names {
		notes = append(notes, fmt.Sprintf("-l%s: there is no library %s here; a program that calls it does not compile", name, name))
	}
	return notes
}
