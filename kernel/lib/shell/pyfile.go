package shell

import (
	"context"
	"fmt"
	"io"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel/cell"
)

// A pyFile is what open returns. What is read is the text that the file had when it was opened. What is written goes to the file at
// once, so that nothing is lost where a cell forgets to close it.
type pyFile struct {
	sh                    *Shell
	run                   *cell.Run
	name                  string
	at                    string // below the notebook's directory
	text                  string // that is not read yet
	reads, writes, binary bool
	closed                bool
	kept                  io.Writer             // takes what is written in place of a file: the input of a command
	begin                 func(*cell.Run) error // runs the command whose output this is; nil of files
}

// begun runs the command whose output is read.
func (f *pyFile) begun(run *cell.Run) error {
	if f.begin == nil || run == nil {
		return nil
	}
	return f.begin(run)
}

// mostRead is the longest file that a cell reads as one text, in bytes.
const mostRead = 16 << 20

func (sh *Shell) pyOpen(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
	name, mode := "", "r"
	var ignored starlark.Value
	if err := unpack("file", &name, "mode?", &mode, "buffering?", &ignored, "encoding??", &ignored, "errors??", &ignored, "newline??",
		&ignored); err != nil {
		return nil, err
	}
	f := &pyFile{sh: sh, run: run, name: name, at: sh.from(sh.dir, name), binary: strings.Contains(mode, "b")}
	plain := strings.NewReplacer("t", "", "b", "").Replace(mode)
	switch plain {
	case "r":
		f.reads = true
		text, err := sh.files().ReadFile(f.at, mostRead)
		f.text = string(text)
		return f, pyFileError(name, err)
	case "w", "a":
		f.writes = true
	default:
		return nil, &pyError{"ValueError", fmt.Sprintf("mode '%s' is not supported here: r, w and a are, with b or t", mode)}
	}
	file, err := sh.files().OpenFile(run.Context(), f.at, folder.Mode{Writes: true, Creates: true, Truncates: plain == "w",
		Appends: plain == "a"})
	if err != nil {
		return nil, pyFileError(name, err)
	}
	return f, pyFileError(name, file.Close())
}

// Write adds to the file.
func (f *pyFile) Write(p []byte) (n int, err error) {
	switch {
	case f.closed:
		return 0, &pyError{"ValueError", "I/O operation on closed file."}
	case !f.writes:
		return 0, &pyError{"UnsupportedOperation", "not writable"}
	case f.kept != nil:
		return f.kept.Write(p)
	}
	file, err := f.sh.files().OpenFile(context.WithoutCancel(f.run.Context()), f.at, folder.Mode{Writes: true, Creates: true, Appends: true})
	if err != nil {
		return 0, pyFileError(f.name, err)
	}
	n, err = file.Write(p)
	if e := file.Close(); err == nil {
		err = e
	}
	return n, pyFileError(f.name, err)
}

// rest are the next n bytes; all where n is negative.
func (f *pyFile) rest(n int) (text string) {
	if n < 0 || n > len(f.text) {
		n = len(f.text)
	}
	text, f.text = f.text[:n], f.text[n:]
	return text
}

// line is the next line with its end; "" at the end of the file.
func (f *pyFile) line() string {
	if n := strings.IndexByte(f.text, '\n'); n >= 0 {
		return f.rest(n + 1)
	}
	return f.rest(-1)
}

func (f *pyFile) value(text string) starlark.Value {
	if f.binary {
		return rawText(text)
	}
	return starlark.String(text)
}

func (f *pyFile) String() string        { return fmt.Sprintf("<file name='%s'>", f.name) }
func (f *pyFile) Type() string          { return "file" }
func (f *pyFile) Freeze()               {}
func (f *pyFile) Truth() starlark.Bool  { return true }
func (f *pyFile) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: file") }

// Iterate goes over the lines.
func (f *pyFile) Iterate() starlark.Iterator {
	if err := f.begun(f.sh.session.Active()); err != nil {
		f.text = "" // who waits for the command gets the error
	}
	return lineIterator{f}
}

type lineIterator struct{ f *pyFile }

func (i lineIterator) Next(p *starlark.Value) bool {
	line := i.f.line()
	*p = i.f.value(line)
	return line != ""
}
func (i lineIterator) Done() {}

// An entered file or process is what stands behind with: it is gone over once, and closed at the end.
type entered struct {
	value starlark.Value
	close func()
	begun bool
}

