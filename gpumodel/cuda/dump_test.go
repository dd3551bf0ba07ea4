package cuda

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda/token"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Every testdata/*.cu is accepted and gives the tree in the .dump beside it.
func TestDump(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := Parse(filepath.Base(name), string(src), Options{})
			if err != nil {
				t.Fatalf("refused:\n%s", err.(token.ErrorList).Detail())
			}
			check(f)
			var got bytes.Buffer
			Dump(&got, f)
			golden := strings.TrimSuffix(name, ".cu") + ".dump"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("tree differs (-want +got):\n%s", diff)
			}
		})
	}
}
