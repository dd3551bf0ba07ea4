package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// checkSteps are what ./check does. What only reads the sources takes the processor while tests wait for a browser or a
// process.
var checkSteps = []step{
	{name: "gofmt", run: formatted},
	{name: "go mod tidy", run: func(*gate) error { return command(nil, "go", "mod", "tidy", "-diff") }},
	{name: "build", run: build},
	{name: "build of tools", run: buildTools},
	{name: "go vet", run: func(*gate) error { return lowly(nil, "go", "vet", "./...") }, beside: true},
	{name: "staticcheck", run: func(*gate) error {
		return lowly(nil, "go", "tool", "-modfile=tools.mod", "staticcheck", "./...")
	}, beside: true},
	{name: "files of other systems", run: systemFiles, beside: true},
	{name: "tests", run: suite},
}

// build compiles all packages and their tests, on all cores. The halves of the tests and the steps beside them would each
// compile what they need, and some of it twice. .ci/run does the same while it waits for its tools.
func build(*gate) error {
	_, err := output("go", "list", "-export", "-test", "./...")
	return err
}

// buildTools does so for the tools of tools.mod.
func buildTools(*gate) error {
	_, err := output("go", "list", "-modfile=tools.mod", "-export", "tool")
	return err
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

// otherSystems are those whose files ./check looks at.
var otherSystems = []system{{"windows", "amd64"}, {"darwin", "arm64"}}

func (s system) env() []string {
	return []string{"GOOS=" + s.os, "GOARCH=" + s.arch, "CGO_ENABLED=0"}
}

// systemFiles looks at everything as other systems have it: it type-checks all packages and their tests there, and vets
// those that have other assembly than here, which types say nothing about. go vet of the rest is the part "systems": it
// would compile for those systems what these packages import.
func systemFiles(*gate) error {
	here, err := assembly(nil)
	if err != nil {
		return err
	}
	var checks sync.WaitGroup
	errs := make([]error, len(otherSystems))
	for i, s := range otherSystems {
		checks.Go(func() {
			if err := typed(s, "./..."); err != nil {
				errs[i] = fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
			}
		})
	}
	checks.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, s := range otherSystems {
		there, err := assembly(s.env())
		if err != nil {
			return err
		}
		var differ []string
		for pkg, names := range there {
			if names != here[pkg] && names != "" {
				differ = append(differ, pkg)
			}
		}
		slices.Sort(differ)
		if len(differ) == 0 {
			continue
		}
		if err := lowly(s.env(), "go", append([]string{"vet"}, differ...)...); err != nil {
			return fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
		}
	}
	return nil
}

// assembly lists, for each package, the files in assembly that it has on a system.
func assembly(env []string) (map[string]string, error) {
	out, err := outputIn(env, "go", "list", "-f", "{{.ImportPath}} {{join .SFiles \" \"}}", "./...")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for line := range strings.Lines(out) {
		pkg, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[pkg] = names
	}
	return all, nil
}
