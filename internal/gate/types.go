package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"strings"
)

// A source is a package as go list describes it.
type source struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string // where an import is of another package than its path says
	Module          *struct {
		Main      bool
		GoVersion string
	}
}

// typed type-checks packages, their tests and all that these import as they are on another system. go vet needs what a
// package imports compiled; from the sources alone it takes seconds.
func typed(s system, patterns ...string) error {
	out, err := outputIn(s.env(), "go", append([]string{"list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Module"},
		patterns...)...)
	if err != nil {
		return err
	}
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	sizes := types.SizesFor("gc", s.arch)
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p source
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("what go list says: %w", err)
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // which go test writes itself
			continue
		}
		if known[p.ImportPath], err = p.check(known, sizes); err != nil {
			return err
		}
	}
}

// check type-checks a package, after those that it imports. Only what is ours is looked into beyond its declarations.
func (p *source) check(known map[string]*types.Package, sizes types.Sizes) (*types.Package, error) {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	ours := p.Module != nil && p.Module.Main
	c := types.Config{Sizes: sizes, IgnoreFuncBodies: !ours, Importer: imports(func(path string) (*types.Package, error) {
		if other, ok := p.ImportMap[path]; ok {
			path = other
		}
		if known[path] == nil {
			return nil, fmt.Errorf("go list names no package %s", path)
		}
		return known[path], nil
	})}
	if p.Module != nil && p.Module.GoVersion != "" {
		c.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // without the test that it is built for
	return c.Check(path, set, files, nil)
}

// imports is a types.Importer.
type imports func(path string) (*types.Package, error)

func (f imports) Import(path string) (*types.Package, error) { return f(path) }
