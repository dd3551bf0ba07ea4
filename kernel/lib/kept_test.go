package lib

import (
	"context"
	"os"
	"regexp"
	"testing"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

var keptText = regexp.MustCompile(`(\d+) results in .*; this session has found (\d+) and computed (\d+)`)

// keptIn runs a cell in a new session with a folder for results, and says what %cache tells then.
func keptIn(t *testing.T, dir, code string, change func(s *cell.Session)) (text, results, found, computed string) {
	t.Helper()
	s := newSession()
	s.Cache = dir
	if change != nil {
		change(s)
	}
	for _, c := range []string{code, "%cache"} {
		out := &recorder{}
		if o := s.Execute(context.Background(), kernel.Cell{Code: c}, out); o.Error != nil {
			t.Fatalf("%s: %v", c, o.Error)
		}
		text += out.stdout.String()
	}
	m := keptText.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%%cache tells %q", text)
	}
	return text, m[1], m[2], m[3]
}

// TestCache: the next session finds the results of the one before, and shows the same.
func TestCache(t *testing.T) {
	dir := t.TempDir() + "/results"
	const sweep = `s = sweep(["transpose/naive", "transpose/padded"], n=[64, 128], check=False)
for r in s.rows: print(r["kernel"], r["n"], r["time"])
`
	first, results, found, computed := keptIn(t, dir, sweep, nil)
	if results != "4" || found != "0" || computed != "4" {
		t.Errorf("at first: %s", first)
	}
	again, results, found, computed := keptIn(t, dir, sweep, nil)
	if results != "4" || found != "4" || computed != "0" {
		t.Errorf("again: %s", again)
	}
	rows := regexp.MustCompile(`(?m)^transpose.*$`)
	a, b := rows.FindAllString(first, -1), rows.FindAllString(again, -1)
	if len(a) != 4 || len(b) != 4 || a[0] != b[0] || a[3] != b[3] {
		t.Errorf("the rows are %q, and again %q", a, b)
	}
	for name, test := range map[string]struct {
		code   string
		change func(*cell.Session)
	}{
		"off":    {"%cache off\n" + sweep, nil},
		"exact":  {`r = run("transpose/naive", n=64, exact=True)`, nil},
		"graded": {sweep, func(s *cell.Session) { s.Grading = true }},
	} {
		if text, _, found, computed := keptIn(t, dir, test.code, test.change); found != "0" || computed != "0" {
			t.Errorf("%s: the store is asked: %s", name, text)
		}
	}
	if text, results, _, _ := keptIn(t, dir, "%cache clear", nil); results != "0" {
		t.Errorf("cleared: %s", text)
	}
}

// TestCacheMagic: %cache is of use without a folder, and refuses what it does not know.
func TestCacheMagic(t *testing.T) {
	s, out := newSession(), &recorder{}
	if o := s.Execute(context.Background(), kernel.Cell{Code: "%cache"}, out); o.Error != nil ||
		out.stdout.String() != "no results are kept: this session was started without a folder for them\n" {
		t.Errorf("%v, %q", o.Error, out.stdout.String())
	}
	if o := s.Execute(context.Background(), kernel.Cell{Code: "%cache empty"}, out); o.Error == nil {
		t.Error("an unknown argument is accepted")
	}
	if _, err := os.Stat("results"); err == nil {
		t.Error("a session without a folder has made one")
	}
}
