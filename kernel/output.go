package kernel

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"warpbook.dev/kernel/wire"
)

const (
	// gatherTime and gatherSize bound how long text waits for more of its stream: a
	// loop that prints sends fewer than 50 messages a second, and a person sees no
	// delay. Updates of a display wait as long, for a later one that replaces them.
	gatherTime = 25 * time.Millisecond
	gatherSize = 16 << 10
	// maxUpdates is how many displays may have an update that waits.
	maxUpdates = 64
)

// A cellOutput publishes what one cell puts out: in order, except that the update of
// a display may come after text that was printed later. What produces faster than the
// readers read, or than a server between them and us lets pass (see pacer), has to wait.
type cellOutput struct {
	k      *Kernel
	parent wire.Header
	ctx    context.Context // of the cell: an interrupt ends the waiting
	stop   context.CancelCauseFunc
	count  int
	silent bool

	mu      sync.Mutex
	fold    fold
	name    string // of the stream that is being gathered
	text    strings.Builder
	updates []Bundle // that wait, one for each display id
	timer   *time.Timer
	armed   bool   // the timer runs
	result  string // text/plain of the last result, for the history
	closed  bool
	dropped bool // something came afterwards
}

// newCellOutput returns the output of a cell with that number. Its context ends
// with ctx, or with the reason for which the cell must end.
func newCellOutput(k *Kernel, parent wire.Header, ctx context.Context, count int) *cellOutput {
	o := &cellOutput{k: k, parent: parent, count: count, fold: fold{spool: k.spool, count: count}}
	o.ctx, o.stop = context.WithCancelCause(ctx)
	o.timer = time.AfterFunc(time.Hour, o.tick)
	o.timer.Stop()
	return o
}

// emit runs f with the mutex held, so that outputs go out in one order.
func (o *cellOutput) emit(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		if !o.dropped { // a flood that was interrupted takes a moment to end
			o.dropped = true
			o.k.log.Warn("output after the end of its cell is dropped", "cell", o.count)
		}
		return
	}
	f()
}

// publish waits until a message may go out, and sends it.
func (o *cellOutput) publish(msgType string, content any) error {
	o.k.pace.wait(o.ctx)
	o.k.out.wait(o.ctx)
	return o.k.publish(o.parent, msgType, content)
}

func (o *cellOutput) Stream(name, text string) {
	if text == "" {
		return
	}
	o.emit(func() {
		if name != o.name {
			o.flushText(true)
			o.name = name
		}
		for text != "" {
			n := min(len(text), gatherSize)
			show, err := o.fold.add(text[:n], o.ctx.Err() != nil)
			if err != nil {
				o.stop(err)
				return
			}
			text = text[n:]
			o.gather(show)
		}
		o.arm(gatherTime)
	})
}

// gather adds to the text that is gathered, and sends what is enough for a message.
func (o *cellOutput) gather(text string) {
	for text != "" {
		n := min(len(text), gatherSize-o.text.Len())
		o.text.WriteString(text[:n])
		text = text[n:]
		if o.text.Len() == gatherSize {
			o.flushText(false)
		}
	}
}

// arm makes the timer run if something waits for it.
func (o *cellOutput) arm(d time.Duration) {
	if !o.armed && (o.text.Len() > 0 || len(o.updates) > 0) {
		o.armed = true
		o.timer.Reset(d)
	}
}

// tick sends what has been gathered, or gathers on while nothing may be sent.
func (o *cellOutput) tick() {
	if !o.mu.TryLock() { // somebody puts out, and may have to wait
		o.timer.Reset(gatherTime)
		return
	}
	defer o.mu.Unlock()
	o.armed = false
	if o.closed {
		return
	}
	if d := o.k.pace.delay(); d > 0 {
		o.arm(d)
		return
	}
	o.flushText(false)
	o.flushUpdates()
}

// flushText sends the text that is gathered. Unless it is the stream's end, a
// character of which only the first bytes have come waits for the others.
func (o *cellOutput) flushText(end bool) {
	text := o.text.String()
	o.text.Reset()
	if !end {
		n := wholeCharacters(text)
		o.text.WriteString(text[n:])
		text = text[:n]
	}
	if text != "" {
		o.publish("stream", map[string]string{"name": o.name, "text": text})
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

func (o *cellOutput) flushUpdates() {
	updates := o.updates
	o.updates = nil
	for _, b := range updates {
		o.publishBundle("update_display_data", b, nil)
	}
}

// flushAll sends all that waits.
func (o *cellOutput) flushAll() {
	o.flushText(true)
	o.flushUpdates()
}

func (o *cellOutput) flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flushAll()
}

// close sends what is left. Output that comes later would come after idle, and is
// dropped.
func (o *cellOutput) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.gather(o.fold.end())
	o.flushAll()
	o.timer.Stop()
	o.closed = true
	o.stop(nil)
}

// overflow is why the cell had to be stopped, or nil.
func (o *cellOutput) overflow() *OutputError {
	var err *OutputError
	errors.As(context.Cause(o.ctx), &err)
	return err
}

func (o *cellOutput) Display(b Bundle) { o.bundle("display_data", b, nil) }

func (o *cellOutput) Result(b Bundle) {
	if !o.silent {
		o.bundle("execute_result", b, map[string]any{"execution_count": o.count})
	}
}

// Update replaces the update of the same display that waits. The last one is sent
// before any other display and before the reply.
func (o *cellOutput) Update(b Bundle) {
	o.emit(func() {
		at := slices.IndexFunc(o.updates, func(u Bundle) bool { return u.ID == b.ID })
		if at >= 0 {
			o.updates[at] = b
			return
		}
		if len(o.updates) == maxUpdates {
			o.flushUpdates()
		}
		o.updates = append(o.updates, b)
		o.arm(gatherTime)
	})
}

// bundle sends a MIME bundle after all that waits.
func (o *cellOutput) bundle(msgType string, b Bundle, extra map[string]any) {
	o.emit(func() {
		o.flushAll()
		if msgType == "execute_result" {
			o.result, _ = b.Data["text/plain"].(string)
		}
		o.publishBundle(msgType, b, extra)
	})
}

// publishBundle sends a MIME bundle, with more fields of the content in extra.
func (o *cellOutput) publishBundle(msgType string, b Bundle, extra map[string]any) {
	content := b.content()
	maps.Copy(content, extra)
	if o.publish(msgType, content) != nil {
		content["data"], content["metadata"] = Encodable(b)
		o.publish(msgType, content)
	}
}

func (o *cellOutput) Clear(wait bool) {
	o.emit(func() {
		o.flushAll()
		o.fold.end()
		o.publish("clear_output", map[string]bool{"wait": wait})
	})
}
