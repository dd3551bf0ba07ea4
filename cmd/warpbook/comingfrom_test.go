package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestComingFrom: the commands in the tables of docs/coming-from.md end well, with the program add.cu of that page and a notebook for
// nvcc4jupyter.
func TestComingFrom(t *testing.T) {
	tier.Check(t)
	page, err := os.ReadFile("../../docs/coming-from.md")
	if err != nil {
		t.Fatal(err)
	}
	colab, err := os.ReadFile("../../notebooks/08-coming-from-colab.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	_, program, found := strings.Cut(string(page), "%%writefile add.cu\n")
	program, _, _ = strings.Cut(program, "```")
	commands := regexp.MustCompile("`warpbook ([^`]+)`").FindAllStringSubmatch(string(page), -1)
	if !found || len(commands) < 5 {
		t.Fatalf("the program is there: %t; %d commands, want 5 at least", found, len(commands))
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"add.cu": program, "colab.ipynb": string(colab)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	word := regexp.MustCompile(`"[^"]*"|\S+`)
	for _, c := range commands {
		var args []string
		for _, w := range word.FindAllString(c[1], -1) {
			args = append(args, strings.Trim(w, `"`))
		}
		var stdout, stderr bytes.Buffer
		if status := run(args, strings.NewReader(""), &stdout, &stderr); status != exitOK {
			t.Errorf("warpbook %s: exit status %d\n%s", c[1], status, stderr.String())
		}
	}
}
