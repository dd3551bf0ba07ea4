package warpbook_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// TestNoPatternIsCompiledAtStart: each start of a kernel, and each command of a shell, waits for what variables of packages are set to.
// A regular expression takes as long to compile as a small cell, so it is compiled when it is first needed: [sync.OnceValue].
func TestNoPatternIsCompiledAtStart(t *testing.T) {
	tier.Check(t)
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{$p := .}}{{range .GoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}\n{{end}}{{end}}", "./cmd/warpbook").Output()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(out)) {
		room, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(room, module+"/") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		read++
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				ast.Inspect(d, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "MustCompile" {
						t.Errorf("%s: a variable of a package is set to a pattern at the start: sync.OnceValue compiles it when it is first needed",
							set.Position(n.Pos()))
					}
					_, later := n.(*ast.FuncLit)
					return !later
				})
			}
		}
	}
	if read < 100 {
		t.Errorf("%d files of ours are read: %s", read, out)
	}
}
