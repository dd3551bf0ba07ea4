// Command gate runs what a change has to pass; ./check calls it:
//
//	./check                    before a merge, Go alone: format, build, tests; beside them vet, staticcheck, the files of other systems
//	./check -long              before a release, hours: every part below, one after the other
//	./check -long PART...      some parts, each at most half an hour
//	./check -list              the parts
//
// A part is the whole tests of a package, under the package's path (gpumodel/ir), or has a
// name of its own (race, fuzz, abuse). CHECK_STRICT=1, as .ci/run sets it, refuses tests that
// were skipped because a tool is missing, and runs a test of processes, sockets or a browser
// once more if it fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

func main() {
	long := flag.Bool("long", false, "run the named parts, or all")
	list := flag.Bool("list", false, "list the parts of -long")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: ./check [-long [PART...] | -list]") }
	flag.Parse()
	if flag.NArg() > 0 && !*long {
		flag.Usage()
		os.Exit(2)
	}
	os.Exit(run(*long, *list, flag.Args()))
}

func run(long, list bool, names []string) int {
	logs, err := os.MkdirTemp("", "warpbook-check-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		return 1
	}
	defer os.RemoveAll(logs)
	g := &gate{logs: logs, strict: os.Getenv("CHECK_STRICT") == "1"}
	if xml := os.Getenv("WARPBOOK_JUNIT"); xml != "" {
		g.junit = xml
	}
	os.Setenv("WARPBOOK_SEED", seed())
	if long || list {
		all, err := longParts()
		if err != nil {
			fmt.Fprintln(os.Stderr, "check:", err)
			return 1
		}
		if list {
			for _, p := range all {
				fmt.Printf("%-34s %s\n", p.name, p.about)
			}
			return 0
		}
		chosen, err := choose(all, names)
		if err != nil {
			fmt.Fprintln(os.Stderr, "check:", err)
			return 2
		}
		os.Setenv("WARPBOOK_LONG", "1")
		g.steps(chosen)
		return g.summary()
	}
	if tree, ok := passedBefore(); ok {
		fmt.Printf("== this tree (%.12s) has passed .ci/run before\n", tree)
	}
	os.Unsetenv("WARPBOOK_LONG")
	g.steps(checkSteps)
	return g.summary()
}

// A step is one thing that must pass.
type step struct {
	name, about string
	run         func(*gate) error
	beside      bool // it takes what the steps after it leave of the cores, and runs until all have ended
}

// A gate collects what the steps say.
type gate struct {
	logs, junit string
	strict      bool
	tests       events
	flaky       []string

	mu     sync.Mutex // of the lines below, which steps beside others write
	took   []string
	failed []string
}

// steps runs one step after the other. Those that run beside others are a second line.
func (g *gate) steps(all []step) {
	var beside []step
	for _, s := range all {
		if s.beside {
			beside = append(beside, s)
		}
	}
	var second sync.WaitGroup
	for _, s := range all {
		switch {
		case !s.beside:
			g.step(s)
		case s.name == beside[0].name:
			second.Go(func() {
				for _, s := range beside {
					g.step(s)
				}
			})
		}
	}
	second.Wait()
}

func (g *gate) step(s step) {
	fmt.Println("==", s.name)
	began := time.Now()
	err := s.run(g)
	seconds := time.Since(began).Seconds()
	g.mu.Lock()
	defer g.mu.Unlock()
	beside := ""
	if s.beside {
		beside = ", beside the tests"
	}
	g.took = append(g.took, fmt.Sprintf("%7.1f s  %s%s", seconds, s.name, beside))
	if err != nil {
		fmt.Printf("== FAILED: %s: %v\n", s.name, err)
		g.failed = append(g.failed, s.name)
	}
}

// slowestShown is how many of the slowest tests the summary names.
const slowestShown = 20

func (g *gate) summary() int {
	fmt.Printf("== steps\n%s\n", strings.Join(g.took, "\n"))
	if slow := g.tests.slowest(slowestShown); len(slow) > 0 {
		fmt.Printf("== slowest tests\n%s\n", strings.Join(slow, "\n"))
	}
	if n := len(g.tests.skipped("tier: long")); n > 0 {
		fmt.Printf("== %d tests are left to ./check -long\n", n)
	}
	if needy := g.tests.skipped("needs: "); len(needy) > 0 {
		fmt.Printf("== skipped for lack of a tool\n%s\n", strings.Join(needy, "\n"))
		if g.strict {
			g.failed = append(g.failed, "skipped tests")
		}
	}
	if len(g.flaky) > 0 {
		fmt.Printf("== flaky: failed, and passed when run again alone\n%s\n", strings.Join(g.flaky, "\n"))
	}
	passed, failed, skipped := g.tests.counts()
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed-len(g.flaky), skipped)
	if len(g.failed) > 0 {
		fmt.Println("check: FAILED:", strings.Join(g.failed, ", "))
		return 1
	}
	fmt.Println("check: all passed")
	return 0
}

// log is the path of a file that a step may write.
func (g *gate) log(name string) string {
	return filepath.Join(g.logs, strings.ReplaceAll(name, "/", "_"))
}
