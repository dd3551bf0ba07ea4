package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A group of tests is run by one gotestsum.
type group struct {
	name     string
	packages []string
	cores    int
	flags    []string // of go test
	limit    string   // a stop against hanging, for a package
	env      []string // of go test, not of gotestsum: a tool for another system would not run here
}

// run runs a group and reads what it said.
func (p group) run(g *gate) (events, error) {
	if len(p.packages) == 0 {
		return events{}, nil
	}
	log := g.log(p.name + ".json")
	args := []string{"tool", "-modfile=tools.mod", "gotestsum", "--format", "pkgname", "--format-hide-empty-pkg", "--hide-summary",
		"skipped", "--jsonfile", log}
	if g.junit != "" {
		args = append(args, "--junitfile", fmt.Sprintf("%s-%s.xml", strings.TrimSuffix(g.junit, ".xml"), strings.ReplaceAll(p.name, "/", "-")))
	}
	if len(p.env) > 0 {
		args = append(append(append(args, "--raw-command", "--", "env"), p.env...), "go", "test", "-json")
	} else {
		args = append(args, "--")
	}
	// go vet has looked at all packages before.
	args = append(args, "-vet=off", "-timeout", p.limit, "-p", fmt.Sprint(p.cores))
	args = append(append(args, p.flags...), p.packages...)
	err := command([]string{fmt.Sprint("GOMAXPROCS=", p.cores)}, "go", args...)
	var said events
	f, openErr := os.Open(log)
	if openErr != nil {
		return said, errors.Join(err, openErr)
	}
	defer f.Close()
	if readErr := said.read(f); readErr != nil {
		return said, errors.Join(err, readErr)
	}
	return said, err
}

// sessions are the packages whose tests start processes, open sockets or wait for somebody: a busy machine can disturb them.
// The libraries of cells and the notebooks don't: they run with the model's rooms, so that both halves take equally long.
var sessions = regexp.MustCompile(`^warpbook\.dev/(cmd/|kernel($|/(cell|client|session|wire|zmtp)($|/))|gpumodel/driver($|/)|install($|/))`)

// twice are the packages whose tests of processes, sockets and a browser may run a second time. What computes the
// model's numbers never does.
var twice = regexp.MustCompile(`^warpbook\.dev/(cmd/.*|kernel(/(cell|client|wire|zmtp.*))?|gpumodel/driver.*)$`)

// hanging stops a package that hangs. It is far above what any package takes, also on one core beside other work: cmd/warpbook,
// which takes four minutes on two idle cores, took more than 25 on a twentieth of one.
const hanging = "2h"

// suite runs all tests: what is about patience on one half of the cores, so that it is not starved, and beside it the model
// and then its rooms on the other half.
func suite(g *gate) error {
	all, err := packages("./...")
	if err != nil {
		return err
	}
	var patient, root, rooms []string
	for _, pkg := range all {
		switch {
		case sessions.MatchString(pkg):
			patient = append(patient, pkg)
		case pkg == module+"/gpumodel" || pkg == module+"/gpumodel/conformance":
			root = append(root, pkg)
		default:
			rooms = append(rooms, pkg)
		}
	}
	half := (runtime.NumCPU() + 1) / 2
	halves := [][]group{
		{{name: "sessions", packages: patient, cores: half, limit: hanging}},
		{{name: "the model", packages: root, cores: half, limit: hanging}, {name: "its rooms", packages: rooms, cores: half, limit: hanging}},
	}
	said, errs := make([][]events, len(halves)), make([]error, len(halves))
	var wg sync.WaitGroup
	for i, half := range halves {
		wg.Go(func() {
			for _, p := range half {
				one, err := p.run(g)
				said[i], errs[i] = append(said[i], one), errors.Join(errs[i], err)
			}
		})
	}
	wg.Wait()
	if errs[0] != nil && g.strict {
		errs[0] = g.again(said[0][0])
	}
	for _, e := range slices.Concat(said...) {
		g.tests.add(e)
	}
	return errors.Join(errs...)
}

// again runs the failed tests of a group once more, alone. Those that pass now are flaky.
func (g *gate) again(first events) error {
	failed, err := first.failures()
	if err != nil {
		return err
	}
	for pkg := range failed {
		if !twice.MatchString(pkg) {
			return fmt.Errorf("%s has failed", short(pkg))
		}
	}
	for pkg, names := range failed {
		fmt.Println("== again, alone:", short(pkg), strings.Join(names, " "))
		p := group{name: "again " + short(pkg), packages: []string{pkg}, cores: runtime.NumCPU(), limit: hanging,
			flags: []string{"-count=1", "-run", "^(" + strings.Join(names, "|") + ")$"}}
		if _, err := p.run(g); err != nil {
			return fmt.Errorf("%s fails again: %w", short(pkg), err)
		}
		for _, name := range names {
			g.flaky = append(g.flaky, "   "+short(pkg)+" "+name)
		}
	}
	return nil
}
