package conformance

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/kernels"
	"warpbook.dev/internal/tier"
)

var mutants = flag.Int("mutants", 80, "how many texts with a random mistake clang and the front end have to judge alike")

// An exception is a kind of text that clang and the front end judge differently.
type exception struct{ message, why string }

// strictly are the messages of the front end for texts that clang accepts.
var strictly = []exception{
	{`more than 1024 arguments of a template`, "packs are bounded"},
	{`function "\w+" is defined twice`, "overloads that differ in & and && alone are not told apart"},
	{`has no body`, "there is no linker that could find it elsewhere"},
	{`cannot be a template here|a method of one instance|inside a struct is not|static member .* must be a constant|where an object with a destructor lives|specialisations of structs|operator= is not supported|inline assembly|a lambda cannot|a\[i, j\] takes|after the condition of|expected an expression but found [";]+"|the value of switch`,
		"C++ that the subset leaves out; the message says what to write"},
	{`is outside the array|has size 0|division by zero|shift by|holds \d characters`, "clang warns; no such program is right"},
	{`promises .* but never returns`, "clang warns; the value would be anything"},
	{`printf|a condition needs a number`, "for clang a format is any text, and a text is a condition"},
	{`is __constant__: kernels can only read it`, "clang leaves it to the toolkit's other tools"},
	{`is neither __global__ nor __device__|of the host code`, "clang compiles the host's functions, which have no threadIdx on a real host either"},
	{`cannot be __(shared|constant|device|global|host)__|__shared__ and __constant__ are for variables|cannot be used inside a function`,
		"clang ignores words of storage where they mean nothing; nvcc does not"},
	{`cudaDeviceSynchronize\(\) in a kernel`, "clang has the declarations of an old toolkit; nvcc of CUDA 12 and later refuses it"},
	{`has the operators of halves`, "the texts go to clang without their headers"},
	{`bit field .* cannot have \d+ bits`, "clang warns; the bits beyond the type are padding that nobody means"},
	{`is not a type`, "unsigned unsigned: clang warns"},
	{`a kernel's parameter cannot be a reference`, "nvcc refuses it too"},
	{`the left side of "[^"]+" is a value`, "++a = b and (a + b) = c of structs are left out"},
	{`is a function: call it`, "naming a function without calling it does nothing"},
	{`#include needs a name|is not built in, and files are not read`, "the texts go to clang without their headers"},
	{`the PTX instruction|of asm: want|is neither an operand nor a register`, "clang leaves the text of asm to ptxas"},
	{`a function pointer keeps its type|this function pointer is null|expected a name of S but found "\*"`, "clang calls what it cannot know"},
	{`a texture has no elements|textures of 1 to 3 dimensions|texture reference|reads 8- and 16-bit integers|cudaTextureObject_t`,
		"clang knows no textures; to it they are templates and numbers"},
	{`a parameter cannot be auto|is a word of the language and cannot name|is one type too many`, "auto as a word of storage, as in C"},
}

// leniently are the messages of clang for texts that the front end accepts.
var leniently = []exception{
	{`static variable not permitted in a constexpr function`, "constexpr of a function says nothing more here"},
	{`use of undeclared identifier '(std|memcpy|memset|malloc|free|cudaMallocManaged)'`, "the texts go to clang without their headers"},
	{`include <new>`, "the texts go to clang without their headers"},
	{`to follow '#pragma unroll'`, "nvcc warns, and so does a note"},
	{`cannot be narrowed`, "g++ and nvcc warn of what is no constant"},
	{`no matching function for call to '__syncthreads'`, "a template without an instance is checked for its form alone"},
	{`requires a type specifier`, "a call at file scope reads like a declaration of the host's"},
}

func excepted(list []exception, message string) bool {
	return slices.ContainsFunc(list, func(e exception) bool { return regexp.MustCompile(e.message).MatchString(message) })
}

// ownHeader finds a header that clang would need the toolkit for, or a file beside the text. Nor does clang know launches
// by kernels.
var ownHeader = regexp.MustCompile(`#include ("|<(cub/|cuda|cooperative_groups|mma))`)

