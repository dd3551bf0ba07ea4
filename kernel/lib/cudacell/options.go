// Package cudacell knows the text of a cell that begins with %%cuda: the options of its
// first line, which are nvcc's, what can be completed and explained in it, how a cell
// launches what the text launches with <<<…>>>, and how its errors are shown. The compiler
// is gpumodel's; kernel/lib/gpu runs such a cell.
//
// [Parse] is the place to begin.
package cudacell

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/spelling"
)

// A Line is what the first line of a CUDA cell asks for.
type Line struct {
	Options gpumodel.Options
	Module  string   // --name
	Args    string   // --args: of the main of a whole program
	GPU     string   // --gpu: on which it runs
	Stdin   string   // --stdin: a variable or a file that it reads
	Time    bool     // --time
	Profile bool     // --profile: a report on each kernel
	Env     []string // NAME=VALUE, of a whole program: %env has set them
	// Check and NoCheck are --check and --no-check: whether all launches of a program are looked at for faults, or none.
	Check, NoCheck bool
	// Compiler, Profiler and ProfilerArgs are what nvcc4jupyter's options name; Tolerant is its way with programs that fail: they say
	// so, and the cell goes on.
	Compiler, Profiler, ProfilerArgs string
	Tolerant                         bool
	nvcc                             *NVCC
	// File is the name of a file that the cell only writes, as the older plugin has it, and CompileNow runs it, too.
	File       string
	CompileNow bool
}

func errorf(format string, args ...any) error {
	return &namedError{"ValueError", fmt.Sprintf("%%%%cuda: "+format, args...)}
}

// An option is a row of the table of what can follow %%cuda. Its value is
// joined with =, follows as the next word, or, for -D, is joined at once.
type option struct {
	name, value string   // value describes it; empty if there is none
	doc         string   // what it does
	values      []string // if these are all
	set         func(m *Line, value string) error
	cell        bool // it is none of nvcc's
	aliases     string
}

