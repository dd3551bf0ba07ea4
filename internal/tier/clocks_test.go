package tier

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestClocks reads every test of the repository and refuses verdicts by the clock on the wall:
// a busy machine makes them fail, a fast one makes them pass by luck. A folder's tests alone:
// go test ./internal/tier -run TestClocks/kernel/zmtp
func TestClocks(t *testing.T) {
	const root = "../.."
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		found[folder] = append(found[folder], clocks(fset, file)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, lines := range found {
		t.Run(filepath.ToSlash(folder), func(t *testing.T) {
			for _, line := range lines {
				t.Error(strings.TrimPrefix(line, root+"/"))
			}
		})
	}
}

// measures is in a script that a benchmark or a person runs.
const measures = "no test runs it"

// TestClocksOfScripts reads the Python programs that tests run in the same way.
func TestClocksOfScripts(t *testing.T) {
	const root = "../.."
	read := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".py") || !strings.Contains(filepath.ToSlash(path), "/testdata/"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		if strings.Contains(strings.ToLower(string(text)), measures) {
			return nil
		}
		for _, found := range scriptClocks(string(text)) {
			t.Errorf("%s:%s", filepath.ToSlash(strings.TrimPrefix(path, root)), found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read == 0 {
		t.Error("no script was found")
	}
}

// TestClocksOfScriptsFindsThem plants what TestClocksOfScripts refuses beside what it allows.
func TestClocksOfScriptsFindsThem(t *testing.T) {
	const planted = `TIMEOUT = 59
TIMEOUT = 120
client.get_shell_msg(timeout=5)
client.get_shell_msg(timeout=TIMEOUT)
assert time.monotonic() - begin < 3
while not ready():
    assert time.monotonic() < end, "never ready"
    time.sleep(0.05)
time.sleep(2)
assert 3 > time.time() - begin
`
	want := []string{
		"1: a deadline of 59 s: a stop against hanging has a minute at least",
		"3: a deadline of 5 s: a stop against hanging has a minute at least",
		"5: a comparison with the clock on the wall",
		"9: a sleep outside a loop that waits for a sign",
		"10: a comparison with the clock on the wall",
	}
	if d := gocmp.Diff(want, scriptClocks(planted)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

var (
	scriptDeadline = regexp.MustCompile(`(?i)\btimeout ?= ?([0-9.]+)\b`)
	scriptCompares = regexp.MustCompile(`[<>]=? *[^#]*\b(?:monotonic|time|perf_counter)\(\)|\b(?:monotonic|time|perf_counter)\(\)[^#]*[<>]`)
	scriptSleeps   = regexp.MustCompile(`^(\s*)(?:await )?\w+\.sleep\(`)
	// hanging is a comparison with the end of a stop against hanging.
	hanging = regexp.MustCompile(`monotonic\(\) (?:>|<) end\b`)
)

// scriptClocks lists the verdicts by the clock in a program in Python. A sleep in a loop is a look at a sign again.
func scriptClocks(text string) []string {
	var found []string
	var loops []int // the indents of the loops around a line
	for i, line := range strings.Split(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		report := func(format string, args ...any) {
			found = append(found, fmt.Sprintf("%d: %s", i+1, fmt.Sprintf(format, args...)))
		}
		if strings.TrimSpace(line) != "" {
			for len(loops) > 0 && loops[len(loops)-1] >= indent {
				loops = loops[:len(loops)-1]
			}
			if strings.HasPrefix(line[indent:], "while ") {
				loops = append(loops, indent)
			}
		}
		if m := scriptDeadline.FindStringSubmatch(line); m != nil {
			if s, err := strconv.ParseFloat(m[1], 64); err != nil || s < 60 {
				report("a deadline of %s s: a stop against hanging has a minute at least", m[1])
			}
		}
		if scriptCompares.MatchString(line) && !hanging.MatchString(line) {
			report("a comparison with the clock on the wall")
		}
		if scriptSleeps.MatchString(line) && len(loops) == 0 {
			report("a sleep outside a loop that waits for a sign")
		}
	}
	return found
}

// TestClocksFindsThem plants what TestClocks refuses beside what it allows.
func TestClocksFindsThem(t *testing.T) {
	const planted = `package p
func TestSleep(t *testing.T) {
	time.Sleep(time.Millisecond)
	<-time.After(2 * time.Minute)
}
func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 59*time.Second)
	ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
	ctx, cancel = context.WithTimeout(t.Context(), tier.Hang)
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	conn.SetDeadline(time.Now().Add(90 * time.Second))
}
func TestCompares(t *testing.T) {
	start := time.Now()
	took := time.Since(start)
	if took > time.Second || time.Since(start) < 3 || time.Now().Before(end) {
		t.Log(took)
	}
	if seconds := time.Since(start).Seconds(); seconds > 1 {
	}
}
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Hour) })
	time.Sleep(time.Hour)
}
func TestLong(t *testing.T) {
	tier.Long(t)
	time.Sleep(time.Second)
}
func BenchmarkFast(b *testing.B) { time.Sleep(1) }

// inBubble is called in bubbles of synctest alone.
func inBubble(t *testing.T) { time.Sleep(1) }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p_test.go", planted, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"p_test.go:3: time.Sleep waits by the clock: wait for a sign (tier.Wait, tier.Receive)",
		"p_test.go:4: time.After waits by the clock: wait for a sign (tier.Wait, tier.Receive)",
		"p_test.go:7: a deadline of 59s: a stop against hanging takes tier.Hang",
		"p_test.go:10: a deadline of 5s: a stop against hanging takes tier.Hang",
		"p_test.go:16: a comparison with the clock on the wall",
		"p_test.go:16: a comparison with the clock on the wall",
		"p_test.go:16: a comparison with the clock on the wall",
		"p_test.go:19: a comparison with the clock on the wall",
		"p_test.go:24: time.Sleep waits by the clock: wait for a sign (tier.Wait, tier.Receive)",
	}
	if d := gocmp.Diff(want, clocks(fset, file)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// bubbled marks a function, in its doc comment, that only bubbles of synctest call.
const bubbled = "in bubbles of synctest alone"

// clocks lists the verdicts by the clock in a file. Benchmarks, functions that call tier.Long
// and bubbles of synctest, which have a clock of their own, may use it.
func clocks(fset *token.FileSet, file *ast.File) []string {
	var found []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && (f.Body == nil || strings.HasPrefix(f.Name.Name, "Benchmark") || calls(f, "tier", "Long") ||
			strings.Contains(strings.ReplaceAll(f.Doc.Text(), "\n", " "), bubbled)) {
			continue
		}
		c := search{fset: fset, timed: map[string]bool{}}
		ast.Inspect(d, c.visit)
		found = append(found, c.found...)
	}
	return found
}

// A search looks through one declaration; timed are the variables that hold what a clock said.
type search struct {
	fset  *token.FileSet
	timed map[string]bool
	found []string
}

func (c *search) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return c.call(n)
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			if name, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && c.fromClock(right) {
				c.timed[name.Name] = true
			}
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.LSS, token.GTR, token.LEQ, token.GEQ:
			if c.fromClock(n.X) || c.fromClock(n.Y) {
				c.report(n, "a comparison with the clock on the wall")
			}
		}
	}
	return true
}

func (c *search) call(n *ast.CallExpr) bool {
	pkg, name := callee(n)
	switch {
	case pkg == "synctest" && name == "Test":
		return false
	case pkg == "time" && (name == "Sleep" || name == "After" || name == "AfterFunc" || name == "Tick" || name == "NewTimer" ||
		name == "NewTicker"):
		c.report(n, "time.%s waits by the clock: wait for a sign (tier.Wait, tier.Receive)", name)
	case (pkg == "context" && name == "WithTimeout") && len(n.Args) == 2:
		c.deadline(n, n.Args[1])
	case strings.HasPrefix(name, "Set") && strings.HasSuffix(name, "Deadline") && len(n.Args) == 1:
		if add, ok := n.Args[0].(*ast.CallExpr); ok && len(add.Args) == 1 {
			c.deadline(n, add.Args[0])
			return false
		}
	case (name == "After" || name == "Before") && len(n.Args) == 1 && (c.fromClock(n.Args[0]) || c.fromClock(n.Fun)):
		c.report(n, "a comparison with the clock on the wall")
	}
	return true
}

// deadline refuses a deadline of less than a minute, or one that cannot be read here.
func (c *search) deadline(n ast.Node, length ast.Expr) {
	if e, ok := length.(*ast.SelectorExpr); ok && e.Sel.Name == "Hang" {
		return
	}
	switch d, ok := duration(length); {
	case !ok:
		c.report(n, "a deadline whose length is no constant: a stop against hanging takes tier.Hang")
	case d < time.Minute:
		c.report(n, "a deadline of %v: a stop against hanging takes tier.Hang", d)
	}
}

func (c *search) report(n ast.Node, format string, args ...any) {
	at := c.fset.Position(n.Pos())
	c.found = append(c.found, fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, fmt.Sprintf(format, args...)))
}

// fromClock reports whether an expression holds what the clock said.
func (c *search) fromClock(e ast.Expr) bool {
	is := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			is = is || c.timed[n.Name]
		case *ast.CallExpr:
			pkg, name := callee(n)
			is = is || pkg == "time" && (name == "Now" || name == "Since" || name == "Until")
		case *ast.SelectorExpr: // a method's or a field's name is no variable
			is = is || c.fromClock(n.X)
			return false
		case *ast.FuncLit:
			return false
		}
		return true
	})
	return is
}

func calls(f *ast.FuncDecl, pkg, name string) bool {
	is := false
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			p, f := callee(call)
			is = is || p == pkg && f == name
		}
		return true
	})
	return is
}

// callee is the package, or the variable, and the function that a call names.
func callee(n *ast.CallExpr) (pkg, name string) {
	f := n.Fun
	if index, ok := f.(*ast.IndexExpr); ok {
		f = index.X
	}
	s, ok := f.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	if x, ok := s.X.(*ast.Ident); ok {
		pkg = x.Name
	}
	return pkg, s.Sel.Name
}

var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// duration is the value of 5*time.Second and the like.
func duration(e ast.Expr) (time.Duration, bool) {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		d, ok := units[e.Sel.Name]
		return d, ok
	case *ast.BasicLit:
		n, err := strconv.ParseFloat(e.Value, 64)
		return time.Duration(n), err == nil
	case *ast.BinaryExpr:
		x, ok := duration(e.X)
		y, ok2 := duration(e.Y)
		if !ok || !ok2 || e.Op != token.MUL {
			return 0, false
		}
		return cmp.Or(x, 1) * cmp.Or(y, 1), true
	}
	return 0, false
}
