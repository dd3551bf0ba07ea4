package gpu

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A magicCall is the first line of a CUDA cell.
type magicCall struct {
	options gpumodel.Options
	module  string // --name
}

// An option is a row of the table of what can follow %%cuda. Its value is
// joined with =, follows as the next word, or, for -D, is joined at once.
type option struct {
	name, value string   // value describes it; empty if there is none
	doc         string   // what it does
	values      []string // if these are all
	set         func(m *magicCall, value string) error
}

var magicOptions = []option{
	{"-D", "NAME=VALUE", "Defines a macro before the first line; without a value it is 1.", nil, setDefine},
	{"--maxrregcount", "N", "The most registers that a thread may have; what does not fit goes to local memory.", nil, func(m *magicCall, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("want a number of registers, got %q", value)
		}
		m.options.MaxRegisters = n
		return nil
	}},
	{"-Xptxas", "-dlcm=cg|ca", "Whether loads from global memory go through the L1 cache (ca) or not (cg), where there is one.", []string{"-dlcm=ca", "-dlcm=cg"}, func(m *magicCall, value string) error {
		policy, ok := strings.CutPrefix(value, "-dlcm=")
		if !ok || policy != "cg" && policy != "ca" {
			return fmt.Errorf("want -dlcm=cg or -dlcm=ca, got %q", value)
		}
		m.options.LoadCaching = policy
		return nil
	}},
	{"--use_fast_math", "", "Uses the quick functions of the special function units, such as __sinf for sinf, and implies --ftz=true, --prec-div=false, --prec-sqrt=false and --fmad=true.", nil, func(m *magicCall, _ string) error { m.options.FastMath = true; return nil }},
	{"--ftz", "true|false", "Whether floats too small for a full exponent count as 0; c.c. 1.x does so always.", trueOrFalse, setTrue(func(m *magicCall, yes bool) { m.options.Flush = yes })},
	{"--prec-div", "true|false", "Whether / on floats rounds as IEEE 754 says; false is shorter.", trueOrFalse, setTrue(func(m *magicCall, yes bool) { m.options.FastDivision = !yes })},
	{"--prec-sqrt", "true|false", "Whether sqrtf rounds as IEEE 754 says; false is shorter.", trueOrFalse, setTrue(func(m *magicCall, yes bool) { m.options.FastSqrt = !yes })},
	{"--fmad", "true|false", "Whether a product and a sum become one multiply-add.", trueOrFalse, setTrue(func(m *magicCall, yes bool) { m.options.NoContraction = !yes })},
	{"--name", "MODULE", "Keeps the kernels as attributes of MODULE, so that their names do not hide others.", nil, func(m *magicCall, value string) error {
		if !identifier.MatchString(value) {
			return fmt.Errorf("want a name, got %q", value)
		}
		m.module = value
		return nil
	}},
}

var trueOrFalse = []string{"true", "false"}

