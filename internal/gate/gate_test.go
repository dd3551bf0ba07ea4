package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const said = `{"Action":"run","Package":"warpbook.dev/kernel","Test":"TestA"}
{"Action":"fail","Package":"warpbook.dev/kernel","Test":"TestA/sub","Elapsed":0.5}
{"Action":"fail","Package":"warpbook.dev/kernel","Test":"TestA","Elapsed":2}
{"Action":"output","Package":"warpbook.dev/kernel","Test":"TestB","Output":"    x_test.go:23: needs: a Python in WARPBOOK_PYTHON\n"}
{"Action":"output","Package":"warpbook.dev/kernel","Test":"TestB","Output":"--- SKIP: TestB (0.00s)\n"}
{"Action":"skip","Package":"warpbook.dev/kernel","Test":"TestB","Elapsed":0}
{"Action":"output","Package":"warpbook.dev/kernel","Test":"TestC","Output":"    tier.go:31: tier: long\n"}
{"Action":"skip","Package":"warpbook.dev/kernel","Test":"TestC","Elapsed":0}
{"Action":"pass","Package":"warpbook.dev/kernel","Test":"TestD","Elapsed":7}
{"Action":"fail","Package":"warpbook.dev/kernel","Elapsed":9}
`

func TestEvents(t *testing.T) {
	var e events
	if err := e.read(strings.NewReader(said)); err != nil {
		t.Fatal(err)
	}
	failed, err := e.failures()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string][]string{"warpbook.dev/kernel": {"TestA"}}, failed); d != "" {
		t.Errorf("failures (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"   kernel TestB: needs: a Python in WARPBOOK_PYTHON"}, e.skipped("needs: ")); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	if n := len(e.skipped("tier: long")); n != 1 {
		t.Errorf("%d tests are long, want 1", n)
	}
	if d := cmp.Diff([]string{"    7.0 s  kernel TestD", "    2.0 s  kernel TestA"}, e.slowest(2)); d != "" {
		t.Errorf("slowest (-want +got):\n%s", d)
	}
	var both events
	both.add(e)
	var passed events
	if err := passed.read(strings.NewReader(`{"Action":"pass","Package":"warpbook.dev/kernel","Test":"TestA","Elapsed":2}`)); err != nil {
		t.Fatal(err)
	}
	both.add(passed)
	if p, f, s := both.counts(); p != 1 || f != 1 || s != 2 {
		t.Errorf("%d passed, %d failed, %d skipped; want 1, 1, 2: a test that failed in one group has failed", p, f, s)
	}
}

