package session_test

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
	"warpbook.dev/kernel/session"
)

// A client is the other side of the pipes.
type client struct {
	t      *testing.T
	dir    string // for arrays
	in     io.WriteCloser
	lines  chan map[string]any
	served chan error
	last   int
}

// object is a line, or a part of one.
type object = map[string]any

func start(t *testing.T) *client {
	t.Helper()
	s := cell.New()
	lib.Install(s)
	requests, in := io.Pipe()
	replies, out := io.Pipe()
	c := &client{t: t, dir: t.TempDir(), in: in, lines: make(chan map[string]any, 1000), served: make(chan error, 1)}
	go func() {
		c.served <- session.New(s, c.dir).Serve(t.Context(), requests, out)
		out.Close()
	}()
	go func() {
		defer close(c.lines)
		for lines := json.NewDecoder(replies); ; {
			line := object{}
			switch err := lines.Decode(&line); {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				t.Errorf("a line: %v", err)
				return
			}
			c.lines <- line
		}
	}()
	t.Cleanup(func() {
		in.Close()
		if err := tier.Receive(t, "the end", c.served); err != nil {
			t.Error(err)
		}
	})
	return c
}

// write sends a line as it is.
func (c *client) write(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// begin sends a request and returns its id.
func (c *client) begin(op string, fields object) int {
	c.t.Helper()
	c.last++
	line := object{"id": c.last, "op": op}
	for name, v := range fields {
		line[name] = v
	}
	text, err := json.Marshal(line)
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(string(text))
	return c.last
}

// next is the next line.
func (c *client) next() object {
	c.t.Helper()
	return tier.Receive(c.t, "a line", c.lines)
}

// do sends a request and returns its events and its reply.
func (c *client) do(op string, fields object) (events []object, reply object) {
	c.t.Helper()
	id := c.begin(op, fields)
	for {
		line := c.next()
		if line["id"] != float64(id) {
			c.t.Fatalf("got %v, want a line about request %d", line, id)
		}
		if line["event"] == nil {
			return events, line
		}
		events = append(events, line)
	}
}

// ok is the value of a request that succeeds.
func (c *client) ok(op string, fields object) any {
	c.t.Helper()
	_, reply := c.do(op, fields)
	if reply["error"] != nil {
		c.t.Fatalf("%s %v: %v", op, fields, reply["error"])
	}
	return reply["ok"]
}

// failed is the name and the value of the error of a request.
func (c *client) failed(op string, fields object) (name, value string) {
	c.t.Helper()
	_, reply := c.do(op, fields)
	e, ok := reply["error"].(object)
	if !ok {
		c.t.Fatalf("%s %v succeeds: %v", op, fields, reply)
	}
	return e["name"].(string), e["value"].(string)
}

func global(name string) object { return object{"global": name} }

// doubles compiles a kernel and returns its handle: k(b, a, n) adds 2 * b to a.
func (c *client) doubles() any {
	c.t.Helper()
	value := c.ok("cell", object{"count": 1, "code": "%%cuda\n" +
		"__global__ void k(const float *b, float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 2 * b[i]; }"})
	bound := value.(object)["bound"].([]any)[0].([]any)
	if bound[0] != "k" {
		c.t.Fatalf("the cell has bound %v, want k", bound)
	}
	return bound[1]
}

// file writes an array of floats to a file and returns its place.
func (c *client) file(name string, values ...float32) object {
	c.t.Helper()
	data := make([]byte, 3*4096)
	for i, x := range values {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(x))
	}
	path := filepath.Join(c.dir, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		c.t.Fatal(err)
	}
	return object{"array": object{"path": path, "bytes": 4 * len(values), "offset": 0, "shape": []int{len(values)}, "dtype": "float32"}}
}

// floats reads an array of floats.
func (c *client) floats(place any) (values []float32) {
	c.t.Helper()
	text, _ := json.Marshal(place)
	var p struct {
		Array struct {
			Path  string
			Bytes int
		}
	}
	if err := json.Unmarshal(text, &p); err != nil {
		c.t.Fatal(err)
	}
	data, err := os.ReadFile(p.Array.Path)
	if err != nil {
		c.t.Fatal(err)
	}
	for at := 0; at < p.Array.Bytes; at += 4 {
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(data[at:])))
	}
	return values
}