var options = []option{
	{"-D", "NAME=VALUE", "Defines a macro before the first line; without a value it is 1.", nil, setDefine, false, ""},
	{"--maxrregcount", "N", "The most registers that a thread may have; what does not fit goes to local memory.", nil, func(m *Line, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("want a number of registers, got %q", value)
		}
		m.Options.MaxRegisters = n
		return nil
	}, false, ""},
	{"-Xptxas", "-dlcm=cg|ca", "Whether loads from global memory go through the L1 cache (ca) or not (cg), where there is one.", []string{"-dlcm=ca", "-dlcm=cg"}, func(m *Line, value string) error {
		policy, ok := strings.CutPrefix(value, "-dlcm=")
		if !ok || policy != "cg" && policy != "ca" {
			return fmt.Errorf("want -dlcm=cg or -dlcm=ca, got %q", value)
		}
		m.Options.LoadCaching = policy
		return nil
	}, false, ""},
	{"--use_fast_math", "", "Uses the quick functions of the special function units, such as __sinf for sinf, and implies --ftz=true, --prec-div=false, --prec-sqrt=false and --fmad=true.", nil, func(m *Line, _ string) error { m.Options.FastMath = true; return nil }, false, ""},
	{"--ftz", "true|false", "Whether floats too small for a full exponent count as 0; c.c. 1.x does so always.", trueOrFalse, setTrue(func(m *Line, yes bool) { m.Options.Flush = yes }), false, ""},
	{"--prec-div", "true|false", "Whether / on floats rounds as IEEE 754 says; false is shorter.", trueOrFalse, setTrue(func(m *Line, yes bool) { m.Options.FastDivision = !yes }), false, ""},
	{"--prec-sqrt", "true|false", "Whether sqrtf rounds as IEEE 754 says; false is shorter.", trueOrFalse, setTrue(func(m *Line, yes bool) { m.Options.FastSqrt = !yes }), false, ""},
	{"--fmad", "true|false", "Whether a product and a sum become one multiply-add.", trueOrFalse, setTrue(func(m *Line, yes bool) { m.Options.NoContraction = !yes }), false, ""},
	{"--name", "MODULE", "Keeps the kernels as attributes of MODULE, so that their names do not hide others.", nil, func(m *Line, value string) error {
		if strings.ContainsRune(value, '.') && (IsSource(value) || strings.HasSuffix(value, ".h") || strings.HasSuffix(value, ".cuh")) {
			m.File = value
			return nil
		}
		if !identifier().MatchString(value) {
			return fmt.Errorf("want a name, got %q", value)
		}
		m.Module = value
		return nil
	}, true, ""},
	{"--args", "'A B …'", "The arguments of main, if the cell is a whole program.", nil, func(m *Line, value string) error { m.Args = value; return nil }, true, ""},
	{"--gpu", "NAME", "The GPU that a whole program runs on, in place of the session's.", nil, func(m *Line, value string) error { m.GPU = value; return nil }, true, ""},
	{"--stdin", "NAME", "What the main of a whole program reads: a variable that holds a text, or a file beside the notebook.", nil, func(m *Line, value string) error { m.Stdin = value; return nil }, true, ""},
	{"--time", "", "Says how long a whole program took to compile and to run.", nil, func(m *Line, _ string) error { m.Time = true; return nil }, true, "-t --timeit"},
	{"--profile", "", "Shows a report on each kernel of a whole program.", nil, func(m *Line, _ string) error { m.Profile = true; return nil }, true, "-p"},
	{"--check", "", "Looks for faults in all launches of a whole program, whatever their size. A fault fails the cell.", nil, func(m *Line, _ string) error { m.Check = true; return nil }, true, ""},
	{"--no-check", "", "Looks for faults in no launch of a whole program.", nil, func(m *Line, _ string) error { m.NoCheck = true; return nil }, true, ""},
	{"--profiler", "ncu|nsys", "The profiler whose report --profile shows, as nvcc4jupyter has it.", []string{"ncu", "nsys"}, func(m *Line, value string) error {
		if m.Profiler = value; value != "ncu" && value != "nsys" {
			return fmt.Errorf("want ncu or nsys, got %q", value)
		}
		return nil
	}, true, "-l"},
	{"--profiler-args", "'…'", "Options of the profiler; --set names the sections.", nil, func(m *Line, value string) error { m.ProfilerArgs = value; return nil }, true, "-a"},
	{"--compile", "true|false", "Runs what --name f.cu writes, as the older plugin for nvcc has it.", nil, func(m *Line, value string) error { m.CompileNow = true; return nil }, true, ""},
	{"--compiler-args", "'…'", "Options of nvcc, as they would stand behind its name.", nil, func(m *Line, value string) error { m.Compiler = value; return nil }, true, "-c"},
}

var trueOrFalse = []string{"true", "false"}

