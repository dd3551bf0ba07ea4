package conformance

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/nvcc"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/kernels"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"
)

var updateNVCC = flag.Bool("update-nvcc", false, "write what NVRTC makes of public kernels to the table of TestNVCC")

// nvccCards are the cards whose code is held against the compiler's, by architecture.
var nvccCards = map[string]string{"70": "V100", "75": "Tesla T4", "80": "A100", "86": "RTX 3090", "90": "H200"}

// agreement is how far the code of some kernels agrees with nvcc's.
type agreement struct {
	compared         int
	frames           int       // kernels of both of which, or neither, have a stack frame
	registers        []float64 // relative errors
	loops, factors   int       // innermost loops, and those whose factor agrees
	hottest, sameHot int       // kernels, and those whose accesses in the hottest loop agree within 10 %
	off              []string  // what differs, for -v
}

// add compares our shape with nvcc's.
func (a *agreement) add(name string, ours, theirs nvcc.Shape) {
	a.compared++
	why := ""
	if (ours.Stack == 0) == (theirs.Stack == 0) {
		a.frames++
	} else {
		why += fmt.Sprintf(" stack %d, nvcc %d;", ours.Stack, theirs.Stack)
	}
	e := math.Abs(float64(ours.Registers)/float64(theirs.Registers) - 1)
	if a.registers = append(a.registers, e); e > 0.15 {
		why += fmt.Sprintf(" registers %d, nvcc %d;", ours.Registers, theirs.Registers)
	}
	n, same := max(len(ours.Factors), len(theirs.Factors)), sameFactors(ours.Factors, theirs.Factors)
	if a.loops, a.factors = a.loops+n, a.factors+same; same < n {
		why += fmt.Sprintf(" loops %v, nvcc %v;", ours.Factors, theirs.Factors)
	}
	if a.hottest++; near(ours.Hottest.Global, theirs.Hottest.Global) && near(ours.Hottest.Shared, theirs.Hottest.Shared) &&
		near(ours.Hottest.Local, theirs.Hottest.Local) {
		a.sameHot++
	} else {
		why += fmt.Sprintf(" hottest loop %v, nvcc %v;", ours.Hottest, theirs.Hottest)
	}
	if why != "" {
		a.off = append(a.off, name+":"+why)
	}
}

// near reports whether a number of accesses is within 10 % of the other.
func near(ours, theirs int) bool { return math.Abs(float64(ours-theirs)) <= 0.1*float64(theirs) }

// sameFactors counts the loops whose factors agree. Both lists are sorted. A factor is counted in words, and some of an
// iteration's may be common with others or not: numbers within 15 % are one factor, since the next one differs by a fifth or more.
func sameFactors(ours, theirs []int) (n int) {
	left := slices.Clone(ours)
	for _, f := range theirs {
		at := slices.IndexFunc(left, func(g int) bool { return math.Abs(float64(g-f)) <= 0.15*float64(f) })
		if at >= 0 {
			n++
			left = slices.Delete(left, at, at+1)
		}
	}
	return n
}

// figures are the four that count, in percent: stack frames that agree, the median and the ninth decile of the registers' relative
// errors, factors of innermost loops that agree, and hottest loops with the same accesses.
type figures struct{ Frames, Median, Decile, Factors, Hottest float64 }

func (a *agreement) figures() figures {
	slices.Sort(a.registers)
	percent := func(n, of int) float64 { return math.Round(1000*float64(n)/float64(max(of, 1))) / 10 }
	at := func(q float64) float64 {
		if len(a.registers) == 0 {
			return 0
		}
		return math.Round(1000*a.registers[int(q*float64(len(a.registers)-1))]) / 10
	}
	return figures{percent(a.frames, a.compared), at(0.5), at(0.9), percent(a.factors, a.loops), percent(a.sameHot, a.hottest)}
}

// hold fails where a figure is worse than the least that is asked.
func (a *agreement) hold(t *testing.T, least figures) {
	t.Helper()
	got := a.figures()
	t.Logf("%d kernels: %+v %%", a.compared, got)
	if got.Frames < least.Frames || got.Median > least.Median || got.Decile > least.Decile || got.Factors < least.Factors ||
		got.Hottest < least.Hottest {
		t.Errorf("agreement with nvcc: %+v, want at least %+v", got, least)
	}
	for _, line := range a.off {
		t.Log(line)
	}
}

