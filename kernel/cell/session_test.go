package cell

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.starlark.net/starlark"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
)

var _ kernel.Interpreter = (*Session)(nil)

// A picture is a library's value that knows how to show itself.
type picture struct{}

func (picture) String() string        { return "picture" }
func (picture) Type() string          { return "picture" }
func (picture) Freeze()               {}
func (picture) Truth() starlark.Bool  { return true }
func (picture) Hash() (uint32, error) { return 0, nil }

func (picture) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/plain": "a picture", "image/png": "iVBO"}, map[string]any{"image/png": map[string]any{"width": 3}}
}

func TestMIMEBundle(t *testing.T) {
	s := New()
	s.Define("pic", picture{}, "")
	out, outcome := runCell(s, 1, "display(pic)\npic")
	if outcome.Error != nil {
		t.Fatal(outcome.Error)
	}
	want := kernel.Bundle{
		Data:     map[string]any{"text/plain": "a picture", "image/png": "iVBO"},
		Metadata: map[string]any{"image/png": map[string]any{"width": 3}},
	}
	if diff := cmp.Diff(want, *out.result); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]kernel.Bundle{want}, out.bundles); diff != "" {
		t.Errorf("display (-want +got):\n%s", diff)
	}
}

// launchError is an error of a library with a name of its own.
type launchError struct{}

func (launchError) Error() string     { return "block (32,32,1) has 1024 threads" }
func (launchError) ErrorName() string { return "LaunchError" }

// compileError brings its own lines.
type compileError struct{ line int }

func (e compileError) Error() string     { return fmt.Sprintf("line %d: no such variable", e.line) }
func (e compileError) ErrorName() string { return "CompileError" }
func (e compileError) Traceback() []string {
	return []string{fmt.Sprintf("In[1]:%d:5: undeclared identifier", e.line), "    x = y;", "        ^"}
}

func TestLibraryErrors(t *testing.T) {
	s := New()
	s.Define("launch", starlark.NewBuiltin("launch", func(thread *starlark.Thread, b *starlark.Builtin, _ starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		if Current(thread) == nil || Current(thread).Cell() != "In[1]" {
			t.Errorf("Current: %v", Current(thread))
		}
		return nil, fmt.Errorf("launch: %w", launchError{})
	}), "launch(kernel, grid, block)\nRuns a kernel.")
	s.Define("boom", starlark.NewBuiltin("boom", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple,
		[]starlark.Tuple) (starlark.Value, error) {
		panic("index out of range")
	}), "")
	s.Define("boom_apart", starlark.NewBuiltin("boom_apart", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple,
		[]starlark.Tuple) (starlark.Value, error) {
		return Detached(t.Context(), func() starlark.Value { panic("index out of range") })
	}), "")
	s.Magic("cuda", func(run *Run, args, body string) error {
		if !strings.Contains(body, "__global__") {
			return compileError{run.BodyLine() + strings.Count(body, "\n")}
		}
		run.Set("k", starlark.String(args))
		run.Print("compiled\n")
		return nil
	})

	_, outcome := runCell(s, 1, "def go():\n    launch()\ngo()")
	want := "LaunchError: launch: block (32,32,1) has 1024 threads\nIn[1]:3:1\nIn[1]:2:5, in go\n"
	if got := errorText(outcome.Error); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	_, outcome = runCell(s, 1, "boom()")
	if e := outcome.Error; e == nil || e.Name != "InternalError" {
		t.Errorf("a panic of a built-in: got %v", e)
	}
	_, outcome = runCell(s, 1, "boom_apart()")
	if e := outcome.Error; e == nil || e.Name != "InternalError" || !strings.Contains(strings.Join(e.Traceback, "\n"), "session_test.go") {
		t.Errorf("a panic on another goroutine: got %v", e)
	}
	_, outcome = runCell(s, 1, "\n%%cuda -D TILE=32\nvoid k() {\n}")
	text := ansi.ReplaceAllString(strings.Join(outcome.Error.Traceback, "\n"), "")
	if !strings.Contains(text, "In[1]:4:5: undeclared identifier\n    x = y;\n        ^") || outcome.Error.Name != "CompileError" {
		t.Errorf("traceback of a magic:\n%s", text)
	}
	_, outcome = runCell(s, 1, "%%time\n%%cuda\nvoid k() {}")
	if got := errorText(outcome.Error); got != "CompileError: line 3: no such variable\n" {
		t.Errorf("a magic in a magic: got %q", got)
	}
	out, outcome := runCell(s, 1, "%%time\n%%cuda -D TILE=32 --name m\n__global__ void k() {}")
	if outcome.Error != nil || !strings.HasPrefix(out.stdout.String(), "compiled\nWall time: ") {
		t.Errorf("got %v, output %q", outcome.Error, out.stdout.String())
	}
	out, _ = runCell(s, 1, "k")
	if got := out.result.Data["text/plain"]; got != `"-D TILE=32 --name m"` {
		t.Errorf("k is %v", got)
	}
}

