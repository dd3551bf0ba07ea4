package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/internal/tier"
)

// The scripts of testdata are sessions at a shell; the commands in them run this
// package's main. testscript's documentation explains the format.
func TestMain(m *testing.M) {
	os.Setenv("WARPBOOK_CACHE", "off") // tests compute, and leave the user's results alone
	driver.Main()                      // the workers of a GPU are this program, too
	testscript.Main(tests{m}, map[string]func(){"warpbook": main})
}

// tests removes what program has built once all tests have ended.
type tests struct{ *testing.M }

func (m tests) Run() int {
	defer func() { os.RemoveAll(built) }()
	return m.M.Run()
}

// racedScripts are those whose commands have goroutines of their own. The others run without the race
// detector, which would make their hundred processes four times slower.
var racedScripts = []string{"script-run", "script-grade"}

func TestScripts(t *testing.T) {
	plain := ""
	if raced {
		plain = filepath.Dir(program(t))
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			path := filepath.SplitList(env.Getenv("PATH"))
			if raced && !slices.Contains(racedScripts, filepath.Base(env.WorkDir)) {
				path[0] = plain
				env.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
			}
			env.Setenv("WARPBOOK_CACHE", "off")
			env.Setenv("COMMANDS", path[0]) // a PATH with nothing but warpbook
			env.Setenv("MAKEFLAGS", "")     // these tests may run below a make
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return tier.Pick(false, false, true), nil
		},
	})
}

func TestSplitCells(t *testing.T) {
	for source, want := range map[string][]string{
		"":                             nil,
		"1\n2":                         {"1\n2"},
		"# %%\n1\n# %% two\r\n2\r\n":   {"1\n", "2\n"},
		"# %% [markdown]\n# a\n# %%\n": nil,
		"a\n# %%\n\n# %%\nb\n  # %% indented is a comment\n": {"a\n", "b\n  # %% indented is a comment\n"},
	} {
		if d := cmp.Diff(want, splitCells(source)); d != "" {
			t.Errorf("%q: -want +got\n%s", source, d)
		}
	}
}

func TestExitStatus(t *testing.T) {
	for _, tc := range []struct {
		args  []string
		stdin string
		want  int
	}{
		{[]string{"exec", "-"}, "1 + 1", exitOK},
		{[]string{"exec", "-"}, "%%cuda\n__global__ void k(float *a) { a[0] = 1; }\n# %%\nk[1, 1](zeros(1))", exitOK},
		{[]string{"exec", "-"}, "1 / 0", exitFailed},
		{[]string{"exec", "-"}, "1 +", exitFailed},
		{[]string{"exec", "-"}, "%%cuda\n__global__ void k(float *a) { a[0] = 1 }", exitFailed},
		{[]string{"exec", "-"}, "check(False, 'no')\n# %%\nprint(1)", exitFailed},
		{[]string{"exec", "no-such-file"}, "", exitFailed},
		{[]string{"exec"}, "", exitUsage},
		{[]string{"exec", "--fast", "-"}, "", exitUsage},
		{[]string{"exce", "-"}, "", exitUsage},
		{nil, "", exitUsage},
		{[]string{"exec", "-h"}, "", exitOK},
	} {
		var stdout, stderr strings.Builder
		if got := run(tc.args, strings.NewReader(tc.stdin), &stdout, &stderr); got != tc.want {
			t.Errorf("warpbook %q with %q: exit status %d, want %d\n%s%s", tc.args, tc.stdin, got, tc.want, &stdout, &stderr)
		} else if (got != exitOK) != (stderr.Len() > 0) {
			t.Errorf("warpbook %q with %q: exit status %d, standard error %q", tc.args, tc.stdin, got, &stderr)
		}
	}
}