func (e *entered) String() string             { return e.value.String() }
func (e *entered) Type() string               { return e.value.Type() }
func (e *entered) Freeze()                    {}
func (e *entered) Truth() starlark.Bool       { return true }
func (e *entered) Hash() (uint32, error)      { return e.value.Hash() }
func (e *entered) Iterate() starlark.Iterator { return e }
func (e *entered) Next(p *starlark.Value) bool {
	first := !e.begun
	*p, e.begun = e.value, true
	return first
}
func (e *entered) Done() { e.close() }

// fileMethods are the methods of files.
var fileMethods = map[string]func(f *pyFile, unpack func(...any) error) (starlark.Value, error){
	"read": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		n := -1
		err := unpack("size?", &n)
		return f.value(f.rest(n)), f.readable(err)
	},
	"readline": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		err := unpack()
		return f.value(f.line()), f.readable(err)
	},
	"readlines": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		var all []starlark.Value
		for line := f.line(); line != ""; line = f.line() {
			all = append(all, f.value(line))
		}
		return starlark.NewList(all), f.readable(unpack())
	},
	"write": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		var v starlark.Value
		if err := unpack("text", &v); err != nil {
			return nil, err
		}
		text, err := f.written(v)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		return starlark.MakeInt(len([]rune(text))), err
	},
	"writelines": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		var list starlark.Iterable
		if err := unpack("lines", &list); err != nil {
			return nil, err
		}
		var b strings.Builder
		for v := range starlark.Elements(list) {
			text, err := f.written(v)
			if err != nil {
				return nil, err
			}
			b.WriteString(text)
		}
		_, err := f.Write([]byte(b.String()))
		return starlark.None, err
	},
	"flush": func(_ *pyFile, unpack func(...any) error) (starlark.Value, error) { return starlark.None, unpack() },
	"close": func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		f.closed = true
		return starlark.None, unpack()
	},
	cell.EnterMethod: func(f *pyFile, unpack func(...any) error) (starlark.Value, error) {
		return &entered{value: f, close: func() { f.closed = true }}, unpack()
	},
}

func (f *pyFile) readable(err error) error {
	switch {
	case err != nil:
		return err
	case f.closed:
		return &pyError{"ValueError", "I/O operation on closed file."}
	case !f.reads:
		return &pyError{"UnsupportedOperation", "not readable"}
	}
	return nil
}

// written is the text of a value that is written.
func (f *pyFile) written(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.String:
		if !f.binary {
			return string(v), nil
		}
	case starlark.Bytes:
		if f.binary {
			return string(v), nil
		}
	case rawText:
		if f.binary {
			return string(v), nil
		}
	}
	want := "str"
	if f.binary {
		want = "bytes"
	}
	return "", &pyError{"TypeError", fmt.Sprintf("write() argument must be %s, not %s", want, v.Type())}
}

func (f *pyFile) AttrNames() []string {
	return []string{cell.EnterMethod, "close", "closed", "flush", "name", "read", "readline", "readlines", "write", "writelines"}
}

func (f *pyFile) Attr(name string) (starlark.Value, error) {
	switch name {
	case "name":
		return starlark.String(f.name), nil
	case "closed":
		return starlark.Bool(f.closed), nil
	}
	if m := fileMethods[name]; m != nil {
		return pyBuiltin(name, func(run *cell.Run, unpack func(...any) error) (starlark.Value, error) {
			if err := f.begun(run); err != nil {
				return nil, err
			}
			return m(f, unpack)
		}), nil
	}
	return nil, nil
}

// rawText is the bytes that a command has printed, or that a file holds. decode() makes text of them.
type rawText string

func (r rawText) String() string        { return starlark.Bytes(r).String() }
func (r rawText) Type() string          { return "bytes" }
func (r rawText) Freeze()               {}
func (r rawText) Truth() starlark.Bool  { return r != "" }
func (r rawText) Hash() (uint32, error) { return starlark.String(r).Hash() }
func (r rawText) Len() int              { return len(r) }
func (r rawText) AttrNames() []string   { return []string{"decode", "strip"} }

func (r rawText) Attr(name string) (starlark.Value, error) {
	switch name {
	case "decode":
		return pyBuiltin(name, func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
			var encoding, errors string
			err := unpack("encoding?", &encoding, "errors?", &errors)
			return starlark.String(strings.ToValidUTF8(string(r), "\uFFFD")), err
		}), nil
	case "strip":
		return pyBuiltin(name, func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
			return rawText(strings.TrimSpace(string(r))), unpack()
		}), nil
	}
	return nil, nil
}
