package host_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"
)

// textsOf are the texts of files; there must be some for each pattern.
func textsOf(t testing.TB, patterns ...string) (texts []string) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

// FuzzCompile: no text makes the compiler of whole programs panic.
func FuzzCompile(f *testing.F) {
	texts := textsOf(f, "testdata/hosted/*.cpp", "testdata/programs/*.cu")
	for _, text := range tier.Sample(f, texts, 10) { // TestHosted and TestPrograms compile them, too
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, source string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if p, err := host.Compile(ctx, "f.cu", source, gpumodel.Options{}); (p == nil) != (err != nil) {
			t.Errorf("%v, %v", p, err)
		}
	})
}
