package kernel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Comms that a front end opens, and one that a cell opens.
func TestComms(t *testing.T) {
	b := newBench(t)
	say := func(msgType string, content fields) []string {
		t.Helper()
		got := script(b.idle(b.post(shell, msgType, content)))
		if got[0] != busy || got[len(got)-1] != idle {
			t.Errorf("%s: %q, want it between busy and idle", msgType, got)
		}
		return got[1 : len(got)-1]
	}
	list := func(content fields) any { return b.reply(b.idle(b.post(shell, "comm_info_request", content)))["comms"] }
	expect := func(what string, got any, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	expect("a target that is not there", say("comm_open", fields{"comm_id": "a", "target_name": "x", "data": fields{}}),
		[]string{`iopub comm_close {"comm_id":"a","data":{}}`})
	expect("open", say("comm_open", fields{"comm_id": "c", "target_name": "echo", "data": fields{"n": 1}}),
		[]string{`iopub comm_msg {"comm_id":"c","data":{"n":1}}`, `iopub stream {"name":"stdout","text":"0 {\"n\":1}\n"}`})
	expect("the open comms", list(fields{}), fields{"c": fields{"target_name": "echo"}})
	expect("those of another target", list(fields{"target_name": "x"}), fields{})

	cell := b.cell("comm echo\nforever")
	opened := b.r.until(t, "comm_open", func(s sent) bool { return s.Header.MsgType == "comm_open" })
	id := content(t, opened.Message)["comm_id"].(string)
	expect("comm_open", content(t, opened.Message), fields{"comm_id": id, "target_name": "echo", "data": fields{"n": 1.0}})
	expect("its metadata", opened.Metadata, fields{"version": "2"})
	if opened.Parent.MsgID != cell.Header.MsgID {
		t.Error("comm_open does not belong to the cell")
	}

	// While the cell runs.
	expect("a message", say("comm_msg", fields{"comm_id": id, "data": fields{"x": 2}}),
		[]string{`iopub comm_msg {"comm_id":"` + id + `","data":{"x":2}}`, `iopub stream {"name":"stdout","text":"1 {\"x\":2}\n"}`})
	if got := say("comm_msg", fields{"comm_id": id, "data": "panic"}); len(got) != 1 || !strings.Contains(got[0], "InternalError: in Comm") {
		t.Errorf("a panic: %q", got)
	}
	expect("a comm that is not open", say("comm_msg", fields{"comm_id": "none", "data": fields{}}), []string{})
	long := b.post(shell, "comm_msg", fields{"comm_id": id, "data": "sleep"})
	b.r.until(t, "busy", func(s sent) bool { return s.Parent.MsgID == long.Header.MsgID })
	b.post(control, "interrupt_request", fields{})
	expect("what was interrupted", script(b.idle(long)),
		[]string{busy, `iopub error {"ename":"KeyboardInterrupt","evalue":"","traceback":[]}`, idle})
	b.idle(cell)

	expect("closed by the kernel", say("comm_msg", fields{"comm_id": id, "data": "close"}),
		[]string{`iopub comm_close {"comm_id":"` + id + `","data":{}}`})
	expect("closed by the front end", say("comm_close", fields{"comm_id": "c", "data": fields{}}),
		[]string{`iopub stream {"name":"stdout","text":"2 {}\n"}`})
	expect("the open comms at the end", list(fields{}), fields{})
}
