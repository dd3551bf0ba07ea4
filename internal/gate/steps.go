package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// checkSteps are what ./check does.
var checkSteps = []step{
	{"gofmt", "", formatted},
	{"go mod tidy", "", func(*gate) error { return command(nil, "go", "mod", "tidy", "-diff") }},
	{"go vet", "", func(*gate) error { return command(nil, "go", "vet", "./...") }},
	{"staticcheck", "", func(*gate) error {
		return command(nil, "go", "tool", "-modfile=tools.mod", "staticcheck", "./...")
	}},
	{"files of other systems", "", systemFiles},
	{"tests", "", suite},
}

func formatted(*gate) error {
	out, err := output("gofmt", "-l", ".")
	if err != nil {
		return err
	}
	wrong := slices.DeleteFunc(strings.Fields(out), func(name string) bool { return strings.Contains(name, "testdata") })
	if len(wrong) > 0 {
		return fmt.Errorf("gofmt -w is needed for %s", strings.Join(wrong, " "))
	}
	return nil
}

// A system is an operating system and an architecture.
type system struct{ os, arch string }

func (s system) env() []string {
	return []string{"GOOS=" + s.os, "GOARCH=" + s.arch, "CGO_ENABLED=0"}
}

// systemFiles vets, for other systems, the packages that have files of their own for some system.
func systemFiles(*gate) error {
	out, err := output("go", "list", "-f", "{{if or .IgnoredGoFiles .IgnoredOtherFiles}}{{.ImportPath}}{{end}}", "./...")
	if err != nil {
		return err
	}
	for _, s := range []system{{"windows", "amd64"}, {"darwin", "arm64"}} {
		// The command imports everything: the long part builds it.
		pkgs := slices.DeleteFunc(strings.Fields(out), func(pkg string) bool { return regexp.MustCompile(`/cmd/`).MatchString(pkg) })
		if err := command(s.env(), "go", append([]string{"vet"}, pkgs...)...); err != nil {
			return fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
		}
	}
	return nil
}
