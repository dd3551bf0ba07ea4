package warpbook_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "warpbook.dev"

// mayImport lists for each room the rooms of ours that its code may import;
// DESIGN.md has the same table, with what each room does. Every room may import
// spelling, which says what a misspelt name may have meant, and warpbook.dev itself, which
// has the version; every test, internal/...
var mayImport = map[string][]string{
	"":                          {},
	"spelling":                  {},
	"internal/tier":             {},
	"internal/cellscript":       {"internal/tier"},
	"internal/bytesize":         {},
	"internal/cputime":          {},
	"internal/tables":           {},
	"internal/mutate":           {},
	"internal/gate":             {},
	"install":                   {},
	"install/python":            {"install"},
	"install/recipes":           {"install", "install/python"},
	"install/release":           {"install/python", "install/recipes"},
	"plotting":                  {},
	"notebooks":                 {},
	"notebooks/grading":         {"notebooks"},
	"gpumodel/device":           {},
	"gpumodel/cuda":             {"gpumodel/cuda/token"},
	"gpumodel/cuda/token":       {},
	"gpumodel/kernels":          {},
	"gpumodel/published":        {},
	"gpumodel/published/claims": {},
	"gpumodel/driver":           {},
	"gpumodel/driver/stub":      {},
	"gpumodel/folder":           {"internal/bytesize"},
	"gpumodel/store":            {},
	"gpumodel/ir":               {"gpumodel/cuda", "gpumodel/cuda/token"},
	"gpumodel/isa":              {"gpumodel/device", "gpumodel/ir"},
	"gpumodel/ptx":              {"gpumodel/ir"},
	"gpumodel/memory":           {"gpumodel/device", "gpumodel/internal/cores"},
	"gpumodel/sfu":              {},
	"gpumodel/libm":             {},
	"gpumodel/vector":           {"gpumodel/sfu"},
	"gpumodel/warp":             {"gpumodel/device", "gpumodel/internal/cores", "gpumodel/ir", "gpumodel/isa", "gpumodel/libm", "gpumodel/memory", "gpumodel/sfu", "gpumodel/vector", "gpumodel/warp/flow"},
	"gpumodel/warp/flow":        {"gpumodel/ir", "gpumodel/isa"},
	"gpumodel/timing":           {"gpumodel/timing/engine", "gpumodel/timing/sample"},
	"gpumodel/checker":          {"gpumodel/ir", "gpumodel/isa", "gpumodel/memory", "gpumodel/warp"},
	"gpumodel/counter":          {"gpumodel/device", "gpumodel/ir", "gpumodel/isa", "gpumodel/warp", "gpumodel/memory", "gpumodel/timing"},
	"gpumodel":                  {"gpumodel/counter", "gpumodel/cuda", "gpumodel/cuda/token", "gpumodel/device", "gpumodel/internal/cores", "gpumodel/internal/experiment", "gpumodel/ir", "gpumodel/isa", "gpumodel/memory", "gpumodel/ptx", "gpumodel/timing", "gpumodel/warp"},

	// Rooms on top of the pipeline, and what they share.
	"gpumodel/internal/cores":      {},
	"gpumodel/internal/experiment": {"gpumodel/ir", "gpumodel/warp"},
	"gpumodel/scalar":              {"gpumodel/ir", "gpumodel/vector"},
	"gpumodel/host":                {"gpumodel", "gpumodel/checker", "gpumodel/cuda", "gpumodel/cuda/token", "gpumodel/device", "gpumodel/folder", "internal/bytesize", "gpumodel/internal/cores", "gpumodel/ir", "gpumodel/isa", "gpumodel/memory", "gpumodel/observe", "gpumodel/pcie", "gpumodel/scalar", "gpumodel/warp"},
	"gpumodel/pcie":                {"gpumodel", "gpumodel/device", "gpumodel/driver", "gpumodel/measured"},
	"gpumodel/conformance":         {},
	"gpumodel/internal/modeltest":  {"gpumodel", "gpumodel/device", "gpumodel/warp"},
	"gpumodel/internal/nvcc":       {"internal/tier"},
	"gpumodel/internal/randomcpp":  {},
	"gpumodel/report":              {"gpumodel", "gpumodel/counter", "gpumodel/timing"},
	"gpumodel/observe":             {"gpumodel", "gpumodel/checker", "gpumodel/cuda", "gpumodel/cuda/token", "gpumodel/device", "gpumodel/internal/experiment", "gpumodel/ir", "gpumodel/isa", "gpumodel/memory", "gpumodel/timing", "gpumodel/warp"},
	"gpumodel/programs":            {"gpumodel", "gpumodel/device", "gpumodel/kernels", "gpumodel/measured"},
	"gpumodel/measured":            {"gpumodel", "gpumodel/cuda", "gpumodel/device", "gpumodel/driver", "gpumodel/isa", "gpumodel/memory", "gpumodel/warp"},
	"gpumodel/advise":              {"gpumodel", "gpumodel/counter", "gpumodel/device", "gpumodel/internal/experiment", "gpumodel/ir", "gpumodel/isa", "gpumodel/warp"},

	"kernel/wire":          {},
	"kernel/zmtp/curve":    {},
	"kernel/zmtp":          {"kernel/wire", "kernel/zmtp/curve"},
	"kernel":               {"kernel/wire", "kernel/zmtp", "kernel/zmtp/curve", "internal/bytesize"},
	"kernel/client":        {"kernel/wire", "kernel/zmtp"},
	"kernel/cell":          {"kernel", "internal/bytesize"},
	"kernel/session":       {"gpumodel", "gpumodel/memory", "kernel", "kernel/cell", "kernel/lib/array", "kernel/lib/ndarray"},
	"kernel/lib":           {"gpumodel/device", "kernel", "kernel/cell", "kernel/lib/*"},
	"kernel/lib/array":     {"gpumodel", "gpumodel/memory", "plotting", "kernel/cell", "kernel/lib/face", "kernel/lib/ndarray"},
	"kernel/lib/gpu":       {"gpumodel", "gpumodel/*", "plotting", "kernel", "kernel/cell", "kernel/lib/plot", "kernel/lib/array", "kernel/lib/cudacell", "kernel/lib/face", "kernel/lib/figure", "kernel/lib/jobs", "kernel/lib/ndarray"},
	"kernel/lib/grade":     {"gpumodel", "plotting", "kernel/cell", "kernel/lib/array", "kernel/lib/face", "kernel/lib/figure", "kernel/lib/gpu", "kernel/lib/ndarray"},
	"kernel/lib/sweep":     {"gpumodel", "gpumodel/device", "gpumodel/measured", "gpumodel/programs", "plotting", "kernel/cell", "kernel/lib/plot", "kernel/lib/array", "kernel/lib/cudacell", "kernel/lib/face", "kernel/lib/figure", "kernel/lib/gpu", "kernel/lib/jobs"},
	"kernel/lib/cudacell":  {"gpumodel", "gpumodel/*", "kernel", "kernel/cell"},
	"kernel/lib/face":      {"plotting", "kernel", "kernel/cell", "kernel/lib/plot"},
	"kernel/lib/figure":    {"gpumodel", "gpumodel/*", "plotting"},
	"kernel/lib/jobs":      {"kernel", "kernel/cell"},
	"kernel/lib/ndarray":   {"gpumodel", "plotting"},
	"kernel/lib/plot":      {"plotting", "kernel", "kernel/cell"},
	"kernel/lib/shell":     {"gpumodel", "gpumodel/*", "plotting", "kernel", "kernel/cell", "kernel/lib/cudacell", "kernel/lib/figure", "kernel/lib/gpu", "kernel/lib/toolchain"},
	"kernel/lib/toolchain": {"gpumodel", "gpumodel/*", "plotting", "kernel/lib/cudacell"},
	"kernel/lib/widget":    {"kernel", "kernel/cell"},
	"cmd/warpbook":         {"*"},

	"gpumodel/timing/engine":       {"gpumodel/device", "gpumodel/isa", "gpumodel/memory", "gpumodel/warp"},
	"gpumodel/timing/memsys/tesla": {"gpumodel/device", "gpumodel/memory", "gpumodel/warp", "gpumodel/timing/engine"},
	"gpumodel/timing/memsys/fermi": {"gpumodel/device", "gpumodel/memory", "gpumodel/warp", "gpumodel/timing/engine", "gpumodel/timing/memsys/tesla"},
	"gpumodel/timing/memsys/volta": {"gpumodel/device", "gpumodel/memory", "gpumodel/warp", "gpumodel/timing/engine"},
	"gpumodel/timing/memsys":       {"gpumodel/timing/engine", "gpumodel/timing/memsys/tesla", "gpumodel/timing/memsys/fermi", "gpumodel/timing/memsys/volta"},
	"gpumodel/timing/sample":       {"gpumodel/device", "gpumodel/memory", "gpumodel/warp", "gpumodel/timing/engine", "gpumodel/timing/memsys", "gpumodel/timing/memsys/volta"},

	"notebooks/assignments": {"notebooks", "notebooks/grading"},
	"docs":                  {"*"},
}

