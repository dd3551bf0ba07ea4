package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
)

// A sent message, with the channel it was sent on.
type sent struct {
	on channel
	wire.Message
}

// recorder is a sink that keeps what it is sent.
type recorder struct {
	mu      sync.Mutex
	changed chan struct{}
	sent    []sent
}

func (r *recorder) send(on channel, m wire.Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = append(r.sent, sent{on, m})
	close(r.changed)
	r.changed = make(chan struct{})
	return nil
}

func (r *recorder) wait(context.Context) {}

// until waits for the first message that f accepts.
func (r *recorder) until(t testing.TB, what string, f func(sent) bool) sent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), tier.Hang)
	defer cancel()
	for {
		r.mu.Lock()
		all, changed := r.sent, r.changed
		r.mu.Unlock()
		if i := slices.IndexFunc(all, f); i >= 0 {
			return all[i]
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("no %s within %v", what, tier.Hang)
		}
	}
}

// bench is a kernel without sockets.
type bench struct {
	testing.TB
	k      *Kernel
	r      *recorder
	client *wire.Session
}

func newBench(t testing.TB) *bench { return newBenchOf(t, scripted{}) }

func newBenchOf(t testing.TB, in Interpreter) *bench {
	r := &recorder{changed: make(chan struct{})}
	b := &bench{t, newKernel(in, wire.NewSession(""), r), r, wire.NewSession("")}
	b.k.work()
	t.Cleanup(func() {
		b.k.asides.close()
		<-b.k.lanes.close()
	})
	return b
}

// post sends a request and returns at once.
func (b *bench) post(on channel, msgType string, content any) wire.Message {
	b.Helper()
	m, err := b.client.New(msgType, wire.Header{}, content)
	if err != nil {
		b.Fatal(err)
	}
	m.Identities = [][]byte{[]byte("client")}
	b.k.dispatch(on, m)
	return m
}

// fields is the content of a message.
type fields = map[string]any

// cell sends an execute_request.
func (b *bench) cell(code string) wire.Message {
	return b.post(shell, "execute_request", fields{"code": code})
}

// idle waits until m is done and returns all messages of it.
func (b *bench) idle(m wire.Message) []sent {
	b.Helper()
	b.r.until(b.TB, "idle for "+m.Header.MsgType, func(s sent) bool {
		return s.Parent.MsgID == m.Header.MsgID && strings.Contains(string(s.Content), `"idle"`)
	})
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	var of []sent
	for _, s := range b.r.sent {
		if s.Parent.MsgID == m.Header.MsgID {
			of = append(of, s)
		}
	}
	return of
}

// answered reports whether m has been replied to.
func (b *bench) answered(m wire.Message) bool {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	return slices.ContainsFunc(b.r.sent, func(s sent) bool { return s.on != iopub && s.Parent.MsgID == m.Header.MsgID })
}

func (b *bench) reply(of []sent) fields {
	b.Helper()
	for _, s := range of {
		if s.on != iopub && strings.HasSuffix(s.Header.MsgType, "_reply") {
			return content(b.TB, s.Message)
		}
	}
	b.Fatal("no reply")
	return nil
}

func content(t testing.TB, m wire.Message) fields {
	t.Helper()
	var c fields
	if err := m.Decode(&c); err != nil {
		t.Fatal(err)
	}
	return c
}

var channelNames = map[channel]string{shell: "shell", control: "control", stdin: "stdin", iopub: "iopub"}

// script writes messages as one line each: channel, type, content.
func script(of []sent) (lines []string) {
	for _, s := range of {
		lines = append(lines, fmt.Sprintf("%s %s %s", channelNames[s.on], s.Header.MsgType, s.Content))
	}
	return lines
}

const (
	busy = `iopub status {"execution_state":"busy"}`
	idle = `iopub status {"execution_state":"idle"}`
)