// setTrue reads a value that is true or false.
func setTrue(set func(m *Line, yes bool)) func(m *Line, value string) error {
	return func(m *Line, value string) error {
		if !slices.Contains(trueOrFalse, value) {
			return fmt.Errorf("want true or false, got %q", value)
		}
		set(m, value == "true")
		return nil
	}
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

func setDefine(m *Line, value string) error {
	name, text, found := strings.Cut(value, "=")
	if !found {
		text = "1"
	}
	if !identifier().MatchString(name) {
		return fmt.Errorf("want NAME or NAME=VALUE, got %q", value)
	}
	m.Options.Defines[name] = text
	return nil
}

// Parse reads the options of a CUDA cell.
func Parse(line string) (*Line, error) {
	words, err := splitWords(line)
	if err != nil {
		return nil, err
	}
	return ParseWords(words)
}

// ParseWords reads options that are words already.
func ParseWords(words []string) (m *Line, err error) {
	m = &Line{Options: gpumodel.Options{Defines: map[string]string{}}}
	for len(words) > 0 {
		if words, err = m.option(words); err != nil {
			return nil, err
		}
	}
	if m.Compiler != "" {
		if err := m.CompilerArgs(m.Compiler); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// option reads the option that words begin with and returns the rest.
func (m *Line) option(words []string) ([]string, error) {
	word, rest := words[0], words[1:]
	for _, o := range options {
		value, joined := o.joined(word)
		switch {
		case !joined:
			continue
		case o.value != "" && value == "" && len(rest) == 0:
			return nil, errorf("%s wants %s", o.name, o.value)
		case o.value != "" && value == "":
			value, rest = rest[0], rest[1:]
		case o.value == "" && value != "":
			return nil, errorf("%s takes no value, got %q", o.name, value)
		}
		if err := o.set(m, value); err != nil {
			return nil, errorf("%s: %v", o.name, err)
		}
		return rest, nil
	}
	return nil, errorf("unknown option %q%s (options: %s)", word, optionHint(word), optionList())
}

// compilerOptions begin options of nvcc that have no meaning for a cell, and say why.
var compilerOptions = []struct{ prefix, why string }{
	{"-arch", "use(\"H200\") chooses the device"}, {"--gpu-architecture", "use(\"H200\") chooses the device"},
	{"-gencode", "use(\"H200\") chooses the device"}, {"-code", "use(\"H200\") chooses the device"},
	{"-O", "kernels are always optimised"}, {"-g", "no debugger is there"}, {"-G", "no debugger is there"}, {"-lineinfo", "lines are always known"},
	{"-std", "one dialect is accepted"}, {"--std", "one dialect is accepted"}, {"-I", "headers are read from the notebook's directory"}, {"-l", "nothing is linked"}, {"-o", "no file is written"},
}

// optionHint says what an unknown word may mean.
func optionHint(word string) string {
	name, _, _ := strings.Cut(word, "=")
	fold := func(s string) string { return strings.ReplaceAll(strings.TrimLeft(s, "-"), "-", "_") }
	for _, o := range compilerOptions {
		if strings.HasPrefix(word, o.prefix) {
			return ": leave it out, " + o.why
		}
	}
	for _, o := range options {
		if d := spelling.Distance(fold(name), fold(o.name)); len(name) > 3 && d <= 2 {
			return fmt.Sprintf(": did you mean %s?", o.name)
		}
	}
	return ""
}

// joined reports whether word is the option, and the value in the same word.
// nvcc takes its long options with one dash too.
func (o option) joined(word string) (value string, ok bool) {
	if o.name == "-D" {
		return strings.CutPrefix(word, "-D")
	}
	name, value, _ := strings.Cut(word, "=")
	return value, name == o.name || "-"+name == o.name || slices.Contains(strings.Fields(o.aliases), name)
}

// CompilerArgs reads what would stand behind nvcc.
func (m *Line) CompilerArgs(value string) error {
	list, err := splitWords(value)
	if err != nil {
		return err
	}
	n, err := ParseNVCC(list)
	if err != nil {
		return err
	}
	for name, text := range m.Options.Defines {
		n.Options.Defines[name] = text
	}
	m.Compiler, m.Options, m.nvcc = value, n.Options, n
	return nil
}

// ArchNote is that of the options of nvcc.
func (m *Line) ArchNote(d *device.Device) string {
	if m.nvcc == nil {
		return ""
	}
	return m.nvcc.ArchNote(d)
}

// Words splits a line at blanks outside of quotes, as a shell does.
func Words(line string) ([]string, error) { return splitWords(line) }

func optionList() string {
	var list []string
	for _, o := range options {
		list = append(list, strings.TrimSpace(o.name+" "+o.value))
	}
	return strings.Join(list, ", ")
}

// splitWords splits a line at blanks outside of quotes.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inWord := rune(0), false
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errorf("the quote %c is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
