package conformance

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
)

var updateResults = flag.Bool("update-results", false, "let clang write the wanted results of testdata/results")

// A resultFile is a text of testdata/results, whose README.md tells the format.
type resultFile struct {
	path, name, source string
	module             *Module
	kernels            []*Kernel
	settings           []setting
}

// A setting is a line of a head, "// kernel key[length]: value".
type setting struct{ kernel, key, length, value string }

var settingLine = regexp.MustCompile(`(?m)^// (?:([\w*]+) )?([\w.]+)(?:\[(.*)\])?: (.+)$`)

// settingKeys are what a head can say beside the names of parameters.
var settingKeys = []string{"sizes", "block", "grid", "shared", "tolerance", "kernels", "templates", "registers", "options", "from",
	"until", "cards", "wants", "host", "undefined"}

// resultFiles reads and compiles every file, once.
var resultFiles = sync.OnceValues(func() ([]*resultFile, error) {
	paths, err := filepath.Glob("testdata/results/*/*.cu")
	if err != nil {
		return nil, err
	}
	var list []*resultFile
	for _, p := range paths {
		f, err := newResultFile(filepath.ToSlash(p))
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
})

func newResultFile(file string) (*resultFile, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := &resultFile{path: file, source: string(text)}
	f.name = strings.TrimSuffix(strings.TrimPrefix(file, "testdata/results/"), ".cu")
	for _, m := range settingLine.FindAllStringSubmatch(f.source, -1) {
		s := setting{m[1], m[2], m[3], m[4]}
		if slices.ContainsFunc(f.settings, func(o setting) bool { o.value = s.value; return o == s }) {
			return nil, fmt.Errorf("%s: %q says again what an earlier line says", file, m[0])
		}
		f.settings = append(f.settings, s)
	}
	options, err := f.options()
	if err != nil {
		return nil, err
	}
	if f.module, err = Compile(file, f.source, options); err != nil {
		return nil, err
	}
	if f.kernels, err = f.kernelsOf(f.module); err != nil {
		return nil, err
	}
	for _, s := range f.settings {
		known := false
		for _, k := range f.kernels {
			known = known || s.applies(k.Name) && (slices.Contains(settingKeys, s.key) ||
				slices.ContainsFunc(k.Params(), func(p Param) bool { return p.Name == s.key || p.Name == s.key+"["+s.length+"]" }))
		}
		if !known {
			return nil, fmt.Errorf("%s: %s of kernel %q is neither a setting nor a parameter", file, s.key, s.kernel)
		}
	}
	return f, nil
}

// applies tells whether a setting is for a kernel.
func (s setting) applies(kernel string) bool {
	kernel, _, _ = strings.Cut(kernel, "<")
	ok, _ := path.Match(s.kernel, kernel)
	return s.kernel == "" || ok
}

// setting is what the head says of a kernel: the last line that applies.
func (f *resultFile) setting(kernel, key string) (s setting, ok bool) {
	for _, line := range slices.Backward(f.settings) {
		if (line.key == key || line.key+"["+line.length+"]" == key) && line.applies(kernel) {
			return line, true
		}
	}
	return setting{}, false
}

// text is the value of a setting, or else what is usual.
func (f *resultFile) text(kernel, key, usual string) string {
	if s, ok := f.setting(kernel, key); ok {
		return s.value
	}
	return usual
}

func (f *resultFile) options() (Options, error) {
	var o Options
	for _, option := range strings.Fields(f.text("", "options", "")) {
		name, value, _ := strings.Cut(strings.TrimPrefix(option, "-D"), "=")
		switch {
		case strings.HasPrefix(option, "-D"):
			if o.Defines == nil {
				o.Defines = map[string]string{}
			}
			o.Defines[name] = value
		case option == "-use_fast_math":
			o.FastMath = true
		default:
			return o, fmt.Errorf("%s: there is no option %q", f.path, option)
		}
	}
	if strings.Contains(f.source, "#include \"") {
		o.Include = func(name, from string) (string, string, bool) {
			file := path.Join(path.Dir(cmp.Or(from, f.path)), name)
			text, err := os.ReadFile(file)
			return file, string(text), err == nil
		}
	}
	return o, nil
}

// flags are the options of clang.
func (f *resultFile) flags() (list []string) {
	for _, option := range strings.Fields(f.text("", "options", "")) {
		if strings.HasPrefix(option, "-D") {
			list = append(list, option)
		}
	}
	return list
}

// kernelsOf are the kernels that run: those that are not templates, and the instances that the
// head lists.
func (f *resultFile) kernelsOf(m *Module) (list []*Kernel, err error) {
	chosen := strings.Fields(f.text("", "kernels", "*"))
	for _, k := range m.Kernels {
		if !slices.ContainsFunc(chosen, func(s string) bool { return setting{kernel: s}.applies(k.Name) }) {
			continue
		}
		if !k.Template() {
			list = append(list, k)
			continue
		}
		s, _ := f.setting(k.Name, "templates")
		for args := range strings.SplitSeq(s.value, ";") {
			if args == "" {
				continue
			}
			instance, err := k.Instantiate(strings.Split(strings.TrimSpace(args), ", ")...)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.path, err)
			}
			list = append(list, instance)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no kernel that runs", f.path)
	}
	return list, nil
}