// TestClangAccepts: what the tests run is CUDA C++ to clang too.
func TestClangAccepts(t *testing.T) {
	tier.Check(t)
	c := newClang(t)
	texts := map[string]string{}
	results, err := resultFiles()
	if err != nil {
		t.Fatal(err)
	}
	expressions := read(t, "testdata/results/expressions.h")
	for _, f := range results {
		source := strings.ReplaceAll(f.source, "#include \"../expressions.h\"", expressions)
		if ownHeader.MatchString(source) || nestedLaunch.MatchString(source) {
			continue // the texts go to clang without their headers
		}
		for name, value := range f.module.Options().Defines {
			source = "#define " + name + " " + value + "\n" + source
		}
		texts[f.path] = source
	}
	for _, p := range kernels.All() {
		texts[p.Name] = p.Source
	}
	for _, name := range files(t, "../ir/testdata/*.cu", "../cuda/testdata/*.cu", "testdata/hosted/*.cu") {
		texts[name] = read(t, name)
	}
	for _, name := range []string{"../warp/testdata/divergence.txt", "../cuda/testdata/notes.txt"} {
		for i, source := range chunks(t, name) {
			texts[fmt.Sprintf("%s, text %d", name, i+1)] = source
		}
	}
	for _, name := range files(t, "../../kernel/lib/testdata/teaching/*.txt") {
		for i, cell := range strings.Split(read(t, name), "\n# %%") {
			if _, source, ok := strings.Cut(cell, "%%cuda\n"); ok && !strings.Contains(source, "cooperative_groups") &&
				!strings.Contains(read(t, name), "\n# refused: ") {
				texts[fmt.Sprintf("%s, cell %d", name, i)] = source
			}
		}
	}
	c.judge(t, texts)
}

// TestClangRefuses takes the texts of errors.txt apart: each of their mistakes
// stands alone where the others can be left out.
func TestClangRefuses(t *testing.T) {
	tier.Check(t)
	c := newClang(t)
	texts := map[string]string{}
	for i, source := range chunks(t, "../cuda/testdata/errors.txt") {
		lines := strings.Split(source, "\n")
		for wrong, line := range lines {
			if strings.Contains(line, "// ERROR") {
				texts[fmt.Sprintf("errors.txt, text %d, line %d", i+1, wrong+1)] = without(lines, wrong)
			}
		}
	}
	c.judge(t, texts)
}

// without is a text without its wrong lines but one, so far as they are whole.
func without(lines []string, wrong int) string {
	var kept []string
	for i, line := range lines {
		code, _, isWrong := strings.Cut(line, "// ERROR")
		if isWrong && i != wrong && strings.Count(code, "{") == strings.Count(code, "}") {
			code = ""
		}
		kept = append(kept, code)
	}
	return strings.Join(kept, "\n") + "\n"
}

