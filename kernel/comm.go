package kernel

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"warpbook.dev/kernel/wire"
)

// Comms are open channels between objects of the session and their counterparts in
// front ends: widgets. The kernel knows who is there; what is said is the business of
// the interpreter.

// A CommKind is what a front end does with a comm.
type CommKind uint8

const (
	CommOpen CommKind = iota
	CommData
	CommClose
)

// A CommMessage is what a front end says on a comm. Target is what the comm was
// opened for, such as jupyter.widget.
type CommMessage struct {
	Kind       CommKind
	ID, Target string
	Data       json.RawMessage
}

// Comms is how what runs speaks to its counterparts in the front ends. Its methods
// may be called from any goroutine; their errors are of data that JSON cannot hold.
type Comms interface {
	// Open opens a comm and returns its id.
	Open(target string, data any, metadata map[string]any) (id string, err error)
	// Send says something on a comm. One that is closed hears nothing.
	Send(id string, data any) error
	// Close closes a comm.
	Close(id string) error
}

// openComms are the comms that are open: what each was opened for, by its id.
type openComms struct {
	mu      sync.Mutex
	targets map[string]string
}

func (o *openComms) add(id, target string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.targets == nil {
		o.targets = map[string]string{}
	}
	o.targets[id] = target
}

func (o *openComms) target(id string) (target string, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	target, ok = o.targets[id]
	return target, ok
}

func (o *openComms) remove(id string) (ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, ok = o.targets[id]
	delete(o.targets, id)
	return ok
}

// list is the comms of a target, or all of them, as comm_info_reply has them.
func (o *openComms) list(target string) map[string]any {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := map[string]any{}
	for id, t := range o.targets {
		if target == "" || t == target {
			list[id] = map[string]any{"target_name": t}
		}
	}
	return list
}

// comms are the Comms of what parent asked for.
type comms struct {
	k      *Kernel
	parent wire.Header
}

func (c comms) Open(target string, data any, metadata map[string]any) (string, error) {
	id := uuid.NewString()
	c.k.comms.add(id, target)
	m, err := c.k.session.New("comm_open", c.parent, map[string]any{"comm_id": id, "target_name": target, "data": data})
	if err != nil {
		c.k.comms.remove(id)
		return "", err
	}
	m.Metadata = metadata
	c.k.send(iopub, m)
	return id, nil
}

func (c comms) Send(id string, data any) error {
	if _, ok := c.k.comms.target(id); !ok {
		return nil
	}
	return c.k.publish(c.parent, "comm_msg", map[string]any{"comm_id": id, "data": data})
}

func (c comms) Close(id string) error {
	if !c.k.comms.remove(id) {
		return nil
	}
	return c.k.publish(c.parent, "comm_close", map[string]any{"comm_id": id, "data": map[string]any{}})
}

// commInfo lists the open comms.
func (k *Kernel) commInfo(r *request) (any, error) {
	var req struct {
		Target string `json:"target_name"`
	}
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	return map[string]any{"status": "ok", "comms": k.comms.list(req.Target)}, nil
}

// commContent is the content of comm_open, comm_msg and comm_close.
type commContent struct {
	ID     string          `json:"comm_id"`
	Target string          `json:"target_name"`
	Data   json.RawMessage `json:"data"`
}

// commOpen passes a comm of a front end on; what the interpreter does not want is
// closed at once, as the protocol asks.
func (k *Kernel) commOpen(r *request) (any, error) {
	var req commContent
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	k.comms.add(req.ID, req.Target)
	if e := k.comm(r, CommMessage{CommOpen, req.ID, req.Target, req.Data}); e != nil {
		k.log.Warn("comm refused", "target", req.Target, "error", e.Value)
		return nil, comms{k, r.Header}.Close(req.ID)
	}
	return nil, nil
}

func (k *Kernel) commMsg(r *request) (any, error) { return k.commSays(r, CommData) }

func (k *Kernel) commClose(r *request) (any, error) { return k.commSays(r, CommClose) }

// commSays passes on what is said on an open comm. Its error is an error output, which
// front ends show in their log.
func (k *Kernel) commSays(r *request, kind CommKind) (any, error) {
	var req commContent
	if err := r.Decode(&req); err != nil {
		return nil, err
	}
	target, ok := k.comms.target(req.ID)
	if !ok {
		return nil, fmt.Errorf("kernel: there is no comm %q", req.ID)
	}
	if kind == CommClose {
		k.comms.remove(req.ID)
	}
	if e := k.comm(r, CommMessage{kind, req.ID, target, req.Data}); e != nil {
		k.failed(r.Header, e)
	}
	return nil, nil
}

// comm calls the interpreter; its panic is an error.
func (k *Kernel) comm(r *request, m CommMessage) (e *Error) {
	defer func() {
		if p := recover(); p != nil {
			e = panicError(p)
		}
	}()
	out := newCellOutput(k, r.Header, r.ctx, 0)
	defer out.close()
	return k.in.Comm(r.ctx, m, Cell{Count: int(k.count.Load()), Comms: comms{k, r.Header}}, out)
}
