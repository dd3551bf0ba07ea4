package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var goRun = regexp.MustCompile(`go run (\./[\w/.-]+)`)

// TestCommandsExist: what a page tells to run with `go run` is a command.
func TestCommandsExist(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md", "../DESIGN.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goRun.FindAllStringSubmatch(string(text), -1) {
			commands++
			files, err := filepath.Glob(filepath.Join("..", m[1], "*.go"))
			if err != nil || len(files) == 0 {
				t.Errorf("%s: %s is no package", page, m[0])
				continue
			}
			source, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(`(?m)^package main$`).Match(source) {
				t.Errorf("%s: %s is no command", page, m[0])
			}
		}
	}
	if commands < 3 {
		t.Errorf("%d commands found", commands)
	}
}
