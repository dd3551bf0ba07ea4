package warpbook_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"warpbook.dev"
)

// TestNotice: NOTICE names every module that the program contains on some system, with
// its licence, and no other.
func TestNotice(t *testing.T) {
	var linked []string
	for _, system := range []string{"linux", "windows", "darwin"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/warpbook")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list on %s: %v", system, err)
		}
		linked = append(linked, strings.Fields(string(out))...)
	}
	slices.Sort(linked)
	linked = slices.DeleteFunc(slices.Compact(linked), func(path string) bool { return path == module })

	_, list, _ := strings.Cut(warpbook.Notice, "\nComponents\n")
	list, _, _ = strings.Cut(list, "\nBSD 3-Clause License\n")
	var named []string
	for _, entry := range strings.Split(list, "\n\n") {
		path, rest, _ := strings.Cut(strings.TrimSpace(entry), "\n")
		if !strings.Contains(path, ".") || strings.Contains(path, " ") {
			continue // not a module
		}
		named = append(named, path)
		if !strings.Contains(rest, "Licence: ") || !strings.Contains(rest, "Used for: ") {
			t.Errorf("NOTICE does not say the licence and the use of %s", path)
		}
	}
	if slices.Sort(named); !slices.Equal(named, linked) {
		t.Errorf("NOTICE names\n%s\nand the program contains\n%s", strings.Join(named, "\n"), strings.Join(linked, "\n"))
	}
}