func TestTraceback(t *testing.T) {
	s := New()
	runCell(s, 1, "def f(x):\n\treturn 1 // x")
	_, outcome := runCell(s, 2, "y = 3\nz = f(0)")
	want := strings.TrimPrefix(`
---------------------------------------------------------------------------
ZeroDivisionError                         Traceback (most recent call last)
Cell In[2], line 2, column 5
      1 y = 3
   -> 2 z = f(0)
            ^

Cell In[1], line 2, column 11, in f
      1 def f(x):
   -> 2 	return 1 // x
        	         ^

ZeroDivisionError: division by zero`, "\n")
	if got := ansi.ReplaceAllString(strings.Join(outcome.Error.Traceback, "\n"), ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// endless is a list without end that says when its elements are asked for.
type endless struct{ begun chan struct{} }

func (endless) String() string                { return "endless" }
func (endless) Type() string                  { return "endless" }
func (endless) Freeze()                       {}
func (endless) Truth() starlark.Bool          { return true }
func (endless) Hash() (uint32, error)         { return 0, nil }
func (e endless) Iterate() starlark.Iterator  { return e }
func (endless) Done()                         {}
func (e endless) Next(v *starlark.Value) bool { *v = starlark.MakeInt(1); e.begin(); return true }

func (e endless) begin() {
	select {
	case e.begun <- struct{}{}:
	default:
	}
}

// interruptibleSession is a session whose cells can say that they have begun: with begun(), with wait(), which
// returns when the cell is interrupted, or with the list endless.
func interruptibleSession() (s *Session, begun <-chan struct{}) {
	s = New()
	e := endless{make(chan struct{}, 1)}
	s.Define("endless", e, "")
	s.Define("begun", starlark.NewBuiltin("begun", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple,
		[]starlark.Tuple) (starlark.Value, error) {
		e.begin()
		return starlark.True, nil
	}), "")
	s.Define("wait", starlark.NewBuiltin("wait", func(thread *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		e.begin()
		<-Current(thread).Context().Done()
		return nil, Current(thread).Context().Err()
	}), "")
	return s, e.begun
}

// endlessCells run until they are interrupted, and say that they have begun.
var endlessCells = []string{
	"before = 1\nbegun()\nwhile True:\n    pass",
	"before = 1\nx = [i for i in range(1 << 60) if begun() and i < 0]",
	"before = 1\nx = [i for i in endless]",
	"before = 1\ndef f():\n    for i in range(1 << 60):\n        q = begun()\nf()",
	"before = 1\nsum(endless)",
	"before = 1\nmap(lambda x: x, endless)",
	"before = 1\nwait()",
}

func TestInterrupt(t *testing.T) {
	for _, code := range endlessCells {
		s, begun := interruptibleSession()
		ctx, interrupt := context.WithCancel(t.Context())
		ended := make(chan kernel.Outcome, 1)
		go func() { ended <- s.Execute(ctx, kernel.Cell{Code: code, Count: 1}, new(recorder)) }()
		tier.Closed(t, "the beginning of "+code, begun)
		interrupt()
		outcome := tier.Receive(t, "the end of "+code, ended)
		if e := outcome.Error; e == nil || e.Name != "KeyboardInterrupt" {
			t.Errorf("%q: got %v, want KeyboardInterrupt", code, e)
		} else if where := strings.Join(e.Traceback, "\n"); strings.Contains(where, "line 1,") {
			t.Errorf("%q: the first line ran, says\n%s", code, where)
		}
		if out, outcome := runCell(s, 2, "before"); outcome.Error != nil || out.result.Data["text/plain"] != "1" {
			t.Errorf("%q: the session has lost what was assigned", code)
		}
	}
}

// BenchmarkInterrupt is the time from an interrupt to the end of a cell.
func BenchmarkInterrupt(b *testing.B) {
	for _, code := range endlessCells {
		b.Run(code, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s, begun := interruptibleSession()
				ctx, interrupt := context.WithCancel(b.Context())
				ended := make(chan kernel.Outcome, 1)
				go func() { ended <- s.Execute(ctx, kernel.Cell{Code: code, Count: 1}, new(recorder)) }()
				<-begun
				b.StartTimer()
				interrupt()
				<-ended
			}
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	s := New()
	s.MemoryLimit = tier.Pick[uint64](16<<20, 32<<20, 64<<20)
	for _, code := range []string{
		"x = [i * 1.5 for i in range(1 << 60)]",
		"x = []\nwhile True:\n    x.append([0] * 1000)",
		"x = 'a'\nwhile True:\n    x += x",
		"def f(n):\n    return [f(n - 1), f(n - 1)] if n else [0] * 100\nf(30)",
	} {
		_, outcome := runCell(s, 1, code)
		if e := outcome.Error; e == nil || e.Name != "MemoryError" {
			t.Errorf("%q: got %v, want MemoryError", code, e)
		}
		if _, outcome := runCell(s, 2, "x = None"); outcome.Error != nil {
			t.Errorf("after %q: %v", code, outcome.Error)
		}
		runtime.GC()
	}
}

func TestMaxSteps(t *testing.T) {
	s := New()
	s.MaxSteps = 10000
	_, outcome := runCell(s, 1, "while True:\n    pass")
	if e := outcome.Error; e == nil || e.Value != "too many steps" {
		t.Errorf("got %v", e)
	}
	if _, outcome := runCell(s, 2, "1"); outcome.Error != nil {
		t.Error(outcome.Error)
	}
}

func TestExpressions(t *testing.T) {
	s := New()
	outcome := s.Execute(context.Background(), kernel.Cell{
		Code: "x = 20", Count: 1,
		Expressions: map[string]string{"good": "x + 1", "text": "f'{x:.1f}'", "bad": "x +", "worse": "y", "none": "None"},
	}, new(recorder))
	got := map[string]string{}
	for name, e := range outcome.Expressions {
		if e.Error != nil {
			got[name] = e.Error.Name
		} else {
			got[name] = e.Bundle.Data["text/plain"].(string)
		}
	}
	want := map[string]string{"good": "21", "text": `"20.0"`, "bad": "SyntaxError", "worse": "NameError", "none": "None"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	outcome = s.Execute(context.Background(), kernel.Cell{Code: "1 // 0", Expressions: map[string]string{"a": "x"}}, new(recorder))
	if outcome.Expressions != nil || outcome.Error == nil {
		t.Errorf("after an error: %+v", outcome)
	}
}

func TestInput(t *testing.T) {
	s := New()
	ask := func(_ context.Context, prompt string, password bool) (string, error) {
		if prompt != "name? " || password {
			return "", errors.New("wrong prompt")
		}
		return "Ada", nil
	}
	out := new(recorder)
	outcome := s.Execute(context.Background(), kernel.Cell{Code: "'hello ' + input('name? ')", Input: ask}, out)
	if outcome.Error != nil || out.result.Data["text/plain"] != `"hello Ada"` {
		t.Errorf("got %v %v", outcome.Error, out.result)
	}
}

// TestWhileRunning asks for help from other goroutines while a cell changes
// everything; the race detector watches.
func TestWhileRunning(t *testing.T) {
	s := New()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runCell(s, 1, "xs = []\nd = {}\nfor i in range(20000):\n    xs.append(i)\n    d[i] = xs\n    name = i\ndef f(a, b):\n    return a")
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		s.Complete("x", 1)
		s.Complete("xs.", 3)
		s.Inspect("d", 1, 1)
		s.Inspect("f", 1, 1)
		s.IsComplete("for i in xs:")
	}
	if _, ok := s.Inspect("f", 1, 1); !ok {
		t.Error("f is not known")
	}
}

// TestLongText shows values whose full text would take 10^16 bytes.
func TestLongText(t *testing.T) {
	out, outcome := runCell(New(), 1, "x = [1] * 1000\nfor i in range(4):\n    x = [x] * 1000\nx")
	if outcome.Error != nil {
		t.Fatal(outcome.Error)
	}
	if text := out.result.Data["text/plain"].(string); len(text) > shownText.bytes+10 || !strings.HasSuffix(text, "…") {
		t.Errorf("%d bytes, ending with %q", len(text), text[len(text)-20:])
	}
}

func TestCarriageReturns(t *testing.T) {
	out, outcome := runCell(New(), 1, "x = 1\r\nif x:\r\n    y = 2\r\nx + y")
	if outcome.Error != nil || out.result.Data["text/plain"] != "3" {
		t.Errorf("got %v", outcome.Error)
	}
}

func TestInfo(t *testing.T) {
	info := New().Info()
	if info.Name != "starlark" || info.PygmentsLexer != "starlark" || info.FileExtension != ".star" {
		t.Errorf("got %+v", info)
	}
}

func ExampleSession() {
	s := New()
	s.Define("double", starlark.NewBuiltin("double", func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
		kwargs []starlark.Tuple) (starlark.Value, error) {
		var n int
		if err := starlark.UnpackArgs(b.Name(), args, kwargs, "n", &n); err != nil {
			return nil, err
		}
		return starlark.MakeInt(2 * n), nil
	}), "double(n)\nTwice n.")

	for count, code := range []string{
		"def f():\n    return double(N)",
		"N = 21\nf()",
		"N = 4\nf\"{f():>5.1f}\"",
	} {
		out := new(recorder)
		s.Execute(context.Background(), kernel.Cell{Code: code, Count: count + 1}, out)
		if out.result != nil {
			fmt.Println(out.result.Data["text/plain"])
		}
	}
	// Output:
	// 42
	// "  8.0"
}

// TestTurns runs a cell beside one that never ends; each sees the other's globals.
func TestTurns(t *testing.T) {
	s := New()
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	ended := make(chan kernel.Outcome, 1)
	go func() {
		ended <- s.Execute(ctx, kernel.Cell{Code: "stop = False\nn = 0\nwhile not stop:\n    n += 1", Count: 1}, new(recorder))
	}()
	tier.Wait(t, "another cell to see n", func() bool {
		out, outcome := runCell(s, 2, "n")
		_, isName := s.Inspect("n", 1, 0)
		return outcome.Error == nil && isName && out.result.Data["text/plain"] != "0"
	})
	if _, outcome := runCell(s, 3, "stop = True"); outcome.Error != nil {
		t.Error(outcome.Error)
	}
	if outcome := tier.Receive(t, "the end of the loop", ended); outcome.Error != nil {
		t.Error(outcome.Error)
	}
}
