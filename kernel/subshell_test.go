package kernel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel/wire"
)

// subshell makes a subshell and returns its id.
func (b *bench) subshell() string {
	b.Helper()
	id, _ := b.reply(b.idle(b.post(control, "create_subshell_request", fields{})))["subshell_id"].(string)
	return id
}

// inSubshell sends an execute_request to a subshell.
func (b *bench) inSubshell(id, code string) wire.Message {
	b.Helper()
	m, err := b.client.New("execute_request", wire.Header{}, fields{"code": code, "allow_stdin": true})
	if err != nil {
		b.Fatal(err)
	}
	m.Header.SubshellID = &id
	b.k.dispatch(shell, m)
	return m
}

// begun waits until a cell runs.
func (b *bench) begun(m wire.Message) {
	b.Helper()
	b.r.until(b.TB, "execute_input", func(s sent) bool {
		return s.Header.MsgType == "execute_input" && s.Parent.MsgID == m.Header.MsgID
	})
}

func TestSubshells(t *testing.T) {
	b := newBench(t)
	one, two := b.subshell(), b.subshell()
	if one == "" || one == two {
		t.Fatalf("ids %q and %q", one, two)
	}
	list := func() any {
		return b.reply(b.idle(b.post(control, "list_subshell_request", fields{})))["subshell_id"]
	}
	ids := list().([]any)
	if len(ids) != 2 {
		t.Errorf("list %v, want two", ids)
	}

	long := b.cell("forever")
	b.begun(long)
	of := b.idle(b.inSubshell(one, "result 42"))
	if got := b.reply(of)["status"]; got != "ok" {
		t.Errorf("beside a running cell: %v", got)
	}
	if parent := of[0].Parent.SubshellID; parent == nil || *parent != one {
		t.Errorf("the parent's subshell is %v, want %s", parent, one)
	}

	// The failure of a cell aborts what waits in its own subshell.
	failing, aborted, other := b.inSubshell(one, "ask to go on\nfail"), b.inSubshell(one, "print a"), b.inSubshell(two, "print b")
	b.goOn(failing)
	b.idle(failing)
	if got := b.reply(b.idle(aborted))["status"]; got != "aborted" {
		t.Errorf("behind the failure: %v, want aborted", got)
	}
	if got := b.reply(b.idle(other))["status"]; got != "ok" {
		t.Errorf("in the other subshell: %v, want ok", got)
	}

	// An interrupt ends what runs in all of them.
	beside := b.inSubshell(two, "forever")
	b.begun(beside)
	b.post(control, "interrupt_request", fields{})
	for _, m := range []wire.Message{long, beside} {
		if got := b.reply(b.idle(m))["ename"]; got != "KeyboardInterrupt" {
			t.Errorf("after the interrupt: %v", got)
		}
	}

	// A subshell that is deleted ends what it is at and answers what waits.
	running, waiting := b.inSubshell(two, "forever"), b.inSubshell(two, "print never")
	b.begun(running)
	if got := b.reply(b.idle(b.post(control, "delete_subshell_request", fields{"subshell_id": two})))["status"]; got != "ok" {
		t.Errorf("delete: %v", got)
	}
	if got := b.reply(b.idle(running))["ename"]; got != "KeyboardInterrupt" {
		t.Errorf("what ran: %v", got)
	}
	if got := b.reply(b.idle(waiting))["status"]; got != "aborted" {
		t.Errorf("what waited: %v", got)
	}
	if diff := cmp.Diff([]any{one}, list()); diff != "" {
		t.Errorf("the list afterwards (-want +got):\n%s", diff)
	}
	refused := []wire.Message{b.inSubshell(two, "print no"), b.post(control, "delete_subshell_request", fields{"subshell_id": "none"})}
	for _, m := range refused {
		of := b.idle(m)
		reply := b.reply(of)
		if text, _ := reply["evalue"].(string); reply["status"] != "error" || !strings.Contains(text, "no subshell") || len(of) != 3 {
			t.Errorf("%s of no subshell: %q", m.Header.MsgType, script(of))
		}
	}
}