// TestLayers reads the imports of every file. A test may import more than its
// room: the rooms of its own side, the notebook kernel or the model.
func TestLayers(t *testing.T) {
	for file, imports := range goFiles(t) {
		room := path.Dir(file)
		if room == "." {
			room = ""
		}
		allowed, known := mayImport[room]
		if !known {
			t.Errorf("%s: the room %s is not in the table of layers_test.go and DESIGN.md", file, room)
			continue
		}
		inTest := strings.HasSuffix(file, "_test.go")
		for _, imp := range imports {
			other, ours := strings.CutPrefix(imp, module+"/")
			if ours && other != room && other != "spelling" && !(inTest && strings.HasPrefix(other, "internal/")) &&
				!matches(allowed, other) && !(inTest && side(room) != "" && side(room) == side(other)) {
				t.Errorf("%s imports %s; %s may import %v", file, other, room, allowed)
			}
			if strings.HasPrefix(imp, "github.com/go-zeromq/") && room != "kernel/zmtp" {
				t.Errorf("%s imports %s; only kernel/zmtp may", file, imp)
			}
		}
	}
}

// TestTable: DESIGN.md's table of rooms says what mayImport says.
func TestTable(t *testing.T) {
	table := designTable(t)
	for room, allowed := range mayImport {
		if room == "" {
			continue // this package, which holds tests alone
		}
		written, known := table[room]
		if !known {
			t.Errorf("the table in DESIGN.md lacks %s", room)
			continue
		}
		want := slices.Sorted(slices.Values(allowed))
		if slices.Sort(written); !slices.Equal(written, want) {
			t.Errorf("%s may import %v, and DESIGN.md says %v", room, want, written)
		}
	}
	for room := range table {
		if _, known := mayImport[room]; !known {
			t.Errorf("the table in DESIGN.md has a room %s, which mayImport lacks", room)
		}
	}
}

var designRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| ([^|]+) \\|$")

// designTable is the table of rooms in DESIGN.md: what each may import.
func designTable(t *testing.T) map[string][]string {
	text, err := os.ReadFile("DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("\n## Rooms"))
	text, _, _ = bytes.Cut(text, []byte("\n## "))
	table := map[string][]string{}
	for _, row := range designRow.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = []string{}
		for _, name := range strings.Split(row[2], ", ") {
			if name != "–" {
				table[row[1]] = append(table[row[1]], longName(name))
			}
		}
	}
	return table
}

// longName is the room that a row of DESIGN.md calls by a short name: device is gpumodel/device.
func longName(name string) string {
	for _, prefix := range []string{"", "gpumodel/", "kernel/", "notebooks/"} {
		if _, known := mayImport[prefix+name]; known {
			return prefix + name
		}
	}
	return name
}

// outside matches what reaches files, programs or the network.
var outside = regexp.MustCompile(`^(os|os/.*|net|net/.*|syscall|plugin|unsafe|path/filepath|io/fs|io/ioutil|golang.org/x/(sys|net)/.*|.*purego.*|.*gopsutil.*)$`)

// mayReachOut lists the files of the rooms behind a cell that import such a package,
// and why.
var mayReachOut = map[string]string{
	"kernel/lib/sweep/save.go":              "path/filepath, for names; files are those of the session's folder.Folder",
	"gpumodel/folder/folder.go":             "the one way to files that programs and cells have: by an os.Root, and by a table of rules",
	"gpumodel/folder/file.go":               "a file that a program has opened",
	"gpumodel/folder/rules.go":              "io/fs and path/filepath, for what a file is and for names of this system",
	"gpumodel/folder/errno.go":              "io/fs, for errors",
	"gpumodel/folder/record.go":             "the record of what programs have made at a shell, by an os.Root",
	"gpumodel/folder/kernelfiles_linux.go":  "syscall, for the file system that an open file belongs to",
	"gpumodel/folder/kernelfiles_other.go":  "os, for the type of an open file",
	"gpumodel/folder/system_other.go":       "io/fs, for what a file is",
	"gpumodel/folder/system_unix.go":        "syscall, for the numbers of errors and to open without waiting",
	"gpumodel/store/store.go":               "the folder in which results are kept, which whoever starts the notebook kernel names; a cell names no file of it",
	"gpumodel/store/version.go":             "os, to read the program that runs: its version is what it consists of",
	"gpumodel/host/files.go":                "io/fs, for an error; a program's files are those of its folder.Folder",
	"gpumodel/device/load.go":               "io/fs, for the embedded tables",
	"gpumodel/vector/run_amd64.go":          "x/sys/cpu, for the instructions that the processor has",
	"gpumodel/scalar/native_linux_amd64.go": "asks for memory that can be executed, for machine code of the host's loops, and runs it",
	"gpumodel/internal/nvcc/nvcc.go":        "runs NVIDIA's compiler, for tests alone: no room imports it",
	"kernel/lib/shell/folder.go":            "io/fs, for what a file is; files are those of the session's folder.Folder",
	"kernel/lib/shell/handlers.go":          "io/fs and os, for the types of the shell's interpreter; files are those of the session's folder.Folder",
	"kernel/lib/shell/interpret.go":         "path/filepath, for names as the shell's interpreter has them",
	"kernel/lib/shell/shell.go":             "the name of the notebook's directory",
}

