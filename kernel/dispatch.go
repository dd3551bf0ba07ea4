package kernel

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// A request is a message that came in, with the channel that it came on.
type request struct {
	wire.Message
	on    channel
	route route
	lane  *lane           // of a cell
	ctx   context.Context // of what a lane runs, from that moment
	// aborted is set while the request waits, by the failure of a cell before it.
	aborted bool
}

// turn says when a request is answered.
type turn uint8

const (
	atOnce turn = iota // by the goroutine that read it: the handler must not wait
	aside              // in order with its like, beside the running cell
	inTurn             // when all cells of its shell before it are done
	onComm             // in order with all messages of comms, beside the running cells
)

// A route is how one type of request is answered.
type route struct {
	on     channel // where it is accepted
	turn   turn
	reply  string // the type of the reply; empty for none
	handle func(*Kernel, *request) (content any, err error)
	last   bool // the kernel ends after it
}

// routes is the protocol as this kernel speaks it.
var routes = map[string]route{
	"kernel_info_request": {on: shell | control, reply: "kernel_info_reply", handle: (*Kernel).kernelInfo},
	"connect_request":     {on: shell | control, reply: "connect_reply", handle: (*Kernel).connect},
	"interrupt_request":   {on: shell | control, reply: "interrupt_reply", handle: (*Kernel).interruptRequest},
	"shutdown_request":    {on: shell | control, reply: "shutdown_reply", handle: (*Kernel).shutdown, last: true},
	"history_request":     {on: shell, turn: aside, reply: "history_reply", handle: (*Kernel).historyRequest},
	"comm_info_request":   {on: shell | control, reply: "comm_info_reply", handle: (*Kernel).commInfo},
	"comm_open":           {on: shell | control, turn: onComm, handle: (*Kernel).commOpen},
	"comm_msg":            {on: shell | control, turn: onComm, handle: (*Kernel).commMsg},
	"comm_close":          {on: shell | control, turn: onComm, handle: (*Kernel).commClose},
	"complete_request":    {on: shell, turn: aside, reply: "complete_reply", handle: (*Kernel).complete},
	"inspect_request":     {on: shell, turn: aside, reply: "inspect_reply", handle: (*Kernel).inspect},
	"is_complete_request": {on: shell, turn: aside, reply: "is_complete_reply", handle: (*Kernel).isComplete},
	"usage_request":       {on: shell | control, turn: aside, reply: "usage_reply", handle: (*Kernel).usageRequest},
	"debug_request":       {on: control, turn: aside, reply: "debug_reply", handle: (*Kernel).debugRequest},
	"execute_request":     {on: shell, turn: inTurn, reply: "execute_reply", handle: (*Kernel).execute},

	"create_subshell_request": {on: control, reply: "create_subshell_reply", handle: (*Kernel).createSubshell},
	"delete_subshell_request": {on: control, reply: "delete_subshell_reply", handle: (*Kernel).deleteSubshell},
	"list_subshell_request":   {on: control, reply: "list_subshell_reply", handle: (*Kernel).listSubshells},
}

// dispatch takes a message to its turn. What is not in the table is reported busy
// and idle, so that nobody waits for it, and not answered: the protocol's rule for
// types from its future.
func (k *Kernel) dispatch(on channel, m wire.Message) {
	if m.Header.Username == "" { // see pacer
		k.pace.server.Store(true)
	}
	if on == stdin {
		k.question.answer(m)
		return
	}
	rt, known := routes[m.Header.MsgType]
	if !known || rt.on&on == 0 {
		rt = route{handle: (*Kernel).ignore}
	}
	r := &request{Message: m, on: on, route: rt}
	var ok bool
	if r.lane, ok = k.lanes.find(m.Header.SubshellID); !ok {
		k.refuse(r)
		return
	}
	switch rt.turn {
	case inTurn:
		if !r.lane.push(r) { // deleted since
			k.refuse(r)
		}
	case onComm:
		k.lanes.comms.push(r)
	case aside:
		k.asides.push(r)
	default:
		k.answer(r)
	}
}

// refuse answers a request to a subshell that is not there.
func (k *Kernel) refuse(r *request) {
	r.route = route{reply: r.route.reply, handle: func(*Kernel, *request) (any, error) {
		return nil, noSubshell(r.Header.SubshellID)
	}}
	k.answer(r)
}

// answer is the life of a request: busy, the work, the reply, idle.
func (k *Kernel) answer(r *request) {
	k.status(r.Header, "busy")
	content := k.call(r)
	if r.route.reply != "" {
		k.reply(r, content)
	}
	k.status(r.Header, "idle")
	if r.route.last {
		k.stop()
	}
}

// call runs the handler. An error or a panic becomes the content of the reply: the
// session outlives both.
func (k *Kernel) call(r *request) (content any) {
	if r.aborted {
		return failure("aborted", &Error{Name: "Aborted", Value: "a cell before this one failed"})
	}
	defer func() {
		if p := recover(); p != nil {
			e := panicError(p)
			k.log.Error("panic", "msg_type", r.Header.MsgType, "stack", e.Traceback)
			content = failure("error", e)
		}
	}()
	content, err := r.route.handle(k, r)
	if err != nil {
		return failure("error", &Error{Name: "RequestError", Value: err.Error()})
	}
	return content
}

// failure is the content of a reply that says what went wrong.
func failure(status string, e *Error) map[string]any {
	return map[string]any{
		"status": status, "ename": e.Name, "evalue": e.Value, "traceback": list(e.Traceback),
	}
}

// panicError describes a recovered panic with the stack of the place.
func panicError(p any) *Error {
	stack := strings.Split(strings.TrimSpace(string(debug.Stack())), "\n")
	value := fmt.Sprint(p)
	return &Error{
		Name:      "InternalError",
		Value:     value,
		Traceback: append([]string{"InternalError: " + value + " (please report this)"}, stack...),
	}
}

// reply sends the reply to r; content that JSON cannot hold becomes an error reply,
// because a client waits for some reply.
func (k *Kernel) reply(r *request, content any) {
	m, err := k.session.Reply(r.Message, r.route.reply, content)
	if err != nil {
		k.log.Error("reply", "error", err)
		m, _ = k.session.Reply(r.Message, r.route.reply, failure("error", &Error{Name: "EncodingError", Value: err.Error()}))
	}
	k.send(r.on, m)
}

// publish sends a message on iopub.
func (k *Kernel) publish(parent wire.Header, msgType string, content any) error {
	m, err := k.session.New(msgType, parent, content)
	if err == nil {
		k.pace.count(msgType, len(m.Content))
		k.send(iopub, m)
	}
	return err
}

func (k *Kernel) status(parent wire.Header, state string) {
	k.publish(parent, "status", map[string]string{"execution_state": state})
	if state == "idle" {
		k.pace.reset()
	}
}

// send reports what could not be sent, except to a client that has left.
func (k *Kernel) send(on channel, m wire.Message) {
	err := k.out.send(on, m)
	select {
	case <-k.stopped:
		return
	default:
	}
	if err != nil && !errors.Is(err, zmtp.ErrNoPeer) {
		k.log.Error("message not sent", "msg_type", m.Header.MsgType, "error", err)
	}
}

// list is l, but [] instead of null in JSON.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
