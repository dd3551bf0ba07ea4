package kernel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
)

// Who logs does not wait for who reads the log.
func TestLogDoesNotWait(t *testing.T) {
	r, stuck := io.Pipe() // nobody reads yet
	w := &logWriter{to: stuck}
	for i := range 3 * maxLogged {
		fmt.Fprintln(w, i)
	}
	var got bytes.Buffer
	lines := make(chan struct{})
	go func() {
		io.Copy(&got, r)
		close(lines)
	}()
	for w.flush(); ; w.flush() {
		w.mu.Lock()
		writing := w.writing
		w.mu.Unlock()
		if writing == nil {
			break
		}
	}
	stuck.Close()
	<-lines
	if all := strings.Fields(got.String()); all[0] != "0" || !strings.Contains(got.String(), "lines of the log are lost") {
		t.Errorf("the log is %.200s", got.String())
	}
}

func TestRefusalsAreFew(t *testing.T) {
	var got bytes.Buffer
	r := refusals{log: slog.New(slog.NewTextHandler(&got, nil))}
	for range 10_000 {
		r.report(errors.New("rubbish"))
	}
	if n := strings.Count(got.String(), "rubbish"); n < maxRefusals || n > 10*maxRefusals {
		t.Errorf("%d of 10000 refusals are in the log", n)
	}
}
