package notebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Parse decodes one notebook. Its errors name the cell and the field, what was found
// and what is allowed.
func Parse(data []byte) (*Notebook, error) {
	v, err := decodeJSON(data)
	if err != nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("notebook: the file holds %s, want an object", kind(v))
	}
	f := &fields{m: m, at: "notebook"}
	if err := checkVersion(m); err != nil {
		return nil, err
	}
	f.integer("nbformat")
	nb := &Notebook{Minor: f.integer("nbformat_minor"), Metadata: f.object("metadata")}
	for i, c := range f.list("cells") {
		cell, err := parseCell(c, fmt.Sprintf("notebook: cell %d", i+1))
		if err != nil {
			return nil, err
		}
		nb.Cells = append(nb.Cells, cell)
	}
	nb.Extra = m
	assignIDs(nb)
	return nb, f.err
}

// decodeJSON decodes exactly one value, numbers as json.Number so that their
// spelling survives.
func decodeJSON(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if err == nil {
		if _, e := d.Token(); e != io.EOF {
			err = errors.New("text after the end of the notebook")
		}
	}
	if err == nil {
		return v, nil
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("notebook: the file is empty, want nbformat JSON")
	}
	offset := d.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	} else if errors.Is(err, io.ErrUnexpectedEOF) {
		offset = int64(len(bytes.TrimRight(data, "\n")))
	}
	line := 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
	return nil, fmt.Errorf("notebook: not JSON, line %d: %w", line, err)
}

func checkVersion(m map[string]any) error {
	major, ok := m["nbformat"].(json.Number)
	if !ok {
		return fmt.Errorf("notebook: nbformat is %s, want 4", kind(m["nbformat"]))
	}
	if major != "4" {
		return fmt.Errorf("notebook: nbformat is %s, want 4 (opening and saving it in Jupyter upgrades it)", major)
	}
	return nil
}

func parseCell(v any, at string) (*Cell, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is %s, want an object", at, kind(v))
	}
	f := &fields{m: m, at: at}
	c := &Cell{Type: f.text("cell_type"), ID: f.text("id"), Source: f.text("source"), Metadata: f.object("metadata")}
	if _, ok := m["attachments"]; ok {
		c.Attachments = f.object("attachments")
		for _, bundle := range c.Attachments {
			joinBundle(bundle)
		}
	}
	switch c.Type {
	case Code:
		c.Count = f.integer("execution_count")
		for i, o := range f.list("outputs") {
			out, err := parseOutput(o, fmt.Sprintf("%s: output %d", at, i+1))
			if err != nil {
				return nil, err
			}
			c.Outputs = append(c.Outputs, out)
		}
	case Markdown, Raw:
	default:
		return nil, fmt.Errorf("%s: cell_type is %q, want code, markdown or raw", at, c.Type)
	}
	c.Extra = m
	return c, f.err
}

func parseOutput(v any, at string) (*Output, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is %s, want an object", at, kind(v))
	}
	f := &fields{m: m, at: at}
	o := &Output{Type: f.text("output_type")}
	switch o.Type {
	case Stream:
		o.Name, o.Text = f.text("name"), f.text("text")
	case DisplayData, ExecuteResult:
		o.Data, o.Metadata = f.object("data"), f.object("metadata")
		joinBundle(o.Data)
		if o.Type == ExecuteResult {
			o.Count = f.integer("execution_count")
		}
	case ErrorOutput:
		o.ErrorName, o.ErrorValue = f.text("ename"), f.text("evalue")
		for _, line := range f.list("traceback") {
			o.Traceback = append(o.Traceback, fmt.Sprint(line))
		}
	default:
		return nil, fmt.Errorf("%s: output_type is %q, want stream, display_data, execute_result or error", at, o.Type)
	}
	o.Extra = m
	return o, f.err
}

// joinBundle joins lists of lines in a MIME bundle; JSON types stay as they are.
func joinBundle(v any) {
	bundle, _ := v.(map[string]any)
	for mime, v := range bundle {
		if s, ok := joinLines(v); ok && !isJSONType(mime) {
			bundle[mime] = s
		}
	}
}

func isJSONType(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// joinLines returns the text of a string or of a list of strings.
func joinLines(v any) (string, bool) {
	if s, ok := v.(string); ok {
		return s, true
	}
	list, ok := v.([]any)
	var b strings.Builder
	for _, line := range list {
		s, isString := line.(string)
		if !isString {
			return "", false
		}
		b.WriteString(s)
	}
	return b.String(), ok
}

// fields takes the known fields out of a JSON object. The others stay in it.
// The first field of a wrong type sets err.
type fields struct {
	m   map[string]any
	at  string
	err error
}

func (f *fields) take(key string) any {
	v := f.m[key]
	delete(f.m, key)
	return v
}

func (f *fields) fail(key string, v any, want string) {
	if f.err == nil {
		f.err = fmt.Errorf("%s: %s is %s, want %s", f.at, key, kind(v), want)
	}
}

func (f *fields) text(key string) string {
	v := f.take(key)
	s, ok := joinLines(v)
	if !ok && v != nil {
		f.fail(key, v, "a string or a list of strings")
	}
	return s
}

func (f *fields) integer(key string) int {
	v := f.take(key)
	if v == nil {
		return 0
	}
	n, _ := v.(json.Number)
	x, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil || x < 0 || x > math.MaxInt32 {
		f.fail(key, v, "a whole number from 0")
		return 0
	}
	return int(x)
}

func (f *fields) object(key string) map[string]any {
	v := f.take(key)
	m, ok := v.(map[string]any)
	if !ok && v != nil {
		f.fail(key, v, "an object")
	}
	if m == nil {
		m = map[string]any{}
	}
	return m
}

func (f *fields) list(key string) []any {
	v := f.take(key)
	l, ok := v.([]any)
	if !ok && v != nil {
		f.fail(key, v, "a list")
	}
	return l
}

// kind describes a JSON value for an error message.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "missing"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return "the number " + string(v)
	case string:
		return fmt.Sprintf("the string %.40q", v)
	case []any:
		return "a list"
	}
	return "an object"
}

var validID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`) })

// assignIDs gives each cell of a 4.5 notebook an id that is valid and its own. A
// new id follows from the source, so that the same file always reads the same.
func assignIDs(nb *Notebook) {
	seen := map[string]bool{}
	for _, c := range nb.Cells {
		if nb.Minor < 5 {
			if c.ID != "" { // not allowed there; kept as what it is, an unknown field
				c.Extra["id"], c.ID = c.ID, ""
			}
			continue
		}
		for n := 0; !validID().MatchString(c.ID) || seen[c.ID]; n++ {
			sum := sha256.Sum256([]byte(c.Type + "\x00" + strconv.Itoa(n) + "\x00" + c.Source))
			c.ID = hex.EncodeToString(sum[:4])
		}
		seen[c.ID] = true
	}
}
