package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"warpbook.dev/kernel/wire"
)

const (
	// gatherTime and gatherSize bound how long text waits for more of its stream. A
	// server discards output above 1000 messages a second; a loop that prints stays
	// below 50, and a person still sees no delay.
	gatherTime = 25 * time.Millisecond
	gatherSize = 64 << 10
)

// A cellOutput publishes what one cell puts out, in order.
type cellOutput struct {
	k      *Kernel
	parent wire.Header
	ctx    context.Context // of the cell: an interrupt ends the waiting for slow readers
	count  int
	silent bool

	mu     sync.Mutex
	name   string // of the stream that is being gathered
	text   strings.Builder
	timer  *time.Timer
	result string // text/plain of the last result, for the history
	closed bool
}

func newCellOutput(k *Kernel, parent wire.Header, ctx context.Context) *cellOutput {
	o := &cellOutput{k: k, parent: parent, ctx: ctx}
	o.timer = time.AfterFunc(time.Hour, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.flushStream(false)
	})
	o.timer.Stop()
	return o
}

// emit runs f with the mutex held, so that outputs go out in one order, and then
// waits for slow readers without it.
func (o *cellOutput) emit(f func()) {
	o.mu.Lock()
	if o.closed {
		o.k.log.Warn("output after the end of its cell is dropped")
	} else {
		f()
	}
	o.mu.Unlock()
	o.k.out.wait(o.ctx)
}

func (o *cellOutput) Stream(name, text string) {
	if text == "" {
		return
	}
	o.emit(func() {
		if name != o.name {
			o.flushStream(true)
			o.name = name
		}
		if o.text.Len() == 0 {
			o.timer.Reset(gatherTime)
		}
		o.text.WriteString(text)
		if o.text.Len() >= gatherSize {
			o.flushStream(false)
		}
	})
}

// flushStream sends what is gathered. Unless it is the stream's end, a character of
// which only the first bytes have come waits for the others.
func (o *cellOutput) flushStream(end bool) {
	text := o.text.String()
	o.text.Reset()
	o.timer.Stop()
	if !end {
		n := wholeCharacters(text)
		o.text.WriteString(text[n:])
		text = text[:n]
	}
	if text != "" {
		o.k.publish(o.parent, "stream", map[string]string{"name": o.name, "text": text})
	}
}

// wholeCharacters is the length of text without a cut-off UTF-8 sequence at its end.
func wholeCharacters(text string) int {
	for i := len(text) - 1; i >= 0 && i > len(text)-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if utf8.FullRuneInString(text[i:]) {
				break
			}
			return i
		}
	}
	return len(text)
}

func (o *cellOutput) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushStream(true)
}

// close sends what is left. Output that comes later would come after idle, and is
// dropped.
func (o *cellOutput) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushStream(true)
	o.closed = true
}

func (o *cellOutput) Display(b Bundle) { o.bundle("display_data", b, nil) }

func (o *cellOutput) Update(b Bundle) { o.bundle("update_display_data", b, nil) }

func (o *cellOutput) Result(b Bundle) {
	if !o.silent {
		o.bundle("execute_result", b, map[string]any{"execution_count": o.count})
	}
}

// bundle sends a MIME bundle, with more fields of the content in extra.
func (o *cellOutput) bundle(msgType string, b Bundle, extra map[string]any) {
	transient := map[string]string{}
	if b.ID != "" {
		transient["display_id"] = b.ID
	}
	o.emit(func() {
		o.flushStream(true)
		if msgType == "execute_result" {
			o.result, _ = b.Data["text/plain"].(string)
		}
		content := map[string]any{"data": object(b.Data), "metadata": object(b.Metadata), "transient": transient}
		maps.Copy(content, extra)
		if o.k.publish(o.parent, msgType, content) != nil {
			content["data"], content["metadata"] = encodable(b)
			o.k.publish(o.parent, msgType, content)
		}
	})
}

func (o *cellOutput) Clear(wait bool) {
	o.emit(func() {
		o.flushStream(true)
		o.k.publish(o.parent, "clear_output", map[string]bool{"wait": wait})
	})
}

// encodable returns the data and the metadata of b without the values that JSON
// cannot hold, such as a NaN: they cost only themselves, and the text says so.
func encodable(b Bundle) (data, metadata map[string]any) {
	data, lost := jsonOnly(b.Data)
	metadata, _ = jsonOnly(b.Metadata)
	if _, ok := data["text/plain"]; !ok && len(lost) > 0 {
		data["text/plain"] = strings.Join(lost, "\n")
	}
	return data, metadata
}

func jsonOnly(m map[string]any) (kept map[string]any, lost []string) {
	kept = map[string]any{}
	for name, v := range m {
		if _, err := json.Marshal(v); err != nil {
			lost = append(lost, fmt.Sprintf("%s cannot be shown: %v", name, err))
			continue
		}
		kept[name] = v
	}
	return kept, lost
}

// object is m, but {} instead of null in JSON.
func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
