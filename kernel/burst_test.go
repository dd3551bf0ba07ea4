package kernel

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
)

// Many prints in one cell and ten clients: every byte arrives, in
// order, at every client, and idle after it.
func TestBurstReachesEveryClient(t *testing.T) {
	k, _ := serve(t)
	const clients = 10
	lines := tier.Pick(1000, 20_000, 100_000)
	var want strings.Builder
	for i := range lines {
		want.WriteString(line(i))
	}
	var all []*peer
	for range clients {
		p := connect(t, k.Connection())
		if m := p.recv(p.iopub); m.Header.MsgType != "iopub_welcome" {
			t.Fatalf("the first message is %s", m.Header.MsgType)
		}
		all = append(all, p)
	}
	request := all[0].send(all[0].shell, "execute_request", fields{"code": fmt.Sprint("lines ", lines)})
	got := make([]string, clients)
	var reading sync.WaitGroup
	for i, p := range all {
		reading.Go(func() { got[i] = p.textUntilIdle(request) })
	}
	reading.Wait()
	for i, text := range got {
		if text != want.String() {
			t.Errorf("client %d got %d bytes, want %d, the same", i, len(text), want.Len())
		}
	}
}

// textUntilIdle is the text of a cell. It may be called from any goroutine.
func (p *peer) textUntilIdle(request wire.Message) string {
	defer stopHanging(p.iopub)()
	var text strings.Builder
	for {
		frames, err := p.iopub.Recv()
		if err != nil {
			p.Error(err)
			return text.String()
		}
		m, err := p.session.Decode(frames)
		if err != nil {
			p.Error(err)
			return text.String()
		}
		var c struct {
			Text  string
			State string `json:"execution_state"`
		}
		if err := m.Decode(&c); err != nil || m.Parent.MsgID != request.Header.MsgID {
			continue
		}
		if text.WriteString(c.Text); c.State == "idle" {
			return text.String()
		}
	}
}
