package kernel

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// An entry is one stored cell: the session it belongs to, counted from 1, its number
// there, its code and the text of its result.
type entry struct {
	session, count int
	input, output  string
}

// A history holds the cells of this session and those of earlier ones that its file
// has. While the file is read, mu is held.
type history struct {
	mu      sync.Mutex
	entries []entry
	session int // the current one
	file    *historyFile
}

func newHistory() *history { return &history{session: 1} }

// add stores a cell of the current session. An error says that the file could not be
// written; the history has the cell nevertheless.
func (h *history) add(count int, input, output string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries = append(h.entries, entry{h.session, count, input, output})
	if h.file == nil {
		return nil
	}
	return h.file.append(count, input, output)
}

func (h *history) all() []entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.entries)
}

// current is the number of this session.
func (h *history) current() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session
}

// historyQuery is the content of history_request.
type historyQuery struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"`
	Session int    `json:"session"`
	Start   int    `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

func (k *Kernel) historyRequest(r *request) (any, error) {
	var q historyQuery
	if err := r.Decode(&q); err != nil {
		return nil, err
	}
	selected, err := q.selected(k.history.all(), k.history.current())
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, e := range selected {
		var cell any = e.input
		if q.Output {
			cell = []any{e.input, e.output}
		}
		rows = append(rows, []any{e.session, e.count, cell})
	}
	return map[string]any{"status": "ok", "history": rows}, nil
}

// selected are the entries that a query asks for, oldest first. In a range, session 0
// is the current one, and -1 the one before.
func (q historyQuery) selected(entries []entry, current int) ([]entry, error) {
	switch q.Access {
	case "range":
		session := q.Session
		if session <= 0 {
			session += current
		}
		return slices.DeleteFunc(entries, func(e entry) bool {
			return e.session != session || e.count < q.Start || q.Stop != nil && e.count >= *q.Stop
		}), nil
	case "search":
		glob, err := globPattern(q.Pattern)
		if err != nil {
			return nil, err
		}
		entries = slices.DeleteFunc(entries, func(e entry) bool { return !glob.MatchString(e.input) })
		if q.Unique {
			entries = unique(entries)
		}
	}
	if q.N != nil {
		entries = entries[len(entries)-max(0, min(*q.N, len(entries))):]
	}
	return entries, nil
}

// unique keeps the last entry of each input.
func unique(entries []entry) []entry {
	last := map[string]entry{}
	for _, e := range entries {
		last[e.input] = e
	}
	return slices.DeleteFunc(entries, func(e entry) bool { return last[e.input] != e })
}

// globPattern matches a whole input; * stands for any text and ? for a character.
func globPattern(glob string) (*regexp.Regexp, error) {
	if glob == "" {
		glob = "*"
	}
	p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	return regexp.Compile("(?s)^" + p + "$")
}