// Every message of a cell, in order and in full.
func TestExecuteLifecycle(t *testing.T) {
	for _, c := range []struct {
		name    string
		request fields
		want    []string
	}{
		{"outputs keep their order", fields{"code": "print a\nprint b\nshow c\nwarn d\nprint e\nresult f\nclear"}, []string{
			busy,
			`iopub execute_input {"code":"print a\nprint b\nshow c\nwarn d\nprint e\nresult f\nclear","execution_count":1}`,
			`iopub stream {"name":"stdout","text":"a\nb\n"}`,
			`iopub display_data {"data":{"text/plain":"c"},"metadata":{},"transient":{}}`,
			`iopub stream {"name":"stderr","text":"d\n"}`,
			`iopub stream {"name":"stdout","text":"e\n"}`,
			`iopub execute_result {"data":{"text/plain":"f"},"execution_count":1,"metadata":{},"transient":{}}`,
			`iopub clear_output {"wait":true}`,
			`shell execute_reply {"execution_count":1,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"an error", fields{"code": "partial before\nfail because\nprint never"}, []string{
			busy,
			`iopub execute_input {"code":"partial before\nfail because\nprint never","execution_count":1}`,
			`iopub stream {"name":"stdout","text":"before"}`,
			`iopub error {"ename":"ValueError","evalue":"because","traceback":["ValueError: because"]}`,
			`shell execute_reply {"ename":"ValueError","evalue":"because","execution_count":1,"payload":[],"status":"error","traceback":["ValueError: because"],"user_expressions":{}}`,
			idle,
		}},
		{"updates", fields{"code": "named id1 a\nupdate id1 b"}, []string{
			busy,
			`iopub execute_input {"code":"named id1 a\nupdate id1 b","execution_count":1}`,
			`iopub display_data {"data":{"text/plain":"a"},"metadata":{},"transient":{"display_id":"id1"}}`,
			`iopub update_display_data {"data":{"text/plain":"b"},"metadata":{},"transient":{"display_id":"id1"}}`,
			`shell execute_reply {"execution_count":1,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"silent", fields{"code": "print a\nresult b", "silent": true, "store_history": true}, []string{
			busy,
			`iopub stream {"name":"stdout","text":"a\n"}`,
			`shell execute_reply {"execution_count":0,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"not stored", fields{"code": "result b", "store_history": false}, []string{
			busy,
			`iopub execute_input {"code":"result b","execution_count":0}`,
			`iopub execute_result {"data":{"text/plain":"b"},"execution_count":0,"metadata":{},"transient":{}}`,
			`shell execute_reply {"execution_count":0,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"user expressions and a page", fields{"code": "page p", "silent": true, "user_expressions": fields{"x": "1", "y": "bad"}}, []string{
			busy,
			`shell execute_reply {"execution_count":0,"payload":[{"data":{"text/plain":"p"},"source":"page","start":0}],"status":"ok","user_expressions":{"x":{"data":{"text/plain":"1"},"metadata":{},"status":"ok"},"y":{"ename":"NameError","evalue":"bad","status":"error","traceback":[]}}}`,
			idle,
		}},
		{"a value that JSON cannot hold", fields{"code": "nan", "silent": true}, []string{
			busy,
			`iopub display_data {"data":{"text/html":"<b>","text/plain":"application/json cannot be shown: json: unsupported value: NaN"},"metadata":{},"transient":{}}`,
			`shell execute_reply {"execution_count":0,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"a character in two writes", fields{"code": "euro", "silent": true}, []string{
			busy,
			`iopub stream {"name":"stdout","text":"€"}`,
			`shell execute_reply {"execution_count":0,"payload":[],"status":"ok","user_expressions":{}}`,
			idle,
		}},
		{"no code", fields{"code": 1}, []string{
			busy,
			`shell execute_reply {"ename":"RequestError","evalue":"wire: content of execute_request: json: cannot unmarshal number into Go struct field executeRequest.code of type string","status":"error","traceback":[]}`,
			idle,
		}},
		{"no stdin allowed", fields{"code": "ask", "silent": true}, []string{
			busy,
			`iopub error {"ename":"StdinNotImplementedError","evalue":"","traceback":[]}`,
			`shell execute_reply {"ename":"StdinNotImplementedError","evalue":"","execution_count":0,"payload":[],"status":"error","traceback":[],"user_expressions":{}}`,
			idle,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // so that lines that are printed at once are gathered
				b := newBench(t)
				got := script(b.idle(b.post(shell, "execute_request", c.request)))
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("messages (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The other requests: one reply each, between busy and idle, from its own channel.
func TestReplies(t *testing.T) {
	b := newBench(t)
	b.idle(b.cell("result 42"))
	for _, c := range []struct {
		on      channel
		msgType string
		request fields
		want    []string // between busy and idle
	}{
		{control, "kernel_info_request", fields{}, []string{
			`control kernel_info_reply {"banner":"a kernel for tests","debugger":false,"help_links":[],"implementation":"warpbook","implementation_version":"` + warpbook.Version + `","language_info":{"codemirror_mode":{"name":"python"},"file_extension":".txt","mimetype":"text/plain","name":"scripted","pygments_lexer":"text","version":"1.0"},"protocol_version":"5.5","status":"ok","supported_features":["kernel subshells"]}`,
		}},
		{shell, "complete_request", fields{"code": "pr", "cursor_pos": 2}, []string{
			`shell complete_reply {"cursor_end":2,"cursor_start":0,"matches":["print"],"metadata":{"_jupyter_types_experimental":[{"end":2,"signature":"TEXT","start":0,"text":"print","type":"function"}]},"status":"ok"}`,
		}},
		{shell, "complete_request", fields{"code": "\U0001F600", "cursor_pos": 900}, []string{
			`shell complete_reply {"cursor_end":1,"cursor_start":0,"matches":[],"metadata":{"_jupyter_types_experimental":[]},"status":"ok"}`,
		}},
		{shell, "inspect_request", fields{"code": "print", "cursor_pos": 3}, []string{
			`shell inspect_reply {"data":{"text/plain":"print TEXT: prints"},"found":true,"metadata":{},"status":"ok"}`,
		}},
		{shell, "is_complete_request", fields{"code": "for:"}, []string{
			`shell is_complete_reply {"indent":"    ","status":"incomplete"}`,
		}},
		{shell, "is_complete_request", fields{"code": "print"}, []string{
			`shell is_complete_reply {"status":"complete"}`,
		}},
		{shell, "history_request", fields{"hist_access_type": "tail", "n": 5, "output": true}, []string{
			`shell history_reply {"history":[[1,1,["result 42","42"]]],"status":"ok"}`,
		}},
		{shell, "comm_info_request", fields{}, []string{
			`shell comm_info_reply {"comms":{},"status":"ok"}`,
		}},
		{shell, "comm_open", fields{"comm_id": "c1", "target_name": "jupyter.widget", "data": fields{}}, []string{
			`iopub comm_close {"comm_id":"c1","data":{}}`,
		}},
		{shell, "comm_msg", fields{"comm_id": "c1", "data": fields{}}, nil},
		{control, "interrupt_request", fields{}, []string{`control interrupt_reply {"status":"ok"}`}},
		{shell, "request_of_the_future", fields{}, nil},
		{control, "execute_request", fields{"code": "print no"}, nil}, // not on this channel
		{shell, "inspect_request", fields{"code": 1}, []string{
			`shell inspect_reply {"ename":"RequestError","evalue":"wire: content of inspect_request: json: cannot unmarshal number into Go struct field .code of type string","status":"error","traceback":[]}`,
		}},
	} {
		m := b.post(c.on, c.msgType, c.request)
		of := b.idle(m)
		want := append(append([]string{busy}, c.want...), idle)
		if diff := cmp.Diff(want, script(of)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.msgType, diff)
		}
		for _, s := range of {
			if s.on != iopub && !cmp.Equal(s.Identities, m.Identities) {
				t.Errorf("%s is addressed to %q", s.Header.MsgType, s.Identities)
			}
		}
	}
}

// goOn answers the question of a cell.
func (b *bench) goOn(cell wire.Message) {
	b.Helper()
	q := b.r.until(b.TB, "input_request", func(s sent) bool {
		return s.Header.MsgType == "input_request" && s.Parent.MsgID == cell.Header.MsgID
	})
	m, err := b.client.New("input_reply", q.Header, fields{"value": ""})
	if err != nil {
		b.Fatal(err)
	}
	m.Identities = q.Identities
	b.k.dispatch(stdin, m)
}

func TestStopOnErrorAbortsTheQueue(t *testing.T) {
	b := newBench(t)
	failing := fields{"code": "ask to go on\nfail", "allow_stdin": true}
	first := b.post(shell, "execute_request", failing)
	second, third := b.cell("print a"), b.cell("print b")
	b.goOn(first)
	b.idle(first)
	for _, m := range []wire.Message{second, third} {
		of := b.idle(m)
		if got := b.reply(of)["status"]; got != "aborted" || len(of) != 3 {
			t.Errorf("status %v in %q, want aborted and no output", got, script(of))
		}
	}
	if got := b.reply(b.idle(b.cell("print c")))["execution_count"]; got != 2.0 {
		t.Errorf("the next cell has number %v, want 2", got)
	}

	failing["stop_on_error"] = false
	first = b.post(shell, "execute_request", failing)
	second = b.cell("print a")
	b.goOn(first)
	b.idle(first)
	if got := b.reply(b.idle(second))["status"]; got != "ok" {
		t.Errorf("with stop_on_error false the next cell's status is %v, want ok", got)
	}
}

func TestInterrupt(t *testing.T) {
	b := newBench(t)
	for range 50 { // at the first sign of the cell
		cell := b.cell("forever")
		b.r.until(t, "busy", func(s sent) bool { return s.Parent.MsgID == cell.Header.MsgID })
		b.k.lanes.interrupt()
		b.idle(cell)
	}
	cell := b.cell("print before\nforever")
	b.r.until(t, "stream", func(s sent) bool { return s.Header.MsgType == "stream" })
	b.idle(b.post(control, "interrupt_request", fields{}))
	of := b.idle(cell)
	if got := b.reply(of)["ename"]; got != "KeyboardInterrupt" {
		t.Errorf("ename %v", got)
	}
	if got := b.reply(b.idle(b.cell("print after")))["status"]; got != "ok" {
		t.Errorf("the next cell's status is %v", got)
	}
}

// While a cell runs, everything else is answered.
func TestAnswersDuringACell(t *testing.T) {
	b := newBench(t)
	cell := b.cell("forever")
	b.r.until(t, "execute_input", func(s sent) bool { return s.Header.MsgType == "execute_input" })
	for range 20 {
		for _, on := range []channel{shell, control} {
			b.reply(b.idle(b.post(on, "kernel_info_request", fields{})))
		}
	}
	for _, msgType := range []string{"complete_request", "inspect_request", "is_complete_request", "comm_info_request", "history_request"} {
		b.reply(b.idle(b.post(shell, msgType, fields{"code": "print"})))
	}
	if b.answered(cell) {
		t.Error("the cell has ended by itself")
	}
	b.k.lanes.interrupt()
	b.idle(cell)
}

func TestPanicIsAnError(t *testing.T) {
	b := newBench(t)
	of := b.idle(b.cell("print before\npanic BUG: oh dear"))
	if got := b.reply(of); got["ename"] != "InternalError" || got["evalue"] != "BUG: oh dear" {
		t.Errorf("reply %v", got)
	}
	if types := script(of); !strings.Contains(types[2], "before") || !strings.HasPrefix(types[3], "iopub error") {
		t.Errorf("messages %q, want the stream and then the error", types)
	}
	if got := b.reply(b.idle(b.post(shell, "complete_request", fields{"code": "panic"})))["ename"]; got != "InternalError" {
		t.Errorf("panic in Complete: ename %v", got)
	}
	if got := b.reply(b.idle(b.cell("print after")))["status"]; got != "ok" {
		t.Errorf("the next cell's status is %v", got)
	}
}

func TestStreamsAreGathered(t *testing.T) {
	synctest.Test(t, streamsAreGathered)
}

// streamsAreGathered puts out more than a message has room for, at one moment of the bubble's clock.
func streamsAreGathered(t *testing.T) {
	b := newBench(t)
	const n = 100_000
	of := b.idle(b.cell(fmt.Sprint("count ", n)))
	var text strings.Builder
	streams := 0
	for _, s := range of {
		if s.Header.MsgType == "stream" {
			streams++
			text.WriteString(content(t, s.Message)["text"].(string))
		}
	}
	var want strings.Builder
	for i := range n {
		fmt.Fprintln(&want, i)
	}
	if text.String() != want.String() {
		t.Errorf("%d bytes of output, want %d in order", text.Len(), want.Len())
	}
	if want := (want.Len() + gatherSize - 1) / gatherSize; streams != want {
		t.Errorf("%d lines in %d messages, want %d", n, streams, want)
	}
	// A cell that prints and then computes is seen printing.
	cell := b.cell("print now\nforever")
	b.r.until(t, "stream before the end", func(s sent) bool { return strings.Contains(string(s.Content), "now\\n\"") })
	b.k.lanes.interrupt()
	b.idle(cell)
}

func TestInput(t *testing.T) {
	b := newBench(t)
	ask := func(code string) (cell, question wire.Message) {
		cell = b.post(shell, "execute_request", fields{"code": code, "allow_stdin": true})
		q := b.r.until(t, "input_request", func(s sent) bool {
			return s.Header.MsgType == "input_request" && s.Parent.MsgID == cell.Header.MsgID
		})
		if q.on != stdin || !cmp.Equal(q.Identities, cell.Identities) {
			t.Errorf("input_request on channel %d to %q", q.on, q.Identities)
		}
		return cell, q.Message
	}
	answer := func(to wire.Header, identity, value string) {
		m, _ := b.client.New("input_reply", to, fields{"value": value})
		m.Identities = [][]byte{[]byte(identity)}
		b.k.dispatch(stdin, m)
	}
	answer(wire.Header{}, "client", "nobody asked")
	cell, old := ask("partial name? \nask password")
	if c := content(t, old); c["prompt"] != "password" || c["password"] != true {
		t.Errorf("input_request %v", c)
	}
	answer(wire.Header{}, "stranger", "wrong client")
	answer(wire.Header{}, "client", "Žižka")
	if lines := script(b.idle(cell)); !slices.Contains(lines, `iopub stream {"name":"stdout","text":"got Žižka\n"}`) {
		t.Errorf("messages %q", lines)
	}

	cell, question := ask("ask again")
	answer(old.Header, "client", "too late")
	answer(question.Header, "client", "\x04")
	if got := b.reply(b.idle(cell))["ename"]; got != "EOFError" {
		t.Errorf("end of input: ename %v", got)
	}

	cell, _ = ask("ask for ever")
	b.k.lanes.interrupt()
	if got := b.reply(b.idle(cell))["ename"]; got != "KeyboardInterrupt" {
		t.Errorf("interrupted question: ename %v", got)
	}
}

// FuzzRequest: any content of any request ends in one reply and idle, and no handler
// panics.
func FuzzRequest(f *testing.F) {
	var types []string
	for msgType, rt := range routes {
		if rt.turn != inTurn && !rt.last && rt.reply != "" {
			types = append(types, msgType)
		}
	}
	slices.Sort(types)
	for i := range types {
		f.Add(i, `{"code":"pr","cursor_pos":1,"detail_level":0}`)
		f.Add(i, `{"hist_access_type":"search","pattern":"a*[?","n":-1,"unique":true}`)
		f.Add(i, `{"code":null,"cursor_pos":-5,"stop":1e3,"start":[]}`)
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if !json.Valid([]byte(text)) || text == `{"code":"panic"}` {
			return
		}
		msgType := types[uint(i)%uint(len(types))]
		b := newBench(t)
		on := shell
		if routes[msgType].on&shell == 0 {
			on = control
		}
		of := b.idle(b.post(on, msgType, json.RawMessage(text)))
		if len(of) != 3 {
			t.Errorf("%s: messages %q, want busy, a reply and idle", msgType, script(of))
		}
		if got := b.reply(of); got["ename"] == "InternalError" {
			t.Errorf("%s: %v", msgType, got)
		}
	})
}

func TestHistoryQueries(t *testing.T) {
	var all []entry
	for i, code := range []string{"a", "print b", "a", "print c", "print b"} {
		all = append(all, entry{session: 1, count: i + 1, input: code})
	}
	five, two, zero := 5, 2, 0
	for _, c := range []struct {
		q    historyQuery
		want []int
	}{
		{historyQuery{Access: "tail", N: &two}, []int{4, 5}},
		{historyQuery{Access: "tail", N: &zero}, nil},
		{historyQuery{Access: "tail"}, []int{1, 2, 3, 4, 5}},
		{historyQuery{Access: "range", Start: 2, Stop: &five}, []int{2, 3, 4}},
		{historyQuery{Access: "range", Start: 4, Session: 1}, []int{4, 5}},
		{historyQuery{Access: "range", Session: -1}, nil},
		{historyQuery{Access: "search", Pattern: "print*"}, []int{2, 4, 5}},
		{historyQuery{Access: "search", Pattern: "print*", Unique: true}, []int{4, 5}},
		{historyQuery{Access: "search", Pattern: "?"}, []int{1, 3}},
		{historyQuery{Access: "search", Pattern: "*", N: &two}, []int{4, 5}},
		{historyQuery{Access: "search", Pattern: "[a(.+"}, nil},
	} {
		got, err := c.q.selected(slices.Clone(all), 1)
		if err != nil {
			t.Fatal(err)
		}
		var counts []int
		for _, e := range got {
			counts = append(counts, e.count)
		}
		if !cmp.Equal(counts, c.want) {
			t.Errorf("%+v: %v, want %v", c.q, counts, c.want)
		}
	}
}