// TestPackageFails: a package that fails without a failed test is not run again as if one had failed.
func TestPackageFails(t *testing.T) {
	var e events
	if err := e.read(strings.NewReader(`{"Action":"fail","Package":"warpbook.dev/kernel","Elapsed":9}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.failures(); err == nil {
		t.Error("no error")
	}
}

func TestChoose(t *testing.T) {
	all := []step{{name: "race"}, {name: "gpumodel:random"}, {name: "gpumodel"}, {name: "gpumodel/ir"}, {name: "kernel"},
		{name: "kernel/cell"}}
	for names, want := range map[string]string{
		"":                     "race gpumodel:random gpumodel gpumodel/ir kernel kernel/cell",
		"gpumodel/ir":          "gpumodel/ir",
		"gpumodel":             "gpumodel:random gpumodel",
		"gpumodel:random race": "gpumodel:random race",
		"kernel/...":           "kernel kernel/cell",
		"rooms":                `no part is called "rooms"; ./check -list lists them`,
	} {
		chosen, err := choose(all, strings.Fields(names))
		var got []string
		for _, p := range chosen {
			got = append(got, p.name)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if d := cmp.Diff(want, strings.Join(got, " ")); d != "" {
			t.Errorf("%q (-want +got):\n%s", names, d)
		}
	}
}

// TestGreen: a tree that .ci/run noted is known, until something in it changes.
func TestGreen(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs: git")
	}
	cache, repo := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Chdir(repo)
	git := func(args ...string) string {
		t.Helper()
		out, err := output("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	write("a", "1")
	git("add", "a")
	git("commit", "-q", "-m", "a")
	if _, ok := passedBefore(); ok {
		t.Error("a tree has passed that nothing noted")
	}
	write(filepath.Join(cache, "warpbook-ci", "green"), "0123\n"+git("rev-parse", "HEAD^{tree}")+"\n")
	if _, ok := passedBefore(); !ok {
		t.Error("a noted tree is not known")
	}
	write("a", "2")
	if _, ok := passedBefore(); ok {
		t.Error("a changed tree has passed")
	}
}

// TestNames: the tests that parts name are there. A pattern that ends in an open word stands for some.
func TestNames(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	patterns := map[string]bool{raced: true, serial: true}
	for _, groups := range split {
		for _, g := range groups {
			patterns[g.tests] = true
		}
	}
	for pattern := range patterns {
		top, _, _ := strings.Cut(pattern, "/") // without the names of subtests
		whole := strings.HasSuffix(top, "$")
		prefix, names, ok := strings.Cut(strings.Trim(top, "^$"), "(")
		if !ok {
			t.Fatalf("%s has no list of names", pattern)
		}
		for _, name := range strings.Split(strings.TrimSuffix(names, ")"), "|") {
			call := "\nfunc " + prefix + name
			if whole {
				call += "("
			}
			if !strings.Contains(all.String(), call) {
				t.Errorf("%s: no test is called %s%s", pattern, prefix, name)
			}
		}
	}
}

// TestTwice: only what a busy machine can disturb has a second try.
func TestTwice(t *testing.T) {
	for pkg, want := range map[string]bool{"cmd/warpbook": true, "kernel": true, "kernel/cell": true, "kernel/zmtp/curve": true,
		"gpumodel/driver": true,
		"kernel/lib":      false, "kernel/lib/gpu": false, "gpumodel": false, "gpumodel/host": false, "notebooks": false} {
		if got := twice.MatchString(module + "/" + pkg); got != want {
			t.Errorf("%s may run twice: %v, want %v", pkg, got, want)
		}
	}
}

// TestAssembly: a package with assembly for one system has other assembly elsewhere.
func TestAssembly(t *testing.T) {
	t.Chdir("../..")
	arm, err := assembly(system{"darwin", "arm64"}.env())
	if err != nil {
		t.Fatal(err)
	}
	linux, err := assembly(system{"linux", "amd64"}.env())
	if err != nil {
		t.Fatal(err)
	}
	for pkg, want := range map[string][2]string{"/gpumodel/vector": {"run_arm64.s", "run_amd64.s"}, "/gpumodel/scalar": {"", "native_linux_amd64.s"},
		"/gpumodel/isa": {"", ""}} {
		if got := [2]string{arm[module+pkg], linux[module+pkg]}; got != want {
			t.Errorf("%s has %q, want %q", pkg, got, want)
		}
	}
}

// TestTyped: a mistake in a file of another system, in a test's too, is found here.
func TestTyped(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"":                        {"a_windows.go": "package main\n\nfunc there() int { return len(os.Args) }\n", "a_test.go": "package main\n\nvar _ int = there()\n"},
		"undefined: elsewhere":    {"a_windows.go": "package main\n\nfunc there() int { return elsewhere + len(os.Args) }\n"},
		"\"os\" imported and not": {"a_windows.go": "package main\n\nfunc there() int { return 1 }\n"},
		"undefined: nowhere":      {"a_windows.go": "package main\n\nfunc there() int { return len(os.Args) }\n", "a_windows_test.go": "package main\n\nvar _ = nowhere\n"},
	} {
		t.Chdir(t.TempDir())
		files["go.mod"], files["a.go"] = "module a\n\ngo 1.24\n", "package main\n\nfunc main() { there() }\n"
		files["a_linux.go"] = "package main\n\nfunc there() int { return 0 }\n"
		for file, text := range files {
			if file == "a_windows.go" {
				text = strings.Replace(text, "\n\n", "\n\nimport \"os\"\n\n", 1)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := typed(system{"linux", "amd64"}, "./..."); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		err := typed(system{"windows", "amd64"}, "./...")
		if (err == nil) != (name == "") || err != nil && !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
}

// TestGroups: the tests of each package run once, and what is about patience is by itself.
func TestGroups(t *testing.T) {
	all, err := packages("../../...")
	if err != nil {
		t.Fatal(err)
	}
	patient, rooms := groups(all, 1)
	var got []string
	for _, g := range rooms {
		for _, pkg := range g.packages {
			if sessions.MatchString(pkg) {
				t.Errorf("%s is about patience, and %s is not", pkg, g.name)
			}
		}
		got = append(got, g.packages...)
	}
	got = append(got, patient.packages...)
	slices.Sort(got)
	if d := cmp.Diff(all, got); d != "" {
		t.Errorf("packages (-want +got):\n%s", d)
	}
	if rooms[0].name != heavy[0] {
		t.Errorf("the first group is %s, want %s", rooms[0].name, heavy[0])
	}
	names := map[string]bool{}
	for _, g := range rooms { // their files of events are called so
		if names[g.name] {
			t.Errorf("two groups are called %s", g.name)
		}
		names[g.name] = true
	}
}

// TestBeside: steps beside others run in their order while the others do, and what fails there fails the gate.
func TestBeside(t *testing.T) {
	main, looked := make(chan bool), make(chan bool)
	var order []string
	var g gate
	g.steps([]step{
		{name: "first", run: func(*gate) error { return nil }},
		{name: "look", beside: true, run: func(*gate) error {
			<-main
			order = append(order, "look")
			return exec.ErrNotFound
		}},
		{name: "look again", beside: true, run: func(*gate) error {
			order = append(order, "look again")
			close(looked)
			return nil
		}},
		{name: "tests", run: func(*gate) error {
			close(main)
			<-looked
			return nil
		}},
	})
	if d := cmp.Diff([]string{"look", "look again"}, order); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"look"}, g.failed); d != "" || len(g.took) != 4 {
		t.Errorf("%d steps took time, failed (-want +got):\n%s", len(g.took), d)
	}
}

// TestLowly: a program that fails is an error with what it said.
func TestLowly(t *testing.T) {
	if err := lowly(nil, "go", "version"); err != nil {
		t.Error(err)
	}
	if err := lowly([]string{"GOFLAGS=-nonsense"}, "go", "list", "."); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("error %v, want what go said", err)
	}
}

// TestBuild: what does not compile is said, in a test's file too.
func TestBuild(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"go.mod": "module a\n\ngo 1.24\n", "a.go": "package a\n", "a_test.go": "package a\n\nvar _ = nowhere\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := build(nil); err == nil || !strings.Contains(err.Error(), "undefined: nowhere") {
		t.Errorf("error %v, want the name that is not there", err)
	}
}