// shapeOf is the shape of lowered code.
func shapeOf(p *isa.Program) nvcc.Shape {
	code := make(nvcc.Code, len(p.Code))
	for i := range p.Code {
		in, s := &p.Code[i], &code[i]
		s.Guarded = in.Guard.Kind == isa.Pred
		switch {
		case in.Kind == isa.Branch:
			s.Jumps, s.Target = true, in.Target
		case in.Kind == isa.Exit:
			s.Ends = true
		case in.Op.Accesses():
			s.Space = map[ir.Space]nvcc.Space{ir.Global: nvcc.Global, ir.Generic: nvcc.Global, ir.Shared: nvcc.Shared,
				ir.Local: nvcc.Local}[in.Space]
			s.Store = in.Op == ir.Store
			s.Words = max(1, in.Mem.Size()*max(1, in.Lanes)/4)
		case in.Type.Float() && in.Op != ir.Cvt:
			s.Float = true
		}
	}
	shape := code.Shape()
	shape.Registers, shape.Stack, shape.Shared = p.Registers, p.LocalBytes, p.SharedBytes
	return shape
}

// shapeOfReal is the shape of nvcc's code.
func shapeOfReal(k *nvcc.Kernel) nvcc.Shape {
	shape := k.Steps().Shape()
	shape.Registers, shape.Stack, shape.Shared = k.Registers, k.Stack, k.Shared
	return shape
}

// nvccUnit is a module's source for NVRTC, with the instances of its templates that are wanted.
func nvccUnit(m *Module, instances ...string) nvcc.Unit {
	var b strings.Builder
	for name, text := range m.Options().Defines {
		fmt.Fprintf(&b, "#define %s %s\n", name, text)
	}
	b.WriteString(cuda.Prelude())
	for _, h := range m.File().Headers() {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	return nvcc.Unit{Source: b.String() + "#line 1\n" + m.File().DeviceText(), Expressions: instances}
}

// instances are a module's kernels, with those instances of templates that its host code launches.
func instances(m *Module) (kernels []*Kernel, templates []string) {
	for _, k := range m.Kernels {
		if !k.Template() {
			kernels = append(kernels, k)
		}
	}
	for _, l := range m.Launches {
		name, args, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(l.Kernel), ">"), "<")
		k := m.Kernel(strings.TrimSpace(name))
		if !ok || k == nil || !k.Template() {
			continue
		}
		instance, err := k.Instantiate(strings.Split(args, ",")...)
		if err == nil && !slices.Contains(templates, instance.Name) {
			kernels, templates = append(kernels, instance), append(templates, instance.Name)
		}
	}
	return kernels, templates
}

// TestNVCCOwn holds the code of the built-in programs and of the notebooks' cells against what NVRTC makes of them.
func TestNVCCOwn(t *testing.T) {
	tier.Long(t)
	python := nvcc.Python(t)
	modules, names := ownModules(t)
	var units []nvcc.Unit
	for _, m := range modules {
		_, templates := instances(m)
		units = append(units, nvccUnit(m, templates...))
	}
	var all agreement
	for i, answers := range nvcc.Compile(t, python, units, nvcc.Architectures...) {
		kernels, _ := instances(modules[i])
		for j, answer := range answers {
			if goneFromCUDA.MatchString(answer.Error) {
				continue
			}
			for _, k := range kernels {
				found := answer.Find(k.Name)
				if found == nil {
					t.Errorf("%s: NVRTC has no kernel %s: %s", names[i], k.Name, answer.Error)
					continue
				}
				a := nvcc.Architectures[j]
				p, err := k.Lower(t.Context(), nvccCard(t, a))
				if err != nil {
					t.Errorf("%s, %s, %s: %v", names[i], k.Name, a, err)
					continue
				}
				all.add(fmt.Sprintf("%s %s sm_%s", names[i], k.Name, a), shapeOf(p), shapeOfReal(found))
			}
		}
	}
	all.hold(t, figures{Frames: 98.9, Median: 6.7, Decile: 33.3, Factors: 81.1, Hottest: 81.1})
}

// goneFromCUDA matches what NVRTC 12 says of texture references, and of votes without a mask from 7.0 on.
var goneFromCUDA = regexp.MustCompile(`texture is not a template|Instruction 'vote' without '.sync' is not supported`)

