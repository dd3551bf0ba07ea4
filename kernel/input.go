package kernel

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// A question is the input_request that waits for its input_reply, at most one.
type question struct {
	asking sync.Mutex // held while somebody asks

	mu      sync.Mutex
	request wire.Message
	reply   chan string // nil while nothing is asked
}

// connectPatience is for a front end whose stdin socket connects after its shell.
const connectPatience = time.Second

// endOfInput in a reply stands for Ctrl-D.
const endOfInput = "\x04"

// ask sends a question and waits for its answer. The end of input is io.EOF.
func (q *question) ask(ctx context.Context, m wire.Message, send func() error) (string, error) {
	q.asking.Lock()
	defer q.asking.Unlock()
	reply := make(chan string, 1)
	q.set(m, reply)
	defer q.set(wire.Message{}, nil)
	for start := time.Now(); ; {
		err := send()
		if err == nil {
			break
		}
		if !errors.Is(err, zmtp.ErrNoPeer) || ctx.Err() != nil || time.Since(start) > connectPatience {
			return "", errNoStdin
		}
		time.Sleep(20 * time.Millisecond)
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line := <-reply:
		if line == endOfInput {
			return "", io.EOF
		}
		return line, nil
	}
}

func (q *question) set(m wire.Message, reply chan string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.request, q.reply = m, reply
}

// answer takes an input_reply. It counts if its sender was asked and if it does not
// name another question: one that an interrupt took back, say. (Some clients name
// no question at all.)
func (q *question) answer(m wire.Message) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var content struct{ Value string }
	if q.reply == nil || m.Header.MsgType != "input_reply" || m.Decode(&content) != nil {
		return
	}
	stale := m.Parent.MsgType == "input_request" && m.Parent.MsgID != q.request.Header.MsgID
	if stale || !slices.EqualFunc(m.Identities, q.request.Identities, slices.Equal) {
		return
	}
	q.reply <- content.Value
	q.reply = nil
}
