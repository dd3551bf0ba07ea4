// Package notebook reads, runs and exports Jupyter notebooks (nbformat 4.0 to
// 4.5) without Python.
//
// Read and Write keep every field that this package does not know, and write
// the bytes that Python's nbformat writes: keys sorted, one space of indent,
// text as a list of lines, a newline at the end. Execute runs the code cells
// through a Runner and stores the outputs as nbclient does; Slim then removes
// what a saved notebook does not need. HTML exports one self-contained page:
// mathematics as MathML, highlighted input, no script and no reference to a
// network.
package notebook

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// A Notebook is one .ipynb document.
type Notebook struct {
	Cells    []*Cell
	Metadata map[string]any // kernelspec, language_info, title, …
	Minor    int            // nbformat_minor; the major version is always 4
	Extra    map[string]any // unknown fields, kept
}

// The cell types of nbformat 4.
const (
	Code     = "code"
	Markdown = "markdown"
	Raw      = "raw"
)

// A Cell is one cell. Outputs and Count are those of a code cell.
type Cell struct {
	Type        string
	ID          string // empty before nbformat 4.5
	Source      string
	Metadata    map[string]any
	Attachments map[string]any // nil if the cell has none
	Outputs     []*Output
	Count       int // the number in In[…]; 0 if the cell was not run
	Extra       map[string]any
}

// HasTag reports whether the cell's metadata holds the tag.
func (c *Cell) HasTag(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// The output types of nbformat 4.
const (
	Stream        = "stream"
	DisplayData   = "display_data"
	ExecuteResult = "execute_result"
	ErrorOutput   = "error"
)

// An Output is one output of a code cell; Type says which fields are used.
type Output struct {
	Type string

	Name, Text string // stream: "stdout" or "stderr"

	Data     map[string]any // display_data, execute_result: MIME type to text or JSON value
	Metadata map[string]any
	Count    int // execute_result: the number in Out[…]

	ErrorName, ErrorValue string // error
	Traceback             []string

	Extra map[string]any
}

// Language returns the language of the notebook's kernel, or "".
func (nb *Notebook) Language() string {
	for _, key := range []string{"language_info", "kernelspec"} {
		m, _ := nb.Metadata[key].(map[string]any)
		for _, field := range []string{"name", "language"} {
			if key == "kernelspec" && field == "name" {
				continue // the name of the installation, not of the language
			}
			if s, _ := m[field].(string); s != "" {
				return s
			}
		}
	}
	return ""
}

// MaxBytes bounds the file of a notebook: what somebody saves with its outputs.
const MaxBytes = 64 << 20

// ReadLimited reads the text of a notebook, which is not larger than MaxBytes.
func ReadLimited(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err == nil && len(text) > MaxBytes {
		return nil, fmt.Errorf("the file has more than %d MB, which is the most for a notebook", MaxBytes>>20)
	}
	return text, err
}

// ReadFile reads the notebook at path.
func ReadFile(path string) (*Notebook, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := ReadLimited(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	nb, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return nb, nil
}

// Read reads one notebook from r.
func Read(r io.Reader) (*Notebook, error) {
	data, err := ReadLimited(r)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// Write writes nb to w.
func Write(w io.Writer, nb *Notebook) error {
	_, err := w.Write(Format(nb))
	return err
}

// WriteFile replaces the file at path by nb. A reader sees either the old file or the
// complete new one, even if the program is stopped half-way.
func WriteFile(path string, nb *Notebook) error { return ReplaceFile(path, Format(nb)) }

// ReplaceFile writes data under a temporary name in path's directory, then
// renames it. A new file has the permissions that the user's umask gives, an existing
// one keeps its own, and is refused if it is read-only; a symbolic link stays one
// and its target is replaced.
func ReplaceFile(path string, data []byte) (err error) {
	if target, e := filepath.EvalSymlinks(path); e == nil {
		path = target
	}
	old, e := os.Stat(path)
	switch {
	case e != nil:
	case !old.Mode().IsRegular():
		return os.WriteFile(path, data, 0o666) // a pipe or a device, as in -o /dev/stdout
	case old.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("%s is read-only", path)
	}
	f, err := CreateBeside(path, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if old != nil {
		err = f.Chmod(old.Mode().Perm()) // before anybody may read what is written
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// CreateBeside makes a file under a name that no other one has, for what will replace the one at path: nobody's file is overwritten, and
// no link is followed that somebody has put there. os.CreateTemp would give it mode 0600, and the umask could not be asked for mode.
func CreateBeside(path string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%x.tmp", filepath.Base(path), rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