var tokens = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|<<=|>>=|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|::|\s+|.`)

// TestClangMutants deletes, doubles, swaps and replaces tokens of what students
// write. A larger -mutants finds more.
func TestClangMutants(t *testing.T) {
	tier.Check(t)
	c := newClang(t)
	r := rand.New(rand.NewPCG(3, 5))
	texts := map[string]string{}
	for i := range *mutants {
		name := []string{"../cuda/testdata/lecture.cu", "../cuda/testdata/teaching.cu"}[i%2]
		list := tokens.FindAllString(deviceCode(read(t, name)), -1) // of main all mistakes are the host's
		a, b := someToken(list, r), someToken(list, r)
		line := 1 + strings.Count(strings.Join(list[:a], ""), "\n")
		var what string
		switch r.IntN(5) {
		case 0:
			what, list[a] = "deleted "+list[a], " "
		case 1:
			what, list[a] = "doubled "+list[a], list[a]+" "+list[a]
		case 2:
			what, list[a] = "for "+list[a]+" "+list[b], list[b]
		case 3:
			what, list[a] = list[b]+" before "+list[a], list[b]+" "+list[a]
		default:
			what = "swapped " + list[a] + " and " + list[b]
			list[a], list[b] = list[b], list[a]
		}
		texts[fmt.Sprintf("%s:%d: mutant %d: %s", name, line, i, what)] = strings.Join(list, "")
	}
	c.judge(t, texts)
}

// someToken chooses one that is neither space nor a comment.
func someToken(list []string, r *rand.Rand) int {
	for {
		i := r.IntN(len(list))
		if s := strings.TrimSpace(list[i]); s != "" && !strings.HasPrefix(s, "//") {
			return i
		}
	}
}

// A clang checks CUDA C++ without NVIDIA's toolkit.
type clang struct{ path, builtins string }

func newClang(t *testing.T) *clang {
	t.Helper()
	path, err := exec.LookPath(cmp.Or(os.Getenv("WARPBOOK_CLANG"), "clang"))
	if err != nil {
		t.Skip("needs: clang (WARPBOOK_CLANG or PATH)")
	}
	c := &clang{path, filepath.Join(t.TempDir(), "builtins.h")}
	var b strings.Builder
	for _, f := range cuda.Builtins() {
		var params []string
		for _, p := range f.Params {
			params = append(params, p.String())
		}
		fmt.Fprintf(&b, "__device__ %s %s(%s);\n", f.Result, f.Name, strings.Join(params, ", "))
	}
	if err := os.WriteFile(c.builtins, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if err, _ := c.refusal(t, "__global__ void k() {}"); err != "" {
		t.Fatalf("clang refuses the declarations: %s", err)
	}
	return c
}

var (
	includes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include.*$`)
	clangErr = regexp.MustCompile(`(?:<stdin>:(\d+):\d+: )?(?:fatal )?error: (.*)`)
)

// refusal is clang's first error and its line, an empty one if it accepts the text.
func (c *clang) refusal(t *testing.T, source string) (message string, line int) {
	cmd := exec.Command(c.path, "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-nostdinc", "--cuda-gpu-arch=sm_35",
		"-std=c++17", "-fsyntax-only", "-w", "-include", "testdata/clang/cuda.h", "-include", c.builtins, "-")
	cmd.Stdin = strings.NewReader(includes.ReplaceAllString(source, ""))
	out, err := cmd.CombinedOutput()
	m := clangErr.FindStringSubmatch(string(out))
	if (m != nil) != (err != nil) {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	if m == nil {
		return "", 0
	}
	line, _ = strconv.Atoi(m[1])
	return m[2], line
}

// judged is how many texts clang judges in the check tier; all are in the long one.
const judged = 60

// judge compares the verdicts of clang and the front end.
func (c *clang) judge(t *testing.T, texts map[string]string) {
	t.Helper()
	names := make(chan string)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for name := range names {
				c.judgeOne(t, name, texts[name])
			}
		})
	}
	for _, name := range tier.Sample(t, slices.Sorted(maps.Keys(texts)), judged) {
		names <- name
	}
	close(names)
	wait.Wait()
}

// judgeOne gives clang what a real GPU's compiler gets of a text that is accepted: the
// front end does not read the host's code.
func (c *clang) judgeOne(t *testing.T, name, source string) {
	source = deviceCode(source)
	f, err := cuda.Parse(name, source, cuda.Options{})
	if err == nil {
		source = f.DeviceText()
	}
	theirs, _ := c.refusal(t, source)
	switch {
	case err == nil && theirs != "" && !excepted(leniently, theirs):
		t.Errorf("%s: clang refuses what the front end accepts: %s", name, theirs)
	case err != nil && theirs == "" && !excepted(strictly, err.Error()):
		t.Errorf("%s: clang accepts what the front end refuses: %v", name, err)
	}
}

// deviceCode is a text without the host's main, which the front end passes over.
func deviceCode(source string) string {
	before, _, _ := strings.Cut(source, "\nint main(")
	return before + "\n"
}

func files(t *testing.T, patterns ...string) (names []string) {
	t.Helper()
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %d files", p, err, len(found))
		}
		names = append(names, found...)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// chunks are the texts of a file, which --- separates.
func chunks(t *testing.T, name string) []string {
	t.Helper()
	return strings.Split(read(t, name), "\n---\n")
}
