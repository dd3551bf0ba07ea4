package host_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
)

// FuzzCompile: no text makes the compiler of whole programs panic.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"testdata/hosted/*.cpp", "testdata/programs/*.cu"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal("no programs", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if p, err := host.Compile(ctx, "f.cu", source, gpumodel.Options{}); (p == nil) != (err != nil) {
			t.Errorf("%v, %v", p, err)
		}
	})
}
