package kernel

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// thisSession is the number of the only session that the history knows.
const thisSession = 1

// An entry is one stored cell.
type entry struct {
	count         int
	input, output string
}

// A history holds the cells of this session, in memory.
type history struct {
	mu      sync.Mutex
	entries []entry
}

func (h *history) add(e entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries = append(h.entries, e)
}

func (h *history) all() []entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.entries)
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
	selected, err := q.selected(k.history.all())
	if err != nil {
		return nil, err
	}
	rows := [][]any{}
	for _, e := range selected {
		var cell any = e.input
		if q.Output {
			cell = []any{e.input, e.output}
		}
		rows = append(rows, []any{thisSession, e.count, cell})
	}
	return map[string]any{"status": "ok", "history": rows}, nil
}

// selected are the entries that a query asks for, oldest first.
func (q historyQuery) selected(entries []entry) ([]entry, error) {
	switch q.Access {
	case "range":
		// 0 is the current session; earlier ones are not known.
		if q.Session != 0 && q.Session != thisSession {
			return nil, nil
		}
		return slices.DeleteFunc(entries, func(e entry) bool {
			return e.count < q.Start || q.Stop != nil && e.count >= *q.Stop
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
	last := map[string]int{}
	for _, e := range entries {
		last[e.input] = e.count
	}
	return slices.DeleteFunc(entries, func(e entry) bool { return last[e.input] != e.count })
}

// globPattern matches a whole input; * stands for any text and ? for a character.
func globPattern(glob string) (*regexp.Regexp, error) {
	if glob == "" {
		glob = "*"
	}
	p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
	return regexp.Compile("(?s)^" + p + "$")
}