// setTrue reads a value that is true or false.
func setTrue(set func(m *magicCall, yes bool)) func(m *magicCall, value string) error {
	return func(m *magicCall, value string) error {
		if !slices.Contains(trueOrFalse, value) {
			return fmt.Errorf("want true or false, got %q", value)
		}
		set(m, value == "true")
		return nil
	}
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func setDefine(m *magicCall, value string) error {
	name, text, found := strings.Cut(value, "=")
	if !found {
		text = "1"
	}
	if !identifier.MatchString(name) {
		return fmt.Errorf("want NAME or NAME=VALUE, got %q", value)
	}
	m.options.Defines[name] = text
	return nil
}

// parseMagic reads the options of a CUDA cell.
func parseMagic(line string) (*magicCall, error) {
	m := &magicCall{options: gpumodel.Options{Defines: map[string]string{}}}
	words, err := splitWords(line)
	if err != nil {
		return nil, err
	}
	for len(words) > 0 {
		if words, err = m.option(words); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// option reads the option that words begin with and returns the rest.
func (m *magicCall) option(words []string) ([]string, error) {
	word, rest := words[0], words[1:]
	for _, o := range magicOptions {
		value, joined := o.joined(word)
		switch {
		case !joined:
			continue
		case o.value != "" && value == "" && len(rest) == 0:
			return nil, valueErrorf("%%%%cuda: %s wants %s", o.name, o.value)
		case o.value != "" && value == "":
			value, rest = rest[0], rest[1:]
		case o.value == "" && value != "":
			return nil, valueErrorf("%%%%cuda: %s takes no value, got %q", o.name, value)
		}
		if err := o.set(m, value); err != nil {
			return nil, valueErrorf("%%%%cuda: %s: %v", o.name, err)
		}
		return rest, nil
	}
	return nil, valueErrorf("%%%%cuda: unknown option %q%s (options: %s)", word, optionHint(word), optionList())
}

// compilerOptions begin options of nvcc that have no meaning for a cell, and say why.
var compilerOptions = []struct{ prefix, why string }{
	{"-arch", "use(\"GTX 280\") chooses the device"}, {"--gpu-architecture", "use(\"GTX 280\") chooses the device"},
	{"-gencode", "use(\"GTX 280\") chooses the device"}, {"-code", "use(\"GTX 280\") chooses the device"},
	{"-O", "kernels are always optimised"}, {"-g", "no debugger is there"}, {"-G", "no debugger is there"}, {"-lineinfo", "lines are always known"},
	{"-std", "one dialect is accepted"}, {"--std", "one dialect is accepted"}, {"-I", "headers are not read"}, {"-l", "nothing is linked"}, {"-o", "no file is written"},
}

// optionHint says what an unknown word may mean.
func optionHint(word string) string {
	name, _, _ := strings.Cut(word, "=")
	fold := func(s string) string { return strings.ReplaceAll(strings.TrimLeft(s, "-"), "-", "_") }
	for _, o := range magicOptions {
		if d := spelling.Distance(fold(name), fold(o.name)); len(name) > 3 && d <= 2 {
			return fmt.Sprintf(": did you mean %s?", o.name)
		}
	}
	for _, o := range compilerOptions {
		if strings.HasPrefix(word, o.prefix) {
			return ": leave it out, " + o.why
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
	return value, name == o.name || "-"+name == o.name
}

func optionList() string {
	var list []string
	for _, o := range magicOptions {
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
		return nil, valueErrorf("%%%%cuda: the quote %c is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// cudaMagic compiles a CUDA cell and binds its kernels.
func (l *library) cudaMagic(run *cell.Run, args, body string) error {
	call, err := parseMagic(args)
	if err != nil {
		return err
	}
	// Blank lines in place of the first line of the cell: positions are the cell's.
	source := strings.Repeat("\n", run.BodyLine()-1) + body
	if err := cell.Answered(source); err != nil {
		return err
	}
	compiled, m, err := l.compile(run.Cell(), source, call.options)
	if err != nil {
		return err
	}
	table, err := kernelTable(l.device(), m.kernels)
	if err != nil {
		return err
	}
	notes := call.notes(l, run, compiled)
	if call.module != "" {
		m.name = call.module
		run.Set(call.module, m)
	} else {
		for _, k := range m.kernels {
			run.Set(k.kernel.Name, k)
		}
	}
	if len(m.kernels) == 0 {
		notes = append([]string{"this cell has no __global__ function: it is checked, and nothing can be launched"}, notes...)
	} else {
		run.Display(table)
	}
	if len(notes) > 0 {
		run.Print(strings.Join(notes, "\n") + "\n")
	}
	return nil
}

// notes are the remarks below the table. They are made before the kernels get
// their names, to tell which names meant something else.
func (call *magicCall) notes(l *library, run *cell.Run, compiled *gpumodel.Module) []string {
	var notes []string
	for _, n := range compiled.Notes {
		notes = append(notes, fmt.Sprintf("line %d: %s", n.Pos.Line, n.Msg))
	}
	for _, k := range compiled.Kernels {
		if note := tooLarge(run.Context(), k, l.device()); note != "" {
			notes = append(notes, note)
		}
		if note := k.RegisterNote(l.device()); note != "" {
			notes = append(notes, fmt.Sprintf("line %d: %s", k.Line(), note))
		}
	}
	if note := symbolNote(compiled, call.owner(compiled)); note != "" {
		notes = append(notes, note)
	}
	for _, h := range compiled.Launches {
		notes = append(notes, fmt.Sprintf("line %d: this file launches %s; in a cell: %s", h.Pos.Line, h.Kernel, call.suggest(h)))
	}
	if caching := call.options.LoadCaching; caching != "" && l.device().L1KB == 0 {
		notes = append(notes, fmt.Sprintf("-dlcm=%s changes nothing on the %s: it has no L1 cache of global memory", caching, l.device().Name))
	}
	if call.module != "" {
		return notes
	}
	for _, k := range compiled.Kernels {
		if v, ok := run.Get(k.Name); ok && (v.Type() == "builtin_function_or_method" || v.Type() == "module") {
			notes = append(notes, fmt.Sprintf("%s is this kernel now, no longer the built-in; --name MODULE keeps both", k.Name))
		}
	}
	return notes
}

// owner is what the cell calls the module, or a kernel of it.
func (call *magicCall) owner(compiled *gpumodel.Module) string {
	if call.module != "" || len(compiled.Kernels) == 0 {
		return call.module
	}
	return compiled.Kernels[0].Name
}

// tooLarge is the note of a kernel that no launch on the device can satisfy.
func tooLarge(ctx context.Context, k *gpumodel.Kernel, d *device.Device) string {
	if k.Template() {
		return ""
	}
	p, err := k.Lower(ctx, d)
	if err != nil || p.SharedBytes <= d.MaxSharedPerBlock {
		return ""
	}
	return fmt.Sprintf("line %d: %s needs %d bytes of shared memory per block; %s has %d, and refuses to launch it", k.Line(), k.Name, p.SharedBytes, d.Name, d.MaxSharedPerBlock)
}
