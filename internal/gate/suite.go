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
	// go vet is a step of its own.
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
var sessions = regexp.MustCompile(`^warpbook\.dev/(cmd/|kernel($|/(cell|client|session|wire|zmtp)($|/))|gpumodel/driver($|/)|install($|/))`)

// twice are the packages whose tests of processes, sockets and a browser may run a second time. What computes the
// model's numbers never does.
var twice = regexp.MustCompile(`^warpbook\.dev/(cmd/.*|kernel(/(cell|client|wire|zmtp.*))?|gpumodel/driver.*)$`)

// hanging stops a package that hangs. It is far above what any package takes, also on one core beside other work: cmd/warpbook,
// which takes four minutes on two idle cores, took more than 25 on a twentieth of one.
const hanging = "2h"

// heavy are the rooms whose tests take longest. Each is a group of its own, and they come first.
var heavy = []string{"gpumodel", "gpumodel/conformance", "gpumodel/host", "gpumodel/programs", "kernel/lib"}

// small is how many of the other rooms make a group.
const small = 6

// groups sorts packages: those that are about patience, and groups of the others in the order in which they should begin.
func groups(all []string, cores int) (sessionTests group, rooms []group) {
	var patient, others []string
	for _, name := range heavy {
		if pkg := module + "/" + name; slices.Contains(all, pkg) {
			rooms = append(rooms, group{name: name, packages: []string{pkg}, cores: cores, limit: hanging})
		}
	}
	for _, pkg := range all {
		switch {
		case sessions.MatchString(pkg):
			patient = append(patient, pkg)
		case !slices.Contains(heavy, short(pkg)):
			others = append(others, pkg)
		}
	}
	for packages := range slices.Chunk(others, small) {
		rooms = append(rooms, group{name: "from " + short(packages[0]), packages: packages, cores: cores, limit: hanging})
	}
	return group{name: "sessions", packages: patient, cores: cores, limit: hanging}, rooms
}

// suite runs all tests in two halves of the cores: what is about patience in one, so that it is not starved. The other half
// takes one group of rooms after the other, and the first one does so too when its sessions have ended.
func suite(g *gate) error {
	all, err := packages("./...")
	if err != nil {
		return err
	}
	sessionTests, rooms := groups(all, (runtime.NumCPU()+1)/2)
	next := make(chan group, len(rooms))
	for _, room := range rooms {
		next <- room
	}
	close(next)
	var mu sync.Mutex
	var errs []error
	take := func() {
		for room := range next {
			said, err := room.run(g)
			mu.Lock()
			g.tests.add(said)
			errs = append(errs, err)
			mu.Unlock()
		}
	}
	var other sync.WaitGroup
	other.Go(take)
	said, err := sessionTests.run(g)
	take()
	other.Wait()
	if err != nil && g.strict {
		err = g.again(said)
	}
	g.tests.add(said)
	return errors.Join(append(errs, err)...)
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
