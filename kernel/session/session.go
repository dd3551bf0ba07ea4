// Package session hosts one session of cells for a program in another language, over two pipes: Warpbook's Python package starts
// `warpbook session` and gives its users the built-ins of cells as functions of Python.
//
// # The protocol
//
// Both sides write JSON values, one a line. A request has an id, the name of an operation, and what that takes:
//
//	{"id": 1, "op": "cell", "code": "%%cuda\n__global__ void k(float *a) { a[0] = 1; }"}
//
// While it runs, events with its id may come: output of the cell, a question, a call of a function of the other side. The last line
// with the id is the reply, which has "ok" or "error":
//
//	{"id": 1, "event": "stream", "name": "stdout", "text": "…"}
//	{"id": 1, "ok": {"value": null, "bound": [["k", {"handle": 1, "type": "kernel"}]]}}
//	{"id": 2, "error": {"name": "NameError", "value": "name 'x' is not defined", "traceback": ["…"]}}
//
// Requests run side by side, in turns, as the cells of several subshells do (see package cell). So whoever needs an order waits for a
// reply. A line that is no request is answered with an error, and the session goes on. It ends with its input.
//
// The table [operations] has all operations. Values are numbers, strings, booleans and null as JSON has them, a list as an array,
// and objects with one key for the rest. What has no other form is a handle, by which later requests mean it, until one of them names it
// in its list "drop".
//
// # Arrays
//
// An array of the other side is a file that both map into their memory, usually one in memory itself: see [segment]. A request sees
// its content without a copy. What the request writes comes into the file if the request succeeds and has computed all of the array,
// and the reply lists the files that have changed.
package session

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A Server answers the requests on one pipe.
type Server struct {
	session *cell.Session
	shared  string // the folder for arrays that are values of replies

	writing sync.Mutex
	out     *json.Encoder

	mu       sync.Mutex
	handles  map[int]starlark.Value
	last     int                   // handle
	running  map[string]*request   // by id
	asked    map[int]chan<- answer // questions that wait, by number
	asks     int                   // questions so far
	bound    map[string]bool       // names that cells have bound since a reply told
	requests sync.WaitGroup
}

// New returns a server for a session. Arrays that are values go to files in the folder shared.
func New(s *cell.Session, shared string) *Server {
	sv := &Server{session: s, shared: shared, handles: map[int]starlark.Value{}, running: map[string]*request{},
		asked: map[int]chan<- answer{}, bound: map[string]bool{}}
	return sv
}

// A message is a line from the other side. Which of the fields are used depends on the operation.
type message struct {
	ID     json.RawMessage `json:"id"`
	Op     string          `json:"op"`
	Code   string          `json:"code"`   // cell, complete, inspect
	Count  int             `json:"count"`  // cell: the number in In[…]
	Cursor int             `json:"cursor"` // complete, inspect: in code points
	Detail int             `json:"detail"` // inspect
	Name   string          `json:"name"`   // get, set, attr, setattr: what is meant
	Of     any             `json:"of"`     // the value that attr, index, … are about
	Key    any             `json:"key"`    // index, setindex
	Value  any             `json:"value"`  // set, setattr, setindex, answer
	Args   []any           `json:"args"`   // call
	Kwargs [][2]any        `json:"kwargs"` // call: pairs, in order
	Drop   []int           `json:"drop"`   // of each operation: handles that nobody will mean again
	Within string          `json:"within"` // of each operation: the cell of the other side that asks, see kernel.Cell
	Target json.RawMessage `json:"target"` // interrupt: the request; all, if it is missing
	Ask    int             `json:"ask"`    // answer: the question
	Error  *failure        `json:"error"`  // answer: in place of a value
}

// A failure is an error as a line has it.
type failure struct {
	Name      string   `json:"name"`
	Value     string   `json:"value"`
	Traceback []string `json:"traceback"`
}

// A reply is the last line about a request.
type reply struct {
	ID      json.RawMessage `json:"id"`
	OK      any             `json:"ok,omitempty"`
	Written []string        `json:"written,omitempty"` // the files of arrays that have changed
	Partial []partial       `json:"partial,omitempty"` // the arrays that were not computed, and have not changed
	Error   *failure        `json:"error,omitempty"`
}

// A request is one that runs.
type request struct {
	server *Server
	message
	ctx      context.Context
	stop     context.CancelFunc
	segments segments // as long as the request runs, so is its memory mapped
}

