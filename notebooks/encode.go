package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format returns the bytes of the file. They are those that Python's nbformat writes
// for the same notebook.
func Format(nb *Notebook) []byte {
	m := clone(nb.Extra)
	m["nbformat"], m["nbformat_minor"], m["metadata"] = 4, nb.Minor, nb.Metadata
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cells[i] = cellJSON(c)
	}
	m["cells"] = cells
	var b bytes.Buffer
	writeJSON(&b, m, "\n")
	b.WriteByte('\n')
	return b.Bytes()
}

func cellJSON(c *Cell) map[string]any {
	m := clone(c.Extra)
	m["cell_type"], m["metadata"], m["source"] = c.Type, c.Metadata, splitLines(c.Source)
	if c.ID != "" {
		m["id"] = c.ID
	}
	if c.Attachments != nil {
		all := map[string]any{}
		for name, v := range c.Attachments {
			if bundle, ok := v.(map[string]any); ok {
				v = splitBundle(bundle)
			}
			all[name] = v
		}
		m["attachments"] = all
	}
	if c.Type == Code {
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = outputJSON(o)
		}
		m["outputs"], m["execution_count"] = outputs, count(c.Count)
	}
	return m
}

func outputJSON(o *Output) map[string]any {
	m := clone(o.Extra)
	m["output_type"] = o.Type
	switch o.Type {
	case Stream:
		m["name"], m["text"] = o.Name, splitLines(o.Text)
	case DisplayData, ExecuteResult:
		m["data"], m["metadata"] = splitBundle(o.Data), o.Metadata
		if o.Type == ExecuteResult {
			m["execution_count"] = count(o.Count)
		}
	case ErrorOutput:
		m["ename"], m["evalue"], m["traceback"] = o.ErrorName, o.ErrorValue, anyList(o.Traceback)
	}
	return m
}

// count is null for a cell that was not run.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

func clone(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return maps.Clone(m)
}

func anyList(lines []string) []any {
	l := make([]any, len(lines))
	for i, s := range lines {
		l[i] = s
	}
	return l
}

// splitBundle splits the text types of a MIME bundle, as nbformat.v4.rwbase does.
func splitBundle(bundle map[string]any) map[string]any {
	m := clone(bundle)
	for mime, v := range m {
		s, ok := v.(string)
		if ok && (strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml") {
			m[mime] = splitLines(s)
		}
	}
	return m
}

// lineEnds are the characters at which Python's str.splitlines ends a line.
const lineEnds = "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"

// splitLines splits after each line end, as Python's splitlines(keepends=True).
func splitLines(s string) []any {
	lines := []any{}
	for s != "" {
		end := strings.IndexAny(s, lineEnds)
		switch {
		case end < 0:
			end = len(s)
		case strings.HasPrefix(s[end:], "\r\n"):
			end += 2
		case s[end] >= 0x80:
			_, size := utf8.DecodeRuneInString(s[end:])
			end += size
		default:
			end++
		}
		lines = append(lines, s[:end])
		s = s[end:]
	}
	return lines
}

// writeJSON writes v as Python's json.dumps(indent=1, sort_keys=True,
// ensure_ascii=False). newline is "\n" and the indent of the line v begins on.
func writeJSON(b *bytes.Buffer, v any, newline string) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			b.WriteString("{}")
			return
		}
		for i, k := range slices.Sorted(maps.Keys(v)) {
			b.WriteString("{,"[min(i, 1) : min(i, 1)+1])
			b.WriteString(newline + " ")
			writeString(b, k)
			b.WriteString(": ")
			writeJSON(b, v[k], newline+" ")
		}
		b.WriteString(newline + "}")
	case []any:
		if len(v) == 0 {
			b.WriteString("[]")
			return
		}
		for i, e := range v {
			b.WriteString("[,"[min(i, 1) : min(i, 1)+1])
			b.WriteString(newline + " ")
			writeJSON(b, e, newline+" ")
		}
		b.WriteString(newline + "]")
	case string:
		writeString(b, v)
	case nil:
		b.WriteString("null")
	case bool, int:
		fmt.Fprint(b, v)
	case json.Number:
		b.WriteString(number(v.String()))
	default: // a value that a Go program put there: through JSON into the kinds above
		data, err := json.Marshal(v)
		if err == nil {
			v, err = decodeJSON(data)
		}
		if err != nil {
			panic(fmt.Sprintf("BUG: notebook: %T in a notebook: %v", v, err))
		}
		writeJSON(b, v, newline)
	}
}

// number writes a number as Python writes it after reading it: integers with all their digits,
// others as repr does, with an exponent below 1e-4 and from 1e16 on.
func number(s string) string {
	if !strings.ContainsAny(s, ".eE") {
		return s
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil { // beyond all floats
		return s
	}
	if size := math.Abs(x); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s = strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// writeString escapes only what JSON demands; encoding/json would also escape
// U+2028 and U+2029, which Python leaves.
func writeString(b *bytes.Buffer, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < ' ':
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}