// examples are the kernels of the file, with the results of this variant.
func (f *resultFile) examples(variant string) ([]example, error) {
	var wants map[string]string
	if !*updateResults {
		var err error
		if wants, err = f.wants(variant); err != nil {
			return nil, err
		}
	}
	var list []example
	for _, k := range f.kernels {
		e := example{name: f.name, source: f.source, entry: k.Name, options: f.module.Options(), text: f}
		if len(f.kernels) > 1 {
			e.name += "/" + k.Name
		}
		for _, s := range strings.Fields(f.text(k.Name, "sizes", "1 31 33 257")) {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil, fmt.Errorf("%s: sizes: %w", f.path, err)
			}
			e.sizes = append(e.sizes, n)
		}
		e.trial = func(n int) trial { return f.trial(k, n, wants) }
		list = append(list, e)
		for _, s := range strings.Fields(f.text(k.Name, "registers", "")) {
			var err error
			few := e
			few.name += ", " + s + " registers"
			if few.options.MaxRegisters, err = strconv.Atoi(s); err != nil {
				return nil, fmt.Errorf("%s: registers: %w", f.path, err)
			}
			list = append(list, few)
		}
	}
	return list, nil
}

// kernel is one of the file's kernels. They are compiled once, but for other options.
func (f *resultFile) kernel(name string, o Options) (*Kernel, error) {
	list := f.kernels
	if o.MaxRegisters != f.module.Options().MaxRegisters {
		m, err := Compile(f.path, f.source, o)
		if err != nil {
			return nil, err
		}
		if list, err = f.kernelsOf(m); err != nil {
			return nil, err
		}
	}
	for _, k := range list {
		if k.Name == name {
			return k, nil
		}
	}
	return nil, fmt.Errorf("%s has no kernel %s", f.path, name)
}

