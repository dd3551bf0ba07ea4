package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// events is what `go test -json` said of tests, by package and name.
type events struct {
	tests    map[string]*test // by package and name
	packages map[string]string
}

// A test has ended as its action says: pass, fail or skip.
type test struct {
	pkg, name string
	action    string
	seconds   float64
	why       string // of a skip
}

// read adds what a file of events says. A test that ran in several groups counts once, and has failed if one failed.
func (e *events) read(r io.Reader) error {
	if e.tests == nil {
		e.tests, e.packages = map[string]*test{}, map[string]string{}
	}
	said := map[string]string{}
	for d := json.NewDecoder(bufio.NewReader(r)); ; {
		var event struct {
			Action, Package, Test, Output string
			Elapsed                       float64
		}
		switch err := d.Decode(&event); {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("events of go test: %w", err)
		}
		key := event.Package + " " + event.Test
		switch event.Action {
		case "output":
			if event.Test != "" {
				said[key] = event.Output
				if _, message, ok := strings.Cut(event.Output, ".go:"); ok {
					if _, message, ok = strings.Cut(message, ": "); ok && (strings.HasPrefix(message, "tier: ") || strings.HasPrefix(message, "needs: ")) {
						said[key+" why"] = strings.TrimSpace(message)
					}
				}
			}
		case "pass", "fail", "skip":
			if event.Test == "" {
				if e.packages[event.Package] != "fail" {
					e.packages[event.Package] = event.Action
				}
				continue
			}
			if old := e.tests[key]; old != nil && (old.action == "fail" || event.Action == "skip") {
				continue
			}
			e.tests[key] = &test{event.Package, event.Test, event.Action, event.Elapsed, said[key+" why"]}
		}
	}
}

// sorted lists the tests by package and name.
func (e *events) sorted() []*test {
	return slices.SortedFunc(maps.Values(e.tests), func(a, b *test) int {
		return strings.Compare(a.pkg+" "+a.name, b.pkg+" "+b.name)
	})
}

// failures lists, by package, the top-level tests that failed. A package that failed without one is an error.
func (e *events) failures() (map[string][]string, error) {
	failed := map[string][]string{}
	for _, t := range e.sorted() {
		if t.action == "fail" && !strings.Contains(t.name, "/") {
			failed[t.pkg] = append(failed[t.pkg], t.name)
		}
	}
	for pkg, action := range e.packages {
		if action == "fail" && failed[pkg] == nil {
			return nil, fmt.Errorf("%s failed, and none of its tests", short(pkg))
		}
	}
	return failed, nil
}

func (e *events) slowest(n int) []string {
	all := slices.DeleteFunc(e.sorted(), func(t *test) bool { return strings.Contains(t.name, "/") || t.seconds < 0.5 })
	slices.SortStableFunc(all, func(a, b *test) int { return int(1000 * (b.seconds - a.seconds)) })
	var lines []string
	for _, t := range all[:min(n, len(all))] {
		lines = append(lines, fmt.Sprintf("%7.1f s  %s %s", t.seconds, short(t.pkg), t.name))
	}
	return lines
}

// skipped lists the tests that were skipped with a message that begins so.
func (e *events) skipped(prefix string) []string {
	var lines []string
	for _, t := range e.sorted() {
		if t.action == "skip" && strings.HasPrefix(t.why, prefix) {
			lines = append(lines, fmt.Sprintf("   %s %s: %s", short(t.pkg), t.name, t.why))
		}
	}
	return lines
}

func (e *events) counts() (passed, failed, skipped int) {
	for _, t := range e.tests {
		if strings.Contains(t.name, "/") {
			continue
		}
		switch t.action {
		case "pass":
			passed++
		case "fail":
			failed++
		case "skip":
			skipped++
		}
	}
	return
}

// add adds what another group of tests said.
func (e *events) add(o events) {
	if e.tests == nil {
		e.tests, e.packages = map[string]*test{}, map[string]string{}
	}
	for key, t := range o.tests {
		if old := e.tests[key]; old == nil || old.action != "fail" && t.action != "skip" {
			e.tests[key] = t
		}
	}
	maps.Copy(e.packages, o.packages)
}