// TestCell: a cell has the output, the value and the names that it has in a notebook.
func TestCell(t *testing.T) {
	c := start(t)
	events, reply := c.do("cell", object{"code": "x = 6\nprint('hello')\nx * 7", "count": 3})
	want := []object{
		{"id": 1.0, "event": "stream", "name": "stdout", "text": "hello\n"},
		{"id": 1.0, "event": "result", "data": object{"text/plain": "42"}},
	}
	if d := cmp.Diff(want, events); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(object{"id": 1.0, "ok": object{"value": 42.0, "bound": []any{[]any{"x", 6.0}}}}, reply); d != "" {
		t.Error(d)
	}
	_, reply = c.do("cell", object{"code": "%%cuda\n__global__ void k(int *a) { a[0] = c; }", "count": 4})
	e := reply["error"].(object)
	if e["name"] != "CompileError" || e["value"] != `In[4]:2:36: undeclared identifier "c"` ||
		!strings.Contains(fmt.Sprint(e["traceback"]), "a[0] = c;") {
		t.Errorf("the error is %v", e)
	}
	if v := c.ok("cell", object{"code": "y = 1"}).(object)["value"]; v != nil {
		t.Errorf("a statement has the value %v", v)
	}
}

// TestValues: a value that goes to a cell and comes back is the same.
func TestValues(t *testing.T) {
	c := start(t)
	for _, v := range []string{
		`null`, `true`, `-3`, `123456789012345678901234567890`, `0.1`, `1.0`, `1e+300`, `{"float":"nan"}`, `{"float":"-inf"}`, `"é"`,
		`[1,[2.5,null]]`, `{"tuple":[1,"a"]}`, `{"set":[1]}`, `{"bytes":"AP8="}`, `{"dict":[["a",1],[{"tuple":[1,2]},[]]]}`,
	} {
		c.write(fmt.Sprintf(`{"id": 1, "op": "set", "name": "x", "value": %s}`, v))
		c.next()
		c.write(`{"id": 2, "op": "get", "name": "x"}`)
		c.last = 2
		var want any
		if err := json.Unmarshal([]byte(v), &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(object{"id": 2.0, "ok": want}, c.next()); d != "" && v != "null" {
			t.Errorf("%s: %s", v, d)
		}
	}
	c.ok("cell", object{"code": "x = []\nx.append(x)"})
	if v, _ := json.Marshal(c.ok("get", object{"name": "x"})); !strings.Contains(string(v), "handle") {
		t.Errorf("a list in itself comes as %.80s", v)
	}
}

// TestHandles: attributes, elements and calls of a value, by its handle, until it is dropped.
func TestHandles(t *testing.T) {
	c := start(t)
	c.ok("call", object{"of": global("use"), "args": []any{"H200"}})
	table := c.ok("call", object{"of": global("table"), "args": []any{[]any{
		object{"dict": []any{[]any{"n", 1}}}, object{"dict": []any{[]any{"n", 2}}}}}, "kwargs": []any{[]any{"title", "T"}}})
	if n := c.ok("len", object{"of": table}); n != 2.0 {
		t.Errorf("len is %v", n)
	}
	if d := cmp.Diff([]any{"n"}, c.ok("attr", object{"of": table, "name": "columns"})); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(object{"dict": []any{[]any{"n", 2.0}}}, c.ok("index", object{"of": table, "key": -1})); d != "" {
		t.Error(d)
	}
	if n := len(c.ok("iterate", object{"of": table}).([]any)); n != 2 {
		t.Errorf("%d elements", n)
	}
	if b := c.ok("bundle", object{"of": table}).(object)["data"].(object); b["text/html"] == nil || b["text/plain"] == nil {
		t.Errorf("the bundle is %v", b)
	}
	if name, value := c.failed("attr", object{"of": table, "name": "colums"}); name != "AttributeError" || !strings.Contains(value, ".column?") {
		t.Errorf("%s: %s", name, value)
	}
	if name, _ := c.failed("index", object{"of": table, "key": 2}); name != "IndexError" {
		t.Errorf("an index out of range is a %s", name)
	}
	if v := c.ok("text", object{"of": object{"element": []any{table, 1}}}); v != `{"n": 2}` {
		t.Errorf("an element of a table is %v", v)
	}
	if name, _ := c.failed("text", object{"of": object{"element": []any{table}}}); name != "TypeError" {
		t.Errorf("an element without a key is a %s", name)
	}
	if name, _ := c.failed("len", object{"of": table, "drop": []any{table.(object)["handle"]}}); name != "ReferenceError" {
		t.Errorf("a value that was dropped is a %s", name)
	}
	if name, _ := c.failed("get", object{"name": "nothing"}); name != "NameError" {
		t.Errorf("an unknown name is a %s", name)
	}
}

// TestNothingCopied: a launch reads and writes large arrays where they are. What it allocates is counted: a copy of either array would be
// more. The launch is the first of its kernel, so that the checker sees it, too.
func TestNothingCopied(t *testing.T) {
	const bytes = 128 << 20 // more than launches are remembered with
	c := start(t)
	k := c.doubles()
	place := func(name string) object {
		a := c.file(name, 1)
		path := filepath.Join(c.dir, name)
		if err := os.Truncate(path, bytes+2*4096); err != nil { // a sparse file
			t.Fatal(err)
		}
		a["array"].(object)["bytes"], a["array"].(object)["shape"] = bytes, []int{bytes / 4}
		return a
	}
	args := []any{place("b"), place("a"), bytes / 4}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, reply := c.do("call", object{"of": object{"element": []any{k, object{"tuple": []any{64, 256}}}}, "args": args})
	runtime.ReadMemStats(&after)
	if reply["error"] != nil || reply["partial"] != nil || len(reply["written"].([]any)) != 1 {
		t.Fatalf("the reply is %v, want that one file was written", reply)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > bytes/4 {
		t.Errorf("a launch with arrays of %d bytes allocates %d bytes", bytes, allocated)
	}
}

// TestWithin: launches of one cell of the other side are checked for faults a few times, and a fault is told once.
func TestWithin(t *testing.T) {
	c := start(t)
	c.ok("cell", object{"count": 1, "code": "%%cuda\n" +
		"__global__ void k(float *a) { __shared__ float s[64]; s[threadIdx.x] = threadIdx.x; a[threadIdx.x] = s[63 - threadIdx.x]; }"})
	launch := object{"element": []any{global("k"), object{"tuple": []any{1, 64}}}}
	told := func(within string) (times int) {
		for range 2 {
			events, reply := c.do("call", object{"within": within, "of": launch, "args": []any{c.file("a", make([]float32, 64)...)}})
			if reply["error"] != nil {
				t.Fatal(reply["error"])
			}
			times += len(events)
		}
		return times
	}
	got := []int{told("In[1]"), told("In[2]"), told("In[2]"), told("")}
	if d := cmp.Diff([]int{1, 1, 0, 2}, got); d != "" {
		t.Errorf("a race is told so often in two launches (-want +got):\n%s", d)
	}
}

// TestArrays: a kernel reads and writes arrays in files. The reply names the file that it has written.
func TestArrays(t *testing.T) {
	c := start(t)
	k := c.doubles()
	a, b := c.file("a", 1, 1, 1), c.file("b", 1, 2, 3)
	launch := c.ok("index", object{"of": k, "key": object{"tuple": []any{1, 32}}})
	_, reply := c.do("call", object{"of": launch, "args": []any{b, a, 3}})
	if d := cmp.Diff([]any{a["array"].(object)["path"]}, reply["written"]); d != "" {
		t.Errorf("%s %v", d, reply)
	}
	if d := cmp.Diff([]float32{3, 5, 7}, c.floats(a)); d != "" {
		t.Error(d)
	}

	// A part of an array, and the same array twice.
	a["array"].(object)["offset"], a["array"].(object)["shape"] = 4, []int{2}
	c.ok("call", object{"of": launch, "args": []any{a, a, 2}})
	if d := cmp.Diff([]float32{3, 15, 21}, c.floats(a)); d != "" {
		t.Error(d)
	}

	// An array that is a value comes in a file.
	v := c.ok("call", object{"of": global("full"), "args": []any{object{"tuple": []any{2, 2}}, 7}})
	if d := cmp.Diff([]float32{7, 7, 7, 7}, c.floats(v)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]any{2.0, 2.0}, v.(object)["array"].(object)["shape"]); d != "" {
		t.Error(d)
	}
}

// TestSame: an array is a new one in each request, so which thread wrote it is not known, also if a launch did.
func TestSame(t *testing.T) {
	c := start(t)
	a, b := c.file("a", 1, 1, 1), c.file("b", 1, 2, 3)
	c.ok("call", object{"of": object{"element": []any{c.doubles(), object{"tuple": []any{1, 32}}}}, "args": []any{b, a, 3}})
	name, value := c.failed("call", object{"of": global("same"), "args": []any{a, []any{3, 5, 8}}})
	if name != "AssertionError" || !strings.HasSuffix(value, "\nWhich thread wrote it is unknown: each call from Python has its own view of an array.") {
		t.Errorf("%s: %s", name, value)
	}
}

// TestArraysStay: a launch that fails, or that computes only a sample, leaves the arrays as they were.
func TestArraysStay(t *testing.T) {
	c := start(t)
	c.ok("call", object{"of": global("use"), "args": []any{"H200"}})
	k := c.doubles()
	a, b := c.file("a", 1, 1, 1), c.file("b", 1, 2, 3)
	launch := c.ok("index", object{"of": k, "key": object{"tuple": []any{1, 32}}})
	_, reply := c.do("call", object{"of": launch, "args": []any{b, a, 3}, "kwargs": []any{[]any{"full", false}}})
	left, _ := reply["partial"].([]any)
	if len(left) != 1 || !strings.Contains(fmt.Sprint(left[0]), "full=True") {
		t.Errorf("the reply to a sampled launch is %v", reply)
	}
	c.failed("call", object{"of": launch, "args": []any{b, a, 33}}) // the kernel writes behind the array
	if d := cmp.Diff([]float32{1, 1, 1}, c.floats(a)); d != "" {
		t.Error(d)
	}
}

// TestWrongArrays: a place that is none is an error, never a fault of the process.
func TestWrongArrays(t *testing.T) {
	c := start(t)
	for field, v := range map[string]any{"path": "/nowhere", "bytes": 1 << 20, "offset": 2, "shape": []int{4}, "dtype": "complex64"} {
		place := c.file("a", 1, 2, 3)
		place["array"].(object)[field] = v
		c.failed("set", object{"name": "x", "value": place})
	}
	for _, v := range []any{object{"array": 3}, object{"handle": "x"}, object{"tuple": 1}, object{"dict": []any{1}}, object{"other": 1}} {
		c.failed("set", object{"name": "x", "value": v})
	}
}

// TestInterrupt: a request that runs is interrupted, and the session goes on.
func TestInterrupt(t *testing.T) {
	c := start(t)
	id := c.begin("cell", object{"code": "print('begun')\nwhile True:\n    pass"})
	if line := c.next(); line["text"] != "begun\n" {
		t.Fatalf("got %v", line)
	}
	c.write(fmt.Sprintf(`{"id": "i", "op": "interrupt", "target": %d}`, id))
	for range 2 { // the replies come in any order
		line := c.next()
		if e, ok := line["error"].(object); line["id"] != "i" && (!ok || e["name"] != "KeyboardInterrupt") {
			t.Errorf("got %v", line)
		}
	}
	if v := c.ok("cell", object{"code": "1 + 1"}).(object)["value"]; v != 2.0 {
		t.Errorf("the next cell has the value %v", v)
	}
}

// TestFunctions: a cell calls a function of the other side, which asks the session meanwhile.
func TestFunctions(t *testing.T) {
	c := start(t)
	c.ok("cell", object{"code": "def twice(f, x):\n    return f(f(x))"})
	id := c.begin("call", object{"of": global("twice"), "args": []any{object{"function": 5, "name": "f"}, 3}})
	for range 2 {
		e := c.next()
		if e["event"] != "call" || e["function"] != 5.0 {
			t.Fatalf("got %v, want a call", e)
		}
		x := e["args"].([]any)[0].(float64)
		if v := c.ok("call", object{"of": global("abs"), "args": []any{-x}}); v != x {
			t.Errorf("abs is %v", v)
		}
		c.write(fmt.Sprintf(`{"id": 0, "op": "answer", "ask": %v, "value": %v}`, e["ask"], x*10))
	}
	if d := cmp.Diff(object{"id": float64(id), "ok": 300.0}, c.next()); d != "" {
		t.Error(d)
	}
	c.begin("call", object{"of": global("twice"), "args": []any{object{"function": 5, "name": "f"}, 3}})
	c.write(fmt.Sprintf(`{"id": 0, "op": "answer", "ask": %v, "error": {"name": "ZeroDivisionError", "value": "oh"}}`, c.next()["ask"]))
	if e := c.next()["error"].(object); e["name"] != "ZeroDivisionError" || e["value"] != "oh" {
		t.Errorf("the error is %v", e)
	}
}

// TestInput: a cell asks for a line.
func TestInput(t *testing.T) {
	c := start(t)
	c.begin("cell", object{"code": "x = input('name? ')"})
	e := c.next()
	if e["event"] != "input" || e["text"] != "name? " {
		t.Fatalf("got %v", e)
	}
	c.write(fmt.Sprintf(`{"id": 0, "op": "answer", "ask": %v, "value": "Ada"}`, e["ask"]))
	if d := cmp.Diff([]any{[]any{"x", "Ada"}}, c.next()["ok"].(object)["bound"]); d != "" {
		t.Error(d)
	}
}

// TestMalformed: what is no request gets an error, and the session goes on.
func TestMalformed(t *testing.T) {
	c := start(t)
	for _, line := range []string{
		`garbage`, `[]`, `3`, `{}`, `{"id": 1}`, `{"id": 1, "op": "cel"}`, `{"id": 1, "op": 3}`, `{"op": "get"}`, `{"id": 1, "op": "call", "kwargs": [1]}`,
		`{"id": 1, "op": "call", "of": null}`, `{"id": 1, "op": "attr"}`, `{"id": 1, "op": "call", "of": {"global": "print"}, "kwargs": [[1, 2]]}`,
		"{\"id\": 1, \"op\": \"get\", \"name\": \"\xff\"}", strings.Repeat("[", 20_000),
	} {
		c.write(line)
		if e, ok := c.next()["error"].(object); !ok || e["value"] == "" {
			t.Errorf("%.60s is answered with %v", line, e)
		}
	}
	c.write(`{"id": 0, "op": "answer", "ask": 99}`) // which nobody waits for
	if v := c.ok("cell", object{"code": "1 + 1"}).(object)["value"]; v != 2.0 {
		t.Errorf("the next cell has the value %v", v)
	}
}

// TestNames: all built-ins of cells are listed with signature and doc.
func TestNames(t *testing.T) {
	c := start(t)
	found := map[string]object{}
	for _, e := range c.ok("names", nil).([]any) {
		found[e.(object)["name"].(string)] = e.(object)
	}
	if e := found["use"]; e["signature"] != "use(gpu)" || e["builtin"] != true || e["doc"] == "" {
		t.Errorf("use is %v", e)
	}
	if e := found["result.report"]; e == nil || e["builtin"] != false {
		t.Errorf("result.report is %v", e)
	}
	about := c.ok("doc", object{"of": global("use")}).(object)
	if about["signature"] != "use(gpu)" || about["doc"] == "" {
		t.Errorf("the doc of use is %v", about)
	}
	if m := c.ok("complete", object{"code": "zer", "cursor": 3}).(object)["matches"].([]any); len(m) == 0 {
		t.Error("nothing completes zer")
	}
	if b := c.ok("inspect", object{"code": "use", "cursor": 3}); !strings.Contains(fmt.Sprint(b), "use(gpu)") {
		t.Errorf("the inspection of use is %v", b)
	}
}

// TestRemoveShared: a folder for arrays is removed with them, but not with what is not ours.
func TestRemoveShared(t *testing.T) {
	c := start(t)
	c.ok("call", object{"of": global("ones"), "args": []any{4}})
	if err := session.RemoveShared(c.dir); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := session.RemoveShared(dir); err == nil {
		t.Error("a folder with a file of somebody else is removed")
	}
}