// Serve answers requests until in ends, and then waits for those that run.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	s.out = json.NewEncoder(out)
	s.out.SetEscapeHTML(false)
	s.session.OnSet(s.noteBound)
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			s.take(ctx, line)
		}
		if err != nil {
			stop() // nobody waits for the rest
			s.requests.Wait()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("session: read a request: %w", err)
		}
	}
}

// take begins a request.
func (s *Server) take(ctx context.Context, line []byte) {
	m, err := parse(line)
	if err != nil {
		s.send(reply{ID: m.ID, Error: &failure{Name: "ProtocolError", Value: err.Error()}})
		return
	}
	switch m.Op { // what does not wait for the session
	case "answer":
		s.answered(m)
		return
	case "interrupt":
		s.interrupt(m.Target)
		s.send(reply{ID: m.ID, OK: struct{}{}})
		return
	}
	s.forget(m.Drop)
	r := &request{server: s, message: m}
	r.ctx, r.stop = context.WithCancel(ctx)
	s.mu.Lock()
	_, twice := s.running[string(m.ID)]
	if !twice {
		s.running[string(m.ID)] = r
	}
	s.mu.Unlock()
	if twice {
		r.stop()
		s.send(reply{ID: m.ID, Error: &failure{Name: "ProtocolError", Value: fmt.Sprintf("a request with the id %s is running", m.ID)}})
		return
	}
	s.requests.Go(r.run)
}

// parse reads a line. Numbers keep all their digits.
func parse(line []byte) (m message, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		return m, fmt.Errorf("got %.60q, want a request: a JSON object with id and op: %w", line, err)
	}
	if len(m.ID) == 0 {
		return m, fmt.Errorf("got %.60q, which has no id", line)
	}
	if _, ok := operations[m.Op]; !ok && m.Op != "answer" && m.Op != "interrupt" {
		names := operationNames()
		hint := ""
		if near := spelling.Nearest(m.Op, names); near != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", near)
		}
		return m, fmt.Errorf("op %q: want one of %q%s", m.Op, names, hint)
	}
	return m, nil
}

// run answers a request.
func (r *request) run() {
	defer r.stop()
	value, failed := r.perform()
	answer := reply{ID: r.ID, OK: value, Error: failed}
	if failed == nil {
		var err error
		if answer.Written, answer.Partial, err = r.segments.commit(); err != nil {
			answer = reply{ID: r.ID, Error: &failure{Name: "OSError", Value: err.Error()}}
		} else if value == nil {
			answer.OK = struct{}{}
		}
	}
	r.server.mu.Lock()
	delete(r.server.running, string(r.ID))
	r.server.mu.Unlock()
	r.server.send(answer)
}

// perform does what is asked for.
func (r *request) perform() (value any, failed *failure) {
	op := operations[r.Op]
	if op.outside != nil {
		return op.outside(r)
	}
	e := r.server.session.Do(r.ctx, r.cell(), &output{request: r}, r.Op, func(run *cell.Run) (err error) {
		value, err = op.within(r, run)
		return err
	})
	if e != nil { // an operation that goes on after an interrupt may still set value
		return nil, failureOf(e)
	}
	return value, nil
}

// cell is the cell that the session sees.
func (r *request) cell() kernel.Cell {
	return kernel.Cell{Code: r.Code, Count: r.Count, Input: r.input, Within: r.Within}
}

func failureOf(e *kernel.Error) *failure {
	if e == nil {
		return nil
	}
	return &failure{e.Name, e.Value, e.Traceback}
}

// interrupt stops a request, or all of them.
func (s *Server) interrupt(target json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.running {
		if len(target) == 0 || id == string(target) {
			r.stop()
		}
	}
}

// send writes a line. Nobody can be told that it fails: the input ends soon.
func (s *Server) send(line any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	_ = s.out.Encode(line)
}

// hold keeps a value for later requests and returns its handle.
func (s *Server) hold(v starlark.Value) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	s.handles[s.last] = v
	return s.last
}

// forget drops the values of handles.
func (s *Server) forget(handles []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range handles {
		delete(s.handles, h)
	}
}

// held returns the value of a handle.
func (s *Server) held(handle int) (starlark.Value, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.handles[handle]
	return v, ok
}

// noteBound notes a name that a cell binds.
func (s *Server) noteBound(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bound[name] = true
}

// takeBound returns the names that cells have bound since it was last asked, in order.
func (s *Server) takeBound() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := slices.Sorted(maps.Keys(s.bound))
	clear(s.bound)
	return names
}