// TestCellsReachNothing: a notebook cannot read files, run programs or reach the
// network through a cell, because the code that a cell can call does not know how.
func TestCellsReachNothing(t *testing.T) {
	for file, imports := range goFiles(t) {
		room := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(room, "gpumodel/driver") ||
			!matches([]string{"kernel/cell", "kernel/lib", "kernel/lib/*", "gpumodel", "gpumodel/*", "plotting", "spelling"}, room) {
			continue
		}
		for _, imp := range imports {
			if outside.MatchString(imp) && mayReachOut[file] == "" {
				t.Errorf("%s imports %s, and cells can call it", file, imp)
			}
		}
	}
}

// side is the half of the house that room belongs to; lib joins the two.
func side(room string) string {
	top, rest, _ := strings.Cut(room, "/")
	if top != "kernel" && top != "gpumodel" || strings.HasPrefix(rest, "lib/") {
		return ""
	}
	return top
}

func matches(allowed []string, room string) bool {
	return slices.ContainsFunc(allowed, func(pattern string) bool {
		prefix, wild := strings.CutSuffix(pattern, "*")
		return room == pattern || wild && strings.HasPrefix(room, prefix)
	})
}

// goFiles returns the imports of each Go file of the module, by its path.
func goFiles(t *testing.T) map[string][]string {
	files := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, spec := range parsed.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, imp)
		}
		files[filepath.ToSlash(name)] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d Go files found", len(files))
	}
	return files
}
