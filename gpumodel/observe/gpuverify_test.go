package observe_test

import (
	"encoding/csv"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/internal/tier"
)

var updateVerdicts = flag.Bool("update-gpuverify", false, "write testdata/gpuverify/verdicts.csv")

const verdictsFile = "testdata/gpuverify/verdicts.csv"

// TestGPUVerify compares what the checker says of the CUDA programs of GPUVerify's suite with their heads: "pass" has no race and no
// barrier that some threads don't reach, and a program that fails has one. Programs with words of GPUVerify's own are left out. GPUVerify
// proves it for all arguments; here each kernel is launched with a few drawn ones, with as many threads as the head has, at most 256 in a
// block and 4 blocks. testdata/gpuverify/verdicts.csv has what came of each program, and docs/programs.md why some differ.
//
// accept/fetch.sh brings the repository of testdata/gpuverify/repositories.csv; WARPBOOK_CORPUS names its folder.
func TestGPUVerify(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_CORPUS")
	if corpus == "" {
		t.Skip("checks GPUVerify's suite: gpumodel/conformance/testdata/accept/fetch.sh DIR gpumodel/observe/testdata/gpuverify/repositories.csv, " +
			"then WARPBOOK_LONG=1 WARPBOOK_CORPUS=DIR go test ./gpumodel/observe -run TestGPUVerify -v")
	}
	tier.Long(t)
	root := filepath.Join(corpus, "mc-imperial+gpuverify", "testsuite", "CUDA")
	got := [][]string{{"path", "head", "verdict", "says"}}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".cu" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		head := headOf(string(text))
		verdict, says := verdictOn(t, string(text), head)
		got = append(got, []string{filepath.ToSlash(name), head, verdict, says})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, row := range got[1:] {
		count[row[2]]++
	}
	t.Log(count)
	if *updateVerdicts {
		var b strings.Builder
		w := csv.NewWriter(&b)
		if err := w.WriteAll(got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(verdictsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Open(verdictsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// What a head says: that the program is right, that threads do what they must not, or that it fails without saying this.
const (
	rightHead = "pass"
	wrongHead = "race or barrier"
	otherHead = "fails"
)

var namesRace = regexp.MustCompile(`(?i)race|barrier`)

// headOf is what the comment at the top of a program says. One that fails and names no race may do so by a null pointer, an assertion or a
// text that does not compile, of which the rules of races and barriers know nothing.
func headOf(text string) string {
	lines := strings.Split(text, "\n")
	end := slices.IndexFunc(lines, func(s string) bool { return !strings.HasPrefix(s, "//") })
	switch {
	case strings.HasPrefix(strings.ToLower(text), "//pass"):
		return rightHead
	case namesRace.MatchString(strings.Join(lines[1:max(end, 1)], "\n")):
		return wrongHead
	}
	return otherHead
}

// ownWords are words that are GPUVerify's alone: a program with one of them is not CUDA.
var ownWords = regexp.MustCompile(`\b(__(requires\w*|ensures|invariant|global_invariant|function_wide_\w+|candidate_\w+|assert|global_assert|assume|` +
	`read|write|no_read|no_write|reads_from\w*|writes_to\w*|read_implies|write_implies|enabled|all|exclusive|at_most_one|distinct\w*|` +
	`implies|iff|ite|ptr_base|ptr_offset|non_temporal_\w+|barrier_invariant\w*|axiom|uniform_\w+|same_group|other_\w+|add_noovfl\w*|` +
	`same_\w+|array_snapshot|return_val\w*|old\w*|atomic_has_taken\w*|bugle\w*|sum_\w+|is_pow2)|bugle_\w+)\b`)

var headOption = regexp.MustCompile(`(-D\w+(?:=\S+)?|--blockDim=\S+|--gridDim=\S+)`)

// verdictOn launches the kernels of a program, and says whether what is found is what its head says.
func verdictOn(t *testing.T, text, head string) (verdict, says string) {
	if word := ownWords.FindString(text); word != "" {
		return "own words", word
	}
	o := gpumodel.Options{Defines: map[string]string{}}
	block, grid := gpumodel.Dim3{X: 1, Y: 1, Z: 1}, gpumodel.Dim3{X: 1, Y: 1, Z: 1}
	options, card := strings.SplitN(text, "\n", 3)[1], "H200"
	if strings.Contains(options, "--warp-sync") {
		card = "Tesla C2050" // whose warps go in step
	}
	for _, option := range headOption.FindAllString(options, -1) {
		switch name, value, _ := strings.Cut(option, "="); {
		case name == "--blockDim":
			block = sized(value, 256)
		case name == "--gridDim":
			grid = sized(value, 4)
		default:
			o.Defines[strings.TrimPrefix(name, "-D")] = value
		}
	}
	m, err := gpumodel.Compile("kernel.cu", text, o)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return "refused", line
	}
	random, found, ran := rand.New(rand.NewPCG(1, 2)), "", false
	for _, k := range m.Kernels {
		for range 4 {
			args, ok := drawnArguments(t, k, random)
			if k.Template() || !ok {
				break
			}
			r, err := observe.Check(t.Context(), modeltest.Card(t, card), gpumodel.Launch{Kernel: k, Grid: grid, Block: block, Args: args})
			if err != nil {
				return "refused", err.Error()
			}
			ran = true
			for _, f := range r.Faults {
				if found == "" && (f.Kind == checker.Race || f.Kind == checker.Barrier) {
					found = f.What
				}
			}
		}
	}
	switch {
	case !ran:
		return "not launched", "an argument of a kernel cannot be drawn, or it is a template"
	case head == otherHead && found == "":
		return "not compared", "it fails for another reason"
	case (head != rightHead) == (found != ""):
		return "agrees", found
	}
	return "differs", found
}

// sized are the sizes of a block or a grid: 64 or [8,8].
func sized(text string, most int) gpumodel.Dim3 {
	d := [3]int{1, 1, 1}
	for i, s := range strings.Split(strings.Trim(text, "[]"), ",") {
		if n, err := strconv.Atoi(s); err == nil && i < len(d) {
			d[i] = n
		}
	}
	for d[0]*d[1]*d[2] > most {
		i := slices.Index(d[:], slices.Max(d[:]))
		d[i] = (d[i] + 1) / 2
	}
	return gpumodel.Dim3{X: d[0], Y: d[1], Z: d[2]}
}

// drawable are the elements of arrays by their type in C.
var drawable = map[string]string{"float": "float32", "double": "float64", "int": "int32", "unsigned": "uint32",
	"unsigned int": "uint32", "char": "int8", "signed char": "int8",
	"unsigned char": "uint8", "short": "int16", "unsigned short": "uint16", "long": "int64", "long long": "int64", "unsigned long": "uint64",
	"unsigned long long": "uint64", "bool": "uint8"}

// drawnArguments are arrays of small numbers and small numbers; false where a parameter is something else.
func drawnArguments(t *testing.T, k *gpumodel.Kernel, random *rand.Rand) (args []any, ok bool) {
	const elements = 1 << 16
	for _, p := range k.Params() {
		typ, err := gpumodel.ParseDType(drawable[p.Number])
		switch {
		case p.Texture || len(p.Parts) > 0 || err != nil:
			return nil, false
		case p.Pointer:
			a, err := gpumodel.NewArrayFunc(typ, func(int) float64 { return float64(random.IntN(64)) }, elements)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, a)
		default:
			if n := random.IntN(64); typ.Float() {
				args = append(args, float64(n))
			} else {
				args = append(args, int64(n))
			}
		}
	}
	return args, true
}
