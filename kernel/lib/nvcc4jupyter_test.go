package lib

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
)

var cellMark = regexp.MustCompile(`(?m)^# %%\n`)

// TestNotebooksForNVCC4Jupyter: notebooks written for nvcc4jupyter and for Colab run from the first cell to the last.
func TestNotebooksForNVCC4Jupyter(t *testing.T) {
	tier.Check(t)
	files, err := filepath.Glob("testdata/nvcc4jupyter/*.txt")
	if err != nil || len(files) != 37 {
		t.Fatalf("%d notebooks, %v; want 37", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden, err := filepath.Abs(strings.TrimSuffix(file, ".txt") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			s := newSession()
			var b strings.Builder
			for i, source := range cellMark.Split(string(text), -1) {
				out, outcome := execute(context.Background(), s, i+1, source)
				fmt.Fprintf(&b, "-- cell %d --\n%s%s", i+1, out.stdout.String(), out.stderr.String())
				for _, d := range out.displays {
					fmt.Fprintf(&b, "%s\n", d.Data["text/plain"])
				}
				if out.result != nil {
					fmt.Fprintf(&b, "%s\n", out.result.Data["text/plain"])
				}
				if outcome.Error != nil {
					t.Errorf("cell %d fails: %s: %s", i+1, outcome.Error.Name, outcome.Error.Value)
				}
			}
			got := strings.ReplaceAll(b.String(), "\n\n", "\n")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