// ownModules are the built-in programs, with their usual block, and the cells of the notebooks.
func ownModules(t *testing.T) (modules []*Module, names []string) {
	t.Helper()
	add := func(name, source string, o Options) {
		m, err := Compile(name, source, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		modules, names = append(modules, m), append(names, name)
	}
	for _, e := range kernels.All() {
		o := Options{Defines: map[string]string{}}
		for macro, side := range map[string]int{e.MacroX: e.BlockX, e.MacroY: e.BlockY} {
			if macro != "" {
				o.Defines[macro] = strconv.Itoa(side)
			}
		}
		add(e.Name, e.Source, o)
	}
	notebooks, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(notebooks) == 0 {
		t.Fatal("no notebooks: ", err)
	}
	for _, file := range notebooks {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var notebook struct {
			Cells []struct {
				Source []string
			}
		}
		if err := json.Unmarshal(text, &notebook); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i, cell := range notebook.Cells {
			// Whole programs are left out: the figures are those of cells with kernels alone.
			if source, ok := strings.CutPrefix(strings.Join(cell.Source, ""), "%%cuda\n"); ok && !strings.Contains(source, "main(") {
				add(fmt.Sprintf("%s, cell %d", filepath.Base(file), i+1), source, Options{})
			}
		}
	}
	return modules, names
}

func nvccCard(t *testing.T, architecture string) *device.Device {
	t.Helper()
	d, err := device.Get(nvccCards[architecture])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestNVCC holds the code of public kernels against what NVRTC 12.9 made of them (testdata/nvcc/expected.csv).
func TestNVCC(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_CORPUS")
	if corpus == "" {
		t.Skip("compiles kernels of 24 repositories: testdata/accept/fetch.sh DIR, then WARPBOOK_CORPUS=DIR go test ./gpumodel/conformance -run TestNVCC -v")
	}
	if *updateNVCC {
		writeExpected(t, corpus)
	}
	var all agreement
	byArchitecture := map[string]*agreement{}
	for _, a := range nvcc.Architectures {
		byArchitecture[a] = &agreement{}
	}
	files := map[string]map[string]*Kernel{}
	for _, row := range readExpected(t) {
		kernels, known := files[row.file()]
		if !known {
			kernels = map[string]*Kernel{}
			if m, hash := corpusModule(t, corpus, row.repository, row.path); m != nil {
				if hash != row.hash {
					t.Errorf("%s: the file is another one: %s, want %s", row.file(), hash, row.hash)
				}
				list, _ := instances(m)
				for _, k := range list {
					kernels[k.Name] = k
				}
			}
			files[row.file()] = kernels
		}
		k := kernels[row.kernel]
		if k == nil {
			t.Errorf("%s has no kernel %s", row.file(), row.kernel)
			continue
		}
		for _, a := range row.architectures {
			p, err := k.Lower(t.Context(), nvccCard(t, a))
			if err != nil {
				t.Errorf("%s, %s, %s: %v", row.file(), row.kernel, a, err)
				continue
			}
			name := fmt.Sprintf("%s %s sm_%s", row.file(), row.kernel, a)
			all.add(name, shapeOf(p), row.shape)
			byArchitecture[a].add(name, shapeOf(p), row.shape)
		}
	}
	for _, a := range nvcc.Architectures {
		t.Logf("sm_%s: %d kernels: %+v %%", a, byArchitecture[a].compared, byArchitecture[a].figures())
	}
	all.hold(t, figures{Frames: 99, Median: 8.3, Decile: 33.3, Factors: 90.5, Hottest: 91.8})
}

// corpusModule compiles a file of the corpus, and returns the beginning of its hash; nil if the file is refused.
func corpusModule(t *testing.T, corpus, repository, path string) (*Module, string) {
	t.Helper()
	folder := filepath.Join(corpus, strings.Replace(repository, "/", "+", 1))
	file := filepath.Join(folder, path)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Compile(file, string(source), Options{Include: includesOf(corpus, file, headerFolders(t, folder))})
	if err != nil {
		return nil, ""
	}
	hash := sha256.Sum256(source)
	return m, hex.EncodeToString(hash[:6])
}

// An expectedRow is what NVRTC makes of a kernel for some architectures: the numbers of instructions that access global,
// shared and local memory stand under accesses for the whole kernel, and under hottest for its hottest loop. The hash
// is the beginning of the source file's SHA-256. -update-nvcc writes the table.
type expectedRow struct {
	repository, path, kernel, hash string
	architectures                  []string
	shape                          nvcc.Shape
}

func (r expectedRow) file() string { return r.repository + "/" + r.path }

const expectedFile = "testdata/nvcc/expected.csv"

var expectedColumns = []string{"repository", "path", "hash", "kernel", "architectures", "registers", "stack", "shared", "accesses",
	"hottest", "factors"}

// words are the row as the table has it.
func (r expectedRow) words() []string {
	s := r.shape
	factors := strings.Trim(fmt.Sprint(s.Factors), "[]")
	return []string{r.repository, r.path, r.hash, r.kernel, strings.Join(r.architectures, " "), strconv.Itoa(s.Registers),
		strconv.Itoa(s.Stack),
		strconv.Itoa(s.Shared), s.All.String(), s.Hottest.String(), factors}
}

func readExpected(t *testing.T) (rows []expectedRow) {
	t.Helper()
	for _, w := range tables.Rows(t, expectedFile) {
		r := expectedRow{repository: w[0], path: w[1], hash: w[2], kernel: w[3], architectures: strings.Fields(w[4])}
		s := &r.shape
		list := func(i int) (numbers []int) {
			for _, word := range strings.Fields(w[i]) {
				n, err := strconv.Atoi(word)
				if err != nil {
					t.Fatalf("%s: %s of %s: %v", expectedFile, expectedColumns[i], r.kernel, err)
				}
				numbers = append(numbers, n)
			}
			return numbers
		}
		all, hottest := list(8), list(9)
		s.Registers, s.Stack, s.Shared, s.Factors = list(5)[0], list(6)[0], list(7)[0], list(10)
		s.All, s.Hottest = nvcc.Counts{Global: all[0], Shared: all[1], Local: all[2]}, nvcc.Counts{Global: hottest[0], Shared: hottest[1],
			Local: hottest[2]}
		rows = append(rows, r)
	}
	return rows
}

// most bounds the kernels of one repository and of one file, so that none outweighs the others.
const (
	mostOfRepository = 40
	mostOfFile       = 4
)

// writeExpected compiles the files of testdata/accept by NVRTC and writes the table.
func writeExpected(t *testing.T, corpus string) {
	python := nvcc.Python(t)
	type file struct {
		repository, path, hash string
		kernels                []*Kernel
		module                 *Module
	}
	var files []file
	var units []nvcc.Unit
	count := map[string]int{}
	for _, row := range acceptRows(t, "files.csv") {
		if row[2] != "" || count[row[0]] >= mostOfRepository {
			continue
		}
		m, hash := corpusModule(t, corpus, row[0], row[1])
		if m == nil {
			continue
		}
		kernels, templates := instances(m)
		if len(kernels) == 0 {
			continue
		}
		count[row[0]] += min(len(kernels), mostOfFile)
		files, units = append(files, file{row[0], row[1], hash, kernels, m}), append(units, nvccUnit(m, templates...))
	}
	var rows [][]string
	for i, answers := range nvcc.Compile(t, python, units, nvcc.Architectures...) {
		f, taken := files[i], 0
		for _, k := range f.kernels {
			var list []expectedRow
			for j, answer := range answers {
				if answer.Error != "" {
					t.Logf("%s/%s, sm_%s: %.300s", f.repository, f.path, nvcc.Architectures[j], answer.Error)
					break
				}
				found := answer.Find(k.Name)
				if found == nil {
					t.Logf("%s/%s: NVRTC has no %s", f.repository, f.path, k.Name)
					break
				}
				r := expectedRow{f.repository, f.path, k.Name, f.hash, []string{nvcc.Architectures[j]}, shapeOfReal(found)}
				same := slices.IndexFunc(list, func(o expectedRow) bool { return slices.Equal(o.words()[5:], r.words()[5:]) })
				if same >= 0 {
					list[same].architectures = append(list[same].architectures, nvcc.Architectures[j])
				} else {
					list = append(list, r)
				}
			}
			if list == nil || taken == mostOfFile {
				continue
			}
			taken++
			for _, r := range list {
				rows = append(rows, r.words())
			}
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(append([][]string{expectedColumns}, rows...)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(expectedFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