// cards are the names of the cards that run a kernel, or any kernel of the file, if the head lists them.
func (f *resultFile) cards(kernel string) (names []string) {
	for _, s := range f.settings {
		if s.key == "cards" && (kernel == "" || s.applies(kernel)) {
			names = append(names, strings.Split(s.value, ", ")...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// runsOn tells whether the kernels of the file run on a card, which may be a real one.
func (f *resultFile) runsOn(d *device.Device) bool {
	if _, undefined := f.setting("", "undefined"); undefined && d.Card != nil {
		return false
	}
	return d.ComputeCapability >= f.text("", "from", "") && d.ComputeCapability < f.text("", "until", "99")
}

// variant is which of the wanted results a card computes, where the head lists several.
func (f *resultFile) variant(truncated bool) string {
	if _, ok := f.setting("", "wants"); ok && truncated {
		return "truncated"
	}
	return ""
}

// trial is the launch for size n.
func (f *resultFile) trial(k *Kernel, n int, wants map[string]string) trial {
	params := partsOfKernel(k)
	x := trial{args: make([]any, len(params)), want: make([]any, len(params))}
	names := map[string]quantity{"n": {i: int64(n)}, "size": {i: int64(n)}}
	for i, p := range params { // numbers first: lengths may depend on them
		if p.typ.Kind == cuda.Pointer {
			continue
		}
		usual := ""
		if p.name == "n" {
			usual = "n"
		}
		q := newScope(p.name, n, names).eval(f.expressions(k, p.name, usual)[0])
		names[p.name], x.args[i] = q, q.number()
		if p.typ.Kind == cuda.Bool {
			x.args[i] = q.float() != 0
		}
	}
	for i, p := range params {
		if p.typ.Kind != cuda.Pointer {
			continue
		}
		a := f.array(k, p, n, names)
		x.args[i] = a
		if want, ok := wants[wantKey(k, n, p.name)]; ok {
			x.want[i] = f.wanted(a, want)
		} else if wants != nil && !p.typ.Elem.Const {
			panic(fmt.Sprintf("%s has no results %q: go test -run TestHostResults -update-results writes them", f.path, wantKey(k, n, p.name)))
		}
	}
	dims := func(key, usual string) Dim3 {
		d := [3]int{1, 1, 1}
		for i, e := range f.expressions(k, key, usual) {
			d[i] = int(newScope(key, n, names).eval(e).int())
		}
		return Dim3{X: d[0], Y: d[1], Z: d[2]}
	}
	x.block = dims("block", "100")
	x.grid = dims("grid", fmt.Sprintf("(n + %d) / %d", x.block.X-1, x.block.X))
	x.shared = dims("shared", "0").X
	x.tol = f.tolerance(k, newScope("tolerance", n, names))
	if line := wants[wantKey(k, n, "printf")]; line != "" {
		var err error
		if x.output, err = strconv.Unquote(line); err != nil {
			panic(fmt.Sprintf("%s: %v", f.path, err))
		}
	}
	return x
}

// array draws the elements of an array.
func (f *resultFile) array(k *Kernel, p part, n int, names map[string]quantity) resultArray {
	usual, count := "", n
	if p.typ.Elem.Const {
		usual = "rand(-100, 99)"
	}
	s := newScope(p.name, n, names)
	if line, ok := f.setting(k.Name, p.name); ok && line.length != "" {
		list, err := parseExpressions(line.length)
		if err != nil {
			panic(fmt.Sprintf("%s: length of %s: %v", f.path, p.name, err))
		}
		count = int(s.eval(list[0]).int())
	}
	return s.array(p.typ.Elem, f.expressions(k, p.name, usual), count)
}

// expressions are what the head says of a parameter, or else what is usual.
func (f *resultFile) expressions(k *Kernel, key, usual string) []ast.Expr {
	list, err := parseExpressions(f.text(k.Name, key, usual))
	if err != nil {
		panic(fmt.Sprintf("%s: %s of %s: %v", f.path, key, k.Name, err))
	}
	return list
}

func partsOfKernel(k *Kernel) (list []part) {
	for _, v := range k.Func().Params {
		list = append(list, partsOf(v.Name, v.Type, 0)...)
	}
	return list
}

// tolerance is written "2 ulps", "1e-14", or "2 ulps, 1e-14".
func (f *resultFile) tolerance(k *Kernel, s *scope) (tol tolerance) {
	for text := range strings.SplitSeq(f.text(k.Name, "tolerance", "0"), ",") {
		text, ulps := strings.CutSuffix(strings.TrimSpace(text), " ulps")
		list, err := parseExpressions(text)
		if err != nil {
			panic(fmt.Sprintf("%s: tolerance: %v", f.path, err))
		}
		if x := s.eval(list[0]).float(); ulps {
			tol.ulps = x
		} else {
			tol.abs = x
		}
	}
	return tol
}

// wantPath is the file with the results of a variant.
func (f *resultFile) wantPath(variant string) string {
	if variant != "" {
		variant = "." + variant
	}
	return strings.TrimSuffix(f.path, ".cu") + variant + ".want"
}

func wantKey(k *Kernel, n int, param string) string {
	return fmt.Sprintf("%s, n = %d, %s", k.Name, n, param)
}

// wants reads the results of a variant: pairs of lines, a key and the numbers.
func (f *resultFile) wants(variant string) (map[string]string, error) {
	text, err := os.ReadFile(f.wantPath(variant))
	if err != nil {
		return nil, err
	}
	wants := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for pair := range slices.Chunk(lines, 2) {
		if len(pair) < 2 {
			return nil, fmt.Errorf("%s ends with a key", f.wantPath(variant))
		}
		wants[pair[0]] = pair[1]
	}
	return wants, nil
}

// wanted is an array like a with the numbers of a line.
func (f *resultFile) wanted(a resultArray, line string) resultArray {
	fields := strings.Fields(line)
	if len(fields)*a.size != len(a.data)*len(a.parts) {
		panic(fmt.Sprintf("%s: %d wanted results for an array of %d bytes", f.path, len(fields), len(a.data)))
	}
	want := resultArray{size: a.size, parts: a.parts, data: slices.Clone(a.data)}
	for i, s := range fields {
		p := a.parts[i%len(a.parts)]
		v, err := parseNumber(p.typ.Kind, s)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", f.path, err))
		}
		copy(want.data[i/len(a.parts)*a.size+p.offset:], encode(p.typ.Kind, v))
	}
	return want
}
