package shell

import (
	"os"
	"strings"
	"testing"
)

// TestWordsDocumented: docs/programs.md names each command that does something, and some of those that are answered in a line.
func TestWordsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "### Shell lines\n")
	section, _, _ = strings.Cut(section, "\n### ")
	for name, w := range words {
		switch {
		case w.run == nil && w.note == "":
			t.Errorf("%s does nothing and says nothing", name)
		case w.run != nil && w.doc == "" && !strings.Contains(w.names, "pip"):
			t.Errorf("%s has no doc", name)
		case w.doc != "" && !strings.Contains(section, "`"+name+"`"):
			t.Errorf("docs/programs.md, \"Shell lines\", does not name %s", name)
		}
	}
}
