package host_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namesLine is a message that leads to its place.
var namesLine = regexp.MustCompile(`(?m)\bline [0-9]+|^p\.cu:[0-9]+:`)

// TestFaults: mistakes that beginners make, most of which a card answers with zeros. Each program prints what it prints on a
// card, and is told what is wrong, with the line.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/faults/*.cu")
	if err != nil || len(files) != 44 {
		t.Fatalf("%d programs, %v; want 44", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := does(t, string(text))
			compareGolden(t, strings.TrimSuffix(file, ".cu")+".golden", got)
			if _, told, _ := strings.Cut(got, "-- findings --\n"); !namesLine.MatchString(told) {
				t.Errorf("no message names a line:\n%s", got)
			}
		})
	}
}
