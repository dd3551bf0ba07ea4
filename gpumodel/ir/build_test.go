package ir

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// gt200 and later are the two kinds of target that the passes tell apart.
var (
	gt200 = Target{PointerBits: 32, IfConvertLimit: 4, Arithmetic: Arithmetic{Flush: true}}
	later = Target{PointerBits: 64, IfConvertLimit: 7, FMA: true, NativeMul32: true, PairsRemainders: true, JoinsSigns: true}
	volta = Target{PointerBits: 64, IfConvertLimit: 7, FMA: true, NativeMul32: true, PairsRemainders: true, UnrollsPartly: true,
		JoinsLoads: true, ScaledAdd: true, LoadsByPressure: true, RegisterGoal: 32}
)

// parse is the file with its only kernel.
func parse(t testing.TB, src string) (*cuda.File, *cuda.Func) {
	t.Helper()
	file, err := cuda.Parse("test.cu", src, cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file, file.Kernels[0]
}

// build constructs and optimises, and checks the invariants behind every pass.
func build(t testing.TB, src string, target Target) (plain, optimised *Func) {
	t.Helper()
	file, fn := parse(t, src)
	plain, err := construct(t.Context(), file, fn, target)
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(plain); err != nil {
		t.Fatalf("as constructed: %v\n%s", err, plain)
	}
	optimised, err = construct(t.Context(), file, fn, target)
	if err != nil {
		t.Fatal(err)
	}
	optimize(optimised, func(pass string) {
		if err := Check(optimised); err != nil {
			t.Fatalf("behind %q: %v\n%s", pass, err, optimised)
		}
	})
	return plain, optimised
}

// TestGolden compares the text of the optimised kernels in testdata/*.cu.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for suffix, target := range map[string]Target{".32.ptx": gt200, ".64.ptx": later} {
				_, f := build(t, string(src), target)
				golden(t, strings.TrimSuffix(name, ".cu")+suffix, f.String())
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func source(t testing.TB, name string) string {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name + ".cu")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
